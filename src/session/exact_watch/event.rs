//! What the watch tells of itself.
use super::answers::{Answered, ClearingAnswered, ContactFound, SurenessAnswered, ViewsAnswered, ZonesAnswered};
use super::job::JobKind;

/// What has happened, for statistics.
#[derive(Clone, Debug, PartialEq)]
pub enum ExactEvent {
    Answered(Box<Answered>),
    Zones(ZonesAnswered),
    Clearing(ClearingAnswered),
    /// Complete or not; with the time that it has taken since it was begun or taken up again, ms.
    Sureness(SurenessAnswered, f64),
    /// Complete or not.
    Views(Box<ViewsAnswered>),
    FirstContact(Box<ContactFound>),
    Cancelled(JobKind),
    /// The worker has stopped so long after it was told to, ms.
    Stopped(f64),
    /// With a sentence for people.
    Failed(JobKind, String),
}
