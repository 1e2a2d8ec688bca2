//! Engine `stencil`: chooses the projection, runs frames, brings figures and maps back without stalling the frame.
use super::compute_pipeline::ComputePasses;
use super::device::{Context, GpuError};
use super::execution::{FrameRequest, GpuExecution, Inspection};
use super::jaw_pair::JawPairGpu;
use super::layout::figure;
use super::pipeline::Passes;
use super::readback::{self, LayerReadback, MapsOnGpu, Readback};
use super::seen_triangles::SeenTriangles;
use super::targets::Targets;
use super::timing::Timer;
use crate::base::Rigid;
use crate::field::figures::RawFigures;
use crate::field::multi_projection::Tile;
use crate::field::planning::{Planned, Planner};
use crate::field::{GapField, LayerReading, Metrics, Projection, Question};
use glam::DVec3;
use std::time::Instant;

/// One frame's maps, left on the GPU for painting. Handles are cheap to clone; the textures are overwritten by the
/// next frame.
#[derive(Clone)]
pub struct FrameMaps {
    pub projection: Projection,
    /// `Rgba32Float`, at least cols x rows: projected gap mm, upper depth mm, lower depth mm (along the projection,
    /// from the origin's plane; [`super::NO_VALUE`] where there is none), pixel class as a number
    /// ([`crate::field::PixelClass`]).
    pub map: wgpu::TextureView,
    /// `Rg32Uint`, at least cols x rows: upper and lower triangle, [`crate::field::NO_TRIANGLE`] where there is none.
    pub triangles: wgpu::TextureView,
    /// Counts frames; figures carry the number of their frame.
    pub frame: u64,
}

/// Figures of a frame that have arrived on the CPU.
#[derive(Clone, Debug)]
pub struct FrameFigures {
    pub frame: u64,
    /// The pose that they belong to.
    pub upper_from_lower: Rigid,
    pub metrics: Metrics,
    /// Along which the contact zone would be seen most squarely: unit, world coordinates; `None` where it is too small.
    pub zone_direction: Option<DVec3>,
    /// Wall time from the call of [`EngineOnGpu::run_frame`] to the figures' arrival, ms.
    pub latency_ms: f64,
    /// GPU time of each pass, ms, where the adapter has timestamps.
    pub passes_ms: Vec<(&'static str, f64)>,
}

/// A frame whose figures are on their way.
struct InFlight {
    frame: u64,
    begun: Instant,
    projection: Projection,
    question: Question,
    pass_names: Vec<&'static str>,
    readback: Readback,
}

/// Executed by raster passes.
pub type StencilEngine = EngineOnGpu<Passes>;

/// Executed by compute.
pub type ComputeEngine = EngineOnGpu<ComputePasses>;

/// Engine `stencil`: Myszkowski, Okunev, Kunii 1995, sect. 4, 5 and 7, on the GPU from end to end.
pub struct EngineOnGpu<W: GpuExecution> {
    context: Context,
    passes: W,
    timer: Timer,
    sheet: Sheet<W>,
    /// For small tiles: they would spend most of their time on clearing a large one.
    small_sheet: Sheet<W>,
    planner: Planner,
    /// The generation of the meshes that the planner knows.
    planned_for: u64,
    /// The plan whose settings the GPU has.
    written_for: u64,
    frame: u64,
    in_flight: Vec<InFlight>,
    /// Figures that needed no GPU: the broad phase found the jaws apart.
    apart: Option<FrameFigures>,
    /// The layers of a pixel that were asked for.
    layers_due: Option<LayerReadback>,
    /// Made when it is first asked for.
    seen: Option<SeenTriangles>,
}

/// What a frame is drawn on, and what is on it.
struct Sheet<W: GpuExecution> {
    targets: Option<Targets>,
    /// Groups for the current targets and this generation of meshes.
    groups: Option<(u64, W::Groups)>,
    /// The plan whose upper surfaces stand in the targets.
    upper_drawn_for: Option<u64>,
    /// What the maps show.
    shown: Option<FrameOnGpu>,
}

impl<W: GpuExecution> Default for Sheet<W> {
    fn default() -> Self {
        Self { targets: None, groups: None, upper_drawn_for: None, shown: None }
    }
}

/// Tiles up to this size, longer side, have a sheet of their own, pixels.
const SMALL_TILE: u32 = 128;

/// The frame whose maps are on the GPU.
#[derive(Clone)]
struct FrameOnGpu {
    projection: Projection,
    swapped: bool,
    depth_epsilon_mm: f32,
    /// Of the meshes.
    generation: u64,
    /// Of the plan.
    serial: u64,
}

impl FrameOnGpu {
    fn of(pair: &JawPairGpu, planned: &Planned) -> Self {
        Self {
            projection: planned.projection,
            swapped: planned.swapped,
            depth_epsilon_mm: planned.depth_epsilon_mm(pair.largest_coordinate_mm()) as f32,
            generation: pair.generation,
            serial: planned.serial,
        }
    }
}

impl<W: GpuExecution> EngineOnGpu<W> {
    pub fn new(context: &Context) -> Self {
        Self {
            context: context.clone(),
            passes: W::new(context),
            timer: Timer::new(context),
            sheet: Sheet::default(),
            small_sheet: Sheet::default(),
            planner: Planner::default(),
            planned_for: 0,
            written_for: 0,
            frame: 0,
            in_flight: Vec::new(),
            apart: None,
            layers_due: None,
            seen: None,
        }
    }

