//! Recorded movements of a jaw, from the bytes of a file: Zebris-like XML (`.jawMotion`), tables of poses (CSV), and tables of points.
//!
//! Files say little of what they mean. What a file says is read; what it leaves open (axes, unit, which instant is the bite) comes out as
//! it is, and is settled above, with a question where nothing settles it. As with scans nothing is believed before it is checked, and
//! memory stays within a small multiple of the file's size.
mod error;
mod points;
mod poses;
mod xml;

pub use error::MotionError;
pub use poses::{PoseColumns, RotationOrder, ScalarPlace, TableOptions};

use glam::DVec3;

/// What a file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct MotionFile {
    pub format: &'static str,
    /// As the file names its coordinate system; `None`: it does not.
    pub system: Option<String>,
    pub movements: Vec<Recorded>,
    /// What was read how, for people.
    pub read_as: String,
    pub warnings: Vec<String>,
}

/// One movement.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// As the file has it, cleaned; "custom" without one.
    pub kind: String,
    /// Samples a second.
    pub frequency: Option<f64>,
    /// Of each sample, s; empty: by the frequency, or not known.
    pub times_s: Vec<f64>,
    pub samples: Samples,
}

/// What is known at each instant, in the file's axes, mm.
#[derive(Clone, Debug, PartialEq)]
pub enum Samples {
    /// Points that are fixed to the lower jaw.
    Points {
        /// Where they are in the bite, and what says so.
        rest: Option<(String, Vec<DVec3>)>,
        /// So many points an instant, one instant after the other.
        n_points: usize,
        places: Vec<DVec3>,
        /// Which of the points are the lower incisor, the right and the left condyle.
        landmarks: Option<[usize; 3]>,
    },
    Poses {
        poses: Vec<crate::base::Rigid>,
        /// Whether translations are in metres, where that is not sure: the file's numbers as they are.
        unit: PoseUnit,
    },
}

/// What the numbers of translations are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoseUnit {
    /// Said, or told by their size; they are in mm now.
    Known,
    /// Their size tells nothing.
    Open,
}

/// More bytes no recorded movement has.
pub const LONGEST: usize = 64 << 20;
/// More samples of a movement are not read: three hours at 100 Hz.
pub const MOST_SAMPLES: usize = 1_000_000;
/// Nothing of a jaw is so far from anything, mm.
pub const FARTHEST_MM: f64 = 10_000.0;

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
