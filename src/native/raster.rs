//! Which pixels' centres a triangle covers, and how deep it is there: the sampling rule of raster hardware. Corners are
//! snapped to 1/256 pixel, sides are evaluated exactly in whole numbers, and a centre on a side belongs to the triangle
//! for which that is a top or a left one; so a common side is counted once, never twice and never not at all.
//!
//! A scan's triangles are hardly larger than a pixel, and half of them hold no pixel's centre: which centres they cover is found of a whole
//! part of a jaw first, triangle beside triangle, so that the processor does several at a time.
use super::projected_jaw::{Corners, ROOM, STEPS};
use super::sieve::{BATCH, ENTERED, LARGE, Sieve, greater, lesser};
use super::window::Window;

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
        for place in 0..sieve.sift(corners, triangles, window, left_until_mm) {
            let t = usize::from(sieve.drawn[place]);
            let Some(ids) = triangles.get(t) else { break };
            let [a, b, c] = ids.map(|i| usize::from(i) & (ROOM - 1));
            let triangle = batch * BATCH + t;
            let (first_col, first_row, found) = (sieve.first_col[t], sieve.first_row[t], sieve.found[t]);
            let pixel_at =
                |col: i32, row: i32| (row - window.first_row) as usize * cols + (col - window.first_col) as usize;
            if found == LARGE {
                let [x, y] = [&sieve.x, &sieve.y].map(|of| [of[0][t], of[1][t], of[2][t]]);
                let Some(entered) = facing(x, y, sieve.nearest_mm[t] <= left_until_mm) else { continue };
                let ids = if entered { [a, c, b] } else { [a, b, c] };
                // Of large triangles, too, some pass between the pixels' centres: only the others need their plane.
                let mut plane = None;
                cover(ids.map(|i| [corners.x[i], corners.y[i]]), window.around(x, y), &mut |col: i32, row: i32| {
                    let plane = plane.get_or_insert_with(|| Plane::new(corners, ids));
                    touch(Fragment {
                        pixel: pixel_at(col, row),
                        depth_mm: plane.depth_at(col, row),
                        triangle,
                        entered,
                    });
                });
                continue;
            }
            let entered = found & ENTERED != 0;
            let plane = Plane::new(corners, if entered { [a, c, b] } else { [a, b, c] });
            let mut covered = found & !ENTERED;
            while covered != 0 {
                let place = covered.trailing_zeros() as i32;
                let (col, row) = (first_col + (place & 1), first_row + (place >> 1));
                touch(Fragment { pixel: pixel_at(col, row), depth_mm: plane.depth_at(col, row), triangle, entered });
                covered &= covered - 1;
            }
        }
    }
}

/// Whether rays enter the solid through a triangle, by its corners in steps; `None` where it has no area, or where rays leave through it
/// and it is too deep for that to matter.
#[inline(always)]
fn facing(x: [i32; 3], y: [i32; 3], is_near: bool) -> Option<bool> {
    let wide = |p: i32, q: i32| i64::from(p) - i64::from(q);
    let doubled_area = wide(x[1], x[0]) * wide(y[2], y[0]) - wide(y[1], y[0]) * wide(x[2], x[0]);
    // Seen along the direction, columns to the right and rows down: turning right is seen from behind.
    let entered = doubled_area < 0;
    (entered || (doubled_area != 0 && is_near)).then_some(entered)
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
