//! The built-in sample case: two arches of 14 teeth made by formula, in intercuspation.
//!
//! Every tooth is a distance field ([`tooth`]) with the sizes of [`tooth_table`]; [`arch`] sets them in their places,
//! [`occlusion`] lets them meet, [`surface_nets`] meshes both. No scan of any person has gone into it. Like a real
//! scan it is open at its base, has edges of about a quarter of a millimetre and a few micrometres of noise.
mod arch;
mod cut_teeth;
#[cfg(test)]
pub mod hard;
mod occlusion;
mod smooth;
mod surface_nets;
mod tooth;
pub(in crate::jaw) mod tooth_table;

use super::JawSide;
use crate::base::words::say;
use crate::base::{Cancelled, MeshFormat, Progress, RawMesh};
use arch::Arch;
use glam::Vec3;
use occlusion::Occlusion;
use surface_nets::{Lattice, Solid, Surface};

pub use cut_teeth::five_teeth;

const CELL_MM: f32 = 0.31;
/// Amplitude of the noise along every axis, mm.
const NOISE_MM: f32 = 0.003;

/// The upper and the lower mesh, in millimetres, already in occlusion: `x` towards the patient's left, `y` upwards,
/// `z` towards the front. The same bits at every run on one platform.
///
/// # Errors
/// [`Cancelled`] when the work is no longer wanted.
pub fn sample_case(progress: &Progress) -> Result<(RawMesh, RawMesh), Cancelled> {
    sample_case_of_cells(CELL_MM, progress)
}

/// The same jaws meshed in cells of another size, mm: the number of triangles goes with its inverse square, 240,000 for
/// both at 0.31 mm.
///
/// # Errors
/// [`Cancelled`] when the work is no longer wanted.
pub fn sample_case_of_cells(cell_mm: f32, progress: &Progress) -> Result<(RawMesh, RawMesh), Cancelled> {
    progress.enter(say!("stage-making-sample-case"), 0.0)?;
    let occlusion = Occlusion::new(Arch::new(JawSide::Upper), Arch::new(JawSide::Lower));
    progress.at(0.1)?;
    let lattice = Lattice::new(Vec3::new(-31.5, -3.3, -16.0), Vec3::new(31.5, 18.8, 35.5), cell_mm);
    let upper_mesh = lattice.mesh(&UpperSolid(&occlusion.upper), progress, (0.1, 0.5))?;
    let lattice = Lattice::new(Vec3::new(-32.0, -17.0, -17.0), Vec3::new(32.0, 4.5, 35.0), cell_mm);
    let lower_mesh = lattice.mesh(&LowerSolid(&occlusion), progress, (0.5, 1.0))?;
    Ok((raw(upper_mesh, 1), raw(lower_mesh, 2)))
}

fn raw(surface: Surface, seed: u32) -> RawMesh {
    let jitter = |i: usize, axis: u32| NOISE_MM * smooth::noise(i as u32 * 6 + axis * 2 + seed);
    let positions = surface
        .positions
        .iter()
        .enumerate()
        .map(|(i, p)| *p + Vec3::new(jitter(i, 0), jitter(i, 1), jitter(i, 2)))
        .collect();
    RawMesh { format: MeshFormat::Generated, positions, triangles: surface.triangles, colors: None }
}

/// BLAKE3 of a generated mesh, hex: positions (three little-endian f32 each), then triangles (three little-endian
/// u32 each). It names what was analysed where no file does.
pub fn content_hash(mesh: &RawMesh) -> String {
    let positions = mesh.positions.iter().flat_map(|p| p.to_array()).flat_map(f32::to_le_bytes);
    let triangles = mesh.triangles.iter().flatten().flat_map(|i| i.to_le_bytes());
    let bytes: Vec<u8> = positions.chain(triangles).collect();
    blake3::hash(&bytes).to_hex().to_string()
}

/// Which tooth a point of the sample case's surface belongs to: 0 (right second molar) to 13 (left one), `None` on the gum.
#[cfg(test)]
pub(in crate::jaw) fn teeth_of_surface(side: JawSide, points: &[Vec3]) -> Vec<Option<usize>> {
    let occlusion = Occlusion::new(Arch::new(JawSide::Upper), Arch::new(JawSide::Lower));
    let arch = if side == JawSide::Upper { &occlusion.upper } else { &occlusion.lower };
    let tooth_of = |p: &Vec3| {
        let fields = |i: &u8| {
            let tooth = &arch.teeth[usize::from(*i)];
            (tooth.fields(tooth.local(*p)), usize::from(*i))
        };
        let near: Vec<_> = arch.near(*p, 1.0).iter().map(fields).collect();
        let gum = near.iter().map(|(f, _)| f.gum).fold(f32::INFINITY, f32::min);
        let (fields, tooth) = near.iter().min_by(|a, b| a.0.crown.total_cmp(&b.0.crown))?;
        (fields.crown <= gum).then_some(*tooth)
    };
    points.iter().map(tooth_of).collect()
}

struct UpperSolid<'a>(&'a Arch);

impl Solid for UpperSolid<'_> {
    type Region = Vec<u8>;

    fn region(&self, centre: Vec3, radius: f32) -> Vec<u8> {
        self.0.near(centre, radius)
    }

    fn distance(&self, near: &Vec<u8>, p: Vec3) -> f32 {
        self.0.union(p, near).distance()
    }

    fn scanned(&self, near: &Vec<u8>, p: Vec3) -> bool {
        !self.0.beyond_rim(p, near)
    }
}

struct LowerSolid<'a>(&'a Occlusion);

impl Solid for LowerSolid<'_> {
    type Region = (Vec<u8>, Vec<u8>);

    fn region(&self, centre: Vec3, radius: f32) -> (Vec<u8>, Vec<u8>) {
        (self.0.lower.near(centre, radius), self.0.upper.near(centre, radius))
    }

    fn distance(&self, (near, near_upper): &(Vec<u8>, Vec<u8>), p: Vec3) -> f32 {
        self.0.lower_distance(p, near, near_upper)
    }

    fn scanned(&self, (near, _): &(Vec<u8>, Vec<u8>), p: Vec3) -> bool {
        !self.0.lower.beyond_rim(p, near)
    }
}

#[cfg(test)]
mod tests;