    /// Analyses one pose: encodes and submits every pass, and asks for the figures without waiting for them.
    /// `None`: the broad phase found nothing within the range, there is no map.
    ///
    /// With `question.direction = None` the projection is chosen anew when the lower jaw has moved by more than
    /// 0.1 mm since, which waits for the GPU; a face that drags gives the direction of the last figures instead.
    ///
    /// # Errors
    /// When the map is too large for the adapter or the GPU is lost.
    pub fn run_frame(&mut self, pair: &JawPairGpu, question: &Question) -> Result<Option<FrameMaps>, GpuError> {
        let begun = Instant::now();
        self.context.check()?;
        self.check_size(question.resolution)?;
        self.frame += 1;
        self.apart = None;
        let Some(planned) = self.plan_for(pair, question)? else {
            self.sheet.shown = None;
            let metrics = Metrics::apart(question);
            let latency_ms = begun.elapsed().as_secs_f64() * 1e3;
            self.apart = Some(FrameFigures {
                frame: self.frame,
                upper_from_lower: question.upper_from_lower,
                metrics,
                zone_direction: None,
                latency_ms,
                passes_ms: Vec::new(),
            });
            return Ok(None);
        };
        self.submit(pair, question, &planned, begun)?;
        self.sheet.shown = Some(FrameOnGpu::of(pair, &planned));
        let targets = self.sheet.targets.as_ref().expect("submit made the targets");
        Ok(Some(FrameMaps {
            projection: planned.projection,
            map: targets.map_view.clone(),
            triangles: targets.triangles_view.clone(),
            frame: self.frame,
        }))
    }

    /// The newest figures that have arrived since the last call; never waits.
    pub fn poll_figures(&mut self) -> Option<FrameFigures> {
        // A failed poll shows in `Context::check` on the next frame.
        self.context.poll();
        self.take_arrived().or_else(|| self.apart.take())
    }

    /// Waits for the figures of the last frame.
    ///
    /// # Errors
    /// When no frame was run or the GPU is lost.
    pub fn wait_figures(&mut self) -> Result<FrameFigures, GpuError> {
        if let Some(figures) = self.apart.take() {
            self.in_flight.clear();
            return Ok(figures);
        }
        let last: Vec<_> = self.in_flight.last().map(|f| &f.readback).into_iter().collect();
        readback::wait(&self.context, &last)?;
        self.take_arrived().ok_or_else(|| GpuError::Lost("the figures of the last frame did not arrive".into()))
    }

