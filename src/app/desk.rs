//! What lies on the desk: the open case, how it is looked at, what the hands are doing, what there is to say. Panels
//! read it and put wishes on it; nothing here knows the GPU or the window.
use super::action::Action;
use super::budget::PictureBudget;
use super::case::{Leaving, OpenCase, SaveAs};
use super::first_contact::ContactMark;
use super::handles::Handles;
use super::hands::Drag;
use super::layers::LayerView;
use super::messages::{Kind, Messages};
use super::notes::NotesDesk;
use super::opening::{Opening, PendingScan};
use super::panels::views::ViewsMenu;
use super::profile::Profile;
use super::restore::ReadAs;
use super::stats::Times;
use super::teeth::TeethDesk;
use super::zones::{SurenessWish, ZoneList};
use crate::base::{LengthUnit, Rigid, Warning};
use crate::export::json::AnalysisRecord;
use crate::field::Metrics;
use crate::jaw::JawSide;
use crate::render::{Camera, Hit, JawStyle, MapView, PaintSettings, SceneView, StandardView, Theme};
use crate::session::case_file::RecoveryRecord;
use crate::session::exact_job::Wake;
use crate::session::recent::RecentCase;
use crate::session::{CaseContent, ExactWatch, LoadTimes, LoadedCase, RecentCases, Session, Settings};
use egui::ColorImage;
use glam::{DVec2, DVec3};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// How the jaws are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// Every triangle, smooth edges.
    Full,
    /// In motion on a software driver: no more than the eye catches.
    Moving,
}

/// Most that a surface in motion may be away from the scan's, pixels.
const MOVING_ERROR_PX: f64 = 1.0;
/// What the middle of the window shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ViewLayout {
    #[default]
    Jaws,
    Split,
    Map,
}

impl ViewLayout {
    pub fn shows_jaws(self) -> bool {
        self != Self::Map
    }

    pub fn shows_map(self) -> bool {
        self != Self::Jaws
    }

    /// Its name in files.
    pub fn key(self) -> &'static str {
        match self {
            Self::Jaws => "3d",
            Self::Split => "split",
            Self::Map => "map",
        }
    }

    /// The layout of a name; an unknown one is the first.
    pub fn of_key(key: &str) -> Self {
        [Self::Split, Self::Map].into_iter().find(|l| l.key() == key).unwrap_or_default()
    }

    pub fn next(self) -> Self {
        match self {
            Self::Jaws => Self::Split,
            Self::Split => Self::Map,
            Self::Map => Self::Jaws,
        }
    }
}

/// A change of the view that needs the size of the picture and the shape of the jaws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Look {
    At(StandardView),
    /// Three quarters from the front: what a case opens with.
    Opening,
    Fit,
}

/// Asked after an import; the case is already there.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    pub unit: Option<String>,
    pub unit_now: LengthUnit,
    pub sides: Option<String>,
}

/// Figures as the panels show them.
#[derive(Clone, Debug, Default)]
pub struct FiguresShown {
    pub metrics: Option<Metrics>,
    /// They belong to an earlier pose than the picture.
    pub stale: bool,
    pub passes_ms: Vec<(&'static str, f64)>,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct TimesShown {
    pub frame_ms: Option<f64>,
    pub latency_ms: Option<f64>,
}

impl TimesShown {
    pub fn new(frame: &Times, latency: &Times) -> Self {
        Self { frame_ms: frame.last(), latency_ms: latency.last() }
    }
}

/// What the cursor is on, in either view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pointed {
    pub hit: Option<Hit>,
    /// Place on the map (col, row) under the cursor, while the cursor is over the map.
    pub map_place: Option<DVec2>,
    /// World point that belongs to `map_place`.
    pub world: Option<DVec3>,
}

