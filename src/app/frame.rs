//! One frame of the window: layout, wishes, analysis, pictures, painting, in this order, so that the picture shows the
//! pose that the hand has just made.
use super::desk::{Care, Desk, FiguresShown};
use super::execution::ExecutionChoice;
use super::graphics::{Graphics, PaintJob};
use super::layout::layout_ui;
use super::live::Live;
use super::pictures::Pictures;
use super::stage_clock::StageClock;
use super::stats::{InFlight, Stats, mark};
use super::theme;
use crate::gpu::GpuError;
use crate::render::Theme;
use std::sync::Arc;
use std::time::{Duration, Instant};
use winit::window::Window;

/// A software driver smooths edges only when nothing has moved for so long.
const STILL: Duration = Duration::from_millis(350);

/// The window with everything that is drawn in it.
pub struct Gui {
    pub window: Arc<Window>,
    pub egui: egui_winit::State,
    pub graphics: Graphics,
    pub pictures: Pictures,
    pub live: Option<Live>,
    pub in_flight: Option<InFlight>,
    pub repaint_at: Option<Instant>,
    pub execution: ExecutionChoice,
    smooth: bool,
    clock: StageClock,
    job: PaintJob,
}

impl Gui {
    pub fn new(window: Arc<Window>, graphics: Graphics, execution: ExecutionChoice) -> Self {
        let context = egui::Context::default();
        theme::install(&context);
        let id = egui::ViewportId::ROOT;
        let scale = Some(window.scale_factor() as f32);
        let most = Some(graphics.max_texture_side() as usize);
        let egui = egui_winit::State::new(context, id, &window, scale, window.theme(), most);
        let pictures = Pictures::new(&graphics.context);
        let clock = StageClock::new(&graphics.context);
        Self {
            window,
            egui,
            graphics,
            pictures,
            live: None,
            in_flight: None,
            repaint_at: None,
            execution,
            smooth: false,
            clock,
            job: PaintJob::default(),
        }
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

    /// Lays everything out and hears the hands. Wishes are left on the desk.
    pub fn lay_out(&mut self, desk: &mut Desk) -> egui::FullOutput {
        let input = self.egui.take_egui_input(&self.window);
        // Before anything is laid out: a time that is past would call for frame after frame.
        desk.contact_mark.take_if(|mark| mark.is_over());
        desk.look = desk.look_after_layout.take().or(desk.look.take());
        let context = self.context().clone();
        let (pictures, live) = (&mut self.pictures, self.live.as_ref());
        let mut output = context.run_ui(input, |ui| layout_ui(ui, desk, pictures, live));
        self.egui.handle_platform_output(&self.window, std::mem::take(&mut output.platform_output));
        let delay = output.viewport_output.get(&egui::ViewportId::ROOT).map(|v| v.repaint_delay);
        self.repaint_at = delay.and_then(|d| Instant::now().checked_add(d)).filter(|_| delay != Some(Duration::MAX));
        output
    }

    /// Brings the GPU's side in line with the desk: the case, the pair, the analysis. True when a pose was analysed.
    ///
    /// # Errors
    /// When the GPU is lost or something does not fit it.
    pub fn follow(&mut self, desk: &mut Desk) -> Result<bool, GpuError> {
        if let Some(case) = desk.arrived.take() {
            self.live = None;
            self.pictures.set_case(&case.pair, &case.display)?;
        }
        let Some(session) = &desk.session else {
            self.live = None;
            return Ok(false);
        };
        let pair = session.pair().clone();
        self.pictures.follow_pair(&pair)?;
        let execution = self.execution.now();
        if self.live.as_ref().is_none_or(|l| !l.is_of(&pair, execution)) {
            self.live = Some(Live::new(&self.graphics.context, &desk.exact.forms(&pair), execution)?);
            desk.engine_text = self.execution.text(&self.graphics.context.adapter_name);
        }
        self.pictures.look(desk);
        let moving = desk.moves_jaw();
        let pressed = self.context().input(|i| i.pointer.any_down());
        if moving {
            // Before the live engine needs the processors.
            desk.exact.interrupt();
            self.execution.interrupt();
            desk.contact_mark = None;
        }
        let (Some(live), Some(session)) = (&mut self.live, &desk.session) else { return Ok(false) };
        let updated = live.update(session, moving)?;
        if self.execution.receive() {
            desk.engine_reason = self.execution.reason();
        }
        if self.execution.wants_measurement()
            && !pressed
            && !moving
            && live.settled().is_some()
            && !desk.exact.is_running()
        {
            self.execution.measure(&self.graphics.context, &pair, session.question(None), desk.wake.clone());
        }
        show_figures(desk, live);
        super::exact::follow(desk, live, pressed);
        desk.teeth_due = super::teeth::follow(desk, pressed);
        super::zones::follow(desk);
        super::layers::follow(desk, live, pressed)?;
        Ok(updated.map)
    }

    /// Draws the pictures and paints the window; the frame is then on its way.
    pub fn paint(&mut self, desk: &mut Desk, mut output: egui::FullOutput, started: Started, stats: &mut Stats) {
        let theme = self.theme();
        self.clock.reset();
        self.smooth = !self.graphics.context.is_software || self.is_still(desk);
        let care = if self.smooth { Care::Full } else { Care::Moving };
        let drawn = self.pictures.draw(desk, self.live.as_ref(), theme, care, &mut self.clock);
        let free = self.graphics.upload_textures(&mut output.textures_delta);
        let primitives = self.context().tessellate(output.shapes, output.pixels_per_point);
        self.job = PaintJob {
            primitives,
            pixels_per_point: output.pixels_per_point,
            background: self.context().style_of(self.context().theme()).visuals.panel_fill,
            placed: self.pictures.placed(),
        };
        let presented = self.graphics.present(&self.job, &free, &mut self.clock);
        let counted = presented && desk.shows_case();
        stats.n_frames += u64::from(counted);
        stats.n_analysed += u64::from(counted && started.analysed);
        let done = mark(&self.graphics.context.queue);
        let Started { begun, layout_ms, analysis_ms, input, analysed, dragged } = started;
        let (input, dragged) = (input.filter(|_| drawn), dragged && drawn);
        self.in_flight = Some(InFlight { begun, layout_ms, analysis_ms, input, analysed, dragged, counted, done });
    }

    /// The figures that have arrived, for the statistics and the profile.
    pub fn log_figures(&mut self, desk: &mut Desk, stats: &mut Stats) {
        for figures in self.live.as_mut().map(Live::take_arrived).unwrap_or_default() {
            stats.hear(&figures);
            desk.profile.push_passes(figures.passes_ms);
        }
    }

    /// The last frame's times belong to the statistics too.
    pub fn wait_for_frame(&mut self, stats: &mut Stats) {
        if let Some(frame) = self.in_flight.take() {
            drop(self.graphics.context.device.poll(wgpu::PollType::wait_indefinitely()));
            frame.finish(stats, || self.clock.take());
        }
    }

    fn is_still(&self, desk: &Desk) -> bool {
        desk.drag.is_none() && desk.moved_at.elapsed() >= STILL
    }

    /// When the edges are to be smoothed, if they are not yet.
    pub fn smooth_due(&self, desk: &Desk) -> Option<Instant> {
        (!self.smooth && desk.session.is_some() && desk.drag.is_none()).then(|| desk.moved_at + STILL)
    }

    /// Looks what has arrived from the GPU; true when there is something to show.
    pub fn poll(&mut self, desk: &mut Desk, stats: &mut Stats) -> bool {
        // An error here means that the device is lost, which has its own flag.
        drop(self.graphics.context.device.poll(wgpu::PollType::Poll));
        let mut news = false;
        let finished = self.in_flight.as_ref().and_then(|f| f.finish(stats, || self.clock.take()));
        let dragged = self.in_flight.as_ref().is_some_and(|f| f.dragged);
        if finished.is_some() || self.in_flight.as_ref().is_some_and(InFlight::overdue) {
            self.in_flight = None;
            desk.times = super::desk::TimesShown::new(&stats.frame, &stats.latency);
            let stages = finished.unwrap_or_default();
            if let (true, Some((_, frame_ms))) = (dragged, stages.first()) {
                desk.picture_budget.hear(*frame_ms);
            }
            desk.profile.push_frame(stages);
        }
        if let Some(live) = &mut self.live
            && live.poll()
        {
            show_figures(desk, live);
            news = true;
        }
        self.log_figures(desk, stats);
        if let Some(reading) = self.live.as_mut().and_then(Live::poll_layers) {
            stats.layers.take(&reading, desk.layers.receive(reading.clone()));
            news = true;
        }
        if let Some(hit) = self.pictures.poll_hover()
            && desk.pointed.hit != hit
        {
            desk.pointed.hit = hit;
            news = true;
        }
        news
    }

    /// The picture for a snapshot: every triangle, smooth edges.
    pub fn draw_fully(&mut self, desk: &mut Desk) {
        let theme = self.theme();
        self.clock.reset();
        self.pictures.draw(desk, self.live.as_ref(), theme, Care::Full, &mut self.clock);
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

/// What a frame was begun with.
#[derive(Clone, Copy, Debug)]
pub struct Started {
    pub begun: Instant,
    /// Laying it out, ms.
    pub layout_ms: f64,
    /// Following the desk: the analysis, if there was one, ms.
    pub analysis_ms: f64,
    /// The first input event that it shows.
    pub input: Option<Instant>,
    pub analysed: bool,
    /// A hand was holding something when it was laid out.
    pub dragged: bool,
}

/// Puts the newest figures on the desk.
pub fn show_figures(desk: &mut Desk, live: &Live) {
    let passes_ms = live.figures().map(|f| f.passes_ms.clone()).unwrap_or_default();
    desk.figures = FiguresShown { metrics: live.metrics().cloned(), stale: live.stale(), passes_ms };
}
