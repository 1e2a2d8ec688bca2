//! Where the surface in the contact zone faces.
use crate::base::Rigid;
use crate::field::viewing::ZONE_MM;
use crate::field::{GapField, NO_TRIANGLE};
use crate::mesh::TriMesh;
use glam::DVec3;

/// A surface steeper than this against a projection counts as if it were no steeper.
pub(super) const LEAST_COSINE: f64 = 0.05;

/// Both meshes, upper and lower, each in its own coordinates, and the pose of the lower one.
#[derive(Clone, Copy, Debug)]
pub struct PosedMeshes<'a> {
    pub meshes: [&'a TriMesh; 2],
    pub upper_from_lower: Rigid,
}

impl PosedMeshes<'_> {
    /// Unit normal in world coordinates, of the lower jaw turned round, so that both jaws' surfaces in contact face
    /// along the projection. `None` of faces that closing added, which are no anatomy, and of such without an area.
    pub fn facing(&self, side: usize, triangle: u32) -> Option<DVec3> {
        let mesh = self.meshes[side];
        let triangle = triangle as usize;
        if triangle >= mesh.n_scanned.min(mesh.triangles.len()) {
            return None;
        }
        let [a, b, c] = mesh.corners(triangle).map(|p| p.as_dvec3());
        let normal = (b - a).cross(c - a).try_normalize()?;
        Some(if side == 0 { normal } else { -self.upper_from_lower.transform_vector(normal) })
    }
}

/// A piece of either surface in the contact zone, as a pixel sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facet {
    /// Unit, world coordinates; [`PosedMeshes::facing`].
    pub facing: DVec3,
    /// World coordinates, mm.
    pub place: DVec3,
    /// True area, mm².
    pub area_mm2: f64,
}

/// Pieces of both surfaces, one a pixel and jaw, that are nearer to each other than the largest threshold (0.3 mm at
/// least). A projected gap overstates the distance of steep surfaces: times the cosine of the squarer of the two it is
/// the distance from a plane, which counts here, so that flanks belong to the zone as well.
pub fn zone_facets(map: &GapField, jaws: &PosedMeshes, thresholds_mm: &[f64]) -> Vec<Facet> {
    let zone_mm = thresholds_mm.iter().copied().fold(ZONE_MM, f64::max);
    (0..map.gap_mm.len()).filter_map(|pixel| facets_at(map, jaws, zone_mm, pixel)).flatten().collect()
}

fn facets_at(map: &GapField, jaws: &PosedMeshes, zone_mm: f64, pixel: usize) -> Option<[Facet; 2]> {
    let triangles = [map.upper_triangle[pixel], map.lower_triangle[pixel]];
    let gap_mm = f64::from(map.gap_mm[pixel]);
    if triangles.contains(&NO_TRIANGLE) || gap_mm.is_nan() {
        return None;
    }
    let facings = [jaws.facing(0, triangles[0])?, jaws.facing(1, triangles[1])?];
    let cosines = facings.map(|f| f.dot(map.projection.direction));
    if gap_mm * cosines[0].max(cosines[1]).clamp(0.0, 1.0) > zone_mm {
        return None;
    }
    let depths = [map.upper_depth_mm[pixel], map.lower_depth_mm[pixel]];
    Some([0, 1].map(|side| Facet {
        facing: facings[side],
        place: map.place(pixel, f64::from(depths[side])),
        area_mm2: map.projection.pixel_area_mm2() / cosines[side].max(LEAST_COSINE),
    }))
}
