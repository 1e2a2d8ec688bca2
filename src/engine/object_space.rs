//! Engines in object space: maps by rays on the processor, and the pairs of triangles that meet. They differ in how they find
//! the pairs.
use super::analysis::{Analysis, PROCESSOR, Timing};
use super::contract::{Engine, Opened, check};
use super::error::EngineError;
use super::gpu_scene::GpuScene;
use crate::base::{Cancelled, Progress, Rigid};
use crate::exact::{BvhEngine, OctreeEngine, RayField, TrianglePair};
use crate::field::multi_projection::Tile;
use crate::field::{GapField, Metrics, Question};
use crate::gpu::{Context, InterferenceSettings};
use crate::jaw::JawPair;
use std::sync::Arc;
use std::time::Instant;

/// Engine `bvh`: trees of boxes, exact (the judge of the others).
///
/// # Errors
/// [`EngineError::NoSurface`].
pub fn open_bvh(pair: &JawPair) -> Opened {
    open("bvh", PROCESSOR, pair, PairFinder::Bvh)
}

/// Engine `octree`: the same maps, and pairs of triangles by overlap regions and a face octree made anew for every pose
/// (Smith et al. 1995).
///
/// # Errors
/// [`EngineError::NoSurface`].
pub fn open_octree(pair: &JawPair) -> Opened {
    open("octree", PROCESSOR, pair, PairFinder::Octree(Box::new(OctreeEngine::new(pair))))
}

/// Engine `bvh-gpu`: the same maps, and pairs of triangles by two balanced trees walked at once on the GPU, decided exactly
/// (Gress and Zachmann 2004).
///
/// # Errors
/// [`EngineError::NoSurface`]; [`EngineError::Gpu`] when the meshes do not fit the adapter.
pub fn open_bvh_gpu(context: &Context, pair: &JawPair) -> Opened {
    let objects = [&pair.upper, &pair.lower].map(|jaw| (jaw.mesh.clone(), Rigid::IDENTITY));
    let scene = GpuScene::new(context, &objects, InterferenceSettings::default())?;
    open("bvh-gpu", &context.adapter_name, pair, PairFinder::Gpu(Box::new(scene)))
}

/// How the pairs of triangles are found.
enum PairFinder {
    /// By the trees that the rays use.
    Bvh,
    Octree(Box<OctreeEngine>),
    /// Upper and lower jaw as its objects.
    Gpu(Box<GpuScene>),
}

/// The lower jaw's number in a scene of two.
const LOWER: usize = 1;

struct ObjectSpace {
    name: &'static str,
    adapter: String,
    exact: Arc<BvhEngine>,
    finder: PairFinder,
}

fn open(name: &'static str, adapter: &str, pair: &JawPair, finder: PairFinder) -> Opened {
    let exact = Arc::new(BvhEngine::new(pair));
    exact.shapes(&Rigid::IDENTITY).ok_or(EngineError::NoSurface)?;
    Ok(Box::new(ObjectSpace { name, adapter: adapter.to_owned(), exact, finder }))
}

impl ObjectSpace {
    fn intersecting_pairs(&mut self, pose: &Rigid) -> Result<Vec<TrianglePair>, EngineError> {
        match &mut self.finder {
            PairFinder::Bvh => Ok(self.exact.intersecting_pairs(pose)),
            PairFinder::Octree(octree) => Ok(octree.intersecting_pairs(pose)),
            PairFinder::Gpu(scene) => {
                scene.set_pose(LOWER, *pose);
                Ok(scene.intersecting_pairs()?.into_iter().map(|pair| pair.triangles).collect())
            }
        }
    }

    /// No answer is kept from one question to the next, and the same question has the same answer; the GPU may begin its walk
    /// where the last one left it.
    fn frame(
        &mut self,
        question: &Question,
        progress: &Progress,
    ) -> Result<(Metrics, Option<RayField>, Timing), EngineError> {
        check(question)?;
        let mut clock = Clock::start();
        let projection = self.exact.projection(question, progress)?;
        clock.pass("projection");
        let rays = projection.map(|p| self.exact.gap_field(question, &p, progress)).transpose()?;
        clock.pass("rays");
        let pairs = self.intersecting_pairs(&question.upper_from_lower)?;
        clock.pass("pairs");
        let metrics = self.exact.metrics(question, rays.as_ref(), &pairs, progress)?;
        clock.pass("figures");
        Ok((metrics, rays, clock.timing()))
    }
}

impl Engine for ObjectSpace {
    fn name(&self) -> &'static str {
        self.name
    }

    fn analyze_watched(&mut self, question: &Question, progress: &Progress) -> Result<Analysis, EngineError> {
        let (metrics, rays, timing) = self.frame(question, progress)?;
        let field = rays.map(|rays| rays.field);
        Ok(Analysis {
            engine: self.name,
            execution: None,
            adapter: self.adapter.clone(),
            field,
            metrics,
            timing,
            multi_projection: None,
        })
    }

    fn map_tile(
        &mut self,
        question: &Question,
        tile: &Tile,
        progress: &Progress,
    ) -> Result<(GapField, Metrics), EngineError> {
        check(question)?;
        let rays = self.exact.gap_field(question, &tile.projection, progress)?;
        let metrics = self.exact.map_figures(question, &rays, progress)?;
        Ok((rays.field, metrics))
    }

    /// Without those of the passes: they are no parts of a live frame.
    fn timed_figures(&mut self, question: &Question) -> Result<(Metrics, Timing), EngineError> {
        let (metrics, _, timing) = self.frame(question, &Progress::default())?;
        Ok((metrics, Timing { frame: timing.frame, ..Timing::default() }))
    }

    fn trees(&mut self, _progress: &Progress) -> Result<Arc<BvhEngine>, Cancelled> {
        Ok(self.exact.clone())
    }
}

/// Wall time, pass by pass.
struct Clock {
    begun: Instant,
    last: Instant,
    timing: Timing,
}

impl Clock {
    fn start() -> Self {
        let now = Instant::now();
        Self { begun: now, last: now, timing: Timing::default() }
    }

    fn pass(&mut self, name: &str) {
        let now = Instant::now();
        self.timing.passes.insert(name.into(), (now - self.last).as_secs_f64() * 1e3);
        self.last = now;
    }

    fn timing(self) -> Timing {
        Timing { frame: self.begun.elapsed().as_secs_f64() * 1e3, ..self.timing }
    }
}
