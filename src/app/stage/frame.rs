//! One frame of the window: laid out, analysed, drawn, painted, in this order, so that the picture shows the pose that the hand has
//! just made.
use super::budget::PictureBudget;
use super::contact_search::ContactSearchChoice;
use super::execution::{ExecutionChoice, execution_text};
use super::graphics::{Graphics, PaintJob};
use super::live::{Live, Settling};
use super::pictures::{Drawn, Pictures};
use super::scene::Care;
use super::stage_clock::StageClock;
use crate::app::state::{FiguresShown, Open, Pane};
use crate::app::stats::in_flight::{InFlight, Started, mark};
use crate::app::stats::{Stages, Stats};
use crate::app::widgets::theme;
use crate::base::Wake;
use crate::base::words::say;
use crate::engine::{Execution, PairForms};
use crate::field::LayerReading;
use crate::gpu::{Context, FrameFigures, GpuError};
use crate::jaw::JawPair;
use crate::render::{Camera, DisplayPair, Hit, MapView, Theme};
use crate::session::LiveContactQuestion;
use egui::Ui;
use std::sync::Arc;
use std::time::{Duration, Instant};
use winit::window::Window;

/// A software driver smooths edges only when nothing has moved for so long.
const STILL: Duration = Duration::from_millis(350);

/// The window with everything that is drawn in it.
pub struct Stage {
    pub window: Arc<Window>,
    pub egui: egui_winit::State,
    pub graphics: Graphics,
    pub pictures: Pictures,
    pub live: Option<Live>,
    pub execution: ExecutionChoice,
    pub contact_search: ContactSearchChoice,
    /// A case that was just opened, not drawn yet.
    arrived: Option<(Arc<JawPair>, Arc<DisplayPair>)>,
    in_flight: Option<InFlight>,
    repaint_at: Option<Instant>,
    smooth: bool,
    budget: PictureBudget,
    clock: StageClock,
    job: PaintJob,
}

/// What of a stage outlasts its device: the window, what egui knows, how the analysis is executed.
pub struct Lasting {
    pub window: Arc<Window>,
    pub egui: egui_winit::State,
    pub execution: ExecutionChoice,
    pub contact_search: ContactSearchChoice,
    budget: PictureBudget,
}

/// What following the open case has come to.
#[derive(Clone, Debug, Default)]
pub struct Followed {
    /// A pose was analysed.
    pub analysed: bool,
    /// A look that was asked for.
    pub cameras: Vec<(Pane, Camera)>,
    /// How the map is seen, if it was fitted to a picture of another size.
    pub map: Option<MapView>,
    /// What analyses now, if that has changed.
    pub engine: Option<String>,
    /// Why, if that has changed.
    pub engine_reason: Option<String>,
    /// What is to be said of executions that are not used, if that has changed.
    pub checkup: Option<Option<String>>,
    /// What is to be said of it.
    pub said: Option<String>,
}

/// What has arrived from the GPU.
#[derive(Debug, Default)]
pub struct News {
    /// The stages of a frame that is done.
    pub frame: Option<Stages>,
    /// Figures that are shown from now on.
    pub figures: Option<FiguresShown>,
    /// The figures of every frame since.
    pub arrived: Vec<FrameFigures>,
    pub layers: Option<LayerReading>,
    /// What the cursor is on.
    pub hover: Option<Option<Hit>>,
}

impl Stage {
    pub fn new(window: Arc<Window>, graphics: Graphics, choices: (ExecutionChoice, ContactSearchChoice)) -> Self {
        let (execution, contact_search) = choices;
        let context = egui::Context::default();
        theme::install(&context);
        let id = egui::ViewportId::ROOT;
        let scale = Some(window.scale_factor() as f32);
        let most = Some(graphics.max_texture_side() as usize);
        let egui = egui_winit::State::new(context, id, &window, scale, window.theme(), most);
        Self::with(Lasting { window, egui, execution, contact_search, budget: PictureBudget::default() }, graphics)
    }

    /// On a device that is new.
    pub fn with(lasting: Lasting, mut graphics: Graphics) -> Self {
        let Lasting { window, egui, execution, contact_search, budget } = lasting;
        graphics.take_over(egui.egui_ctx());
        let pictures = Pictures::new(&graphics.context);
        let clock = StageClock::new(&graphics.context);
        Self {
            window,
            egui,
            graphics,
            pictures,
            live: None,
            execution,
            contact_search,
            arrived: None,
            in_flight: None,
            repaint_at: None,
            smooth: false,
            budget,
            clock,
            job: PaintJob::default(),
        }
    }

