//! A bite that is deeper than sound scans of one are, and the way out of it.
use crate::base::{Cancelled, Progress};
use crate::engine::Contact;
use crate::exact::BvhEngine;
use crate::export::uncertainty::BiteRecord;
use crate::session::{SeparatingMotionAnswered, SeparatingMotionQuestion};

/// Deeper bites are left out of studies as doubtful: the fit of the scans is off by more than what is measured, mm.
pub const DOUBTFUL_DEPTH_MM: f64 = 0.1;

/// Depth by closest gap, and of a bite that is doubtful the smallest move that frees it, as it is asked for or as it is `known`
/// already. `contact`: by closest gap.
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn bite(
    exact: &BvhEngine,
    contact: &Contact,
    (asked, known): (&SeparatingMotionQuestion, Option<&SeparatingMotionAnswered>),
    progress: &Progress,
) -> Result<BiteRecord, Cancelled> {
    let depth_mm = contact.max_depth_mm();
    let doubtful = depth_mm > DOUBTFUL_DEPTH_MM;
    let separating_motion = match known.filter(|known| known.asked == *asked) {
        _ if !doubtful => None,
        Some(known) => known.found,
        None => exact.minimum_separating_motion(
            &exact.scope(&asked.scope),
            &asked.upper_from_lower,
            asked.centre,
            progress,
        )?,
    };
    Ok(BiteRecord::new(depth_mm, doubtful, separating_motion.as_ref(), &asked.upper_from_lower))
}
