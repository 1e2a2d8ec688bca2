//! Options of `cohort`.
use super::settings::SettingsArgs;
use super::shard::{Shard, parse_shard};
use crate::cli::args::parse_positive;
use crate::export::cohort::Status;
use anyhow::ensure;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct CohortArgs {
    /// Table of the pairs (CSV or TSV, one row a pair): case_id; upper and lower, or case; and, where there are such, pose or pose_file,
    /// unit, teeth_upper, teeth_lower, group, session, bite, movement; other columns go into the table as they are. Files are seen from
    /// the manifest's folder
    #[arg(value_name = "MANIFEST")]
    pub manifest: PathBuf,
    /// Folder of the results; what is there already is not asked again
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Pairs that are analysed at a time [default: one a processor]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub workers: Option<u32>,
    /// The I-th of N parts of the manifest alone, from 1/N to N/N; no tables are made
    #[arg(long, value_name = "I/N", value_parser = parse_shard)]
    pub shard: Option<Shard>,
    /// Make the tables of what all shards have found, and nothing else
    #[arg(long, conflicts_with = "shard")]
    pub merge: bool,
    /// Longest time of a pair in seconds; then it is ended
    #[arg(long, value_name = "S", default_value_t = 600.0, allow_negative_numbers = true, value_parser = parse_positive)]
    pub timeout: f64,
    /// Most memory of a pair in MiB; then it is ended (Linux)
    #[arg(long, value_name = "M", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub memory_mb: Option<u64>,
    /// Threads that a pair may use: one costs the least processor time
    #[arg(long, value_name = "T", default_value_t = 1, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: u32,
    /// Exit with status 1 when a row is not ok
    #[arg(long)]
    pub fail_if_any: bool,
    /// Ask rows anew that ended so, e.g. timeout,memory
    #[arg(long, value_name = "STATUS[,STATUS]", value_delimiter = ',', value_parser = parse_status)]
    pub again: Vec<Status>,
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// Another program in place of this one, with the same arguments and answers: for tests and plans of large cohorts
    #[arg(long, hide = true, value_name = "PROGRAM")]
    pub child: Option<PathBuf>,
}

impl CohortArgs {
    /// # Errors
    /// When the system cannot do what is asked.
    pub fn check(&self) -> anyhow::Result<()> {
        ensure!(
            self.memory_mb.is_none() || cfg!(target_os = "linux"),
            "--memory-mb: how much memory a process has is only looked at on Linux; leave it out"
        );
        Ok(())
    }

    pub fn n_workers(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.workers.map_or_else(all, |n| n as usize)
    }
}

fn parse_status(text: &str) -> Result<Status, String> {
    let named = Status::ALL.into_iter().find(|status| status.name() == text && *status != Status::Ok);
    named.ok_or_else(|| "one of input_error, crashed, timeout, memory is needed".into())
}
