//! The pixel grid of a question where no raster engine has chosen one: the same choice (ENGINES.md, "Choice of
//! projection"; paper, sect. 7), the triangles of the contact zone found by rays instead of an item buffer.
use super::engine::BvhEngine;
use super::gap_field::RayField;
use crate::base::{Cancelled, Progress, Rigid};
use crate::field::projection_choice::{
    ContactVolumes, Extent, LEAST_COSINE, PROBE_RESOLUTION, PosedShapes, ProjectionAxes, STILL_MARGIN, ZONE_MM,
    ZoneNormals,
};
use crate::field::{ChosenBy, NO_TRIANGLE, PixelClass, Projection, Question};
use crate::mesh::TriMesh;
use glam::DVec3;

impl BvhEngine {
    /// The grid for a question: along the direction given, else along one of its own choice. It depends on the question
    /// alone, not on those before. `None` when nothing can be within the range.
    ///
    /// # Errors
    /// [`Cancelled`] when it is no longer wanted.
    pub fn projection(&self, question: &Question, progress: &Progress) -> Result<Option<Projection>, Cancelled> {
        let Some(jaws) = self.shapes(&question.upper_from_lower) else { return Ok(None) };
        let Some(volumes) = ContactVolumes::of(&jaws, question.range_mm) else { return Ok(None) };
        let (direction, chosen_by) = match question.direction {
            Some(given) => (given, ChosenBy::Given),
            None => {
                let guess = volumes.guess_direction(&jaws);
                match self.zone_direction(question, grid(&jaws, &volumes, guess, PROBE_RESOLUTION), progress)? {
                    Some(refined) => (refined, ChosenBy::ItemBuffer),
                    None => (guess, ChosenBy::BoundingVolumes),
                }
            }
        };
        let along = grid(&jaws, &volumes, direction, question.resolution);
        Ok(along.map(|projection| Projection { chosen_by, ..projection }))
    }

    fn zone_direction(
        &self,
        question: &Question,
        probe: Option<Projection>,
        progress: &Progress,
    ) -> Result<Option<DVec3>, Cancelled> {
        let Some(probe) = probe else { return Ok(None) };
        let rays = self.gap_field(question, &probe, progress)?;
        let (upper, lower) = self.meshes();
        Ok(zone_normals(&rays, upper, lower, &question.upper_from_lower).direction(&question.upper_from_lower))
    }
}

fn grid(jaws: &PosedShapes, volumes: &ContactVolumes, direction: DVec3, resolution: u32) -> Option<Projection> {
    let axes = ProjectionAxes::along(direction, jaws.upper.volume);
    let extent = Extent::of(&axes, jaws, volumes)?.with_margin(STILL_MARGIN);
    Some(axes.projection(&extent, resolution, ChosenBy::Given))
}

/// The normals of the triangles that the rays hit on both sides of the gap; faces that closing added are none.
fn zone_normals(rays: &RayField, upper: &TriMesh, lower: &TriMesh, upper_from_lower: &Rigid) -> ZoneNormals {
    let field = &rays.field;
    let in_lower = upper_from_lower.inverse().transform_vector(field.projection.direction);
    let directions = [field.projection.direction, in_lower];
    let pixel_area = field.projection.pixel_area_mm2();
    let mut sums = ZoneNormals::default();
    for pixel in 0..field.class.len() {
        let decided = matches!(field.class[pixel], PixelClass::Clear | PixelClass::Interfering);
        sums.decided_pixels += f64::from(u8::from(decided));
        let [i, j] = [field.upper_triangle[pixel], field.lower_triangle[pixel]];
        let is_added = |mesh: &TriMesh, triangle: u32| triangle == NO_TRIANGLE || triangle as usize >= mesh.n_scanned;
        if is_added(upper, i) || is_added(lower, j) {
            continue;
        }
        let is_near = f64::from(field.gap_mm[pixel]) <= ZONE_MM;
        sums.near_pixels += f64::from(u8::from(is_near));
        let normals = [upper.unit_normal(i as usize), lower.unit_normal(j as usize)];
        for (jaw, (normal, direction)) in normals.into_iter().zip(directions).enumerate() {
            let weighted = normal * (pixel_area / normal.dot(direction).abs().max(LEAST_COSINE));
            sums.all[jaw] += weighted;
            if is_near {
                sums.near[jaw] += weighted;
            }
        }
    }
    sums
}
