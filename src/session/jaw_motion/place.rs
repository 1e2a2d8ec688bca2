//! Where axis and molars of a jaw are.
use crate::base::Rigid;
use crate::jaw::motion::{Articulator, Facebow, HingeFrame};
use crate::jaw::{JawPair, JawSide, OcclusalFrame, Teeth};
use glam::DVec3;

/// The lower incisal point, world coordinates: in the occlusion that the scans were taken in, by which averages place the axis, and in the
/// bite that a movement begins in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Incisal {
    pub in_occlusion: DVec3,
    pub in_bite: DVec3,
}

impl Incisal {
    /// Of a movement that begins in the occlusion itself.
    pub fn same(point: DVec3) -> Self {
        Self { in_occlusion: point, in_bite: point }
    }
}

/// Farther in front of the axis the incisors lie in every head, mm.
const LEAST_DEPTH_MM: f64 = 10.0;
/// An axis to the right runs no farther than 120 degrees from what is right in the scans, whoever has picked it.
const LEAST_TO_RIGHT: f64 = -0.5;

/// Why an axis can be none. The sentence is the command line's.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum AxisFault {
    #[error(
        "the lower incisors lie {mm:.0} mm in front of the hinge axis that the articulator names; its axis must lie behind them"
    )]
    NotBehind { mm: f64 },
    #[error("the articulator's right condyle lies at the patient's left; exchange both condyles")]
    Exchanged,
}

/// Where the axis is: as a facebow has it, else by the averages.
///
/// # Errors
/// When that is nowhere that an axis can be.
pub fn hinge_frame(
    articulator: &Articulator,
    facebow: Option<&Facebow>,
    frame: &OcclusalFrame,
    incisal: &Incisal,
) -> Result<HingeFrame, AxisFault> {
    let measured = facebow.and_then(Facebow::world_from_hinge);
    let average = || HingeFrame::average(frame, incisal.in_occlusion, articulator).world_from_hinge;
    let hinge = HingeFrame::measured(measured.unwrap_or_else(average), incisal.in_bite);
    match () {
        () if hinge.world_from_hinge.rotation.x_axis.dot(frame.right) < LEAST_TO_RIGHT => Err(AxisFault::Exchanged),
        () if hinge.incisal.y < LEAST_DEPTH_MM => Err(AxisFault::NotBehind { mm: hinge.incisal.y }),
        () => Ok(hinge),
    }
}

/// The middle of the lower first molar of each side in the bite, hinge frame; where it is not known a place by the averages.
pub fn molars((pair, teeth): (&JawPair, &Teeth), hinge: &HingeFrame, bite: &Rigid) -> [DVec3; 2] {
    let averages = hinge.molars();
    let (mesh, teeth) = (&pair.lower.mesh, teeth.jaw(JawSide::Lower));
    let hinge_from_lower = hinge.world_from_hinge.inverse() * *bite;
    let middle = |number: u8| {
        let region = teeth.regions.iter().position(|t| t.fdi.is_some_and(|fdi| fdi.number() == number))?;
        let of_tooth = (0..mesh.triangles.len() as u32).filter(|t| teeth.region_of(*t) == Some(region));
        let (mut sum, mut n) = (DVec3::ZERO, 0.0);
        for corner in of_tooth.flat_map(|t| mesh.corners(t as usize)) {
            (sum, n) = (sum + corner.as_dvec3(), n + 1.0);
        }
        (n > 0.0).then(|| hinge_from_lower.transform_point(sum / n))
    };
    [middle(46).unwrap_or(averages[0]), middle(36).unwrap_or(averages[1])]
}
