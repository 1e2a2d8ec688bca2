//! Floor 1: from the bytes of a scan file to a raw mesh and what the user should know about it.
//!
//! The format is told from the content, never from a file name. No file is opened here, so the caller puts the file's
//! name in front of every message. Files come from strangers: nothing is believed before it is checked against the
//! bytes that are there, and memory stays within a small multiple of the file's size.
//!
//! A mesh comes out as its file holds it: nothing is welded, dropped, turned or scaled (floor `mesh` does that). Units
//! and the jaw's name are guessed in [`detect`].
mod colors;
pub mod detect;
mod error;
mod imported;
mod labels;
pub mod motion;
mod obj;
mod ply;
mod ply_header;
mod polygons;
mod sniff;
mod stl;
mod text;

#[cfg(test)]
mod property_tests;
#[cfg(test)]
mod real_scan_tests;
#[cfg(test)]
mod test_writers;

use crate::base::Progress;
use crate::base::words::say;
pub use detect::{JawGuess, pair_unit, side_from_name};
pub use error::ImportError;
pub use imported::Imported;
pub use labels::{Labels, LabelsError, read_labels};

/// Reads an STL (binary or ASCII), PLY (ASCII, little or big endian) or OBJ file from its bytes.
///
/// On success there is at least one triangle, every coordinate is finite and every index is in range. `progress` runs
/// from 0 to 1 over this one file.
///
/// # Errors
/// [`ImportError`], one sentence without the file's name, when the bytes are no mesh, are cut short or damaged, or
/// when the reading was cancelled.
pub fn read_mesh(bytes: &[u8], progress: &Progress) -> Result<Imported, ImportError> {
    progress.enter(say!("stage-reading"), 0.0)?;
    let imported = match sniff::format_of(bytes)? {
        sniff::Format::StlBinary => stl::read_binary(bytes, progress),
        sniff::Format::StlAscii => stl::read_ascii(bytes, progress),
        sniff::Format::Ply => ply::read(bytes, progress),
        sniff::Format::Obj => obj::read(bytes, progress),
    }?;
    progress.at(1.0)?;
    Ok(imported)
}

/// How the name of a file with this content ends, "stl" where it is no mesh.
pub fn extension_of(bytes: &[u8]) -> &'static str {
    match sniff::format_of(bytes) {
        Ok(sniff::Format::Ply) => "ply",
        Ok(sniff::Format::Obj) => "obj",
        _ => "stl",
    }
}
