//! From two file names to a prepared pair of jaws.
use super::args::ScanArgs;
use crate::base::Warning;
use crate::export::json::TimingRecord;
use crate::jaw::JawPair;
use std::path::Path;

/// The jaws that an engine takes, with everything said on the way.
pub struct LoadedPair {
    pub pair: JawPair,
    pub warnings: Vec<Warning>,
    pub timing_ms: TimingRecord,
}

pub struct Scans;

pub fn read_scans(upper: &Path, lower: &Path) -> anyhow::Result<Scans> {
    crate::base::files::read_file(upper)?;
    crate::base::files::read_file(lower)?;
    Ok(Scans)
}

pub fn prepare(_scans: Scans, _args: &ScanArgs) -> anyhow::Result<LoadedPair> {
    anyhow::bail!("not here yet")
}
