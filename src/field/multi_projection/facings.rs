//! Where the surface in the contact zone faces.
use crate::base::{Cancelled, Progress, Rigid};
use crate::field::projection_choice::{LEAST_COSINE, ZONE_MM};
use crate::field::{GapField, NO_TRIANGLE};
use crate::jaw::JawPair;
use crate::mesh::TriMesh;
use glam::DVec3;

/// Both meshes, upper and lower, each in its own coordinates, and the pose of the lower one.
#[derive(Clone, Copy, Debug)]
pub struct PosedMeshes<'a> {
    pub meshes: [&'a TriMesh; 2],
    pub upper_from_lower: Rigid,
}

impl<'a> PosedMeshes<'a> {
    pub fn of(pair: &'a JawPair, upper_from_lower: Rigid) -> Self {
        Self { meshes: [&pair.upper.mesh, &pair.lower.mesh], upper_from_lower }
    }

    /// Corners of a triangle in world coordinates, mm.
    pub fn corners(&self, side: usize, triangle: u32) -> [DVec3; 3] {
        let corners = self.meshes[side].corners(triangle as usize).map(|p| p.as_dvec3());
        if side == 0 { corners } else { corners.map(|p| self.upper_from_lower.transform_point(p)) }
    }

    /// Unit normal in world coordinates, of the lower jaw turned round, so that both jaws' surfaces in contact face
    /// along the projection. `None` of faces that closing added, which are no anatomy, and of such without an area.
    pub fn facing(&self, side: usize, triangle: u32) -> Option<DVec3> {
        let mesh = self.meshes[side];
        let triangle = triangle as usize;
        if triangle >= mesh.n_scanned.min(mesh.triangles.len()) {
            return None;
        }
        let normal = mesh.unit_normal(triangle);
        (normal != DVec3::ZERO)
            .then(|| if side == 0 { normal } else { -self.upper_from_lower.transform_vector(normal) })
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
/// the distance from a plane, which counts here, so that flanks belong to the zone as well. A map that is not the principal
/// one shows only what [`ends_meet`] lets it.
///
/// # Errors
/// [`Cancelled`] within about a row of pixels when they are no longer wanted.
pub fn zone_facets(
    map: &GapField,
    jaws: &PosedMeshes,
    thresholds_mm: &[f64],
    is_principal: bool,
    progress: &Progress,
) -> Result<Vec<Facet>, Cancelled> {
    let zone_mm = thresholds_mm.iter().copied().fold(ZONE_MM, f64::max);
    let mut facets = Vec::new();
    for pixel in 0..map.gap_mm.len() {
        if pixel.is_multiple_of(map.projection.cols.max(1) as usize) {
            progress.check()?;
        }
        if is_principal || ends_meet(map, pixel) {
            facets.extend(facets_at(map, jaws, zone_mm, pixel).into_iter().flatten());
        }
    }
    Ok(facets)
}

fn facets_at(map: &GapField, jaws: &PosedMeshes, zone_mm: f64, pixel: usize) -> Option<[Facet; 2]> {
    let points = points_at(map, jaws, pixel)?;
    let cosines = [0, 1].map(|side| points[side].facing.dot(map.projection.direction));
    if f64::from(map.gap_mm[pixel]) * cosines[0].max(cosines[1]).clamp(0.0, 1.0) > zone_mm {
        return None;
    }
    Some(points.map(|p| Facet {
        facing: p.facing,
        place: p.place,
        area_mm2: map.projection.pixel_area_mm2() / cosines[p.side].max(LEAST_COSINE),
    }))
}

/// Whether both surfaces of a pixel are where its gap begins and ends. Inside both solids that need not be so: a ray that
/// leaves the lower jaw within a tooth leaves the tooth itself only on its other side, which touches nothing. Along the
/// principal projection such a surface stands for what lies before it; a projection that was chosen for steep surface
/// would count the tooth's other side as contact.
pub(super) fn ends_meet(map: &GapField, pixel: usize) -> bool {
    map.gap_mm[pixel] >= 0.0 || is_between(map, pixel)
}

/// Whether a pixel's gap is the way from the upper surface that it shows to the lower one.
pub(super) fn is_between(map: &GapField, pixel: usize) -> bool {
    // A gap is a length along the ray; all three are single precision at some tens of mm.
    (map.upper_depth_mm[pixel] - map.lower_depth_mm[pixel] + map.gap_mm[pixel]).abs() <= 0.0005
}

/// A surface point that a pixel shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    /// 0 of the upper jaw, 1 of the lower.
    pub side: usize,
    /// World coordinates, mm.
    pub place: DVec3,
    /// [`PosedMeshes::facing`].
    pub facing: DVec3,
}

/// Both points of a pixel; none where there is no gap, or where it runs to a face that closing added.
pub(super) fn points_at(map: &GapField, jaws: &PosedMeshes, pixel: usize) -> Option<[Point; 2]> {
    let triangles = [map.upper_triangle[pixel], map.lower_triangle[pixel]];
    if triangles.contains(&NO_TRIANGLE) || map.gap_mm[pixel].is_nan() {
        return None;
    }
    let facings = [jaws.facing(0, triangles[0])?, jaws.facing(1, triangles[1])?];
    let depths = [map.upper_depth_mm[pixel], map.lower_depth_mm[pixel]];
    Some([0, 1].map(|side| Point { side, place: map.place(pixel, f64::from(depths[side])), facing: facings[side] }))
}