pub struct Desk {
    pub session: Option<Session>,
    /// Files of the open case; `None` for the sample.
    pub paths: Option<RecentCase>,
    /// The open case as a file.
    pub case: OpenCase,
    /// The card that asks where to save, while it is shown.
    pub save_as: Option<SaveAs>,
    /// The question before unsaved changes go, while it is open.
    pub leaving: Option<Leaving>,
    /// When a case that a killed program has left was saved: it is offered.
    pub left_over: Option<String>,
    /// Small pictures of recent cases, by their keys.
    pub pictures: BTreeMap<String, Arc<ColorImage>>,
    pub read_as: ReadAs,
    pub notes: NotesDesk,
    /// What is typed into the menu of views.
    pub views: ViewsMenu,
    /// A report is being made.
    pub reporting: bool,
    /// Pictures in files are so many times as wide and high as on the screen.
    pub snapshot_times: u32,
    /// A snapshot that waits for its scans.
    pub awaited: Option<Box<AnalysisRecord>>,
    pub warnings: Vec<Warning>,
    pub camera: Camera,
    pub look: Option<Look>,
    /// A look that waits for the next layout, which changes the picture's shape.
    pub look_after_layout: Option<Look>,
    pub layout: ViewLayout,
    /// In an occlusal view the other jaw, which would cover the teeth, is left out of the picture.
    pub solo: Option<JawSide>,
    pub map_view: Option<MapView>,
    /// The person has moved the map: it is no longer fitted by itself.
    pub map_moved: bool,
    pub drag: Option<Drag>,
    /// The lower jaw is selected: it has handles for single axes.
    pub selected: bool,
    /// Part of a wheel step left over, in steps.
    pub wheel_rest: f64,
    pub pointed: Pointed,
    pub figures: FiguresShown,
    /// The exact figures of the pose at rest, beside the live ones.
    pub exact: ExactWatch,
    /// Whether it is wanted how sure they are.
    pub sureness: SurenessWish,
    /// The contacts of the pose at rest, one by one.
    pub zones: ZoneList,
    /// When they are to be asked for, or their progress shown, although nothing happens.
    pub exact_due: Option<Instant>,
    /// The layers of the map's pixel that is pointed at.
    pub layers: LayerView,
    /// The teeth, and naming them.
    pub teeth: TeethDesk,
    /// When they are to be looked for.
    pub teeth_due: Option<Instant>,
    /// The place of the first contact, for a moment.
    pub contact_mark: Option<ContactMark>,
    pub times: TimesShown,
    pub profile: Profile,
    pub picture_budget: PictureBudget,
    pub engine_text: String,
    /// Why it is that engine, executed in that way.
    pub engine_reason: String,
    /// Called on a worker's thread when it has something to say.
    pub wake: Wake,
    pub saved: Option<String>,
    pub messages: Messages,
    pub question: Option<Question>,
    pub pending: Option<PendingScan>,
    pub recent: RecentCases,
    pub key_sheet_open: bool,
    pub key_search: String,
    pub opening: Option<Opening>,
    /// The case just opened, for the parts that live on the GPU.
    pub arrived: Option<LoadedCase>,
    /// Prepared scans are kept on disk.
    pub keeps_prepared: bool,
    /// How long the open case took to open.
    pub opened: LoadTimes,
    /// The estimated directions are doubtful: their section is opened once.
    pub show_directions: bool,
    /// The section of the projection is open: its direction is seen in the picture.
    pub show_projection: bool,
    /// The last time the jaw or the view was moved.
    pub moved_at: Instant,
    /// With each: it comes from a key that is held down.
    wishes: Vec<(Action, bool)>,
}

impl Desk {
    /// `wake` is called on a worker's thread when it has something to say.
    pub fn new(recent: RecentCases, wake: Wake) -> Self {
        Self {
            session: None,
            paths: None,
            case: OpenCase::default(),
            save_as: None,
            leaving: None,
            left_over: None,
            pictures: BTreeMap::new(),
            read_as: ReadAs::default(),
            notes: NotesDesk::default(),
            views: ViewsMenu::default(),
            reporting: false,
            snapshot_times: 1,
            awaited: None,
            warnings: Vec::new(),
            camera: Camera::default(),
            look: None,
            look_after_layout: None,
            layout: ViewLayout::default(),
            solo: None,
            map_view: None,
            map_moved: false,
            drag: None,
            selected: false,
            wheel_rest: 0.0,
            pointed: Pointed::default(),
            figures: FiguresShown::default(),
            exact: ExactWatch::new(wake.clone()),
            sureness: SurenessWish::default(),
            zones: ZoneList::default(),
            exact_due: None,
            layers: LayerView::default(),
            teeth: TeethDesk::default(),
            teeth_due: None,
            contact_mark: None,
            times: TimesShown::default(),
            profile: Profile::default(),
            picture_budget: PictureBudget::default(),
            engine_text: String::new(),
            engine_reason: String::new(),
            wake,
            saved: None,
            messages: Messages::default(),
            question: None,
            pending: None,
            recent,
            key_sheet_open: false,
            key_search: String::new(),
            opening: None,
            arrived: None,
            keeps_prepared: true,
            opened: LoadTimes::default(),
            show_directions: false,
            show_projection: false,
            moved_at: Instant::now(),
            wishes: Vec::new(),
        }
    }

    pub fn wish(&mut self, action: Action) {
        self.wishes.push((action, false));
    }

