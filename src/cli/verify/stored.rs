//! A record as its file has it: what it says, and whether it is as it was written.
use crate::base::files;
use crate::base::json::members;
use crate::export::compare::Difference;
use crate::export::json::{AnalysisRecord, RecordError, record_text};
use crate::export::png::is_png;
use crate::export::seal::{self, Broken, How, SealCheck};
use anyhow::Context;
use serde_json::Value;
use std::path::Path;

/// What was read.
pub struct Stored {
    /// One that says what it is of, and not all that belongs to it.
    pub record: Result<AnalysisRecord, RecordError>,
    seal: SealCheck,
    /// The file is a picture, and nothing is known of its pixels.
    has_loose_picture: bool,
}

/// Parts that say what was asked: where one is another, there is nothing to be asked again.
const ASKED: [&str; 8] =
    ["schema", "engine", "execution", "adapter", "upper_from_lower", "zone_threshold_mm", "trim", "view"];
const ASKED_IN: [&str; 2] = ["settings.", "inputs."];

impl Stored {
    /// The record in a JSON file or in a picture, with the names of its scans from the file beside a picture.
    ///
    /// # Errors
    /// One sentence that names the file and says what it is instead.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let bytes = files::read_file(path)?;
        let named = || path.display().to_string();
        let text = record_text(&bytes).map_err(|error| match error {
            RecordError::OtherSchema(schema) => anyhow::anyhow!(
                "{}: records with the schema \"{schema}\" cannot be verified; those of analyze, motion, compare and vertical can",
                named()
            ),
            error => anyhow::Error::new(error).context(named()),
        })?;
        let picture = is_png(&bytes).then_some(&bytes[..]);
        let seal = seal::check(&text, picture);
        let mut record = AnalysisRecord::from_text(&text);
        if record.is_err() && members(&text).iter().all(|(name, _)| name != "inputs") {
            // It is of nothing.
            record = Ok(record.with_context(named)?);
        }
        if let Some(record) = record.as_mut().ok().filter(|record| record.lacks_names()) {
            let beside = files::read_file(&path.with_extension("json")).ok();
            let beside = beside.and_then(|bytes| AnalysisRecord::from_bytes(&bytes).ok());
            beside.iter().for_each(|beside| record.take_names(beside));
        }
        let has_loose_picture = picture.is_some() && !SealCheck::binds_picture(&text);
        Ok(Self { record, seal, has_loose_picture })
    }

    fn broken(&self) -> &[Broken] {
        match &self.seal {
            SealCheck::Found(broken) => broken,
            SealCheck::None => &[],
        }
    }

    /// Whether another question stands in it than was answered.
    pub fn asks_otherwise(&self) -> bool {
        let is_asked = |name: &str| ASKED.contains(&name) || ASKED_IN.iter().any(|part| name.starts_with(part));
        self.broken().iter().any(|broken| is_asked(&broken.name))
    }

    /// What is not as it was written, or missing.
    pub fn differences(&self) -> Vec<Difference> {
        let mut found: Vec<Difference> = self.broken().iter().map(difference).collect();
        if let Err(RecordError::Incomplete(why)) = &self.record
            && found.is_empty()
        {
            // "missing field `verdict` at line 3 column 1"
            let name = why.split('`').nth(1).unwrap_or("record").to_owned();
            let recomputed = Value::from(why.as_str());
            found.push(Difference { name, stored: Value::Null, recomputed, tolerance: 0.0 });
        }
        found
    }

    /// What cannot be told of it.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        notes.extend(without_seal(&self.seal));
        if self.has_loose_picture {
            notes
                .push("the record does not hold the picture's pixels: whether they were changed cannot be told".into());
        }
        let Ok(record) = &self.record else { return notes };
        let blocks = [
            ("zones", record.zones.is_none()),
            ("teeth", record.teeth.is_none()),
            ("bite", record.bite.is_none()),
            ("object_space", record.object_space.is_none()),
        ];
        let absent: Vec<&str> = blocks.iter().filter(|(_, is_absent)| *is_absent).map(|(name, _)| *name).collect();
        if !absent.is_empty() {
            notes.push(format!("the record has no {}: of that nothing is verified", absent.join(", ")));
        }
        notes
    }
}

/// What of any record is another than its seal says, and what is to be said where it has none. `bytes`: the whole file.
pub fn by_seal(text: &str, bytes: &[u8]) -> (Vec<Difference>, Option<String>) {
    let check = seal::check(text, is_png(bytes).then_some(bytes));
    let note = without_seal(&check);
    match check {
        SealCheck::Found(broken) => (broken.iter().map(difference).collect(), note),
        SealCheck::None => (Vec::new(), note),
    }
}

fn without_seal(seal: &SealCheck) -> Option<String> {
    let why = "the record has no seal (it is of an earlier version, or the seal was taken out)";
    let note = || format!("{why}: whether its question and its parts are those that were written cannot be told");
    (*seal == SealCheck::None).then(note)
}

/// What is said of a record that is not whole. `kind`: of what it is.
pub fn damaged(path: &Path, kind: &str, error: &serde_json::Error) -> anyhow::Error {
    let why = error.to_string();
    // "missing field `movement` at line 20991 column 1"; a text within quotes is the file's own.
    let why = why.rsplit_once(" at line ").map_or(why.as_str(), |(why, _)| why);
    let why = if why.starts_with("data did not match") { "a part of it has another form" } else { why };
    anyhow::anyhow!("{}: it is no whole record of {kind} ({why}); take the file as it was written", path.display())
}

fn difference(broken: &Broken) -> Difference {
    let (stored, now) = match broken.how {
        How::Missing => (Value::Null, "there, by the record's seal"),
        How::Added => (broken.now.as_str().into(), "absent, by the record's seal"),
        How::Changed => (broken.now.as_str().into(), "another, by the record's seal"),
    };
    Difference { name: broken.name.clone(), stored, recomputed: now.into(), tolerance: 0.0 }
}
