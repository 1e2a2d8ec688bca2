//! What the window owns, and how it and its device are made.
use super::give_back::GiveBack;
use super::rest_sign::RestSign;
use super::store::{Kept, Store};
use super::{icon, less_motion};
use crate::app::jobs::dialogs::Chosen;
use crate::app::jobs::gpu_watch::GpuWatch;
use crate::app::jobs::saver::{self, Saver};
use crate::app::options::WindowOptions;
use crate::app::panels::Panels;
use crate::app::stage::Stage;
use crate::app::stage::away::Away;
use crate::app::stage::contact_search::ContactSearchChoice;
use crate::app::stage::execution::ExecutionChoice;
use crate::app::stage::graphics::Graphics;
use crate::app::stage::losses::Losses;
use crate::app::state::Desk;
use crate::app::state::desk::CommandLine;
use crate::app::state::safety::Safety;
use crate::app::stats::Stats;
use crate::app::update::{Effect, opening};
use crate::base::files::crash;
use crate::base::words::{self, Language};
use crate::base::{Job, Wake};
use crate::gpu::{AdapterFacts, Context};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::Window;

/// What other threads tell the window.
#[derive(Debug)]
pub enum UserEvent {
    /// A job has something to say.
    Wake,
    /// The system asks the program to end.
    Terminate,
    /// A screen reader asks for something.
    #[cfg(feature = "screen-reader")]
    Access(egui_winit::accesskit_winit::Event),
}

pub struct App {
    pub options: WindowOptions,
    #[cfg(feature = "screen-reader")]
    pub proxy: EventLoopProxy<UserEvent>,
    pub store: Store,
    pub kept: Kept,
    pub desk: Desk,
    pub panels: Panels,
    pub stage: Option<Stage>,
    pub stats: Stats,
    pub jobs: Jobs,
    /// Something is to be shown that is not shown yet.
    pub dirty: bool,
    /// The first mouse or key event that no frame has shown yet.
    pub input: Option<Instant>,
    pub dropped: Vec<PathBuf>,
    pub losses: Losses,
    /// The computer was set so when the program began.
    asked_for_less_motion: bool,
    /// While there are no graphics.
    pub away: Option<Away>,
    /// While another adapter draws than the first.
    pub watch: Option<GpuWatch>,
    /// The window's title as it is.
    title: String,
    /// The program ends with the next look at what is due.
    pub ends: bool,
    /// The system ends the program, and nobody is asked anything.
    pub was_terminated: bool,
    pub rest: RestSign,
    pub give_back: GiveBack,
    pub failure: Option<anyhow::Error>,
}

