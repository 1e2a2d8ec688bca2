//! The open case: everything that dies with it. To open a case is to put one of these on the desk, to close it is to take it away.
use super::awaited::{Awaited, Writing};
use super::bites::BiteTool;
use super::case::OpenCase;
use super::compare::CompareTool;
use super::contact_mark::ContactMark;
use super::contact_shown::ContactShown;
use super::figures::FiguresShown;
use super::habits::Habits;
use super::hand::Hand;
use super::handles::Handles;
use super::layers::LayerView;
use super::leaving::Leaving;
use super::lock::BiteLock;
use super::measure::MeasureTool;
use super::motion::MotionMode;
use super::opening::{ImportQuestion, Opening, ReadAs};
use super::ortho::OrthoState;
use super::pins::PinTool;
use super::save_as::SaveAs;
use super::section::SectionView;
use super::teeth::TeethState;
use super::trim::TrimTool;
use super::view::{Look, Pane, View, ViewLayout};
use super::zones::ZoneList;
use crate::base::words::{in_english, say};
use crate::base::{Rigid, Wake, Warning};
use crate::engine::{Contact, PairForms, UncertaintySettings};
use crate::exact::ExactQuestion;
use crate::export::motion::paint::Painted;
use crate::field::GapSpread;
use crate::jaw::{JawPair, JawSide, ToothRegion};
use crate::render::Hit;
use crate::session::at_rest::most_projections;
use crate::session::case_file::RecoveryRecord;
use crate::session::recent::RecentCase;
use crate::session::{
    CaseContent, ExactState, ExactWatch, LiveContact, LiveContactQuestion, LoadTimes, LoadedCase, Session, Settings,
    TeethQuestion, Wanted, WantedOfMap,
};
use glam::DVec3;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

pub struct Open {
    pub session: Session,
    /// Files of the case; `None` for the sample.
    pub from: Option<RecentCase>,
    /// The case as a file.
    pub case: OpenCase,
    pub read_as: ReadAs,
    pub warnings: Vec<Warning>,
    /// How long it took to open.
    pub opened: LoadTimes,
    /// What was said of the estimated directions, where they are doubtful.
    pub doubts_of_directions: Vec<String>,
    pub question: Option<ImportQuestion>,
    /// The card that asks where to save, while it is shown.
    pub save_as: Option<SaveAs>,
    /// The question before unsaved changes go, while it is open.
    pub leaving: Option<Leaving>,
    /// When something of it was saved last, "12:03".
    pub saved: Option<String>,
    pub view: View,
    pub hand: Hand,
    /// Whether the lower jaw may be moved.
    pub lock: BiteLock,
    /// Bites that the jaw glides to, or that are looked for.
    pub bites: BiteTool,
    /// The last time the jaw or the view was moved.
    pub moved_at: Instant,
    pub figures: FiguresShown,
    /// The exact figures of the pose at rest, beside the live ones.
    pub exact: ExactWatch,
    /// When they are to be asked for, or their progress shown, although nothing happens.
    pub exact_due: Option<Instant>,
    /// What was asked for before everything was known that it tells.
    pub awaited: Vec<Awaited>,
    /// The contact while the jaw moves.
    pub live_contact: LiveContact,
    /// The contacts that are shown, one by one.
    pub zones: ZoneList,
    /// How sure contact is, while the paint is to say it and it is known.
    pub sure: Option<Arc<GapSpread>>,
    /// The layers of the map's pixel that is pointed at.
    pub layers: LayerView,
    /// The teeth, and naming them.
    pub teeth: TeethState,
    /// The tool that trims.
    pub trim: TrimTool,
    pub section: SectionView,
    /// The tool that measures.
    pub measure: MeasureTool,
    /// The Motion mode.
    pub motion: MotionMode,
    /// The Compare card.
    pub compare: CompareTool,
    /// Called on a worker's thread when it has something to say.
    pub wake: Wake,
    /// The orthodontic figure whose points can be dragged.
    pub ortho: OrthoState,
    /// The tool that puts pins.
    pub pins: PinTool,
    /// The place of the first contact, until the jaw is moved.
    pub contact_mark: Option<ContactMark>,
}

