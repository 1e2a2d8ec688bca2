//! Which of a part's triangles are drawn, and which centres the small ones among them cover: triangle beside triangle, without a branch, so that
//! the processor does several at a time.
use super::projected_jaw::{Corners, ROOM, ROUNDER, STEPS};
use super::window::{Window, end_centre, first_centre};

/// Triangles that are sifted together.
pub const BATCH: usize = 96;

/// A triangle hardly larger than a pixel is sifted to the end: its box holds at most two by two centres, and these bits say which of them
/// it covers, row by row. Others are [`LARGE`]: their sides are followed from centre to centre.
const COVERED: [u32; 4] = [1, 2, 4, 8];
pub const LARGE: u32 = 16;
/// Of a triangle that is not large: rays enter the solid through it.
pub const ENTERED: u32 = 32;

/// So many steps are two centres apart at most, with what lies beside them. Sides of triangles of that size are exact in single precision.
const SMALL: f32 = 4.0 * STEPS as f32;

/// A batch of triangles, side by side: corners in steps, the first pixel of each one's box, and what was found of it.
pub struct Sieve {
    pub x: [[i32; BATCH]; 3],
    pub y: [[i32; BATCH]; 3],
    pub nearest_mm: [f32; BATCH],
    pub first_col: [i32; BATCH],
    pub first_row: [i32; BATCH],
    /// [`COVERED`] and [`ENTERED`], or [`LARGE`]; 0: it is not drawn.
    pub found: [u32; BATCH],
    /// Places of those that are drawn, as many as the last [`Sieve::sift`] said.
    pub drawn: [u8; BATCH],
}

impl Default for Sieve {
    fn default() -> Self {
        Self {
            x: [[0; BATCH]; 3],
            y: [[0; BATCH]; 3],
            nearest_mm: [0.0; BATCH],
            first_col: [0; BATCH],
            first_row: [0; BATCH],
            found: [0; BATCH],
            drawn: [0; BATCH],
        }
    }
}

impl Sieve {
    /// Sifts at most [`BATCH`] triangles; how many of them are drawn.
    #[inline(always)]
    pub fn sift(&mut self, corners: &Corners, triangles: &[[u16; 3]], window: &Window, left_until_mm: f32) -> usize {
        self.gather(corners, triangles);
        if corners.is_near {
            self.sift_near(window, left_until_mm);
        } else {
            self.sift_far(window);
        }
        self.list(triangles.len())
    }

    #[inline(always)]
    fn gather(&mut self, corners: &Corners, triangles: &[[u16; 3]]) {
        for (t, ids) in triangles.iter().enumerate().take(BATCH) {
            let [a, b, c] = ids.map(|i| usize::from(i) & (ROOM - 1));
            (self.x[0][t], self.x[1][t], self.x[2][t]) = (corners.x[a], corners.x[b], corners.x[c]);
            (self.y[0][t], self.y[1][t], self.y[2][t]) = (corners.y[a], corners.y[b], corners.y[c]);
            self.nearest_mm[t] = lesser(lesser(corners.depth[a], corners.depth[b]), corners.depth[c]);
        }
    }

