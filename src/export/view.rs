//! How the window showed a pose, in `occluscope/analysis/1`: field `view`, so that a snapshot brings it back.
use crate::base::{Palette, Rigid};
use crate::jaw::OcclusalFrame;
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
