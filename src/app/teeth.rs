//! The teeth of the open case in the window: when they are looked for, which one the cursor is on, and naming one by hand.
use super::action::Action;
use super::desk::Desk;
use super::messages::Kind;
use crate::base::both;
use crate::export::json::LabelsRecord;
use crate::jaw::teeth::places::Places;
use crate::jaw::{Fdi, JawPair, JawSide, OcclusalFrame, ToothRegion};
use crate::render::Hit;
use crate::session::recent::RecentCase;
use crate::session::{Command, JawFiles, Session, TeethError, TeethJob, TeethQuestion};
use egui::Pos2;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A note that only says where the teeth come from: the panel does.
const SAID_IN_PANEL: &str = ".json.";
/// The first picture and the first figures come before the teeth.
const PATIENCE: Duration = Duration::from_millis(600);

/// A tooth whose number is being typed.
#[derive(Clone, Debug, PartialEq)]
pub struct Naming {
    pub side: JawSide,
    pub region: usize,
    pub text: String,
    /// Where it was clicked on.
    pub at: Pos2,
    /// The field has not been drawn yet.
    pub is_new: bool,
}

#[derive(Default)]
pub struct TeethDesk {
    /// What is asked about the open case.
    asked: TeethQuestion,
    job: Option<TeethJob>,
    /// The frame that the running job or the last answer belongs to.
    of_frame: Option<OcclusalFrame>,
    /// By jaw as it is now; the pair that they belong to.
    places: Option<(Arc<JawPair>, [Places; 2])>,
    /// A click on a tooth opens the field for its number.
    pub is_naming: bool,
    pub naming: Option<Naming>,
    /// Label files that the teeth come from, by jaw as it was called when they were found.
    labels: LabelFiles,
}

#[derive(Default)]
struct LabelFiles {
    files: [Option<LabelsRecord>; 2],
    of_swapped: bool,
}

impl TeethDesk {
    /// What the command line says about teeth.
    pub fn set_question(&mut self, asked: TeethQuestion) {
        self.asked = asked;
    }

    /// Another case lies on the desk; label files named on the command line were those of the first one.
    pub fn begin(&mut self, paths: Option<&RecentCase>, session: Option<&Session>) {
        let files = |path: Option<&std::path::PathBuf>, old: &JawFiles| JawFiles {
            labels: old.labels.clone().filter(|_| old.scan.as_ref() == path),
            scan: path.cloned(),
        };
        let upper = files(paths.and_then(|p| p.scans()).map(|[upper, _]| upper), &self.asked.upper);
        let lower = files(paths.and_then(|p| p.scans()).map(|[_, lower]| lower), &self.asked.lower);
        // A case file brings its teeth along.
        let of_frame = session.filter(|s| !s.teeth().is_empty()).map(Session::frame_of_first_scan);
        *self = Self { asked: TeethQuestion { from: self.asked.from, upper, lower }, of_frame, ..Self::default() };
    }

    /// Label files that the upper and the lower teeth come from; none where a case file brought them along.
    pub fn label_files(&self, is_swapped: bool) -> [Option<LabelsRecord>; 2] {
        let mut files = self.labels.files.clone();
        if self.labels.of_swapped != is_swapped {
            files.reverse();
        }
        files
    }

    pub fn is_looking(&self) -> bool {
        self.job.is_some()
    }

    /// The tooth that the cursor is on.
    pub fn region_at(&self, session: &Session, hit: &Hit) -> Option<usize> {
        let (pair, places) = self.places.as_ref()?;
        if !Arc::ptr_eq(pair, session.pair()) {
            return None;
        }
        let (place, at) = match hit.side {
            JawSide::Upper => (&places[0], hit.point),
            JawSide::Lower => (&places[1], session.upper_from_lower().inverse().transform_point(hit.point)),
        };
        place.region_at(session.teeth().jaw(hit.side), at.as_vec3())
    }

    /// Its name, "16" or "16 ?".
    pub fn name_at(&self, session: &Session, hit: &Hit) -> Option<String> {
        let region = self.region_at(session, hit)?;
        Some(session.teeth().jaw(hit.side).regions.get(region)?.name())
    }
}

/// Looks for the teeth once the hand rests, and again when the patient's directions were changed, unless a hand has named some.
/// Gives the moment at which to look again.
pub fn follow(desk: &mut Desk, pressed: bool) -> Option<Instant> {
    let has_news = receive(desk);
    let session = desk.session.as_mut()?;
    follow_pair(&mut desk.teeth, session);
    if has_news {
        // What was found is laid out with the next frame.
        return Some(Instant::now());
    }
    let frame = session.frame_of_first_scan();
    let is_known = desk.teeth.of_frame.is_some_and(|known| is_same(&known, &frame));
    // Numbers given by hand belong to the teeth as they were told apart; they are not thrown away.
    let keeps = desk.teeth.of_frame.is_some() && session.has_named_teeth();
    if is_known || keeps || desk.opening.is_some() {
        return None;
    }
    let due = desk.moved_at + PATIENCE;
    if pressed || Instant::now() < due {
        return Some(due.max(Instant::now() + Duration::from_millis(100)));
    }
    let TeethQuestion { from, upper, lower } = desk.teeth.asked.clone();
    let asked = match session.is_swapped() {
        true => TeethQuestion { from, upper: lower, lower: upper },
        false => TeethQuestion { from, upper, lower },
    };
    let wake = desk.wake.clone();
    desk.teeth.job = Some(TeethJob::start(session.pair().clone(), session.frames_of_scans(), asked, move || wake()));
    desk.teeth.of_frame = Some(frame);
    None
}

