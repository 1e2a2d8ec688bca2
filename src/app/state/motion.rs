//! The Motion mode: which movement is looked at, where on it the jaw is, what is known of it. Of all this the case keeps nothing; what it keeps is
//! [`crate::session::KeptMotion`].
mod borders;
mod drawn;
mod import;
mod recording;
mod together;
mod wish;

pub use drawn::{DiagramGroup, Drawn, DrawnDiagrams, MotionPaint};
pub use import::{Direction, Import, ImportAnswer, SamplesKind};
pub use recording::Recording;
pub use together::{Swept, Together};
pub use wish::{MotionFormat, MotionWish};

use crate::base::words::{decimal, say};
use crate::base::{Rigid, Wake};
use crate::engine::{Contact, PairForms};
use crate::jaw::JawPair;
use crate::jaw::motion::{AxisPoint, Guide, HingeFrame};
use crate::session::Session;
use crate::session::jaw_motion::{
    MotionEvent, MotionFound, MotionJob, MotionQuestion, Moves, PageAsked, PathFound, SweepFound, interpolated,
    movement_name,
};
use glam::DVec3;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A path without times is gone through in so long.
const WHOLE: Duration = Duration::from_secs(4);
/// A frame that took longer is not caught up with.
const LONGEST_FRAME: Duration = Duration::from_millis(250);
/// How often progress is shown.
const PROGRESS_STEP: Duration = Duration::from_millis(250);

pub struct MotionMode {
    pub is_open: bool,
    /// Where on the path, as [`PathStep::at`].
    at: f64,
    /// Where the path that is awaited is to be looked at.
    awaited_at: Option<f64>,
    pub is_playing: bool,
    pub loops: bool,
    /// Times the usual speed.
    pub speed: f64,
    /// A hand holds the scrub bar.
    pub is_held: bool,
    ticked_at: Option<Instant>,
    pub recording: Recording,
    /// The next clicks in the picture say where this point of the axis is.
    pub picking: Option<AxisPoint>,
    /// Diagrams, and what the whole movement paints.
    pub drawn: Drawn,
    /// Other movements beside the one that is looked at, where they are painted together.
    pub together: Together,
    /// A record that is read, with its questions.
    pub import: Option<Import>,
    /// Of which jaws the rest is.
    pair: Option<Arc<JawPair>>,
    found: Option<MotionFound>,
    job: Option<MotionJob>,
    /// Why nothing is computed, and to what question if to one.
    fault: Option<(Option<MotionQuestion>, String)>,
    /// What is asked for now; `None`: there is nothing to ask.
    asked: Option<MotionQuestion>,
}

impl Default for MotionMode {
    fn default() -> Self {
        Self {
            is_open: false,
            at: 0.0,
            awaited_at: None,
            is_playing: false,
            loops: true,
            speed: 1.0,
            is_held: false,
            ticked_at: None,
            recording: Recording::default(),
            picking: None,
            drawn: Drawn::default(),
            together: Together::default(),
            import: None,
            pair: None,
            found: None,
            job: None,
            fault: None,
            asked: None,
        }
    }
}

impl MotionMode {
    /// Opens, with the jaw in its bite.
    pub fn enter(&mut self) {
        (self.is_open, self.at, self.is_playing) = (true, self.start(), false);
    }

    /// What is known stays while the case is open; what is being computed does not go on.
    pub fn leave(&mut self) {
        (self.is_open, self.is_playing, self.is_held) = (false, false, false);
        (self.job, self.import, self.awaited_at) = (None, None, None);
        self.picking = None;
        self.together.leave();
        self.recording = Recording::default();
    }

    pub fn path(&self) -> Option<&Arc<PathFound>> {
        self.found.as_ref().map(|found| &found.path)
    }

    /// The poses are those that are asked for now.
    pub fn is_fresh(&self) -> bool {
        let asked = self.asked.as_ref();
        self.path().zip(asked).is_some_and(|(path, asked)| path.asked.has_path_of(asked))
    }

