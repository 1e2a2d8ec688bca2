//! A movement as a list of poses, whatever it came from: what tracks are written from.
use crate::base::Rigid;

/// Poses of the lower jaw against where it is at the start, hinge frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// As it is called in files: opening, protrusion, lateral_rt, lateral_lt, chewing, custom.
    pub kind: String,
    /// Hz, of a record; `None`: its poses are along a path and have no time.
    pub frequency: Option<f64>,
    pub places: Vec<TrackPlace>,
}

/// One pose of a track.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrackPlace {
    /// Of the movement's amount so much is done; of a record, the way of the incisal point; mm.
    pub s_mm: f64,
    /// Only of records.
    pub time_s: Option<f64>,
    pub motion: Rigid,
}
