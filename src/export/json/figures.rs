//! What was measured of a pose, but for contacts and teeth.
use crate::field::contact::GapKind;
use crate::field::{ContactArea, Metrics, Verdict};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interference {
    /// All three are along the projection, of the pixels that are decided; `null` where unsolved pixels alone could hold any.
    pub projected_area_mm2: Option<f64>,
    /// Of every pixel its longest stretch inside both jaws: less than what the solids share where they meet twice behind a pixel.
    pub volume_mm3: Option<f64>,
    pub max_depth_mm: Option<f64>,
    /// What the solids share, as of [`super::AnalysisRecord::object_space`]: no projection, no pixels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solids_volume_mm3: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GapRecord {
    /// Smallest projected gap, negative when interfering.
    pub min_mm: Option<f64>,
    /// Smallest distance between the solids; not known to engines that only see maps.
    pub clearance_mm: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContactRecord {
    /// Which gap the areas use; the projected area is always of pixels, by projected gap.
    pub gap: GapKind,
    #[serde(flatten)]
    pub area: ContactArea,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrianglePairs {
    pub count: Option<u64>,
}

pub fn contacts(metrics: &Metrics) -> Vec<ContactRecord> {
    metrics.contact.iter().map(|area| ContactRecord { gap: metrics.contact_gap, area: *area }).collect()
}

/// Where every pixel is decided and none interferes, all three are known to be 0; where none interferes and some are
/// unsolved, or something interferes that no pixel of this projection shows, nothing is known.
pub fn interference(metrics: &Metrics) -> Interference {
    let is_hidden = metrics.verdict == Verdict::Interfering && metrics.pixels.interfering == 0;
    let is_known = metrics.pixels.interfering > 0 || metrics.pixels.unsolved == 0 && !is_hidden;
    let known = |value: f64| is_known.then_some(value);
    Interference {
        projected_area_mm2: known(metrics.interference_projected_area_mm2),
        volume_mm3: known(metrics.interference_volume_mm3),
        max_depth_mm: metrics.max_depth_mm.or(known(0.0).filter(|_| metrics.pixels.interfering == 0)),
        solids_volume_mm3: None,
    }
}