    /// Where the axis is that is asked for now.
    pub fn hinge(&self) -> Option<&HingeFrame> {
        Some(&self.asked.as_ref()?.hinge)
    }

    /// Both condyles in the bite, right first, world coordinates: of the path, or until it is known of the axis that is asked for.
    pub fn condyles_in_bite(&self) -> Option<[DVec3; 2]> {
        let of_axis =
            |asked: &MotionQuestion| asked.hinge.condyles(asked.articulator.half_width_mm(), &Rigid::IDENTITY);
        let of_path = self.path().map(|path| path.condyles(&Rigid::IDENTITY));
        of_path.or_else(|| self.asked.as_ref().map(of_axis))
    }

    /// What touches along the path that is played; `None` until it is known.
    pub fn sweep(&self) -> Option<&Arc<SweepFound>> {
        self.found.as_ref()?.sweep.as_ref().filter(|_| self.is_fresh())
    }

    pub fn at(&self) -> f64 {
        self.at
    }

    fn start(&self) -> f64 {
        self.path().map_or(0.0, |path| path.ends()[0])
    }

    /// What keeps it from being computed.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_ref().map(|(_, sentence)| sentence.as_str())
    }

    /// What is being computed, and how far, 0 to 1.
    pub fn progress(&self) -> Option<(&'static str, f64)> {
        self.job.as_ref().map(MotionJob::progress)
    }

    pub fn is_computing(&self) -> bool {
        let is_searching = self.job.is_some() || self.together.is_computing() || self.drawn.is_searching_borders();
        is_searching || self.import.as_ref().is_some_and(Import::is_reading)
    }

    /// The jaw moves by itself, or under a hand on the scrub bar.
    pub fn moves_jaw(&self) -> bool {
        self.is_open && (self.is_playing || self.is_held)
    }

    /// The next drag of the jaw, which is in its bite for it, is recorded, or not.
    pub fn record(&mut self, on: bool) {
        self.recording.turn(on);
        (self.is_playing, self.is_held) = (false, false);
        if on {
            self.at = self.start();
        }
    }

    /// To a place of the path.
    pub fn go_to(&mut self, at: f64) {
        let [from, to] = self.path().map_or([0.0; 2], |path| path.ends());
        if at.is_finite() {
            self.at = at.clamp(from.min(to), to.max(from));
        }
    }

    /// The same of the path that the case asks for from now on.
    pub fn go_to_when_known(&mut self, at: f64) {
        self.awaited_at = Some(at);
    }

    /// So many steps on.
    pub fn step_by(&mut self, steps: i64) {
        let Some(path) = self.path().filter(|path| !path.steps.is_empty()) else { return };
        let last = path.steps.len() as i64 - 1;
        let (i, t) = path.place(self.at);
        // From between two steps one goes to either of them first.
        let from = i as i64 + i64::from(steps < 0 && t > 1e-9);
        self.at = path.steps[(from + steps).clamp(0, last) as usize].at;
        self.is_playing = false;
    }

    pub fn play(&mut self, on: bool) {
        self.is_playing = on && self.is_open && self.path().is_some();
        self.ticked_at = None;
        let end = self.path().map_or(0.0, |path| path.ends()[1]);
        if self.is_playing && !self.loops && self.at >= end {
            self.at = self.start();
        }
    }

    /// Time goes on.
    pub fn tick(&mut self, now: Instant) {
        let Some(path) = self.path().filter(|_| self.is_playing) else { return };
        let ([from, to], is_timed) = (path.ends(), path.is_timed());
        let since = self.ticked_at.replace(now).map_or(Duration::ZERO, |then| now.saturating_duration_since(then));
        let per_second = if is_timed { 1.0 } else { (to - from) / WHOLE.as_secs_f64() };
        let at = self.at + since.min(LONGEST_FRAME).as_secs_f64() * per_second * self.speed;
        self.at = match self.loops {
            _ if at <= to => at,
            true => from,
            false => to,
        };
        self.is_playing &= self.loops || self.at < to;
    }

    /// The pose to be looked at; `None`: the bite's own.
    pub fn pose(&self) -> Option<Rigid> {
        let path = self.path().filter(|_| self.is_open && !self.recording.is_on())?;
        let asked = self.asked.as_ref()?;
        let stands_in = path.asked.moves == asked.moves && path.asked.bite == asked.bite;
        interpolated(path, self.at).filter(|_| stands_in)
    }

    /// "2.35 of 5.0 mm", "0.40 of 1.20 s".
    pub fn at_words(&self, path: &PathFound) -> String {
        let [_, to] = path.ends();
        match path.is_timed() {
            true => say!("motion-at-s", at = decimal(self.at, 2), all = decimal(to, 2)),
            false => say!("motion-at-mm", at = decimal(self.at, 2), all = decimal(to, 1)),
        }
    }

    /// The movement and the instant that the jaw is seen in: "Protrusion, 2.35 of 5.0 mm".
    pub fn instant(&self, session: &Session) -> Option<String> {
        self.pose()?;
        Some(format!("{}, {}", chosen_name(session), self.at_words(self.path()?)))
    }

    /// The kept contact of the step nearest to where the jaw is, if it was kept.
    pub fn contact(&self) -> Option<&Arc<Contact>> {
        let (path, sweep) = (self.path()?, self.sweep().filter(|_| self.is_open && !self.recording.is_on())?);
        sweep.contacts.get(sweep.nearest(path, self.at)?)?.as_ref()
    }

    /// Takes in what the thread has found; a sentence when it has failed.
    pub fn poll(&mut self) -> Option<String> {
        loop {
            let job = self.job.as_ref()?;
            match job.poll() {
                Ok(Some(MotionEvent::Path(path))) => self.take_path(path),
                Ok(Some(MotionEvent::Sweep(sweep))) => {
                    self.found.iter_mut().for_each(|found| found.sweep = Some(sweep.clone()));
                    self.job = None;
                }
                Ok(None) => return None,
                Err(sentence) => {
                    self.fault = Some((Some((**job.asked()).clone()), sentence.clone()));
                    self.job = None;
                    return Some(sentence);
                }
            }
        }
    }

    fn take_path(&mut self, path: Arc<PathFound>) {
        // Where only the articulator has changed the hand stays where it is.
        let is_like = self.path().is_some_and(|old| old.asked.moves == path.asked.moves);
        let at = self.at;
        self.found = Some(MotionFound { path, sweep: None });
        self.at = self.start();
        if is_like {
            self.go_to(at);
        }
    }

    /// Asks for what a session wants now, unless that is known or on its way.
    pub fn follow(&mut self, session: &Session, forms: &Arc<PairForms>, wake: &Wake) {
        if self.pair.as_ref().is_none_or(|pair| !Arc::ptr_eq(pair, session.pair())) {
            (self.found, self.job, self.fault) = (None, None, None);
            self.together.forget();
            self.drawn.forget_borders();
            self.pair = Some(session.pair().clone());
        }
        // A drag that is recorded changes no bite that a movement could begin in.
        if !self.is_open || (self.recording.is_on() && session.in_gesture()) {
            return;
        }
        let asked = match MotionQuestion::of(session) {
            Ok(asked) => asked,
            Err(sentence) => {
                (self.asked, self.job, self.fault) = (None, None, Some((None, sentence)));
                return;
            }
        };
        self.asked = Some(asked.clone());
        if self.is_known_or_on_its_way(&asked) || (waits_for_hand(&asked) && session.in_gesture()) {
            return;
        }
        let known = self.path().filter(|path| path.asked.has_path_of(&asked)).cloned();
        self.fault = None;
        self.job = Some(MotionJob::start(asked, forms.clone(), known, wake.clone()));
    }

    /// Asks for the movements that are painted together, after the one that is looked at and once the hand has let go.
    pub fn follow_together(&mut self, session: &Session, forms: &Arc<PairForms>, wake: &Wake) {
        self.together.poll();
        if !self.is_open || !self.drawn.paint.is_of_several() {
            return self.together.leave();
        }
        let known = self.path().cloned().zip(self.sweep().cloned());
        let may_begin = Some(forms).filter(|_| self.job.is_none() && !session.in_gesture());
        self.together.follow(session, known, may_begin, wake);
    }

    /// Makes what is drawn of the movement that is known now. `forms`: what teeth may be searched in, as soon as they are known.
    pub fn follow_drawn(&mut self, session: &Session, forms: Option<&Arc<PairForms>>, wake: &Wake) {
        let path = self.path().filter(|_| self.is_open && self.is_fresh()).cloned();
        let sweep = self.sweep().filter(|_| self.is_open).cloned();
        if let Some(at) = self.awaited_at.take_if(|_| path.is_some()) {
            self.go_to(at);
        }
        let may_search = forms.filter(|_| self.job.is_none() && !session.in_gesture());
        self.drawn.follow_diagrams(path.as_ref(), sweep.as_ref(), &session.articulator(), (may_search, wake));
        let painted = match self.drawn.paint.is_of_several() {
            true => self.together.all().filter(|_| self.is_open),
            false => path.zip(sweep).map(|found| vec![found]),
        };
        self.drawn.follow_paint(painted, session.teeth());
    }

    /// What the report can tell of: the movement that the case has now, with what touches in it, painted as it is looked at. `None`: it
    /// is not known.
    pub fn page(&self, session: &Session) -> Option<PageAsked> {
        let (path, sweep) = self.known(session)?;
        let painted = self.drawn.paint.page_paint().painted(&[(path.clone(), sweep.clone())], session.teeth())?;
        let (articulator, facebow) = (session.articulator(), session.motion().facebow);
        Some(PageAsked { path: path.clone(), sweep: sweep.clone(), articulator, facebow, painted: Arc::new(painted) })
    }

    /// The name of that movement.
    pub fn known_name(&self, session: &Session) -> Option<String> {
        self.known(session)?;
        Some(chosen_name(session))
    }

    /// Also of a mode that was left, as long as its movement begins in the case's bite.
    fn known(&self, session: &Session) -> Option<(&Arc<PathFound>, &Arc<SweepFound>)> {
        let found = self.found.as_ref()?;
        let is_of = self.pair.as_ref().is_some_and(|pair| Arc::ptr_eq(pair, session.pair()));
        let is_same = MotionQuestion::of(session).is_ok_and(|asked| asked == *found.path.asked);
        Some((&found.path, found.sweep.as_ref()?)).filter(|_| is_of && is_same)
    }

    fn is_known_or_on_its_way(&self, asked: &MotionQuestion) -> bool {
        let is_failed = self.fault.as_ref().is_some_and(|(of, _)| of.as_ref() == Some(asked));
        let known = self.found.as_ref().filter(|found| found.sweep.is_some());
        let is_known = known.is_some_and(|found| *found.path.asked == *asked);
        let is_coming = self.job.as_ref().is_some_and(|job| **job.asked() == *asked);
        is_failed || is_known && self.job.is_none() || is_coming
    }

    /// When it has something to do although nobody does anything.
    pub fn due(&self, now: Instant) -> Option<Instant> {
        match () {
            () if !self.is_open => None,
            () if self.is_playing => Some(now),
            () if self.is_computing() => Some(now + PROGRESS_STEP),
            () => None,
        }
    }
}

/// Of the movement that the case has.
fn chosen_name(session: &Session) -> String {
    let kept = session.motion();
    kept.record().map_or_else(|| movement_name(&kept.movement).to_owned(), |record| record.name.clone())
}

/// Every step of a path that teeth guide is a search: it is begun once the hand has let go of what it changes.
fn waits_for_hand(asked: &MotionQuestion) -> bool {
    matches!(asked.moves, Moves::Computed { guide: Guide::Teeth, .. })
}