    /// A wish by key; `repeated` while the key is held down.
    pub fn wish_by_key(&mut self, action: Action, repeated: bool) {
        self.wishes.push((action, repeated));
    }

    pub fn take_wishes(&mut self) -> Vec<(Action, bool)> {
        std::mem::take(&mut self.wishes)
    }

    pub fn has_wishes(&self) -> bool {
        !self.wishes.is_empty()
    }

    pub fn case_name(&self) -> String {
        match (&self.session, &self.paths) {
            (None, _) => String::new(),
            (Some(_), None) => "Sample case".into(),
            (Some(_), Some(paths)) => paths.label(),
        }
    }

    /// A case is seen, and none is on its way.
    pub fn shows_case(&self) -> bool {
        self.session.is_some() && !self.is_loading()
    }

    pub fn is_loading(&self) -> bool {
        self.opening.is_some()
    }

    /// Stage, fraction and name of what is being opened.
    pub fn loading_state(&self) -> Option<(&'static str, f64, String)> {
        self.opening.as_ref().map(|o| {
            let (stage, fraction) = o.state();
            (stage, fraction, o.label())
        })
    }

    /// Puts a case that was read on the desk.
    pub fn receive(&mut self, case: LoadedCase, opening: &Opening) {
        let session = self.session_of(&case, opening.pose);
        self.paths = match case.content.as_ref().and_then(|c| c.recovery.as_ref()) {
            Some(recovery) => recovered_paths(recovery),
            None => opening.case.clone(),
        };
        self.case = OpenCase::opened(&session, &case, opening.case.as_ref(), opening.close);
        if case.content.is_some() && opening.asked_for_unit() {
            // The file says another unit.
            self.case.forget_saved();
        }
        self.session = Some(session);
        self.saved = None;
        (self.save_as, self.leaving) = (None, None);
        self.views = ViewsMenu::default();
        self.read_as = opening.read_as(&case);
        self.teeth.begin(self.paths.as_ref(), self.session.as_ref());
        if !opening.instead {
            self.messages.clear();
        }
        self.question = opening.question(&case);
        self.warnings.clone_from(&case.warnings);
        if let Some(case) = &self.paths {
            self.recent.add(case.clone());
        }
        self.figures = FiguresShown::default();
        self.exact.forget();
        self.zones.forget();
        self.exact_due = None;
        self.layers.forget();
        self.contact_mark = None;
        self.drag = None;
        self.selected = false;
        if opening.case.is_some() {
            self.pending = None;
        }
        self.pointed = Pointed::default();
        self.look_after_layout = None;
        self.look = match case.content.as_deref() {
            Some(CaseContent { camera: Some(camera), layout, .. }) => {
                (self.camera, self.layout) = (*camera, ViewLayout::of_key(layout));
                None
            }
            _ => Some(Look::Opening),
        };
        self.solo = None;
        self.map_view = None;
        self.map_moved = false;
        self.opened = case.times;
        self.arrived = Some(case);
        self.moved_at = Instant::now();
    }

    /// The session that a case which was read begins with. Scans by themselves are looked at with the settings of now.
    fn session_of(&self, case: &LoadedCase, pose: Option<Rigid>) -> Session {
        match &case.content {
            Some(content) => {
                let mut content = content.clone();
                content.upper_from_lower = pose.unwrap_or(content.upper_from_lower);
                content.session(case.pair.clone())
            }
            None => {
                let settings = self.session.as_ref().map(|s| s.settings().clone()).unwrap_or_default();
                Session::new(case.pair.clone(), pose.unwrap_or(Rigid::IDENTITY), settings)
            }
        }
    }

    /// No case is open any more.
    pub fn close(&mut self) {
        self.session = None;
        self.paths = None;
        self.case = OpenCase::default();
        (self.save_as, self.leaving, self.question, self.pending) = (None, None, None, None);
        self.messages.clear();
        self.saved = None;
        self.warnings.clear();
        self.figures = FiguresShown::default();
        self.exact.forget();
        self.exact_due = None;
        self.layers.forget();
        self.zones.forget();
        self.contact_mark = None;
        self.drag = None;
        self.selected = false;
        self.pointed = Pointed::default();
        self.map_view = None;
        self.arrived = None;
    }

    /// The small picture of a recent case.
    pub fn take_picture(&mut self, key: String, picture: &image::RgbaImage) {
        let size = [picture.width() as usize, picture.height() as usize];
        let picture = ColorImage::from_rgba_unmultiplied(size, picture.as_raw());
        self.pictures.insert(key, Arc::new(picture));
    }

