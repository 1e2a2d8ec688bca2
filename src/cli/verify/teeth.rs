//! The teeth of a record: told apart once more where they came from label files or from the arches' shape, taken as they are
//! where a hand named them or where nobody can say any more.
use super::args::VerifyArgs;
use crate::base::files::places::is_elsewhere;
use crate::base::files::{places, read_file};
use crate::export::json::{AnalysisRecord, LabelsRecord};
use crate::export::teeth::ToothRecord;
use crate::jaw::{JawPair, ToothSource};
use crate::session::{JawFiles, TeethFrom, TeethQuestion};
use std::path::{Path, PathBuf};

/// What becomes of a record's teeth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TeethCheck {
    /// What is asked again; `None`: they are taken as they are.
    again: Option<TeethQuestion>,
    /// Label files of both jaws as they are now.
    labels: [Option<LabelsRecord>; 2],
}

/// The label file of one jaw.
enum LabelFile {
    /// The very one.
    Found(PathBuf),
    /// In its place is another.
    Changed(LabelsRecord),
    Missing,
}

/// Two frames that are as near as this are one: text holds all digits of a number.
const SAME_FRAME: f64 = 1e-9;

impl TeethCheck {
    /// Looks for what the teeth came from. `scans`: upper and lower, as they were found. Whatever keeps the teeth from being told
    /// apart again is noted.
    pub fn new(args: &VerifyArgs, stored: &AnalysisRecord, scans: &[PathBuf; 2], notes: &mut Vec<String>) -> Self {
        let Some(teeth) = &stored.teeth else { return Self::default() };
        let sources = [&teeth.upper, &teeth.lower].map(|jaw| source(jaw));
        if stored.settings.teeth_of_case {
            // Whoever has the case open has them.
            return Self { again: None, labels: labels_of(stored) };
        }
        let mut reasons = Vec::new();
        if sources.contains(&Some(ToothSource::Hand)) {
            reasons.push("some were named by hand, and stay as they are".to_owned());
        }
        if stored.settings.swapped {
            reasons.push("the jaws had changed roles".into());
        }
        if stored.balance.as_ref().is_some_and(|balance| balance.no_pair_mm2.is_none()) {
            reasons.push("their pairs were told by whole contacts, as older versions did".into());
        }
        let mut check = Self { again: None, labels: labels_of(stored) };
        // A jaw without files is split by its shape.
        let mut files = [JawFiles::default(), JawFiles::default()];
        let given = [args.teeth_upper.as_deref(), args.teeth_lower.as_deref()];
        let folder = places::folder_of(&args.snapshot);
        for (i, side) in ["upper", "lower"].into_iter().enumerate() {
            let Some(known) = check.labels[i].clone() else {
                if sources[i] == Some(ToothSource::Labels) {
                    reasons.push(format!("the record does not say which labels the {side} ones come from"));
                }
                continue;
            };
            match find(&known, given[i], &scans[i], &folder) {
                LabelFile::Found(path) => files[i] = JawFiles { scan: Some(scans[i].clone()), labels: Some(path) },
                LabelFile::Changed(now) => {
                    reasons.push(format!("{}: the label file of the {side} jaw has changed", now.file));
                    check.labels[i] = Some(now);
                }
                LabelFile::Missing => reasons.push(missing(&known, side)),
            }
        }
        match reasons.is_empty() {
            true => {
                let [upper, lower] = files;
                check.again = Some(TeethQuestion { from: TeethFrom::LabelsOrShape, upper, lower });
            }
            false => notes.push(not_again(&reasons.join("; "))),
        }
        check
    }

    /// The window tells teeth apart along the patient's directions, which may have been set by hand.
    pub fn of_pair(self, stored: &AnalysisRecord, pair: &JawPair, notes: &mut Vec<String>) -> Self {
        let Some(patient) = stored.view.as_ref().map(|view| &view.patient).filter(|_| self.again.is_some()) else {
            return self;
        };
        let frame = &pair.frame;
        let own = [frame.origin, frame.up, frame.front].map(|v| v.to_array());
        let far = [patient.origin, patient.up, patient.front].iter().zip(own).any(|(a, b)| {
            let off: f64 = a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum();
            !off.is_finite() || off > SAME_FRAME
        });
        if !far {
            return self;
        }
        notes.push(not_again("the patient's directions were set by hand"));
        Self { again: None, ..self }
    }

