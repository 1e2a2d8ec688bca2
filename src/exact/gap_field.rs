//! The same plain result as the raster engine's, from rays through the pixel centres.
use super::ray_grid::{JawInProjection, Packet, TILE};
use super::surface::Surface;
use crate::base::{Cancelled, Progress, Rigid, n_threads, on_threads};
use crate::field::layers::{self, Reading};
use crate::field::{Counting, GapField, NO_TRIANGLE, NearEdge, PixelClass, Projection};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The map, and what a map alone does not tell. All of `rows * cols`, row-major.
#[derive(Clone, Debug)]
pub struct RayField {
    pub field: GapField,
    /// What the ray passes within 1/256 pixel ([`super::ray_grid::NEAR_EDGE_PX`]): a raster, which snaps corners to
    /// such a grid, may see another face there.
    pub near_edge: Vec<NearEdge>,
    /// A jaw's winding does not return to zero along the ray.
    pub unbalanced: Vec<bool>,
    /// Faces of both jaws along the ray.
    pub n_layers: Vec<u16>,
}

struct Pixel {
    reading: Reading,
    near_edge: NearEdge,
    n_layers: u16,
}

/// Class, projected gap, depths and triangles of every pixel, with all layers of both jaws along its ray in order.
/// Clearances above `range_mm` are left out, depths never. Bands of pixels are shared by all processors.
///
/// # Errors
/// [`Cancelled`] within about a band when it is no longer wanted.
pub fn gap_field_along(
    upper: Surface,
    lower: Surface,
    upper_from_lower: &Rigid,
    projection: &Projection,
    range_mm: f64,
    counting: Counting,
    progress: &Progress,
) -> Result<RayField, Cancelled> {
    let jaws = [
        JawInProjection::new(upper, &Rigid::IDENTITY, false, projection),
        JawInProjection::new(lower, upper_from_lower, true, projection),
    ];
    let n_bands = (projection.rows as usize).div_ceil(TILE);
    let next = AtomicUsize::new(0);
    let done = on_threads(n_threads(n_bands), || {
        let (mut packet, mut done) = (Packet::default(), Vec::new());
        loop {
            let band = next.fetch_add(1, Ordering::Relaxed);
            if band >= n_bands || progress.at(band as f64 / n_bands as f64).is_err() {
                return done;
            }
            done.push((band, shoot_band(&mut packet, &jaws, projection, band, counting)));
        }
    });
    progress.at(1.0)?;
    let mut bands: Vec<(usize, Vec<Pixel>)> = done.into_iter().flatten().collect();
    bands.sort_unstable_by_key(|(band, _)| *band);
    assemble(bands.into_iter().map(|(_, pixels)| pixels), projection, range_mm, progress)
}

fn shoot_band(
    packet: &mut Packet,
    jaws: &[JawInProjection; 2],
    projection: &Projection,
    band: usize,
    counting: Counting,
) -> Vec<Pixel> {
    let (cols, first_row) = (projection.cols as usize, band * TILE);
    let n_rows = TILE.min(projection.rows as usize - first_row);
    let empty = layers::read(&[], counting, layers::EQUAL_DEPTH_MM);
    let mut pixels: Vec<Pixel> =
        (0..n_rows * cols).map(|_| Pixel { reading: empty, near_edge: NearEdge::No, n_layers: 0 }).collect();
    for col in (0..cols).step_by(TILE) {
        packet.shoot(jaws, projection, (col, first_row), |col, row, layers, near_edge| {
            let n_layers = layers.len().min(usize::from(u16::MAX)) as u16;
            let reading = layers::read(layers, counting, layers::EQUAL_DEPTH_MM);
            pixels[(row - first_row) * cols + col] = Pixel { reading, near_edge, n_layers };
        });
    }
    pixels
}

fn assemble(
    bands: impl Iterator<Item = Vec<Pixel>>,
    projection: &Projection,
    range_mm: f64,
    progress: &Progress,
) -> Result<RayField, Cancelled> {
    let n = projection.cols as usize * projection.rows as usize;
    let mut out = RayField {
        field: GapField {
            projection: *projection,
            class: Vec::with_capacity(n),
            gap_mm: Vec::with_capacity(n),
            upper_depth_mm: Vec::with_capacity(n),
            lower_depth_mm: Vec::with_capacity(n),
            upper_triangle: Vec::with_capacity(n),
            lower_triangle: Vec::with_capacity(n),
        },
        near_edge: Vec::with_capacity(n),
        unbalanced: Vec::with_capacity(n),
        n_layers: Vec::with_capacity(n),
    };
    for band in bands {
        progress.check()?;
        band.into_iter().for_each(|pixel| out.push(pixel, range_mm));
    }
    Ok(out)
}

impl RayField {
    fn push(&mut self, Pixel { reading, near_edge, n_layers }: Pixel, range_mm: f64) {
        // NaN is not within the range either.
        let faces = reading.gap_mm <= range_mm && reading.class != PixelClass::Unsolved;
        let field = &mut self.field;
        field.class.push(reading.class);
        field.gap_mm.push(if faces { reading.gap_mm as f32 } else { f32::NAN });
        field.upper_depth_mm.push(reading.upper.depth_mm as f32);
        field.lower_depth_mm.push(reading.lower.depth_mm as f32);
        field.upper_triangle.push(if faces { reading.upper.triangle } else { NO_TRIANGLE });
        field.lower_triangle.push(if faces { reading.lower.triangle } else { NO_TRIANGLE });
        self.near_edge.push(near_edge);
        self.unbalanced.push(reading.unbalanced);
        self.n_layers.push(n_layers);
    }
}

#[cfg(test)]
mod tests;
