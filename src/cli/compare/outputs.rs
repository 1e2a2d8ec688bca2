//! The results of `compare`.
use crate::cli::results;
use std::path::PathBuf;

#[derive(Clone, Debug, Default, clap::Args)]
pub struct CompareOutputs {
    /// The comparison as JSON; "-" is stdout
    #[arg(long, value_name = "F")]
    pub json: Option<PathBuf>,
    /// The same as CSV, one line a pair of teeth and bite (before and after: a changed place); "-" is stdout
    #[arg(long, value_name = "F")]
    pub csv: Option<PathBuf>,
    /// A page with the table
    #[arg(long, value_name = "F.pdf")]
    pub report: Option<PathBuf>,
    /// Map of change on both jaws
    #[arg(long, value_name = "F.ply")]
    pub ply: Option<PathBuf>,
}

impl CompareOutputs {
    /// # Errors
    /// When a result cannot be put where it is wanted.
    pub fn check<'a>(&self, inputs: impl Iterator<Item = &'a PathBuf> + Clone) -> anyhow::Result<()> {
        results::check([&self.json, &self.csv], &[&self.report, &self.ply], inputs)
    }
}
