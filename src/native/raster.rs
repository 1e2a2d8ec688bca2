//! Which pixels' centres a triangle covers, and how deep it is there: the sampling rule of raster hardware. Corners are
//! snapped to 1/256 pixel, sides are evaluated exactly in whole numbers, and a centre on a side belongs to the triangle
//! for which that is a top or a left one; so a common side is counted once, never twice and never not at all.
//!
//! A scan's triangles are hardly larger than a pixel, and most of them hold no pixel's centre: a whole part of a jaw is
//! sifted first, triangle beside triangle, so that the processor does several at a time.
use super::projected_jaw::{Corners, ROOM, STEPS};

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

/// Triangles that are sifted together.
const BATCH: usize = 96;

/// A batch of triangles, side by side: corners in steps, boxes of pixels.
pub struct Sieve {
    x: [[i32; BATCH]; 3],
    y: [[i32; BATCH]; 3],
    nearest_mm: [f32; BATCH],
    cols: [[i32; BATCH]; 2],
    rows: [[i32; BATCH]; 2],
    stays: [bool; BATCH],
}

impl Default for Sieve {
    fn default() -> Self {
        Self {
            x: [[0; BATCH]; 3],
            y: [[0; BATCH]; 3],
            nearest_mm: [0.0; BATCH],
            cols: [[0; BATCH]; 2],
            rows: [[0; BATCH]; 2],
            stays: [false; BATCH],
        }
    }
}

impl Sieve {
    /// Marks the triangles whose box holds a pixel's centre and that rays enter, or leave no deeper than `left_until_mm`.
    #[inline(always)]
    fn sift(&mut self, corners: &Corners, triangles: &[[u16; 3]], window: &Window, left_until_mm: f32) {
        let n = triangles.len().min(BATCH);
        for (t, ids) in triangles.iter().enumerate().take(n) {
            let [a, b, c] = ids.map(|i| usize::from(i) & (ROOM - 1));
            (self.x[0][t], self.x[1][t], self.x[2][t]) = (corners.x[a], corners.x[b], corners.x[c]);
            (self.y[0][t], self.y[1][t], self.y[2][t]) = (corners.y[a], corners.y[b], corners.y[c]);
            self.nearest_mm[t] = lesser(lesser(corners.depth[a], corners.depth[b]), corners.depth[c]);
        }
        // All of the batch, so that its length is known; what is left over from before does no harm.
        for t in 0..BATCH {
            let [ax, bx, cx] = [self.x[0][t], self.x[1][t], self.x[2][t]];
            let [ay, by, cy] = [self.y[0][t], self.y[1][t], self.y[2][t]];
            let first_col = first_centre(ax.min(bx).min(cx)).max(window.first_col);
            let end_col = end_centre(ax.max(bx).max(cx)).min(window.end_col);
            let first_row = first_centre(ay.min(by).min(cy)).max(window.first_row);
            let end_row = end_centre(ay.max(by).max(cy)).min(window.end_row);
            (self.cols[0][t], self.cols[1][t]) = (first_col, end_col);
            (self.rows[0][t], self.rows[1][t]) = (first_row, end_row);
            let (u, v) = ((bx - ax) as f32, (by - ay) as f32);
            let (s, r) = ((cx - ax) as f32, (cy - ay) as f32);
            // A little more than those that are: the sign is taken again, exactly, of those that stay.
            let (ur, vs) = (u * r, v * s);
            let maybe_entered = ur - vs <= (ur.abs() + vs.abs()) * 1e-6;
            self.stays[t] =
                (first_col < end_col) & (first_row < end_row) & (maybe_entered | (self.nearest_mm[t] <= left_until_mm));
        }
    }
}

