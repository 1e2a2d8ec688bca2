//! Vertices joined into groups, step by step (union-find).

/// Who belongs together.
pub struct Groups {
    parent: Vec<u32>,
}

impl Groups {
    /// `n` vertices, each alone.
    pub fn new(n: usize) -> Self {
        Self { parent: (0..n as u32).collect() }
    }

    /// The vertex that stands for the group of `v`.
    pub fn root(&mut self, mut v: u32) -> u32 {
        while self.parent[v as usize] != v {
            let above = self.parent[self.parent[v as usize] as usize];
            self.parent[v as usize] = above;
            v = above;
        }
        v
    }

    pub fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[b as usize] = a;
    }
}
