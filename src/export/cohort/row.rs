//! What is kept of one row of a cohort, as JSON of its own: how it ended, and the figures that the tables are made of.
use crate::base::Rigid;
use crate::base::json::{JsonLimits, TooMuch};
use crate::export::contact::ZoneRecord;
use crate::export::json::{AnalysisRecord, ContactRecord};
use crate::export::uncertainty::AreaSpread;
use crate::field::Verdict;
use crate::field::contact::{GapKind, ScopeKind};
use serde::{Deserialize, Serialize};

pub const ROW_SCHEMA: &str = "occluscope/cohort-row/1";
/// No row of jaws with teeth comes near it, bytes.
const LONGEST_ROW: usize = 16 << 20;

/// How a row ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Ok,
    /// The program refused what it was given, in a sentence.
    InputError,
    /// It was ended by a signal, or ended without an answer.
    Crashed,
    Timeout,
    /// It took more memory than it was allowed.
    Memory,
}

impl Status {
    pub const ALL: [Self; 5] = [Self::Ok, Self::InputError, Self::Crashed, Self::Timeout, Self::Memory];

    /// As it stands in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::InputError => "input_error",
            Self::Crashed => "crashed",
            Self::Timeout => "timeout",
            Self::Memory => "memory",
        }
    }
}

/// BLAKE3 of what was read, hex; `None` of what is not there or cannot be read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScanHashes {
    pub upper: Option<String>,
    pub lower: Option<String>,
    /// Of a case file that holds both.
    pub case: Option<String>,
}

/// One row, ready to be written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowRecord {
    pub schema: String,
    /// What the row is of: bytes of scans and labels, pose, unit, settings, version; BLAKE3, hex.
    pub key: String,
    pub version: String,
    /// BLAKE3 of the settings, hex.
    pub settings: String,
    pub hashes: ScanHashes,
    pub status: Status,
    /// How often it was begun until this came of it.
    pub tries: u32,
    /// Why it is not `ok`; names of files are left out.
    pub error: Option<String>,
    /// Of the last try, by the clock on the wall.
    pub seconds: f64,
    /// Most memory of the last try, in MiB, as it was looked at every 50 ms at least; `null` where the system does not say.
    pub peak_mb: Option<f64>,
    /// Present where the status is `ok`.
    pub figures: Option<Figures>,
}

/// The figures of an analysis that go into tables.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// tx, ty, tz (mm), rx, ry, rz (degrees).
    pub pose: [f64; 6],
    pub verdict: Verdict,
    pub scope: Option<ScopeKind>,
    /// By closest gap, of what is judged.
    pub depth_mm: Option<f64>,
    /// Smallest distance between the solids.
    pub clearance_mm: Option<f64>,
    /// Smallest gap along the projection, negative when interfering.
    pub projected_gap_mm: Option<f64>,
    /// Depth and shared volume of whole solids.
    pub solids_depth_mm: Option<f64>,
    pub solids_volume_mm3: Option<f64>,
    pub contact_gap: GapKind,
    pub contact: Vec<ContactRecord>,
    /// Present where poses nearby were tried.
    pub ranges: Vec<AreaSpread>,
    pub zone_threshold_mm: Option<f64>,
    /// `null` where contacts were not looked for.
    pub zones: Option<Vec<ZoneRecord>>,
    /// Pairs of teeth that meet, FDI, the largest first; `null` where the teeth are not known.
    pub pairs: Option<Vec<[u8; 2]>>,
    pub n_warnings: u32,
}

impl Figures {
    /// What the tables take of a record.
    pub fn of(record: AnalysisRecord) -> Self {
        let pose = Rigid::from_rows(record.upper_from_lower).unwrap_or(Rigid::IDENTITY).to_six();
        let solids = record.object_space.as_ref();
        Self {
            pose,
            verdict: record.verdict,
            scope: record.scope,
            depth_mm: record.bite.as_ref().map(|bite| bite.max_depth_mm),
            clearance_mm: record.gap.clearance_mm,
            projected_gap_mm: record.gap.min_mm,
            solids_depth_mm: solids.map(|p| p.max_depth_mm),
            solids_volume_mm3: solids.and_then(|p| p.volume_mm3),
            contact_gap: record.settings.contact_gap,
            contact: record.contact,
            ranges: record.uncertainty.map(|found| found.areas).unwrap_or_default(),
            zone_threshold_mm: record.zone_threshold_mm,
            zones: record.zones,
            pairs: record.pairs.map(|pairs| pairs.iter().map(|p| [p.upper, p.lower]).collect()),
            n_warnings: record.warnings.len() as u32,
        }
    }
}

/// Why bytes are no row.
#[derive(Debug, thiserror::Error)]
pub enum NoRow {
    #[error("it is larger than any row of a cohort")]
    TooLong,
    #[error("it is no row of a cohort: {0}")]
    TooMuch(#[from] TooMuch),
    #[error("it is no row of a cohort, or not whole ({0})")]
    NoJson(#[from] serde_json::Error),
    #[error("its schema is another than \"{ROW_SCHEMA}\"")]
    OtherSchema,
    #[error("it is of another row than its name says")]
    OtherKey,
}

impl RowRecord {
    /// The row in a file's bytes that is to have this key.
    ///
    /// # Errors
    /// [`NoRow`].
    pub fn from_bytes(bytes: &[u8], key: &str) -> Result<Self, NoRow> {
        if bytes.len() > LONGEST_ROW {
            return Err(NoRow::TooLong);
        }
        JsonLimits::RECORD.check(bytes)?;
        let row: Self = serde_json::from_slice(bytes)?;
        match () {
            () if row.schema != ROW_SCHEMA => Err(NoRow::OtherSchema),
            () if row.key != key => Err(NoRow::OtherKey),
            () => Ok(row),
        }
    }

    /// As one line of JSON with a final newline.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_read_as_it_was_written_and_nothing_else_is() {
        let row = RowRecord {
            schema: ROW_SCHEMA.into(),
            key: "ab".into(),
            version: "1".into(),
            settings: "cd".into(),
            hashes: ScanHashes::default(),
            status: Status::Timeout,
            tries: 3,
            error: Some("it took more than 1 s".into()),
            seconds: 1.25,
            peak_mb: None,
            figures: None,
        };
        let text = row.to_text();
        assert_eq!(RowRecord::from_bytes(text.as_bytes(), "ab").unwrap(), row);
        assert!(matches!(RowRecord::from_bytes(text.as_bytes(), "ac"), Err(NoRow::OtherKey)));
        let other = text.replace("cohort-row/1", "cohort-row/2");
        assert!(matches!(RowRecord::from_bytes(other.as_bytes(), "ab"), Err(NoRow::OtherSchema)));
        for cut in 0..text.len() - 2 {
            assert!(RowRecord::from_bytes(&text.as_bytes()[..cut], "ab").is_err(), "{cut}");
        }
        let deep = "[".repeat(100);
        assert!(matches!(RowRecord::from_bytes(deep.as_bytes(), "ab"), Err(NoRow::TooMuch(_))));
    }
}
