//! Bites in the window: the jaw that glides to one, the search for one, and what it has found before it is taken.
use crate::base::six::{motion, six_of};
use crate::base::{Rigid, Wake};
use crate::engine::{PairForms, UncertaintySettings};
use crate::jaw::{BiteFound, JawPair};
use crate::session::{BiteQuestion, BiteSearch, FoundBite};
use glam::DVec3;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long the jaw glides from one bite to another.
const GLIDE: Duration = Duration::from_millis(300);
/// How often progress is shown.
const PROGRESS_STEP: Duration = Duration::from_millis(250);
/// The overlap that a seat is allowed unless somebody says otherwise: the noise of a scan, mm.
const TOLERANCE_MM: f64 = 0.02;

/// What a person asks of the bites.
#[derive(Clone, Debug, PartialEq)]
pub enum BiteWish {
    /// The pose that is seen becomes a bite of this name; `None`: of the first that is free.
    Keep(Option<String>),
    /// The jaw goes to the bite at this place.
    Choose(usize),
    /// So many bites on, or back.
    Step(i32),
    /// The current bite becomes where the jaw is.
    Put,
    /// The bite at this place gets another name.
    Rename(usize, String),
    /// Bite scans are wanted: they may be dropped, or chosen.
    AskForScans,
    FromScans(Vec<PathBuf>),
    /// The lower jaw is to be seated; no place may overlap by more, mm.
    Seat(f64),
    /// What was found is taken as a new bite.
    Accept,
    /// The plate is closed; what is looked for or was found is given up.
    Leave,
}

/// What stands below the badge of the bite.
#[derive(Default)]
pub enum BitePlate {
    #[default]
    None,
    /// Waits for bite scans.
    AsksForScans,
    Searches(BiteSearch),
    /// A pose that was found; the picture shows it.
    Shows(Arc<JawPair>, Box<FoundBite>),
}

/// The way from one pose to another.
#[derive(Clone, Copy, Debug)]
struct Glide {
    from: Rigid,
    to: Rigid,
    about: DVec3,
    begun: Instant,
}

impl Glide {
    fn pose(&self, now: Instant) -> Option<Rigid> {
        let at = now.saturating_duration_since(self.begun).as_secs_f64() / GLIDE.as_secs_f64();
        let eased = at * at * (3.0 - 2.0 * at);
        let whole = six_of(&(self.to * self.from.inverse()), self.about);
        (at < 1.0).then(|| motion(&whole.map(|x| x * eased), self.about) * self.from)
    }
}

pub struct BiteTool {
    pub plate: BitePlate,
    pub tolerance_mm: f64,
    glide: Option<Glide>,
}

impl Default for BiteTool {
    fn default() -> Self {
        Self { plate: BitePlate::None, tolerance_mm: TOLERANCE_MM, glide: None }
    }
}

impl BiteTool {
    /// The jaw is on its way from one pose to another.
    pub fn glide(&mut self, [from, to]: [Rigid; 2], about: DVec3, begun: Instant) {
        self.glide = (from != to).then_some(Glide { from, to, about, begun });
    }

    /// The jaw is where it glided to.
    pub fn arrive(&mut self) {
        self.glide = None;
    }

    pub fn is_gliding(&self) -> bool {
        self.glide.is_some()
    }

    pub fn is_searching(&self) -> bool {
        matches!(self.plate, BitePlate::Searches(_))
    }

    pub fn search(&mut self, question: BiteQuestion, forms: Arc<PairForms>, wake: Wake) {
        self.plate = BitePlate::Searches(BiteSearch::start(question, forms, wake));
    }

    /// Closes the plate.
    pub fn leave(&mut self) {
        self.plate = BitePlate::None;
    }

    /// The pose that was found and is looked at.
    pub fn preview(&self) -> Option<&FoundBite> {
        match &self.plate {
            BitePlate::Shows(_, found) => Some(found),
            _ => None,
        }
    }

    /// The pose that is to be seen instead of the bite.
    pub fn pose(&self) -> Option<Rigid> {
        let gliding = self.glide.as_ref().and_then(|glide| glide.pose(Instant::now()));
        gliding.or_else(|| self.preview().map(|found| found.upper_from_lower))
    }

    /// By what poses nearby are drawn, of a pose that was found by bite scans.
    pub fn known_by(&self, usual: UncertaintySettings) -> Option<UncertaintySettings> {
        match &self.preview()?.found {
            BiteFound::Scans(found) => Some(usual.known_by(&found.covariance, found.about)),
            BiteFound::Seat(_) => None,
        }
    }

    /// Takes in what was found, of these jaws; gives from where the jaw glides to it, or one sentence why there is nothing.
    pub fn follow(&mut self, pair: &Arc<JawPair>) -> Option<Result<Rigid, String>> {
        if self.glide.as_ref().is_some_and(|glide| glide.pose(Instant::now()).is_none()) {
            self.glide = None;
        }
        match &self.plate {
            BitePlate::Shows(of, _) if !Arc::ptr_eq(of, pair) => self.leave(),
            BitePlate::Searches(search) if !search.is_of(pair) => self.leave(),
            BitePlate::Searches(search) => {
                let answer = search.poll()?;
                self.leave();
                return Some(answer.map(|found| {
                    let pose = found.upper_from_lower;
                    self.plate = BitePlate::Shows(pair.clone(), found.into());
                    pose
                }));
            }
            _ => {}
        }
        None
    }

    /// When it has something to do although nobody does anything.
    pub fn due(&self, now: Instant) -> Option<Instant> {
        match &self.plate {
            _ if self.glide.is_some() => Some(now),
            BitePlate::Searches(_) => Some(now + PROGRESS_STEP),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_jaw_glides_from_bite_to_bite_and_arrives() {
        let begun = Instant::now();
        let (from, to) = (Rigid::IDENTITY, Rigid::from_six([2.0, 0.0, -1.0, 3.0, 0.0, 1.0]));
        let glide = Glide { from, to, about: DVec3::Y * 20.0, begun };
        assert_eq!(glide.pose(begun), Some(Rigid::IDENTITY));
        let half = glide.pose(begun + GLIDE / 2).expect("on its way");
        let middle = |pose: &Rigid| pose.transform_point(DVec3::Y * 20.0);
        let at = middle(&from).lerp(middle(&to), 0.5);
        assert!(middle(&half).distance(at) < 1e-6, "{half:?}");
        let late = glide.pose(begun + GLIDE.mul_f64(0.999)).expect("nearly there");
        assert!(late.translation.distance(to.translation) < 1e-3);
        assert_eq!(glide.pose(begun + GLIDE), None);
        let mut tool = BiteTool::default();
        tool.glide([from, from], DVec3::ZERO, begun);
        assert!(!tool.is_gliding() && tool.due(begun).is_none(), "the twin: nowhere to go");
        tool.glide([from, to], DVec3::ZERO, begun);
        assert_eq!(tool.due(begun), Some(begun));
        tool.arrive();
        assert_eq!(tool.pose(), None);
    }
}
