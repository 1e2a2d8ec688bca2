//! What was fitted to a record, with what each fit leaves. Every angle is to the record's reference plane.
use super::articulator::{ArticulatorRecord, Sides};
use crate::base::Rigid;
use crate::jaw::motion::{FittedSettings, HingeFit, InclinationFit, ReferencePlane, SideShiftFit, TURNS_DEG};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FitRecord {
    pub plane: ReferencePlane,
    pub hinge: Option<HingeFitRecord>,
    /// Of the patient's right and left condyle's own guide.
    pub right: SideFitRecord,
    pub left: SideFitRecord,
    pub notes: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HingeFitRecord {
    /// Where the fitted axis lies in the frame that the record is told in.
    pub frame_from_axis: [[f64; 4]; 4],
    /// By how much the axis' ends still move over the turns that were taken.
    pub rms_mm: f64,
    pub turns_deg: [f64; 2],
    pub instants: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SideFitRecord {
    pub sci_deg: Option<f64>,
    pub sci_rms_mm: Option<f64>,
    /// Travel forward (mm) and the inclination of the chord to there (degrees).
    pub sci_chords: Vec<[f64; 2]>,
    pub protrusion_travel_mm: Option<f64>,
    /// After the immediate side shift.
    pub bennett_deg: Option<f64>,
    /// Of the whole way.
    pub mean_bennett_deg: Option<f64>,
    pub iss_mm: Option<f64>,
    /// By how much the balancing path is steeper than the protrusive one.
    pub fischer_deg: Option<f64>,
    pub bennett_rms_mm: Option<f64>,
    pub laterotrusion_travel_mm: Option<f64>,
}

impl FitRecord {
    pub fn new(found: &FittedSettings, plane: ReferencePlane) -> Self {
        let hinge = |hinge: HingeFit| HingeFitRecord {
            frame_from_axis: hinge.frame_from_axis.to_rows(),
            rms_mm: hinge.rms_mm,
            turns_deg: TURNS_DEG,
            instants: hinge.n,
        };
        Self {
            plane,
            hinge: found.hinge.map(hinge),
            right: SideFitRecord::new(found.inclination.right.as_ref(), found.side_shift.right.as_ref()),
            left: SideFitRecord::new(found.inclination.left.as_ref(), found.side_shift.left.as_ref()),
            notes: found.notes.clone(),
        }
    }

    /// An articulator with what was fitted; all else as it was. `world_from_hinge`: where the record's frame is in the scans, if it is.
    pub fn articulator(&self, known: &ArticulatorRecord, world_from_hinge: Option<&Rigid>) -> ArticulatorRecord {
        let each = |of: fn(&SideFitRecord) -> Option<f64>, was: Option<Sides>| {
            let was = was.map(Sides::each);
            let side = |found: Option<f64>, i: usize| found.or(was.map(|was| was[i]));
            side(of(&self.right), 0).zip(side(of(&self.left), 1)).map(|(right, left)| Sides::Each([right, left]))
        };
        let mut fitted = ArticulatorRecord {
            name: Some("fitted to a record".into()),
            sci_deg: each(|side| side.sci_deg, known.sci_deg),
            bennett_deg: each(|side| side.bennett_deg, known.bennett_deg),
            iss_mm: each(|side| side.iss_mm, known.iss_mm),
            fischer_deg: each(|side| side.fischer_deg, known.fischer_deg),
            ..known.clone()
        };
        if self.right.sci_deg.is_some() || self.left.sci_deg.is_some() {
            fitted.path_radius_mm = None;
        }
        let axis = self.hinge.as_ref().and_then(|hinge| Rigid::from_rows(hinge.frame_from_axis).ok());
        if let (Some(axis), Some(world)) = (axis, world_from_hinge) {
            (fitted.hinge, fitted.points) = (None, None);
            fitted.hinge_from_scan = Some((*world * axis).inverse().to_rows());
        }
        fitted
    }

    /// A line for each thing that was fitted: its name and its value.
    pub fn lines(&self) -> Vec<(String, String)> {
        let mut lines = Vec::new();
        if let Some(hinge) = &self.hinge {
            let [least, most] = hinge.turns_deg;
            let value = format!(
                "{:.2} mm RMS left over turns of {least} to {most}° ({} instants); of real openings some 0.8 mm are left, for no jaw turns about one axis",
                hinge.rms_mm, hinge.instants
            );
            lines.push(("fitted axis".into(), value));
        }
        for (name, side) in [("right", &self.right), ("left", &self.left)] {
            if side.sci_deg.is_some() || side.bennett_deg.is_some() {
                lines.push((format!("fitted {name}"), side.words(self.plane)));
            }
        }
        lines.extend(self.notes.iter().map(|note| ("fit".into(), note.clone())));
        lines
    }
}

impl SideFitRecord {
    fn new(inclination: Option<&InclinationFit>, shift: Option<&SideShiftFit>) -> Self {
        let fischer = inclination.zip(shift).map(|(inclination, shift)| shift.medial_deg - inclination.sagittal_deg);
        Self {
            sci_deg: inclination.map(|fit| fit.sagittal_deg),
            sci_rms_mm: inclination.map(|fit| fit.rms_mm),
            sci_chords: inclination.map(|fit| fit.chords.clone()).unwrap_or_default(),
            protrusion_travel_mm: inclination.map(|fit| fit.travel_mm),
            bennett_deg: shift.map(|fit| fit.bennett_deg),
            mean_bennett_deg: shift.map(|fit| fit.mean_bennett_deg),
            iss_mm: shift.map(|fit| fit.immediate_mm),
            fischer_deg: fischer,
            bennett_rms_mm: shift.map(|fit| fit.rms_mm),
            laterotrusion_travel_mm: shift.map(|fit| fit.travel_mm),
        }
    }

    fn words(&self, plane: ReferencePlane) -> String {
        let mut words = Vec::new();
        if let (Some(deg), Some(rms), Some(travel)) = (self.sci_deg, self.sci_rms_mm, self.protrusion_travel_mm) {
            words.push(format!("condylar inclination {deg:.1}° over {travel:.1} mm ({rms:.2} mm RMS left)"));
        }
        if let (Some(deg), Some(iss), Some(rms)) = (self.bennett_deg, self.iss_mm, self.bennett_rms_mm) {
            words.push(format!("Bennett {deg:.1}°, immediate side shift {iss:.2} mm ({rms:.2} mm RMS left)"));
        }
        if let Some(deg) = self.fischer_deg {
            words.push(format!("Fischer {deg:.1}°"));
        }
        format!("to {}: {}", plane.name(), words.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jaw::motion::{Articulator, BothSides};
    use glam::DVec3;

    #[test]
    fn what_was_fitted_replaces_what_was_known_and_nothing_else() {
        let inclination =
            |sagittal_deg| Some(InclinationFit { sagittal_deg, chords: Vec::new(), rms_mm: 0.1, travel_mm: 5.0, n: 9 });
        let axis = Rigid::from_translation(DVec3::new(0.0, 3.0, -2.0));
        let found = FittedSettings {
            hinge: Some(HingeFit { frame_from_axis: axis, rms_mm: 0.83, n: 40 }),
            inclination: BothSides { right: inclination(33.0), left: None },
            ..FittedSettings::default()
        };
        let record = FitRecord::new(&found, ReferencePlane::Camper);
        let known = ArticulatorRecord::new(&Articulator::default(), None);
        let fitted = record.articulator(&known, Some(&Rigid::IDENTITY));
        assert_eq!(fitted.sci_deg.map(Sides::each), Some([33.0, 30.0]));
        assert_eq!((fitted.bennett_deg, fitted.pin_mm), (known.bennett_deg, known.pin_mm));
        let facebow = fitted.facebow().expect("one").expect("an axis");
        assert_eq!(facebow.world_from_hinge().expect("a frame").translation, axis.translation);
        assert!(record.articulator(&known, None).hinge_from_scan.is_none(), "without scans it lies nowhere");
        let lines = record.lines();
        assert!(lines[0].1.contains("0.83 mm RMS") && lines[0].1.contains("0.8 mm are left"), "{lines:?}");
        assert!(lines[1].1.contains("33.0°") && lines.len() == 2, "{lines:?}");
    }
}
