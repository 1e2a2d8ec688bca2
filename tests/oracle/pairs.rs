//! The exact engines' pairs of triangles: `bvh`, `octree` and something independent must give the same, one for one.
//!
//! The independent side is every triangle with every other on cut-outs, and a sweep along x and parry3d's trees on whole
//! meshes; all decide by [`separating_axes`], which shares nothing with the program. All sides see the same vertices: the lower mesh's moved
//! by `R p + t` in double precision.
//!
//! The number of poses is `OCCLUSCOPE_POSES`; `scripts/long` takes 1,000.
mod chance;
mod number;
mod parry;
mod separating_axes;

pub use chance::{Random, cut_out, first_pose, n_poses, soups};
use chance::{cases, cut_out_of};
use glam::DVec3;
use occluscope::base::Rigid;
use occluscope::exact::{Bvh, FacePair, OctreeScene, TrianglePair, intersecting_pairs};
use occluscope::mesh::TriMesh;
use separating_axes::triangles_meet;

type Triangle = [DVec3; 3];

fn posed(mesh: &TriMesh, pose: &Rigid) -> Vec<Triangle> {
    let corners = |i| mesh.corners(i).map(|p| pose.transform_point(p.as_dvec3()));
    (0..mesh.triangles.len()).map(corners).collect()
}

fn bounds(t: &Triangle) -> (DVec3, DVec3) {
    (t[0].min(t[1]).min(t[2]), t[0].max(t[1]).max(t[2]))
}

fn overlap(a: &(DVec3, DVec3), b: &(DVec3, DVec3)) -> bool {
    (a.0.cmple(b.1) & b.0.cmple(a.1)).all()
}

/// Every triangle with every other.
fn brute_force(upper: &[Triangle], lower: &[Triangle]) -> Vec<TrianglePair> {
    let boxes = |mesh: &[Triangle]| mesh.iter().map(bounds).collect::<Vec<_>>();
    let (upper_boxes, lower_boxes) = (boxes(upper), boxes(lower));
    let mut pairs = Vec::new();
    for (i, a) in upper_boxes.iter().enumerate() {
        let met =
            lower_boxes.iter().enumerate().filter(|(j, b)| overlap(a, b) && triangles_meet(&upper[i], &lower[*j]));
        pairs.extend(met.map(|(j, _)| [i as u32, j as u32]));
    }
    pairs
}

/// Every triangle with every other whose interval along x overlaps: first those of the lower mesh that begin within one
/// of the upper mesh, then the other way round. For whole meshes.
fn by_sweep(upper: &[Triangle], lower: &[Triangle]) -> Vec<TrianglePair> {
    let [a, b] = [upper, lower].map(|mesh| {
        let mut sorted: Vec<_> = mesh.iter().map(bounds).zip(0_u32..).collect();
        sorted.sort_by(|p, q| p.0.0.x.total_cmp(&q.0.0.x));
        sorted
    });
    let mut candidates = Vec::new();
    for (t, i) in &a {
        let first = b.partition_point(|(o, _)| o.0.x < t.0.x);
        let within = b[first..].iter().take_while(|(o, _)| o.0.x <= t.1.x);
        candidates.extend(within.filter(|(o, _)| overlap(t, o)).map(|(_, j)| [*i, *j]));
    }
    for (o, j) in &b {
        let first = a.partition_point(|(t, _)| t.0.x <= o.0.x);
        let within = a[first..].iter().take_while(|(t, _)| t.0.x <= o.1.x);
        candidates.extend(within.filter(|(t, _)| overlap(t, o)).map(|(_, i)| [*i, *j]));
    }
    candidates.retain(|[i, j]| triangles_meet(&upper[*i as usize], &lower[*j as usize]));
    candidates.sort_unstable();
    candidates
}

/// One pair of meshes as every engine has it.
struct Engines {
    meshes: [TriMesh; 2],
    trees: [Bvh; 2],
    octree: OctreeScene,
    /// What the independent side does.
    search: fn(&[Triangle], &[Triangle]) -> Vec<TrianglePair>,
}

