//! Two prepared jaws and what is known about them.
use super::OcclusalFrame;
use super::frame::DirectionsTold;
use crate::base::{LengthUnit, Rigid};
use crate::mesh::{RepairReport, TriMesh};
use std::sync::Arc;

/// Which jaw: the upper one (maxilla) never moves, the lower one (mandible) does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JawSide {
    Upper,
    Lower,
}

impl JawSide {
    pub fn other(self) -> Self {
        match self {
            Self::Upper => Self::Lower,
            Self::Lower => Self::Upper,
        }
    }

    /// The pose of this jaw in the world, which is the upper one's coordinates.
    pub fn world_from_jaw(self, upper_from_lower: &Rigid) -> Rigid {
        match self {
            Self::Upper => Rigid::IDENTITY,
            Self::Lower => *upper_from_lower,
        }
    }
}

/// One prepared scan; clones share its surface. The lower one is in its own file's coordinates; the pose takes it to the world.
#[derive(Clone, Debug)]
pub struct Jaw {
    /// File name for people (no folder), or "sample".
    pub name: String,
    /// BLAKE3 of the file's bytes, hex.
    pub blake3: String,
    pub unit: LengthUnit,
    /// Shared by all who look at the jaw, whatever pair it is in; never changed in place.
    pub mesh: Arc<TriMesh>,
    pub report: RepairReport,
}

/// The pair that every engine analyses.
#[derive(Clone, Debug)]
pub struct JawPair {
    pub upper: Jaw,
    pub lower: Jaw,
    pub frame: OcclusalFrame,
    /// The pose of the lower jaw that `frame` is of: that of the files, unless they do not place the jaws in occlusion and each told its own
    /// directions.
    pub occlusion: Rigid,
    /// How much of `frame` their shape told.
    pub told: DirectionsTold,
}

impl JawPair {
    pub fn jaw(&self, side: JawSide) -> &Jaw {
        match side {
            JawSide::Upper => &self.upper,
            JawSide::Lower => &self.lower,
        }
    }

    /// So many triangles that no picture has a pixel for each, and no memory should hold all that is made of them at once.
    pub fn is_huge(&self) -> bool {
        const TRIANGLES: usize = 2_000_000;
        [&self.upper, &self.lower].iter().any(|jaw| jaw.mesh.triangles.len() > TRIANGLES)
    }

    /// The frame in the coordinates of the upper and of the lower scan.
    pub fn frames_of_scans(&self) -> [OcclusalFrame; 2] {
        self.frame.of_scans(&self.occlusion)
    }

    /// Of both scans, the upper one's first.
    pub fn hashes(&self) -> [String; 2] {
        [self.upper.blake3.clone(), self.lower.blake3.clone()]
    }
}
