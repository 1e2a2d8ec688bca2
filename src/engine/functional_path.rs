//! The functionally generated path: the outermost surface that a jaw sweeps through a movement, seen along the occlusal normal, as a
//! closed body. A depth raster over all poses, of whole triangles, so that no cusp is lost between corners. Along the normal it has one height a
//! place: what a movement leaves below an overhang is filled, so it has no undercuts.
mod body;
mod jaws;

pub use body::body;
pub use jaws::FunctionalPath;

use crate::base::{Cancelled, Progress, Rigid, share_out};
use crate::mesh::TriMesh;
use glam::{DMat3, DVec3};

/// Cells of the raster, mm: finer than scans are, and coarser than cusps.
pub const CELLS_MM: [f64; 2] = [0.05, 0.2];
/// From pose to pose no point goes farther, mm: a ball of 1 mm keeps scallops of 1.3 µm.
pub const MOST_SWEEP_STEP_MM: f64 = 0.1;
/// Larger rasters are none.
const MOST_NODES: f64 = 2.5e7;
/// Poses that one thread takes at a time.
const POSES_A_PIECE: usize = 4;

/// What is swept, and how its raster lies.
pub struct Sweep<'a> {
    pub mesh: &'a TriMesh,
    /// Triangles that are swept.
    pub triangles: &'a [u32],
    /// `target_from_mesh` of every pose.
    pub poses: &'a [Rigid],
    /// Target coordinates: the swept surface is outermost along this.
    pub up: DVec3,
    /// Rows of the raster lie across this.
    pub front: DVec3,
    pub cell_mm: f64,
}

#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    #[error("nothing is swept: no surface faces the other jaw in any pose")]
    Nothing,
    #[error("the swept surface needs {0:.0} million cells of {1} mm; larger cells are needed")]
    TooFine(f64, f64),
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// The outermost surface as heights over a raster of places.
#[derive(Clone, Debug, PartialEq)]
pub struct Envelope {
    /// Across (columns), to the front (rows), outwards (heights): target coordinates.
    pub target_from_raster: DMat3,
    /// Of the first node, mm along columns and rows.
    pub origin: [f64; 2],
    pub cell_mm: f64,
    pub cols: usize,
    pub rows: usize,
    /// Row by row, mm; NaN where nothing was.
    pub heights: Vec<f32>,
}

impl Envelope {
    /// # Errors
    /// When nothing is swept, the raster would be too large, or cancelled.
    pub fn of(sweep: &Sweep, progress: &Progress) -> Result<Self, SweepError> {
        progress.enter("sweeping the jaw through its path", 0.0)?;
        let mut empty = Self::around(sweep)?;
        let pieces: Vec<&[Rigid]> = sweep.poses.chunks(POSES_A_PIECE).collect();
        let n = pieces.len() as f64;
        // Each thread has a raster of its own; the largest height is the same in whatever order they are joined.
        let threads = crate::base::n_threads(pieces.len());
        let of_thread = |thread: usize| -> Result<Vec<f32>, Cancelled> {
            let mut heights = vec![f32::NAN; empty.heights.len()];
            let mut corners = Vec::new();
            for (i, poses) in pieces.iter().enumerate().skip(thread).step_by(threads) {
                progress.at(i as f64 / n)?;
                poses.iter().for_each(|pose| empty.draw(sweep, pose, &mut corners, &mut heights));
            }
            Ok(heights)
        };
        let drawn = share_out(0..threads, || (), |(), thread| of_thread(thread));
        for heights in drawn {
            for (most, height) in empty.heights.iter_mut().zip(heights?) {
                *most = most.max(height);
            }
        }
        match empty.heights.iter().any(|h| !h.is_nan()) {
            true => Ok(empty),
            false => Err(SweepError::Nothing),
        }
    }

