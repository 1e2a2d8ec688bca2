//! Settings of the analysis and of the picture.
use crate::base::Warning;
use crate::base::palette::Palette;
use crate::field::Question;
use crate::field::contact::ScopeKind;
use crate::jaw::JawSide;
use glam::DVec3;

/// How one jaw is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JawAppearance {
    pub visible: bool,
    /// 0 = gone, 1 = solid.
    pub opacity: f32,
}

/// Everything that a person can set and undo. Lengths mm.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The contact threshold: surface with a gap of at most this is contact.
    pub threshold_mm: f64,
    /// What of the jaws is judged.
    pub scope: ScopeKind,
    /// Largest clearance of interest.
    pub range_mm: f64,
    /// Longer side of the gap map, pixels.
    pub resolution: u32,
    /// Projection direction that the person keeps: unit, world coordinates, from the upper to the lower jaw. `None`: as
    /// the contact zone asks for.
    pub direction: Option<DVec3>,
    pub palette: Palette,
    /// Lines of equal gap are so far from each other, in mm of gap; `None`: there are none but those at 0 and at the threshold.
    pub iso_step_mm: Option<f64>,
    /// Whether the gap is painted on the teeth.
    pub paint: bool,
    pub upper: JawAppearance,
    pub lower: JawAppearance,
    /// Whether the faces that closing added (base, hole fills) are seen.
    pub added_faces: bool,
    /// Both jaws translucent, the painted places solid.
    pub x_ray: bool,
}

impl Settings {
    pub const RESOLUTIONS: [u32; 4] = [256, 512, 1024, 2048];
    pub const RANGES_MM: [f64; 4] = [0.5, 1.0, 2.0, 4.0];
    pub const ISO_STEPS_MM: [f64; 6] = [0.02, 0.05, 0.1, 0.2, 0.5, 1.0];

    /// Whether a threshold, a range (mm) and a resolution (pixels) can be worked with: of what comes from files.
    pub fn are_possible(threshold_mm: f64, range_mm: f64, resolution: u32) -> bool {
        (0.0..=10.0).contains(&threshold_mm) && (0.01..=100.0).contains(&range_mm) && (8..=8192).contains(&resolution)
    }

    /// With nothing above what a hand can set in the window, and what that has changed, said for people: a file is not to ask for
    /// more memory or time than anybody can.
    pub fn as_by_hand(mut self) -> (Self, Option<Warning>) {
        let most = |list: &[f64]| list.iter().copied().fold(0.0, f64::max);
        let asked = (self.resolution, self.range_mm, self.threshold_mm);
        self.resolution = asked.0.min(Self::RESOLUTIONS[Self::RESOLUTIONS.len() - 1]);
        self.range_mm = asked.1.min(most(&Self::RANGES_MM));
        self.threshold_mm = asked.2.min(most(&Question::DEFAULT_THRESHOLDS_MM));
        let changed = [
            (asked.0 != self.resolution).then(|| format!("{} pixels instead of {}", self.resolution, asked.0)),
            (asked.1 != self.range_mm).then(|| format!("a range of {} mm instead of {}", self.range_mm, asked.1)),
            (asked.2 != self.threshold_mm)
                .then(|| format!("a threshold of {} mm instead of {}", self.threshold_mm, asked.2)),
        ];
        let changed = changed.into_iter().flatten().collect::<Vec<_>>().join(", ");
        let said = || Warning::new(format!("The file asks for more than can be set by hand: taken are {changed}."));
        let said = (!changed.is_empty()).then(said);
        (self, said)
    }

    pub fn jaw(&self, side: JawSide) -> JawAppearance {
        match side {
            JawSide::Upper => self.upper,
            JawSide::Lower => self.lower,
        }
    }

    pub fn jaw_mut(&mut self, side: JawSide) -> &mut JawAppearance {
        match side {
            JawSide::Upper => &mut self.upper,
            JawSide::Lower => &mut self.lower,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        let solid = JawAppearance { visible: true, opacity: 1.0 };
        Self {
            threshold_mm: 0.1,
            scope: ScopeKind::default(),
            range_mm: 2.0,
            resolution: 512,
            direction: None,
            palette: Palette::default(),
            iso_step_mm: None,
            paint: true,
            upper: solid,
            lower: solid,
            added_faces: false,
            x_ray: false,
        }
    }
}
