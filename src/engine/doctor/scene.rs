//! One scene with its exact answers, and what an engine says of it.
use super::exact_pairs::{ExactPairs, PairsFinding};
use crate::base::{Cancelled, Progress};
use crate::bench::{Scene, Size, catalogue};
use crate::engine::{Analysis, ENGINES, Engine, EngineEntry, EngineError};
use crate::exact::{BvhEngine, RayField};
use crate::field::{Agreement, GapField, Judge, Question, agreement};
use crate::gpu::Context;
use serde::Serialize;

/// By name, at the bench's smallest size: bodies that one pass decides, that two do, and teeth and arches with up to eight layers.
pub const SCENES: [&str; 5] = ["paper-a", "paper-c", "teeth-b", "teeth-d", "jaws-8k"];

/// A map held against rays through its own pixels.
#[derive(Clone, Debug, Default, Serialize)]
pub struct MapFinding {
    pub pixels: u32,
    /// Left open by the engine; these scenes leave nothing open.
    pub unsolved: u32,
    /// Of another class, without a cause.
    pub classes_differ: u32,
    pub gaps_compared: u32,
    /// Gaps that differ, or that only one has, without a cause.
    pub gaps_differ: u32,
    pub gap_max_mm: Option<f64>,
}

/// How many pixels each pass of the raster method decided, held against rays.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PassesFinding {
    /// By the first pass, the second, the order of layers.
    pub decided: [u32; 3],
    /// Too many or too few of them, beyond those of which a raster's rounding decides.
    pub differ: u32,
}

/// What an adapter's clock says of passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Timestamps {
    /// There are none.
    None,
    /// Each pass takes no less than nothing, and all take no more than the frame.
    Plausible,
    Implausible,
}

/// What was found of one engine on one scene.
#[derive(Clone, Debug, Serialize)]
pub struct SceneFinding {
    pub scene: &'static str,
    pub map: MapFinding,
    /// `None` of engines without the raster method's two passes.
    pub passes: Option<PassesFinding>,
    /// `None` of engines that only see maps.
    pub pairs: Option<PairsFinding>,
    /// The same pose once more, after another one, has the same answer to the last bit.
    pub same_again: bool,
    pub timestamps: Timestamps,
    pub frame_ms: f64,
}

impl SceneFinding {
    pub fn agrees(&self) -> bool {
        let MapFinding { pixels, unsolved, classes_differ, gaps_compared, gaps_differ, .. } = self.map;
        let map_agrees = pixels > 0 && gaps_compared > 0 && unsolved + classes_differ + gaps_differ == 0;
        let pairs_agree = self.pairs.as_ref().is_none_or(PairsFinding::agree);
        let passes_agree = self.passes.is_none_or(|passes| passes.differ == 0);
        map_agrees && passes_agree && pairs_agree && self.same_again && self.timestamps != Timestamps::Implausible
    }
}

/// A scene, and the exact engine on it.
pub struct Examined {
    name: &'static str,
    scene: Scene,
    exact: BvhEngine,
    pairs: ExactPairs,
    /// Two poses, along the direction that the exact engine has chosen.
    questions: [Question; 2],
    /// Rays through the pixels of maps so far.
    rays: Vec<RayField>,
}

impl Examined {
    /// `None` where there is no such scene, or nothing in it meets.
    ///
    /// # Errors
    /// [`Cancelled`].
    pub fn make(name: &'static str, progress: &Progress) -> Result<Option<Self>, Cancelled> {
        let spec = catalogue(Size::Smallest).into_iter().find(|spec| spec.name == name);
        let made = spec.map(|spec| (spec.make(progress).ok(), spec.resolution));
        progress.check()?;
        let Some((Some(scene), resolution)) = made else { return Ok(None) };
        let exact = BvhEngine::build(&scene.pair, progress)?;
        let mut question = Question {
            upper_from_lower: scene.upper_from_lower,
            direction: scene.direction,
            resolution,
            ..Question::default()
        };
        let Some(projection) = exact.projection(&question, progress)? else { return Ok(None) };
        question.direction = Some(projection.direction);
        let (pairs, questions) = (ExactPairs::new(&exact, &question.upper_from_lower), question.to_and_fro());
        Ok(Some(Self { name, scene, exact, pairs, questions, rays: Vec::new() }))
    }