    /// Whether the jaw is in the picture: not hidden, and not left out of an occlusal view of the other.
    pub fn shows(&self, side: JawSide) -> bool {
        match self.solo {
            Some(solo) => solo == side,
            None => self.session.as_ref().is_some_and(|s| s.settings().jaw(side).visible),
        }
    }

    /// Handles of the lower jaw, while it is selected and shown.
    pub fn handles(&self, size: [u32; 2], pixels_per_point: f64) -> Option<Handles> {
        let session = self.session.as_ref().filter(|_| self.selected && self.shows(JawSide::Lower))?;
        Handles::new(session, &self.camera, size, pixels_per_point)
    }

    /// Whether a hand holds the lower jaw.
    pub fn moves_jaw(&self) -> bool {
        self.drag.is_some_and(|d| d.holds_jaw())
    }

    /// Everything that decides the picture of the jaws.
    pub fn scene_view(&self, size: [u32; 2], theme: Theme, care: Care) -> SceneView {
        let settings = self.session.as_ref().map(|s| s.settings().clone()).unwrap_or_default();
        SceneView {
            camera: self.camera,
            size,
            upper: jaw_style(&settings, JawSide::Upper, self.shows(JawSide::Upper)),
            lower: jaw_style(&settings, JawSide::Lower, self.shows(JawSide::Lower)),
            upper_from_lower: self.session.as_ref().map_or(Rigid::IDENTITY, Session::upper_from_lower),
            paint: paint_settings(&settings),
            painted: settings.paint,
            theme,
            highlight: self.marked(),
            antialias: care == Care::Full,
            most_pixels: self.most_pixels(care),
            live_alone: care == Care::Moving,
            most_error_px: if care == Care::Full { 0.0 } else { MOVING_ERROR_PX },
        }
    }

    /// Most pixels that a picture is drawn with.
    pub fn most_pixels(&self, care: Care) -> u64 {
        match care {
            Care::Full => u64::MAX,
            Care::Moving => self.picture_budget.pixels(),
        }
    }

    /// Millimetres a physical pixel in the plane through the middle of the view.
    pub fn mm_per_px(&self, size: [u32; 2]) -> f64 {
        self.camera.mm_per_px(size)
    }

    /// Shows what is doubtful about the case just opened.
    pub fn say_warnings(&mut self) {
        let Some(session) = &self.session else { return };
        let pair = session.pair().clone();
        let of_jaw = |text: &str| [&pair.upper, &pair.lower].iter().any(|j| text.starts_with(&format!("{}: ", j.name)));
        // What was repaired on one scan stands with that scan; the rest concerns the case.
        for warning in &self.warnings {
            let asked = self.question.as_ref().and_then(|q| q.unit.as_ref()).is_some_and(|q| warning.0.starts_with(q));
            if !asked && (!of_jaw(&warning.0) || warning.0.contains("swapped")) {
                self.messages.add(Kind::Warning, warning.0.clone());
                self.show_directions |= warning.0.contains("by hand");
            }
        }
    }

    /// Which jaw shows a point of both surfaces best.
    pub fn front_jaw(&self) -> JawSide {
        let Some(session) = &self.session else { return JawSide::Lower };
        let from_above = self.camera.towards_viewer().dot(session.frame().up) > 0.0;
        let (upper, lower) = (self.shows(JawSide::Upper), self.shows(JawSide::Lower));
        match (upper, lower) {
            (true, false) => JawSide::Upper,
            (false, true) => JawSide::Lower,
            _ if from_above => JawSide::Upper,
            _ => JawSide::Lower,
        }
    }
}

/// What a recovered case was, before its program ended.
fn recovered_paths(recovery: &RecoveryRecord) -> Option<RecentCase> {
    let scans = || recovery.scans.clone().map(|[u, l]| RecentCase::Scans { upper: u.into(), lower: l.into() });
    recovery.case.as_ref().map(|case| RecentCase::File { case: case.into() }).or_else(scans)
}

/// Opacity of a jaw in the x-ray view: still solid enough to be taken hold of.
const X_RAY_OPACITY: f32 = 0.5;

fn jaw_style(settings: &Settings, side: JawSide, visible: bool) -> JawStyle {
    let opacity = settings.jaw(side).opacity.min(if settings.x_ray { X_RAY_OPACITY } else { 1.0 });
    JawStyle { visible, opacity, show_added: settings.added_faces, ..JawStyle::default() }
}

pub fn paint_settings(settings: &Settings) -> PaintSettings {
    PaintSettings {
        palette: settings.palette,
        threshold_mm: settings.threshold_mm as f32,
        range_mm: settings.range_mm as f32,
        iso_step_mm: settings.iso_step_mm.unwrap_or(0.0) as f32,
    }
}