/// Draws triangles (their corners among `corners`) into a window. Those that rays leave the solid through and that lie wholly
/// deeper than `left_until_mm` are left out.
#[inline(always)]
pub fn draw(
    sieve: &mut Sieve,
    corners: &Corners,
    triangles: &[[u16; 3]],
    window: &Window,
    left_until_mm: f32,
    mut touch: impl FnMut(Fragment),
) {
    let cols = window.cols();
    for (batch, triangles) in triangles.chunks(BATCH).enumerate() {
        sieve.sift(corners, triangles, window, left_until_mm);
        for (t, ids) in triangles.iter().enumerate() {
            if !sieve.stays[t] {
                continue;
            }
            let [a, mut b, mut c] = ids.map(|i| usize::from(i) & (ROOM - 1));
            let wide = |p: i32, q: i32| i64::from(p) - i64::from(q);
            let ([ax, bx, cx], [ay, by, cy]) =
                ([sieve.x[0][t], sieve.x[1][t], sieve.x[2][t]], [sieve.y[0][t], sieve.y[1][t], sieve.y[2][t]]);
            let doubled_area = wide(bx, ax) * wide(cy, ay) - wide(by, ay) * wide(cx, ax);
            // Seen along the direction, columns to the right and rows down: turning right is seen from behind.
            let entered = doubled_area < 0;
            if entered {
                (b, c) = (c, b);
            } else if doubled_area == 0 || sieve.nearest_mm[t] > left_until_mm {
                continue;
            }
            let around = Window {
                first_col: sieve.cols[0][t],
                end_col: sieve.cols[1][t],
                first_row: sieve.rows[0][t],
                end_row: sieve.rows[1][t],
            };
            // Most triangles of a fine scan pass between the pixels' centres: only the others need their plane.
            let mut plane = None;
            let mut hit = |col: i32, row: i32| {
                let plane = plane.get_or_insert_with(|| Plane::new(corners, [a, b, c]));
                let pixel = (row - window.first_row) as usize * cols + (col - window.first_col) as usize;
                let triangle = batch * BATCH + t;
                touch(Fragment { pixel, depth_mm: plane.depth_at(col, row), triangle, entered });
            };
            let at = |i: usize| [corners.x[i], corners.y[i]];
            cover([at(a), at(b), at(c)], around, &mut hit);
        }
    }
}

/// A side as a function that grows by the steps from pixel to pixel and is not negative inside.
struct Side {
    at_first: i64,
    per_col: i64,
    per_row: i64,
}

impl Side {
    /// From `a` to `b`, inside to the right of it (rows grow downwards), at the centre of a box's first pixel.
    #[inline(always)]
    fn new(a: [i32; 2], b: [i32; 2], around: &Window) -> Self {
        let (dx, dy) = (i64::from(b[0]) - i64::from(a[0]), i64::from(b[1]) - i64::from(a[1]));
        let step = i64::from(STEPS);
        let x = i64::from(around.first_col) * step + step / 2 - i64::from(a[0]);
        let y = i64::from(around.first_row) * step + step / 2 - i64::from(a[1]);
        let is_top_or_left = (dy < 0) | ((dy == 0) & (dx > 0));
        Self { at_first: dx * y - dy * x - i64::from(!is_top_or_left), per_col: -dy * step, per_row: dx * step }
    }
}

/// The pixels of a box whose centres a triangle covers.
#[inline(always)]
fn cover([p, q, r]: [[i32; 2]; 3], around: Window, hit: &mut impl FnMut(i32, i32)) {
    let (a, b, c) = (Side::new(p, q, &around), Side::new(q, r, &around), Side::new(r, p, &around));
    let (mut a_row, mut b_row, mut c_row) = (a.at_first, b.at_first, c.at_first);
    for row in around.first_row..around.end_row {
        let (mut at_a, mut at_b, mut at_c) = (a_row, b_row, c_row);
        for col in around.first_col..around.end_col {
            if at_a | at_b | at_c >= 0 {
                hit(col, row);
            }
            at_a += a.per_col;
            at_b += b.per_col;
            at_c += c.per_col;
        }
        a_row += a.per_row;
        b_row += b.per_row;
        c_row += c.per_row;
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

/// As the processor compares, in one step: the second where the first is no number.
#[inline(always)]
fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[inline(always)]
fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
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
        let (lo, hi) = (lesser(lesser(dz, ez), 0.0), greater(greater(dz, ez), 0.0));
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
        // Without an area the slopes are no numbers: then it is the nearest corner's depth.
        lesser(greater(self.depth_mm + self.per_col * x + self.per_row * y, self.lo_mm), self.hi_mm)
    }
}