    /// The device goes, with all that is on it.
    pub fn into_lasting(self) -> Lasting {
        let Self { window, egui, mut execution, mut contact_search, budget, .. } = self;
        execution.device_is_gone();
        contact_search.device_is_gone();
        Lasting { window, egui, execution, contact_search, budget }
    }

    pub fn context(&self) -> &egui::Context {
        self.egui.egui_ctx()
    }

    pub fn theme(&self) -> Theme {
        match self.context().theme() {
            egui::Theme::Dark => Theme::Dark,
            egui::Theme::Light => Theme::Light,
        }
    }

    /// What analyses, on what.
    pub fn engine_text(&self, execution: Execution) -> String {
        execution_text(execution, &self.graphics.context.adapter_name)
    }

    /// Of executions that are not used, if there are any.
    pub fn checkup_sentence(&self) -> Option<String> {
        self.execution.checkups.sentence(&self.graphics.context.adapter_name)
    }

    /// What runs here was looked at, and gives the exact answers.
    pub fn is_checked(&self) -> bool {
        self.execution.checkups.known().is_some_and(|checkup| checkup.disagree.is_empty())
    }

    /// A frame is still being drawn.
    pub fn is_busy(&self) -> bool {
        self.in_flight.is_some()
    }

    /// Lays everything out by `content`.
    pub fn lay_out(&mut self, mut content: impl FnMut(&mut Ui, &mut Pictures, Option<&Live>)) -> egui::FullOutput {
        let input = self.egui.take_egui_input(&self.window);
        let context = self.context().clone();
        let (pictures, live) = (&mut self.pictures, self.live.as_ref());
        let output = context.run_ui(input, |ui| content(ui, pictures, live));
        let delay = output.viewport_output.get(&egui::ViewportId::ROOT).map(|v| v.repaint_delay);
        self.repaint_at = delay.and_then(|d| Instant::now().checked_add(d)).filter(|_| delay != Some(Duration::MAX));
        output
    }

    /// Gives the system what of a layout is its affair: cursor, clipboard, what is read aloud.
    pub fn hand_over(&mut self, output: &mut egui::FullOutput) {
        self.egui.handle_platform_output(&self.window, std::mem::take(&mut output.platform_output));
    }

    /// A case that was just opened is drawn from the next frame on.
    pub fn show(&mut self, pair: Arc<JawPair>, display: Arc<DisplayPair>) {
        self.arrived = Some((pair, display));
    }

    /// Whether a mouse button is down.
    pub fn is_pressed(&self) -> bool {
        self.context().input(|i| i.pointer.any_down())
    }

    /// Brings the GPU's side in line with the open case: the pair, the analysis. `wake` is called when a measurement is done.
    ///
    /// # Errors
    /// When the GPU is lost or something does not fit it.
    pub fn follow(&mut self, open: &Open, forms: &PairForms, wake: &Wake) -> Result<Followed, GpuError> {
        if let Some((pair, display)) = self.arrived.take() {
            self.live = None;
            self.pictures.set_case(&pair, &display)?;
        }
        let pair = open.pair();
        let mut followed = Followed::default();
        self.pictures.follow_pair(pair)?;
        self.choose_execution(open, forms, &mut followed)?;
        followed.cameras = self.pictures.looks(open);
        let (moving, pressed) = (open.moves_jaw(), self.is_pressed());
        if moving || pressed {
            // Before the live engine and the picture need the processors and the GPU.
            self.execution.interrupt();
            self.contact_search.interrupt();
        }
        followed.analysed = self.analyse(open, forms, &mut followed)?;
        let Some(live) = &self.live else { return Ok(followed) };
        followed.map = self.pictures.map_fitted(open, live.maps());
        if self.execution.receive() {
            followed.engine_reason = Some(self.execution.reason());
            followed.checkup = Some(self.checkup_sentence());
        }
        let rests = !pressed && !moving && live.settled().is_some() && !open.exact.is_running_first();
        if self.execution.wants_checkup() && rests {
            self.execution.checkups.look(&self.graphics.context, wake.clone());
        } else if self.execution.wants_measurement() && rests {
            self.execution.measure(&self.graphics.context, pair, open.session.question(None), wake.clone());
        } else if rests && !self.execution.is_busy() {
            self.measure_contact(open, forms, wake);
        }
        Ok(followed)
    }

