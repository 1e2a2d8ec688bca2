//! The contact of a pose at rest by closest gap, with its zones at every threshold: what is asked, and the work.
use crate::base::words::say;
use crate::base::{Cancelled, Progress, Rigid};
use crate::engine::{Contact, ContactQuestion, contact_by_closest};
use crate::exact::{BvhEngine, PaintReach};
use crate::field::contact::{GapKind, ScopeAsked};
use crate::field::{Question, SurfaceGaps};
use std::sync::Arc;

/// The closest gap knows no projection and no range: a pose, the thresholds of areas and zones, and what of the jaws counts.
#[derive(Clone, Debug, PartialEq)]
pub struct ZonesQuestion {
    pub upper_from_lower: Rigid,
    pub thresholds_mm: Vec<f64>,
    pub scope: ScopeAsked,
    /// Largest gap that is painted.
    pub range_mm: f64,
}

/// The contact, and what the teeth are painted by: one measure, one pose, one answer.
#[derive(Clone, Debug, PartialEq)]
pub struct ZonesFound {
    pub contact: Arc<Contact>,
    pub gaps: Arc<SurfaceGaps>,
}

/// # Errors
/// [`Cancelled`] within milliseconds when it is no longer wanted.
pub fn answer(exact: &BvhEngine, asked: &ZonesQuestion, progress: &Progress) -> Result<ZonesFound, Cancelled> {
    progress.enter(say!("stage-cutting-contacts"), 0.0)?;
    let ZonesQuestion { upper_from_lower, thresholds_mm, scope, range_mm } = asked.clone();
    let reach = PaintReach::of(range_mm, &thresholds_mm);
    let gaps = Arc::new(exact.surface_gaps(&exact.scope(&scope), &upper_from_lower, reach, progress)?);
    progress.at(0.2)?;
    let contact = ContactQuestion::new(GapKind::Closest, thresholds_mm.clone()).of(scope);
    let question = Question { upper_from_lower, thresholds_mm, ..Question::default() };
    Ok(ZonesFound { contact: Arc::new(contact_by_closest(exact, (&question, &contact), progress)?), gaps })
}
