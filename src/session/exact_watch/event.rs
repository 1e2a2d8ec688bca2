//! What the watch tells of itself.
use super::answers::{
    Answered, ContactFound, MultiProjectionAnswered, SeparatingMotionAnswered, UncertaintyAnswered, ZonesAnswered,
};
use super::job::JobKind;

/// What has happened, for statistics.
#[derive(Clone, Debug, PartialEq)]
pub enum ExactEvent {
    Answered(Box<Answered>),
    Zones(ZonesAnswered),
    SeparatingMotion(SeparatingMotionAnswered),
    /// Complete or not; with the time that it has taken since it was begun or taken up again, ms.
    Uncertainty(UncertaintyAnswered, f64),
    /// Complete or not.
    MultiProjection(Box<MultiProjectionAnswered>),
    FirstContact(Box<ContactFound>),
    Cancelled(JobKind),
    /// The worker has stopped so long after it was told to, ms.
    Stopped(f64),
    /// With a sentence for people.
    Failed(JobKind, String),
}