impl Engines {
    fn new([upper, lower]: [&TriMesh; 2], search: fn(&[Triangle], &[Triangle]) -> Vec<TrianglePair>) -> Self {
        let mut octree = OctreeScene::default();
        octree.add(upper, Rigid::IDENTITY);
        octree.add(lower, Rigid::IDENTITY);
        Self { meshes: [upper.clone(), lower.clone()], trees: [Bvh::new(upper), Bvh::new(lower)], octree, search }
    }

    fn by_trees(&self, pose: &Rigid) -> Vec<TrianglePair> {
        intersecting_pairs(&self.trees[0], &self.trees[1], pose)
    }

    fn by_octree(&mut self, pose: &Rigid) -> Vec<TrianglePair> {
        self.octree.set_pose(1, *pose);
        let pairs = self.octree.intersecting_pairs();
        pairs.iter().map(|pair| pair.triangles).collect()
    }

    /// The independent side.
    fn truth(&self, pose: &Rigid) -> Vec<TrianglePair> {
        (self.search)(&posed(&self.meshes[0], &Rigid::IDENTITY), &posed(&self.meshes[1], pose))
    }
}

/// Pairs that one side has and the other has not.
fn disagreements(a: &[TrianglePair], b: &[TrianglePair]) -> usize {
    let missing = |a: &[TrianglePair], b: &[TrianglePair]| a.iter().filter(|p| b.binary_search(p).is_err()).count();
    // A pair given twice is one too many as well.
    missing(a, b) + missing(b, a) + a.len().abs_diff(b.len())
}

#[derive(Debug, Default)]
struct Tally {
    poses: usize,
    poses_that_meet: usize,
    pairs: usize,
    trees_differ: usize,
    octree_differs: usize,
}

/// Random poses about `at`, the first as it is. `reach`: mm and degrees.
fn compare(engines: &mut Engines, at: DVec3, (n, reach): (usize, (f64, f64)), seed: u64) -> Tally {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    for k in 0..n {
        let pose = if k == 0 { Rigid::IDENTITY } else { random.pose(at, reach.0, reach.1) };
        let truth = engines.truth(&pose);
        tally.trees_differ += disagreements(&engines.by_trees(&pose), &truth);
        tally.octree_differs += disagreements(&engines.by_octree(&pose), &truth);
        tally.poses += 1;
        tally.poses_that_meet += usize::from(!truth.is_empty());
        tally.pairs += truth.len();
    }
    tally
}

fn check(name: &str, engines: &mut Engines, at: DVec3, (n, reach): (usize, (f64, f64)), seed: u64) {
    let tally = compare(engines, at, (n, reach), seed);
    let [upper, lower] = engines.meshes.each_ref().map(|mesh| mesh.triangles.len());
    println!("{name}: {upper} and {lower} triangles, {tally:?}");
    assert!(tally.trees_differ == 0 && tally.octree_differs == 0, "{name}: {tally:?}");
    assert!(tally.poses_that_meet * 2 >= n && tally.pairs > n, "{name}: too little met: {tally:?}");
}

/// The middle of the pairs that meet as the files lie.
fn contact_place(upper: &TriMesh, lower: &TriMesh) -> DVec3 {
    let pairs = intersecting_pairs(&Bvh::new(upper), &Bvh::new(lower), &Rigid::IDENTITY);
    let [u, _] = pairs[pairs.len() / 2];
    upper.corners(u as usize)[0].as_dvec3()
}

#[test]
fn pairs_of_cut_outs_are_those_of_brute_force() {
    for (name, pair) in cases() {
        let (upper, lower) = (&pair.upper.mesh, &pair.lower.mesh);
        let at = contact_place(upper, lower);
        let mut engines = Engines::new([&cut_out_of(upper, at, 1500), &cut_out_of(lower, at, 1500)], brute_force);
        check(&format!("{name}, cut-outs"), &mut engines, at, (n_poses(40), (0.3, 3.0)), 71);
    }
}

