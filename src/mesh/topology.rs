//! The edges of a mesh, its patches, and what "closed" means here.
//!
//! Closed is meant in the sense of chains: along every edge as many triangles run one way as the other. Exactly then
//! does every ray's winding return to zero, also where three or four sheets meet at an edge (crowns set into gum).
use super::TriMesh;
use crate::base::{Cancelled, Progress};

/// An edge, whichever way it is walked.
pub fn edge_key(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// Those of a triangle.
pub fn edge_keys([a, b, c]: [u32; 3]) -> [[u32; 2]; 3] {
    [edge_key(a, b), edge_key(b, c), edge_key(c, a)]
}

/// Undirected edges with the half-edges that run along them. Half-edge `3 * triangle + corner` runs from that
/// corner to the next.
pub struct EdgeTable {
    ends: Vec<[u32; 2]>,
    starts: Vec<u32>,
    halves: Vec<u32>,
    edge_of_half: Vec<u32>,
}

impl EdgeTable {
    /// Buckets the half-edges by their smaller vertex, then sorts each bucket by the larger one.
    /// Half-edges from a vertex to itself get an edge like any other.
    pub fn new(triangles: &[[u32; 3]], n_vertices: usize) -> Self {
        Self::watched(triangles, n_vertices, &Progress::default()).expect("nobody cancels it")
    }

    /// The same, which may be cancelled.
    ///
    /// # Errors
    /// Cancelling.
    pub fn watched(triangles: &[[u32; 3]], n_vertices: usize, progress: &Progress) -> Result<Self, Cancelled> {
        let lower = |h: usize| half_ends(triangles, h).into_iter().min().unwrap_or(0) as usize;
        let n_halves = triangles.len() * 3;
        let mut bucket_starts = vec![0_u32; n_vertices + 2];
        for h in 0..n_halves {
            progress.look(h)?;
            bucket_starts[lower(h) + 2] += 1;
        }
        (2..n_vertices + 2).for_each(|v| bucket_starts[v] += bucket_starts[v - 1]);
        let mut bucketed = vec![(0_u32, 0_u32); n_halves];
        for h in 0..n_halves {
            progress.look(h)?;
            let [a, b] = half_ends(triangles, h);
            let cursor = &mut bucket_starts[lower(h) + 1];
            bucketed[*cursor as usize] = (a.max(b), h as u32);
            *cursor += 1;
        }
        let n_guess = n_halves / 2 + 16;
        let mut table = Self {
            ends: Vec::with_capacity(n_guess),
            starts: Vec::with_capacity(n_guess + 1),
            halves: Vec::with_capacity(n_halves),
            edge_of_half: vec![0; n_halves],
        };
        for v in 0..n_vertices {
            progress.look(v)?;
            let bucket = &mut bucketed[bucket_starts[v] as usize..bucket_starts[v + 1] as usize];
            bucket.sort_unstable();
            table.push_bucket(v as u32, bucket);
        }
        table.starts.push(table.halves.len() as u32);
        Ok(table)
    }

    fn push_bucket(&mut self, lower: u32, bucket: &[(u32, u32)]) {
        let mut last = None;
        for &(upper, half) in bucket {
            if last != Some(upper) {
                self.starts.push(self.halves.len() as u32);
                self.ends.push([lower, upper]);
                last = Some(upper);
            }
            self.edge_of_half[half as usize] = self.ends.len() as u32 - 1;
            self.halves.push(half);
        }
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Smaller and larger vertex of an edge.
    pub fn ends(&self, edge: usize) -> [u32; 2] {
        self.ends[edge]
    }

    /// The half-edges along an edge, as many as triangles meet there.
    pub fn halves(&self, edge: usize) -> &[u32] {
        &self.halves[self.starts[edge] as usize..self.starts[edge + 1] as usize]
    }

    pub fn edge_of_half(&self, half: usize) -> usize {
        self.edge_of_half[half] as usize
    }
}

/// Start and end of a half-edge.
pub fn half_ends(triangles: &[[u32; 3]], half: usize) -> [u32; 2] {
    let triangle = &triangles[half / 3];
    [triangle[half % 3], triangle[(half % 3 + 1) % 3]]
}

/// +1 when a half-edge runs from the smaller to the larger vertex, else -1.
pub fn half_direction(triangles: &[[u32; 3]], half: usize) -> i32 {
    let [a, b] = half_ends(triangles, half);
    if a < b { 1 } else { -1 }
}

/// In [`twins`]: not exactly two triangles meet at the edge.
pub const NO_TWIN: u32 = u32::MAX;

/// For every half-edge the other one along the same edge, [`NO_TWIN`] at borders and where more than two triangles meet.
pub fn twins(triangles: &[[u32; 3]], n_vertices: usize) -> Vec<u32> {
    let edges = EdgeTable::new(triangles, n_vertices);
    let mut twins = vec![NO_TWIN; triangles.len() * 3];
    for edge in 0..edges.len() {
        if let &[a, b] = edges.halves(edge) {
            (twins[a as usize], twins[b as usize]) = (b, a);
        }
    }
    twins
}

/// Triangles joined through edges at which exactly two triangles meet, each with the sign that makes its patch
/// coherent. A patch is the smallest part that can be turned round on its own.
pub struct Patches {
    /// Patch of each triangle.
    pub of_triangle: Vec<u32>,
    /// +1, or -1 when the triangle must be turned round to agree with the rest of its patch.
    pub sign: Vec<i8>,
    /// Triangles in each patch.
    pub sizes: Vec<u32>,
}

impl Patches {
    /// Floods the triangles. Where a one-sided surface contradicts itself, the edge is simply left unbalanced.
    pub fn new(triangles: &[[u32; 3]], edges: &EdgeTable) -> Self {
        Self::with_cuts(triangles, edges, &[])
    }

    /// The same with further edges (by index) that no patch crosses.
    pub fn with_cuts(triangles: &[[u32; 3]], edges: &EdgeTable, cuts: &[usize]) -> Self {
        let mut is_cut = vec![false; if cuts.is_empty() { 0 } else { edges.len() }];
        cuts.iter().for_each(|&e| is_cut[e] = true);
        let mut patches =
            Self { of_triangle: vec![u32::MAX; triangles.len()], sign: vec![0; triangles.len()], sizes: Vec::new() };
        let mut members = Vec::new();
        for seed in 0..triangles.len() {
            if patches.of_triangle[seed] == u32::MAX {
                patches.flood(seed, triangles, edges, &is_cut, &mut members);
                patches.prefer_orientation_as_read(&members);
                patches.sizes.push(members.len() as u32);
            }
        }
        patches
    }

    /// `members` serves as the queue and ends as the list of the patch's triangles.
    fn flood(
        &mut self,
        seed: usize,
        triangles: &[[u32; 3]],
        edges: &EdgeTable,
        is_cut: &[bool],
        members: &mut Vec<usize>,
    ) {
        let patch = self.sizes.len() as u32;
        members.clear();
        members.push(seed);
        self.of_triangle[seed] = patch;
        self.sign[seed] = 1;
        let mut next = 0;
        while let Some(&triangle) = members.get(next) {
            next += 1;
            for half in triangle * 3..triangle * 3 + 3 {
                let edge = edges.edge_of_half(half);
                let &[h0, h1] = edges.halves(edge) else { continue };
                if is_cut.get(edge).is_some_and(|&cut| cut) {
                    continue;
                }
                let other_half = if h0 as usize == half { h1 } else { h0 } as usize;
                let other = other_half / 3;
                if self.of_triangle[other] == u32::MAX {
                    let agree = half_direction(triangles, half) != half_direction(triangles, other_half);
                    self.of_triangle[other] = patch;
                    self.sign[other] = if agree { self.sign[triangle] } else { -self.sign[triangle] };
                    members.push(other);
                }
            }
        }
    }

    fn prefer_orientation_as_read(&mut self, members: &[usize]) {
        if members.iter().map(|&t| i64::from(self.sign[t])).sum::<i64>() < 0 {
            members.iter().for_each(|&t| self.sign[t] = -self.sign[t]);
        }
    }

    pub fn len(&self) -> usize {
        self.sizes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }
}

/// Open edges of a mesh as it is oriented, each counted as often as triangles are missing; 0 = closed.
pub fn n_open_edges(mesh: &TriMesh) -> usize {
    let edges = EdgeTable::new(&mesh.triangles, mesh.positions.len());
    (0..edges.len()).map(|e| net(&mesh.triangles, &edges, e).unsigned_abs() as usize).sum()
}

/// Triangles that run along an edge upwards (smaller to larger vertex) minus those that run downwards.
pub fn net(triangles: &[[u32; 3]], edges: &EdgeTable, edge: usize) -> i32 {
    let [a, b] = edges.ends(edge);
    if a == b {
        return 0;
    }
    edges.halves(edge).iter().map(|&h| half_direction(triangles, h as usize)).sum()
}

#[cfg(test)]
mod tests {
    use super::super::shapes;
    use super::*;

    #[test]
    fn edges_of_a_tetrahedron() {
        let mesh = shapes::tetrahedron();
        let edges = EdgeTable::new(&mesh.triangles, 4);
        assert_eq!(edges.len(), 6);
        assert!((0..6).all(|e| edges.halves(e).len() == 2));
        assert_eq!(n_open_edges(&mesh), 0);
    }

    #[test]
    fn one_triangle_removed_or_turned_is_open() {
        let mut mesh = shapes::sphere(8, 1.0);
        assert_eq!(n_open_edges(&mesh), 0);
        let last = mesh.triangles.pop().unwrap();
        assert_eq!(n_open_edges(&mesh), 3);
        mesh.triangles.push([last[0], last[2], last[1]]);
        assert_eq!(n_open_edges(&mesh), 6, "turned round, each of its edges misses two");
    }

    #[test]
    fn twins_are_mutual_and_borders_have_none() {
        let mut mesh = shapes::sphere(6, 1.0);
        let mutual = |twins: &[u32]| {
            let fine = |(h, t): (usize, &u32)| *t == NO_TWIN || twins[*t as usize] == h as u32;
            twins.iter().enumerate().all(fine)
        };
        let whole = twins(&mesh.triangles, mesh.positions.len());
        assert!(mutual(&whole) && !whole.contains(&NO_TWIN));
        mesh.triangles.pop();
        let holed = twins(&mesh.triangles, mesh.positions.len());
        assert!(mutual(&holed) && holed.iter().filter(|t| **t == NO_TWIN).count() == 3);
    }

    #[test]
    fn three_sheets_at_an_edge_are_three_patches() {
        let triangles = [[0, 1, 2], [1, 0, 3], [0, 1, 4], [1, 4, 5]];
        let edges = EdgeTable::new(&triangles, 6);
        let patches = Patches::new(&triangles, &edges);
        assert_eq!(patches.sizes, [1, 1, 2]);
    }

    #[test]
    fn a_turned_triangle_gets_the_other_sign() {
        let mut mesh = shapes::sphere(6, 1.0);
        mesh.triangles[5].swap(0, 1);
        let edges = EdgeTable::new(&mesh.triangles, mesh.positions.len());
        let patches = Patches::new(&mesh.triangles, &edges);
        assert_eq!(patches.len(), 1);
        assert!(patches.sign.iter().enumerate().all(|(t, &s)| (s < 0) == (t == 5)));
    }
}
