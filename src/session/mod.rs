//! Floor 8: what a person has open and what was done to it: the case, the pose, the settings, undo, worker jobs, case
//! files. No window here: faces hand in scans and show what is found. Label files, cases and kept pairs are read and
//! written through `base::files` alone.
pub mod at_rest;
pub mod autosave;
pub mod bite_search;
pub mod bites;
pub mod case_file;
pub mod command;
pub mod comparison;
pub mod directions;
pub mod exact_error;
pub mod exact_job;
pub mod exact_watch;
pub mod first_contact;
pub mod history;
pub mod jaw_motion;
pub mod live_contact;
pub mod load;
mod measures;
pub mod motion;
pub mod multi_projection;
pub mod named_views;
pub mod pins;
pub mod placed;
pub mod prepared;
pub mod recent;
pub mod report;
pub mod settings;
pub mod share;
pub mod source;
pub mod state;
pub mod teeth;
mod trim;
pub mod zone_names;
pub mod zones;

pub use at_rest::{Known, PoseAnswer, PoseQuestion, Provenance};
pub use bite_search::{BiteQuestion, BiteSearch, FoundBite};
pub use bites::{BiteChange, Bites, place_called};
pub use case_file::{CaseContent, CaseFile, KeptScans};
pub use command::{Command, KeptDirection, Motion};
pub use directions::{Correction, Directions};
pub use exact_watch::{
    Answered, ContactFound, ExactEvent, ExactState, ExactWatch, JobKind, MultiProjectionAnswered, MultiProjectionState,
    SeparatingMotionAnswered, SeparatingMotionQuestion, UncertaintyAnswered, Wanted, WantedOfMap, ZonesAnswered,
};
pub use first_contact::ContactQuestion;
pub use history::History;
pub use jaw_motion::{KeptMotion, KeptRecord, MotionChange};
pub use live_contact::{LiveContact, LiveContactEvent, LiveContactQuestion};
pub use load::{LoadJob, LoadedCase};
pub use multi_projection::{MultiProjectionAnswer, MultiProjectionQuestion};
pub use named_views::NamedView;
pub use prepared::LoadTimes;
pub use recent::RecentCases;
pub use settings::Settings;
pub use source::{CaseSource, CaseSources, LoadError, ScanSource};
pub use state::{NamedTeeth, NamedTooth, State, articulator_of, hinge_of};
pub use teeth::{FoundTeeth, JawFiles, TeethError, TeethFrom, TeethJob, TeethQuestion, find_teeth};
pub use zone_names::ZoneNames;
pub use zones::{ZonesFound, ZonesQuestion};

use crate::base::Rigid;
use crate::field::Question;
use crate::field::contact::ScopeAsked;
use crate::jaw::motion::Articulator;
use crate::jaw::teeth::landmarks::Landmark;
use crate::jaw::{
    Fdi, HingeAnatomy, HingeAxis, JawPair, JawSide, KeptSection, Measure, OcclusalFrame, Pin, Teeth, ToothSource, Trim,
};
use glam::DVec3;
use std::sync::Arc;

/// An open case: two jaws, the pose between them, the settings of its analysis, and the way back.
#[derive(Clone, Debug)]
pub struct Session {
    now: State,
    /// Where a movement that is played has the lower jaw, instead of the bite. It is looked at, and never kept.
    played: Option<Rigid>,
    history: History<State>,
    gesture: Option<Gesture>,
    /// What the newest undo step is made of: a key held down, or more letters, add to it.
    repeatable: Option<Repeatable>,
    hinge: HingeAxis,
    /// What was found of the teeth, as if the jaws had never been swapped; and that with the hands' numbers as it is now.
    found_teeth: Arc<Teeth>,
    teeth: Arc<Teeth>,
    /// What of the jaws can be judged by these.
    judged: ScopeAsked,
}

/// Changes of which many in a row are one undo step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Repeatable {
    Move(Motion),
    Notes,
}

