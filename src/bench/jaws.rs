//! The jaws of the bench: five teeth as in the paper's fig. 5, and whole arches. All come from the built-in sample case's
//! generator at another sampling ([`crate::jaw::sample`]); its axes: `y` up, `z` to the front.
use super::{Scene, closed_pair};
use crate::base::{Progress, RawMesh, Rigid};
use crate::jaw::prepare::{PairOptions, PrepareError, Scan, prepare_pair};
use crate::jaw::sample::{five_teeth, sample_case_of_cells};
use crate::mesh::TriMesh;
use glam::DVec3;

/// The four stages of "an abstract motion of the lower jaw" (fig. 5): (a) no collision, (b) collision, both decided by
/// one rendering pass; (c) and (d) collisions that call for two passes and the layer order, up to eight layers a pixel.
/// The paper reaches the latter by "arbitrary positioning of the teeth with respect to the projection direction".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TeethPose {
    /// 1.5 mm open, seen along the direction that suits the surfaces.
    Apart,
    /// In occlusion, so seen: the worn spots press into each other by 0.05 mm.
    JustColliding,
    /// 1 mm beyond it, seen aslant along the row of teeth.
    Deep,
    /// Moved on to the side and forwards, and turned.
    DeepAside,
}

impl TeethPose {
    fn upper_from_lower(self) -> Rigid {
        Rigid::from_six(match self {
            Self::Apart => [0.0, -1.5, 0.0, 0.0, 0.0, 0.0],
            Self::JustColliding => [0.0; 6],
            Self::Deep => [0.0, 1.0, 0.0, 0.0, 0.0, 0.0],
            Self::DeepAside => [1.5, 1.2, 1.0, 0.0, 3.0, 0.0],
        })
    }

    fn direction(self) -> Option<DVec3> {
        match self {
            Self::Apart | Self::JustColliding => None,
            // From the front backwards, through several teeth of each jaw.
            Self::Deep | Self::DeepAside => Some(DVec3::new(0.3, -0.3, -0.9).normalize()),
        }
    }
}

/// Five teeth in one of the four poses.
///
/// # Errors
/// Cancelling.
pub fn teeth(pose: TeethPose, cell_mm: f32, progress: &Progress) -> Result<Scene, PrepareError> {
    let (upper, lower) = five_teeth(cell_mm, progress)?;
    let pair = closed_pair([mesh(upper), mesh(lower)], DVec3::Y, DVec3::Z);
    Ok(Scene { pair, upper_from_lower: pose.upper_from_lower(), direction: pose.direction() })
}

fn mesh(raw: RawMesh) -> TriMesh {
    TriMesh { n_scanned: raw.triangles.len(), positions: raw.positions, triangles: raw.triangles, colors: None }
}

/// How far the arches are closed beyond occlusion, mm: deepest interpenetration about 0.3 mm.
const BEYOND_OCCLUSION_MM: f64 = 0.25;

/// Two whole arches of 14 teeth, welded, oriented and closed as scans are.
///
/// # Errors
/// Cancelling.
pub fn arches(cell_mm: f32, progress: &Progress) -> Result<Scene, PrepareError> {
    let (upper, lower) = sample_case_of_cells(cell_mm, progress)?;
    let scan = |name: &str, raw| Scan { name: name.to_owned(), blake3: String::new(), raw, warnings: Vec::new() };
    let (pair, _) = prepare_pair(scan("upper", upper), scan("lower", lower), &PairOptions::default(), progress)?;
    let upper_from_lower = Rigid::from_translation(DVec3::Y * BEYOND_OCCLUSION_MM);
    Ok(Scene { pair, upper_from_lower, direction: None })
}
