//! Triangles in an order of which every aligned run of 4, 16, 64 ... is a node of a balanced tree, so that a tree needs no
//! pointers: the children of node `i` of a level are the nodes `4 i` to `4 i + 3` of the level below, and a node of the
//! lowest level holds as many triangles (after Gress and Zachmann 2004, sect. 4.1, who halve).
use super::TriMesh;
use crate::base::{both, n_threads};
use glam::Vec3A;

/// Children of a node, and triangles of a leaf.
pub const FAN_OUT: usize = 4;

/// Fewer triangles are not worth a thread of their own.
const LEAST_TASK: usize = 1 << 15;

#[derive(Clone, Copy)]
struct Prim {
    lo: Vec3A,
    hi: Vec3A,
    id: u32,
}

/// The mesh's triangles in the order of the tree's leaves.
pub fn balanced_order(mesh: &TriMesh) -> Vec<u32> {
    let mut prims: Vec<Prim> = mesh.triangles.iter().zip(0..).map(|(t, id)| prim(mesh, t, id)).collect();
    order(&mut prims, n_threads(usize::MAX));
    prims.iter().map(|p| p.id).collect()
}

fn prim(mesh: &TriMesh, triangle: &[u32; 3], id: u32) -> Prim {
    let [a, b, c] = triangle.map(|i| Vec3A::from(mesh.positions[i as usize]));
    Prim { lo: a.min(b).min(c), hi: a.max(b).max(c), id }
}

/// Cuts where the runs demand it, across the axis that leaves the least surface on both sides.
fn order(prims: &mut [Prim], threads: usize) {
    if prims.len() <= FAN_OUT {
        return;
    }
    let n_left = prims.len().next_power_of_two() / 2;
    let axis = best_axis(prims, n_left);
    select(prims, n_left, axis);
    let (left, right) = prims.split_at_mut(n_left);
    if threads > 1 && right.len() > LEAST_TASK {
        both(|| order(left, threads / 2), || order(right, threads - threads / 2));
    } else {
        order(left, threads);
        order(right, threads);
    }
}

/// The `n_left` lowest middles come first. Equal ones by their numbers, so that nothing depends on how it is done.
fn select(prims: &mut [Prim], n_left: usize, axis: usize) {
    let middle = |p: &Prim| p.lo[axis] + p.hi[axis];
    prims.select_nth_unstable_by(n_left, |a, b| middle(a).total_cmp(&middle(b)).then(a.id.cmp(&b.id)));
}

fn best_axis(prims: &mut [Prim], n_left: usize) -> usize {
    let cost = |axis: usize| {
        select(prims, n_left, axis);
        let (left, right) = prims.split_at(n_left);
        half_area(left) * left.len() as f32 + half_area(right) * right.len() as f32
    };
    let costs = [0, 1, 2].map(cost);
    if costs[0] <= costs[1] && costs[0] <= costs[2] {
        0
    } else if costs[1] <= costs[2] {
        1
    } else {
        2
    }
}

fn half_area(prims: &[Prim]) -> f32 {
    let none = (Vec3A::splat(f32::INFINITY), Vec3A::splat(f32::NEG_INFINITY));
    let (lo, hi) = prims.iter().fold(none, |(lo, hi), p| (lo.min(p.lo), hi.max(p.hi)));
    let d = hi - lo;
    d.x * d.y + d.y * d.z + d.z * d.x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes;

    fn shuffled(n: usize) -> TriMesh {
        let mut mesh = shapes::sphere(n, 5.0);
        let len = mesh.triangles.len();
        mesh.triangles = (0..len).map(|i| mesh.triangles[i * 37 % len]).collect();
        mesh
    }

    /// Half areas of the boxes of all aligned runs of a length, summed up.
    fn surface(mesh: &TriMesh, order: &[u32], run: usize) -> f32 {
        let box_of = |run: &[u32]| {
            half_area(&run.iter().map(|id| prim(mesh, &mesh.triangles[*id as usize], *id)).collect::<Vec<_>>())
        };
        order.chunks(run).map(box_of).sum()
    }

    #[test]
    fn every_triangle_has_one_place_and_runs_are_neighbours() {
        for n in [5, 16, 40] {
            let mesh = shuffled(n);
            let order = balanced_order(&mesh);
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert!(sorted.iter().copied().eq(0..mesh.triangles.len() as u32));
            let as_they_come: Vec<u32> = (0..mesh.triangles.len() as u32).collect();
            for run in [FAN_OUT, FAN_OUT * FAN_OUT] {
                let (ours, theirs) = (surface(&mesh, &order, run), surface(&mesh, &as_they_come, run));
                assert!(ours < 0.4 * theirs, "{n}, runs of {run}: {ours} and {theirs}");
            }
        }
    }

    #[test]
    fn the_order_does_not_depend_on_threads_and_small_meshes_have_one() {
        let mesh = shuffled(200);
        let by = |threads| {
            let mut prims: Vec<Prim> = mesh.triangles.iter().zip(0..).map(|(t, id)| prim(&mesh, t, id)).collect();
            order(&mut prims, threads);
            prims.iter().map(|p| p.id).collect::<Vec<_>>()
        };
        assert_eq!(by(1), by(4));
        assert!(balanced_order(&TriMesh::default()).is_empty());
        let few = TriMesh { triangles: mesh.triangles[..3].to_vec(), ..mesh };
        assert_eq!(balanced_order(&few).len(), 3);
    }
}
