//! The teeth of an open case: from label files beside the scans or named, else by splitting the arches; on a worker thread where
//! a window waits for them.
use super::load::bytes_of_scan;
use crate::base::files::read_file;
use crate::base::{Cancelled, Job, LengthUnit, Progress, RawMesh, Wake, Warning, both};
use crate::export::json::LabelsRecord;
use crate::import::{ImportError, Labels, LabelsError, read_labels, read_mesh};
use crate::jaw::frame::DirectionsTold;
use crate::jaw::teeth::labels::{LabelledScan, UnfitLabels, teeth_from_labels};
use crate::jaw::teeth::split_both;
use crate::jaw::{Jaw, JawPair, JawSide, JawTeeth, OcclusalFrame, Teeth, ToothSource};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where teeth are to come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TeethFrom {
    /// Labels where there are some, else the arch's shape.
    #[default]
    LabelsOrShape,
    Labels,
    Shape,
    Nowhere,
}

/// The files of one jaw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JawFiles {
    /// `None`: a jaw that no file holds.
    pub scan: Option<PathBuf>,
    /// Labels that were asked for; without them the JSON file beside the scan that has its name is looked at.
    pub labels: Option<PathBuf>,
}

/// What is asked about a case's teeth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TeethQuestion {
    pub from: TeethFrom,
    pub upper: JawFiles,
    pub lower: JawFiles,
}

/// Why there are no teeth. The sentence names the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TeethError {
    #[error("{0}")]
    Failed(String),
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Teeth, and what is to be said about them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FoundTeeth {
    pub teeth: Teeth,
    pub warnings: Vec<Warning>,
    /// The label files that the upper and the lower teeth come from.
    pub labels: [Option<LabelsRecord>; 2],
}

/// The teeth of one jaw.
#[derive(Default)]
struct FoundJaw {
    teeth: JawTeeth,
    warnings: Vec<Warning>,
    labels: Option<LabelsRecord>,
}

/// What labels say of a jaw's teeth, or that its shape is to be asked, and of what that warns.
enum ByLabels {
    Found(FoundJaw),
    Shape(Vec<Warning>),
}

impl ByLabels {
    fn or_by_shape(self, teeth: JawTeeth) -> FoundJaw {
        match self {
            Self::Found(found) => found,
            Self::Shape(warnings) => FoundJaw { teeth, warnings, labels: None },
        }
    }
}

/// Looks for the teeth of both jaws, each on a thread. `frames` are the occlusal frame in the coordinates of the upper and of the
/// lower scan.
///
/// # Errors
/// When labels that were asked for cannot be used; labels that were only found are warned of, and the shape serves instead.
pub fn find_teeth(
    pair: &JawPair,
    frames: &[OcclusalFrame; 2],
    asked: &TeethQuestion,
    progress: &Progress,
) -> Result<FoundTeeth, TeethError> {
    let of = |jaw, side, frame, files| TeethSearch { jaw, side, frame, files, from: asked.from, progress };
    let upper = of(&pair.upper, JawSide::Upper, &frames[0], &asked.upper);
    let lower = of(&pair.lower, JawSide::Lower, &frames[1], &asked.lower);
    let (of_upper, of_lower) = both(|| upper.by_labels(), || lower.by_labels());
    let (of_upper, of_lower) = (of_upper?, of_lower?);
    let by_shape = [(&pair.upper, &frames[0], &of_upper), (&pair.lower, &frames[1], &of_lower)];
    let is_along = told_along(pair, &frames[0]) != DirectionsTold::NoArches;
    let is_asked = |found: &ByLabels| is_along && matches!(found, ByLabels::Shape(_));
    let jaws = by_shape.map(|(jaw, frame, found)| is_asked(found).then_some((&*jaw.mesh, frame)));
    let [upper, lower] = split_both(jaws, progress)?;
    Ok(found(of_upper.or_by_shape(upper), of_lower.or_by_shape(lower)).doubted_along(pair, &frames[0]))
}

/// How much of these directions the jaws' shape told; all of those that somebody has corrected.
fn told_along(pair: &JawPair, frame: &OcclusalFrame) -> DirectionsTold {
    if *frame == pair.frame { pair.told } else { DirectionsTold::All }
}

