//! The program's window: events in, frames out, an orderly end.
use super::WindowOptions;
use super::action::{Action, action_of_numpad};
use super::desk::Desk;
use super::dialogs::{NO_DIALOG, NO_SAVE_DIALOG, ask_for_scans};
use super::events::{is_by_hand, is_press, numpad_digit};
use super::execution::ExecutionChoice;
use super::frame::{Gui, Started};
use super::graphics::Graphics;
use super::messages::Kind;
use super::opening::{OpenRequest, Opening, Plan, plan};
use super::restore::{FoundSnapshot, read_snapshot};
use super::saver::Saver;
use super::stats::{Ending, Stats, resident_mb};
use super::store::{Kept, Store};
use super::{ending, snapshot};
use crate::base::files::cache::CacheFolder;
use crate::base::{LengthUnit, Rigid};
use crate::gpu::GpuError;
use crate::jaw::JawSide;
use crate::session::LoadError;
use crate::session::exact_job::Wake;
use crate::session::load::SideGuess;
use crate::session::recent::RecentCase;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use winit::application::ApplicationHandler;
use winit::event::{ElementState, StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoopProxy};
use winit::window::{Window, WindowId};

/// What other threads tell the window.
#[derive(Clone, Debug)]
pub enum UserEvent {
    /// A worker has something to say.
    Wake,
    /// Files from a dialog, asked for this jaw.
    Chosen(Vec<PathBuf>, Option<JawSide>),
    /// A dialog was wanted and the system has none.
    NoDialog,
    NoSaveDialog,
    /// Where to save, from a dialog.
    SaveTo(Option<PathBuf>),
    /// A report was written, or why not.
    Reported(Result<PathBuf, String>),
    /// The system asks the program to end.
    Terminate,
}

mod cases;

/// How often progress is shown.
const PROGRESS_STEP: Duration = Duration::from_millis(100);
/// How often the GPU is asked for what is awaited.
const POLL_STEP: Duration = Duration::from_millis(1);

pub struct App {
    options: WindowOptions,
    proxy: EventLoopProxy<UserEvent>,
    store: Store,
    kept: Kept,
    desk: Desk,
    gui: Option<Gui>,
    stats: Stats,
    /// Something is to be shown that is not shown yet.
    dirty: bool,
    /// The first mouse or key event that no frame has shown yet.
    input: Option<Instant>,
    dropped: Vec<PathBuf>,
    device_renewed: bool,
    /// The window's title as it is.
    title: String,
    saver: Saver,
    /// The system ends the program, and nobody is asked anything.
    was_terminated: bool,
    safety: cases::Safety,
    /// A report that is being made.
    report: Option<std::thread::JoinHandle<()>>,
    pub failure: Option<anyhow::Error>,
}

