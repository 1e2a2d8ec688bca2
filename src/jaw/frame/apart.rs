//! Two jaws whose files do not place them in occlusion, opened for the scan say, or two files without a relation: what lies between them says
//! nothing, so each tells by its own shape where its teeth look and where its front is.
use super::OcclusalFrame;
use super::one_jaw::{OneArch, arch_seen, one_arch};
use crate::base::Rigid;
use crate::mesh::{GumSide, TriMesh};
use glam::DVec3;

/// Lower front teeth begin so far behind the upper ones, mm.
const OVERJET_MM: f64 = 2.5;
/// From the front teeth to the middle of the arch, mm.
const HALF_ARCH_MM: f64 = 22.0;

/// The frame of the upper jaw, and the pose in which the lower one about lies in occlusion with it. `None` where a jaw is no arch. `gum_sides`
/// are read from the scans' rims, whichever way their triangles are wound.
pub fn of_each(jaws: [&TriMesh; 2], gum_sides: [GumSide; 2]) -> Option<(OcclusalFrame, Rigid)> {
    let middle = |mesh: &TriMesh| mesh.bounds().map(|(lo, hi)| (0.5 * (lo + hi)).as_dvec3());
    let towards_lower = middle(jaws[1])? - middle(jaws[0])?;
    let upper = arch_of(jaws[0], &gum_sides[0], towards_lower)?;
    let lower = arch_of(jaws[1], &gum_sides[1], -towards_lower)?;
    on_each_other(&upper, &lower)
}

/// An open scan's teeth look away from its rim. Of a closed one either side may have the plan of an arch: the one towards the other jaw has
/// the teeth.
fn arch_of(mesh: &TriMesh, gum_side: &GumSide, towards: DVec3) -> Option<OneArch> {
    if gum_side.is_certain {
        return arch_seen(mesh, -gum_side.away);
    }
    let faces = |arch: &OneArch| arch.teeth_look.dot(towards);
    one_arch(mesh).into_iter().max_by(|a, b| faces(a).total_cmp(&faces(b)))
}

/// The upper arch's frame, and the pose in which the lower arch lies on it with the tips in one plane.
pub fn on_each_other(upper: &OneArch, lower: &OneArch) -> Option<(OcclusalFrame, Rigid)> {
    let of_upper = OcclusalFrame::from_up_and_front(upper.incisal, -upper.teeth_look, upper.front)?;
    let of_lower = OcclusalFrame::from_up_and_front(lower.incisal, lower.teeth_look, lower.front)?;
    let behind = Rigid::from_translation(-of_upper.front * OVERJET_MM);
    let start = behind * of_upper.world_from_own() * of_lower.world_from_own().inverse();
    Some((OcclusalFrame { origin: upper.incisal - of_upper.front * HALF_ARCH_MM, ..of_upper }, start))
}
