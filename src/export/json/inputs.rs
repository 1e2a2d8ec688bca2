//! The scans that a record is of, and what else was read.
use crate::base::LengthUnit;
use crate::jaw::Jaw;
use crate::mesh::RepairReport;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What stands in place of a scan's name in the built-in sample case.
pub const SAMPLE: &str = "sample";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Inputs {
    pub upper: InputRecord,
    pub lower: InputRecord,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InputRecord {
    /// As the user named it; "sample" for the built-in sample case.
    pub file: String,
    /// Where it is found again: seen from the folder that this record stands in, or absolute where the record stands in
    /// none. `null` of the sample case, and in older files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    pub blake3: String,
    /// Present where its teeth come from a label file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<LabelsRecord>,
    /// Unit the file was read in: "mm", "m" or "in".
    pub unit: LengthUnit,
    /// Of the prepared mesh, added faces included.
    pub triangles: usize,
    pub vertices: usize,
    pub closed: bool,
    pub repairs: RepairsRecord,
}

impl InputRecord {
    /// Triangles without those that closing has added, as the window counts them.
    pub fn scanned(&self) -> usize {
        let added = match self.repairs.get("n_added_by_closing") {
            Some(Repair::Count(n)) => usize::try_from(*n).unwrap_or(usize::MAX),
            _ => 0,
        };
        self.triangles.saturating_sub(added)
    }
}

/// What repair did to a scan, by the names of [`RepairReport`]: counts, and what is true or not.
pub type RepairsRecord = BTreeMap<String, Repair>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Repair {
    Flag(bool),
    Count(u64),
}

fn repairs(report: &RepairReport) -> RepairsRecord {
    let fields = serde_json::to_value(report).and_then(serde_json::from_value);
    fields.unwrap_or_default()
}

/// A label file that teeth come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelsRecord {
    /// As the user named it, or as it was found beside the scan.
    pub file: String,
    /// As [`InputRecord::path`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    pub blake3: String,
}

/// A jaw with the file as the user named it.
pub fn input(jaw: &Jaw, file: String) -> InputRecord {
    InputRecord {
        file,
        path: None,
        blake3: jaw.blake3.clone(),
        labels: None,
        unit: jaw.unit,
        triangles: jaw.mesh.triangles.len(),
        vertices: jaw.mesh.positions.len(),
        closed: jaw.report.closed,
        repairs: repairs(&jaw.report),
    }
}
