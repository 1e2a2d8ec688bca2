//! Floor 8: the window. winit and egui, with the scene and the map drawn offscreen by `render`.
//!
//! [`window`] hears events; [`frame`] makes one frame: [`layout`] (panels, hands), then [`live`] (the analysis), then
//! [`pictures`], then [`graphics`] (painting). [`desk`] is the state that all of them share.
mod action;
mod blit;
mod budget;
mod case;
mod copying;
mod desk;
mod dialogs;
mod directions;
mod egui_paint;
mod ending;
mod events;
mod exact;
mod execution;
mod first_contact;
mod frame;
mod frame_log;
mod graphics;
mod handles;
mod hands;
mod icons;
mod layer_card;
mod layers;
mod layout;
mod legend;
mod live;
mod map_panel;
mod messages;
mod notes;
mod opening;
mod panels;
mod pictures;
mod profile;
mod projection_arrow;
mod report;
mod restore;
mod saver;
mod snapshot;
mod stage_clock;
mod stats;
mod store;
mod teeth;
mod text;
mod theme;
mod viewport;
mod window;
mod wishes;
mod zone_marks;
mod zones;

use crate::base::files::cache::CacheFolder;
use crate::base::files::own::OwnFolder;
use crate::base::{LengthUnit, Rigid};
use crate::engine::Execution;
use crate::gpu::AdapterChoice;
use crate::session::TeethQuestion;
use anyhow::Context;
use std::path::PathBuf;
use window::{App, UserEvent};
use winit::event_loop::EventLoop;

/// What the command line says about the window.
#[derive(Clone, Debug)]
pub struct WindowOptions {
    /// A case, or scans to open, upper jaw first; none opens the built-in sample case, one opens that scan and asks for the other.
    pub files: Vec<PathBuf>,
    /// Unit of the files; `None` tells it from their size.
    pub unit: Option<LengthUnit>,
    /// Close open scans (`--no-close` turns it off).
    pub close: bool,
    /// Where the lower jaw starts; `None`: where the case has it, or the files.
    pub upper_from_lower: Option<Rigid>,
    pub adapter: AdapterChoice,
    /// `None`: the fastest.
    pub execution: Option<Execution>,
    /// Leave after so many drawn frames.
    pub exit_after_frames: Option<u64>,
    /// Frame and pass times and the final pose go here, as JSON.
    pub stats: Option<PathBuf>,
    /// The last frame goes here, as PNG.
    pub screenshot: Option<PathBuf>,
    /// Size of the window in logical points.
    pub size: Option<(u32, u32)>,
    /// Neither read nor write what the last session left (recent files, window size, theme, a case to recover).
    pub no_restore: bool,
    /// Where prepared scans are kept, unless that is switched off.
    pub cache: CacheFolder,
    /// Where recovery files and pictures of recent cases are kept.
    pub own: OwnFolder,
    /// Where the teeth's numbers come from; label files named are those of `files`.
    pub teeth: TeethQuestion,
}

impl Default for WindowOptions {
    fn default() -> Self {
        Self {
            files: Vec::new(),
            unit: None,
            close: true,
            upper_from_lower: None,
            adapter: AdapterChoice::Auto,
            execution: None,
            exit_after_frames: None,
            stats: None,
            screenshot: None,
            size: None,
            no_restore: false,
            cache: CacheFolder::none(),
            own: OwnFolder::none(),
            teeth: TeethQuestion::default(),
        }
    }
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// When there is no display or no usable GPU ([`crate::gpu::GpuError`] is in the chain: exit status 3), or a result
/// asked for on the command line cannot be written.
pub fn run(options: WindowOptions) -> anyhow::Result<()> {
    let event_loop = EventLoop::<UserEvent>::with_user_event().build().map_err(|error| {
        tracing::debug!("no event loop: {error}");
        anyhow::anyhow!("no display was found for the window; `occluscope analyze` needs none")
    })?;
    let proxy = event_loop.create_proxy();
    let terminate = proxy.clone();
    // SIGTERM, SIGINT and SIGHUP end the program in order. A second handler in one process is a test's affair.
    if let Err(error) = ctrlc::set_handler(move || drop(terminate.send_event(UserEvent::Terminate))) {
        tracing::warn!("the program cannot be asked to end: {error}");
    }
    let mut app = App::new(options, proxy);
    event_loop.run_app(&mut app).context("the window broke down")?;
    app.failure.map_or(Ok(()), Err)
}
