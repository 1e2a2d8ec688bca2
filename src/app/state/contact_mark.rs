//! The mark of a first contact in the picture.
use crate::base::Rigid;
use glam::DVec3;

/// A place of contact, shown for as long as the jaws are in the pose that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactMark {
    /// World coordinates, mm.
    pub place: DVec3,
    pub upper_from_lower: Rigid,
}

impl ContactMark {
    /// Where it is to be seen in this pose.
    pub fn in_pose(&self, upper_from_lower: &Rigid) -> Option<DVec3> {
        (self.upper_from_lower == *upper_from_lower).then_some(self.place)
    }
}
