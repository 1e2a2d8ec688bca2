//! What others wrote of the program. Two lists and one text, all in the project:
//!
//! - `third-party/crates.tsv`: every crate of `Cargo.lock`, with its licence and the systems on which it is part of the program;
//! - `third-party/advisories.tsv`: what the RustSec database said of the program's crates on a day that is named there;
//! - `THIRD-PARTY-NOTICES.txt`: the licences' words, carried by the program.
//!
//! [`main`](../main.rs) writes the first and the last from the crates' sources; the second is looked up by hand, for want of a database
//! that comes from the registry.
pub mod advisories;
pub mod licences;
pub mod list;
pub mod lock;
pub mod notices;
pub mod tree;

use std::path::{Path, PathBuf};

/// The project's folder.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in the project")
}

pub fn crates_path() -> PathBuf {
    root().join("third-party/crates.tsv")
}

pub fn advisories_path() -> PathBuf {
    root().join("third-party/advisories.tsv")
}

pub fn notices_path() -> PathBuf {
    root().join("THIRD-PARTY-NOTICES.txt")
}
