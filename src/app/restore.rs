//! What a snapshot keeps of the window, and how it comes back: pose, settings, directions and view, as one step of undo.
use super::desk::{Desk, ViewLayout};
use crate::base::files::{self, places};
use crate::base::{LengthUnit, Rigid};
use crate::export::json::{AnalysisRecord, InputRecord, SAMPLE};
use crate::export::view::{CameraRecord, JawViewRecord, PatientRecord, ViewRecord};
use crate::jaw::{HingeAnatomy, JawPair, JawSide, OcclusalFrame};
use crate::render::Camera;
use crate::session::recent::RecentCase;
use crate::session::{Command, Correction, KeptDirection, Motion, Session, Settings};
use glam::{DQuat, DVec3};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How the open scans were read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadAs {
    pub unit: Option<LengthUnit>,
    pub close: bool,
}

/// Whether a file may be a snapshot, by its name.
pub fn is_snapshot(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("png") || e.eq_ignore_ascii_case("json"))
}

/// A snapshot and the scans to be opened for it.
pub struct FoundSnapshot {
    pub record: Box<AnalysisRecord>,
    /// Upper and lower as they were prepared; `None`: the sample case.
    pub scans: Option<[PathBuf; 2]>,
}

impl FoundSnapshot {
    /// What is to be opened: the scans, or the case that holds both.
    pub fn case(&self) -> Option<RecentCase> {
        let [upper, lower] = self.scans.clone()?;
        let case = case_of(&upper).filter(|case| Some(*case) == case_of(&lower)).map(Path::to_owned);
        Some(case.map_or(RecentCase::Scans { upper, lower }, |case| RecentCase::File { case }))
    }
}

/// Reads a snapshot and looks for its scans.
///
/// # Errors
/// One sentence for people.
pub fn read_snapshot(path: &Path) -> Result<FoundSnapshot, String> {
    let bytes = files::read_file(path).map_err(|e| e.to_string())?;
    let mut record = AnalysisRecord::from_bytes(&bytes).map_err(|e| format!("{}: {e}", path.display()))?;
    if record.lacks_names() {
        let beside = files::read_file(&path.with_extension("json")).ok();
        let beside = beside.and_then(|bytes| AnalysisRecord::from_bytes(&bytes).ok());
        beside.iter().for_each(|beside| record.take_names(beside));
    }
    let inputs = [&record.inputs.upper, &record.inputs.lower];
    if inputs.iter().all(|input| input.file == SAMPLE && input.path.is_none()) {
        return Ok(FoundSnapshot { record: Box::new(record), scans: None });
    }
    let folder = places::folder_of(path);
    let [upper, lower] = [("upper", inputs[0]), ("lower", inputs[1])].map(|(side, input)| find(side, input, &folder));
    let mut scans = [upper?, lower?];
    if record.settings.swapped {
        scans.reverse();
    }
    Ok(FoundSnapshot { record: Box::new(record), scans: Some(scans) })
}

/// The first file in any of the places that has the record's content.
fn find(side: &str, input: &InputRecord, folder: &Path) -> Result<PathBuf, String> {
    let mut changed = None;
    let places = places::candidates(input.path.as_deref(), &input.file, folder);
    for place in places.iter().filter(|p| p.is_file() || case_of(p).is_some()) {
        if case_of(place).is_some() {
            // What is in a case is checked when it is opened.
            return Ok(place.clone());
        }
        let content = files::read_file(place).map_err(|e| e.to_string())?;
        if blake3::hash(&content).to_hex().as_str() == input.blake3 {
            return Ok(place.clone());
        }
        changed.get_or_insert(place);
    }
    // A picture does not say what its scans are called.
    if let Some(place) = places::with_content(folder, &input.blake3).filter(|_| input.file.is_empty()) {
        return Ok(place);
    }
    match (changed, places.first()) {
        _ if input.file.is_empty() => Err(format!(
            "The scan of the {side} jaw is not beside the picture, which does not say what it is called; open both scans and \
             drop the picture again"
        )),
        (Some(place), _) => {
            Err(format!("{}: the scan of the {side} jaw has changed since the snapshot was taken", place.display()))
        }
        (None, place) => {
            let place = place.map_or_else(String::new, |p| p.display().to_string());
            Err(format!(
                "{place}: the scan of the {side} jaw is not there any more; open both scans and drop the snapshot again"
            ))
        }
    }
}

/// The case file that a scan is in, where its place is one in a case.
fn case_of(scan: &Path) -> Option<&Path> {
    scan.parent().filter(|case| super::case::is_case(case) && case.is_file())
}

/// Whether the open jaws are those of a record, in these roles or with roles changed.
fn is_of(pair: &JawPair, record: &AnalysisRecord) -> bool {
    let of_record = [&record.inputs.upper.blake3, &record.inputs.lower.blake3];
    let open = [&pair.upper.blake3, &pair.lower.blake3];
    open == of_record || open == [of_record[1], of_record[0]]
}

impl Desk {
    /// Whether the open scans were prepared in the other roles.
    pub fn is_swapped(&self) -> bool {
        self.session.as_ref().is_some_and(Session::is_swapped)
    }

