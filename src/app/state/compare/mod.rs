//! The Compare card: what is held against what, and what is seen of it. A comparison is a question: the case keeps nothing of it.
mod bites;
mod earlier;
mod inquiry;
mod vertical;

pub use bites::{BitesTab, Role};
pub use earlier::EarlierTab;
pub use vertical::VerticalTab;

use super::view::Pane;
use crate::base::Rigid;
use crate::export::motion::paint::Painted;
use crate::jaw::JawPair;
use crate::session::Session;
use crate::session::comparison::bites::EntryKey;
use crate::session::comparison::vertical::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often progress is shown.
const PROGRESS_STEP: Duration = Duration::from_millis(250);
/// A key that is held longer shows the other bite for as long as it is held.
const HELD: Duration = Duration::from_millis(400);

/// What the card is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CompareTab {
    /// Several bites of the case.
    #[default]
    Bites,
    /// An earlier case of the patient.
    Earlier,
    /// The jaw closes into its bite.
    Vertical,
}

/// What a person asks of the card.
#[derive(Clone, Debug, PartialEq)]
pub enum CompareWish {
    Toggle,
    Tab(CompareTab),
    /// A bite is compared with the others, or not.
    Include(EntryKey, bool),
    /// A bite becomes A or B.
    Give(Role, EntryKey),
    Repeats(bool),
    Start,
    GiveUp,
    /// B is seen where A was, or A again; the view stays.
    Flip,
    /// The same by a key: it went down, or up.
    FlipKey(bool),
    SideBySide(bool),
    Paint(bool),
    /// Which openings are asked for.
    Range(Range),
    /// The jaw is looked at in this opening, mm, as long as one points at it.
    Point(Option<f64>),
    /// The same until another one is chosen, or this one once more.
    Pin(f64),
}

/// What was found as a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareFormat {
    /// A page to print.
    Pdf,
    Csv,
    Json,
}

impl CompareFormat {
    pub const ALL: [Self; 3] = [Self::Pdf, Self::Csv, Self::Json];

    pub fn name(self) -> &'static str {
        match self {
            Self::Pdf => "PDF",
            Self::Csv => "CSV",
            Self::Json => "JSON",
        }
    }

    /// Of the file's name.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Csv => "csv",
            Self::Json => "json",
        }
    }
}

/// Of which answers a report can have a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Printable {
    pub bites: bool,
    pub changes: bool,
    pub vertical: bool,
}

pub struct CompareTool {
    pub is_open: bool,
    pub tab: CompareTab,
    pub bites: BitesTab,
    pub earlier: EarlierTab,
    pub vertical: VerticalTab,
    side_by_side: bool,
    /// The teeth are painted by what differs.
    pub paints: bool,
    /// When the key that flips went down.
    flip_key: Option<Instant>,
}

impl Default for CompareTool {
    fn default() -> Self {
        Self {
            is_open: false,
            tab: CompareTab::default(),
            bites: BitesTab::default(),
            earlier: EarlierTab::default(),
            vertical: VerticalTab::default(),
            side_by_side: false,
            paints: true,
            flip_key: None,
        }
    }
}

impl CompareTool {
    pub fn enter(&mut self, session: &Session) {
        self.is_open = true;
        self.bites.enter(session);
    }

    /// What was found stays while the case is open; what is being computed does not go on.
    pub fn leave(&mut self) {
        (self.is_open, self.side_by_side, self.flip_key) = (false, false, None);
        self.bites.is_flipped = false;
        self.bites.inquiry.give_up();
        self.earlier.inquiry.give_up();
        self.vertical.inquiry.give_up();
        self.vertical.leave();
    }

    /// The card is about something else; the jaw is in its bite, or in the bites that are compared.
    pub fn turn_to(&mut self, tab: CompareTab) {
        (self.tab, self.side_by_side, self.flip_key) = (tab, false, None);
        self.bites.is_flipped = false;
        self.vertical.leave();
    }

    fn shows(&self, tab: CompareTab) -> bool {
        self.is_open && self.tab == tab
    }

