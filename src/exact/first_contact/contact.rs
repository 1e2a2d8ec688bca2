//! A pose of contact: what is said of it, and how a touch becomes one.
use super::time_of_impact::{Moving, Touch};
use crate::base::Rigid;
use crate::exact::closest_point_triangle::closest_points_triangles;
use crate::exact::distance::smallest_distance;
use crate::exact::pairs::surfaces_meet;
use glam::DVec3;

/// How far before and behind the touch the exact test looks, mm of the farthest point: the first of these at which the
/// surfaces are clear before it and meet, or all but meet, behind it.
pub const MARGINS_MM: [f64; 4] = [1e-6, 1e-5, 1e-4, 2.5e-4];

/// A pose of contact, and where the contact is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// From the start to the pose: mm, or radians for a turn. Not below 0.
    pub travel: f64,
    /// `upper_from_lower`: the last clear pose when the jaws come together, the first clear one when they part.
    pub pose: Rigid,
    /// The surfaces meet, or are nearer than this, within this further along the motion (when they part: before); mm of
    /// the lower jaw's farthest point.
    pub error_mm: f64,
    /// The nearest points of the two triangles in the pose, world coordinates, mm.
    pub upper_point: DVec3,
    pub lower_point: DVec3,
    pub upper_triangle: u32,
    pub lower_triangle: u32,
    /// Whether the exact test found `error_mm` true. If not, `error_mm` still holds for where the surfaces meet, but an
    /// earlier touch cannot be excluded.
    pub is_proven: bool,
}

/// What lies ahead in one sense of a motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ahead {
    Contact(Contact),
    /// No contact, or no freedom, within the limit.
    Nothing,
    /// The search gave up; up to this travel nothing changes.
    Unknown {
        up_to: f64,
    },
}

/// Holds a touch against the exact test: clear just before it, and in contact just behind it.
pub fn check(moving: &Moving, touch: &Touch) -> Contact {
    let per_unit = moving.lower_sweeps.most_mm_per_unit;
    let meet = |s: f64| surfaces_meet(moving.upper, moving.lower, &moving.motion.pose(&moving.start, s));
    for margin_mm in MARGINS_MM {
        let margin = margin_mm / per_unit;
        let (before, behind) = ((touch.travel - margin).max(0.0), touch.travel + margin);
        // At 0 the surfaces are known to be clear.
        if (before > 0.0 && meet(before)) || !(meet(behind) || is_near(moving, behind, 2.0 * margin_mm)) {
            continue;
        }
        return contact_at(moving, touch, before, (behind - before) * per_unit, true);
    }
    // Rounding hid an earlier touch from the closed form, or lied about this one.
    let (mut clear, mut met) = (0.0, touch.travel);
    while (met - clear) * per_unit > MARGINS_MM[0] {
        let middle = 0.5 * (clear + met);
        if meet(middle) { met = middle } else { clear = middle }
    }
    contact_at(moving, touch, clear, (met - clear) * per_unit, false)
}

fn is_near(moving: &Moving, s: f64, mm: f64) -> bool {
    let pose = moving.motion.pose(&moving.start, s);
    smallest_distance(moving.upper, moving.lower, &pose, None).is_some_and(|d| d.distance_mm <= mm)
}

/// The contact of a touch's two triangles in the pose after `travel`.
pub fn contact_at(moving: &Moving, touch: &Touch, travel: f64, error_mm: f64, is_proven: bool) -> Contact {
    let pose = moving.motion.pose(&moving.start, travel);
    let upper = moving.upper.corners(touch.upper_place);
    let lower = moving.lower.corners(touch.lower_place).map(|p| pose.transform_point(p));
    let (upper_point, lower_point) = closest_points_triangles(&upper, &lower);
    Contact {
        travel,
        pose,
        error_mm,
        upper_point,
        lower_point,
        upper_triangle: moving.upper.triangle_id(touch.upper_place),
        lower_triangle: moving.lower.triangle_id(touch.lower_place),
        is_proven,
    }
}