    /// The window's state as it goes into a snapshot.
    pub fn view_record(&self, session: &Session) -> ViewRecord {
        let (settings, camera, directions) = (session.settings(), &self.camera, session.directions());
        let jaw = |side| {
            let view = settings.jaw(side);
            JawViewRecord { visible: view.visible, opacity: view.opacity }
        };
        ViewRecord {
            layout: self.layout.key().into(),
            camera: CameraRecord {
                target: camera.target.to_array(),
                orientation: camera.orientation.to_array(),
                height_mm: camera.height_mm,
                fov_deg: camera.fov_rad.map(f64::to_degrees),
            },
            solo: self.solo,
            threshold_mm: settings.threshold_mm,
            direction: settings.direction.map(|d| d.to_array()),
            palette: settings.palette,
            paint: settings.paint,
            x_ray: settings.x_ray,
            added_faces: settings.added_faces,
            upper: jaw(JawSide::Upper),
            lower: jaw(JawSide::Lower),
            patient: PatientRecord {
                origin: directions.frame.origin.to_array(),
                up: directions.frame.up.to_array(),
                front: directions.frame.front.to_array(),
                intercondylar_mm: directions.anatomy.intercondylar_mm,
                bonwill_mm: directions.anatomy.incisal_to_condyle_mm,
                balkwill_deg: directions.anatomy.balkwill_angle_rad.to_degrees(),
            },
        }
    }

    /// Whether a snapshot is of the open scans.
    pub fn shows_scans_of(&self, record: &AnalysisRecord) -> bool {
        self.session.as_ref().is_some_and(|session| is_of(session.pair(), record))
    }

    /// Brings a snapshot of the open scans back, as one step of undo; false when they are others.
    pub fn restore(&mut self, record: &AnalysisRecord) -> bool {
        let Some(session) = &mut self.session else { return false };
        if !is_of(session.pair(), record) {
            return false;
        }
        session.begin_gesture("Snapshot restored");
        commands(session, record).iter().for_each(|command| session.apply(command));
        session.end_gesture();
        self.moved_at = Instant::now();
        if let Some(view) = &record.view {
            if let Some(camera) = camera(&view.camera) {
                self.camera = camera;
                (self.look, self.look_after_layout) = (None, None);
            }
            self.layout = ViewLayout::of_key(&view.layout);
            self.solo = view.solo;
        }
        true
    }

    /// The same for scans that have just been opened for it.
    pub fn restore_awaited(&mut self) {
        if let Some(record) = self.awaited.take()
            && !self.restore(&record)
        {
            self.messages
                .error("The scans that were found are others than the snapshot's: its position is not brought back.");
        }
    }
}

/// What makes the session the record's. What cannot be is left as it is.
fn commands(session: &Session, record: &AnalysisRecord) -> Vec<Command> {
    let mut list = Vec::new();
    if session.pair().upper.blake3 != record.inputs.upper.blake3 {
        list.push(Command::SwapJaws);
    }
    if let Ok(upper_from_lower) = Rigid::from_rows(record.upper_from_lower) {
        list.push(Command::Move { motion: Motion::Typed, upper_from_lower });
    }
    let (settings, view) = (&record.settings, record.view.as_ref());
    let now = session.settings();
    let threshold_mm = view.map(|v| v.threshold_mm).or(record.zone_threshold_mm).unwrap_or(now.threshold_mm);
    if Settings::are_possible(threshold_mm, settings.range_mm, settings.resolution) {
        list.push(Command::Threshold(threshold_mm));
        list.push(Command::Range(settings.range_mm));
        list.push(Command::Resolution(settings.resolution));
    }
    let kept = if view.is_some() { view.and_then(|v| v.direction) } else { settings.direction };
    let kept = kept.map(DVec3::from_array).filter(|d| d.is_finite() && d.is_normalized());
    list.push(Command::Direction(kept.map(KeptDirection::AsItIs)));
    let Some(view) = view else { return list };
    list.extend([
        Command::Palette(view.palette),
        Command::Paint(view.paint),
        Command::XRay(view.x_ray),
        Command::AddedFaces(view.added_faces),
    ]);
    for (side, jaw) in [(JawSide::Upper, view.upper), (JawSide::Lower, view.lower)] {
        list.push(Command::Visible(side, jaw.visible));
        if jaw.opacity.is_finite() {
            list.push(Command::Opacity(side, jaw.opacity));
        }
    }
    list.extend(patient(session, &view.patient));
    list
}

fn patient(session: &Session, patient: &PatientRecord) -> Vec<Command> {
    let [origin, up, front] = [patient.origin, patient.up, patient.front].map(DVec3::from_array);
    let now = session.frame();
    let is_as_it_is = [now.origin - origin, now.up - up, now.front - front].iter().all(|d| d.length() < 1e-9);
    let frame = OcclusalFrame::from_up_and_front(origin, up, front).filter(|_| !is_as_it_is);
    let set = frame.map(|frame| Command::SetFrame { correction: Correction::QuarterLeft, frame });
    let anatomy = HingeAnatomy {
        intercondylar_mm: patient.intercondylar_mm,
        incisal_to_condyle_mm: patient.bonwill_mm,
        balkwill_angle_rad: patient.balkwill_deg.to_radians(),
    };
    let is_anatomy = (20.0..=300.0).contains(&anatomy.intercondylar_mm)
        && (20.0..=300.0).contains(&anatomy.incisal_to_condyle_mm)
        && (-90.0..=90.0).contains(&patient.balkwill_deg);
    set.into_iter().chain(is_anatomy.then_some(Command::Hinge(anatomy))).collect()
}

fn camera(record: &CameraRecord) -> Option<Camera> {
    let orientation = DQuat::from_array(record.orientation);
    let target = DVec3::from_array(record.target);
    let fov_rad = record.fov_deg.map(f64::to_radians);
    let is_view = orientation.is_finite()
        && orientation.length() > 0.5
        && target.is_finite()
        && (0.01..=10_000.0).contains(&record.height_mm)
        && fov_rad.is_none_or(|fov| (0.01..=3.0).contains(&fov));
    is_view.then(|| Camera { target, orientation: orientation.normalize(), height_mm: record.height_mm, fov_rad })
}
