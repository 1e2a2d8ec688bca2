//! The teeth of the open case in the window: what is asked about them, which one the cursor is on, and naming one by hand.
use super::of_pair::OfPair;
use crate::base::{Derived, Wake, Warning, both, words};
use crate::export::json::LabelsRecord;
use crate::jaw::teeth::anchors::{ToothAnchor, tooth_anchors};
use crate::jaw::teeth::places::Places;
use crate::jaw::{Fdi, JawSide, OcclusalFrame};
use crate::render::Hit;
use crate::session::recent::RecentCase;
use crate::session::{JawFiles, Session, TeethJob, TeethQuestion};
use egui::Pos2;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// A tooth whose number is being typed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Naming {
    pub side: JawSide,
    pub region: usize,
    /// Where it was clicked on.
    pub at: Pos2,
}

#[derive(Default)]
pub struct TeethState {
    /// What is asked about the case.
    pub asked: TeethQuestion,
    pub job: Option<TeethJob>,
    /// When they are to be looked for.
    pub due: Option<Instant>,
    /// The frame that the running job or the last answer belongs to.
    pub of_frame: Option<OcclusalFrame>,
    /// Where things lie on the upper and the lower jaw.
    places: Derived<OfPair, [Places; 2]>,
    /// Where numbers are written, in the jaws' own coordinates.
    anchors: Derived<OfTeeth, [Vec<ToothAnchor>; 2]>,
    /// A click on a tooth opens the field for its number.
    pub is_naming: bool,
    pub naming: Option<Naming>,
    /// Label files that the teeth come from, by jaw as it was called when they were found.
    pub labels: LabelFiles,
    /// What was said when they were found: records have it as well.
    pub warnings: Vec<Warning>,
}

/// How a note ends that only says where the teeth come from: the panel does.
const SAID_IN_PANEL: &str = ".json.";

/// Which teeth, as they were told apart, and the patient's directions in both scans.
#[derive(Clone)]
struct OfTeeth {
    pair: OfPair,
    of_triangles: [Arc<Vec<u8>>; 2],
    frames: [OcclusalFrame; 2],
}

impl OfTeeth {
    fn now(session: &Session) -> Self {
        let teeth = session.teeth();
        Self {
            pair: OfPair(session.pair().clone()),
            of_triangles: [teeth.upper.of_triangle.clone(), teeth.lower.of_triangle.clone()],
            // Whatever the pose is now: the numbers stay where they are on the jaw.
            frames: session.directions().frames_of_scans(),
        }
    }

    /// Whatever the directions are.
    fn are_the_teeth(&self, other: &Self) -> bool {
        let are_same = |(a, b): (&Arc<Vec<u8>>, _)| Arc::ptr_eq(a, b);
        self.pair == other.pair && self.of_triangles.iter().zip(&other.of_triangles).all(are_same)
    }
}

impl PartialEq for OfTeeth {
    fn eq(&self, other: &Self) -> bool {
        self.are_the_teeth(other) && self.frames == other.frames
    }
}

#[derive(Default)]
pub struct LabelFiles {
    pub files: [Option<LabelsRecord>; 2],
    pub of_swapped: bool,
}

/// What is asked about the teeth of a case from there. Label files that the command line names are those of its own scans alone.
fn question_of(command_line: &TeethQuestion, from: Option<&RecentCase>) -> TeethQuestion {
    let files = |scan: Option<&PathBuf>, named: &JawFiles| JawFiles {
        labels: named.labels.clone().filter(|_| named.scan.as_ref() == scan),
        scan: scan.cloned(),
    };
    let scans = from.and_then(RecentCase::scans);
    TeethQuestion {
        from: command_line.from,
        upper: files(scans.map(|[upper, _]| upper), &command_line.upper),
        lower: files(scans.map(|[_, lower]| lower), &command_line.lower),
    }
}

impl TeethState {
    /// Of a case that was just opened.
    pub fn of_case(command_line: &TeethQuestion, from: Option<&RecentCase>, session: &Session) -> Self {
        // A case file brings its teeth along.
        let of_frame = (!session.teeth().is_empty()).then(|| session.frame_of_first_scan());
        Self { asked: question_of(command_line, from), of_frame, ..Self::default() }
    }

    /// What there is to doubt about them.
    pub fn doubts(&self) -> impl Iterator<Item = &str> {
        self.warnings.iter().map(|w| w.0.as_str()).filter(|said| !said.ends_with(SAID_IN_PANEL))
    }

    /// Label files that the upper and the lower teeth come from; none where a case file brought them along.
    pub fn label_files(&self, is_swapped: bool) -> [Option<LabelsRecord>; 2] {
        let mut files = self.labels.files.clone();
        if self.labels.of_swapped != is_swapped {
            files.reverse();
        }
        files
    }

