//! Which pixels' centres a triangle covers, and how deep it is there: the sampling rule of raster hardware. Corners are
//! snapped to 1/256 pixel, sides are evaluated exactly in whole numbers, and a centre on a side belongs to the triangle
//! for which that is a top or a left one; so a common side is counted once, never twice and never not at all.
use super::view::{Corners, ROOM, STEPS};

/// A rectangle of pixels: all columns up to `cols`, some rows.
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

    pub fn n_pixels(&self) -> usize {
        self.cols() * (self.end_row - self.first_row).max(0) as usize
    }
}

/// Where a triangle covers a pixel's centre.
#[derive(Clone, Copy, Debug)]
pub struct Fragment {
    /// Of the window, row by row.
    pub pixel: usize,
    pub depth_mm: f32,
    /// Among the triangles that are drawn.
    pub triangle: usize,
    /// Whether a ray enters the solid here, or leaves it.
    pub entered: bool,
}

/// A side from (x, y), as a function that grows by the steps from pixel to pixel and is not negative inside.
struct Side {
    at_first: i64,
    per_col: i64,
    per_row: i64,
}

impl Side {
    /// From `a` to `b`, inside to the right of it (rows grow downwards), at the centre of pixel (col, row).
    #[inline(always)]
    fn new(a: [i32; 2], b: [i32; 2], [col, row]: [i32; 2]) -> Self {
        let (dx, dy) = (i64::from(b[0]) - i64::from(a[0]), i64::from(b[1]) - i64::from(a[1]));
        let step = i64::from(STEPS);
        let x = i64::from(col) * step + step / 2 - i64::from(a[0]);
        let y = i64::from(row) * step + step / 2 - i64::from(a[1]);
        let is_top_or_left = dy < 0 || dy == 0 && dx > 0;
        Self { at_first: dx * y - dy * x - i64::from(!is_top_or_left), per_col: -dy * step, per_row: dx * step }
    }
}

/// Draws triangles (their corners among `corners`) into a window.
#[inline(always)]
pub fn draw(corners: &Corners, triangles: &[[u16; 3]], window: &Window, mut touch: impl FnMut(Fragment)) {
    let cols = window.cols();
    for (triangle, ids) in triangles.iter().enumerate() {
        let [a, mut b, mut c] = ids.map(|i| usize::from(i) & (ROOM - 1));
        let [ax, bx, cx] = [corners.x[a], corners.x[b], corners.x[c]];
        let [ay, by, cy] = [corners.y[a], corners.y[b], corners.y[c]];
        let first_col = first_centre(ax.min(bx).min(cx)).max(window.first_col);
        let end_col = end_centre(ax.max(bx).max(cx)).min(window.end_col);
        let first_row = first_centre(ay.min(by).min(cy)).max(window.first_row);
        let end_row = end_centre(ay.max(by).max(cy)).min(window.end_row);
        if first_col >= end_col || first_row >= end_row {
            continue;
        }
        let wide = |p: i32, q: i32| i64::from(p) - i64::from(q);
        let doubled_area = wide(bx, ax) * wide(cy, ay) - wide(by, ay) * wide(cx, ax);
        if doubled_area == 0 {
            continue;
        }
        // Seen along the direction, columns to the right and rows down: turning right is seen from behind.
        let entered = doubled_area < 0;
        if entered {
            (b, c) = (c, b);
        }
        let [p, q, r] = [a, b, c].map(|i| [corners.x[i], corners.y[i]]);
        let first = [first_col, first_row];
        let sides = [Side::new(p, q, first), Side::new(q, r, first), Side::new(r, p, first)];
        let plane = Plane::new(corners, [a, b, c]);
        let mut at_row = [sides[0].at_first, sides[1].at_first, sides[2].at_first];
        for row in first_row..end_row {
            let begin = (row - window.first_row) as usize * cols;
            let mut at = at_row;
            for col in first_col..end_col {
                if at[0] | at[1] | at[2] >= 0 {
                    let pixel = begin + (col - window.first_col) as usize;
                    touch(Fragment { pixel, depth_mm: plane.depth_at(col, row), triangle, entered });
                }
                for (value, side) in at.iter_mut().zip(&sides) {
                    *value += side.per_col;
                }
            }
            for (value, side) in at_row.iter_mut().zip(&sides) {
                *value += side.per_row;
            }
        }
    }
}

/// The first pixel whose centre is not before `steps`, and the first whose centre is behind them.
#[inline(always)]
fn first_centre(steps: i32) -> i32 {
    (steps + STEPS / 2 - 1) >> STEPS.trailing_zeros()
}

#[inline(always)]
fn end_centre(steps: i32) -> i32 {
    (steps + STEPS / 2) >> STEPS.trailing_zeros()
}

/// A triangle's depth, by its corners as they are, not as they were snapped.
struct Plane {
    col: f32,
    row: f32,
    depth_mm: f32,
    per_col: f32,
    per_row: f32,
    /// The corners' own: a wall seen edge on covers a pixel now and then by the snapping, and its plane is no guide there.
    lo_mm: f32,
    hi_mm: f32,
}

impl Plane {
    #[inline(always)]
    fn new(corners: &Corners, [a, b, c]: [usize; 3]) -> Self {
        let (col, row, depth_mm) = (corners.col[a], corners.row[a], corners.depth[a]);
        let (u, v) = (corners.col[b] - col, corners.row[b] - row);
        let (s, t) = (corners.col[c] - col, corners.row[c] - row);
        let (dz, ez) = (corners.depth[b] - depth_mm, corners.depth[c] - depth_mm);
        let scale = 1.0 / (u * t - v * s);
        let (lo, hi) = (dz.min(ez).min(0.0), dz.max(ez).max(0.0));
        Self {
            col,
            row,
            depth_mm,
            per_col: (dz * t - ez * v) * scale,
            per_row: (ez * u - dz * s) * scale,
            lo_mm: depth_mm + lo,
            hi_mm: depth_mm + hi,
        }
    }

    #[inline(always)]
    fn depth_at(&self, col: i32, row: i32) -> f32 {
        let (x, y) = (col as f32 + 0.5 - self.col, row as f32 + 0.5 - self.row);
        // Without an area the slopes are no numbers; `max` then gives the nearest corner's depth.
        (self.depth_mm + self.per_col * x + self.per_row * y).max(self.lo_mm).min(self.hi_mm)
    }
}
