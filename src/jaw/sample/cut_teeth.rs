//! Crowns of the sample case cut off at their gum lines and closed there with a flat bottom, as the 1995 paper cuts
//! teeth from a plaster mould (Myszkowski, Okunev, Kunii, sect. 8, fig. 5).
use super::arch::Arch;
use super::occlusion::Occlusion;
use super::surface_nets::{Lattice, Solid, Surface};
use super::tooth::Tooth;
use crate::base::words::say;
use crate::base::{Cancelled, MeshFormat, Progress, RawMesh};
use crate::jaw::JawSide;
use glam::Vec3;

/// The patient's right molars of the upper jaw, and molars and second premolar of the lower one: places in their
/// arches, which begin at the right second molar.
const UPPER: [usize; 2] = [0, 1];
const LOWER: [usize; 3] = [0, 1, 2];

/// The upper and the lower share of five teeth, each tooth a closed surface of its own, in the sample case's axes and
/// occlusion; neighbours press into each other by some hundredths of a millimetre, as in the arches. `cell_mm` as for
/// [`super::sample_case_of_cells`].
///
/// # Errors
/// [`Cancelled`] when the work is no longer wanted.
pub fn five_teeth(cell_mm: f32, progress: &Progress) -> Result<(RawMesh, RawMesh), Cancelled> {
    progress.enter(say!("stage-cutting-five-teeth"), 0.0)?;
    let occlusion = Occlusion::new(Arch::new(JawSide::Upper), Arch::new(JawSide::Lower));
    let mesh = |tooth, worn_by, share: (f64, f64)| {
        let solid = CutTooth { tooth, worn_by };
        lattice_round(tooth, cell_mm).mesh(&solid, progress, share)
    };
    let upper = UPPER.iter().enumerate().map(|(i, k)| {
        let from = 0.2 * i as f64;
        mesh(&occlusion.upper.teeth[*k], None, (from, from + 0.2))
    });
    let upper = joined(upper.collect::<Result<Vec<_>, _>>()?);
    let lower = LOWER.iter().enumerate().map(|(i, k)| {
        let from = 0.2 * (2 + i) as f64;
        mesh(&occlusion.lower.teeth[*k], Some(&occlusion), (from, from + 0.2))
    });
    Ok((upper, joined(lower.collect::<Result<Vec<_>, _>>()?)))
}

/// The box of a crown, with room for the surface to close.
fn lattice_round(tooth: &Tooth, cell_mm: f32) -> Lattice {
    let half = 0.5 * Vec3::new(tooth.shape.mesiodistal_mm, tooth.shape.buccolingual_mm, tooth.shape.crown_mm);
    let corners = (0..8).map(|i| {
        let sign = |bit: i32| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
        let outwards = Vec3::new(sign(0), sign(1), sign(2));
        tooth.place(Vec3::Z * half.z + outwards * (half + 1.5))
    });
    let (low, high) = corners.fold((Vec3::MAX, Vec3::MIN), |(low, high), p| (low.min(p), high.max(p)));
    // Two cells more: the outermost layer of a lattice holds no surface.
    Lattice::new(low - 2.0 * cell_mm, high + 2.0 * cell_mm, cell_mm)
}

fn joined(parts: Vec<Surface>) -> RawMesh {
    let mut whole =
        RawMesh { format: MeshFormat::Generated, positions: Vec::new(), triangles: Vec::new(), colors: None };
    for part in parts {
        let first = whole.positions.len() as u32;
        whole.positions.extend(part.positions);
        whole.triangles.extend(part.triangles.iter().map(|t| t.map(|i| i + first)));
    }
    whole
}

/// One crown without its root; a lower one worn by the upper teeth.
struct CutTooth<'a> {
    tooth: &'a Tooth,
    worn_by: Option<&'a Occlusion>,
}

impl Solid for CutTooth<'_> {
    type Region = Vec<u8>;

    fn region(&self, centre: Vec3, radius: f32) -> Vec<u8> {
        self.worn_by.map_or(Vec::new(), |occlusion| occlusion.upper.near(centre, radius))
    }

    fn distance(&self, near_upper: &Vec<u8>, p: Vec3) -> f32 {
        let local = self.tooth.local(p);
        let crown = self.tooth.crown_at(local);
        let crown = self.worn_by.map_or(crown, |occlusion| occlusion.worn(crown, p, near_upper));
        crown.max(-local.z)
    }

    fn scanned(&self, _: &Vec<u8>, _: Vec3) -> bool {
        true
    }
}
