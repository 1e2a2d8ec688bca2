//! What a file with recorded movements holds, and bounds of it.
use crate::base::Rigid;
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
        poses: Vec<Rigid>,
        /// Whether translations are in metres, where that is not sure: the file's numbers as they are.
        unit: PoseUnit,
        /// It is of our own export: the poses are told against the bite already.
        is_against_bite: bool,
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
