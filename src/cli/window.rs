//! No command: the window.
use super::Answer;
use super::args::{PoseArgs, ScanArgs, TeethArgs, parse_size};
use super::execution::ExecutionArg;
#[cfg(feature = "app")]
use crate::base::files::own::OwnFolder;
#[cfg(feature = "app")]
use crate::session::case_file::is_case_name;
#[cfg(feature = "app")]
use crate::session::load::guess_sides;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct WindowArgs {
    /// A case (.occ), or scans to open, the upper jaw first unless their names tell otherwise; none opens the built-in sample case
    #[arg(value_name = "SCAN", num_args = 0..=2)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub scans: ScanArgs,
    #[command(flatten)]
    pub teeth: TeethArgs,
    #[command(flatten)]
    pub pose: PoseArgs,
    /// GPU adapter: auto, cpu (a software driver) or part of a name
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub adapter: String,
    /// How the live analysis is executed; auto is whichever is measured to be the fastest
    #[arg(long, value_enum, default_value_t)]
    pub execution: ExecutionArg,
    /// What the middle of the window shows: overview, 3d, split or map
    #[arg(long, value_name = "NAME", value_parser = ["overview", "3d", "split", "map"])]
    pub layout: Option<String>,
    /// What the window speaks: en, de, fr or es
    #[arg(long, value_name = "LANGUAGE", value_parser = ["en", "de", "fr", "es"])]
    pub language: Option<String>,
    /// How teeth are numbered for people: fdi, universal or palmer [default: as it was last; at first fdi]
    #[arg(long, value_name = "NOTATION", value_parser = ["fdi", "universal", "palmer"])]
    pub notation: Option<String>,
    /// Leave after N drawn frames
    #[arg(long, value_name = "N", help_heading = "For profiling and tests")]
    pub exit_after_frames: Option<u64>,
    /// Write frame times and the final pose as JSON
    #[arg(long, value_name = "F.json", help_heading = "For profiling and tests")]
    pub stats: Option<PathBuf>,
    /// Write the last frame as a picture
    #[arg(long, value_name = "F.png", help_heading = "For profiling and tests")]
    pub screenshot: Option<PathBuf>,
    /// Size of the window
    #[arg(long, value_name = "WxH", value_parser = parse_size, help_heading = "For profiling and tests")]
    pub size: Option<(u32, u32)>,
    /// Neither read nor write what the last session left
    #[arg(long, help_heading = "For profiling and tests")]
    pub no_restore: bool,
    /// Take the GPU away after each N frames, or whenever there is such a file
    #[arg(long, value_name = "N|FILE", hide = true)]
    pub lose_gpu: Option<String>,
    /// Do not try positions nearby at rest
    #[arg(long, help_heading = "For profiling and tests")]
    pub no_nearby: bool,
    /// Note in the statistics which texts cannot be read whole
    #[arg(long, hide = true)]
    pub watch_texts: bool,
    /// Do not measure the maps of several views at rest
    #[arg(long, help_heading = "For profiling and tests")]
    pub no_views: bool,
}

/// # Errors
/// When a scan cannot be read, there is no display, or no usable GPU.
#[cfg(feature = "app")]
pub fn run(args: WindowArgs) -> anyhow::Result<Answer> {
    use anyhow::Context as _;
    let files = upper_first(args.files);
    check_cases(&files)?;
    begin_frugally();
    let options = crate::app::WindowOptions {
        upper_from_lower: args.pose.given()?,
        own: if args.no_restore { OwnFolder::none() } else { OwnFolder::of_user() },
        cache: args.scans.cache(),
        unit: args.scans.unit.given(),
        close: !args.scans.no_close,
        adapter: super::args::adapter_choice(&args.adapter)
            .context("--adapter none: the window needs a GPU or a software driver (--adapter cpu)")?,
        execution: args.execution.forced(),
        exit_after_frames: args.exit_after_frames,
        stats: args.stats,
        screenshot: args.screenshot,
        language: args.language.as_deref().and_then(crate::base::words::Language::of_locale),
        notation: args.notation.as_deref().and_then(crate::base::words::Notation::of_key),
        size: args.size,
        layout: args.layout.as_deref().map(crate::app::ViewLayout::of_key),
        no_restore: args.no_restore,
        lose_gpu: args.lose_gpu.map(|when| match when.parse() {
            Ok(n) => crate::app::LoseGpu::EveryFrames(n),
            Err(_) => crate::app::LoseGpu::WhenThereIs(when.into()),
        }),
        no_nearby: args.no_nearby,
        watch_texts: args.watch_texts,
        no_views: args.no_views,
        teeth: args.teeth.question([0, 1].map(|i| files.get(i).map(PathBuf::as_path)))?,
        files,
    };
    crate::app::run(options)?;
    Ok(Answer::Done)
}

