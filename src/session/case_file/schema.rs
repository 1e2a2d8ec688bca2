//! What a case file is called, and its schema.
use std::path::Path;

/// What the program writes.
pub const SCHEMA: &str = "occluscope/case/1";
/// Its number.
pub const VERSION: u32 = 1;
/// How a case file's name ends.
pub const EXTENSION: &str = "occ";

/// The case file that a scan is in, where its place is one in a case.
pub fn case_of(scan: &Path) -> Option<&Path> {
    scan.parent().filter(|case| is_case_name(case) && case.is_file())
}

/// Whether a file's name is that of a case.
pub fn is_case_name(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case(EXTENSION))
}
