//! Two jaws whose files do not place them in occlusion, opened for the scan say, or two files without a relation: what lies between them says
//! nothing, so each tells by its own shape where its teeth look and where its front is.
use super::OcclusalFrame;
use super::one_jaw::{OneArch, arch_seen, arches_either_way};
use crate::base::Rigid;
use crate::mesh::{GumSide, TriMesh};

/// Lower front teeth begin so far behind the upper ones, mm.
const OVERJET_MM: f64 = 2.5;
/// From the front teeth to the middle of the arch, mm.
const HALF_ARCH_MM: f64 = 22.0;

/// Teeth that look towards the other jaw do so within this: the cosine of 41 degrees.
const FACING: f64 = 0.75;

/// What each jaw tells by itself.
#[derive(Clone, Copy, Debug)]
pub struct Each {
    /// Of the upper jaw.
    pub frame: OcclusalFrame,
    /// The pose in which the lower one about lies in occlusion with it.
    pub occlusion: Rigid,
    /// Either side of a closed body may be its teeth's.
    pub is_a_guess: bool,
}

/// `None` where a jaw is no arch. `gum_sides` are read from the scans' rims, whichever way their triangles are wound.
pub fn of_each(jaws: [&TriMesh; 2], gum_sides: [GumSide; 2]) -> Option<Each> {
    let middle = |mesh: &TriMesh| mesh.bounds().map(|(lo, hi)| (0.5 * (lo + hi)).as_dvec3());
    let towards_lower = (middle(jaws[1])? - middle(jaws[0])?).normalize_or_zero();
    let arches = [0, 1].map(|side| arches_of(jaws[side], &gum_sides[side]));
    let towards = [towards_lower, -towards_lower];
    let facing = |side: usize, arch: &OneArch| arch.teeth_look.dot(towards[side]);
    let best = |side: usize| arches[side].iter().max_by(|a, b| facing(side, a).total_cmp(&facing(side, b)));
    let (upper, lower) = (best(0)?, best(1)?);
    // Jaws that were only opened still look at each other; else the side with the better plan is taken.
    let (upper, lower, is_a_guess) = match facing(0, upper) > FACING && facing(1, lower) > FACING {
        true => (upper, lower, false),
        false => (&arches[0][0], &arches[1][0], arches.iter().any(|ways| ways.len() > 1)),
    };
    let (frame, occlusion) = on_each_other(upper, lower)?;
    Some(Each { frame, occlusion, is_a_guess })
}

/// An open scan's teeth look away from its rim. Of a closed one either side may have the plan of an arch, the likelier first.
fn arches_of(mesh: &TriMesh, gum_side: &GumSide) -> Vec<OneArch> {
    match gum_side.is_certain {
        true => arch_seen(mesh, -gum_side.away).into_iter().collect(),
        false => arches_either_way(mesh),
    }
}

/// The upper arch's frame, and the pose in which the lower arch lies on it with the tips in one plane.
pub fn on_each_other(upper: &OneArch, lower: &OneArch) -> Option<(OcclusalFrame, Rigid)> {
    let of_upper = OcclusalFrame::from_up_and_front(upper.incisal, -upper.teeth_look, upper.front)?;
    let of_lower = OcclusalFrame::from_up_and_front(lower.incisal, lower.teeth_look, lower.front)?;
    let behind = Rigid::from_translation(-of_upper.front * OVERJET_MM);
    let start = behind * of_upper.world_from_own() * of_lower.world_from_own().inverse();
    Some((OcclusalFrame { origin: upper.incisal - of_upper.front * HALF_ARCH_MM, ..of_upper }, start))
}
