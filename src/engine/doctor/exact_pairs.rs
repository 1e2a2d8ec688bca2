//! Pairs of triangles, and gaps of vertices, held against the exact ones.
use crate::base::{Progress, Rigid};
use crate::engine::{Analysis, EngineEntry, EngineError, GpuScene, Opener};
use crate::exact::{Bvh, BvhEngine, Hint, Searcher, TrianglePair, pairs_within};
use crate::gpu::{Context, InterferenceSettings, NearestOnGpu};
use crate::jaw::{JawPair, JawSide};
use crate::mesh::TriMesh;
use serde::Serialize;
use std::sync::Arc;

/// Triangles so near are a pair as well, mm; and so far vertices look.
const WITHIN_MM: f64 = 0.2;

/// What was found of the pairs.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PairsFinding {
    /// Exact ones, of triangles that meet.
    pub exact: u64,
    /// In one list alone; the difference of the counts where an engine counts them.
    pub differ: u64,
    /// Of triangles within 0.2 mm, in one list alone.
    pub near_differ: u64,
    /// Vertices whose distance was compared, and that one side alone has one of, or that differ by more than single precision.
    pub vertices: u64,
    pub vertices_differ: u64,
    pub vertex_max_mm: Option<f64>,
}

impl PairsFinding {
    pub fn agree(&self) -> bool {
        self.exact > 0 && self.differ + self.near_differ + self.vertices_differ == 0
    }
}

/// The exact answers of one pose.
pub struct ExactPairs {
    meet: Vec<TrianglePair>,
    near: Vec<TrianglePair>,
    trees: [Bvh; 2],
    pose: Rigid,
}

impl ExactPairs {
    pub fn new(exact: &BvhEngine, pose: &Rigid) -> Self {
        let trees = [JawSide::Upper, JawSide::Lower].map(|side| exact.bvh(side).clone());
        let near = pairs_within(&trees[0], &trees[1], pose, WITHIN_MM);
        Self { meet: exact.intersecting_pairs(pose), near, trees, pose: *pose }
    }

    /// `None` of an engine that only sees maps. One on the GPU is asked for its lists, any other for its count.
    ///
    /// # Errors
    /// When the GPU is lost, or is too small for the walk; cancelling.
    pub fn by(
        &self,
        entry: &EngineEntry,
        context: Option<&Context>,
        (pair, analysis): (&JawPair, &Analysis),
        progress: &Progress,
    ) -> Result<Option<PairsFinding>, EngineError> {
        let Some(counted) = analysis.metrics.triangle_pairs else { return Ok(None) };
        let exact = self.meet.len() as u64;
        let mut finding = PairsFinding { exact, differ: exact.abs_diff(counted), ..PairsFinding::default() };
        if let (Opener::Gpu(_), Some(context)) = (entry.opener, context) {
            self.lists(context, pair, &mut finding, progress)?;
        }
        Ok(Some(finding))
    }

    fn lists(
        &self,
        context: &Context,
        pair: &JawPair,
        finding: &mut PairsFinding,
        progress: &Progress,
    ) -> Result<(), EngineError> {
        let meshes = [&pair.upper.mesh, &pair.lower.mesh];
        let objects = [(meshes[0].clone(), Rigid::IDENTITY), (meshes[1].clone(), self.pose)];
        let mut scene = GpuScene::new(context, &objects, InterferenceSettings::default())?;
        // The first walk begins at the roots, the second where the first ended.
        for _ in 0..2 {
            progress.check()?;
            let found: Vec<_> = scene.intersecting_pairs()?.into_iter().map(|pair| pair.triangles).collect();
            finding.differ = finding.differ.max(in_one_alone(&found, &self.meet));
        }
        let near: Vec<_> = scene.pairs_within(WITHIN_MM)?.into_iter().map(|pair| pair.triangles).collect();
        finding.near_differ = in_one_alone(&near, &self.near);
        progress.check()?;
        self.vertices(&scene.nearest(WITHIN_MM)?, meshes, finding);
        Ok(())
    }

    fn vertices(&self, found: &[Vec<Option<NearestOnGpu>>], meshes: [&Arc<TriMesh>; 2], finding: &mut PairsFinding) {
        let tolerance = tolerance_mm(meshes);
        for (own, found) in found.iter().enumerate().take(2) {
            let other_from_own = if own == 1 { self.pose } else { self.pose.inverse() };
            let mut searcher = Searcher::new(&self.trees[1 - own]);
            for (vertex, found) in meshes[own].positions.iter().zip(found) {
                let p = other_from_own.transform_point(vertex.as_dvec3());
                let truth = searcher.nearest(p, WITHIN_MM + tolerance, Hint::NONE).map(|n| n.point.distance(p));
                finding.take_vertex(found.as_ref().map(|n| n.distance_mm), truth, tolerance);
            }
        }
    }
}

impl PairsFinding {
    fn take_vertex(&mut self, found: Option<f64>, truth: Option<f64>, tolerance_mm: f64) {
        let is_wrong = match (found, truth) {
            (Some(found), Some(truth)) => {
                let off = (found - truth).abs();
                self.vertices += 1;
                self.vertex_max_mm = Some(self.vertex_max_mm.map_or(off, |most| most.max(off)));
                off > tolerance_mm
            }
            (None, Some(truth)) => truth < WITHIN_MM - tolerance_mm,
            (Some(_), None) => true,
            (None, None) => false,
        };
        self.vertices_differ += u64::from(is_wrong);
    }
}

/// Both sorted.
fn in_one_alone(a: &[TrianglePair], b: &[TrianglePair]) -> u64 {
    let missing =
        |from: &[TrianglePair], of: &[TrianglePair]| of.iter().filter(|p| from.binary_search(p).is_err()).count();
    (missing(a, b) + missing(b, a)) as u64
}

/// Farther from the truth no distance in single precision may be, mm: the margin of the walk (ENGINES.md, "Engine bvh-gpu"), 64 steps of
/// the last bit of three times the half sizes of both and twice the shift between their middles, which is no larger than both.
fn tolerance_mm(meshes: [&Arc<TriMesh>; 2]) -> f64 {
    let half = |mesh: &TriMesh| mesh.bounds().map_or(0.0, |(lo, hi)| f64::from((hi - lo).max_element()) / 2.0);
    64.0 * f64::from(f32::EPSILON) * 5.0 * (half(meshes[0]) + half(meshes[1]))
}