impl Repeatable {
    fn of(command: &Command) -> Option<Self> {
        match command {
            Command::Move { motion, .. } => Some(Self::Move(*motion)),
            Command::Notes(_) => Some(Self::Notes),
            _ => None,
        }
    }
}

/// Changes that become one undo step when the hand lets go.
#[derive(Clone, Debug)]
struct Gesture {
    name: String,
    before: State,
}

impl Session {
    pub fn new(pair: Arc<JawPair>, upper_from_lower: Rigid, settings: Settings) -> Self {
        let directions = Directions::of(&pair);
        let hinge = directions.hinge(&pair);
        let now = State {
            pair,
            upper_from_lower,
            bites: Bites::default(),
            directions,
            settings,
            swapped: false,
            named: NamedTeeth::default(),
            trim: Trim::default(),
            notes: Arc::default(),
            views: Arc::default(),
            section: None,
            measures: Arc::default(),
            motion: KeptMotion::default(),
            pins: Arc::default(),
            placed: Arc::default(),
        };
        Self {
            now,
            played: None,
            history: History::default(),
            gesture: None,
            repeatable: None,
            hinge,
            found_teeth: Arc::default(),
            teeth: Arc::default(),
            judged: ScopeAsked::whole(),
        }
    }

    /// The teeth of the jaws as they are now, with the numbers given by hand; without any until they are found.
    pub fn teeth(&self) -> &Arc<Teeth> {
        &self.teeth
    }

    /// What of the jaws is judged: of the teeth as far as they are known, without what is trimmed.
    pub fn scope(&self) -> ScopeAsked {
        self.judged.of_kind(self.now.settings.scope).trimmed(self.now.trim.clone())
    }

    /// Whether the jaws have changed roles since the case was opened.
    pub fn is_swapped(&self) -> bool {
        self.now.swapped
    }

    /// The occlusal frame in the coordinates of the upper and of the lower scan.
    pub fn frames_of_scans(&self) -> [OcclusalFrame; 2] {
        self.now.directions.frames_of_scans()
    }

    /// The frame in the coordinates of the scan that the case was opened with as the upper one, and with its roles: the same, but for
    /// rounding, however often the jaws are swapped.
    pub fn frame_of_first_scan(&self) -> OcclusalFrame {
        let [upper, lower] = self.frames_of_scans();
        if self.now.swapped { flipped(&lower, &Rigid::IDENTITY) } else { upper }
    }

    /// Whether a tooth was named by hand, now or before the case was saved.
    pub fn has_named_teeth(&self) -> bool {
        let jaws = [&self.teeth.upper, &self.teeth.lower];
        jaws.iter().any(|jaw| jaw.regions.iter().any(|t| t.source == ToothSource::Hand))
    }

    /// The teeth of the jaws as they are now were found. That is no change that undo takes back.
    pub fn set_teeth(&mut self, found: Teeth) {
        self.found_teeth = Arc::new(if self.now.swapped { found.swapped() } else { found });
        self.tell_teeth();
    }

    fn tell_teeth(&mut self) {
        let NamedTeeth { of, numbers } = &self.now.named;
        let found = if numbers.is_empty() { &self.found_teeth } else { of };
        let mut teeth = (**found).clone();
        for named in numbers.iter() {
            teeth.jaw_mut(named.side).name(named.region, named.fdi);
        }
        self.teeth = Arc::new(if self.now.swapped { teeth.swapped() } else { teeth });
        self.judged = ScopeAsked::new(self.now.settings.scope, &self.teeth);
    }

