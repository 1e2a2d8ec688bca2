//! What is asked of an engine, besides the jaws.
use crate::base::Rigid;
use glam::DVec3;

/// How a pixel's crossings are counted (METHOD.md, "Decision per pixel").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counting {
    /// Winding numbers: front faces minus back faces.
    #[default]
    Winding,
    /// The paper's rule: parity of the count (sect. 5, full version).
    Parity,
    /// The paper's rule with three masks only (sect. 5, simplified version).
    ParityThreeMasks,
}

/// One pose and the settings of its analysis. Lengths mm.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    pub upper_from_lower: Rigid,
    /// Unit direction in world coordinates, from the upper towards the lower jaw; `None` = chosen by the engine.
    pub direction: Option<DVec3>,
    /// Longer side of the map, pixels.
    pub resolution: u32,
    /// Largest clearance of interest, mm. Limits clearance only, never depth.
    pub range_mm: f64,
    /// Contact thresholds, ascending, at most [`Question::MAX_THRESHOLDS`].
    pub thresholds_mm: Vec<f64>,
    pub counting: Counting,
}

impl Question {
    pub const MAX_THRESHOLDS: usize = 16;

    /// The usual thresholds, and this one where it is none of them. Ascending, mm.
    pub fn presets_with(threshold_mm: f64) -> Vec<f64> {
        let mut all = Self::DEFAULT_THRESHOLDS_MM.to_vec();
        if !all.contains(&threshold_mm) {
            all.push(threshold_mm);
            all.sort_by(f64::total_cmp);
        }
        all
    }
    /// Foils and papers in use, mm (clinical default thresholds).
    pub const DEFAULT_THRESHOLDS_MM: [f64; 8] = [0.008, 0.012, 0.02, 0.04, 0.05, 0.1, 0.149, 0.2];

    /// The question with the lower jaw 0.001 mm aside, and as it is: asked in turn, each moves the jaw, so that nothing is
    /// served from the last frame.
    pub fn to_and_fro(&self) -> [Self; 2] {
        let step = Rigid::from_translation(DVec3::Y * 0.001);
        [Self { upper_from_lower: step * self.upper_from_lower, ..self.clone() }, self.clone()]
    }

    /// 0 when none is asked for.
    pub fn smallest_threshold_mm(&self) -> f64 {
        self.thresholds_mm.first().copied().unwrap_or(0.0)
    }

    /// Likewise.
    pub fn largest_threshold_mm(&self) -> f64 {
        self.thresholds_mm.last().copied().unwrap_or(0.0)
    }
}

impl Default for Question {
    fn default() -> Self {
        Self {
            upper_from_lower: Rigid::IDENTITY,
            direction: None,
            resolution: 512,
            range_mm: 2.0,
            thresholds_mm: Self::DEFAULT_THRESHOLDS_MM.to_vec(),
            counting: Counting::default(),
        }
    }
}
