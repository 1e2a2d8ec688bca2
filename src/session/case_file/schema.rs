//! What a case file is called, and its schema.
use std::path::Path;

/// What the program writes.
pub const SCHEMA: &str = "occluscope/case/1";
/// Its number.
pub const VERSION: u32 = 1;
/// How a case file's name ends.
pub const EXTENSION: &str = "occ";

/// Whether a file's name is that of a case.
pub fn is_case_name(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case(EXTENSION))
}