    /// What an engine says, the pose asked for twice with another one between.
    ///
    /// # Errors
    /// No such engine on this adapter; [`Cancelled`].
    pub fn by(
        &mut self,
        entry: &EngineEntry,
        context: Option<&Context>,
        progress: &Progress,
    ) -> Result<SceneFinding, EngineError> {
        let mut engine = entry.open(context, &self.scene.pair)?;
        let [aside, pose] = self.questions.clone();
        let mut ask = |question| -> Result<Analysis, EngineError> {
            progress.check()?;
            engine.analyze(question)
        };
        let (first, _, again) = (ask(&pose)?, ask(&aside)?, ask(&pose)?);
        let pairs = self.pairs.by(entry, context, (&self.scene.pair, &first), progress)?;
        Ok(SceneFinding {
            scene: self.name,
            map: self.map(first.field.as_ref(), progress)?,
            passes: self.passes(entry, &first, progress)?,
            pairs,
            same_again: first.metrics == again.metrics && same_maps(first.field.as_ref(), again.field.as_ref()),
            timestamps: timestamps(engine.as_mut(), entry, &self.questions)?,
            frame_ms: again.timing.frame,
        })
    }

    /// How an engine decides the pixels.
    #[cfg(test)]
    pub fn pixels_by(&self, entry: &EngineEntry, context: &Context) -> crate::field::PixelCounts {
        let mut engine = entry.open(Some(context), &self.scene.pair).expect("the meshes fit");
        engine.figures(&self.questions[1]).expect("an answer").pixels
    }

    fn map(&mut self, field: Option<&GapField>, progress: &Progress) -> Result<MapFinding, Cancelled> {
        let Some(field) = field else { return Ok(MapFinding::default()) };
        let a = self.agreement(field, progress)?;
        Ok(MapFinding {
            pixels: a.pixels,
            unsolved: a.unsolved,
            classes_differ: a.class_differs,
            gaps_compared: a.compared,
            gaps_differ: a.gap_missing + a.gap_differs,
            gap_max_mm: a.gap_max_mm,
        })
    }

    /// Either jaw may be the method's A: an engine takes the one that leaves less to the second pass.
    fn passes(
        &self,
        entry: &EngineEntry,
        analysis: &Analysis,
        progress: &Progress,
    ) -> Result<Option<PassesFinding>, Cancelled> {
        let (Some(projection), true) = (&analysis.metrics.projection, entry.name == ENGINES[0].name) else {
            return Ok(None);
        };
        let pixels = &analysis.metrics.pixels;
        let decided = [pixels.solved_first_pass, pixels.solved_second_pass, pixels.solved_layer_order];
        let by_rays = self.exact.decided_pixels(&self.questions[1].upper_from_lower, projection, progress)?;
        let differ = by_rays.iter().map(|by_rays| by_rays.excess(decided)).min().unwrap_or_default();
        Ok(Some(PassesFinding { decided, differ }))
    }

    fn agreement(&mut self, field: &GapField, progress: &Progress) -> Result<Agreement, Cancelled> {
        let (question, projection) = (&self.questions[1], field.projection);
        if !self.rays.iter().any(|rays| rays.field.projection == projection) {
            self.rays.push(self.exact.gap_field(question, &projection, progress)?);
        }
        let rays = self.rays.iter().find(|rays| rays.field.projection == projection);
        let judged = |rays: &RayField| {
            let nearby = |pixel| self.exact.nearby(question, &projection, pixel);
            let (field_of_rays, near_edge) = (&rays.field, rays.near_edge.as_slice());
            let range_mm = question.range_mm;
            agreement(field, &Judge { field: field_of_rays, near_edge, nearby: &nearby, range_mm })
        };
        Ok(rays.map(judged).unwrap_or_default())
    }
}

/// To the last bit: what is not a number is equal to itself.
fn same_maps(a: Option<&GapField>, b: Option<&GapField>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return a.is_none() && b.is_none() };
    let bits = |values: &[f32]| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    let is_same = |of: fn(&GapField) -> &[f32]| bits(of(a)) == bits(of(b));
    a.class == b.class && is_same(|f| &f.gap_mm) && is_same(|f| &f.upper_depth_mm) && is_same(|f| &f.lower_depth_mm)
}

/// What clocks of a GPU and of the processor may differ by, as a share and in ms: they are read a moment apart.
const CLOCKS: (f64, f64) = (0.1, 1.0);

fn timestamps(
    engine: &mut dyn Engine,
    entry: &EngineEntry,
    questions: &[Question; 2],
) -> Result<Timestamps, EngineError> {
    if !entry.needs_gpu() {
        return Ok(Timestamps::None);
    }
    let (_, timing) = engine.timed_figures(&questions[0])?;
    let passes = || timing.passes.values();
    let is_plausible = passes().all(|ms| ms.is_finite() && *ms >= 0.0)
        && passes().sum::<f64>() <= timing.frame * (1.0 + CLOCKS.0) + CLOCKS.1;
    Ok(match timing.passes.is_empty() {
        true => Timestamps::None,
        false if is_plausible => Timestamps::Plausible,
        false => Timestamps::Implausible,
    })
}