    /// Regions of a jaw, as it is now, have these numbers.
    fn name_teeth(&mut self, side: JawSide, teeth: &[(usize, Option<Fdi>)]) {
        if teeth.is_empty() {
            return;
        }
        let swapped = self.now.swapped;
        let side = if swapped { side.other() } else { side };
        let NamedTeeth { of, numbers } = &self.now.named;
        let of = if numbers.is_empty() { &self.found_teeth } else { of }.clone();
        let mut numbers = (**numbers).clone();
        numbers.retain(|n| n.side != side || teeth.iter().all(|(region, _)| *region != n.region));
        numbers.extend(teeth.iter().map(|(region, fdi)| {
            let fdi = if swapped { fdi.map(Fdi::in_other_jaw) } else { *fdi };
            NamedTooth { side, region: *region, fdi }
        }));
        numbers.sort_by_key(|n| (n.side == JawSide::Lower, n.region));
        self.now.named = NamedTeeth { of, numbers: Arc::new(numbers) };
        self.tell_teeth();
    }

    pub fn pair(&self) -> &Arc<JawPair> {
        &self.now.pair
    }

    /// Everything that undo brings back, as it is now.
    pub fn state(&self) -> &State {
        &self.now
    }

    /// Puts a case's own directions in the place of the estimated ones: for a session that was just begun.
    pub fn set_directions(&mut self, directions: Directions) {
        self.now.directions = directions;
        self.hinge = self.now.hinge();
    }

    /// Puts down what a case was saved with: for a session that was just begun.
    pub fn set_written(&mut self, notes: &str, views: Vec<NamedView>) {
        (self.now.notes, self.now.views) = (notes.into(), Arc::new(views));
    }

    /// Puts down what a case was saved with: for a session that was just begun.
    pub fn set_measured(&mut self, section: Option<KeptSection>, measures: Vec<Measure>) {
        (self.now.section, self.now.measures) = (section, Arc::new(measures));
    }

    /// Puts down what a case was saved with: for a session that was just begun.
    pub fn set_marked(&mut self, pins: Vec<Pin>, placed: Vec<Landmark>) {
        (self.now.pins, self.now.placed) = (Arc::new(pins), Arc::new(placed));
    }

    /// Puts down what a case was saved with: for a session that was just begun.
    pub fn set_bites(&mut self, bites: Bites) {
        self.now.bites = bites;
    }

    /// Named poses, and which one the jaw is in or has left last.
    pub fn bites(&self) -> &Bites {
        &self.now.bites
    }

    /// Notes that hang on the jaws.
    pub fn pins(&self) -> &Arc<Vec<Pin>> {
        &self.now.pins
    }

    /// Points of teeth that a hand has placed.
    pub fn placed(&self) -> &Arc<Vec<Landmark>> {
        &self.now.placed
    }

    /// The section that stands where a hand has put it.
    pub fn section(&self) -> Option<&KeptSection> {
        self.now.section.as_ref()
    }

    /// What a hand has measured.
    pub fn measures(&self) -> &Arc<Vec<Measure>> {
        &self.now.measures
    }

    /// What a person wrote down about the case.
    pub fn notes(&self) -> &Arc<str> {
        &self.now.notes
    }

    /// Views that were given a name.
    pub fn views(&self) -> &[NamedView] {
        &self.now.views
    }

    /// Where the lower jaw is seen and analysed: in its bite, or where a movement that is played has it.
    pub fn upper_from_lower(&self) -> Rigid {
        self.played.unwrap_or(self.now.upper_from_lower)
    }

    /// The pose that the case has, whatever is played.
    pub fn bite(&self) -> Rigid {
        self.now.upper_from_lower
    }

    /// Whether a movement has the jaw away from its bite.
    pub fn is_played(&self) -> bool {
        self.played.is_some()
    }

    /// The jaw is looked at in this pose of a movement; `None`: it is in its bite again. No change of the case.
    pub fn play(&mut self, upper_from_lower: Option<Rigid>) {
        self.played = upper_from_lower;
    }

    /// How the jaw moves.
    pub fn motion(&self) -> &KeptMotion {
        &self.now.motion
    }

