//! How the window showed a pose, in `occluscope/analysis/1`: field `view`, so that a snapshot brings it back.
use super::motion::articulator::ArticulatorRecord;
use crate::base::{Palette, Rigid};
use crate::jaw::OcclusalFrame;
use crate::jaw::motion::{Movement, MovementKind};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Lengths mm, angles degrees, world coordinates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ViewRecord {
    /// "overview", "3d", "split" or "map".
    pub layout: String,
    pub camera: CameraRecord,
    /// The one jaw that an occlusal view shows: "upper" or "lower".
    #[serde(default)]
    pub solo: Option<crate::jaw::JawSide>,
    /// The threshold that is shown.
    pub threshold_mm: f64,
    /// Projection direction that is kept by hand; `null`: as the contact zone asks for.
    #[serde(default)]
    pub direction: Option<[f64; 3]>,
    pub palette: Palette,
    /// The gap is painted on the teeth.
    pub paint: bool,
    pub x_ray: bool,
    /// Faces that closing added are seen.
    pub added_faces: bool,
    /// Upper and lower jaw: seen, and how solid (0 to 1).
    pub upper: JawAppearanceRecord,
    pub lower: JawAppearanceRecord,
    pub patient: PatientRecord,
    /// The movement that was looked at, and which instant of it: the jaw is not in its bite. Absent: it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub motion: Option<MotionViewRecord>,
}

/// A movement, where on it the jaw was, and by what the teeth were painted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MotionViewRecord {
    /// "protrusion", "right", ...; absent of a recorded movement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount_mm: Option<f64>,
    /// Of a lateral movement: 0 a laterotrusion, 1 a protrusion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forward: Option<f64>,
    /// "free", "incisal", "teeth", or "recorded".
    pub guide: String,
    /// The name of a recorded movement in its case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// Where on the path: mm of it, or s of a record that has times.
    pub at: f64,
    /// "mm" or "s".
    pub unit: String,
    /// The bite that the movement begins in.
    pub bite_upper_from_lower: [[f64; 4]; 4],
    pub articulator: ArticulatorRecord,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CameraRecord {
    /// In the middle of the view.
    pub target: [f64; 3],
    /// From camera axes to world axes: x, y, z, w of a unit quaternion.
    pub orientation: [f64; 4],
    /// Of the view, in the plane through the target.
    pub height_mm: f64,
    /// Vertical field of view; `null`: a parallel view.
    pub fov_deg: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct JawAppearanceRecord {
    pub visible: bool,
    pub opacity: f32,
}

/// The patient's directions: unit vectors, as estimated or set by hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PatientRecord {
    pub origin: [f64; 3],
    pub up: [f64; 3],
    pub front: [f64; 3],
    /// Average anatomy, or the patient's own figures, behind the hinge axis.
    pub intercondylar_mm: f64,
    pub bonwill_mm: f64,
    pub balkwill_deg: f64,
}

impl MotionViewRecord {
    /// `None` of a recorded one, and of one that there cannot be.
    pub fn movement(&self) -> Option<Movement> {
        let usual = Movement::named(self.kind.as_deref()?)?;
        let kind = match (usual.kind, self.forward) {
            (MovementKind::Lateral { working, .. }, Some(forward)) => MovementKind::Lateral { working, forward },
            (kind, _) => kind,
        };
        let amount_mm = self.amount_mm.unwrap_or(usual.amount_mm);
        Some(Movement { kind, amount_mm }).filter(Movement::is_sound)
    }
}

/// The patient's directions that an analysis took from a case, and the pose in which the jaws were in occlusion when they were set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DirectionsRecord {
    pub origin: [f64; 3],
    pub up: [f64; 3],
    pub front: [f64; 3],
    pub occlusion: [[f64; 4]; 4],
}

impl DirectionsRecord {
    pub fn of(frame: &OcclusalFrame, occlusion: &Rigid) -> Self {
        let OcclusalFrame { origin, up, front, .. } = frame;
        let occlusion = occlusion.to_rows();
        Self { origin: origin.to_array(), up: up.to_array(), front: front.to_array(), occlusion }
    }

    /// `None` where they are no directions.
    pub fn read(&self) -> Option<(OcclusalFrame, Rigid)> {
        let [origin, up, front] = [self.origin, self.up, self.front].map(DVec3::from_array);
        let frame = OcclusalFrame::from_up_and_front(origin, up, front).filter(OcclusalFrame::is_sound)?;
        Some((frame, Rigid::from_rows(self.occlusion).ok()?))
    }
}