#[test]
fn pairs_of_whole_jaws_are_those_of_a_sweep() {
    for (name, pair) in cases() {
        let (upper, lower) = (&pair.upper.mesh, &pair.lower.mesh);
        let at = contact_place(upper, lower);
        let mut engines = Engines::new([upper, lower], by_sweep);
        check(&format!("{name}, whole"), &mut engines, at, (n_poses(12), (0.3, 1.0)), 72);
    }
}

/// env against rob, and every other mesh against the next.
#[test]
fn pairs_of_broken_meshes_are_those_of_both() {
    let soups = soups();
    let pairs = soups.windows(2).filter(|w| !(w[0].0 == "rob.obj" && w[1].0 != "env.obj"));
    for (k, pair) in pairs.enumerate() {
        let [(name, a), (other, b)] = pair else { continue };
        let name = format!("{name} and {other}");
        let mut whole = Engines::new([a, b], by_sweep);
        check(&format!("{name}, whole"), &mut whole, DVec3::ZERO, (n_poses(8), (4.0, 180.0)), 80 + k as u64);
        // About a place of both, so that the parts lie in each other.
        let (p, q) = (a.positions[a.positions.len() / 3], b.positions[b.positions.len() / 3]);
        let mut part = cut_out_of(b, q.as_dvec3(), 900);
        part.positions.iter_mut().for_each(|x| *x += p - q);
        let mut parts = Engines::new([&cut_out_of(a, p.as_dvec3(), 900), &part], brute_force);
        check(&format!("{name}, cut-outs"), &mut parts, p.as_dvec3(), (n_poses(8), (0.5, 180.0)), 90 + k as u64);
    }
}

/// The crowns of an arch as objects of their own, turned and shifted into each other.
#[test]
fn pairs_of_many_objects_are_those_of_every_two() {
    let Some((_, pair)) = cases().into_iter().find(|(name, _)| name.starts_with("case-5")) else { return };
    let mut crowns = parts(&pair.upper.mesh);
    crowns.extend(parts(&pair.lower.mesh));
    assert_eq!(crowns.len(), 28, "the case has 14 and 14 crowns");
    let mut random = Random::new(73);
    let mut scene = OctreeScene::default();
    for crown in &crowns {
        scene.add(crown, Rigid::IDENTITY);
    }
    let (mut n_pairs, mut n_objects) = (0, 0);
    for round in 0..6 {
        for (i, crown) in crowns.iter_mut().enumerate().filter(|(i, _)| round > 0 && (i + round) % 3 == 0) {
            // Moved in its own coordinates, so that trees over the moved vertices see the same numbers.
            let (lo, hi) = crown.bounds().expect("a crown");
            let motion = random.pose(((lo + hi) * 0.5).as_dvec3(), 1.0, 20.0);
            crown.positions.iter_mut().for_each(|p| *p = motion.transform_point(p.as_dvec3()).as_vec3());
            assert!(scene.set_positions(i, &crown.positions));
        }
        let trees: Vec<_> = crowns.iter().map(Bvh::new).collect();
        let mut expected = Vec::new();
        for a in 0..trees.len() {
            for b in a + 1..trees.len() {
                let found = intersecting_pairs(&trees[a], &trees[b], &Rigid::IDENTITY);
                n_objects += usize::from(!found.is_empty());
                let objects = [a as u32, b as u32];
                expected.extend(found.iter().map(|triangles| FacePair { objects, triangles: *triangles }));
            }
        }
        let got = scene.intersecting_pairs();
        assert!(got == expected, "{} pairs and not {}", got.len(), expected.len());
        n_pairs += expected.len();
    }
    println!("28 crowns: {n_objects} times two of them met, {n_pairs} pairs");
    assert!(n_objects > 60 && n_pairs > 1000);
}

