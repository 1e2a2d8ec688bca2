//! How both jaws of a record were read, beside their files: what `verify` needs to read them alike.
use super::trim::TrimRecord;
use super::view::DirectionsRecord;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AskedJaws {
    /// Open scans were closed.
    pub close: bool,
    /// The patient's directions, where a case has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directions: Option<DirectionsRecord>,
    /// Surface that was left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trim: Option<TrimRecord>,
    /// How much that is, mm².
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub trimmed_area_mm2: f64,
}

fn is_nothing(mm2: &f64) -> bool {
    *mm2 == 0.0
}