impl Open {
    /// A case that was read. `settings` are those of scans that bring none along, `labels` what the command line says about teeth,
    /// `wake` is called on a worker's thread when it has something to say.
    pub fn new(loaded: &LoadedCase, opening: &Opening, settings: Settings, labels: &TeethQuestion, wake: Wake) -> Self {
        let session = session_of(loaded, opening.pose, settings);
        let from = match loaded.content.as_ref().and_then(|c| c.recovery.as_ref()) {
            Some(recovery) => recovered_from(recovery),
            None => opening.case.clone(),
        };
        let mut case = OpenCase::opened(&session, loaded, opening.case.as_ref(), opening.close);
        if loaded.content.is_some() && opening.asked_for_unit() {
            // The file says another unit.
            case.forget_saved();
        }
        let camera = loaded.content.as_ref().and_then(|c| c.camera);
        let solo = loaded.content.as_ref().and_then(|c| c.solo);
        let look = if camera.is_none() { Some(Look::Opening) } else { None };
        Self {
            read_as: opening.read_as(loaded),
            warnings: loaded.warnings.clone(),
            opened: loaded.times,
            doubts_of_directions: Vec::new(),
            question: opening.question(loaded),
            save_as: None,
            leaving: None,
            saved: None,
            view: View { camera: camera.unwrap_or_default(), look, solo, ..View::default() },
            hand: Hand::default(),
            lock: BiteLock::default(),
            bites: BiteTool::default(),
            moved_at: Instant::now(),
            figures: FiguresShown::default(),
            exact: ExactWatch::new(wake.clone()).with_forms(loaded.forms.clone()),
            live_contact: LiveContact::new(wake.clone()),
            exact_due: None,
            awaited: Vec::new(),
            zones: ZoneList::default(),
            sure: None,
            layers: LayerView::default(),
            teeth: TeethState::of_case(labels, from.as_ref(), &session),
            trim: TrimTool::default(),
            section: SectionView::of_case(&session),
            measure: MeasureTool::default(),
            motion: MotionMode::default(),
            compare: CompareTool::default(),
            wake,
            ortho: OrthoState::default(),
            pins: PinTool::default(),
            contact_mark: None,
            session,
            from,
            case,
        }
    }

    /// The paint says how sure contact is, and not how large the gap is.
    pub fn paints_sure(&self) -> bool {
        self.sure.is_some() && self.contact().is_some() && self.settings().paint
    }

    /// The jaws are painted by a whole movement, and not by the gap of the moment.
    pub fn paints_movement(&self) -> bool {
        self.motion.is_open && self.settings().paint && self.motion.drawn.painted().is_some()
    }

    /// What paints the jaws in the place of the gap: a whole movement, or what differs between bites.
    pub fn classes(&self) -> Option<&Arc<Painted>> {
        let of_movement = self.motion.drawn.painted().filter(|_| self.motion.is_open);
        of_movement.or(self.compare.painted()).filter(|_| self.settings().paint)
    }

    /// Where the lower jaw is in that picture.
    pub fn upper_from_lower_in(&self, pane: Pane) -> Rigid {
        let other = (pane == Pane::Other).then(|| self.compare.other_pose(&self.session)).flatten();
        other.unwrap_or_else(|| self.session.upper_from_lower())
    }

    pub fn name(&self) -> String {
        self.from.as_ref().map_or_else(|| say!("open-sample-case").into(), RecentCase::label)
    }

    /// There are changes that are in no file of the person's.
    pub fn is_unsaved(&self) -> bool {
        self.case.is_unsaved(&self.session)
    }

    /// The case's name, with a star while it has changes that are not saved.
    pub fn title(&self) -> String {
        format!("{}{}", self.name(), if self.is_unsaved() { "*" } else { "" })
    }

    /// What a recovery file says about where the case came from.
    pub fn recovery_record(&self) -> RecoveryRecord {
        let text = |path: &PathBuf| path.display().to_string();
        let scans = self.from.as_ref().and_then(RecentCase::scans);
        RecoveryRecord {
            case: self.case.file.as_ref().map(text),
            scans: scans.map(|paths| paths.map(text)),
            name: self.name(),
        }
    }

    /// What is to be written of the case now.
    pub fn content(&self, layout: ViewLayout) -> CaseContent {
        CaseContent {
            camera: Some(self.view.camera),
            solo: self.view.solo,
            layout: layout.key().into(),
            saved: in_english(crate::export::now_text),
            ..CaseContent::of(&self.session, &self.case.kept)
        }
    }

    pub fn pair(&self) -> &Arc<JawPair> {
        self.session.pair()
    }

    /// They are doubtful, and nobody has changed them.
    pub fn directions_are_doubtful(&self) -> bool {
        !self.doubts_of_directions.is_empty() && self.session.directions().frame == self.pair().frame
    }