    /// A case that comes now is meant to be compared.
    pub fn asks_for_earlier(&self) -> bool {
        self.shows(CompareTab::Earlier)
    }

    /// There are two bites to be seen one after the other.
    pub fn can_flip(&self) -> bool {
        let has = |role| self.bites.key_of(role).is_some();
        self.shows(CompareTab::Bites) && has(Role::Base) && has(Role::Other)
    }

    pub fn flip(&mut self) {
        self.bites.is_flipped = self.can_flip() && !self.bites.is_flipped;
    }

    pub fn flip_key(&mut self, is_down: bool, now: Instant) {
        if is_down {
            self.flip_key = Some(now);
            return self.flip();
        }
        if self.flip_key.take().is_some_and(|down| now.saturating_duration_since(down) > HELD) {
            self.flip();
        }
    }

    /// A stands on the left at first, whichever was seen.
    pub fn put_side_by_side(&mut self, on: bool) {
        self.side_by_side = on && self.can_flip();
        self.bites.is_flipped &= !self.side_by_side;
    }

    pub fn is_side_by_side(&self) -> bool {
        self.is_open && self.side_by_side
    }

    /// The pose that is to be seen; `None`: the bite's own.
    pub fn pose(&self, session: &Session) -> Option<Rigid> {
        let pose = match self.tab {
            CompareTab::Bites => self.bites.pose(session, self.bites.shown()),
            CompareTab::Earlier => None,
            CompareTab::Vertical => self.vertical.pose(),
        };
        pose.filter(|pose| self.is_open && *pose != session.bite())
    }

    /// Which bite a picture of both jaws shows, while bites are compared.
    pub fn bite_in(&self, pane: Pane, session: &Session) -> Option<String> {
        let role = match pane {
            Pane::Jaws => self.bites.shown(),
            Pane::Other => self.bites.not_shown(),
            Pane::Arch(_) => return None,
        };
        (self.is_open && self.tab == CompareTab::Bites).then(|| self.bites.words(session, role))
    }

    /// The pose in the picture beside it.
    pub fn other_pose(&self, session: &Session) -> Option<Rigid> {
        self.bites.pose(session, self.bites.not_shown()).filter(|_| self.is_side_by_side())
    }

    /// What paints the jaws in the place of the gap.
    pub fn painted(&self) -> Option<&Arc<Painted>> {
        match self.tab {
            CompareTab::Bites => self.bites.painted(),
            CompareTab::Earlier => self.earlier.painted(),
            CompareTab::Vertical => None,
        }
        .filter(|_| self.is_open)
    }

    /// There is a comparison under the tab, of what is asked now or not.
    pub fn has_found(&self) -> bool {
        match self.tab {
            CompareTab::Bites => self.bites.inquiry.found().is_some(),
            CompareTab::Earlier => self.earlier.inquiry.found().is_some(),
            CompareTab::Vertical => self.vertical.inquiry.found().is_some(),
        }
    }

    /// What was found and is of these jaws.
    pub fn printable(&self, pair: &Arc<JawPair>) -> Printable {
        Printable {
            bites: self.bites.inquiry.found().is_some_and(|found| found.is_of(pair)),
            changes: self.earlier.inquiry.found().is_some_and(|found| found.is_of(pair)),
            vertical: self.vertical.inquiry.found().is_some_and(|found| found.is_of(pair)),
        }
    }

    pub fn is_computing(&self) -> bool {
        self.bites.inquiry.is_busy() || self.earlier.inquiry.is_busy() || self.vertical.inquiry.is_busy()
    }

    pub fn follow(&mut self, session: &Session) {
        if self.is_open || self.is_computing() {
            self.bites.follow(session, self.shows(CompareTab::Bites) && self.paints);
            self.earlier.follow(session, self.shows(CompareTab::Earlier) && self.paints);
            self.vertical.follow(session);
        }
    }

    /// When it has something to do although nobody does anything.
    pub fn due(&self, now: Instant) -> Option<Instant> {
        self.is_computing().then_some(now + PROGRESS_STEP)
    }
}
