//! From the map to the figures of a pose, as METHOD.md's "Figures" has them: the CPU twin of the raster engine's
//! reduction, in double precision.
use super::gap_field::RayField;
use crate::base::{Cancelled, Progress, Rigid};
use crate::field::contact::GapKind;
use crate::field::projection_choice::{LEAST_COSINE, ZONE_MM};
use crate::field::{
    ContactArea, Metrics, NO_TRIANGLE, PixelClass, PixelCounts, Question, Verdict, added_faces_warning,
};
use crate::mesh::TriMesh;

#[derive(Default)]
struct Sums {
    pixels: PixelCounts,
    depth_mm: f64,
    deepest_mm: f64,
    clearance_mm: Option<f64>,
    zone_area: f64,
    zone_cosine: f64,
    contact: Vec<ContactArea>,
    n_added: u32,
}

/// The figures of a map of rays.
///
/// # Errors
/// [`Cancelled`] within about a row of pixels when they are no longer wanted.
pub fn metrics(
    rays: &RayField,
    upper: &TriMesh,
    lower: &TriMesh,
    question: &Question,
    progress: &Progress,
) -> Result<Metrics, Cancelled> {
    let projection = rays.field.projection;
    let nothing = |t: &f64| ContactArea { threshold_mm: *t, ..ContactArea::default() };
    let mut sums = Sums { contact: question.thresholds_mm.iter().map(nothing).collect(), ..Sums::default() };
    for pixel in 0..rays.field.class.len() {
        if pixel.is_multiple_of(projection.cols as usize) {
            progress.check()?;
        }
        sums.count(rays, pixel);
        sums.add_gap(rays, pixel);
        sums.add_surface(rays, pixel, [upper, lower], &question.upper_from_lower);
    }
    let pixel_area = projection.pixel_area_mm2();
    let max_depth_mm = (sums.deepest_mm > 0.0).then_some(sums.deepest_mm);
    let min_gap_mm = max_depth_mm.map(|d| -d).or(sums.clearance_mm);
    Ok(Metrics {
        projection: Some(projection),
        verdict: Verdict::of(&sums.pixels, min_gap_mm, question.smallest_threshold_mm()),
        pixels: sums.pixels,
        interference_projected_area_mm2: f64::from(sums.pixels.interfering) * pixel_area,
        interference_volume_mm3: sums.depth_mm * pixel_area,
        max_depth_mm,
        min_gap_mm,
        contact: sums.contact,
        mean_cosine: (sums.zone_area > 0.0).then(|| sums.zone_cosine / sums.zone_area),
        triangle_pairs: None,
        clearance_mm: None,
        between_pixels: None,
        contact_gap: GapKind::Projected,
        warnings: added_faces_warning(sums.n_added).into_iter().collect(),
    })
}

impl Sums {
    /// Rays order all layers, so what they solve counts as solved by layer order.
    fn count(&mut self, rays: &RayField, pixel: usize) {
        let counts = &mut self.pixels;
        match rays.field.class[pixel] {
            PixelClass::Clear => counts.clear += 1,
            PixelClass::Interfering => counts.interfering += 1,
            PixelClass::Unsolved => counts.unsolved += 1,
            PixelClass::None | PixelClass::UpperOnly | PixelClass::LowerOnly => return,
        }
        counts.overlap += 1;
        counts.unbalanced += u32::from(rays.unbalanced[pixel]);
        counts.solved_layer_order = counts.clear + counts.interfering;
        counts.max_layers = counts.max_layers.max(u32::from(rays.n_layers[pixel]));
    }

    fn add_gap(&mut self, rays: &RayField, pixel: usize) {
        let gap_mm = f64::from(rays.field.gap_mm[pixel]);
        if gap_mm < 0.0 {
            self.depth_mm -= gap_mm;
            self.deepest_mm = self.deepest_mm.max(-gap_mm);
        } else if gap_mm >= 0.0 {
            self.clearance_mm = Some(self.clearance_mm.map_or(gap_mm, |c| c.min(gap_mm)));
        }
    }

    fn add_surface(&mut self, rays: &RayField, pixel: usize, [upper, lower]: [&TriMesh; 2], pose: &Rigid) {
        let field = &rays.field;
        let (i, j) = (field.upper_triangle[pixel], field.lower_triangle[pixel]);
        let gap_mm = f64::from(field.gap_mm[pixel]);
        if i == NO_TRIANGLE || j == NO_TRIANGLE || gap_mm.is_nan() {
            return;
        }
        let (i, j) = (i as usize, j as usize);
        // Faces that closing added are no anatomy: never contact.
        if i >= upper.n_scanned || j >= lower.n_scanned {
            self.n_added += u32::from(field.class[pixel] == PixelClass::Interfering);
            return;
        }
        let direction = field.projection.direction;
        let cosine_upper = upper.unit_normal(i).dot(direction);
        let cosine_lower = -pose.transform_vector(lower.unit_normal(j)).dot(direction);
        let pixel_area = field.projection.pixel_area_mm2();
        let area = |cosine: f64| pixel_area / cosine.abs().max(LEAST_COSINE);
        let (area_upper, area_lower) = (area(cosine_upper), area(cosine_lower));
        if gap_mm <= ZONE_MM {
            self.pixels.zone += 1;
            self.zone_area += area_upper + area_lower;
            self.zone_cosine += area_upper * cosine_upper + area_lower * cosine_lower;
        }
        for contact in &mut self.contact {
            if gap_mm < 0.0 {
                contact.penetrating_area_upper_mm2 += area_upper;
                contact.penetrating_area_lower_mm2 += area_lower;
            }
            if gap_mm <= contact.threshold_mm {
                contact.area_upper_mm2 += area_upper;
                contact.area_lower_mm2 += area_lower;
                contact.projected_area_mm2 += pixel_area;
            }
        }
    }
}
