//! First contact: how far the lower jaw can move along a line or about an axis before the surfaces meet, and how far it
//! must go back from a pose in which they do.
//!
//! Conservative advancement (Real-Time Rendering, sect. 25.8) moves by steps that cannot pass a contact. Here the bound
//! is taken pair of nodes by pair of nodes, in coordinates in which the motion only shifts ([`sweep`]), and the times at
//! which two triangles touch are known in closed form ([`motion`], [`touches`]): one traversal ([`earliest`]) gives the
//! first touch itself, no steps are left, and jaws that slide past each other closely are no harder than others.
//! The pose that is reported lies just before it, and [`check`] holds it against the exact test of all triangles.
//!
//! Jaws are solids: one that lies wholly inside the other interferes, though no triangles meet.
mod earliest;
mod freedom;
pub mod motion;
mod sweep;
mod touches;

use super::bvh::Bvh;
use super::closest_point_triangle::closest_points_triangles;
use super::distance::smallest_distance;
use super::nested::Nesting;
use super::pairs::surfaces_meet;
use crate::base::{Cancelled, Progress, Rigid};
use earliest::{Earliest, Moving, Touch, earliest};
use glam::DVec3;
pub use motion::Motion;

/// How far before and behind the touch the exact test looks, mm of the farthest point: the first of these at which the
/// surfaces are clear before it and meet, or all but meet, behind it.
const MARGINS_MM: [f64; 4] = [1e-6, 1e-5, 1e-4, 2.5e-4];

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

/// What a start leads to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FirstContact {
    /// Nothing meets at the start: what is met on closing, and on opening.
    Free { closing: Ahead, opening: Ahead },
    /// The solids touch or overlap at the start: where they come free on opening.
    Interfering { opening: Ahead },
}

/// Two jaws as trees, and how solids lie in each other.
pub struct Jaws<'a> {
    pub upper: &'a Bvh,
    pub lower: &'a Bvh,
    pub nesting: Nesting<'a>,
}

/// Closes along `motion` from the pose `start` to the first contact, and opens the other way; each by at most `limit` (mm,
/// or radians up to a whole turn). Surfaces without triangles, and poses that are not finite, meet nothing;
/// and nothing is reached by a limit below 0 or not a number, or along a direction without a length.
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn first_contact(
    jaws: &Jaws,
    start: &Rigid,
    motion: &Motion,
    limit: f64,
    progress: &Progress,
) -> Result<FirstContact, Cancelled> {
    if jaws.upper.is_empty() || jaws.lower.is_empty() || !start.to_dmat4().is_finite() {
        return Ok(FirstContact::Free { closing: Ahead::Nothing, opening: Ahead::Nothing });
    }
    let back = motion.reversed();
    let goes = limit >= 0.0 && motion.is_sound();
    if surfaces_meet(jaws.upper, jaws.lower, start) || jaws.nesting.is_nested(start) {
        progress.enter("opening until free", 0.0)?;
        if !goes {
            return Ok(FirstContact::Interfering { opening: Ahead::Nothing });
        }
        return Ok(FirstContact::Interfering { opening: freedom::until_free(jaws, start, &back, limit, progress)? });
    }
    if !goes {
        return Ok(FirstContact::Free { closing: Ahead::Nothing, opening: Ahead::Nothing });
    }
    progress.enter("closing", 0.0)?;
    let closing = until_contact(jaws, start, motion, limit, progress)?;
    progress.enter("opening", 0.5)?;
    let opening = until_contact(jaws, start, &back, limit, progress)?;
    Ok(FirstContact::Free { closing, opening })
}

/// From a clear pose to the first contact.
fn until_contact(
    jaws: &Jaws,
    start: &Rigid,
    motion: &Motion,
    limit: f64,
    progress: &Progress,
) -> Result<Ahead, Cancelled> {
    let moving = Moving::new(jaws, start, motion);
    Ok(match earliest(&moving, limit, progress)? {
        Earliest::Nothing => Ahead::Nothing,
        Earliest::GaveUp { clear_to } => Ahead::Unknown { up_to: clear_to },
        Earliest::Touch(touch) => Ahead::Contact(check(&moving, &touch)),
    })
}

/// Holds a touch against the exact test: clear just before it, and in contact just behind it.
fn check(moving: &Moving, touch: &Touch) -> Contact {
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
fn contact_at(moving: &Moving, touch: &Touch, travel: f64, error_mm: f64, is_proven: bool) -> Contact {
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

#[cfg(test)]
mod tests;
