//! Why a file is no case that can be opened.
use super::schema::VERSION;
use crate::base::json::TooMuch;
use std::path::PathBuf;

/// One sentence without the file's name, which stands in front of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CaseError {
    #[error("this is not a case of Occluscope")]
    NotACase,
    #[error("the case is damaged ({0}); use an earlier copy of the file")]
    Damaged(&'static str),
    #[error(
        "this case was saved by a newer Occluscope (its schema is {schema}, this program reads up to {}); update the program",
        VERSION
    )]
    Newer { schema: u32 },
    #[error("the case holds an entry of {} MiB, which is more than any scan; it is not opened", .bytes >> 20)]
    TooLarge { bytes: u64 },
    #[error("what the case says beside its scans unpacks to {} MiB, which is more than any case has; it is not opened", .bytes >> 20)]
    LargeRecord { bytes: u64 },
    #[error("its record is none of a case: {0}")]
    TooMuch(#[from] TooMuch),
    #[error(
        "the case names \"{0}\" as the place of a scan, which is on another machine or a device; it is not looked for because a \
         file asks for it: open the two scans by themselves"
    )]
    Elsewhere(String),
    #[error("the case says something impossible about {0}; use an earlier copy of the file")]
    Invalid(String),
    #[error("the scan of the {side} jaw is not in the case and cannot be read where it was: {reason}")]
    ScanMissing { side: &'static str, reason: String },
    #[error(
        "the scan of the {side} jaw, {}, is not in the case and has changed since the case was saved; bring back the file as it was",
        .path.display()
    )]
    ScanChanged { side: &'static str, path: PathBuf },
}
