//! A third search that shares nothing with the program: parry3d's trees, for candidates only.
use super::separating_axes::triangles_meet;
use super::{Triangle, bounds, disagreements, overlap, posed};
use glam::{DMat3, DVec3};
use occluscope::base::Rigid;
use occluscope::exact::{Bvh, OctreeEngine, TrianglePair, intersecting_pairs};
use occluscope::mesh::TriMesh;
use parry3d_f64::math::Vector;
use parry3d_f64::partitioning::BvhNode;

/// Each tree in its mesh's own coordinates.
fn parry_mesh(mesh: &TriMesh) -> parry3d_f64::shape::TriMesh {
    let positions = mesh.positions.iter().map(|p| p.as_dvec3()).map(|p| Vector::new(p.x, p.y, p.z));
    parry3d_f64::shape::TriMesh::new(positions.collect(), mesh.triangles.clone()).expect("a mesh")
}

/// Both trees gone through at once; the box of a node of the lower one is posed.
fn by_parry(
    trees: &[parry3d_f64::shape::TriMesh; 2],
    pose: &Rigid,
    upper: &[Triangle],
    lower: &[Triangle],
) -> Vec<TrianglePair> {
    let of = |node: &BvhNode| {
        let (lo, hi) = (node.mins(), node.maxs());
        (DVec3::new(lo.x, lo.y, lo.z), DVec3::new(hi.x, hi.y, hi.z))
    };
    let r = &pose.rotation;
    let abs = DMat3::from_cols(r.x_axis.abs(), r.y_axis.abs(), r.z_axis.abs());
    let meet = |a: &BvhNode, b: &BvhNode| {
        let (lo, hi) = of(b);
        let centre = pose.transform_point((lo + hi) * 0.5);
        // Some ten roundings of numbers below 1000 mm: under 1e-11.
        let half = abs * ((hi - lo) * 0.5) + 1e-9;
        overlap(&of(a), &(centre - half, centre + half))
    };
    let leaves = trees[0].bvh().leaf_pairs(trees[1].bvh(), meet);
    let met = |(i, j): &(u32, u32)| {
        let (a, b) = (&upper[*i as usize], &lower[*j as usize]);
        overlap(&bounds(a), &bounds(b)) && triangles_meet(a, b)
    };
    let mut pairs: Vec<_> = leaves.filter(met).map(|(i, j)| [i, j]).collect();
    pairs.sort_unstable();
    pairs
}

/// (parry3d's own triangle test is an iteration and gives 1 to 2 % of false pairs: only its trees serve here.)
#[test]
fn pairs_of_whole_jaws_are_those_of_parry3d_s_trees() {
    for (name, pair) in super::cases() {
        let (upper, lower) = (&pair.upper.mesh, &pair.lower.mesh);
        let at = super::contact_place(upper, lower);
        let (trees, parry) = ([Bvh::new(upper), Bvh::new(lower)], [parry_mesh(upper), parry_mesh(lower)]);
        let octree = OctreeEngine::new(&pair);
        let resting = posed(upper, &Rigid::IDENTITY);
        let mut random = super::Random::new(75);
        let (n, mut n_pairs, mut n_noticed) = (super::n_poses(16), 0, 0);
        for k in 0..n {
            let pose = if k == 0 { Rigid::IDENTITY } else { random.pose(at, 0.3, 1.0) };
            let truth = by_parry(&parry, &pose, &resting, &posed(lower, &pose));
            let got = intersecting_pairs(&trees[0], &trees[1], &pose);
            assert_eq!(disagreements(&got, &truth), 0, "{name}, bvh, pose {k}");
            assert_eq!(disagreements(&octree.intersecting_pairs(&pose), &truth), 0, "{name}, octree, pose {k}");
            let nudged = Rigid::from_translation(DVec3::splat(0.002)) * pose;
            let twin = intersecting_pairs(&trees[0], &trees[1], &nudged);
            n_noticed += usize::from(disagreements(&twin, &truth) > 0);
            n_pairs += truth.len();
        }
        println!("{name}, parry3d's trees: {n} poses, {n_pairs} pairs, 0 differ");
        assert!(n_pairs > n);
        // The twin. A nudge of a few µm need not change any pair of a light contact, but of most.
        assert!(2 * n_noticed > n, "{name}: {n_noticed} of {n} nudges were noticed");
    }
}
