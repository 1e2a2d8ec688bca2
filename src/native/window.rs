//! Rectangles of pixels, and the pixels whose centres lie in a triangle's box.
use super::projected_jaw::STEPS;

/// A rectangle of pixels: the rows and columns of a map, or of a triangle's box.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub first_col: i32,
    pub end_col: i32,
    pub first_row: i32,
    pub end_row: i32,
}

impl Window {
    pub fn cols(&self) -> usize {
        (self.end_col - self.first_col).max(0) as usize
    }

    pub fn rows(&self) -> usize {
        (self.end_row - self.first_row).max(0) as usize
    }

    pub fn n_pixels(&self) -> usize {
        self.cols() * self.rows()
    }

    /// The box of a triangle in this one, by its corners in steps.
    pub fn around(&self, x: [i32; 3], y: [i32; 3]) -> Self {
        let (lo, hi) = (|of: [i32; 3]| of[0].min(of[1]).min(of[2]), |of: [i32; 3]| of[0].max(of[1]).max(of[2]));
        Self {
            first_col: first_centre(lo(x)).max(self.first_col),
            end_col: end_centre(hi(x)).min(self.end_col),
            first_row: first_centre(lo(y)).max(self.first_row),
            end_row: end_centre(hi(y)).min(self.end_row),
        }
    }
}

/// The first pixel whose centre is not before `steps`, and the first whose centre is behind them.
#[inline(always)]
pub fn first_centre(steps: i32) -> i32 {
    (steps + STEPS / 2 - 1) >> STEPS.trailing_zeros()
}

#[inline(always)]
pub fn end_centre(steps: i32) -> i32 {
    (steps + STEPS / 2) >> STEPS.trailing_zeros()
}