    /// The pair in the forms that the live engine, the worker at rest and reports share.
    pub fn forms(&mut self) -> Arc<PairForms> {
        let pair = self.session.pair().clone();
        self.exact.forms(&pair)
    }

    pub fn settings(&self) -> &Settings {
        self.session.settings()
    }

    /// The case is in a file as of now.
    pub fn was_saved(&mut self) {
        self.saved = Some(jiff::Zoned::now().strftime("%H:%M").to_string());
    }

    /// The hand or the view has moved just now.
    pub fn touch(&mut self) {
        self.moved_at = Instant::now();
    }

    /// The jaw is in its bite again; what is looked for or was found is given up.
    pub fn leave_bites(&mut self) {
        self.bites.leave();
        self.bites.arrive();
        if !self.motion.is_open {
            self.session.play(None);
        }
        self.touch();
    }

    /// Whether the jaw is in the picture: not hidden, and not left out of an occlusal view of the other.
    pub fn shows(&self, side: JawSide) -> bool {
        match self.view.solo {
            Some(solo) => solo == side,
            None => self.settings().jaw(side).visible,
        }
    }

    /// Whether the jaw is in that picture.
    pub fn shows_in(&self, pane: Pane, side: JawSide) -> bool {
        match pane {
            Pane::Jaws | Pane::Other => self.shows(side),
            Pane::Arch(shown) => shown == side,
        }
    }

    /// Which jaw shows a point of both surfaces best in that picture.
    pub fn front_jaw(&self, pane: Pane) -> JawSide {
        let from_above = self.view.camera_of(pane).towards_viewer().dot(self.session.frame().up) > 0.0;
        match (self.shows_in(pane, JawSide::Upper), self.shows_in(pane, JawSide::Lower)) {
            (true, false) => JawSide::Upper,
            (false, true) => JawSide::Lower,
            _ if from_above => JawSide::Upper,
            _ => JawSide::Lower,
        }
    }

    /// Handles of the lower jaw in that picture, while it is selected and shown.
    pub fn handles(&self, pane: Pane, size: [u32; 2], pixels_per_point: f64) -> Option<Handles> {
        let is_shown =
            self.hand.selected && self.may_be_moved() && !self.motion.is_open && self.shows_in(pane, JawSide::Lower);
        let camera = self.view.camera_of(pane);
        is_shown.then(|| Handles::new(&self.session, camera, size, pixels_per_point)).flatten()
    }

    /// The place to be marked in the picture: the one pointed at on the map, else that of the first contact.
    pub fn marked(&self) -> Option<DVec3> {
        let pose = self.session.upper_from_lower();
        self.hand.pointed.world.or_else(|| self.contact_mark.and_then(|m| m.in_pose(&pose)))
    }

    /// Surface of both jaws that is trimmed.
    pub fn trimmed_mm2(&self) -> f64 {
        self.session.trim().area_mm2(self.pair())
    }

    /// The contact of the pose as it is now, by closest gap, exactly: what is written down. `None` until it is known.
    pub fn contact(&self) -> Option<&Arc<Contact>> {
        self.exact.fresh_zones().map(|answered| &answered.contact)
    }

    /// Whether contact and figures of the pose as it is now are not known yet, and will be if nobody moves anything.
    pub fn are_figures_on_their_way(&self) -> bool {
        let is_coming = |state: ExactState| matches!(state, ExactState::Waiting | ExactState::Running(..));
        let contact_is = self.contact().is_none() && is_coming(self.exact.zones_state());
        let exact_are = self.exact.fresh().is_none() && is_coming(self.exact.state());
        (contact_is || exact_are) && !self.moves_jaw()
    }

    /// Whether something is not known yet that is told of this pose: by a picture the figures that the window shows a moment later (those
    /// of the live map alone could say another thing), by what goes to others also how sure they are.
    pub fn is_coming(&self, what: &Writing) -> bool {
        let tells_how_sure = !matches!(what, Writing::Snapshot);
        self.are_figures_on_their_way() || tells_how_sure && self.exact.is_uncertainty_coming()
    }

    pub fn awaits_report(&self) -> bool {
        self.awaited.iter().any(|awaited| matches!(awaited.what, Writing::Report(_)))
    }

