//! The gap map: one signed gap per pixel with the triangles on both sides.
use super::Projection;
use glam::DVec3;

/// In the triangle maps: no triangle.
pub const NO_TRIANGLE: u32 = u32::MAX;

/// In the maps that are painted: there is no such surface, or no gap within the range. The same number stands in run.wgsl.
pub const NO_VALUE: f32 = 1e30;

/// What a pixel is. The numbers are those of the class map file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum PixelClass {
    None = 0,
    UpperOnly = 1,
    LowerOnly = 2,
    Clear = 3,
    Interfering = 4,
    /// Both jaws cover the pixel, but neither counts nor the order of layers decide it.
    Unsolved = 5,
}

impl PixelClass {
    /// The number in the class map file: unsolved pixels are shown as none there.
    pub fn from_u8(n: u8) -> Option<Self> {
        use PixelClass::*;
        [None, UpperOnly, LowerOnly, Clear, Interfering, Unsolved].into_iter().find(|c| *c as u8 == n).map(Some)?
    }
}

/// Maps of `rows * cols` pixels, row-major, row 0 at v = 0.
#[derive(Clone, Debug)]
pub struct GapField {
    pub projection: Projection,
    pub class: Vec<PixelClass>,
    /// Projected gap, mm; NaN where no pair of surfaces faces each other within the range.
    pub gap_mm: Vec<f32>,
    /// Depth of the upper surface along the projection, mm from the origin's plane; NaN without one.
    pub upper_depth_mm: Vec<f32>,
    /// Depth of the lower surface, likewise.
    pub lower_depth_mm: Vec<f32>,
    /// Triangle of the upper mesh on its side of the gap, [`NO_TRIANGLE`] without one.
    pub upper_triangle: Vec<u32>,
    pub lower_triangle: Vec<u32>,
}

impl GapField {
    /// From pixels as they are painted: gap, upper and lower depth ([`NO_VALUE`] where there is none), both triangles, class.
    pub fn of_painted(projection: Projection, pixels: impl Iterator<Item = ([f32; 4], [u32; 2], PixelClass)>) -> Self {
        let n = projection.cols as usize * projection.rows as usize;
        let mut field = Self {
            projection,
            class: Vec::with_capacity(n),
            gap_mm: Vec::with_capacity(n),
            upper_depth_mm: Vec::with_capacity(n),
            lower_depth_mm: Vec::with_capacity(n),
            upper_triangle: Vec::with_capacity(n),
            lower_triangle: Vec::with_capacity(n),
        };
        let value = |x: f32| if x < NO_VALUE { x } else { f32::NAN };
        for ([gap, upper, lower, _], [upper_triangle, lower_triangle], class) in pixels {
            field.class.push(class);
            field.gap_mm.push(value(gap));
            field.upper_depth_mm.push(value(upper));
            field.lower_depth_mm.push(value(lower));
            field.upper_triangle.push(upper_triangle);
            field.lower_triangle.push(lower_triangle);
        }
        field
    }

    /// Index of a pixel in the maps, `None` outside.
    pub fn pixel_idx(&self, col: i64, row: i64) -> Option<usize> {
        let (cols, rows) = (self.projection.cols as i64, self.projection.rows as i64);
        ((0..cols).contains(&col) && (0..rows).contains(&row)).then_some((row * cols + col) as usize)
    }

    /// World point at the centre of a pixel, `depth_mm` along the projection.
    pub fn place(&self, pixel: usize, depth_mm: f64) -> DVec3 {
        let cols = self.projection.cols.max(1) as usize;
        let (col, row) = ((pixel % cols) as f64 + 0.5, (pixel / cols) as f64 + 0.5);
        self.projection.world_from_map(col, row, depth_mm)
    }
}