impl FoundTeeth {
    /// Numbers go by the shape of the arch from the front. Where that is a guess, and nobody has corrected it, so are they.
    fn doubted_along(mut self, pair: &JawPair, frame: &OcclusalFrame) -> Self {
        if told_along(pair, frame) == DirectionsTold::All {
            return self;
        }
        let regions = [&mut self.teeth.upper, &mut self.teeth.lower].into_iter().flat_map(|jaw| &mut jaw.regions);
        let by_shape = regions.filter(|tooth| tooth.source == ToothSource::Split);
        by_shape.for_each(|tooth| tooth.confidence = tooth.confidence.min(GUESSED));
        self
    }
}

/// Confidence of a number that goes by a front which is a guess.
const GUESSED: f64 = 0.3;

fn found(upper: FoundJaw, lower: FoundJaw) -> FoundTeeth {
    FoundTeeth {
        teeth: Teeth { upper: upper.teeth, lower: lower.teeth },
        warnings: [upper.warnings, lower.warnings].concat(),
        labels: [upper.labels, lower.labels],
    }
}

struct TeethSearch<'a> {
    jaw: &'a Jaw,
    side: JawSide,
    frame: &'a OcclusalFrame,
    files: &'a JawFiles,
    from: TeethFrom,
    progress: &'a Progress,
}

/// Why one label file was not used.
enum Unusable {
    /// It is some other JSON, or not there, and nobody asked for it.
    NoLabels,
    Because(String),
    Cancelled(Cancelled),
}

impl TeethSearch<'_> {
    fn by_labels(&self) -> Result<ByLabels, TeethError> {
        match self.from {
            TeethFrom::Nowhere => Ok(ByLabels::Found(FoundJaw::default())),
            TeethFrom::Shape => Ok(ByLabels::Shape(Vec::new())),
            TeethFrom::Labels | TeethFrom::LabelsOrShape => self.labels_first(),
        }
    }

    fn labels_first(&self) -> Result<ByLabels, TeethError> {
        let is_asked_for = self.files.labels.is_some() || self.from == TeethFrom::Labels;
        match self.labelled() {
            Ok(found) => Ok(ByLabels::Found(found)),
            Err(Unusable::Cancelled(cancelled)) => Err(cancelled.into()),
            Err(Unusable::Because(sentence)) if is_asked_for => Err(TeethError::Failed(sentence)),
            Err(Unusable::NoLabels) if is_asked_for => Err(TeethError::Failed(format!(
                "{}: there is no label file beside it; name one, or leave the teeth to the arch's shape",
                self.files.scan.as_deref().map_or_else(|| self.jaw.name.clone(), |p| p.display().to_string())
            ))),
            Err(Unusable::Because(sentence)) => {
                let warning = format!("{sentence}; the teeth come from the arch's shape instead.");
                Ok(ByLabels::Shape(vec![Warning::new(warning)]))
            }
            Err(Unusable::NoLabels) => Ok(ByLabels::Shape(Vec::new())),
        }
    }

    fn labelled(&self) -> Result<FoundJaw, Unusable> {
        let scan = self.files.scan.as_deref().ok_or(Unusable::NoLabels)?;
        let path = self.files.labels.clone().unwrap_or_else(|| scan.with_extension("json"));
        let is_named = self.files.labels.is_some();
        if !is_named && !path.is_file() {
            return Err(Unusable::NoLabels);
        }
        let because = |error: &dyn std::fmt::Display| Unusable::Because(format!("{}: {error}", path.display()));
        let bytes = read_file(&path).map_err(|e| Unusable::Because(e.to_string()))?;
        let labels = match read_labels(&bytes) {
            // Results of an analysis may lie there as well.
            Err(LabelsError::NoLabels) if !is_named => return Err(Unusable::NoLabels),
            other => other.map_err(|e| because(&e))?,
        };
        let mut misfit = None;
        for candidate in candidates(scan, &path) {
            let Some((name, raw)) = self.read(&candidate).map_err(Unusable::Cancelled)? else { continue };
            match self.teeth(&name, &raw, &labels) {
                // Perhaps the labels belong to the same scan in another format.
                Err(error @ UnfitLabels::Count { .. }) => misfit = misfit.or(Some(error)),
                found => {
                    let (teeth, doubt) = found.map_err(|e| because(&e))?;
                    let blake3 = blake3::hash(&bytes).to_hex().to_string();
                    let labels = Some(LabelsRecord { file: path.display().to_string(), path: None, blake3 });
                    return Ok(FoundJaw { teeth, warnings: self.said(&path, doubt), labels });
                }
            }
        }
        Err(misfit.map_or_else(|| because(&"its scan cannot be read again"), |error| because(&error)))
    }

    /// A mesh from a file; `None` when it is none, which was said when it was opened.
    fn read(&self, path: &Path) -> Result<Option<(String, RawMesh)>, Cancelled> {
        let name = path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned());
        let Ok(bytes) = bytes_of_scan(path) else { return Ok(None) };
        match read_mesh(&bytes, &self.progress.part(0.0, 0.3)) {
            Ok(imported) => Ok(Some((name, imported.raw))),
            Err(ImportError::Cancelled) => Err(Cancelled),
            Err(_) => Ok(None),
        }
    }

    fn teeth(&self, name: &str, raw: &RawMesh, labels: &Labels) -> Result<(JawTeeth, Option<Warning>), UnfitLabels> {
        let unit: LengthUnit = self.jaw.unit;
        let scan = LabelledScan { name, raw, unit, labels };
        teeth_from_labels(&self.jaw.mesh, (self.side, self.frame), &scan)
    }

    fn said(&self, labels: &Path, doubt: Option<Warning>) -> Vec<Warning> {
        let file = labels.file_name().map(|n| n.to_string_lossy()).unwrap_or_default();
        let said = Warning::new(format!("{}: teeth from {file}.", self.jaw.name));
        let doubt = doubt.map(|w| Warning::new(format!("{file}: {w}")));
        [said].into_iter().chain(doubt).collect()
    }
}

