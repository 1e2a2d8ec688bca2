//! The patient's directions, corrected by hand: which way is up, which is the front, where the hinge axis lies. World
//! (= upper) coordinates.
use crate::base::Rigid;
use crate::base::words::say;
use crate::jaw::hinge::AVERAGE_ANATOMY;
use crate::jaw::{HingeAnatomy, HingeAxis, JawPair, OcclusalFrame, incisal_point};
use crate::render::StandardView;

/// How new directions were found: for their name in the list of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correction {
    /// "What I see now is this view."
    Seen(StandardView),
    QuarterLeft,
    QuarterRight,
    UpsideDown,
    Estimated,
}

impl Correction {
    pub fn name(self) -> &'static str {
        match self {
            Self::Seen(StandardView::Front) => say!("directions-front-view-set"),
            Self::Seen(StandardView::Right) => say!("directions-right-view-set"),
            Self::Seen(StandardView::Left) => say!("directions-left-view-set"),
            Self::Seen(StandardView::Back) => say!("directions-back-view-set"),
            Self::Seen(StandardView::UpperOcclusal) => say!("directions-upper-view-set"),
            Self::Seen(StandardView::LowerOcclusal) => say!("directions-lower-view-set"),
            Self::QuarterLeft => say!("directions-front-turned-left"),
            Self::QuarterRight => say!("directions-front-turned-right"),
            Self::UpsideDown => say!("directions-directions-upside-down"),
            Self::Estimated => say!("directions-directions-estimated"),
        }
    }
}

/// Where up and front are, and the pose in which the jaws were in occlusion when that was said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Directions {
    pub frame: OcclusalFrame,
    /// `upper_from_lower` in which the lower incisors give the hinge axis.
    pub occlusion: Rigid,
    pub anatomy: HingeAnatomy,
}

impl Directions {
    /// As they were estimated when the pair was prepared.
    pub fn of(pair: &JawPair) -> Self {
        Self { frame: pair.frame, occlusion: pair.occlusion, anatomy: AVERAGE_ANATOMY }
    }

    /// The front a quarter turn to the patient's left.
    pub fn quarter_left(&self) -> OcclusalFrame {
        let OcclusalFrame { origin, up, front, right } = self.frame;
        OcclusalFrame { origin, up, front: -right, right: front }
    }

    /// The front a quarter turn to the patient's right.
    pub fn quarter_right(&self) -> OcclusalFrame {
        let OcclusalFrame { origin, up, front, right } = self.frame;
        OcclusalFrame { origin, up, front: right, right: -front }
    }

    /// Up is down; the front stays, so right and left change places.
    pub fn upside_down(&self) -> OcclusalFrame {
        OcclusalFrame { up: -self.frame.up, right: -self.frame.right, ..self.frame }
    }

    /// The frame in the coordinates of the upper and of the lower scan.
    pub fn frames_of_scans(&self) -> [OcclusalFrame; 2] {
        self.frame.of_scans(&self.occlusion)
    }

    /// The axis that belongs to these directions.
    pub fn hinge(&self, pair: &JawPair) -> HingeAxis {
        let lower = pair.lower.mesh.scanned_in(&self.occlusion);
        let point = incisal_point(&self.frame, &lower);
        let point = point.unwrap_or(self.frame.origin + self.frame.front * 25.0);
        HingeAxis::with_anatomy(&self.frame, point, &self.anatomy)
    }
}

/// Estimates the frame anew from the scans as they lie in a pose, without what closing added; with what is doubtful.
pub fn estimate(pair: &JawPair, upper_from_lower: &Rigid) -> (OcclusalFrame, Vec<crate::base::Warning>) {
    let upper = pair.upper.mesh.scanned_in(&Rigid::IDENTITY);
    OcclusalFrame::estimate(&upper, &pair.lower.mesh.scanned_in(upper_from_lower))
}
