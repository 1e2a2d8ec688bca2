//! Engine `zlist`: every face along every pixel's ray, sorted and read on the GPU (Shinya and Forgue 1991).
//!
//! The projection is chosen as engine `stencil` chooses it. Memory is bounded: what does not fit the entry buffer at once
//! is done in further rounds; a single list that does not fit leaves its pixel unsolved, with a warning.
use super::device::{Context, GpuError};
use super::jaw_pair::JawPairGpu;
use super::layout::ZListUniform;
use super::readback::{self, MapsOnGpu};
use super::seen_triangles::whole_map_ranges;
use super::stencil_engine::{FrameFigures, StencilEngine};
use super::timing::Timer;
use super::zlist_rounds::{Scene, ZRounds, n_triangles};
use super::zlist_targets::{MOST_PAIRS, faces_of_bits, found_words};
use crate::base::Warning;
use crate::field::multi_projection::Tile;
use crate::field::planning::Planned;
use crate::field::{GapField, Metrics, Projection, Question, Verdict};
use glam::DMat4;
use std::time::Instant;

/// Entries that the lists of one round may have together: 64 MiB.
pub const MOST_ENTRIES: u32 = 1 << 23;

/// Engine `zlist`.
pub struct ZListEngine {
    context: Context,
    /// Chooses the projection, as for itself.
    chooser: StencilEngine,
    rounds: ZRounds,
    timer: Timer,
    frame: u64,
    /// What the maps and the found faces on the GPU belong to, and the jaws' triangles.
    shown: Option<(Projection, [u32; 2])>,
}

impl ZListEngine {
    pub fn new(context: &Context) -> Self {
        Self::with_room_for(context, MOST_ENTRIES, MOST_PAIRS)
    }

    /// With other bounds: entries of one round, and pairs that are offered at once.
    pub fn with_room_for(context: &Context, most_entries: u32, most_pairs: u32) -> Self {
        Self {
            context: context.clone(),
            chooser: StencilEngine::new(context),
            rounds: ZRounds::new(context, most_entries, most_pairs),
            timer: Timer::new(context),
            frame: 0,
            shown: None,
        }
    }

    /// Analyses one pose and waits for the figures.
    ///
    /// # Errors
    /// When the map is too large for the adapter or the GPU is lost.
    pub fn run(&mut self, pair: &JawPairGpu, question: &Question) -> Result<FrameFigures, GpuError> {
        self.run_frame(pair, question, None)
    }

    /// Map and figures of one tile, whatever its direction.
    ///
    /// # Errors
    /// As [`Self::run`].
    pub fn run_tile(
        &mut self,
        pair: &JawPairGpu,
        question: &Question,
        tile: &Tile,
    ) -> Result<(GapField, Metrics), GpuError> {
        self.context.check()?;
        self.chooser.check_size(tile.resolution())?;
        let planned = self.chooser.plan_of_tile(question, tile);
        let figures = self.run_planned(pair, question, &planned, None)?;
        let field = self.read_maps()?.ok_or_else(|| GpuError::Lost("the map of a tile did not arrive".into()))?;
        Ok((field, figures.metrics))
    }

    /// The same, and the pairs of faces (upper, lower triangle) that may cross near a pixel's centre, sorted, each once.
    ///
    /// # Errors
    /// As [`Self::run`].
    pub fn run_with_pairs(
        &mut self,
        pair: &JawPairGpu,
        question: &Question,
    ) -> Result<(FrameFigures, Vec<[u32; 2]>), GpuError> {
        let mut pairs = Vec::new();
        let figures = self.run_frame(pair, question, Some(&mut pairs))?;
        pairs.sort_unstable();
        pairs.dedup();
        Ok((figures, pairs))
    }

