//! The octree, which prepares nothing, against the trees; the lower jaw is moved a little before each question.
use super::jaws::Jaws;
use glam::DVec3;
use occluscope::base::Rigid;
use occluscope::exact::{Bvh, OctreeScene, TrianglePair, intersecting_pairs};
use std::time::Instant;

const ROUNDS: usize = 9;
const QUESTIONS: usize = 40;

/// Per question, of one round.
struct Times {
    wall_ms: f64,
    /// Of all threads: what a machine busy with other things does not change. 0 where the system does not tell.
    processor_ms: f64,
}

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
        let mut by_trees = |pose: &Rigid| intersecting_pairs(&upper, &lower, pose);
        let mut by_octree = |pose: &Rigid| {
            octree.set_pose(1, *pose);
            octree.intersecting_pairs().iter().map(|pair| pair.triangles).collect()
        };
        let pairs: Vec<TrianglePair> = by_octree(&pose);
        assert!(pairs == by_trees(&pose), "other pairs");
        let (mut trees, mut octree) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            trees.push(round(&mut by_trees, &pose));
            octree.push(round(&mut by_octree, &pose));
        }
        println!("{name}: {} pairs", pairs.len());
        for (what, of) in [("wall", (|t| t.wall_ms) as fn(&Times) -> f64), ("processor", |t| t.processor_ms)] {
            let (a, b) = (median(&trees, of), median(&octree, of));
            println!("    {what}: trees {a:.2} ms, octree {b:.2} ms, {:.1} times", b / a);
        }
    }
}

fn round(ask: &mut impl FnMut(&Rigid) -> Vec<TrianglePair>, pose: &Rigid) -> Times {
    let (begun, processor) = (Instant::now(), processor_ms());
    for k in 0..QUESTIONS {
        std::hint::black_box(ask(&(Rigid::from_translation(DVec3::X * (0.001 * (k % 2) as f64)) * *pose)));
    }
    let per_question = |ms: f64| ms / QUESTIONS as f64;
    Times {
        wall_ms: per_question(begun.elapsed().as_secs_f64() * 1e3),
        processor_ms: per_question(processor_ms() - processor),
    }
}

fn median(times: &[Times], of: fn(&Times) -> f64) -> f64 {
    let mut all: Vec<f64> = times.iter().map(of).collect();
    all.sort_unstable_by(f64::total_cmp);
    all[all.len() / 2]
}

/// User and system time of this process, in steps of 10 ms (Linux).
fn processor_ms() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let ticks = stat.rsplit(')').next().unwrap_or("").split_whitespace().skip(11).take(2);
    ticks.filter_map(|t| t.parse::<f64>().ok()).sum::<f64>() * 10.0
}
