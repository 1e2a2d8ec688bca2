//! What lies on the desk, whether or not a case is open. Panels read it and put wishes into its letter box; `update` and the hands
//! alone change it.
use super::habits::Habits;
use super::messages::Messages;
use super::open::Open;
use super::opening::{Opening, PendingScan, ScanLook};
use super::profile::Profile;
use super::safety::Safety;
use super::view::ViewLayout;
use super::wishes::Wishes;
use crate::app::actions::Action;
use crate::base::{LengthUnit, Wake};
use crate::session::{LoadedCase, RecentCases, Session, State, TeethQuestion};
use egui::ColorImage;
use std::collections::BTreeMap;
use std::sync::Arc;

pub struct Desk {
    /// The open case, with everything that dies with it.
    pub open: Option<Open>,
    pub arriving: Arriving,
    pub recent: Recent,
    pub safety: Safety,
    pub habits: Habits,
    pub layout: ViewLayout,
    pub panes: Panes,
    pub messages: Messages,
    pub meters: Meters,
    /// A report is being made.
    pub reporting: bool,
    pub command_line: CommandLine,
    /// Called on a worker's thread when it has something to say.
    pub wake: Wake,
    wishes: Wishes,
}

/// Cases on their way to the desk.
#[derive(Default)]
pub struct Arriving {
    /// A case that is being read.
    pub opening: Option<Opening>,
    /// One that was read and waits for an answer about unsaved changes.
    pub read: Option<Box<(LoadedCase, Opening)>>,
    /// Changes that the person has given up for it.
    pub given_up: Option<State>,
    /// One scan of two: the other one is still to come.
    pub pending: Option<PendingScan>,
    /// Whether that one can be read.
    pub look: Option<ScanLook>,
    /// What it looks like, once it was read.
    pub glimpse: Option<Arc<ColorImage>>,
}

#[derive(Default)]
pub struct Recent {
    pub cases: RecentCases,
    /// Small pictures of recent cases, by their keys.
    pub pictures: BTreeMap<String, Arc<ColorImage>>,
}

/// Which panes are shown over the rest.
#[derive(Clone, Copy, Debug, Default)]
pub struct Panes {
    pub key_sheet: bool,
    pub notes: bool,
    pub profile: bool,
    /// The question what is to stand in a report.
    pub report: bool,
}

/// What the program says about itself.
#[derive(Clone, Debug, Default)]
pub struct Meters {
    pub frame_ms: Option<f64>,
    /// Of the window, logical points.
    pub width: f32,
    pub latency_ms: Option<f64>,
    pub profile: Profile,
    pub engine: String,
    /// Why it is that engine, executed in that way.
    pub engine_reason: String,
    /// Of executions that are not used here, if there are any.
    pub checkup: Option<String>,
    /// All executions that run here were found to give the exact answers.
    pub is_checked: bool,
    /// Adapter and driver.
    pub graphics: String,
}

/// How files are opened unless something else is said.
#[derive(Clone, Debug, Default)]
pub struct CommandLine {
    pub unit: Option<LengthUnit>,
    pub close: bool,
    /// Of the first case.
    pub layout: Option<ViewLayout>,
    pub teeth: TeethQuestion,
}

impl Desk {
    /// `wake` is called on a worker's thread when it has something to say.
    pub fn new(wake: Wake) -> Self {
        Self {
            open: None,
            arriving: Arriving::default(),
            recent: Recent::default(),
            safety: Safety::default(),
            habits: Habits::default(),
            layout: ViewLayout::default(),
            panes: Panes::default(),
            messages: Messages::default(),
            meters: Meters::default(),
            reporting: false,
            command_line: CommandLine { close: true, ..CommandLine::default() },
            wake,
            wishes: Wishes::default(),
        }
    }

    pub fn wish(&self, action: impl Into<Action>) {
        self.wishes.put(action, false);
    }

    /// A wish by key; `repeated` while the key is held down.
    pub fn wish_by_key(&self, action: impl Into<Action>, repeated: bool) {
        self.wishes.put(action, repeated);
    }

    pub fn wishes(&self) -> &Wishes {
        &self.wishes
    }

    pub fn session(&self) -> Option<&Session> {
        self.open.as_ref().map(|o| &o.session)
    }

    /// The open case and the letter box, for hands that change the one and fill the other.
    pub fn open_and_wishes(&mut self) -> Option<(&mut Open, &Wishes)> {
        self.open.as_mut().map(|open| (open, &self.wishes))
    }

    /// A case is seen, and none is on its way.
    pub fn shows_case(&self) -> bool {
        self.open.is_some() && !self.is_loading()
    }

    pub fn is_loading(&self) -> bool {
        self.arriving.opening.is_some()
    }

    /// The open case has changes that are in no file of the person's.
    pub fn is_unsaved(&self) -> bool {
        self.open.as_ref().is_some_and(Open::is_unsaved)
    }

    /// Of the open case; empty where there is none.
    pub fn title(&self) -> String {
        self.open.as_ref().map_or_else(String::new, Open::title)
    }
}
