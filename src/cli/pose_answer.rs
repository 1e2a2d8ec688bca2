//! An answer that is a pose: as JSON or text, and as a file for `--pose-file`.
use super::outputs::{self, is_stdout};
use crate::base::Rigid;
use crate::base::files::Staged;
use anyhow::{Context, ensure};
use serde::Serialize;
use std::path::PathBuf;

/// Where the answer goes.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct PoseAnswerArgs {
    /// The answer as JSON; "-" is stdout
    #[arg(long, value_name = "F")]
    pub json: Option<PathBuf>,
    /// The pose as a file for --pose-file; not written when there is none
    #[arg(long, value_name = "F.json")]
    pub dump_pose: Option<PathBuf>,
}

/// A pose as `--pose-file` and `--pose` take it.
#[derive(Debug, Serialize)]
pub struct Pose {
    upper_from_lower: [[f64; 4]; 4],
    /// The same as six numbers.
    pub six: [f64; 6],
}

impl Pose {
    pub fn new(pose: &Rigid) -> Self {
        Self { upper_from_lower: pose.to_rows(), six: pose.to_six() }
    }
}

impl PoseAnswerArgs {
    /// # Errors
    /// When a result cannot be put where it is wanted.
    pub fn check<'a>(&self, inputs: impl Iterator<Item = &'a PathBuf> + Clone) -> anyhow::Result<()> {
        if let Some(path) = &self.dump_pose {
            ensure!(!is_stdout(path), "only --json can be written to stdout");
        }
        let files = [&self.json, &self.dump_pose].into_iter().flatten();
        let files: Vec<PathBuf> = files.filter(|path| !is_stdout(path)).cloned().collect();
        outputs::check_files(&files, None, inputs)
    }

    /// Writes every result that was asked for, or none of them. `text`: for people.
    ///
    /// # Errors
    /// When one cannot be written.
    pub fn write(&self, record: &impl Serialize, text: &str, pose: Option<&Pose>) -> anyhow::Result<()> {
        let mut staged = Vec::new();
        let mut json = serde_json::to_string_pretty(record).context("the answer cannot be written as JSON")?;
        json.push('\n');
        if let (Some(path), Some(pose)) = (&self.dump_pose, pose) {
            let text = serde_json::to_string_pretty(pose).context("the pose cannot be written as JSON")?;
            staged.push(Staged::write(path, |out| writeln!(out, "{text}"))?);
        }
        let to_file = self.json.as_ref().filter(|path| !is_stdout(path));
        if let Some(path) = to_file {
            staged.push(Staged::write(path, |out| out.write_all(json.as_bytes()))?);
        }
        for file in staged {
            file.commit()?;
        }
        outputs::print(if self.json.is_some() && to_file.is_none() { &json } else { text })
    }
}
