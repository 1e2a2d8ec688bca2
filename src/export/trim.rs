//! Trimmed surface as it stands in files: in cases and records, and in a file of its own (schema "occluscope/trim/1"). It holds for the
//! scans that it was made on alone.
use crate::base::json::JsonLimits;
use crate::base::words::{decimal, say};
use crate::jaw::trim::Run;
use crate::jaw::{Jaw, JawPair, JawSide, JawTrim, Trim};
use crate::mesh::TriMesh;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

pub const SCHEMA: &str = "occluscope/trim/1";

/// What is trimmed of both jaws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrimRecord {
    upper: JawRecord,
    lower: JawRecord,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct JawRecord {
    /// Of the scan's bytes, hex.
    blake3: String,
    /// Hash of the scanned triangles as they were prepared, and how many they are.
    mesh: String,
    triangles: usize,
    /// Triangles in a row: the first, and how many. Ascending.
    trimmed: Vec<Run>,
}

/// A file that holds nothing else.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct TrimFile {
    schema: String,
    #[serde(flatten)]
    trim: TrimRecord,
}

/// Why trimmed surface cannot be used. The sentence wants the file's name in front of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrimError {
    #[error("this is no trimmed surface ({0}); a case, or a file with the schema \"{SCHEMA}\" is needed")]
    NoTrim(String),
    #[error("it is trimmed surface of another {0} scan")]
    OtherScan(&'static str),
    #[error("its {0} scan was prepared in another way (unit, repairs), so its triangles are others")]
    OtherMesh(&'static str),
    #[error("its triangles of the {0} jaw are not in order, or more than the scan has")]
    BadRuns(&'static str),
}

impl TrimRecord {
    /// `None` where nothing is trimmed.
    pub fn of(trim: &Trim, pair: &JawPair) -> Option<Self> {
        let of = |trim: &JawTrim, jaw: &Jaw| JawRecord {
            blake3: jaw.blake3.clone(),
            mesh: scanned_hash(&jaw.mesh),
            triangles: n_scanned(&jaw.mesh),
            trimmed: trim.runs().to_vec(),
        };
        (!trim.is_empty()).then(|| Self { upper: of(&trim.upper, &pair.upper), lower: of(&trim.lower, &pair.lower) })
    }

    /// What it says of this pair.
    ///
    /// # Errors
    /// [`TrimError`] where it is of other triangles, or of none that there can be.
    pub fn trim(&self, pair: &JawPair) -> Result<Trim, TrimError> {
        let upper = self.upper.trim("upper", &pair.upper)?;
        Ok(Trim { upper, lower: self.lower.trim("lower", &pair.lower)? })
    }

    /// Whether its triangles are in order and no more than it says that there are.
    ///
    /// # Errors
    /// [`TrimError::BadRuns`].
    pub fn check(&self) -> Result<(), TrimError> {
        [("upper", &self.upper), ("lower", &self.lower)]
            .into_iter()
            .try_for_each(|(side, jaw)| jaw.runs(side).map(drop))
    }

    /// Reads a file that holds nothing else.
    ///
    /// # Errors
    /// [`TrimError::NoTrim`], [`TrimError::BadRuns`].
    pub fn read(bytes: &[u8]) -> Result<Self, TrimError> {
        JsonLimits::RECORD.check(bytes).map_err(|e| TrimError::NoTrim(e.to_string()))?;
        let file: TrimFile = serde_json::from_slice(bytes).map_err(|e| TrimError::NoTrim(e.to_string()))?;
        if file.schema != SCHEMA {
            return Err(TrimError::NoTrim(format!("its schema is \"{}\"", file.schema)));
        }
        file.trim.check()?;
        Ok(file.trim)
    }

    /// Writes a file that holds nothing else.
    ///
    /// # Errors
    /// What `out` reports.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        let file = TrimFile { schema: SCHEMA.into(), trim: self.clone() };
        serde_json::to_writer(&mut out, &file)?;
        out.write_all(b"\n")
    }

    /// The jaws have changed roles.
    pub fn swapped(&self) -> Self {
        Self { upper: self.lower.clone(), lower: self.upper.clone() }
    }
}

impl JawRecord {
    fn runs(&self, side: &'static str) -> Result<JawTrim, TrimError> {
        JawTrim::from_runs(self.trimmed.clone(), self.triangles).ok_or(TrimError::BadRuns(side))
    }

    fn trim(&self, side: &'static str, jaw: &Jaw) -> Result<JawTrim, TrimError> {
        let trim = self.runs(side)?;
        // Of a jaw of which nothing is trimmed nothing can be wrong.
        if trim.is_empty() || self.triangles == n_scanned(&jaw.mesh) && self.mesh == scanned_hash(&jaw.mesh) {
            return Ok(trim);
        }
        Err(if self.blake3 == jaw.blake3 { TrimError::OtherMesh(side) } else { TrimError::OtherScan(side) })
    }
}

fn n_scanned(mesh: &TriMesh) -> usize {
    mesh.n_scanned.min(mesh.triangles.len())
}

/// Of the corners of every scanned triangle: what closing adds, and how vertices are shared, has no part in it.
fn scanned_hash(mesh: &TriMesh) -> String {
    let mut hasher = blake3::Hasher::new();
    for triangle in 0..n_scanned(mesh) {
        hasher.update(bytemuck::cast_slice(&mesh.corners(triangle)));
    }
    hasher.finalize().to_hex().to_string()
}

/// "trimmed: 12.4 mm²".
pub fn trimmed_words(area_mm2: f64) -> String {
    say!("report-trimmed", mm2 = decimal(area_mm2, 1))
}

/// What is trimmed of each jaw, "12.4 mm² upper, 3.1 mm² lower"; `None` where nothing is.
pub fn jaws_words(trim: &Trim, pair: &JawPair) -> Option<String> {
    let areas = trim.areas_mm2(pair);
    let sides = [(JawSide::Upper, "upper", areas[0]), (JawSide::Lower, "lower", areas[1])];
    let some = sides.iter().filter(|(side, ..)| !trim.jaw(*side).is_empty());
    let words: Vec<String> =
        some.map(|(_, name, mm2)| say!("report-trimmed-of-jaw", mm2 = decimal(*mm2, 1), side = name)).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::test_data;
    use std::sync::Arc;

    fn trim() -> Trim {
        Trim { upper: JawTrim::of([0]), lower: JawTrim::default() }
    }

    #[test]
    fn a_file_comes_back_for_the_same_scans_alone() {
        let pair = test_data::pair();
        let record = TrimRecord::of(&trim(), &pair).expect("something is trimmed");
        let mut bytes = Vec::new();
        record.write(&mut bytes).expect("written");
        let read = TrimRecord::read(&bytes).expect("read");
        assert_eq!(read.trim(&pair), Ok(trim()));
        assert_eq!(TrimRecord::of(&Trim::default(), &pair), None);
        // The twins: a vertex has moved, of the same file or of another; nothing is said of what is not trimmed.
        let mut moved = pair.clone();
        Arc::make_mut(&mut moved.upper.mesh).positions[0].x += 0.01;
        assert_eq!(read.trim(&moved), Err(TrimError::OtherMesh("upper")));
        moved.upper.blake3 = "another".into();
        assert_eq!(read.trim(&moved), Err(TrimError::OtherScan("upper")));
        let mut other = pair.clone();
        Arc::make_mut(&mut other.lower.mesh).positions[0].x += 0.01;
        assert_eq!(read.trim(&other), Ok(trim()));
    }

    #[test]
    fn what_closing_adds_changes_nothing() {
        let pair = test_data::pair();
        let record = TrimRecord::of(&trim(), &pair).expect("something is trimmed");
        let mut closed = pair.clone();
        Arc::make_mut(&mut closed.upper.mesh).triangles.push([0, 1, 2]);
        assert_eq!(record.trim(&closed), Ok(trim()));
    }

    #[test]
    fn hostile_files_are_refused() {
        let pair = test_data::pair();
        let record = TrimRecord::of(&trim(), &pair).expect("something is trimmed");
        let mut bytes = Vec::new();
        record.write(&mut bytes).expect("written");
        let value: serde_json::Value = serde_json::from_slice(&bytes).expect("JSON");
        let with = |pointer: &str, new: serde_json::Value| {
            let mut value = value.clone();
            *value.pointer_mut(pointer).expect(pointer) = new;
            TrimRecord::read(value.to_string().as_bytes())
        };
        assert!(with("/schema", SCHEMA.into()).is_ok());
        assert!(matches!(with("/schema", "occluscope/case/1".into()), Err(TrimError::NoTrim(_))));
        assert!(matches!(with("/upper/trimmed", "all".into()), Err(TrimError::NoTrim(_))));
        for runs in [serde_json::json!([[0, 4_000_000_000_u32]]), serde_json::json!([[1, 1], [0, 1]])] {
            assert_eq!(with("/upper/trimmed", runs), Err(TrimError::BadRuns("upper")));
        }
        // More triangles than the scan has, though the file says otherwise.
        let mut lies = value.clone();
        (lies["upper"]["triangles"], lies["upper"]["trimmed"]) = (1_000_000.into(), serde_json::json!([[0, 999_999]]));
        let lies = TrimRecord::read(lies.to_string().as_bytes()).expect("in order");
        assert_eq!(lies.trim(&pair), Err(TrimError::OtherMesh("upper")));
        assert!(matches!(TrimRecord::read(b"PK\x03\x04"), Err(TrimError::NoTrim(_))));
    }

    #[test]
    fn words_name_what_is_trimmed() {
        let pair = test_data::pair();
        let area = trim().area_mm2(&pair);
        assert_eq!(jaws_words(&trim(), &pair), Some(format!("{area:.1} mm² upper")));
        assert_eq!(jaws_words(&Trim::default(), &pair), None);
        assert_eq!(trimmed_words(12.35), "trimmed: 12.3 mm²");
    }
}
