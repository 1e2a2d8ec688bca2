//! What guides one condyle. It is told for the condyle of its side as that goes forward: straight in protrusion, inwards as well when the
//! jaw goes to the other side.
use super::plane::{PlanePitches, ReferencePlane, seen_from_lower};
use glam::DVec3;

/// One condyle's guide. Every angle of it is to `plane`, degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CondylarGuide {
    pub plane: ReferencePlane,
    /// Sagittal condylar inclination: by how much the protrusive path falls.
    pub sagittal_deg: f64,
    /// Bennett angle: of the path on the balancing side inwards, seen along the plane's normal.
    pub bennett_deg: f64,
    /// By how much the path on the balancing side falls more steeply than the protrusive one.
    pub fischer_deg: f64,
    /// Immediate side shift: inwards before anything turns, mm.
    pub immediate_mm: f64,
    /// Progressive side shift: the angle inwards after the immediate one; `None`: the Bennett angle.
    pub progressive_deg: Option<f64>,
    /// By how much the path backwards rises.
    pub retrusion_deg: f64,
    /// The path is an arc of this radius, steep at first, mm; `None`: straight.
    pub path_radius_mm: Option<f64>,
    /// The chord of the arc that has the sagittal inclination, mm.
    pub chord_mm: f64,
}

/// Where inclinations of curved paths are read off, where nothing else is said.
pub const USUAL_CHORD_MM: f64 = 5.0;
/// An arc is followed until it rises, or falls, as steeply as this sine.
const STEEPEST_SIN: f64 = 0.95;

impl CondylarGuide {
    /// A straight guide without side shift.
    pub fn new(plane: ReferencePlane, sagittal_deg: f64, bennett_deg: f64) -> Self {
        Self {
            plane,
            sagittal_deg,
            bennett_deg,
            fischer_deg: 0.0,
            immediate_mm: 0.0,
            progressive_deg: None,
            retrusion_deg: 0.0,
            path_radius_mm: None,
            chord_mm: USUAL_CHORD_MM,
        }
    }

    /// The same guide, its angles to another plane: its directions are kept.
    pub fn to(self, plane: ReferencePlane, pitches: &PlanePitches) -> Self {
        let lower_deg = pitches.lower_deg(self.plane, plane);
        if lower_deg == 0.0 {
            return Self { plane, ..self };
        }
        let falls = |deg: f64| seen_from_lower(DVec3::new(0.0, 1.0, -tan(deg)), lower_deg);
        let inwards = |deg: f64| seen_from_lower(DVec3::new(tan(deg), 1.0, -tan(self.medial_deg())), lower_deg);
        let inclination = |v: DVec3| (-v.z).atan2(v.y).to_degrees();
        let inward = |deg: f64| {
            let v = inwards(deg);
            v.x.atan2(v.y).to_degrees()
        };
        let sagittal_deg = inclination(falls(self.sagittal_deg));
        Self {
            plane,
            sagittal_deg,
            bennett_deg: inward(self.bennett_deg),
            fischer_deg: inclination(inwards(self.bennett_deg)) - sagittal_deg,
            progressive_deg: self.progressive_deg.map(inward),
            retrusion_deg: inclination(falls(self.retrusion_deg)),
            ..self
        }
    }

    /// Inclination of the path on the balancing side.
    pub fn medial_deg(&self) -> f64 {
        self.sagittal_deg + self.fischer_deg
    }

    /// The angle inwards that follows the immediate side shift.
    pub fn inward_deg(&self) -> f64 {
        self.progressive_deg.unwrap_or(self.bennett_deg)
    }

    /// The Bennett angle from start to end, as it would be read off after so much travel forward.
    pub fn mean_bennett_deg(&self, forward_mm: f64) -> f64 {
        (self.immediate_mm + forward_mm * tan(self.inward_deg())).atan2(forward_mm).to_degrees()
    }

