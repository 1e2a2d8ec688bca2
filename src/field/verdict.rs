//! The answer in one word, and the pixels that it comes from.

/// The answer in one word (contract: `interfering` = somewhere both solids overlap; `touching` = not so, but the
/// smallest gap is at most the smallest threshold; `undecided` = nothing interferes but unsolved pixels remain).
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Apart,
    Touching,
    Interfering,
    Undecided,
}

impl Verdict {
    /// The rule, the same for every engine: `smallest_threshold_mm` is the smallest that was asked for.
    pub fn of(pixels: &PixelCounts, min_gap_mm: Option<f64>, smallest_threshold_mm: f64) -> Self {
        if pixels.interfering > 0 {
            Self::Interfering
        } else if min_gap_mm.is_some_and(|gap| gap <= smallest_threshold_mm) {
            Self::Touching
        } else if pixels.unsolved > 0 {
            Self::Undecided
        } else {
            Self::Apart
        }
    }
}

/// How many pixels were what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PixelCounts {
    /// Covered by both jaws.
    pub overlap: u32,
    pub clear: u32,
    pub interfering: u32,
    pub solved_first_pass: u32,
    pub solved_second_pass: u32,
    pub solved_layer_order: u32,
    pub unsolved: u32,
    /// Of the unsolved ones, those where a jaw's own winding does not return to zero along the ray.
    #[serde(default)]
    pub unbalanced: u32,
    /// With a gap of at most 0.3 mm between scanned faces: the contact zone that orients the projection.
    #[serde(default)]
    pub zone: u32,
    /// Most faces counted in one pixel: the upper jaw's own and those of B that pass test (2).
    pub max_layers: u32,
}