/// The connected parts of a mesh that are larger than debris.
fn parts(mesh: &TriMesh) -> Vec<TriMesh> {
    let mut of: Vec<usize> = (0..mesh.positions.len()).collect();
    loop {
        let mut changed = false;
        for t in &mesh.triangles {
            let least = t.iter().map(|i| of[*i as usize]).min().unwrap_or(0);
            for i in t {
                changed |= of[*i as usize] != least;
                of[*i as usize] = least;
            }
        }
        if !changed {
            break;
        }
    }
    let mut found: Vec<(usize, Vec<[u32; 3]>)> = Vec::new();
    for t in &mesh.triangles {
        let own = of[t[0] as usize];
        match found.iter_mut().find(|(part, _)| *part == own) {
            Some((_, triangles)) => triangles.push(*t),
            None => found.push((own, vec![*t])),
        }
    }
    let used =
        |triangles: Vec<[u32; 3]>| TriMesh { positions: mesh.positions.clone(), n_scanned: 0, triangles, colors: None };
    let whole = found.into_iter().filter(|(_, triangles)| triangles.len() > 100).map(|(_, triangles)| used(triangles));
    whole.map(|part| chance::cut_out(&part, DVec3::ZERO, f64::INFINITY)).collect()
}

/// A deformed jaw gives the pairs of trees built anew, and those of the sweep.
#[test]
fn deformed_jaws_need_nothing_rebuilt() {
    let (_, pair) = cases().remove(0);
    let (upper, mut lower) = (pair.upper.mesh, TriMesh::clone(&pair.lower.mesh));
    let mut scene = OctreeScene::default();
    scene.add(&upper, Rigid::IDENTITY);
    scene.add(&lower, Rigid::IDENTITY);
    let mut random = Random::new(74);
    for _ in 0..4 {
        let (k, by) = (random.vector() * 0.5, (random.vector() * 0.2).as_vec3());
        lower.positions.iter_mut().for_each(|p| *p += by * (p.as_dvec3().dot(k).sin() as f32));
        assert!(scene.set_positions(1, &lower.positions));
        let got: Vec<_> = scene.intersecting_pairs().iter().map(|pair| pair.triangles).collect();
        let anew = Engines::new([&upper, &lower], by_sweep);
        assert!(!got.is_empty());
        assert_eq!(disagreements(&got, &anew.by_trees(&Rigid::IDENTITY)), 0);
        assert_eq!(disagreements(&got, &anew.truth(&Rigid::IDENTITY)), 0);
    }
}

/// The twins: whatever is changed on one side alone must show.
#[test]
fn a_moved_vertex_a_moved_pose_and_a_lost_pair_are_noticed() {
    let (_, pair) = cases().remove(0);
    let (upper, lower) = (&pair.upper.mesh, &pair.lower.mesh);
    let at = contact_place(upper, lower);
    let (upper, lower) = (cut_out_of(upper, at, 1500), cut_out_of(lower, at, 1500));
    let mut engines = Engines::new([&upper, &lower], brute_force);
    let truth = engines.truth(&Rigid::IDENTITY);
    let nudge = Rigid::from_translation(DVec3::splat(0.002));
    assert!(disagreements(&engines.by_trees(&nudge), &truth) > 0);
    assert!(disagreements(&engines.by_octree(&nudge), &truth) > 0);
    let mut moved = engines.meshes[1].clone();
    moved.positions[lower.triangles[truth[0][1] as usize][0] as usize] += DVec3::splat(0.5).as_vec3();
    let mut other = Engines::new([&upper, &moved], brute_force);
    assert!(disagreements(&other.by_trees(&Rigid::IDENTITY), &truth) > 0);
    assert!(disagreements(&other.by_octree(&Rigid::IDENTITY), &truth) > 0);
    let whole = engines.by_octree(&Rigid::IDENTITY);
    assert_eq!(disagreements(&whole, &truth), 0);
    for k in 0..whole.len() {
        let mut lost = whole.clone();
        lost.remove(k);
        let mut twice = whole.clone();
        twice.insert(k, whole[k]);
        assert!(disagreements(&lost, &truth) > 0 && disagreements(&twice, &truth) > 0);
    }
}
