//! Names and places of the files that a record is of: where they may stand, and where they are left out.
use super::{AnalysisRecord, SAMPLE};
use std::path::Path;

/// What stands in place of the upper and the lower scan's name where names are left out.
pub const STANDS_FOR: [&str; 2] = ["upper scan", "lower scan"];

impl AnalysisRecord {
    /// The record with the places where its scans are found again, seen from where it will stand.
    pub fn with_places(&self, [upper, lower]: [Option<String>; 2]) -> Self {
        let mut record = self.clone();
        (record.inputs.upper.path, record.inputs.lower.path) = (upper, lower);
        record
    }

    /// The record with the places where its label files are found again; `place` says it of a file by its name.
    pub fn with_label_places(mut self, place: impl Fn(&Path) -> Option<String>) -> Self {
        for labels in [&mut self.inputs.upper.labels, &mut self.inputs.lower.labels].into_iter().flatten() {
            labels.path = place(Path::new(&labels.file));
        }
        self
    }

    /// The record as JSON without line breaks, as it stands inside a picture.
    pub fn to_text(&self) -> String {
        serde_json::to_string(&self.without_names()).unwrap_or_default()
    }

    /// The record for what is passed on: names of scans and folders often are a patient's, and are left out, also where a warning
    /// has them.
    pub fn without_names(&self) -> Self {
        let mut record = self.clone();
        let mut names: Vec<(String, String)> = Vec::new();
        let mut take = |file: &mut String, side: &'static str| names.extend(spellings(&std::mem::take(file), side));
        for (labels, side) in
            [(&mut record.inputs.upper.labels, "upper labels"), (&mut record.inputs.lower.labels, "lower labels")]
        {
            if let Some(labels) = labels {
                take(&mut labels.file, side);
                labels.path = None;
            }
        }
        for (input, side) in [&mut record.inputs.upper, &mut record.inputs.lower].into_iter().zip(STANDS_FOR) {
            if input.file != SAMPLE {
                take(&mut input.file, side);
                input.path = None;
            }
        }
        // Whole places before the names within them.
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        for warning in &mut record.warnings {
            for (name, side) in &names {
                *warning = warning.replace(name, side);
            }
        }
        record
    }

    /// Whether it does not say what its scans are called: it comes from a picture.
    pub fn lacks_names(&self) -> bool {
        [&self.inputs.upper, &self.inputs.lower].iter().any(|input| input.file.is_empty())
    }

    /// Takes names and places of scans with the same content from another record: the file beside a picture.
    pub fn take_names(&mut self, other: &Self) {
        let others = [&other.inputs.upper, &other.inputs.lower];
        for input in [&mut self.inputs.upper, &mut self.inputs.lower] {
            if let Some(known) = others.iter().find(|o| o.blake3 == input.blake3) {
                (input.file, input.path) = (known.file.clone(), known.path.clone());
                let same =
                    known.labels.as_ref().filter(|l| input.labels.as_ref().is_some_and(|o| o.blake3 == l.blake3));
                input.labels = same.or(input.labels.as_ref()).cloned();
            }
        }
    }
}

/// How a sentence may name a file: whole, by its last part, by that with another ending, or by its folder; and what takes the
/// place of each.
fn spellings(file: &str, side: &str) -> Vec<(String, String)> {
    let path = Path::new(file);
    let text = |part: &std::ffi::OsStr| part.to_string_lossy().into_owned();
    let name = path.file_name().map(text);
    let stem = path.file_stem().map(|stem| text(stem) + ".");
    let folder = path.parent().map(|folder| text(folder.as_os_str())).filter(|folder| folder.len() > 1);
    let of_side = [Some(file.to_owned()), name].into_iter().flatten().map(|name| (name, side.to_owned()));
    let of_stem = stem.map(|stem| (stem, format!("{side}.")));
    let of_folder = folder.map(|folder| (folder, "its folder".to_owned()));
    of_side.chain(of_stem).chain(of_folder).filter(|(name, _)| name.len() > 1).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::test_data;
    use super::super::{LabelsRecord, TimingRecord};
    use super::*;
    use crate::base::Warning;
    use crate::field::Question;

    #[test]
    fn a_picture_names_neither_scans_nor_labels_and_learns_their_names_again() {
        let (analysis, pair) = (test_data::analysis(), test_data::pair());
        let files = ["scans/Mustermann.stl".to_owned(), "scans/Mustermann-l.stl".to_owned()];
        let said = [
            "Mustermann.stl: teeth from Mustermann-labels.json.",
            "scans/Mustermann.json: 7 labels for 9 vertices; the teeth come from the arches' shape instead.",
            "/home/x/scans/Mustermann-l.ply: it has another count.",
        ]
        .map(Warning::new);
        let mut record =
            AnalysisRecord::new(&analysis, &pair, files, &Question::default(), TimingRecord::default(), &said);
        let labels = |name: &str| LabelsRecord { file: format!("scans/{name}.json"), path: None, blake3: name.into() };
        record.add_labels([Some(labels("Mustermann-labels")), None]);
        record = record.with_label_places(|file| Some(format!("../{}", file.display())));
        assert_eq!(
            record.inputs.upper.labels.as_ref().and_then(|l| l.path.as_deref()),
            Some("../scans/Mustermann-labels.json")
        );
        let hash = "Mustermann-labels";
        let text = record.to_text().replace(&format!("\"blake3\":\"{hash}\""), "\"blake3\":\"\"");
        assert!(!text.contains("Mustermann"), "{text}");
        let mut nameless = AnalysisRecord::from_bytes(record.to_text().as_bytes()).unwrap();
        nameless.take_names(&record);
        assert_eq!(nameless.inputs.upper.labels, record.inputs.upper.labels);
        // The twin: a record of other labels says nothing of where these are.
        let mut other = record.clone();
        other.inputs.upper.labels = Some(labels("others"));
        let mut nameless = AnalysisRecord::from_bytes(record.to_text().as_bytes()).unwrap();
        nameless.take_names(&other);
        assert_eq!(nameless.inputs.upper.labels.map(|l| (l.file, l.blake3)), Some((String::new(), hash.into())));
    }
}