    /// What is to be asked.
    pub fn question(&self) -> TeethQuestion {
        self.again.clone().unwrap_or(TeethQuestion { from: TeethFrom::Nowhere, ..TeethQuestion::default() })
    }

    pub fn is_again(&self) -> bool {
        self.again.is_some()
    }

    /// Puts the stored teeth, and the label files as they are now, in the place of what was not asked.
    pub fn settle(self, stored: &AnalysisRecord, now: &mut AnalysisRecord) {
        if self.again.is_none() {
            now.take_teeth(stored);
            now.add_labels(self.labels);
        }
    }
}

fn not_again(why: &str) -> String {
    format!("the teeth are not told apart again: {why}")
}

fn missing(known: &LabelsRecord, side: &str) -> String {
    let name = if known.file.is_empty() { String::new() } else { format!(" ({})", known.file) };
    format!("the label file of the {side} jaw is not there any more{name}; name it with --teeth-{side} FILE")
}

fn labels_of(stored: &AnalysisRecord) -> [Option<LabelsRecord>; 2] {
    [stored.inputs.upper.labels.clone(), stored.inputs.lower.labels.clone()]
}

/// Where the teeth of a jaw come from: by hand if any of them does.
fn source(teeth: &[ToothRecord]) -> Option<ToothSource> {
    let by_hand = teeth.iter().map(|t| t.source).find(|s| *s == ToothSource::Hand);
    by_hand.or_else(|| teeth.first().map(|t| t.source))
}

/// By its place, by its name beside the record, and, of a record without names, beside the scan; another file counts as the
/// label file only where that one was.
fn find(known: &LabelsRecord, given: Option<&Path>, scan: &Path, folder: &Path) -> LabelFile {
    let own = match given {
        Some(path) => vec![path.to_owned()],
        None if known.file.is_empty() => Vec::new(),
        None => {
            let by_place = known.path.iter().filter(|p| !is_elsewhere(p)).map(|p| folder.join(p));
            by_place.chain(Some(&known.file).filter(|file| !is_elsewhere(file)).map(PathBuf::from)).collect()
        }
    };
    let others = match (given, known.file.is_empty()) {
        (Some(_), _) => Vec::new(),
        (None, true) => vec![scan.with_extension("json")],
        (None, false) => places::candidates(known.path.as_deref(), &known.file, folder),
    };
    let hash = |path: &PathBuf| Some(blake3::hash(&read_file(path).ok()?).to_hex().to_string());
    if let Some(path) = own.iter().chain(&others).find(|path| hash(path).as_deref() == Some(known.blake3.as_str())) {
        return LabelFile::Found(path.clone());
    }
    let changed = own.iter().find_map(|path| Some((path, hash(path)?)));
    changed.map_or(LabelFile::Missing, |(path, blake3)| {
        LabelFile::Changed(LabelsRecord { file: path.display().to_string(), path: None, blake3 })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_file_is_known_by_its_content_and_missed_by_its_place() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("l.json"), "labels").expect("written");
        let blake3 = blake3::hash(b"labels").to_hex().to_string();
        let known = LabelsRecord { file: "away/l.json".into(), path: Some("away/l.json".into()), blake3 };
        let look = |known: &LabelsRecord, given: Option<&Path>| find(known, given, &at("u.stl"), folder.path());
        // It was carried to the record's folder.
        assert!(matches!(look(&known, None), LabelFile::Found(path) if path == at("l.json")));
        // Another file of that name there is another file; in its own place it is the label file, changed.
        std::fs::write(at("l.json"), "others").expect("written");
        assert!(matches!(look(&known, None), LabelFile::Missing));
        let here = LabelsRecord { path: Some("l.json".into()), ..known.clone() };
        assert!(matches!(look(&here, None), LabelFile::Changed(now) if now.blake3 != known.blake3));
        assert!(matches!(look(&known, Some(&at("l.json"))), LabelFile::Changed(_)));
        // Of a picture, which has no names: beside the scan.
        std::fs::write(at("u.json"), "labels").expect("written");
        let nameless = LabelsRecord { file: String::new(), path: None, ..known };
        assert!(matches!(look(&nameless, None), LabelFile::Found(path) if path == at("u.json")));
        std::fs::write(at("u.json"), "others").expect("written");
        assert!(matches!(look(&nameless, None), LabelFile::Missing));
    }
}
