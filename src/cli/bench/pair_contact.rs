//! What the walk of `bench --pairs` is worth to contact by closest gap, at the first step of a scene: signed gaps of the vertices,
//! and a frame of contact that is followed, by the processor alone and with the GPU.
use super::pair_distance::{Asked, WITHIN_MM, timed};
use crate::base::{Progress, Rigid};
use crate::engine::{ContactQuestion, GPU_BEYOND_MM, NearestByGpu, measure_contact_search};
use crate::exact::{BvhEngine, SignedNearest};
use crate::field::Question;
use crate::field::contact::GapKind;
use crate::gpu::{Context, Traversal};
use crate::jaw::{JawPair, JawSide};
use anyhow::{Context as _, ensure};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub struct PairContact {
    /// Vertices of both bodies with a gap of at most the distance, and those inside the other body.
    pub vertices: usize,
    pub inside: usize,
    /// Largest difference of their gaps; and pairs of triangles that the GPU measured for them.
    pub largest_difference_mm: f64,
    pub measured: u64,
    pub signed: Asked,
    /// A frame of contact at eight thresholds with zones: trees alone, and with the GPU's nearest triangles.
    pub contact: ContactRecord,
}

#[derive(Debug, Serialize)]
pub struct ContactRecord {
    pub gpu_ms: f64,
    /// Of it from asking the GPU to its answer.
    pub of_gpu_ms: f64,
    pub bvh_ms: f64,
    /// Pairs of triangles whose vertices the GPU measures for it, and pairs of boxes and triangles that it tries on the way: anew,
    /// and one step later.
    pub measured: [u64; 2],
    pub tried: [u64; 2],
}

/// # Errors
/// A lost GPU; gaps that differ.
pub fn measure(context: &Context, pair: &JawPair, poses: &[Rigid]) -> anyhow::Result<PairContact> {
    let pose = *poses.first().context("no step was asked for")?;
    let exact = BvhEngine::new(pair);
    let mut gpu = NearestByGpu::new(context, &exact)?;
    let jaws = [JawSide::Upper, JawSide::Lower];
    let searched = |within_mm| jaws.map(|jaw| exact.closest_gaps(jaw, &pose, within_mm, &mut Vec::new()));
    let (truth, bvh_ms) = timed(|| Ok(searched(WITHIN_MM)))?;
    let (got, gpu_ms) = timed(|| {
        let known = gpu.find(&pose, WITHIN_MM)?;
        Ok((jaws.map(|jaw| exact.closest_gaps_known(jaw, &pose, &known)), known.error_mm))
    })?;
    let ((got, error_mm), measured) = (got, gpu.gpu().last_traversal().n_near[0]);
    let both = truth.iter().flatten().zip(got.iter().flatten());
    let differences: Vec<f64> = both.clone().filter_map(|(truth, got)| difference_mm(*truth, *got, error_mm)).collect();
    let largest_difference_mm = differences.iter().copied().fold(0.0, f64::max);
    ensure!(largest_difference_mm <= error_mm, "the GPU's gaps differ from engine bvh's by {largest_difference_mm} mm");
    Ok(PairContact {
        vertices: differences.len(),
        inside: both.filter(|(truth, _)| truth.is_some_and(|t| t.signed_mm < 0.0)).count(),
        largest_difference_mm,
        measured,
        signed: Asked { gpu_ms, bvh_ms },
        contact: contact((context, &mut gpu), &exact, poses)?,
    })
}

/// Of a vertex that both have; infinite where one of them has it alone, but for what lies at the very end of the distance.
fn difference_mm(truth: Option<SignedNearest>, got: Option<SignedNearest>, error_mm: f64) -> Option<f64> {
    match (truth, got) {
        (Some(truth), Some(got)) => Some((truth.signed_mm - got.signed_mm).abs()),
        (Some(alone), None) | (None, Some(alone)) => {
            ((alone.nearest.distance_mm - WITHIN_MM).abs() > error_mm).then_some(f64::INFINITY)
        }
        (None, None) => None,
    }
}

fn contact(
    (context, gpu): (&Context, &mut NearestByGpu),
    exact: &BvhEngine,
    poses: &[Rigid],
) -> anyhow::Result<ContactRecord> {
    let question = Question { upper_from_lower: poses[0], ..Question::default() };
    let asked = ContactQuestion { curve_mm: Vec::new(), ..ContactQuestion::new(GapKind::Closest, vec![0.1]) };
    let times = measure_contact_search(context, exact, (&question, &asked), &Progress::default())?;
    let mut walked = |pose: &Rigid| -> anyhow::Result<Traversal> {
        gpu.find(pose, question.largest_threshold_mm() + GPU_BEYOND_MM)?;
        Ok(gpu.gpu().last_traversal().clone())
    };
    // The first pose anew, the next one bounded by it.
    let walks = [walked(&poses[0])?, walked(poses.get(1).unwrap_or(&poses[0]))?];
    Ok(ContactRecord {
        gpu_ms: times.gpu_ms,
        of_gpu_ms: times.of_gpu_ms,
        bvh_ms: times.processor_ms,
        measured: walks.each_ref().map(|walk| walk.n_near[0]),
        tried: walks.each_ref().map(|walk| walk.n_tested.iter().sum()),
    })
}
