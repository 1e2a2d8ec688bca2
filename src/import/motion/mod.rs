//! Recorded movements of a jaw, from the bytes of a file: Zebris-like XML (`.jawMotion`), tables of poses (CSV), and tables of points.
//!
//! Files say little of what they mean. What a file says is read; what it leaves open (axes, unit, which instant is the bite) comes out as
//! it is, and is settled above, with a question where nothing settles it. As with scans nothing is believed before it is checked, and
//! memory stays within a small multiple of the file's size.
mod error;
mod file;
mod points;
mod poses;
mod xml;

pub use error::MotionError;
pub use file::{MotionFile, PoseUnit, Recorded, Samples};
pub use poses::{PoseColumns, RotationOrder, ScalarPlace, TableOptions};

use file::LONGEST;

/// Reads a recorded movement; the format is told from the content.
///
/// # Errors
/// One sentence without the file's name: what is wrong, and what to do.
pub fn read_motion(bytes: &[u8], options: &TableOptions) -> Result<MotionFile, MotionError> {
    if bytes.len() > LONGEST {
        return Err(MotionError::TooLong);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| MotionError::NoText)?;
    let text = text.trim_start_matches('\u{feff}');
    match text.trim_start() {
        "" => Err(MotionError::Empty),
        xml if xml.starts_with('<') => xml::read(xml),
        table if points::is_probe(table) => points::read(table),
        table => poses::read(table, options),
    }
}
