//! `occluscope cache`: where prepared scans are kept, how much there is, and removing it.
use super::Answer;
use super::outputs::print;
use crate::base::files::cache::CacheFolder;
use anyhow::Context;

#[derive(Debug, clap::Args)]
pub struct CacheArgs {
    /// Remove everything that is kept
    #[arg(long)]
    pub clear: bool,
}

/// # Errors
/// When this system has no folder for such things.
pub fn run(args: &CacheArgs) -> anyhow::Result<Answer> {
    let cache = CacheFolder::of_user();
    let folder = cache.path().context("this system names no folder to keep prepared scans in")?.display();
    let (word, (n, bytes)) = if args.clear { ("removed", cache.clear()) } else { ("kept", cache.size()) };
    let files = if n == 1 { "file" } else { "files" };
    print(&format!("{folder}: {n} {files} {word}, {:.1} MB\n", bytes as f64 / 1e6))?;
    Ok(Answer::Done)
}
