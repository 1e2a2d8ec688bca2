//! The gap map: one signed gap per pixel with the triangles on both sides.
use super::Projection;

/// In the triangle maps: no triangle.
pub const NO_TRIANGLE: u32 = u32::MAX;

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
    /// Index of a pixel in the maps, `None` outside.
    pub fn pixel_idx(&self, col: i64, row: i64) -> Option<usize> {
        let (cols, rows) = (self.projection.cols as i64, self.projection.rows as i64);
        ((0..cols).contains(&col) && (0..rows).contains(&row)).then_some((row * cols + col) as usize)
    }
}