/// The scan itself, then the same scan in the formats that number their vertices: beside it, or beside its labels where a case holds it.
fn candidates(scan: &Path, labels: &Path) -> Vec<PathBuf> {
    let others = ["ply", "obj"].map(|ending| [scan, labels].map(|beside| beside.with_extension(ending)));
    let others = others.into_iter().flatten().filter(|p| p != scan && p.is_file());
    std::iter::once(scan.to_owned()).chain(others).collect()
}

/// The search on a thread of its own. Dropping it cancels it.
pub struct TeethJob {
    pair: Arc<JawPair>,
    job: Job<Result<FoundTeeth, TeethError>>,
}

impl TeethJob {
    /// `wake` is called on the thread once the result is ready.
    pub fn start(pair: Arc<JawPair>, frames: [OcclusalFrame; 2], asked: TeethQuestion, wake: Wake) -> Self {
        let theirs = pair.clone();
        let job = Job::once("teeth", wake, move |progress| find_teeth(&theirs, &frames, &asked, progress));
        Self { pair, job }
    }

    /// The jaws that it is about.
    pub fn pair(&self) -> &Arc<JawPair> {
        &self.pair
    }

    /// The result, once, when it is there.
    pub fn poll(&self) -> Option<Result<FoundTeeth, TeethError>> {
        let fault = || TeethError::Failed("the teeth could not be told apart (a fault in the program)".into());
        self.job.poll().unwrap_or_else(|_| Some(Err(fault())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::test_support::sample;
    use glam::DVec3;

    /// Numbers of teeth, and of those that are sure.
    fn found(told: DirectionsTold, corrected_mm: f64) -> [usize; 2] {
        let pair = JawPair { told, ..sample().clone() };
        let corrected =
            |frame: OcclusalFrame| OcclusalFrame { origin: frame.origin + DVec3::Z * corrected_mm, ..frame };
        let frames = pair.frames_of_scans().map(corrected);
        let found =
            find_teeth(&pair, &frames, &TeethQuestion::default(), &Progress::default()).expect("nobody cancels");
        let regions: Vec<_> = [found.teeth.upper.regions, found.teeth.lower.regions].concat();
        [regions.len(), regions.iter().filter(|tooth| tooth.is_sure()).count()]
    }

    #[test]
    fn teeth_are_as_sure_as_the_directions_that_they_are_told_along() {
        let [n, n_sure] = found(DirectionsTold::All, 0.0);
        assert!(n > 20 && n_sure > n / 2, "{n_sure} of {n}");
        assert_eq!(found(DirectionsTold::NoFront, 0.0), [n, 0]);
        assert_eq!(found(DirectionsTold::NoArches, 0.0), [0, 0], "no row goes along what is no arch");
        // The twin: directions that somebody has corrected.
        let [n_corrected, n_sure] = found(DirectionsTold::NoArches, 0.01);
        assert!(n_corrected == n && n_sure > n / 2, "{n_sure} of {n_corrected}");
    }
}
