//! Where a case comes from, and why there is none. Nothing here opens a file: a face hands over a way to the bytes.
use crate::base::{Cancelled, LengthUnit};
use crate::jaw::JawSide;
use crate::jaw::prepare::PrepareError;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One scan that can be read.
pub struct ScanSource {
    /// File name for people.
    pub name: String,
    /// What a message about reading calls it: the name, or the whole path.
    pub label: String,
    /// Gives all bytes, or one clear sentence.
    pub read: Box<dyn FnOnce() -> Result<Vec<u8>, String> + Send>,
}

/// Where a case comes from.
pub enum CaseSources {
    /// The built-in sample.
    Sample,
    Scans {
        upper: ScanSource,
        lower: ScanSource,
        unit: Option<LengthUnit>,
        close: bool,
        /// Of the scans, if they are files.
        paths: Option<[PathBuf; 2]>,
    },
    /// A case file.
    File(CaseSource),
}

/// A case file that can be read.
pub struct CaseSource {
    /// What a message calls it.
    pub label: String,
    /// Scans beside the case are looked for from here.
    pub folder: PathBuf,
    /// Gives all bytes of a file, or one clear sentence.
    pub read: ReadFile,
    pub path: PathBuf,
    /// In place of the case's own.
    pub unit: Option<LengthUnit>,
}

/// A way to the bytes of a file.
pub type ReadFile = Arc<dyn Fn(&Path) -> Result<Vec<u8>, String> + Send + Sync>;

/// Why there is no case. The sentence names the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    #[error("{sentence}")]
    Failed {
        sentence: String,
        /// Of two scans the one that could be read: it need not be chosen again.
        sound: Option<JawSide>,
    },
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl LoadError {
    pub fn failed(sentence: String) -> Self {
        Self::Failed { sentence, sound: None }
    }

    /// The scan of this jaw could be read.
    pub fn but_for(self, side: JawSide) -> Self {
        match self {
            Self::Failed { sentence, .. } => Self::Failed { sentence, sound: Some(side) },
            cancelled => cancelled,
        }
    }
}

impl From<PrepareError> for LoadError {
    fn from(error: PrepareError) -> Self {
        match error {
            PrepareError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            other => Self::failed(other.to_string()),
        }
    }
}
