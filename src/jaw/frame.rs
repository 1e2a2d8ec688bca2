//! The anatomical frame of a pair of jaws, in world (= upper) coordinates. The file's axes mean nothing.
use glam::DVec3;

/// Occlusal normal, front and patient's right: an orthonormal frame with `right = front x up`... see fields.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OcclusalFrame {
    /// A point on the occlusal plane, in the middle of the arches, mm.
    pub origin: DVec3,
    /// Occlusal normal: unit vector from the lower towards the upper jaw.
    pub up: DVec3,
    /// Unit vector towards the closed end of the arch (the incisors).
    pub front: DVec3,
    /// Unit vector towards the patient's right: `front x up`.
    pub right: DVec3,
}
