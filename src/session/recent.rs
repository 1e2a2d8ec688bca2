//! The cases opened last, as a face keeps them between sessions (plain JSON).
use std::path::{Path, PathBuf};

/// Two scans that were opened by themselves, or a case file.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
pub enum RecentCase {
    Scans { upper: PathBuf, lower: PathBuf },
    File { case: PathBuf },
}

impl RecentCase {
    /// "upper.stl + lower.stl", or the case file's name without its ending.
    pub fn label(&self) -> String {
        let file = |p: &Path| p.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        match self {
            Self::Scans { upper, lower } => format!("{} + {}", file(upper), file(lower)),
            Self::File { case } => case.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default(),
        }
    }

    /// The two scans, unless it is a case file.
    pub fn scans(&self) -> Option<[&PathBuf; 2]> {
        match self {
            Self::Scans { upper, lower } => Some([upper, lower]),
            Self::File { .. } => None,
        }
    }

    fn first(&self) -> &Path {
        match self {
            Self::Scans { upper: path, .. } | Self::File { case: path } => path,
        }
    }

    /// Where its file, or its upper scan, is.
    pub fn folder_path(&self) -> Option<&Path> {
        self.first().parent()
    }

    /// Name of the folder alone: it tells cases apart whose files have the same names.
    pub fn folder_name(&self) -> String {
        let folder = self.folder_path().and_then(Path::file_name);
        folder.map(|n| n.to_string_lossy().into_owned()).unwrap_or_default()
    }

    pub fn folder(&self) -> String {
        self.folder_path().map(|p| p.display().to_string()).unwrap_or_default()
    }

    /// A name for what is kept about it, without anything of its own name.
    pub fn key(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        let paths = match self {
            Self::Scans { upper, lower } => vec![upper, lower],
            Self::File { case } => vec![case],
        };
        for path in paths {
            let bytes = path.as_os_str().as_encoded_bytes();
            hasher.update(&(bytes.len() as u64).to_le_bytes()).update(bytes);
        }
        hasher.finalize().to_hex().to_string()
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
