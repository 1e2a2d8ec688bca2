//! What a movement comes to.
use crate::engine::SweptContact;
use crate::export::motion::record::MotionRecord;
use crate::export::motion::track::Track;
use crate::jaw::motion::{HingeFrame, Movement};
use glam::DVec3;

/// What a movement came to.
pub struct MotionAnswer {
    pub record: MotionRecord,
    pub track: Track,
    /// The lower incisal point at the start, hinge frame.
    pub incisal: DVec3,
    pub hinge: HingeFrame,
    /// `None`: a record.
    pub movement: Option<Movement>,
    /// What touches, where that was asked.
    pub swept: Option<SweptContact>,
}
