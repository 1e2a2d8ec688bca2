//! What was asked of an analysis.
use crate::base::LengthUnit;
use crate::engine::UncertaintySettings;
use crate::export::view::DirectionsRecord;
use crate::field::Counting;
use crate::field::contact::{GapKind, ScopeKind};
use serde::{Deserialize, Serialize};

/// What was asked, so that somebody else can ask it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SettingsRecord {
    /// Longer side of the map, pixels.
    pub resolution: u32,
    pub range_mm: f64,
    pub thresholds_mm: Vec<f64>,
    pub counting: Counting,
    /// Which gap zones and curve use; contact areas name theirs.
    #[serde(default = "projected")]
    pub contact_gap: GapKind,
    /// What of the jaws was to be judged; absent in older files, which judged whole scans.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<ScopeKind>,
    /// Along which the same figures are found again; `null`: the engine chooses.
    #[serde(default)]
    pub direction: Option<[f64; 3]>,
    /// Most projections for the contact areas; `null` in older files.
    #[serde(default)]
    pub patches: Option<u32>,
    /// Unit that was asked for; `null`: told from the size.
    #[serde(default)]
    pub unit: Option<LengthUnit>,
    /// Open scans were closed.
    #[serde(default = "yes")]
    pub close: bool,
    /// Upper and lower changed roles after they were prepared.
    #[serde(default)]
    pub swapped: bool,
    /// The figures are a live frame's: of the very pixels that `projection` says, areas counted by pixels, without what
    /// no pixel shows.
    #[serde(default)]
    pub live: bool,
    /// Poses nearby that were tried.
    #[serde(default)]
    #[serde(rename = "sureness")]
    pub uncertainty: Option<UncertaintySettings>,
    /// Of a case; absent where they were estimated from the scans.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directions: Option<DirectionsRecord>,
    /// The teeth are those that the case keeps.
    #[serde(default, skip_serializing_if = "is_not")]
    pub teeth_of_case: bool,
}

/// For fields that are left out where they are false.
fn is_not(flag: &bool) -> bool {
    !flag
}

fn projected() -> GapKind {
    GapKind::Projected
}

fn yes() -> bool {
    true
}
