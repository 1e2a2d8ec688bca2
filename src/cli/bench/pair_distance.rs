//! What else the trees of `bench --pairs` are asked, at the first step of a scene: pairs within a distance, the nearest triangle
//! of every vertex, and the pairs of a deformed body.
use crate::base::{Rigid, share_out};
use crate::bench::PairsScene;
use crate::engine::GpuScene;
use crate::exact::{Bvh, Hint, Searcher, intersecting_pairs, pairs_within};
use crate::mesh::TriMesh;
use anyhow::ensure;
use glam::DVec3;
use serde::Serialize;
use std::time::Instant;

/// The largest threshold of contact.
pub const WITHIN_MM: f64 = 0.2;
/// Of how many each time is the median.
const REPEATS: usize = 3;
/// Vertices that one thread measures at a time.
const CHUNK: usize = 4096;

/// By the GPU, and by the processor's trees, milliseconds.
#[derive(Debug, Serialize)]
pub struct Asked {
    pub gpu_ms: f64,
    pub bvh_ms: f64,
}

#[derive(Debug, Serialize)]
pub struct PairDistance {
    pub within_mm: f64,
    /// Pairs of triangles within the distance.
    pub pairs: usize,
    pub pairs_within: Asked,
    /// Vertices of both bodies with a triangle of the other one within the distance, and how far both sides' distances are
    /// apart at most.
    pub vertices: usize,
    pub largest_difference_mm: f64,
    pub nearest: Asked,
    /// All vertices of the second body are new: handed over, boxes refitted, pairs found.
    pub deformed: Asked,
}

/// # Errors
/// A lost GPU; answers that differ.
pub fn measure(gpu: &mut GpuScene, scene: &PairsScene, trees: &mut [Bvh; 2]) -> anyhow::Result<PairDistance> {
    let pose = scene.poses[0];
    gpu.set_pose(1, pose);
    let (truth, bvh_ms) = timed(|| Ok(pairs_within(&trees[0], &trees[1], &pose, WITHIN_MM)))?;
    let (pairs, gpu_ms) = timed(|| Ok(gpu.pairs_within(WITHIN_MM)?))?;
    ensure!(pairs.iter().map(|p| p.triangles).eq(truth), "engine bvh-gpu has other pairs within a distance than bvh");
    let pairs_within = Asked { gpu_ms, bvh_ms };
    let (truth, bvh_ms) = timed(|| Ok(nearest(scene, trees, &pose)))?;
    let (got, gpu_ms) = timed(|| Ok(gpu.nearest(WITHIN_MM)?))?;
    let both = truth.iter().flatten().zip(got.iter().flatten()).filter_map(|(a, b)| Some(((*a)?, (*b)?)));
    let differences: Vec<f64> = both.map(|(truth, got)| (got.distance_mm - truth).abs()).collect();
    Ok(PairDistance {
        within_mm: WITHIN_MM,
        pairs: pairs.len(),
        pairs_within,
        vertices: differences.len(),
        largest_difference_mm: differences.into_iter().fold(0.0, f64::max),
        nearest: Asked { gpu_ms, bvh_ms },
        deformed: deformed(gpu, scene, trees)?,
    })
}

/// The answer and the median time.
pub fn timed<T>(mut ask: impl FnMut() -> anyhow::Result<T>) -> anyhow::Result<(T, f64)> {
    let mut times_ms = Vec::new();
    loop {
        let begun = Instant::now();
        let answer = ask()?;
        times_ms.push(begun.elapsed().as_secs_f64() * 1e3);
        if times_ms.len() == REPEATS {
            times_ms.sort_by(f64::total_cmp);
            return Ok((answer, times_ms[REPEATS / 2]));
        }
    }
}

/// Distances of both bodies' vertices, by the trees on all threads.
fn nearest(scene: &PairsScene, trees: &[Bvh; 2], pose: &Rigid) -> [Vec<Option<f64>>; 2] {
    [(0, 1, pose.inverse()), (1, 0, *pose)].map(|(own, other, other_from_own)| {
        let pieces = scene.bodies[own].positions.chunks(CHUNK);
        let measured = share_out(
            pieces,
            || Searcher::new(&trees[other]),
            |searcher, piece| {
                let at = piece.iter().map(|p| other_from_own.transform_point(p.as_dvec3()));
                at.map(|p| Some(searcher.nearest(p, WITHIN_MM, Hint::NONE)?.distance_mm)).collect::<Vec<_>>()
            },
        );
        measured.concat()
    })
}

/// A wave along the body that grows with every question.
fn deformed(gpu: &mut GpuScene, scene: &PairsScene, trees: &mut [Bvh; 2]) -> anyhow::Result<Asked> {
    let pose = scene.poses[0];
    let wave = |k: usize| {
        let by = DVec3::new(0.02, 0.01, 0.03) * k as f64;
        let mut mesh = TriMesh::clone(&scene.bodies[1]);
        mesh.positions.iter_mut().for_each(|p| *p += (by * p.as_dvec3().x.sin()).as_vec3());
        mesh
    };
    let waves: Vec<TriMesh> = (1..=REPEATS).map(wave).collect();
    let mut next = waves.iter().cycle();
    let (truth, bvh_ms) = timed(|| {
        ensure!(next.next().is_some_and(|mesh| trees[1].refit(mesh)), "the same triangles");
        Ok(intersecting_pairs(&trees[0], &trees[1], &pose))
    })?;
    let mut next = waves.iter().cycle();
    let (pairs, gpu_ms) = timed(|| {
        ensure!(next.next().is_some_and(|mesh| gpu.set_positions(1, &mesh.positions)), "the same vertices");
        Ok(gpu.intersecting_pairs()?)
    })?;
    ensure!(pairs.iter().map(|p| p.triangles).eq(truth), "engine bvh-gpu has other pairs of a deformed body than bvh");
    Ok(Asked { gpu_ms, bvh_ms })
}
