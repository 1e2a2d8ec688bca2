//! Where a crown is set into gum, the three sheets should share a ring of edges. Segmented scans leave gaps of a few
//! edges in that ring, through which the visible part of the crown and its hidden base hang together. Each gap is
//! bridged along the crown's own edges, so that the two can be judged apart.
use super::TriMesh;
use super::topology::{EdgeTable, Patches};
use std::collections::{HashMap, VecDeque};

/// The longest bridge, in edges.
const MOST_EDGES: usize = 10;
/// A chain of seam edges as long as this may be closed to a ring by a bridge between its own two ends at once; shorter
/// ones are joined to others first.
const RING_EDGES: u32 = 20;

/// Edges (by index) along which patches should be cut as well. Empty when every seam is a whole ring.
pub fn bridges(mesh: &TriMesh, edges: &EdgeTable, patches: &Patches) -> Vec<usize> {
    let mut chains = Chains::find(edges, patches);
    let ends = chains.ends();
    if ends.is_empty() {
        return Vec::new();
    }
    let fans = Fans::new(mesh);
    let mut found: Vec<Bridge> = Vec::new();
    for &(patch, vertex) in &ends {
        found.extend(bridges_from(vertex, patch, &ends, edges, patches, &fans));
    }
    found.sort_by_key(|b| (b.edges.len(), b.patch, b.from, b.to));
    let mut cuts = Vec::new();
    for short_chains_too in [false, true] {
        for bridge in &found {
            if chains.accept(bridge, short_chains_too) {
                cuts.extend(&bridge.edges);
            }
        }
    }
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

/// A way over a patch between two ends of seams.
struct Bridge {
    patch: u32,
    from: u32,
    to: u32,
    edges: Vec<usize>,
}

/// Seam edges that have the same patch on two of their sides, as a graph for each patch. Keys are (patch, vertex).
struct Chains {
    degree: HashMap<(u32, u32), u32>,
    parent: HashMap<(u32, u32), (u32, u32)>,
    n_edges: HashMap<(u32, u32), u32>,
}

impl Chains {
    fn find(edges: &EdgeTable, patches: &Patches) -> Self {
        let mut chains = Self { degree: HashMap::new(), parent: HashMap::new(), n_edges: HashMap::new() };
        for e in (0..edges.len()).filter(|&e| edges.halves(e).len() > 2) {
            let mut here: Vec<u32> = edges.halves(e).iter().map(|&h| patches.of_triangle[h as usize / 3]).collect();
            here.sort_unstable();
            for group in here.chunk_by(|a, b| a == b).filter(|g| g.len() == 2) {
                let [a, b] = edges.ends(e).map(|v| (group[0], v));
                *chains.degree.entry(a).or_default() += 1;
                *chains.degree.entry(b).or_default() += 1;
                chains.join(a, b, 1);
            }
        }
        chains
    }

    /// Vertices at which a chain stops, sorted.
    fn ends(&self) -> Vec<(u32, u32)> {
        let mut ends: Vec<_> = self.degree.iter().filter(|(_, d)| **d % 2 == 1).map(|(&end, _)| end).collect();
        ends.sort_unstable();
        ends
    }

    fn root(&self, mut key: (u32, u32)) -> (u32, u32) {
        while let Some(&up) = self.parent.get(&key).filter(|&&up| up != key) {
            key = up;
        }
        key
    }

    fn join(&mut self, a: (u32, u32), b: (u32, u32), n_edges: u32) {
        let (a, b) = (self.root(a), self.root(b));
        let both = n_edges
            + self.n_edges.get(&a).copied().unwrap_or(0)
            + if a == b { 0 } else { self.n_edges.get(&b).copied().unwrap_or(0) };
        self.parent.insert(a.max(b), a.min(b));
        self.n_edges.insert(a.min(b), both);
    }

    /// Takes a bridge if both its ends are still open and it leads to another chain or closes a long one.
    fn accept(&mut self, bridge: &Bridge, short_chains_too: bool) -> bool {
        let (a, b) = ((bridge.patch, bridge.from), (bridge.patch, bridge.to));
        let is_open = |key: &(u32, u32)| self.degree.get(key).is_some_and(|d| d % 2 == 1);
        if !is_open(&a) || !is_open(&b) {
            return false;
        }
        let (root_a, root_b) = (self.root(a), self.root(b));
        let is_long = self.n_edges.get(&root_a).is_some_and(|&n| n >= RING_EDGES);
        if root_a == root_b && !is_long && !short_chains_too {
            return false;
        }
        for key in [a, b] {
            *self.degree.entry(key).or_default() += 1;
        }
        self.join(a, b, bridge.edges.len() as u32);
        true
    }
}

/// Triangles at each vertex.
struct Fans {
    starts: Vec<u32>,
    triangles: Vec<u32>,
}

impl Fans {
    fn new(mesh: &TriMesh) -> Self {
        let mut starts = vec![0_u32; mesh.positions.len() + 2];
        mesh.triangles.iter().flatten().for_each(|&v| starts[v as usize + 2] += 1);
        (2..starts.len()).for_each(|v| starts[v] += starts[v - 1]);
        let mut triangles = vec![0; mesh.triangles.len() * 3];
        for (t, corners) in mesh.triangles.iter().enumerate() {
            for &v in corners {
                let cursor = &mut starts[v as usize + 1];
                triangles[*cursor as usize] = t as u32;
                *cursor += 1;
            }
        }
        Self { starts, triangles }
    }

    fn at(&self, vertex: u32) -> &[u32] {
        let v = vertex as usize;
        &self.triangles[self.starts[v] as usize..self.starts[v + 1] as usize]
    }
}

/// The shortest ways from one end over its patch to other ends of the same patch, not along seams.
fn bridges_from(
    start: u32,
    patch: u32,
    ends: &[(u32, u32)],
    edges: &EdgeTable,
    patches: &Patches,
    fans: &Fans,
) -> Vec<Bridge> {
    // For each vertex reached: the one before, the edge between, and how many edges so far.
    let mut reached: HashMap<u32, (u32, usize, usize)> = HashMap::from([(start, (start, 0, 0))]);
    let mut queue = VecDeque::from([start]);
    let mut found = Vec::new();
    while let Some(v) = queue.pop_front() {
        let n = reached[&v].2;
        if v > start && ends.binary_search(&(patch, v)).is_ok() {
            found.push(Bridge { patch, from: start, to: v, edges: way_back(v, start, &reached) });
        }
        if n == MOST_EDGES {
            continue;
        }
        for &t in fans.at(v).iter().filter(|&&t| patches.of_triangle[t as usize] == patch) {
            for corner in 0..3 {
                let half = t as usize * 3 + corner;
                let edge = edges.edge_of_half(half);
                let [a, b] = edges.ends(edge);
                let next = if a == v {
                    b
                } else if b == v {
                    a
                } else {
                    continue;
                };
                if edges.halves(edge).len() == 2 && !reached.contains_key(&next) {
                    reached.insert(next, (v, edge, n + 1));
                    queue.push_back(next);
                }
            }
        }
    }
    found
}

fn way_back(mut v: u32, start: u32, reached: &HashMap<u32, (u32, usize, usize)>) -> Vec<usize> {
    let mut way = Vec::new();
    while v != start {
        let (before, edge, _) = reached[&v];
        way.push(edge);
        v = before;
    }
    way
}

#[cfg(test)]
mod tests {
    use super::super::shapes;
    use super::*;

    fn check(mesh: &TriMesh, n_patches: usize, n_patches_cut: usize) {
        let edges = EdgeTable::new(&mesh.triangles, mesh.positions.len());
        let patches = Patches::new(&mesh.triangles, &edges);
        assert_eq!(patches.len(), n_patches);
        let cuts = bridges(mesh, &edges, &patches);
        assert_eq!(Patches::with_cuts(&mesh.triangles, &edges, &cuts).len(), n_patches_cut, "{cuts:?}");
    }

    #[test]
    fn a_whole_ring_needs_no_bridge_and_a_gap_is_bridged() {
        let (mesh, _) = shapes::crown_in_inverted_gum(8);
        check(&mesh, 3, 3);
        // Without two cells of gum at the crown the ring has a gap: crown and base are one patch until it is cut.
        let n = mesh.triangles.len();
        let mut gapped = mesh.clone();
        gapped.triangles.drain(n - 4..);
        check(&gapped, 2, 3);
    }

    #[test]
    fn manifold_meshes_are_left_alone() {
        check(&shapes::sphere(8, 1.0), 1, 1);
        check(&shapes::patch(4), 1, 1);
    }
}