/// But for what swapping the jaws and back leaves of rounding.
fn is_same(a: &OcclusalFrame, b: &OcclusalFrame) -> bool {
    a.origin.distance(b.origin) < 1e-3 && a.up.distance(b.up) < 1e-6 && a.front.distance(b.front) < 1e-6
}

/// Takes the answer that has arrived; true when one has.
fn receive(desk: &mut Desk) -> bool {
    let Some((pair, result)) = desk.teeth.job.as_ref().and_then(|job| Some((job.pair().clone(), job.poll()?))) else {
        return false;
    };
    desk.teeth.job = None;
    // Jaws that were swapped meanwhile are asked about again.
    let Some(session) = desk.session.as_mut().filter(|s| Arc::ptr_eq(s.pair(), &pair)) else {
        desk.teeth.of_frame = None;
        return true;
    };
    match result {
        Ok(found) => {
            // The tooth of an open field was one of those found before.
            desk.teeth.naming = None;
            session.set_teeth(found.teeth);
            desk.teeth.labels = LabelFiles { files: found.labels, of_swapped: session.is_swapped() };
            let to_say = found.warnings.iter().filter(|w| !w.0.ends_with(SAID_IN_PANEL));
            to_say.for_each(|w| desk.messages.add(Kind::Warning, w.0.clone()));
        }
        Err(TeethError::Cancelled(_)) => {}
        Err(TeethError::Failed(sentence)) => desk.messages.error(format!("{sentence}.")),
    }
    true
}

/// Where things lie on the jaws as they are called now.
fn follow_pair(teeth: &mut TeethDesk, session: &Session) {
    let is_there = teeth.places.as_ref().is_some_and(|(pair, _)| Arc::ptr_eq(pair, session.pair()));
    if is_there || session.teeth().is_empty() {
        return;
    }
    teeth.naming = None;
    let pair = session.pair().clone();
    let (upper, lower) = both(|| Places::of(&pair.upper.mesh), || Places::of(&pair.lower.mesh));
    teeth.places = Some((pair, [upper, lower]));
}

impl Desk {
    /// Of the upper and the lower jaw, for the statistics.
    pub fn tooth_names(&self) -> [Vec<String>; 2] {
        let names = |side| {
            let teeth = self.session.as_ref().map(|s| s.teeth().jaw(side).regions.clone());
            teeth.unwrap_or_default().iter().map(ToothRegion::name).collect()
        };
        [JawSide::Upper, JawSide::Lower].map(names)
    }

    /// Whether a press while teeth are named is the begin of such a click: on a tooth, or beside the open field.
    pub fn would_name(&self, hit: Option<Hit>) -> bool {
        let Some(session) = &self.session else { return false };
        self.teeth.naming.is_some() || hit.is_some_and(|hit| self.teeth.region_at(session, &hit).is_some())
    }

    /// A click in the picture while teeth are named: opens the field of the tooth there, or closes it.
    pub fn click_tooth(&mut self, hit: Option<Hit>, at: Pos2) {
        let Some(session) = &self.session else { return };
        let tooth = hit.and_then(|hit| Some((hit.side, self.teeth.region_at(session, &hit)?)));
        self.teeth.naming = tooth.map(|(side, region)| {
            let fdi = session.teeth().jaw(side).regions.get(region).and_then(|r| r.fdi);
            let text = fdi.map_or_else(String::new, |fdi| fdi.to_string());
            Naming { side, region, text, at, is_new: true }
        });
    }

    /// The number typed is the tooth's; nothing typed: it has none. False where it is no number of a tooth of that jaw.
    pub fn name_tooth(&mut self) -> bool {
        let Some(naming) = &self.teeth.naming else { return true };
        let Some(fdi) = typed(&naming.text, naming.side) else { return false };
        let command = Command::NameTooth { side: naming.side, region: naming.region, fdi };
        self.teeth.naming = None;
        self.wish(Action::Do(command));
        true
    }
}

/// `None` of what is no number of a tooth of this jaw; `Some(None)` of nothing.
pub fn typed(text: &str, side: JawSide) -> Option<Option<Fdi>> {
    match text.trim() {
        "" => Some(None),
        text => text.parse().ok().and_then(Fdi::new).filter(|fdi| fdi.side() == side).map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_of_the_jaws_own_teeth_are_taken() {
        assert_eq!(typed(" 16 ", JawSide::Upper), Some(Fdi::new(16)));
        assert_eq!(typed("", JawSide::Upper), Some(None));
        for bad in ["46", "19", "x", "1", "160", "-16", "1.6"] {
            assert_eq!(typed(bad, JawSide::Upper), None, "{bad}");
        }
    }

    #[test]
    fn label_files_of_the_command_line_belong_to_its_scans() {
        let asked = TeethQuestion {
            upper: JawFiles { scan: Some("u.stl".into()), labels: Some("l.json".into()) },
            ..TeethQuestion::default()
        };
        let mut teeth = TeethDesk::default();
        teeth.set_question(asked);
        teeth.begin(Some(&RecentCase::Scans { upper: "u.stl".into(), lower: "l.stl".into() }), None);
        assert_eq!(teeth.asked.upper.labels, Some("l.json".into()));
        assert_eq!(teeth.asked.lower, JawFiles { scan: Some("l.stl".into()), labels: None });
        teeth.begin(Some(&RecentCase::Scans { upper: "other.stl".into(), lower: "l.stl".into() }), None);
        assert_eq!(teeth.asked.upper, JawFiles { scan: Some("other.stl".into()), labels: None });
        teeth.begin(None, None);
        assert_eq!(teeth.asked, TeethQuestion::default());
    }
}
