//! What of the scans is left out: as a file says, which the window made, or as the case has it.
use super::load::{self, LoadedPair};
use crate::base::files;
use crate::export::trim::TrimRecord;
use crate::jaw::Trim;
use crate::session::case_file::is_case_name;
use anyhow::Context;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Default, clap::Args)]
pub struct TrimArgs {
    /// Surface to be left out: a file of trimmed surface or a case, as the window saves them; none leaves nothing out
    /// [default: what the case leaves out]
    #[arg(long, value_name = "FILE|none")]
    pub trim: Option<PathBuf>,
}

impl TrimArgs {
    /// The file that is named, if one is.
    pub fn file(&self) -> Option<&PathBuf> {
        self.trim.as_ref().filter(|path| path.as_os_str() != "none" || path.exists())
    }

    /// What is left out of the jaws.
    ///
    /// # Errors
    /// One sentence that names the file, where it cannot be used for these scans.
    pub fn of(&self, loaded: &LoadedPair) -> anyhow::Result<Trim> {
        let Some(file) = self.file() else { return Ok(self.of_case(loaded)) };
        let record = read(file)?;
        let trim = record.map(|record| record.trim(&loaded.pair)).transpose();
        Ok(trim.with_context(|| file.display().to_string())?.unwrap_or_default())
    }

    fn of_case(&self, loaded: &LoadedPair) -> Trim {
        let case = loaded.case.as_ref().filter(|_| self.trim.is_none());
        case.map(|case| case.content.trim_of(&loaded.pair)).unwrap_or_default()
    }
}

/// What a file says; `None` of a case that leaves nothing out.
fn read(file: &Path) -> anyhow::Result<Option<TrimRecord>> {
    if is_case_name(file) {
        return Ok(load::read_case(file)?.content.trim);
    }
    let bytes = files::read_file(file)?;
    Ok(Some(TrimRecord::read(&bytes).with_context(|| file.display().to_string())?))
}