    /// Reads the last frame's maps back; waits for the GPU. `None` when that frame had no map.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn read_maps(&mut self) -> Result<Option<GapField>, GpuError> {
        let (Some(shown), Some(targets)) = (&self.sheet.shown, &self.sheet.targets) else { return Ok(None) };
        let maps = MapsOnGpu { map: &targets.map, triangles: &targets.triangles, states: &targets.states };
        readback::read_gap_field(&self.context, &maps, shown.projection).map(Some)
    }

    /// Asks for all faces of both jaws over one pixel of the last frame without waiting; an earlier question that has no
    /// answer yet is dropped. False when that frame had no map, was of other meshes, or has no such pixel. Counts,
    /// classes and maps stay as they are.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn ask_layers(&mut self, pair: &JawPairGpu, pixel: [u32; 2]) -> Result<bool, GpuError> {
        self.layers_due = None;
        let (Some(shown), Some(targets), Some((_, groups))) =
            (&self.sheet.shown, &self.sheet.targets, &self.sheet.groups)
        else {
            return Ok(false);
        };
        let ([col, row], size) = (pixel, [shown.projection.cols, shown.projection.rows]);
        // After a tile on the other sheet the settings are that tile's.
        if shown.serial != self.written_for || shown.generation != pair.generation || col >= size[0] || row >= size[1] {
            return Ok(false);
        }
        self.context.check()?;
        let (device, queue) = (&self.context.device, &self.context.queue);
        queue.write_buffer(&targets.asked, 0, bytemuck::bytes_of(&(row * size[0] + col)));
        let asked = Inspection { pair, targets, groups, size, swapped: shown.swapped, pixel };
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("layers") });
        self.timer.reset();
        self.passes.encode_inspection(&mut encoder, &asked, &mut self.timer);
        let of_frame = (self.frame, shown.depth_epsilon_mm);
        let looked_at = (targets, W::BY_RASTER);
        let mut due = LayerReadback::encode(device, &mut encoder, looked_at, (pixel, size[0]), of_frame);
        queue.submit([encoder.finish()]);
        due.request();
        self.layers_due = Some(due);
        Ok(true)
    }

    /// Whether an answer is on its way.
    pub fn waits_for_layers(&self) -> bool {
        self.layers_due.is_some()
    }

    /// The answer, once, when it is there; never waits.
    pub fn poll_layers(&mut self) -> Option<LayerReading> {
        // A failed poll shows in `Context::check` on the next frame.
        self.context.poll();
        self.layers_due.take_if(|due| due.has_arrived())?.take()
    }

    /// As [`EngineOnGpu::ask_layers`], waiting for the answer; `None` where that is false.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn read_layers(&mut self, pair: &JawPairGpu, pixel: [u32; 2]) -> Result<Option<LayerReading>, GpuError> {
        if !self.ask_layers(pair, pixel)? {
            return Ok(None);
        }
        let due = self.layers_due.take();
        readback::wait(&self.context, &due.iter().flat_map(LayerReadback::parts).collect::<Vec<_>>())?;
        let reading = due.and_then(LayerReadback::take);
        reading.map(Some).ok_or_else(|| GpuError::Lost("the layers did not arrive".into()))
    }

    /// Map and figures of one tile; waits for the GPU. A large one overwrites the last frame's maps.
    ///
    /// # Errors
    /// As [`EngineOnGpu::run_frame`].
    pub fn run_tile(
        &mut self,
        pair: &JawPairGpu,
        question: &Question,
        tile: &Tile,
    ) -> Result<(GapField, Metrics), GpuError> {
        self.context.check()?;
        self.check_size(tile.resolution())?;
        let plan = self.plan_of_tile(question, tile);
        let is_small = tile.resolution() <= SMALL_TILE;
        if is_small {
            std::mem::swap(&mut self.sheet, &mut self.small_sheet);
        }
        let answer = self.run_planned(pair, question, &plan);
        if is_small {
            std::mem::swap(&mut self.sheet, &mut self.small_sheet);
        }
        answer
    }

    fn run_planned(
        &mut self,
        pair: &JawPairGpu,
        question: &Question,
        plan: &Planned,
    ) -> Result<(GapField, Metrics), GpuError> {
        let metrics = self.probe(pair, question, plan)?.metrics(plan.projection, question);
        self.sheet.shown = Some(FrameOnGpu::of(pair, plan));
        let field = self.read_maps()?.ok_or_else(|| GpuError::Lost("the map of a tile did not arrive".into()))?;
        Ok((field, metrics))
    }

    pub(super) fn plan_of_tile(&mut self, question: &Question, tile: &Tile) -> Planned {
        self.planner.on_grid(question, tile.projection, tile.extent)
    }

    /// For each triangle of the upper and of the lower jaw whether any pixel of the last frame's map sees it, first face or
    /// not; `None` when that frame had no map. Draws both jaws once more and waits: not for live frames.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn seen_triangles(
        &mut self,
        pair: &JawPairGpu,
        question: &Question,
    ) -> Result<Option<[Vec<bool>; 2]>, GpuError> {
        if self.sheet.shown.is_none() { Ok(None) } else { self.seen_by_plan(pair, question) }
    }

    /// The same for the projection that was planned last, whoever drew it.
    pub(super) fn seen_by_plan(
        &mut self,
        pair: &JawPairGpu,
        question: &Question,
    ) -> Result<Option<[Vec<bool>; 2]>, GpuError> {
        let Some(planned) = self.planner.planned() else { return Ok(None) };
        let seen = self.seen.get_or_insert_with(|| W::seen_triangles(&self.context));
        seen.run(&self.context, pair, question, planned).map(Some)
    }

    /// Pixels of the longer side of the largest map that the device allows, whatever its memory holds.
    pub fn largest_map(context: &Context) -> u32 {
        let limits = context.device.limits();
        let of_buffers = (limits.max_storage_buffer_binding_size as f64 / W::BYTES_A_PIXEL as f64).sqrt() as u32;
        of_buffers.min(limits.max_texture_dimension_2d)
    }

    pub(super) fn check_size(&self, resolution: u32) -> Result<(), GpuError> {
        let allowed = Self::largest_map(&self.context);
        if resolution > allowed {
            let adapter = self.context.adapter_name.to_string();
            return Err(GpuError::MapTooLarge { adapter, resolution, allowed });
        }
        Ok(())
    }

    /// The direction that a frame of this question chooses by itself ([`Planner::own_direction`]); waits for the GPU and
    /// overwrites the last frame's maps.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn own_direction(&mut self, pair: &JawPairGpu, question: &Question) -> Result<Option<DVec3>, GpuError> {
        let jaws = pair.shapes(&question.upper_from_lower);
        self.with_planner(pair, |engine, planner| {
            planner.own_direction(&jaws, question, &mut |question, plan| engine.probe(pair, question, plan))
        })
    }

    /// The projection of this frame ([`Planner::plan_for`]).
    pub(super) fn plan_for(&mut self, pair: &JawPairGpu, question: &Question) -> Result<Option<Planned>, GpuError> {
        let jaws = pair.shapes(&question.upper_from_lower);
        self.with_planner(pair, |engine, planner| {
            planner.plan_for(&jaws, question, &mut |question, plan| engine.probe(pair, question, plan))
        })
    }

    /// The planner for these meshes, which asks the engine itself.
    fn with_planner<T>(&mut self, pair: &JawPairGpu, ask: impl FnOnce(&mut Self, &mut Planner) -> T) -> T {
        let mut planner = std::mem::take(&mut self.planner);
        if self.planned_for != pair.generation {
            planner.forget();
            self.planned_for = pair.generation;
        }
        let answer = ask(self, &mut planner);
        self.planner = planner;
        answer
    }

    /// Runs one frame and waits for its numbers.
    fn probe(&mut self, pair: &JawPairGpu, question: &Question, plan: &Planned) -> Result<RawFigures, GpuError> {
        self.submit(pair, question, plan, Instant::now())?;
        let last = self.in_flight.pop().map(|f| f.readback);
        readback::wait(&self.context, &last.iter().collect::<Vec<_>>())?;
        last.and_then(Readback::take)
            .map(|bytes| RawFigures::from_bytes(&bytes))
            .ok_or_else(|| GpuError::Lost("the figures of a probe did not arrive".into()))
    }

    fn submit(
        &mut self,
        pair: &JawPairGpu,
        question: &Question,
        plan: &Planned,
        begun: Instant,
    ) -> Result<(), GpuError> {
        let size = [plan.projection.cols, plan.projection.rows];
        self.prepare_targets(pair, size)?;
        let (Some(targets), Some((_, groups))) = (&self.sheet.targets, &self.sheet.groups) else {
            return Err(GpuError::Lost("the targets were not made".into()));
        };
        let device = &self.context.device;
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("analysis") });
        self.timer.reset();
        let upper_stands = self.sheet.upper_drawn_for == Some(plan.serial);
        let frame = FrameRequest { pair, targets, groups, question, planned: plan, upper_stands };
        self.passes.encode(&self.context, &mut encoder, &frame, &mut self.timer);
        let figure_bytes = figure::COUNT as u64 * 4;
        let mut readback = Readback::new(device, figure_bytes + Timer::BYTES);
        encoder.copy_buffer_to_buffer(&targets.figures, 0, readback.buffer(), 0, figure_bytes);
        let pass_names = self.timer.resolve(&mut encoder, readback.buffer(), figure_bytes);
        self.context.queue.submit([encoder.finish()]);
        readback.request();
        self.sheet.upper_drawn_for = Some(plan.serial);
        self.written_for = plan.serial;
        self.in_flight.push(InFlight {
            frame: self.frame,
            begun,
            projection: plan.projection,
            question: question.clone(),
            pass_names,
            readback,
        });
        Ok(())
    }

    fn prepare_targets(&mut self, pair: &JawPairGpu, [cols, rows]: [u32; 2]) -> Result<(), GpuError> {
        if !self.sheet.targets.as_ref().is_some_and(|t| t.holds(cols, rows)) {
            let (had_cols, had_rows) = self.sheet.targets.as_ref().map_or((0, 0), |t| (t.cols, t.rows));
            let size = [cols.max(had_cols), rows.max(had_rows)];
            let made = self.context.make_for_map(size, |device| Targets::new(device, size, W::BY_RASTER))?;
            self.sheet.targets = Some(made);
            self.sheet.groups = None;
            self.sheet.upper_drawn_for = None;
        }
        if let Some(targets) = &self.sheet.targets
            && self.sheet.groups.as_ref().is_none_or(|(generation, _)| *generation != pair.generation)
        {
            self.sheet.groups = Some((pair.generation, self.passes.groups(&self.context, targets, pair)));
            self.sheet.upper_drawn_for = None;
        }
        Ok(())
    }

    /// The newest frame that has arrived; older ones are dropped.
    fn take_arrived(&mut self) -> Option<FrameFigures> {
        let newest = self.in_flight.iter().rposition(|f| f.readback.has_arrived())?;
        let arrived = self.in_flight.drain(..=newest).next_back()?;
        let bytes = arrived.readback.take()?;
        let (numbers, times) = bytes.split_at(figure::COUNT * 4);
        let raw = RawFigures::from_bytes(numbers);
        Some(FrameFigures {
            frame: arrived.frame,
            upper_from_lower: arrived.question.upper_from_lower,
            zone_direction: raw.zone_normals().direction(&arrived.question.upper_from_lower),
            metrics: raw.metrics(arrived.projection, &arrived.question),
            latency_ms: arrived.begun.elapsed().as_secs_f64() * 1e3,
            passes_ms: self.timer.read(&arrived.pass_names, times),
        })
    }
}