    /// Puts down what a case was saved with: for a session that was just begun.
    pub fn set_motion(&mut self, motion: KeptMotion) {
        self.now.motion = motion;
        self.hinge = self.now.hinge();
    }

    /// The articulator, which has the case's hinge axis.
    pub fn articulator(&self) -> Articulator {
        self.now.articulator()
    }

    pub fn settings(&self) -> &Settings {
        &self.now.settings
    }

    pub fn frame(&self) -> &OcclusalFrame {
        &self.now.directions.frame
    }

    /// Up, front and the hinge's anatomy as they are now, estimated or set by hand.
    pub fn directions(&self) -> &Directions {
        &self.now.directions
    }

    /// The axis that opening and closing turns about, in world coordinates.
    pub fn hinge(&self) -> &HingeAxis {
        &self.hinge
    }

    /// What an engine is asked about this pose. `direction` as in [`Question::direction`].
    pub fn question(&self, direction: Option<DVec3>) -> Question {
        Question {
            upper_from_lower: self.upper_from_lower(),
            direction,
            resolution: self.now.settings.resolution,
            range_mm: self.now.settings.range_mm,
            thresholds_mm: Question::presets_with(self.now.settings.threshold_mm),
            ..Question::default()
        }
    }

    /// Does a command. Outside a gesture it is one undo step; inside, part of the gesture's. One that changes nothing
    /// leaves no trace.
    pub fn apply(&mut self, command: &Command) {
        let before = self.now.clone();
        self.change(command);
        // A slider's gesture is called after where it has come to.
        if let (Command::Opacity(..) | Command::Hinge(_) | Command::JawMotion(_), Some(gesture)) =
            (command, &mut self.gesture)
        {
            gesture.name = command.name(&gesture.before);
        }
        if self.gesture.is_none() && self.now != before {
            self.history.push(command.name(&before), before);
            self.repeatable = Repeatable::of(command);
        }
    }

    /// As [`Session::apply`], for a key that is held down, and for letter after letter: all that they do is one undo step.
    pub fn apply_repeated(&mut self, command: &Command) {
        let kind = Repeatable::of(command);
        if self.gesture.is_some() || kind.is_none() || self.repeatable != kind {
            return self.apply(command);
        }
        self.change(command);
        self.history.rename_last(|before: &State| command.name(before));
    }