    /// The contact that headline, list, curve and areas are of.
    pub fn contact_shown(&self) -> ContactShown<'_> {
        let of_moment = || self.live_contact.shown(&LiveContactQuestion::of(&self.session), Instant::now());
        match (self.contact(), self.motion.contact().or_else(of_moment)) {
            (Some(contact), _) => ContactShown::AtRest(contact),
            (None, Some(contact)) => ContactShown::Moment(contact),
            (None, None) if self.is_contact_awaited() => ContactShown::Awaited,
            (None, None) => ContactShown::Map,
        }
    }

    /// The last contact is of elsewhere, and the next is on its way: until then nothing else stands in.
    fn is_contact_awaited(&self) -> bool {
        self.live_contact.is_at_work() && !matches!(self.exact.zones_state(), ExactState::Off | ExactState::Failed(_))
    }

    /// What is to be known exactly: of the pose as it is, and once the live figures have settled of their projection and pixels.
    pub fn wanted(&self, habits: &Habits) -> Wanted {
        let question = self.session.question(None);
        let of_map = self.figures.settled().map(|(live, _)| {
            let question = self.session.question(live.projection.map(|p| p.direction));
            WantedOfMap { asked: ExactQuestion { question, projection: live.projection }, live: live.clone() }
        });
        let centre = self.session.frame().origin;
        let uncertainty = habits.uncertainty.wanted().map(|usual| self.nearby(usual));
        let most_projections = if habits.all_projections { most_projections(self.settings().direction) } else { 1 };
        let scope = self.teeth.is_settled().then(|| self.session.scope());
        Wanted { question, of_map, most_projections, uncertainty, centre, scope }
    }

    /// Which poses nearby are tried: of a bite that bite scans have measured by its own covariance, else as it is usual.
    pub fn nearby(&self, usual: UncertaintySettings) -> UncertaintySettings {
        let pose = self.session.upper_from_lower();
        self.bites.known_by(usual.clone()).unwrap_or_else(|| self.session.bites().known_by(&pose, usual))
    }

    /// A hand may move the lower jaw: its bite is free, no other pose is only looked at, and none is compared.
    pub fn may_be_moved(&self) -> bool {
        self.lock.is_free() && self.bites.preview().is_none() && !self.bites.is_gliding() && !self.compare.is_open
    }

    /// Names of the teeth of the upper and the lower jaw, as records have them.
    pub fn tooth_names(&self) -> [Vec<String>; 2] {
        let regions = |side| &self.session.teeth().jaw(side).regions;
        in_english(|| {
            [JawSide::Upper, JawSide::Lower].map(|side| regions(side).iter().map(ToothRegion::name).collect())
        })
    }

    /// The tooth that a place in the picture is on.
    pub fn tooth_at(&self, hit: &Hit) -> Option<usize> {
        self.teeth.region_at(&self.session, hit)
    }

    /// A tool is in the hand for which the main button moves no jaw.
    pub fn has_tool(&self) -> bool {
        self.trim.is_in_hand || self.measure.is_in_hand || self.pins.is_in_hand || self.motion.picking.is_some()
    }

    /// The lower jaw is being moved: by a hand, or by a movement that is played.
    pub fn moves_jaw(&self) -> bool {
        self.hand.moves_jaw() || self.motion.moves_jaw() || self.bites.is_gliding()
    }

    /// When something about the case is due although nobody does anything.
    pub fn due(&self) -> Option<Instant> {
        let live_contact = self.live_contact.due(Instant::now());
        let motion = self.motion.due(Instant::now());
        let bites = self.bites.due(Instant::now());
        let compare = self.compare.due(Instant::now());
        let of_tools = [self.layers.due(), self.teeth.due, motion, bites, compare];
        [self.exact_due, live_contact].into_iter().chain(of_tools).flatten().min()
    }
}

/// The session that a case which was read begins with. Scans by themselves are looked at with the settings of now.
fn session_of(loaded: &LoadedCase, pose: Option<Rigid>, settings: Settings) -> Session {
    let Some(content) = &loaded.content else {
        return Session::new(loaded.pair.clone(), pose.unwrap_or(Rigid::IDENTITY), settings);
    };
    let mut content: Box<CaseContent> = content.clone();
    content.upper_from_lower = pose.unwrap_or(content.upper_from_lower);
    content.session(loaded.pair.clone())
}

/// What a recovered case was, before its program ended.
fn recovered_from(recovery: &RecoveryRecord) -> Option<RecentCase> {
    let scans = || recovery.scans.clone().map(|[u, l]| RecentCase::Scans { upper: u.into(), lower: l.into() });
    recovery.case.as_ref().map(|case| RecentCase::File { case: case.into() }).or_else(scans)
}
