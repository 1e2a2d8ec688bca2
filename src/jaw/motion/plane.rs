//! The planes to which angles of the jaw's motion are given. No such angle says anything without its plane, and none stays what it is
//! when the plane is changed: a direction does, so directions are converted, and angles are read off anew.
use glam::DVec3;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReferencePlane {
    /// From the ear (tragus) to the wing of the nose.
    Camper,
    /// From the hinge axis, or the ear, to the lower rim of the orbit: axis-orbital.
    Frankfurt,
    /// Level when the patient looks straight ahead.
    Horizontal,
    /// Through the tips of the teeth.
    Occlusal,
}

impl ReferencePlane {
    pub const ALL: [Self; 4] = [Self::Camper, Self::Frankfurt, Self::Horizontal, Self::Occlusal];

    /// As it stands in files and behind every angle.
    pub fn name(self) -> &'static str {
        match self {
            Self::Camper => "camper",
            Self::Frankfurt => "frankfurt",
            Self::Horizontal => "horizontal",
            Self::Occlusal => "occlusal",
        }
    }
}

/// By how much the front of each plane lies above that of the occlusal plane, degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanePitches {
    pub camper_deg: f64,
    pub frankfurt_deg: f64,
    pub horizontal_deg: f64,
}

/// Camper and occlusal plane parallel (a convention; some 7 degrees were measured), and the others as an articulator's maker has
/// them: the same guide reads 30 to Camper, 35 to the patient's horizontal and 40 to Frankfurt.
impl Default for PlanePitches {
    fn default() -> Self {
        Self { camper_deg: 0.0, frankfurt_deg: 10.0, horizontal_deg: 5.0 }
    }
}

impl PlanePitches {
    /// Of a plane, degrees above the occlusal one.
    pub fn above_occlusal_deg(&self, plane: ReferencePlane) -> f64 {
        match plane {
            ReferencePlane::Camper => self.camper_deg,
            ReferencePlane::Frankfurt => self.frankfurt_deg,
            ReferencePlane::Horizontal => self.horizontal_deg,
            ReferencePlane::Occlusal => 0.0,
        }
    }

    /// By how much the front of `to` lies lower than that of `from`, degrees.
    pub fn lower_deg(&self, from: ReferencePlane, to: ReferencePlane) -> f64 {
        self.above_occlusal_deg(from) - self.above_occlusal_deg(to)
    }
}

/// A direction (right, front, up) told along a plane whose front lies so much lower.
pub fn seen_from_lower(v: DVec3, lower_deg: f64) -> DVec3 {
    let (sin, cos) = lower_deg.to_radians().sin_cos();
    DVec3::new(v.x, cos * v.y - sin * v.z, sin * v.y + cos * v.z)
}