    /// Measures who is to find what is nearest, where teeth are in contact: elsewhere there is nothing to find.
    fn measure_contact(&mut self, open: &Open, forms: &PairForms, wake: &Wake) {
        self.contact_search.receive();
        let has_contact = open.contact().is_some_and(|contact| !contact.sheet.sides[0].triangles.is_empty());
        if self.contact_search.wants_measurement()
            && has_contact
            && let Some(trees) = forms.trees_there()
        {
            let asked = LiveContactQuestion::of(&open.session).asked();
            self.contact_search.measure(&self.graphics.context, trees, asked, wake.clone());
        }
    }

    /// The device that finds what is nearest while contact is followed; `None`: the processor does.
    pub fn contact_gpu(&self) -> Option<Context> {
        self.contact_search.gpu(&self.graphics.context)
    }

    /// The live engine is of the open pair, and executed as it is to be now.
    fn choose_execution(&mut self, open: &Open, forms: &PairForms, followed: &mut Followed) -> Result<(), GpuError> {
        let execution = self.execution.choose(open.settings().resolution, Instant::now());
        if self.live.as_ref().is_none_or(|live| !live.is_of(open.pair(), execution)) {
            // The memory need not hold two of them.
            self.live = None;
            self.live = Some(Live::new(&self.graphics.context, forms, execution)?);
            (followed.engine, followed.engine_reason) =
                (Some(self.engine_text(execution)), Some(self.execution.reason()));
        }
        Ok(())
    }

    /// Whether the pose was analysed anew. A map that the GPU's memory does not hold is made by the processor's threads.
    fn analyse(&mut self, open: &Open, forms: &PairForms, followed: &mut Followed) -> Result<bool, GpuError> {
        let Some(live) = &mut self.live else { return Ok(false) };
        let (moving, resolution) = (open.moves_jaw(), open.settings().resolution);
        let how = (moving, settling(open, self.pictures.shows_map()));
        match live.update(&open.session, how) {
            Err(GpuError::OutOfMemory { .. }) if live.execution() != Execution::Native => {
                self.execution.memory_does_not_hold(resolution);
                followed.said = Some(memory_sentence(resolution));
                self.choose_execution(open, forms, followed)?;
                let live = self.live.as_mut().map(|live| live.update(&open.session, how)).transpose()?;
                Ok(live.is_some_and(|updated| updated.map))
            }
            updated => Ok(updated?.map),
        }
    }

    /// Draws the pictures and paints the window; the frame is then on its way. `counts`: it belongs to the statistics.
    pub fn paint(
        &mut self,
        open: Option<&Open>,
        mut output: egui::FullOutput,
        (started, counts): (Started, bool),
        stats: &mut Stats,
    ) -> Drawn {
        let theme = self.theme();
        self.clock.reset();
        self.smooth = !self.graphics.context.is_software || open.is_none_or(is_still) && !self.is_turning();
        let care = if self.smooth { Care::Full } else { Care::Moving { most_pixels: self.budget.pixels() } };
        let drawn = open.map(|open| self.pictures.draw(open, self.live.as_ref(), (theme, care), &mut self.clock));
        let drawn = drawn.unwrap_or_default();
        let free = self.graphics.upload_textures(&mut output.textures_delta);
        // Soft edges are half of all triangles of the panels.
        self.context().options_mut(|options| options.tessellation_options.feathering = self.smooth);
        let primitives = self.context().tessellate(output.shapes, output.pixels_per_point);
        self.job = PaintJob {
            primitives,
            pixels_per_point: output.pixels_per_point,
            background: self.context().style_of(self.context().theme()).visuals.panel_fill,
            placed: self.pictures.placed(),
        };
        let presented = self.graphics.present(&self.job, &free, &mut self.clock);
        let counted = presented && counts;
        stats.n_frames += u64::from(counted);
        stats.n_analysed += u64::from(counted && started.analysed);
        let done = mark(&self.graphics.context.queue);
        let (input, dragged) = (started.input.filter(|_| drawn.any), started.dragged && drawn.any);
        self.in_flight = Some(InFlight { started: Started { input, dragged, ..started }, counted, done });
        drawn
    }

