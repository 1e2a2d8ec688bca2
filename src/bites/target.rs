//! A jaw as what a scan is laid on.
use crate::exact::{Bvh, Hint, Searcher};
use crate::mesh::TriMesh;
use crate::mesh::border::border;
use crate::mesh::topology::twins;
use glam::DVec3;

/// A jaw's scanned surface, in its own coordinates.
pub struct Target<'a> {
    pub mesh: &'a TriMesh,
    pub bvh: &'a Bvh,
    border: Vec<bool>,
}

/// Where a place belongs on the jaw.
#[derive(Clone, Copy, Debug)]
pub struct Foot {
    /// The way from the surface to the place, unit; the surface's normal where the place lies on it.
    pub way: DVec3,
    /// The surface's outward normal.
    pub normal: DVec3,
    /// Distance from the surface, outwards positive along `way`, mm.
    pub distance_mm: f64,
}

/// Nearer than this the way to the surface says nothing, mm.
const ON_SURFACE_MM: f64 = 1e-5;

impl<'a> Target<'a> {
    pub fn new(mesh: &'a TriMesh, bvh: &'a Bvh) -> Self {
        Self { mesh, bvh, border: border(mesh, &twins(&mesh.triangles, mesh.positions.len())) }
    }

    /// Whether a triangle was scanned and lies away from where the scan ends: beyond its end a place's nearest point is no partner.
    pub fn is_partner(&self, triangle: u32) -> bool {
        let t = triangle as usize;
        t < self.mesh.n_scanned && !self.border.get(t).copied().unwrap_or(false)
    }

    /// The partner of a place at most `reach_mm` away.
    pub fn foot(&self, searcher: &mut Searcher, place: DVec3, reach_mm: f64, hint: &mut Hint) -> Option<Foot> {
        let near = searcher.nearest(place, reach_mm, *hint)?;
        *hint = near.hint;
        if !self.is_partner(near.triangle) {
            return None;
        }
        let normal = self.mesh.unit_normal(near.triangle as usize);
        let away = place - near.point;
        let (way, distance_mm) = match near.distance_mm > ON_SURFACE_MM {
            true => (away / near.distance_mm, near.distance_mm),
            false => (normal, normal.dot(away)),
        };
        (normal != DVec3::ZERO).then_some(Foot { way, normal, distance_mm })
    }
}