/// What is done on other threads for the window; what is done for the open case goes with that.
pub struct Jobs {
    /// `None` once it was finished.
    pub saver: Option<Saver>,
    /// What is being written of the pose at rest, and what people call it.
    pub report: Option<(&'static str, Job<Result<PathBuf, String>>)>,
    pub dialogs: Vec<Job<Chosen>>,
}

/// Whole paths: the list of recent cases outlives the working folder.
fn whole(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

impl App {
    pub fn new(options: WindowOptions, proxy: EventLoopProxy<UserEvent>) -> Self {
        let store = Store::new(options.no_restore);
        let kept = store.load();
        #[cfg(feature = "screen-reader")]
        let for_access = proxy.clone();
        let wake: Wake = Arc::new(move || drop(proxy.send_event(UserEvent::Wake)));
        let mut desk = Desk::new(wake.clone());
        desk.recent.cases = kept.recent.clone();
        desk.habits.language = options.language.or(kept.language).unwrap_or_else(of_computer);
        words::change_to(desk.habits.language);
        desk.habits.notation = options.notation.unwrap_or(kept.notation);
        words::number_teeth(desk.habits.notation);
        let asked_for_less_motion = less_motion::is_asked_for();
        desk.habits.less_motion = kept.less_motion.unwrap_or(asked_for_less_motion);
        (desk.habits.exact_at_rest, desk.habits.layers) = (kept.exact_at_rest, kept.layers);
        (desk.habits.keeps_prepared, desk.habits.folder) = (kept.prepared_scans, kept.folder.clone());
        (desk.habits.columns, desk.habits.tooth_numbers) = (kept.columns, kept.tooth_numbers);
        desk.habits.uncertainty.on = kept.nearby && !options.no_nearby;
        desk.habits.all_projections = !options.no_views;
        desk.command_line = command_line(&options);
        desk.layout = desk.command_line.layout.unwrap_or_default();
        desk.safety = Safety::look_in(options.own.recovery());
        desk.safety.crashes = options.own.crashes().as_deref().map(crash::untold).unwrap_or_default();
        let files: Vec<PathBuf> = options.files.iter().map(|path| whole(path)).collect();
        let rest = RestSign::new(options.stats.is_some());
        let mut first_effects = vec![Effect::ReadPictures];
        first_effects.extend(opening::open_first(&mut desk, &files, options.upper_from_lower));
        let saver = saver::start(wake);
        // On its thread: a folder may be on a disk that is slow or away.
        let folders = desk.recent.cases.cases.iter().filter_map(|case| case.folder_path().map(Path::to_owned));
        let _ = saver.ask(saver::Job::Sweep(folders.collect()));
        let mut app = Self {
            options,
            #[cfg(feature = "screen-reader")]
            proxy: for_access,
            store,
            kept,
            desk,
            panels: Panels::default(),
            stage: None,
            stats: Stats::default(),
            jobs: Jobs { saver: Some(saver), report: None, dialogs: Vec::new() },
            dirty: true,
            input: None,
            dropped: Vec::new(),
            losses: Losses::default(),
            asked_for_less_motion,
            away: None,
            watch: None,
            title: "Occluscope".into(),
            ends: false,
            was_terminated: false,
            rest,
            give_back: GiveBack::start(),
            failure: None,
        };
        // Scans are read while the window is made.
        app.carry_out(first_effects);
        app
    }

    /// Writes down what stays between sessions.
    pub fn keep(&mut self) {
        self.kept.recent = self.desk.recent.cases.clone();
        (self.kept.columns, self.kept.tooth_numbers) = (self.desk.habits.columns, self.desk.habits.tooth_numbers);
        (self.kept.exact_at_rest, self.kept.layers) = (self.desk.habits.exact_at_rest, self.desk.habits.layers);
        // A choice is one that differs from what the computer says.
        let less = self.desk.habits.less_motion;
        self.kept.less_motion =
            Some(less).filter(|_| self.kept.less_motion.is_some() || less != self.asked_for_less_motion);
        (self.kept.language, self.kept.notation) = (Some(self.desk.habits.language), self.desk.habits.notation);
        (self.kept.prepared_scans, self.kept.folder) =
            (self.desk.habits.keeps_prepared, self.desk.habits.folder.clone());
        self.kept.nearby = self.desk.habits.uncertainty.on;
        if let Some(stage) = &self.stage {
            if let Some(fastest) = stage.execution.known() {
                self.kept.executions.insert(stage.graphics.context.adapter_name.to_string(), fastest);
            }
            if let Some(faster) = stage.contact_search.known() {
                self.kept.contact_searches.insert(stage.graphics.context.adapter_name.to_string(), faster);
            }
            if let Some(found) = stage.execution.checkups.known() {
                self.kept.checkups.insert(AdapterFacts::of(&stage.graphics.context).identity(), found.clone());
            }
            self.kept.light_theme = stage.context().theme() == egui::Theme::Light;
            let size = stage.window.inner_size().to_logical::<f64>(stage.window.scale_factor());
            self.kept.window = Some((size.width.round() as u32, size.height.round() as u32));
        }
        self.store.save(&self.kept);
    }

    pub fn make_window(&mut self, event_loop: &ActiveEventLoop) -> anyhow::Result<()> {
        let (width, height) = self.options.size.or(self.kept.window).unwrap_or((1280, 800));
        let attributes = Window::default_attributes()
            .with_title("Occluscope")
            .with_window_icon(icon::icon())
            .with_inner_size(winit::dpi::LogicalSize::new(width, height))
            .with_min_inner_size(winit::dpi::LogicalSize::new(640, 480))
            .with_visible(false);
        let attributes = icon::named(attributes);
        let window = Arc::new(event_loop.create_window(attributes)?);
        self.make_stage(event_loop, window.clone())?;
        // Before it is seen for the first time.
        #[cfg(feature = "screen-reader")]
        if let Some(stage) = &mut self.stage {
            stage.egui.init_accesskit(event_loop, &window, self.proxy.clone());
        }
        window.set_visible(true);
        Ok(())
    }

    fn make_stage(&mut self, event_loop: &ActiveEventLoop, window: Arc<Window>) -> anyhow::Result<()> {
        let graphics = Graphics::new(event_loop, window.clone(), &self.options.adapter)?;
        let choices = (self.execution_on(&graphics.context), self.contact_search_on(&graphics.context));
        let stage = Stage::new(window, graphics, choices);
        stage.context().set_theme(if self.kept.light_theme { egui::Theme::Light } else { egui::Theme::Dark });
        if self.options.watch_texts {
            stage.context().enable_accesskit();
        }
        self.take_stage(stage);
        Ok(())
    }

    /// How the analysis is executed on an adapter, as far as that is known.
    pub fn execution_on(&self, context: &Context) -> ExecutionChoice {
        let remembered = self.kept.executions.get(&*context.adapter_name).copied();
        let checkup = self.kept.checkups.get(&AdapterFacts::of(context).identity()).cloned();
        let choice = ExecutionChoice::new(self.options.execution, remembered, context.is_software);
        let choice = choice.with_checkup(checkup);
        if context.check_analysis().is_err() { choice.on_small_adapter() } else { choice }
    }

    /// Who finds what is nearest while contact is followed, as far as that is known of an adapter.
    pub fn contact_search_on(&self, context: &Context) -> ContactSearchChoice {
        let remembered = self.kept.contact_searches.get(&*context.adapter_name).copied();
        ContactSearchChoice::new(remembered, context.is_software || self.options.execution.is_some())
    }

    pub fn take_stage(&mut self, stage: Stage) {
        self.desk.meters.graphics = AdapterFacts::of(&stage.graphics.context).sentence();
        crash::is_drawn_by(&self.desk.meters.graphics);
        self.stage = Some(stage);
        self.name_engine();
        self.dirty = true;
    }

    /// What the window says of what runs the analysis.
    pub fn name_engine(&mut self) {
        let (Some(stage), meters) = (&self.stage, &mut self.desk.meters) else { return };
        (meters.engine, meters.engine_reason) = (stage.engine_text(stage.execution.now()), stage.execution.reason());
        meters.checkup = stage.checkup_sentence();
        meters.is_checked = stage.is_checked();
    }

    /// The title of the window follows the case.
    pub fn follow_title(&mut self) {
        let Some(stage) = &self.stage else { return };
        let title = match self.desk.title() {
            name if name.is_empty() => "Occluscope".to_owned(),
            name => format!("{name} - Occluscope"),
        };
        if title != self.title {
            stage.window.set_title(&title);
            self.title = title;
        }
    }
}

/// What the computer is set to, if it is spoken here.
fn of_computer() -> Language {
    sys_locale::get_locale().and_then(|locale| Language::of_locale(&locale)).unwrap_or_default()
}

fn command_line(options: &WindowOptions) -> CommandLine {
    let mut teeth = options.teeth.clone();
    for scan in [&mut teeth.upper.scan, &mut teeth.lower.scan].into_iter().flatten() {
        *scan = whole(scan);
    }
    CommandLine { unit: options.unit, close: options.close, layout: options.layout, teeth }
}
