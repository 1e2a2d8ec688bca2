//! The contact of a pose at rest by closest gap, with its zones at every threshold: what is asked, and the work.
use crate::base::{Cancelled, Progress, Rigid};
use crate::engine::{Contact, ContactQuestion, contact_by_closest};
use crate::exact::BvhEngine;
use crate::field::Question;
use crate::field::contact::GapKind;
use std::sync::Arc;

/// The closest gap knows no projection and no range: a pose, and the thresholds of areas and zones.
#[derive(Clone, Debug, PartialEq)]
pub struct ZonesQuestion {
    pub upper_from_lower: Rigid,
    pub thresholds_mm: Vec<f64>,
}

/// # Errors
/// [`Cancelled`] within milliseconds when it is no longer wanted.
pub fn answer(exact: &BvhEngine, asked: &ZonesQuestion, progress: &Progress) -> Result<Arc<Contact>, Cancelled> {
    progress.enter("cutting the contacts", 0.0)?;
    let ZonesQuestion { upper_from_lower, thresholds_mm } = asked.clone();
    let contact = ContactQuestion::new(GapKind::Closest, thresholds_mm.clone());
    let question = Question { upper_from_lower, thresholds_mm, ..Question::default() };
    Ok(Arc::new(contact_by_closest(exact, (&question, &contact), progress)?))
}
