//! The contact of a pose at rest by closest gap, with its zones at every threshold: what is asked, and the work.
use crate::base::{Cancelled, Progress, Rigid};
use crate::engine::{Contact, ContactQuestion, contact_by_closest};
use crate::exact::BvhEngine;
use crate::field::Question;
use crate::field::contact::GapKind;
use std::sync::Arc;

/// The closest gap knows no projection and no range: the pose is all there is to ask for.
#[derive(Clone, Debug, PartialEq)]
pub struct ZonesQuestion {
    pub upper_from_lower: Rigid,
}

/// # Errors
/// [`Cancelled`] within milliseconds when it is no longer wanted.
pub fn answer(exact: &BvhEngine, asked: &ZonesQuestion, progress: &Progress) -> Result<Arc<Contact>, Cancelled> {
    progress.enter("cutting the contacts", 0.0)?;
    let question = Question { upper_from_lower: asked.upper_from_lower, ..Question::default() };
    let contact = ContactQuestion::new(GapKind::Closest, question.thresholds_mm.clone());
    Ok(Arc::new(contact_by_closest(exact, (&question, &contact), progress)?))
}
