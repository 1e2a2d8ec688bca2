//! What the command line says about the window.
use super::state::ViewLayout;
use crate::base::files::cache::CacheFolder;
use crate::base::files::own::OwnFolder;
use crate::base::words::{Language, Notation};
use crate::base::{LengthUnit, Rigid};
use crate::engine::Execution;
use crate::gpu::AdapterChoice;
use crate::session::TeethQuestion;
use std::path::PathBuf;

/// When a test takes the GPU away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoseGpu {
    /// After each so many frames that show a case.
    EveryFrames(u64),
    /// Whenever there is such a file, which goes with it: the device, or where it says "surface lost" or "surface outdated" the window's
    /// surface alone.
    WhenThereIs(PathBuf),
}

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
    /// What the window speaks; `None`: what it spoke last, at first what the computer is set to.
    pub language: Option<Language>,
    /// How it numbers teeth; `None`: as it did last.
    pub notation: Option<Notation>,
    /// Size of the window in logical points.
    pub size: Option<(u32, u32)>,
    /// What the middle of the window shows; `None`: as the case has it, or the overview.
    pub layout: Option<ViewLayout>,
    /// Neither read nor write what the last session left (recent files, window size, theme, a case to recover).
    pub no_restore: bool,
    /// The GPU is lost on purpose, for tests.
    pub lose_gpu: Option<LoseGpu>,
    /// Poses nearby are not tried at rest until somebody asks for it.
    pub no_nearby: bool,
    /// Texts that cannot be read whole are noted in the statistics.
    pub watch_texts: bool,
    /// At rest there are no areas of the maps of several projections.
    pub no_views: bool,
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
            language: None,
            notation: None,
            size: None,
            layout: None,
            no_restore: false,
            lose_gpu: None,
            no_nearby: false,
            watch_texts: false,
            no_views: false,
            cache: CacheFolder::none(),
            own: OwnFolder::none(),
            teeth: TeethQuestion::default(),
        }
    }
}
