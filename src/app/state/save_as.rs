//! Where a case is to be saved.
use super::case::OpenCase;
use crate::session::Session;
use crate::session::case_file::{EXTENSION, is_case_name};
use crate::session::recent::RecentCase;
use std::path::{Path, PathBuf};

/// The card that asks where to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveAs {
    /// What is suggested, or was chosen in the system's dialog.
    pub path: String,
    /// The scans go into the file.
    pub embed: bool,
    /// They need not: they are files of their own.
    pub can_refer: bool,
    /// Grows whenever something else stands here than a person has typed.
    pub edition: u32,
}

impl SaveAs {
    /// For a case that was opened from there.
    pub fn new(session: &Session, case: &OpenCase, from: Option<&RecentCase>) -> Self {
        let can_refer = case.scans.as_ref().is_some_and(|s| s.paths_of(session.pair()).is_some());
        let path = case.file.clone().unwrap_or_else(|| suggested(from));
        let embed = !(case.refers && can_refer);
        Self { path: path.display().to_string(), embed, can_refer, edition: 0 }
    }

    /// The system's dialog says where.
    pub fn choose(&mut self, path: &Path) {
        self.path = path.display().to_string();
        self.edition += 1;
    }
}

/// Where a case is to be saved that is given this name, with the right ending.
pub fn target(typed: &str) -> Option<PathBuf> {
    let text = typed.trim();
    let path = PathBuf::from(text);
    path.file_name()?;
    Some(if is_case_name(&path) { path } else { PathBuf::from(format!("{text}.{EXTENSION}")) })
}

/// Beside the scans, or among the documents; a name without anything about the patient.
fn suggested(opened: Option<&RecentCase>) -> PathBuf {
    let user = directories::UserDirs::new();
    let documents = || user.as_ref().map(|u| u.document_dir().unwrap_or(u.home_dir()).to_owned());
    let beside = opened.and_then(RecentCase::folder_path).map(Path::to_owned);
    let folder = beside.or_else(documents).filter(|f| f.is_dir()).unwrap_or_else(|| PathBuf::from("."));
    folder.join(format!("case-{}.{EXTENSION}", jiff::Zoned::now().strftime("%Y%m%d-%H%M")))
}