    /// How far the protrusive path has fallen after so much travel forward (backwards: negative), mm.
    pub fn drop_mm(&self, forward_mm: f64) -> f64 {
        self.falls(self.sagittal_deg, forward_mm)
    }

    /// The same on the balancing side.
    pub fn medial_drop_mm(&self, forward_mm: f64) -> f64 {
        self.falls(self.medial_deg(), forward_mm)
    }

    fn falls(&self, inclination_deg: f64, forward_mm: f64) -> f64 {
        if forward_mm < 0.0 {
            return forward_mm * tan(self.retrusion_deg);
        }
        match self.path_radius_mm {
            None => forward_mm * tan(inclination_deg),
            Some(radius_mm) => {
                let start = arc_start_deg(inclination_deg, self.chord_mm, radius_mm).to_radians();
                let now = (start.sin() - forward_mm / radius_mm).max(-1.0).asin();
                radius_mm * (now.cos() - start.cos())
            }
        }
    }

    /// As far forward as the path goes, mm; infinite where it is straight.
    pub fn longest_mm(&self) -> f64 {
        let ends = |radius_mm: f64| {
            let start = arc_start_deg(self.sagittal_deg.min(self.medial_deg()), self.chord_mm, radius_mm);
            radius_mm * (start.to_radians().sin() + STEEPEST_SIN)
        };
        self.path_radius_mm.map_or(f64::INFINITY, ends)
    }

    /// How far forward the protrusive path has gone where its chord has this length, mm.
    pub fn forward_of_chord_mm(&self, chord_mm: f64) -> f64 {
        let inclination_deg = match self.path_radius_mm {
            None => self.sagittal_deg,
            Some(radius_mm) => {
                let start = arc_start_deg(self.sagittal_deg, self.chord_mm, radius_mm);
                start - (chord_mm / (2.0 * radius_mm)).clamp(-1.0, 1.0).asin().to_degrees()
            }
        };
        chord_mm * inclination_deg.to_radians().cos()
    }

    /// Why it is no guide, if it is none.
    pub fn fault(&self) -> Option<String> {
        let within = |name: &str, value: f64, least: f64, most: f64| {
            (!(least..=most).contains(&value))
                .then(|| format!("{name} is {value}, and must lie between {least} and {most}"))
        };
        let chord_mm = self.path_radius_mm.map_or(f64::INFINITY, |radius_mm| 2.0 * radius_mm);
        within("sci_deg", self.sagittal_deg, -30.0, 80.0)
            .or_else(|| within("bennett_deg", self.bennett_deg, -20.0, 60.0))
            .or_else(|| within("fischer_deg", self.fischer_deg, -30.0, 30.0))
            .or_else(|| within("sci_deg + fischer_deg", self.medial_deg(), -30.0, 85.0))
            .or_else(|| within("iss_mm", self.immediate_mm, 0.0, 6.0))
            .or_else(|| within("pss_deg", self.progressive_deg.unwrap_or(0.0), -20.0, 60.0))
            .or_else(|| within("retrusion_deg", self.retrusion_deg, -60.0, 60.0))
            .or_else(|| within("path_radius_mm", self.path_radius_mm.unwrap_or(5.0), 5.0, 1000.0))
            .or_else(|| within("sci_chord_mm", self.chord_mm, 0.1, chord_mm.min(20.0)))
    }
}

/// Inclination at the beginning of an arc that has `inclination_deg` over a chord.
pub fn arc_start_deg(inclination_deg: f64, chord_mm: f64, radius_mm: f64) -> f64 {
    inclination_deg + (chord_mm / (2.0 * radius_mm)).asin().to_degrees()
}

/// What a wing at this Bennett angle inside a guide that is tilted by the sagittal inclination comes to, seen along the plane's
/// normal.
pub fn bennett_of_tilted_wing_deg(wing_deg: f64, sagittal_deg: f64) -> f64 {
    (tan(wing_deg) / sagittal_deg.to_radians().cos()).atan().to_degrees()
}

pub fn tan(deg: f64) -> f64 {
    deg.to_radians().tan()
}
