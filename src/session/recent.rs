//! The cases opened last, as a face keeps them between sessions (plain JSON).
use std::path::{Path, PathBuf};

/// Upper and lower scan of a case.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RecentCase {
    pub upper: PathBuf,
    pub lower: PathBuf,
}

impl RecentCase {
    /// "upper.stl + lower.stl".
    pub fn label(&self) -> String {
        let file = |p: &Path| p.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        format!("{} + {}", file(&self.upper), file(&self.lower))
    }

    /// Name of the folder alone: it tells cases apart whose files have the same names.
    pub fn folder_name(&self) -> String {
        let folder = self.upper.parent().and_then(Path::file_name);
        folder.map(|n| n.to_string_lossy().into_owned()).unwrap_or_default()
    }

    pub fn folder(&self) -> String {
        self.upper.parent().map(|p| p.display().to_string()).unwrap_or_default()
    }
}

/// The newest first, no case twice.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct RecentCases {
    pub cases: Vec<RecentCase>,
}

impl RecentCases {
    pub const MOST: usize = 8;

    pub fn add(&mut self, case: RecentCase) {
        self.cases.retain(|c| *c != case);
        self.cases.insert(0, case);
        self.cases.truncate(Self::MOST);
    }

    pub fn remove(&mut self, case: &RecentCase) {
        self.cases.retain(|c| c != case);
    }
}