    /// Finds which centres each triangle covers, of those that rays enter, or leave no deeper than `left_until_mm`. Corners are near
    /// ([`Corners::is_near`]), so that steps are exact in single precision.
    #[inline(always)]
    fn sift_near(&mut self, window: &Window, left_until_mm: f32) {
        // All of the batch, so that its length is known; what is left over from before does no harm.
        for t in 0..BATCH {
            let [xa, xb, xc] = [self.x[0][t] as f32, self.x[1][t] as f32, self.x[2][t] as f32];
            let [ya, yb, yc] = [self.y[0][t] as f32, self.y[1][t] as f32, self.y[2][t] as f32];
            let (x_lo, x_hi) = (least(xa, xb, xc), greater(greater(xa, xb), xc));
            let (y_lo, y_hi) = (least(ya, yb, yc), greater(greater(ya, yb), yc));
            let first_col = first_centre(whole(x_lo)).max(window.first_col);
            let end_col = end_centre(whole(x_hi)).min(window.end_col);
            let first_row = first_centre(whole(y_lo)).max(window.first_row);
            let end_row = end_centre(whole(y_hi)).min(window.end_row);
            (self.first_col[t], self.first_row[t]) = (first_col, first_row);
            let (n_cols, n_rows) = (end_col - first_col, end_row - first_row);
            // From the corners to the box's first centre.
            let centre = |first: i32| (first * STEPS + STEPS / 2) as f32;
            let (x, y) = (centre(first_col), centre(first_row));
            let (xa, xb, xc, ya, yb, yc) = (x - xa, x - xb, x - xc, y - ya, y - yb, y - yc);
            let sides = [xa * yb - xb * ya, xb * yc - xc * yb, xc * ya - xa * yc];
            let doubled_area = sides[0] + sides[1] + sides[2];
            let turn = doubled_area.to_bits() & SIGN;
            let [a, b, c] = [
                SmallSide::new(sides[0], [xa - xb, ya - yb], turn),
                SmallSide::new(sides[1], [xb - xc, yb - yc], turn),
                SmallSide::new(sides[2], [xc - xa, yc - ya], turn),
            ];
            let is_inside = |a: f32, b: f32, c: f32| least(a, b, c) >= 0.0;
            let right = [a.at_first + a.per_col, b.at_first + b.per_col, c.at_first + c.per_col];
            let covered = bit(is_inside(a.at_first, b.at_first, c.at_first), COVERED[0])
                | bit(is_inside(right[0], right[1], right[2]) & (n_cols > 1), COVERED[1])
                | bit(
                    is_inside(a.at_first + a.per_row, b.at_first + b.per_row, c.at_first + c.per_row) & (n_rows > 1),
                    COVERED[2],
                )
                | bit(
                    is_inside(right[0] + a.per_row, right[1] + b.per_row, right[2] + c.per_row)
                        & (n_cols > 1)
                        & (n_rows > 1),
                    COVERED[3],
                );
            let (width, height) = (x_hi - x_lo, y_hi - y_lo);
            let is_small = (n_cols < 3) & (n_rows < 3) & (width <= SMALL) & (height <= SMALL);
            let holds_centre = (n_cols > 0) & (n_rows > 0);
            let is_near = self.nearest_mm[t] <= left_until_mm;
            let is_drawn = (covered != 0) & (doubled_area != 0.0) & ((doubled_area < 0.0) | is_near);
            // A little more of the large ones than are: they are looked at again, exactly.
            let may_be_drawn = (doubled_area <= width * height * 1e-6) | is_near;
            let of_small = bit(is_drawn, covered | bit(doubled_area < 0.0, ENTERED));
            let found = if is_small { of_small } else { bit(may_be_drawn, LARGE) };
            self.found[t] = bit(holds_centre, found);
        }
    }

    /// The same of corners anywhere: all whose box holds a centre are large.
    fn sift_far(&mut self, window: &Window) {
        for t in 0..BATCH {
            let [x, y] = [&self.x, &self.y].map(|of| [of[0][t], of[1][t], of[2][t]]);
            let around = window.around(x, y);
            (self.first_col[t], self.first_row[t]) = (around.first_col, around.first_row);
            self.found[t] = if around.n_pixels() > 0 { LARGE } else { 0 };
        }
    }

    /// Lists those of the first `n` that are drawn: how many they are.
    #[inline(always)]
    fn list(&mut self, n: usize) -> usize {
        let mut n_drawn = 0;
        for t in 0..n.min(BATCH) {
            // Without a branch, which would be anybody's guess.
            self.drawn[n_drawn] = t as u8;
            n_drawn += usize::from(self.found[t] != 0);
        }
        n_drawn
    }
}

/// Of a number in single precision.
const SIGN: u32 = 0x8000_0000;

/// A side of a small triangle, as `raster` has those of large ones, in single precision and still exact: no number here has more than 24 bits.
struct SmallSide {
    at_first: f32,
    per_col: f32,
    per_row: f32,
}

impl SmallSide {
    /// `at_first`: the cross product of the ways from both ends to the first centre; `[dx, dy]`: from end to end. `turn` is [`SIGN`] where the
    /// triangle's corners turn right: then all sides are followed the other way.
    #[inline(always)]
    fn new(at_first: f32, [dx, dy]: [f32; 2], turn: u32) -> Self {
        let turned = |x: f32| f32::from_bits(x.to_bits() ^ turn);
        // Negative for a top or a left side no longer than `SMALL`.
        let is_top_or_left = turned(dy * (4.0 * SMALL) - dx) < 0.0;
        let step = STEPS as f32;
        Self {
            // Half of what tells two centres apart.
            at_first: turned(at_first) - if is_top_or_left { 0.0 } else { 0.5 },
            per_col: turned(dy * -step),
            per_row: turned(dx * step),
        }
    }
}

/// As the processor masks, without a branch.
#[inline(always)]
fn bit(is_set: bool, bit: u32) -> u32 {
    if is_set { bit } else { 0 }
}

/// A whole number below 2^22 as such.
#[inline(always)]
fn whole(x: f32) -> i32 {
    (x + ROUNDER).to_bits() as i32 - ROUNDER.to_bits() as i32
}

#[inline(always)]
fn least(a: f32, b: f32, c: f32) -> f32 {
    lesser(lesser(a, b), c)
}

/// As the processor compares, in one step: the second where the first is no number.
#[inline(always)]
pub fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[inline(always)]
pub fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}