    /// Where the numbers of a jaw's teeth are written, in its own coordinates: by the directions of a moment ago while they change.
    pub fn anchors(&self, session: &Session, side: JawSide) -> &[ToothAnchor] {
        let now = OfTeeth::now(session);
        let newest = self.anchors.newest().filter(|(of, _)| of.are_the_teeth(&now));
        newest.map_or(&[], |(_, anchors)| &anchors[side as usize])
    }

    /// Finds on a thread where things lie on the jaws as they are called now, and where the numbers of their teeth are written.
    pub fn follow(&mut self, session: &Session, wake: &Wake) {
        if session.teeth().is_empty() {
            return;
        }
        let (pair, of) = (session.pair(), OfTeeth::now(session));
        let is_of_others = self.places.newest().is_none_or(|(known, _)| *known != of.pair);
        if is_of_others {
            // The tooth of an open field was one of the other jaws'.
            self.naming = None;
        }
        let places = || {
            let (upper, lower) = (pair.upper.mesh.clone(), pair.lower.mesh.clone());
            move |_: &_| both(|| Places::of(&upper), || Places::of(&lower)).into()
        };
        self.places.follow(of.pair.clone(), ("places", wake), places);
        let frames = of.frames;
        let anchors = || {
            let (pair, teeth) = (pair.clone(), session.teeth().clone());
            move |_: &_| {
                let upper = || tooth_anchors(&pair.upper.mesh, &teeth.upper, (JawSide::Upper, &frames[0]));
                let lower = || tooth_anchors(&pair.lower.mesh, &teeth.lower, (JawSide::Lower, &frames[1]));
                both(upper, lower).into()
            }
        };
        self.anchors.follow(of, ("anchors", wake), anchors);
    }

    /// Whether what is told from the teeth is being found.
    pub fn is_getting_ready(&self) -> bool {
        self.places.is_busy() || self.anchors.is_busy()
    }

    /// They were looked for, whatever was found.
    pub fn is_settled(&self) -> bool {
        self.of_frame.is_some() && self.job.is_none()
    }

    pub fn is_looking(&self) -> bool {
        self.job.is_some()
    }

    /// The tooth that the cursor is on.
    pub fn region_at(&self, session: &Session, hit: &Hit) -> Option<usize> {
        session.teeth().jaw(hit.side).region_of(self.triangle_at(session, hit)?)
    }

    /// The triangle that the cursor is on, as far as is known where things lie.
    pub fn triangle_at(&self, session: &Session, hit: &Hit) -> Option<u32> {
        let places = self.places.of(&OfPair(session.pair().clone()))?;
        let (place, at) = match hit.side {
            JawSide::Upper => (&places[0], hit.point),
            JawSide::Lower => (&places[1], session.upper_from_lower().inverse().transform_point(hit.point)),
        };
        place.triangle_at(at.as_vec3())
    }

    /// Its name, "16" or "16?".
    pub fn name_at(&self, session: &Session, hit: &Hit) -> Option<String> {
        let region = self.region_at(session, hit)?;
        Some(session.teeth().jaw(hit.side).regions.get(region)?.name())
    }
}

/// `None` of what is no number of a tooth of this jaw in the notation of the window; `Some(None)` of nothing.
pub fn typed(text: &str, side: JawSide) -> Option<Option<Fdi>> {
    match text.trim() {
        "" => Some(None),
        text => Fdi::of_typed(text, words::notation()).filter(|fdi| fdi.side() == side).map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::words::Notation;

    #[test]
    fn only_numbers_of_the_jaws_own_teeth_are_taken() {
        assert_eq!(typed(" 16 ", JawSide::Upper), Some(Fdi::new(16)));
        assert_eq!(typed("", JawSide::Upper), Some(None));
        for bad in ["46", "19", "x", "1", "160", "-16", "1.6"] {
            assert_eq!(typed(bad, JawSide::Upper), None, "{bad}");
        }
        words::number_teeth(Notation::Universal);
        assert_eq!((typed("3", JawSide::Upper), typed("30", JawSide::Lower)), (Some(Fdi::new(16)), Some(Fdi::new(46))));
        assert_eq!((typed("46", JawSide::Lower), typed("30", JawSide::Upper)), (None, None), "the twin");
        words::number_teeth(Notation::Palmer);
        assert_eq!(typed("lr6", JawSide::Lower), Some(Fdi::new(46)));
    }

    #[test]
    fn label_files_of_the_command_line_belong_to_its_scans() {
        let asked = TeethQuestion {
            upper: JawFiles { scan: Some("u.stl".into()), labels: Some("l.json".into()) },
            ..TeethQuestion::default()
        };
        let of =
            |upper: &str| question_of(&asked, Some(&RecentCase::Scans { upper: upper.into(), lower: "l.stl".into() }));
        assert_eq!(of("u.stl").upper.labels, Some("l.json".into()));
        assert_eq!(of("u.stl").lower, JawFiles { scan: Some("l.stl".into()), labels: None });
        assert_eq!(of("other.stl").upper, JawFiles { scan: Some("other.stl".into()), labels: None });
        assert_eq!(question_of(&asked, None), TeethQuestion::default());
    }
}
