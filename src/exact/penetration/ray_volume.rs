//! The shared volume by lengths along a grid of parallel rays: for jaws whose own parts overlap, where the border of a
//! solid is not its whole surface. Rays go only through the columns in which a triangle takes part.
use super::super::bvh::Bvh;
use super::super::closest::Hint;
use super::super::pairs::intersecting_pairs;
use super::super::rays::inside_intervals;
use super::super::signed::signed_nearest;
use super::{PenetrationVolume, Solid, VolumeMethod};
use crate::base::{Cancelled, Progress, Rigid};
use crate::base::{n_threads, on_threads};
use glam::{DVec2, DVec3, IVec2};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Width of a column, mm, unless there would be too many.
const COLUMN_MM: f64 = 0.5;
/// No more columns than this, however large the jaws are: a contact of 5 cm². Wider ones show in the stated error.
const MOST_COLUMNS: usize = 2_000;
/// Rays across a column, and no more rays in all than can be paid.
const N_RAYS: usize = 32;
const MOST_RAYS: usize = 400_000;

/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn volume_by_rays(
    upper: &Solid,
    lower: &Solid,
    pose: &Rigid,
    progress: &Progress,
) -> Result<PenetrationVolume, Cancelled> {
    let triangles = taking_part(upper, lower, pose);
    let facing: DVec3 = triangles.iter().filter(|t| !t.is_lower).map(BoundaryTriangle::doubled_area).sum();
    let direction = facing.try_normalize().unwrap_or(DVec3::Z);
    let (u, v) = direction.any_orthonormal_pair();
    let rays = Rays { upper: upper.bvh, lower: lower.bvh, lower_from_world: pose.inverse(), u, v, direction };
    let columns = rays.columns(&triangles, progress)?;
    let mut volumes = [0.0; 2];
    let n = (MOST_RAYS / columns.at.len().max(1)).isqrt().clamp(2, N_RAYS) & !1;
    // With half as many each way first, to see how much that changed.
    for (volume, n) in volumes.iter_mut().zip([n / 2, n]) {
        *volume = rays.volume(&columns, n, progress)?;
    }
    Ok(PenetrationVolume {
        volume_mm3: volumes[1],
        error_mm3: (volumes[1] - volumes[0]).abs(),
        upper_area_mm2: None,
        lower_area_mm2: None,
        method: VolumeMethod::Rays,
    })
}

/// A triangle that meets the other jaw or has a corner inside it; world coordinates.
struct BoundaryTriangle {
    corners: [DVec3; 3],
    is_lower: bool,
}

impl BoundaryTriangle {
    fn doubled_area(&self) -> DVec3 {
        let [a, b, c] = self.corners;
        (b - a).cross(c - a)
    }
}

fn taking_part(upper: &Solid, lower: &Solid, pose: &Rigid) -> Vec<BoundaryTriangle> {
    let pairs = intersecting_pairs(upper.bvh, lower.bvh, pose);
    let mut parts = Vec::new();
    for (side, own, other, other_from_own) in [(0, upper, lower, pose.inverse()), (1, lower, upper, *pose)] {
        let mut takes_part = vec![false; own.mesh.triangles.len()];
        pairs.iter().for_each(|pair| takes_part[pair[side] as usize] = true);
        let points: Vec<DVec3> =
            own.mesh.positions.iter().map(|p| other_from_own.transform_point(p.as_dvec3())).collect();
        let mut hints = vec![Hint::NONE; points.len()];
        let signed = signed_nearest(other.bvh, &other.sides, &points, f64::INFINITY, &mut hints);
        let inside = |v: &u32| signed[*v as usize].is_some_and(|s| s.signed_mm < 0.0);
        let world_from_own = if side == 0 { Rigid::IDENTITY } else { *pose };
        for (i, t) in own.mesh.triangles.iter().enumerate() {
            if takes_part[i] || t.iter().any(inside) {
                let corners = own.mesh.corners(i).map(|p| world_from_own.transform_point(p.as_dvec3()));
                parts.push(BoundaryTriangle { corners, is_lower: side == 1 });
            }
        }
    }
    parts
}

struct Columns {
    width_mm: f64,
    at: Vec<IVec2>,
}

struct Rays<'a> {
    upper: &'a Bvh,
    lower: &'a Bvh,
    lower_from_world: Rigid,
    u: DVec3,
    v: DVec3,
    direction: DVec3,
}

impl Rays<'_> {
    /// Columns in which the solids may overlap: whatever they share is bounded by triangles that take part.
    fn columns(&self, parts: &[BoundaryTriangle], progress: &Progress) -> Result<Columns, Cancelled> {
        let mut width_mm = COLUMN_MM;
        loop {
            progress.check()?;
            if let Some(at) = self.columns_of(width_mm, parts) {
                return Ok(Columns { width_mm, at: at.into_iter().map(|(x, y)| IVec2::new(x, y)).collect() });
            }
            width_mm *= 2.0;
        }
    }

    /// `None` where there are too many.
    fn columns_of(&self, width_mm: f64, parts: &[BoundaryTriangle]) -> Option<BTreeSet<(i32, i32)>> {
        let mut columns = BTreeSet::new();
        for part in parts {
            let seen = part.corners.map(|p| DVec2::new(self.u.dot(p), self.v.dot(p)) / width_mm);
            let lo = seen[0].min(seen[1]).min(seen[2]).floor().as_ivec2();
            let hi = seen[0].max(seen[1]).max(seen[2]).floor().as_ivec2();
            for place in (lo.x..=hi.x).flat_map(|x| (lo.y..=hi.y).map(move |y| (x, y))) {
                columns.insert(place);
                if columns.len() > MOST_COLUMNS {
                    return None;
                }
            }
        }
        Some(columns)
    }

    fn volume(&self, columns: &Columns, n: usize, progress: &Progress) -> Result<f64, Cancelled> {
        let next = AtomicUsize::new(0);
        let sums = on_threads(n_threads(columns.at.len()), || {
            let mut found = Vec::new();
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                if i >= columns.at.len() || progress.at(i as f64 / columns.at.len() as f64).is_err() {
                    return found;
                }
                found.push((i, self.column(columns.at[i], columns.width_mm, n)));
            }
        });
        progress.at(1.0)?;
        // In the order of the columns: the same sum on any number of threads.
        let mut all = sums.concat();
        all.sort_unstable_by_key(|(i, _)| *i);
        Ok(all.iter().map(|(_, volume)| volume).sum())
    }

    fn column(&self, column: IVec2, width_mm: f64, n: usize) -> f64 {
        let step = width_mm / n as f64;
        let ray = |k: usize| {
            let at = column.as_dvec2() * width_mm + (DVec2::new((k % n) as f64, (k / n) as f64) + 0.5) * step;
            self.length(self.u * at.x + self.v * at.y)
        };
        (0..n * n).map(ray).sum::<f64>() * step * step
    }

    /// Length inside both along one ray, mm.
    fn length(&self, origin: DVec3) -> f64 {
        let lower = &self.lower_from_world;
        let b = inside_intervals(self.lower, lower.transform_point(origin), lower.transform_vector(self.direction));
        if b.is_empty() {
            return 0.0;
        }
        let a = inside_intervals(self.upper, origin, self.direction);
        a.iter().flat_map(|a| b.iter().map(|b| (a[1].min(b[1]) - a[0].max(b[0])).max(0.0))).sum()
    }
}
