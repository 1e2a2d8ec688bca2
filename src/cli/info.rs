//! `occluscope info`: what was read and what was repaired.
use super::Answer;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct InfoArgs {
    /// Scans (STL, PLY, OBJ)
    #[arg(required = true, value_name = "MESH")]
    pub meshes: Vec<PathBuf>,
}

pub fn run(_args: &InfoArgs) -> anyhow::Result<Answer> {
    anyhow::bail!("not here yet")
}
