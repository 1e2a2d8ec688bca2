//! The boundary of a surface as directed loops: what closing has to run against.
use super::TriMesh;
use super::topology::{EdgeTable, net};
use std::collections::HashMap;

/// Directed loops of vertices (the last runs back to the first) along which triangles are missing. They run as the
/// surface's own triangles do, so that an added triangle must use their edges the other way. No vertex comes twice in
/// a loop; an edge that misses two triangles lies on two loops.
pub fn boundary_loops(mesh: &TriMesh) -> Vec<Vec<u32>> {
    loops_along(mesh, &EdgeTable::new(&mesh.triangles, mesh.positions.len()))
}

/// The same of a mesh whose edges are known.
pub fn loops_along(mesh: &TriMesh, edges: &EdgeTable) -> Vec<Vec<u32>> {
    loops_of((0..edges.len()).map(|e| (edges.ends(e), net(&mesh.triangles, edges, e))))
}

/// The loops of edges with how many more run from their first end than back.
pub fn loops_of(edges: impl Iterator<Item = ([u32; 2], i32)>) -> Vec<Vec<u32>> {
    let runs = |([a, b], net): ([u32; 2], i32)| {
        std::iter::repeat_n(if net > 0 { (a, b) } else { (b, a) }, net.unsigned_abs() as usize)
    };
    decompose(edges.flat_map(runs).collect())
}

/// Cuts balanced directed edges (as many arrive at each vertex as leave it) into simple loops: walk on, and whenever
/// the walk meets its own track, the loop just made is split off. Unbalanced left-overs cannot occur for a boundary;
/// if given, they are dropped.
pub fn decompose(mut directed: Vec<(u32, u32)>) -> Vec<Vec<u32>> {
    // Taken from the back, so the smallest target of a vertex goes first.
    directed.sort_unstable_by(|a, b| b.cmp(a));
    let mut leaving: HashMap<u32, Vec<u32>> = HashMap::with_capacity(directed.len());
    for &(from, to) in &directed {
        leaving.entry(from).or_default().push(to);
    }
    let mut loops = Vec::new();
    let mut track: Vec<u32> = Vec::new();
    let mut place_on_track: HashMap<u32, usize> = HashMap::new();
    for &(start, _) in directed.iter().rev() {
        track.push(start);
        place_on_track.insert(start, 0);
        while let Some(next) = track.last().and_then(|v| leaving.get_mut(v)).and_then(Vec::pop) {
            if let Some(&at) = place_on_track.get(&next) {
                loops.push(track[at..].to_vec());
                track.drain(at + 1..).for_each(|v| {
                    place_on_track.remove(&v);
                });
            } else {
                place_on_track.insert(next, track.len());
                track.push(next);
            }
        }
        track.clear();
        place_on_track.clear();
    }
    loops
}

/// The edges of a loop, each as it runs.
pub fn edges_along(vertices: &[u32]) -> impl Iterator<Item = [u32; 2]> + '_ {
    vertices.iter().zip(vertices.iter().cycle().skip(1)).map(|(a, b)| [*a, *b])
}

/// Length of a loop, mm.
pub fn length_mm(mesh: &TriMesh, vertices: &[u32]) -> f64 {
    let ends = edges_along(vertices).map(|ends| ends.map(|v| mesh.positions[v as usize]));
    ends.map(|[a, b]| f64::from(a.distance(b))).sum()
}

#[cfg(test)]
mod tests {
    use super::super::shapes;
    use super::*;

    #[test]
    fn a_missing_triangle_is_a_loop_of_three() {
        let mut mesh = shapes::sphere(8, 1.0);
        assert!(boundary_loops(&mesh).is_empty());
        let [a, b, c] = mesh.triangles.pop().unwrap();
        let mut expected = [a, c, b];
        let least = (0..3).min_by_key(|&i| expected[i]).unwrap();
        expected.rotate_left(least);
        assert_eq!(boundary_loops(&mesh), [expected]);
    }

    #[test]
    fn a_pinched_vertex_parts_two_loops() {
        let loops = decompose(vec![(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)]);
        assert_eq!(loops.len(), 2);
        assert!(loops.iter().all(|l| l.len() == 3));
    }

    #[test]
    fn a_doubled_edge_lies_on_two_loops() {
        let loops = decompose(vec![(0, 1), (0, 1), (1, 2), (1, 3), (2, 0), (3, 0)]);
        assert_eq!(loops.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3]);
    }

    #[test]
    fn a_loop_is_as_long_as_its_edges_together() {
        let open = shapes::without(&shapes::moved(&shapes::cube(), 0.0, 3.0), |p| p.z == 3.0);
        let [top] = &boundary_loops(&open)[..] else { panic!("one hole") };
        assert_eq!(edges_along(top).count(), 4);
        assert_eq!(edges_along(top).last(), Some([top[3], top[0]]));
        assert_eq!(length_mm(&open, top), 24.0);
        assert_eq!(length_mm(&open, &top[..1]), 0.0, "the twin");
    }
}