    fn change(&mut self, command: &Command) {
        let settings = &mut self.now.settings;
        match *command {
            Command::Move { upper_from_lower, motion } => {
                (self.now.upper_from_lower, self.played) = (upper_from_lower.renormalized(), None);
                self.now.bites.moved(motion.origin());
            }
            Command::Bite(ref change) => change.apply(&mut self.now.bites, &mut self.now.upper_from_lower),
            Command::Threshold(mm) => settings.threshold_mm = mm,
            Command::Scope(kind) => settings.scope = kind,
            Command::Range(mm) => settings.range_mm = mm,
            Command::Resolution(n) => settings.resolution = n,
            Command::Direction(kept) => settings.direction = kept.map(KeptDirection::direction),
            Command::Palette(palette) => settings.palette = palette,
            Command::IsoLines(step) => settings.iso_step_mm = step,
            Command::Paint(on) => settings.paint = on,
            Command::Visible(side, on) => settings.jaw_mut(side).visible = on,
            Command::Opacity(side, opacity) => settings.jaw_mut(side).opacity = opacity.clamp(0.0, 1.0),
            Command::XRay(on) => settings.x_ray = on,
            Command::AddedFaces(on) => settings.added_faces = on,
            Command::SwapJaws => self.swap_jaws(),
            Command::NameTooth { side, region, fdi } => self.name_teeth(side, &[(region, fdi)]),
            Command::NameRow { side, region, fdi } => {
                let row = self.teeth.jaw(side).row_along(region, fdi).unwrap_or_default();
                self.name_teeth(side, &row.into_iter().map(Some).enumerate().collect::<Vec<_>>());
            }
            Command::Trim { side, ref trim } => *self.now.trim.jaw_mut(side) = trim.clone(),
            Command::Notes(ref notes) => self.now.notes = notes.clone(),
            Command::SaveView(ref view) => named_views::save(Arc::make_mut(&mut self.now.views), view),
            Command::RenameView { view, ref name } => {
                named_views::rename(Arc::make_mut(&mut self.now.views).as_mut_slice(), view, name);
            }
            Command::RemoveView(view) => named_views::remove(Arc::make_mut(&mut self.now.views), view),
            Command::Section(section) => self.now.section = section,
            Command::Measures(ref measures) => self.now.measures = measures.clone(),
            Command::AddMeasure(ref measure) => measures::add(Arc::make_mut(&mut self.now.measures), measure),
            Command::RenameMeasure { measure, ref name } => {
                measures::rename(Arc::make_mut(&mut self.now.measures).as_mut_slice(), measure, name);
            }
            Command::RemoveMeasure(measure) => measures::remove(Arc::make_mut(&mut self.now.measures), measure),
            Command::Pin(ref change) => change.apply(Arc::make_mut(&mut self.now.pins)),
            Command::Place(ref change) => change.apply(Arc::make_mut(&mut self.now.placed)),
            Command::SetFrame { correction, frame } => {
                let directions = &mut self.now.directions;
                directions.frame = frame;
                if correction == Correction::Estimated {
                    directions.occlusion = self.now.upper_from_lower;
                }
                self.hinge = self.now.hinge();
            }
            Command::JawMotion(ref change) => self.change_motion(change),
            Command::Hinge(anatomy) => {
                self.now.directions.anatomy = anatomy;
                self.hinge = self.now.hinge();
            }
        }
    }

    fn change_motion(&mut self, change: &MotionChange) {
        change.apply(&mut self.now.motion);
        // Condyles that were picked have their distance, whatever a slider of the rest says; a preset has the averages' own.
        let is_picked = self.now.motion.facebow.is_some_and(|facebow| facebow.intercondylar_mm().is_some());
        let is_said = !is_picked || matches!(change, MotionChange::Preset(..));
        if let Some(articulator) = change.articulator().filter(|_| is_said) {
            self.now.directions.anatomy = HingeAnatomy {
                intercondylar_mm: articulator.intercondylar_mm,
                incisal_to_condyle_mm: articulator.arm_mm,
                balkwill_angle_rad: articulator.balkwill_deg.to_radians(),
            };
        }
        self.hinge = self.now.hinge();
    }

    /// The other scan is the upper jaw. Nothing moves: the world becomes the coordinates of what was the lower scan.
    fn swap_jaws(&mut self) {
        self.now.motion = self.now.motion.swapped(&self.now.upper_from_lower);
        self.played = None;
        let lower_from_upper = self.now.upper_from_lower.inverse();
        let pair = &self.now.pair;
        // Jaws that told their own directions keep them; of others those are of the pose that they are seen in.
        let is_apart = pair.occlusion != Rigid::IDENTITY;
        let seen = |occlusion: &Rigid| if is_apart { occlusion.inverse() } else { lower_from_upper };
        let of_files = seen(&pair.occlusion);
        self.now.pair = Arc::new(JawPair {
            upper: pair.lower.clone(),
            lower: pair.upper.clone(),
            frame: flipped(&pair.frame, &of_files),
            occlusion: if is_apart { of_files } else { Rigid::IDENTITY },
            told: pair.told,
        });
        self.now.upper_from_lower = lower_from_upper;
        self.now.bites.swap();
        // It still runs from the upper to the lower jaw.
        let kept = &mut self.now.settings.direction;
        *kept = kept.map(|d| -lower_from_upper.transform_vector(d));
        let views = Arc::make_mut(&mut self.now.views).iter_mut();
        views.for_each(|view| {
            view.camera = view.camera.moved(&lower_from_upper);
            view.solo = view.solo.map(JawSide::other);
        });
        let directions = &mut self.now.directions;
        let seen = seen(&directions.occlusion);
        (directions.frame, directions.occlusion) = (flipped(&directions.frame, &seen), seen);
        self.hinge = self.now.hinge();
        self.now.trim = self.now.trim.swapped();
        self.now.section = self.now.section.map(|section| section.swapped());
        Arc::make_mut(&mut self.now.measures).iter_mut().for_each(|measure| *measure = measure.swapped());
        Arc::make_mut(&mut self.now.pins).iter_mut().for_each(|pin| *pin = pin.swapped());
        let placed = Arc::make_mut(&mut self.now.placed).iter_mut();
        placed.for_each(|point| point.tooth = point.tooth.in_other_jaw());
        self.now.swapped = !self.now.swapped;
        self.tell_teeth();
    }