    /// A raster with room for everything that is swept.
    fn around(sweep: &Sweep) -> Result<Self, SweepError> {
        let up = sweep.up.normalize_or_zero();
        let front = (sweep.front - up * up.dot(sweep.front)).normalize_or_zero();
        let target_from_raster = DMat3::from_cols(front.cross(up), front, up);
        let raster_from_target = target_from_raster.transpose();
        let [mut least, mut most] = [DVec3::INFINITY, DVec3::NEG_INFINITY];
        let corners: Vec<u32> = sweep.triangles.iter().flat_map(|t| sweep.mesh.triangles[*t as usize]).collect();
        let [lo, hi] = corners
            .iter()
            .map(|i| sweep.mesh.positions[*i as usize].as_dvec3())
            .fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[lo, hi], p| [lo.min(p), hi.max(p)]);
        for pose in sweep.poses {
            for i in 0..8 {
                let pick = |bit: usize, low: f64, high: f64| if i >> bit & 1 == 0 { low } else { high };
                let corner = DVec3::new(pick(0, lo.x, hi.x), pick(1, lo.y, hi.y), pick(2, lo.z, hi.z));
                let p = raster_from_target * pose.transform_point(corner);
                (least, most) = (least.min(p), most.max(p));
            }
        }
        if !(least.is_finite() && most.is_finite()) || up == DVec3::ZERO || front == DVec3::ZERO {
            return Err(SweepError::Nothing);
        }
        let first = |v: f64| (v / sweep.cell_mm).floor();
        let count = |least: f64, most: f64| first(most) - first(least) + 2.0;
        let (cols, rows) = (count(least.x, most.x), count(least.y, most.y));
        if cols * rows > MOST_NODES {
            return Err(SweepError::TooFine(cols * rows / 1e6, sweep.cell_mm));
        }
        let (cols, rows) = (cols as usize, rows as usize);
        let origin = [first(least.x), first(least.y)].map(|n| n * sweep.cell_mm);
        Ok(Self {
            target_from_raster,
            origin,
            cell_mm: sweep.cell_mm,
            cols,
            rows,
            heights: vec![f32::NAN; cols * rows],
        })
    }

    /// One pose: places in cells and heights of all corners, then every triangle that faces outwards.
    fn draw(&self, sweep: &Sweep, pose: &Rigid, corners: &mut Vec<[f32; 3]>, heights: &mut [f32]) {
        let raster_from_target = self.target_from_raster.transpose();
        let place = |p: &glam::Vec3| {
            let q = raster_from_target * pose.transform_point(p.as_dvec3());
            [(q.x - self.origin[0]) / self.cell_mm, (q.y - self.origin[1]) / self.cell_mm, q.z].map(|v| v as f32)
        };
        corners.clear();
        corners.extend(sweep.mesh.positions.iter().map(place));
        for t in sweep.triangles {
            let of = sweep.mesh.triangles[*t as usize].map(|i| corners[i as usize]);
            self.draw_triangle(of, heights);
        }
    }

    /// The nodes that a triangle covers, its border included: the largest height does not mind to be asked twice.
    fn draw_triangle(&self, [a, b, c]: [[f32; 3]; 3], heights: &mut [f32]) {
        let doubled_area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        if doubled_area <= 0.0 || doubled_area.is_nan() {
            return;
        }
        let range = |axis: usize, n: usize| {
            let (lo, hi) = (a[axis].min(b[axis]).min(c[axis]), a[axis].max(b[axis]).max(c[axis]));
            lo.ceil().max(0.0) as usize..((hi.floor() + 1.0).max(0.0) as usize).min(n)
        };
        let (cols, rows) = (range(0, self.cols), range(1, self.rows));
        if cols.is_empty() || rows.is_empty() {
            return;
        }
        // A common side of two triangles is covered by one of them at least, whatever single precision leaves.
        let least = -1e-5 * doubled_area.max(1e-3);
        let side = |p: [f32; 3], q: [f32; 3], x: f32, y: f32| (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
        for row in rows {
            for col in cols.clone() {
                let (x, y) = (col as f32, row as f32);
                let weights = [side(b, c, x, y), side(c, a, x, y), side(a, b, x, y)];
                if weights.iter().any(|w| *w < least) {
                    continue;
                }
                let [wa, wb, _] = weights.map(|w| w / doubled_area);
                // By differences, so that rounding is that of the triangle's size and not of its place.
                let height = c[2] + wa * (a[2] - c[2]) + wb * (b[2] - c[2]);
                let most = &mut heights[row * self.cols + col];
                *most = most.max(height);
            }
        }
    }

    /// At a node, target coordinates.
    fn place(&self, col: usize, row: usize, height: f64) -> DVec3 {
        let [x, y] = [(col, 0), (row, 1)].map(|(n, axis)| self.origin[axis] + n as f64 * self.cell_mm);
        self.target_from_raster * DVec3::new(x, y, height)
    }
}

/// Poses of a path with others between them, so that no corner of the box `bounds` moves farther than `most_mm` from one to the next. A
/// hole, and a leap (`true`), part it: what lies between was not gone through.
pub fn close_poses(steps: &[(Option<Rigid>, bool)], bounds: [DVec3; 2], most_mm: f64) -> Vec<Rigid> {
    let [lo, hi] = bounds;
    let corners: Vec<DVec3> =
        (0..8).map(|i| DVec3::new([lo.x, hi.x][i & 1], [lo.y, hi.y][i >> 1 & 1], [lo.z, hi.z][i >> 2])).collect();
    let (mut close, mut last) = (Vec::new(), None::<Rigid>);
    for (pose, is_leap) in steps {
        if let (Some(from), Some(to), false) = (last, pose, is_leap) {
            let moved = |p: &DVec3| from.transform_point(*p).distance(to.transform_point(*p));
            let n = (corners.iter().map(moved).fold(0.0, f64::max) / most_mm - 1e-9).ceil().clamp(1.0, 1000.0) as usize;
            close.extend((1..n).map(|i| between(&from, to, (lo + hi) / 2.0, i as f64 / n as f64)));
        }
        close.extend(pose);
        last = *pose;
    }
    close
}

/// The turn evenly, about a point that goes straight.
fn between(from: &Rigid, to: &Rigid, point: DVec3, t: f64) -> Rigid {
    let turn = glam::DQuat::from_mat3(&from.rotation).slerp(glam::DQuat::from_mat3(&to.rotation), t);
    let rotation = DMat3::from_quat(turn);
    let at = from.transform_point(point).lerp(to.transform_point(point), t);
    Rigid { rotation, translation: at - rotation * point }
}

#[cfg(test)]
mod tests;