/// Whole paths: the list of recent cases outlives the working folder.
fn whole(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

impl App {
    pub fn new(options: WindowOptions, proxy: EventLoopProxy<UserEvent>) -> Self {
        let store = Store::new(options.no_restore);
        let kept = store.load();
        let waker = proxy.clone();
        let wake: Wake = Arc::new(move || drop(waker.send_event(UserEvent::Wake)));
        let mut desk = Desk::new(kept.recent.clone(), wake.clone());
        desk.exact.enable(kept.exact_at_rest);
        desk.layers.enable(kept.layers);
        desk.keeps_prepared = kept.prepared_scans;
        let mut teeth = options.teeth.clone();
        for scan in [&mut teeth.upper.scan, &mut teeth.lower.scan].into_iter().flatten() {
            *scan = whole(scan);
        }
        desk.teeth.set_question(teeth);
        let mut app = Self {
            options,
            proxy,
            store,
            kept,
            desk,
            gui: None,
            stats: Stats::default(),
            dirty: true,
            input: None,
            dropped: Vec::new(),
            device_renewed: false,
            title: "Occluscope".into(),
            saver: Saver::start(wake),
            was_terminated: false,
            safety: cases::Safety::default(),
            report: None,
            failure: None,
        };
        app.look_for_left_over();
        app.open_first();
        app
    }

    /// What the command line names, else the sample case.
    fn open_first(&mut self) {
        let pose = self.options.upper_from_lower;
        let files: Vec<PathBuf> = self.options.files.iter().map(|path| whole(path)).collect();
        match files.as_slice() {
            // On the command line the order rules.
            [upper, lower] => {
                let case = RecentCase::Scans { upper: upper.clone(), lower: lower.clone() };
                self.open(Some(case), None, self.options.unit, pose);
            }
            [] => self.open(None, None, None, pose),
            [case] if super::case::is_case(case) => {
                self.open(Some(RecentCase::File { case: case.clone() }), None, None, pose);
            }
            files => {
                self.open(None, None, None, None);
                let plan = plan(&self.desk, files, None);
                self.carry_out_plan(plan);
            }
        }
    }

    fn open(
        &mut self,
        case: Option<RecentCase>,
        guessed: Option<SideGuess>,
        unit: Option<LengthUnit>,
        pose: Option<Rigid>,
    ) {
        let close = self.options.close;
        let request = OpenRequest { case, unit, close, pose, guessed, recovery: None, instead: false };
        self.start(request);
    }

    fn start(&mut self, request: OpenRequest) {
        self.desk.opening = Some(Opening::start(request, self.cache(), &self.proxy));
        self.dirty = true;
    }

    /// Where prepared scans are kept now.
    fn cache(&self) -> CacheFolder {
        if self.desk.keeps_prepared { self.options.cache.clone() } else { CacheFolder::none() }
    }

    fn carry_out_plan(&mut self, plan: Plan) {
        match plan {
            Plan::Open(case, guess) => self.open(Some(case), Some(guess), self.options.unit, None),
            Plan::OpenCase(case) => self.open(Some(case), None, None, None),
            Plan::Wait(pending) => self.desk.pending = Some(pending),
            Plan::Snapshot(path) => self.open_snapshot(&path),
            Plan::Refuse(text) => self.desk.messages.error(text),
        }
        self.dirty = true;
    }

    /// Brings a snapshot's state back, once its scans are open.
    fn open_snapshot(&mut self, path: &Path) {
        match read_snapshot(path) {
            Err(text) => self.desk.messages.error(format!("{text}.")),
            Ok(FoundSnapshot { record, .. }) if self.desk.restore(&record) => {
                self.desk.messages.info("The snapshot's position, settings and view are back.");
            }
            Ok(found) => {
                let case = found.case();
                let (unit, close) = (found.record.settings.unit, found.record.settings.close);
                self.desk.awaited = Some(found.record);
                self.start(OpenRequest { case, unit, close, ..OpenRequest::sample() });
            }
        }
    }

    /// A worker may have finished.
    fn receive(&mut self) {
        let Some(result) = self.desk.opening.as_ref().and_then(Opening::poll) else { return };
        let Some(mut opening) = self.desk.opening.take() else { return };
        self.dirty = true;
        match result {
            Ok(case) => {
                self.keep_picture();
                self.desk.receive(case, &opening);
                self.desk.restore_awaited();
                self.desk.say_warnings();
                self.recovered(opening.recovery.take());
                self.follow_title();
                self.keep();
            }
            Err(LoadError::Cancelled(_)) => {}
            Err(LoadError::Failed(text)) => {
                if let Some(case) = &opening.case {
                    self.desk.recent.remove(case);
                }
                let first = self.desk.session.is_none();
                let rest = if first { "The sample case is shown instead." } else { "The open case is as it was." };
                self.desk.messages.error(format!("{text}. {rest}"));
                if first && opening.case.is_some() {
                    self.start(OpenRequest { instead: true, ..OpenRequest::sample() });
                }
            }
        }
    }

    /// Writes down what stays between sessions.
    fn keep(&mut self) {
        self.kept.recent = self.desk.recent.clone();
        self.kept.exact_at_rest = self.desk.exact.is_enabled();
        self.kept.layers = self.desk.layers.is_enabled();
        self.kept.prepared_scans = self.desk.keeps_prepared;
        if let Some(gui) = &self.gui {
            if let Some(fastest) = gui.execution.known() {
                self.kept.executions.insert(gui.graphics.context.adapter_name.to_string(), fastest);
            }
            self.kept.light_theme = gui.context().theme() == egui::Theme::Light;
            let size = gui.window.inner_size().to_logical::<f64>(gui.window.scale_factor());
            self.kept.window = Some((size.width.round() as u32, size.height.round() as u32));
        }
        self.store.save(&self.kept);
    }

    fn make_window(&mut self, event_loop: &ActiveEventLoop) -> anyhow::Result<()> {
        let (width, height) = self.options.size.or(self.kept.window).unwrap_or((1280, 800));
        let attributes = Window::default_attributes()
            .with_title("Occluscope")
            .with_inner_size(winit::dpi::LogicalSize::new(width, height))
            .with_min_inner_size(winit::dpi::LogicalSize::new(640, 480));
        let window = Arc::new(event_loop.create_window(attributes)?);
        self.make_gui(event_loop, window)
    }

    fn make_gui(&mut self, event_loop: &ActiveEventLoop, window: Arc<Window>) -> anyhow::Result<()> {
        let graphics = Graphics::new(event_loop, window.clone(), &self.options.adapter)?;
        let remembered = self.kept.executions.get(&*graphics.context.adapter_name).copied();
        let is_software = graphics.context.is_software;
        let choice = ExecutionChoice::new(self.options.execution, remembered, is_software);
        let gui = Gui::new(window, graphics, choice);
        gui.context().set_theme(if self.kept.light_theme { egui::Theme::Light } else { egui::Theme::Dark });
        self.desk.engine_text = gui.execution.text(&gui.graphics.context.adapter_name);
        self.desk.engine_reason = gui.execution.reason();
        self.gui = Some(gui);
        self.dirty = true;
        Ok(())
    }

    /// The device is gone: everything on it is made anew, once.
    fn renew_device(&mut self, event_loop: &ActiveEventLoop, why: &str) {
        let Some(old) = self.gui.take() else { return };
        if self.device_renewed {
            self.failure = Some(GpuError::Lost(why.to_owned()).into());
            return event_loop.exit();
        }
        self.device_renewed = true;
        let window = old.window.clone();
        drop(old);
        if let Err(error) = self.make_gui(event_loop, window) {
            self.failure = Some(error);
            return event_loop.exit();
        }
        self.desk.messages.add(Kind::Warning, "The GPU was lost and has been set up again; the case is as it was.");
    }

    fn redraw(&mut self, event_loop: &ActiveEventLoop) {
        let begun = Instant::now();
        let Some(gui) = &mut self.gui else { return };
        if gui.graphics.is_lost() {
            return self.renew_device(event_loop, "the driver reported its loss");
        }
        if gui.in_flight.is_some() {
            self.dirty = true;
            return;
        }
        self.dirty = false;
        let input = self.input.take();
        let output = gui.lay_out(&mut self.desk);
        let dragged = self.desk.drag.is_some();
        self.carry_out_wishes(event_loop);
        let layout_ms = begun.elapsed().as_secs_f64() * 1000.0;
        let Some(gui) = &mut self.gui else { return };
        let followed = gui.follow(&mut self.desk);
        let analysed = *followed.as_ref().unwrap_or(&false);
        let analysis_ms = begun.elapsed().as_secs_f64() * 1000.0 - layout_ms;
        let started = Started { begun, layout_ms, analysis_ms, input, analysed, dragged };
        gui.paint(&mut self.desk, output, started, &mut self.stats);
        // Panels were laid out before the pose changed: they follow with the next frame.
        self.dirty |= analysed;
        match followed {
            Err(GpuError::Lost(why)) => self.renew_device(event_loop, &why),
            Err(error) => self.desk.messages.error(format!("The contacts are not computed: {error}.")),
            Ok(_) => {}
        }
        self.count_frame(event_loop);
    }

    /// With `--exit-after-frames` every frame asks for the next one, until enough have shown the case.
    fn count_frame(&mut self, event_loop: &ActiveEventLoop) {
        match self.options.exit_after_frames {
            Some(n) if self.stats.n_frames >= n && self.desk.shows_case() => event_loop.exit(),
            Some(_) => self.dirty = true,
            None => {}
        }
    }

    fn carry_out_wishes(&mut self, event_loop: &ActiveEventLoop) {
        for (action, repeated) in self.desk.take_wishes() {
            self.dirty = true;
            if self.asks_first(&action) {
                continue;
            }
            if let Some(action) = self.desk.carry_out(action, repeated) {
                self.carry_out(action, event_loop);
            }
        }
    }

    /// Wishes that need more than the desk.
    fn carry_out(&mut self, action: Action, event_loop: &ActiveEventLoop) {
        match action {
            Action::OpenDialog(side) => {
                let start = self.desk.paths.as_ref().and_then(|c| c.folder_path().map(PathBuf::from));
                ask_for_scans(side, start, &self.proxy);
            }
            Action::Open(paths, side) => {
                let plan = plan(&self.desk, &paths, side);
                self.carry_out_plan(plan);
            }
            Action::OpenRecent(case) => self.open(Some(case), None, None, None),
            Action::OpenSample => self.open(None, None, None, None),
            Action::ReloadIn(unit) => {
                self.open(self.desk.paths.clone(), None, Some(unit), None);
            }
            Action::Snapshot => self.snapshot(),
            Action::Report => {
                if let Some(gui) = &self.gui {
                    self.report = super::report::start(&mut self.desk, &gui.graphics.context, &self.proxy);
                }
            }
            Action::ToggleTheme => {
                if let Some(gui) = &self.gui {
                    let dark = gui.context().theme() == egui::Theme::Dark;
                    gui.context().set_theme(if dark { egui::Theme::Light } else { egui::Theme::Dark });
                }
                self.keep();
            }
            Action::ExactAtRest(on) => {
                self.desk.exact.enable(on);
                self.keep();
            }
            Action::ShowLayers(on) => {
                self.desk.layers.enable(on);
                self.keep();
            }
            Action::KeepPrepared(on) => {
                self.desk.keeps_prepared = on;
                if !on {
                    self.options.cache.clear();
                }
                self.keep();
            }
            Action::Quit => event_loop.exit(),
            other => self.carry_out_of_case(other, event_loop),
        }
    }

    fn snapshot(&mut self) {
        let Some(gui) = &mut self.gui else { return };
        let (Some(live), Some(session)) = (&mut gui.live, &self.desk.session) else { return };
        let settled = live.settle(session);
        super::frame::show_figures(&mut self.desk, live);
        gui.draw_fully(&mut self.desk);
        let Some(live) = &gui.live else { return };
        let adapter = gui.graphics.context.adapter_name.clone();
        let folder = snapshot::default_folder();
        let saved = settled
            .map_err(anyhow::Error::from)
            .and_then(|()| snapshot::save(&self.desk, &gui.pictures, live, &adapter, &folder));
        match saved {
            Ok(path) => {
                self.desk.saved = Some(jiff::Zoned::now().strftime("%H:%M").to_string());
                self.desk.messages.info(format!("Saved {} and its figures (.json) beside it.", path.display()));
            }
            Err(error) => self.desk.messages.error(format!("The snapshot was not saved: {error:#}.")),
        }
        self.dirty = true;
    }

    /// Screenshot, statistics, final pose, what stays: nothing is asked.
    fn finish(&mut self) {
        // What went wrong in it was sent already.
        self.report.take().map(std::thread::JoinHandle::join);
        let Some(gui) = &mut self.gui else { return self.finish_case() };
        gui.wait_for_frame(&mut self.stats);
        if let (Some(session), Some(live)) = (&mut self.desk.session, &mut gui.live) {
            session.end_gesture();
            if let Err(error) = live.settle(session) {
                tracing::warn!("the last figures are missing: {error}");
            }
            super::frame::show_figures(&mut self.desk, live);
            // As if a hand were at it: nothing is begun any more.
            super::exact::follow(&mut self.desk, live, true);
        }
        self.desk.exact.poll().iter().for_each(|event| self.stats.exact.take(event));
        gui.log_figures(&mut self.desk, &mut self.stats);
        let written = self.write_results();
        if let Err(error) = written {
            self.failure.get_or_insert(error);
        }
        self.finish_case();
        self.keep();
    }

    fn write_results(&mut self) -> anyhow::Result<()> {
        let Some(gui) = &mut self.gui else { return Ok(()) };
        if let Some(path) = &self.options.screenshot {
            // Laid out twice: the first time the panels take in the last figures, sizes settle with the second.
            for _ in 0..2 {
                let output = gui.lay_out(&mut self.desk);
                let begun = Instant::now();
                let (layout_ms, analysis_ms) = (0.0, 0.0);
                let started = Started { begun, layout_ms, analysis_ms, input: None, analysed: false, dragged: false };
                gui.paint(&mut self.desk, output, started, &mut Stats::default());
            }
            ending::write_screenshot(path, &gui.screenshot()?)?;
        }
        if let Some(path) = &self.options.stats {
            let adapter = gui.graphics.context.adapter_name.clone();
            let session = self.desk.session.as_ref();
            let ending = Ending {
                adapter: &adapter,
                pose: session.map_or(Rigid::IDENTITY, |s| s.upper_from_lower()),
                view: ending::view_record(&self.desk),
                verdict: self.desk.figures.metrics.as_ref().map(|m| m.verdict),
                exact: self.stats.exact.record(&self.desk),
                threshold_mm: session.map(|s| s.settings().threshold_mm),
                case: &self.desk.case_name(),
                opening_ms: self.desk.opened,
                resident_mb: resident_mb(),
                message: self.desk.messages.last_error.as_deref(),
                said: self.desk.messages.last.as_deref(),
                teeth: self.desk.tooth_names(),
            };
            ending::write_stats(path, &self.stats.to_json(&ending)?)?;
        }
        Ok(())
    }

    /// When something is due although nobody does anything.
    fn next_deadline(&mut self) -> Option<Instant> {
        let n_shown = self.desk.messages.shown().len();
        let messages = self.desk.messages.expire();
        // One that went must be seen to go.
        self.dirty |= self.desk.messages.shown().len() != n_shown;
        let progress = self.desk.is_loading().then(|| Instant::now() + PROGRESS_STEP);
        let gui = self.gui.as_ref()?;
        let live = gui.live.as_ref().filter(|_| !self.desk.moves_jaw()).and_then(|l| l.due());
        let (exact, layers) = (self.desk.exact_due, self.desk.layers.due());
        let mark = self.desk.contact_mark.map(|m| m.until);
        let teeth = self.desk.teeth_due;
        [messages, progress, live, exact, layers, mark, teeth, gui.repaint_at, gui.smooth_due(&self.desk)]
            .into_iter()
            .flatten()
            .min()
    }

    fn numpad(&mut self, event: &winit::event::KeyEvent) -> bool {
        let Some(digit) = numpad_digit(event) else { return false };
        if self.gui.as_ref().is_some_and(|g| g.context().text_edit_focused()) {
            return false;
        }
        if event.state == ElementState::Pressed
            && let Some(action) = action_of_numpad(digit)
        {
            self.desk.wish(action);
        }
        true
    }
}

impl ApplicationHandler<UserEvent> for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.gui.is_none()
            && let Err(error) = self.make_window(event_loop)
        {
            self.failure = Some(error);
            event_loop.exit();
        }
    }

    fn new_events(&mut self, _event_loop: &ActiveEventLoop, cause: StartCause) {
        if matches!(cause, StartCause::ResumeTimeReached { .. }) {
            let now = Instant::now();
            let due = self.next_deadline().is_some_and(|at| at <= now + POLL_STEP);
            self.dirty |= due || self.desk.is_loading();
        }
    }

    fn user_event(&mut self, event_loop: &ActiveEventLoop, event: UserEvent) {
        match event {
            UserEvent::Wake => {
                self.dirty |= self.desk.teeth.is_looking();
                self.receive();
                self.hear_saver(event_loop);
            }
            UserEvent::Terminate => {
                self.was_terminated = true;
                event_loop.exit();
            }
            UserEvent::Reported(done) => {
                self.desk.reporting = false;
                self.dirty = true;
                match done {
                    Ok(path) => {
                        self.desk.messages.info(format!("Saved {} and its figures (.json) beside it.", path.display()));
                    }
                    Err(why) => self.desk.messages.error(format!("The report was not saved: {why}.")),
                }
            }
            UserEvent::NoDialog => {
                self.desk.messages.error(NO_DIALOG);
                self.dirty = true;
            }
            UserEvent::NoSaveDialog => {
                self.desk.messages.error(NO_SAVE_DIALOG);
                self.dirty = true;
            }
            UserEvent::SaveTo(path) => self.chosen_to_save(path.as_deref()),
            UserEvent::Chosen(paths, side) => {
                if !paths.is_empty() {
                    self.desk.wish(Action::Open(paths, side));
                }
            }
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _id: WindowId, event: WindowEvent) {
        if is_by_hand(&event) {
            self.input.get_or_insert_with(Instant::now);
        }
        // At once, and not with the next frame: the hand needs the processors.
        self.dirty |= is_press(&event) && self.desk.exact.interrupt_figures();
        match &event {
            WindowEvent::RedrawRequested => return self.redraw(event_loop),
            WindowEvent::CloseRequested if !self.asks_first(&Action::Quit) => return event_loop.exit(),
            WindowEvent::DroppedFile(path) => self.dropped.push(path.clone()),
            WindowEvent::KeyboardInput { event, .. } if self.numpad(event) => {
                self.dirty = true;
                return;
            }
            WindowEvent::Resized(size) => {
                if let Some(gui) = &mut self.gui {
                    gui.graphics.resize(size.width, size.height);
                }
            }
            _ => {}
        }
        if let Some(gui) = &mut self.gui {
            let response = gui.egui.on_window_event(&gui.window, &event);
            self.dirty |= response.repaint;
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        if !self.dropped.is_empty() {
            let paths = std::mem::take(&mut self.dropped);
            self.desk.wish(Action::Open(paths, None));
        }
        self.follow_title();
        let deadline = [self.next_deadline(), self.autosave()].into_iter().flatten().min();
        for event in self.desk.exact.poll() {
            self.stats.exact.take(&event);
            self.desk.hear(event);
            self.dirty = true;
        }
        let Some(gui) = &mut self.gui else { return };
        self.dirty |= gui.poll(&mut self.desk, &mut self.stats) || self.desk.has_wishes();
        let now = Instant::now();
        if self.dirty && gui.in_flight.is_none() {
            gui.window.request_redraw();
        }
        event_loop.set_control_flow(match deadline {
            _ if gui.waits() => ControlFlow::WaitUntil(now + POLL_STEP),
            Some(at) => ControlFlow::WaitUntil(at.max(now + POLL_STEP)),
            None => ControlFlow::Wait,
        });
    }

    fn exiting(&mut self, _event_loop: &ActiveEventLoop) {
        if self.failure.is_none() {
            self.finish();
        }
        // The surface must go before the display connection does.
        self.gui = None;
    }
}