    /// From here until [`Session::end_gesture`] every change belongs to one undo step.
    pub fn begin_gesture(&mut self, name: impl Into<String>) {
        self.end_gesture();
        self.gesture = Some(Gesture { name: name.into(), before: self.now.clone() });
    }

    /// The pose at which the running gesture began.
    pub fn gesture_start(&self) -> Option<Rigid> {
        self.gesture.as_ref().map(|g| g.before.upper_from_lower)
    }

    pub fn in_gesture(&self) -> bool {
        self.gesture.is_some()
    }

    /// Gives the running gesture the name that the list of moves shows.
    pub fn name_gesture(&mut self, name: impl Into<String>) {
        if let Some(gesture) = &mut self.gesture {
            gesture.name = name.into();
        }
    }

    pub fn end_gesture(&mut self) {
        if let Some(gesture) = self.gesture.take()
            && gesture.before != self.now
        {
            self.history.push(gesture.name, gesture.before);
            self.repeatable = None;
        }
    }

    /// Puts everything back to where the gesture began.
    pub fn cancel_gesture(&mut self) {
        if let Some(gesture) = self.gesture.take() {
            self.restore(gesture.before);
        }
    }

    /// Takes back the last change; false when there is none. A running gesture is taken back first.
    pub fn undo(&mut self) -> bool {
        if self.gesture.is_some() {
            self.cancel_gesture();
            return true;
        }
        self.repeatable = None;
        let earlier = self.history.undo(self.now.clone());
        earlier.map(|s| self.restore(s)).is_some()
    }

    /// Does again what was taken back; false when there is nothing.
    pub fn redo(&mut self) -> bool {
        if self.gesture.is_some() {
            return false;
        }
        self.repeatable = None;
        let later = self.history.redo(self.now.clone());
        later.map(|s| self.restore(s)).is_some()
    }

    fn restore(&mut self, state: State) {
        let same = Arc::ptr_eq(&state.pair, &self.now.pair)
            && state.directions == self.now.directions
            && state.motion.facebow == self.now.motion.facebow;
        let same_teeth = state.swapped == self.now.swapped && state.named == self.now.named;
        self.now = state;
        if !same_teeth {
            self.tell_teeth();
        }
        if !same {
            self.hinge = self.now.hinge();
        }
    }

    /// Name of what undo would take back.
    pub fn undo_name(&self) -> Option<&str> {
        self.history.undo_name()
    }

    /// Name of what redo would do again.
    pub fn redo_name(&self) -> Option<&str> {
        self.history.redo_name()
    }

    /// The newest changes first.
    pub fn last_changes(&self, n: usize) -> impl Iterator<Item = &str> {
        self.history.names().take(n)
    }
}

/// The frame once the jaws have changed roles: up is down, and with it right is left.
fn flipped(frame: &OcclusalFrame, motion: &Rigid) -> OcclusalFrame {
    let frame = frame.moved(motion);
    OcclusalFrame { up: -frame.up, right: -frame.right, ..frame }
}

#[cfg(test)]
mod tests;