    /// The last frame's times belong to the statistics too.
    pub fn wait_for_frame(&mut self, stats: &mut Stats) {
        if let Some(frame) = self.in_flight.take() {
            drop(self.graphics.context.wait());
            frame.finish(stats, || self.clock.take());
        }
    }

    /// When a frame is due although nobody does anything.
    pub fn due(&self, open: Option<&Open>) -> Option<Instant> {
        let execution = self.execution.due();
        let of_pictures = [self.smooth_due(open), self.live_due(open), open.and_then(|_| self.pictures.due())];
        of_pictures.into_iter().chain([self.repaint_at, self.graphics.surface.due(), execution]).flatten().min()
    }

    /// When the edges are to be smoothed, if they are not yet.
    pub fn smooth_due(&self, open: Option<&Open>) -> Option<Instant> {
        let at_rest = open.filter(|open| open.hand.drag.is_none() && !open.motion.moves_jaw());
        at_rest.filter(|_| !self.smooth && !self.is_turning()).map(|open| open.moved_at + STILL)
    }

    /// Whether the map is still on its way to its own projection: up to thirty frames of one pose. With every triangle and smooth edges each of
    /// them took longer than all of them do without, and contact at rest came seconds later.
    fn is_turning(&self) -> bool {
        self.live.as_ref().is_some_and(Live::is_turning)
    }

    /// When the live engine has something to do by itself.
    pub fn live_due(&self, open: Option<&Open>) -> Option<Instant> {
        let is_moved = open.is_some_and(Open::moves_jaw);
        self.live.as_ref().filter(|_| !is_moved).and_then(Live::due)
    }

    /// When egui wants to be laid out again.
    pub fn repaint_at(&self) -> Option<Instant> {
        self.repaint_at
    }

    /// Looks what has arrived from the GPU.
    pub fn poll(&mut self, stats: &mut Stats) -> News {
        self.graphics.context.poll();
        let mut news = News { frame: self.poll_frame(stats), ..News::default() };
        if let Some(live) = &mut self.live {
            news.figures = live.poll().then(|| live.shown());
            news.arrived = live.take_arrived();
            news.layers = live.poll_layers();
        }
        news.hover = self.pictures.poll_hover();
        news
    }

    fn poll_frame(&mut self, stats: &mut Stats) -> Option<Stages> {
        let frame = self.in_flight.as_ref()?;
        let finished = frame.finish(stats, || self.clock.take());
        if finished.is_none() && !frame.overdue() {
            return None;
        }
        let stages = finished.unwrap_or_default();
        if let (true, Some((_, frame_ms))) = (frame.started.dragged, stages.first()) {
            self.budget.hear(*frame_ms);
        }
        self.in_flight = None;
        Some(stages)
    }

    /// The pictures for a file: every triangle, smooth edges, so many times as large as on the screen until they are brought `back`.
    pub fn draw_fully(&mut self, open: &Open) {
        let theme = self.theme();
        self.clock.reset();
        self.pictures.draw(open, self.live.as_ref(), (theme, Care::Full), &mut self.clock);
    }

    /// Whether an answer of the GPU is awaited.
    pub fn waits(&self) -> bool {
        let live = self.live.as_ref();
        let of_live = live.is_some_and(|l| l.waits_for_figures() || l.waits_for_layers());
        self.in_flight.is_some() || self.pictures.hover_asked || of_live
    }

    /// The whole window as a picture, as it was painted last.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn screenshot(&mut self) -> Result<image::RgbaImage, GpuError> {
        self.graphics.screenshot(&self.job)
    }
}

fn memory_sentence(resolution: u32) -> String {
    say!("frame-gpus-memory-does-not", resolution = resolution)
}

/// At rest the jaws are painted by the closest gap; the map is seen where they are not, and by itself.
fn settling(open: &Open, shows_map: bool) -> Settling {
    match () {
        () if shows_map => Settling::InSteps,
        () if open.exact.fresh_zones().is_some() => Settling::AtOnce,
        () if open.exact.are_zones_coming() => Settling::Later,
        () => Settling::InSteps,
    }
}

fn is_still(open: &Open) -> bool {
    open.hand.drag.is_none() && !open.motion.moves_jaw() && open.moved_at.elapsed() >= STILL
}
