//! A jaw under a projection: which of its parts lie where on the map, and a part's corners there.
use super::jaw::{MOST_CORNERS, NativeJaw, PackedCluster};
use crate::base::Rigid;
use crate::field::{JawOnMap, Projection};
use glam::Vec3;
use std::ops::Range;

/// A pixel is parted into so many steps, each way: corners are snapped to them, as raster hardware does.
pub const STEPS: i32 = 256;

/// Adding it leaves a single-precision number rounded to a whole one.
pub const ROUNDER: f32 = 12_582_912.0;
/// Corners within so many pixels of the map's can be rounded that way.
const ROUNDED_PX: f32 = 16_000.0;

/// Room for a part's corners; indices are cut to it, so that no access needs a check.
pub const ROOM: usize = MOST_CORNERS.next_power_of_two();

/// A part's corners on the map.
pub struct Corners {
    /// Columns, rows (pixels, centres at +0.5) and depth (mm).
    pub col: [f32; ROOM],
    pub row: [f32; ROOM],
    pub depth: [f32; ROOM],
    /// The same columns and rows in steps of 1/[`STEPS`] pixel.
    pub x: [i32; ROOM],
    pub y: [i32; ROOM],
    /// [`Bounds::is_near`]: no step is beyond 2^22.
    pub is_near: bool,
}

impl Default for Corners {
    fn default() -> Self {
        Self { col: [0.0; ROOM], row: [0.0; ROOM], depth: [0.0; ROOM], x: [0; ROOM], y: [0; ROOM], is_near: false }
    }
}

/// A box on the map: columns, rows, depths.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub lo: Vec3,
    pub hi: Vec3,
}

impl Bounds {
    /// Whether what it holds can be snapped in single precision.
    pub fn is_near(&self) -> bool {
        self.lo.min_element() > -ROUNDED_PX && self.hi.max_element() < ROUNDED_PX
    }
}

/// One jaw under a projection.
pub struct ProjectedJaw<'a> {
    pub jaw: &'a NativeJaw,
    pub is_lower: bool,
    /// The projection's direction in the jaw's own coordinates.
    pub direction: Vec3,
    on_map: JawOnMap,
    size: [u32; 2],
}

impl<'a> ProjectedJaw<'a> {
    /// `middle_mm` is the depth in the middle of what is seen.
    pub fn new(
        (jaw, is_lower): (&'a NativeJaw, bool),
        upper_from_jaw: &Rigid,
        projection: &Projection,
        middle_mm: f64,
    ) -> Self {
        Self {
            jaw,
            is_lower,
            direction: upper_from_jaw.inverse().transform_vector(projection.direction).as_vec3(),
            on_map: JawOnMap::new(upper_from_jaw, projection, middle_mm),
            size: [projection.cols, projection.rows],
        }
    }

    /// Where a part lies on the map: lowest and highest column, row and depth, rounded as its corners are.
    pub fn bounds(&self, part: &PackedCluster) -> Bounds {
        let (lo, hi) = (part.cluster.lo - self.on_map.centre, part.cluster.hi - self.on_map.centre);
        let (centre, half) = ((lo + hi) / 2.0, (hi - lo) / 2.0);
        let along = |rows: [Vec3; 3], way: Vec3| Vec3::from_array(rows.map(|row| row.dot(way)));
        let (rows, sizes) = (self.on_map.rows, self.on_map.rows.map(Vec3::abs));
        let middle = along(rows, centre) + self.on_map.centre_on_map;
        // Corners are rounded, too: by less than 8 of these.
        let rounding = (along(sizes, centre.abs() + half) + self.on_map.centre_on_map.abs()) * f32::EPSILON;
        let reach = along(sizes, half) + rounding * 8.0;
        Bounds { lo: middle - reach, hi: middle + reach }
    }

    /// The map's rows that a part may cover; `None` where it lies beside the map.
    pub fn rows_of(&self, Bounds { lo, hi }: Bounds) -> Option<Range<usize>> {
        let [cols, rows] = self.size.map(|n| n as f32);
        // A pixel more each way, for rounding and snapping.
        let is_beside = lo.x > cols + 1.0 || lo.y > rows + 1.0 || hi.x < -1.0 || hi.y < -1.0;
        (!is_beside).then(|| (lo.y - 1.0).clamp(0.0, rows) as usize..(hi.y + 2.0).clamp(0.0, rows) as usize)
    }

    /// The same of columns.
    pub fn cols_of(&self, Bounds { lo, hi }: Bounds) -> Range<usize> {
        let cols = self.size[0] as f32;
        (lo.x - 1.0).clamp(0.0, cols) as usize..(hi.x + 2.0).clamp(0.0, cols) as usize
    }

    /// Triangles of a part.
    pub fn triangles(&self, part: &PackedCluster) -> &'a [[u16; 3]] {
        &self.jaw.triangles[part.cluster.first as usize..(part.cluster.first + part.cluster.n_triangles) as usize]
    }

    /// The corners of a part on the map; `is_near` is what its bounds say.
    pub fn project(&self, part: &PackedCluster, is_near: bool, out: &mut Corners) {
        let n = (part.n_corners as usize).min(ROOM);
        let first = part.first_corner as usize;
        let [xs, ys, zs] = [0, 1, 2].map(|axis: usize| &self.jaw.corners[axis][first..first + n]);
        let JawOnMap { centre: c, centre_on_map: m, rows: [a, b, d], .. } = self.on_map;
        let (col, row, depth) = (&mut out.col[..n], &mut out.row[..n], &mut out.depth[..n]);
        for i in 0..n {
            let (x, y, z) = (xs[i] - c.x, ys[i] - c.y, zs[i] - c.z);
            col[i] = a.x * x + a.y * y + a.z * z + m.x;
            row[i] = b.x * x + b.y * y + b.z * z + m.y;
            depth[i] = d.x * x + d.y * y + d.z * z + m.z;
        }
        out.is_near = is_near;
        let snap = if is_near { snap_near } else { snap_far };
        snap(&out.col[..n], &mut out.x[..n]);
        snap(&out.row[..n], &mut out.y[..n]);
    }
}

/// To the nearest step, of two equally near the even one.
fn snap_near(pixels: &[f32], steps: &mut [i32]) {
    for (step, pixel) in steps.iter_mut().zip(pixels) {
        *step = (pixel * STEPS as f32 + ROUNDER).to_bits() as i32 - ROUNDER.to_bits() as i32;
    }
}

/// The same however far away.
fn snap_far(pixels: &[f32], steps: &mut [i32]) {
    for (step, pixel) in steps.iter_mut().zip(pixels) {
        *step = (f64::from(*pixel) * f64::from(STEPS)).round_ties_even() as i32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_snapping_agree() {
        let pixels: Vec<f32> = (-40_000..40_000).map(|i| i as f32 * 0.390_625 / 7.0 + i as f32 / 512.0).collect();
        let (mut near, mut far) = (vec![0; pixels.len()], vec![0; pixels.len()]);
        snap_near(&pixels, &mut near);
        snap_far(&pixels, &mut far);
        assert_eq!(near, far);
        assert_eq!(near[40_000], 0);
    }
}
