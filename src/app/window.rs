//! The program's window: what it holds, and how it and its device are made. [`events`] hears and draws, [`wishes`] carries out what
//! needs more than the desk, [`opening`] brings cases in, [`cases`] saves them, [`rest`] says when
//! there is nothing to do, [`closing`] ends in order.
mod cases;
mod closing;
mod events;
mod opening;
mod rest;
mod wishes;

use super::WindowOptions;
use super::desk::Desk;
use super::execution::ExecutionChoice;
use super::frame::Gui;
use super::graphics::Graphics;
use super::messages::Kind;
use super::opening::Opening;
use super::report::Reporting;
use super::saver::Saver;
use super::stats::Stats;
use super::store::{Kept, Store};
use crate::gpu::GpuError;
use crate::jaw::JawSide;
use crate::session::exact_job::Wake;
use crate::session::{LoadedCase, State};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::Window;

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
    report: Option<Reporting>,
    /// A case that was opened and waits for an answer about unsaved changes.
    opened: Option<Box<(LoadedCase, Opening)>>,
    /// Changes that the person has given up.
    given_up: Option<State>,
    rest: rest::RestSign,
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
        let rest = rest::RestSign::new(options.stats.is_some());
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
            opened: None,
            given_up: None,
            rest,
            failure: None,
        };
        app.look_for_left_over();
        app.open_first();
        app
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
}
