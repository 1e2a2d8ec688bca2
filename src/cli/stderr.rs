//! What is said on stderr.
use std::io::Write;

/// A line on stderr. That nobody reads it any more (`2>&1 | head`) is no fault of what is done; `eprintln!` would end the program there.
pub fn complain(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
