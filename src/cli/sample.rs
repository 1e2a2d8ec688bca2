//! `occluscope sample`: the built-in sample case as files.
use super::Answer;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct SampleArgs {
    /// Folder for upper.stl and lower.stl; made when it is not there
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

pub fn run(_args: &SampleArgs) -> anyhow::Result<Answer> {
    anyhow::bail!("not here yet")
}