    /// Reads the last frame's maps back. `None` when that frame had no map.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn read_maps(&mut self) -> Result<Option<GapField>, GpuError> {
        let (Some((projection, _)), Some(t)) = (self.shown, &self.rounds.targets) else { return Ok(None) };
        let maps = MapsOnGpu { map: &t.map, triangles: &t.triangles, states: &t.states };
        readback::read_gap_field(&self.context, &maps, projection).map(Some)
    }

    /// Which triangles the last frame's map sees; `None` when that frame had no map. See
    /// [`StencilEngine::seen_triangles`].
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn seen_triangles(
        &mut self,
        pair: &JawPairGpu,
        question: &Question,
    ) -> Result<Option<[Vec<bool>; 2]>, GpuError> {
        if self.shown.is_none() { Ok(None) } else { self.chooser.seen_by_plan(pair, question) }
    }

    /// The interfering faces of the last frame: upper and lower triangles that bound, in some pixel, what is inside both
    /// solids. Ascending, each once.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn interfering_faces(&mut self) -> Result<[Vec<u32>; 2], GpuError> {
        let (Some((_, n_triangles)), Some(lists)) = (self.shown, &self.rounds.lists) else {
            return Ok([vec![], vec![]]);
        };
        let bytes = found_words(n_triangles) as u64 * 4;
        let found = self.rounds.read(&[(&lists.found, bytes)], self.rounds.begin("z-list: read faces"))?;
        Ok(faces_of_bits(&found[0], n_triangles))
    }

    /// Bytes of all that this engine keeps on the GPU for lists, apart from what a map needs itself.
    pub fn list_bytes(&self) -> u64 {
        let lists = self.rounds.lists.iter().map(|l| l.entries.size() + l.found.size() + l.pairs.size());
        let targets = self.rounds.targets.iter().map(|t| t.counts.size() + t.offsets.size() + t.blocks.size());
        lists.chain(targets).sum()
    }

    fn run_frame(
        &mut self,
        pair: &JawPairGpu,
        question: &Question,
        pairs: Option<&mut Vec<[u32; 2]>>,
    ) -> Result<FrameFigures, GpuError> {
        let begun = Instant::now();
        self.context.check()?;
        self.chooser.check_size(question.resolution)?;
        self.shown = None;
        let Some(planned) = self.chooser.plan_for(pair, question)? else {
            self.frame += 1;
            let latency_ms = begun.elapsed().as_secs_f64() * 1e3;
            let metrics = Metrics::apart(question);
            return Ok(FrameFigures {
                frame: self.frame,
                upper_from_lower: question.upper_from_lower,
                metrics,
                zone_direction: None,
                latency_ms,
                passes_ms: Vec::new(),
            });
        };
        let figures = self.run_planned(pair, question, &planned, pairs)?;
        Ok(FrameFigures { latency_ms: begun.elapsed().as_secs_f64() * 1e3, ..figures })
    }

    fn run_planned(
        &mut self,
        pair: &JawPairGpu,
        question: &Question,
        planned: &Planned,
        pairs: Option<&mut Vec<[u32; 2]>>,
    ) -> Result<FrameFigures, GpuError> {
        let begun = Instant::now();
        self.frame += 1;
        self.shown = None;
        let size = [planned.projection.cols, planned.projection.rows];
        self.rounds.prepare_targets(pair, size)?;
        let jaws = planned.jaw_uniforms(&question.upper_from_lower);
        let list = self.list_uniform(planned, question);
        self.rounds.passes.write(&self.context, &planned.frame_uniform(pair, question), &jaws, &list);
        let ranges = whole_map_ranges(pair, question, &planned.projection);
        let scene = Scene { pair, size, ranges: &ranges };
        self.timer.reset();
        let (counted, windows) = self.rounds.count(scene, &mut self.timer)?;
        self.rounds.prepare_lists(pair, counted);
        let n_lost = self.rounds.run(scene, (counted, windows), pairs, &mut self.timer)?;
        let reduced = self.rounds.figures(scene, &mut self.timer)?;
        self.shown = Some((planned.projection, n_triangles(pair)));
        let zone_direction = reduced.raw.zone_normals().direction(&question.upper_from_lower);
        let mut metrics = reduced.raw.metrics(planned.projection, question);
        let bad = [counted.n_too_long, reduced.n_not_whole];
        settle(&mut metrics, question, reduced.longest, bad, self.rounds.most_entries);
        if n_lost > 0 {
            metrics.warnings.push(Warning::new(format!(
                "{n_lost} pairs of faces that may cross were not gathered: single pixels offer more than there is room for"
            )));
        }
        let latency_ms = begun.elapsed().as_secs_f64() * 1e3;
        let (frame, upper_from_lower, passes_ms) = (self.frame, question.upper_from_lower, reduced.passes_ms);
        Ok(FrameFigures { frame, upper_from_lower, metrics, zone_direction, latency_ms, passes_ms })
    }

    fn list_uniform(&self, planned: &Planned, question: &Question) -> ZListUniform {
        let p = &planned.projection;
        let map_from_upper = p.map_from_world_matrix();
        let rows = |m: DMat4| [m.row(0), m.row(1), m.row(2)].map(|row| row.as_vec4().to_array());
        ZListUniform {
            map_from_upper: rows(map_from_upper),
            map_from_lower: rows(map_from_upper * question.upper_from_lower.to_dmat4()),
            cols: p.cols,
            n_pixels: p.cols * p.rows,
            capacity: self.rounds.most_entries,
            n_pairs: self.rounds.most_pairs,
        }
    }
}

/// What the lists say beyond the reduced figures.
fn settle(
    metrics: &mut Metrics,
    question: &Question,
    longest: u32,
    [n_too_long, not_whole]: [u32; 2],
    most_entries: u32,
) {
    let pixels = &mut metrics.pixels;
    pixels.max_layers = longest;
    pixels.solved_layer_order = pixels.clear + pixels.interfering;
    metrics.verdict = Verdict::of(pixels, metrics.min_gap_mm, question.smallest_threshold_mm());
    if n_too_long > 0 {
        metrics.warnings.push(Warning::new(format!(
            "{n_too_long} pixels are crossed by more than {most_entries} faces, more than the lists may hold; they are unsolved"
        )));
    }
    let n_changed = not_whole.saturating_sub(n_too_long);
    if n_changed > 0 {
        metrics.warnings.push(Warning::new(format!(
            "the GPU drew other faces in {n_changed} pixels than it had counted there; they are unsolved"
        )));
    }
}
