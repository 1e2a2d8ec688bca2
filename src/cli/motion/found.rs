//! What a movement comes to.
use crate::export::motion::record::MotionRecord;
use crate::export::motion::track::Track;
use glam::DVec3;

/// What a movement came to.
pub struct MotionAnswer {
    pub record: MotionRecord,
    pub track: Track,
    /// The lower incisal point at the start, hinge frame.
    pub incisal: DVec3,
    /// Every place that was in contact, as CSV, where that is wanted.
    pub places_csv: Option<Vec<u8>>,
}
