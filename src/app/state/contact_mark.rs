//! The mark of a first contact in the picture.
use crate::base::Rigid;
use glam::DVec3;
use std::time::{Duration, Instant};

/// As long as the sentence about it is shown.
const MARKED: Duration = Duration::from_secs(8);

/// A place of contact, shown for a moment in the pose that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactMark {
    place: DVec3,
    upper_from_lower: Rigid,
    pub until: Instant,
}

impl ContactMark {
    /// From now on; `place` in world coordinates, mm.
    pub fn new(place: DVec3, upper_from_lower: Rigid) -> Self {
        Self { place, upper_from_lower, until: Instant::now() + MARKED }
    }

    pub fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }

    /// Where it is to be seen in this pose.
    pub fn in_pose(&self, upper_from_lower: &Rigid) -> Option<DVec3> {
        (self.upper_from_lower == *upper_from_lower && !self.is_over()).then_some(self.place)
    }
}
