//! What the command line asks of pictures.
use super::movement::{MovementAsked, parse_movement};
use anyhow::{Context, bail, ensure};
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, clap::Args)]
pub struct PictureArgs {
    /// Both arches with what was in contact along the movement painted, and a legend
    #[arg(long, value_name = "F.png")]
    pub png: Option<PathBuf>,
    /// What the colours of --png and --report say
    #[arg(long, value_name = "WHAT", value_enum, default_value_t)]
    pub paint: PaintArg,
    /// Colours of movements: told apart by everybody, or those of the occlusal compass (not all of them are confirmed)
    #[arg(long, value_name = "SET", value_enum, default_value_t)]
    pub colours: ColoursArg,
    /// With --paint movement: another movement as well, as often as wanted; each place has the colour of the one in which it comes nearest
    #[arg(long, value_name = "MOVEMENT", value_parser = parse_movement)]
    pub also: Vec<MovementAsked>,
    /// A movie as numbered pictures (frame_0001.png ...) in a folder that is not there yet or empty
    #[arg(long, value_name = "DIR")]
    pub frames: Option<PathBuf>,
    /// A page for the patient's record: settings with their plane, painted arches, diagrams, pairs of teeth
    #[arg(long, value_name = "F.pdf")]
    pub report: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum PaintArg {
    /// Working, balancing or protrusive, and what is in the bite only
    Movement,
    /// Where on the path contact begins
    Order,
    /// How much of the path is in contact
    Duration,
    /// The smallest closest gap
    #[default]
    Gap,
    /// With all settings of --sensitivity, or with some
    Settings,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ColoursArg {
    #[default]
    Safe,
    Compass,
}

impl PictureArgs {
    /// What is written, but for the movie.
    pub fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.png.iter().chain(&self.report)
    }

    /// Looks before the work whether all of it can be made.
    ///
    /// # Errors
    /// One sentence that names the option.
    pub fn check(&self, has_scans: bool, no_contacts: bool, has_settings: bool) -> anyhow::Result<()> {
        for (option, is_given) in [("--png", self.png.is_some()), ("--frames", self.frames.is_some())] {
            ensure!(
                !is_given || (has_scans && !no_contacts),
                "{option} paints what touches; it needs scans, and not --no-contacts"
            );
        }
        ensure!(self.report.is_none() || has_scans, "--report shows the arches; name UPPER and LOWER, or a case");
        ensure!(
            self.also.is_empty() || self.paint == PaintArg::Movement,
            "--also is of several movements' colours; it needs --paint movement"
        );
        if let Some(file) = self.also.iter().find_map(MovementAsked::file) {
            bail!("{}: --also takes movements of the articulator", file.display());
        }
        ensure!(self.paint != PaintArg::Settings || has_settings, "--paint settings needs --sensitivity");
        if let Some(path) = &self.png {
            ensure!(has_ending(path, "png"), "{}: --png writes .png", path.display());
        }
        if let Some(path) = &self.report {
            ensure!(has_ending(path, "pdf"), "{}: --report writes .pdf", path.display());
        }
        self.frames.as_deref().map_or(Ok(()), check_folder)
    }
}

/// Pictures of an earlier movie are not replaced: a shorter one would leave the rest of it behind.
fn check_folder(folder: &Path) -> anyhow::Result<()> {
    if !folder.exists() {
        let parent = folder.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        ensure!(parent.is_dir(), "{}: the folder to make it in does not exist", folder.display());
        return Ok(());
    }
    ensure!(folder.is_dir(), "{}: --frames needs a folder, and this is a file", folder.display());
    let mut entries = std::fs::read_dir(folder).with_context(|| format!("{}: it cannot be read", folder.display()))?;
    ensure!(entries.next().is_none(), "{}: this folder is not empty; name a new or an empty one", folder.display());
    Ok(())
}

pub fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case(ending))
}
