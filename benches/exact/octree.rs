//! The octree, which prepares nothing, against the trees; the lower jaw is moved a little before each question.
use super::jaws::Jaws;
use glam::DVec3;
use occluscope::base::Rigid;
use occluscope::exact::{Bvh, OctreeScene, intersecting_pairs};
use std::time::Instant;

const QUESTIONS: usize = 61;

/// In the pose of the files and 0.3 mm beyond the first contact along z.
pub fn measure(jaws: &Jaws) {
    let begun = Instant::now();
    let (upper, lower) = (Bvh::new(&jaws.upper), Bvh::new(&jaws.lower));
    let built_ms = begun.elapsed().as_secs_f64() * 1e3;
    let mut octree = OctreeScene::default();
    octree.add(&jaws.upper, Rigid::IDENTITY);
    octree.add(&jaws.lower, Rigid::IDENTITY);
    println!("{} and {} triangles, both trees built in {built_ms:.1} ms", upper.n_triangles(), lower.n_triangles());
    for (name, pose) in [("as in the files", Rigid::IDENTITY), ("+0.3 mm", jaws.closed_by(0.3))] {
        let mut times = [Vec::new(), Vec::new()];
        let mut n_pairs = 0;
        for k in 0..QUESTIONS {
            let pose = Rigid::from_translation(DVec3::X * (0.001 * (k % 2) as f64)) * pose;
            let begun = Instant::now();
            let by_trees = intersecting_pairs(&upper, &lower, &pose);
            times[0].push(begun.elapsed().as_secs_f64() * 1e3);
            let begun = Instant::now();
            octree.set_pose(1, pose);
            let by_octree = octree.intersecting_pairs();
            times[1].push(begun.elapsed().as_secs_f64() * 1e3);
            assert!(by_octree.iter().map(|pair| pair.triangles).eq(by_trees), "other pairs");
            n_pairs = by_octree.len();
        }
        times.iter_mut().for_each(|t| t.sort_unstable_by(f64::total_cmp));
        let [trees, octree] = times;
        let (a, b) = (trees[QUESTIONS / 2], octree[QUESTIONS / 2]);
        println!("{name}: {n_pairs} pairs; medians: trees {a:.2} ms, octree {b:.2} ms ({:.1} times)", b / a);
        println!("    least: trees {:.2} ms, octree {:.2} ms ({:.1} times)", trees[0], octree[0], octree[0] / trees[0]);
    }
}