/// A desktop hands over the files that were chosen in an order of its own, so names that settle which jaw is which are believed, as of
/// files that are dropped. (Commands without a window keep the order, and warn.)
#[cfg(feature = "app")]
fn upper_first(mut files: Vec<PathBuf>) -> Vec<PathBuf> {
    if let [first, second] = [0, 1].map(|i| files.get(i).and_then(|path| path.file_name()).unwrap_or_default())
        && !guess_sides(&first.to_string_lossy(), &second.to_string_lossy()).first_is_upper
    {
        files.reverse();
    }
    files
}

/// A case that cannot be opened is an error of the command line, and not a window with something else in it.
#[cfg(feature = "app")]
fn check_cases(files: &[PathBuf]) -> anyhow::Result<()> {
    let Some(case) = files.iter().find(|f| is_case_name(f)) else { return Ok(()) };
    anyhow::ensure!(files.len() == 1, "{}: a case holds both scans already; name it alone", case.display());
    super::load::read_case(case).map(drop)
}

/// Starts the program anew in this process, once, with an allocator that gives large blocks back: meshes and trees of many
/// megabytes come and go on several threads, and glibc otherwise raises its threshold and keeps what they leave
/// (decision 012). Where that cannot be done the program runs on with more memory. Large is what has more than 72 KiB: a software
/// driver takes and gives back blocks of 64 KiB in every frame, which are better kept.
#[cfg(all(feature = "app", target_os = "linux", target_env = "gnu"))]
fn begin_frugally() {
    use std::os::unix::process::CommandExt;
    const THRESHOLD: &str = "MALLOC_MMAP_THRESHOLD_";
    let Ok(program) = std::env::current_exe() else { return };
    if std::env::var_os(THRESHOLD).is_none() {
        let mut again = std::process::Command::new(program);
        again.args(std::env::args_os().skip(1)).env(THRESHOLD, "73728");
        again.env("MALLOC_TRIM_THRESHOLD_", "1048576").env("MALLOC_ARENA_MAX", "2");
        if let Some(name) = std::env::args_os().next() {
            again.arg0(name);
        }
        let error = again.exec();
        tracing::debug!("the program was not started anew: {error}");
    }
}

#[cfg(all(feature = "app", not(all(target_os = "linux", target_env = "gnu"))))]
fn begin_frugally() {}

/// # Errors
/// Always: this build has no window.
#[cfg(not(feature = "app"))]
pub fn run(_args: WindowArgs) -> anyhow::Result<Answer> {
    anyhow::bail!("this program was built without its window (feature \"app\"); see occluscope --help for commands")
}

#[cfg(all(test, feature = "app"))]
mod tests {
    use super::*;

    #[test]
    fn names_settle_which_jaw_is_which() {
        let opened = |files: &[&str]| upper_first(files.iter().map(PathBuf::from).collect());
        let [upper, lower] = ["a/Upper.stl", "a/lower.stl"].map(PathBuf::from);
        assert_eq!(opened(&["a/lower.stl", "a/Upper.stl"]), [upper.clone(), lower.clone()]);
        assert_eq!(opened(&["a/Upper.stl", "a/lower.stl"]), [upper, lower]);
        // The twins: folders and names that settle nothing leave the order.
        for files in
            [&["lower/b.stl", "upper/a.stl"][..], &["lower.stl", "lower.stl"], &["lower.stl"], &["lower.occ"], &[]]
        {
            assert_eq!(opened(files), files.iter().map(PathBuf::from).collect::<Vec<_>>());
        }
    }
}
