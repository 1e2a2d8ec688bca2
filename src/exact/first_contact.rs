//! First contact: how far the lower jaw can move along a line or about an axis before the surfaces meet, and how far it
//! must go back from a pose in which they do.
//!
//! Conservative advancement (Real-Time Rendering, sect. 25.8) moves by steps that cannot pass a contact. Here the bound
//! is taken pair of nodes by pair of nodes, in coordinates in which the motion only shifts ([`sweep`]), and the times at
//! which two triangles touch are known in closed form ([`motion`], [`touches`]): one traversal ([`time_of_impact`]) gives the
//! first touch itself, no steps are left, and jaws that slide past each other closely are no harder than others.
//! The pose that is reported lies just before it, and [`contact::check`] holds it against the exact test of all triangles.
//!
//! Jaws are solids: one that lies wholly inside the other interferes, though no triangles meet.
mod contact;
mod freedom;
mod jaws;
pub mod motion;
mod sweep;
mod time_of_impact;
mod touches;

use super::pairs::surfaces_meet;
use crate::base::words::say;
use crate::base::{Cancelled, Progress, Rigid};
use contact::check;
pub use contact::{Ahead, Contact};
pub use jaws::Jaws;
pub use motion::Motion;
use time_of_impact::{Moving, TimeOfImpact, time_of_impact};

/// What a start leads to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FirstContact {
    /// Nothing meets at the start: what is met on closing, and on opening.
    Free { closing: Ahead, opening: Ahead },
    /// The solids touch or overlap at the start: where they come free on opening.
    Interfering { opening: Ahead },
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
        progress.enter(say!("stage-opening-until-free"), 0.0)?;
        if !goes {
            return Ok(FirstContact::Interfering { opening: Ahead::Nothing });
        }
        return Ok(FirstContact::Interfering { opening: freedom::until_free(jaws, start, &back, limit, progress)? });
    }
    if !goes {
        return Ok(FirstContact::Free { closing: Ahead::Nothing, opening: Ahead::Nothing });
    }
    progress.enter(say!("stage-closing"), 0.0)?;
    let closing = until_contact(jaws, start, motion, limit, progress)?;
    progress.enter(say!("stage-opening"), 0.5)?;
    let opening = until_contact(jaws, start, &back, limit, progress)?;
    Ok(FirstContact::Free { closing, opening })
}

/// Closes alone, without a look at what opening would lead to; `None` when the solids touch or overlap at the start.
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn closing(
    jaws: &Jaws,
    start: &Rigid,
    motion: &Motion,
    limit: f64,
    progress: &Progress,
) -> Result<Option<Ahead>, Cancelled> {
    if jaws.upper.is_empty() || jaws.lower.is_empty() || !start.to_dmat4().is_finite() || !motion.is_sound() {
        return Ok(Some(Ahead::Nothing));
    }
    if surfaces_meet(jaws.upper, jaws.lower, start) || jaws.nesting.is_nested(start) {
        return Ok(None);
    }
    until_contact(jaws, start, motion, limit, progress).map(Some)
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
    Ok(match time_of_impact(&moving, limit, progress)? {
        TimeOfImpact::Nothing => Ahead::Nothing,
        TimeOfImpact::GaveUp { clear_to } => Ahead::Unknown { up_to: clear_to },
        TimeOfImpact::Touch(touch) => Ahead::Contact(check(&moving, &touch)),
    })
}

#[cfg(test)]
mod tests;
