//! A snapshot's state comes back: pose, settings, what is judged, directions and view, as one step of undo.
use crate::app::state::{Desk, Kind, ViewLayout};
use crate::base::words::say;
use crate::base::{Rigid, Warning};
use crate::export::json::AnalysisRecord;
use crate::export::measures::measures;
use crate::export::pins;
use crate::export::view::{CameraRecord, MotionViewRecord, PatientRecord};
use crate::field::contact::ScopeKind;
use crate::jaw::motion::Guide;
use crate::jaw::{HingeAnatomy, JawPair, JawSide, KeptSection, OcclusalFrame, Trim};
use crate::render::Camera;
use crate::session::pins::PinChange;
use crate::session::placed::PlacedChange;
use crate::session::{BiteChange, Command, Correction, KeptDirection, Motion, MotionChange, Session, Settings};
use glam::{DQuat, DVec3};
use std::sync::Arc;

/// Whether a snapshot is of the open scans.
pub fn shows_scans_of(desk: &Desk, record: &AnalysisRecord) -> bool {
    desk.session().is_some_and(|session| is_of(session.pair(), record))
}

/// Brings a snapshot of the open scans back; false when they are others.
pub fn restore(desk: &mut Desk, record: &AnalysisRecord) -> bool {
    let Some(open) = desk.open.as_mut().filter(|open| is_of(open.pair(), record)) else { return false };
    bring_back(&mut open.session, record);
    open.touch();
    if let Some((_, Some(doubt))) = asked(&open.session, record) {
        desk.messages.add(Kind::Warning, doubt.0);
    }
    if let Some(motion) = motion_of(record) {
        super::motion::come_back(open, motion);
    }
    if let Some(view) = &record.view {
        camera(&view.camera).into_iter().for_each(|camera| open.view.look_from(camera));
        open.view.solo = view.solo;
        desk.layout = ViewLayout::of_key(&view.layout);
    }
    true
}

/// What undo brings back becomes the record's, in one step.
fn bring_back(session: &mut Session, record: &AnalysisRecord) {
    session.begin_gesture(say!("restore-snapshot-restored"));
    commands(session, record).iter().for_each(|command| session.apply(command));
    session.end_gesture();
}

/// Whether the open jaws are those of a record, in these roles or with roles changed.
fn is_of(pair: &JawPair, record: &AnalysisRecord) -> bool {
    let of_record = [&record.inputs.upper.blake3, &record.inputs.lower.blake3];
    let open = [&pair.upper.blake3, &pair.lower.blake3];
    open == of_record || open == [of_record[1], of_record[0]]
}

/// What makes the session the record's. What cannot be is left as it is.
fn commands(session: &Session, record: &AnalysisRecord) -> Vec<Command> {
    let mut list = Vec::new();
    if session.pair().upper.blake3 != record.inputs.upper.blake3 {
        list.push(Command::SwapJaws);
    }
    list.extend(bite(session, record));
    // Of an instant of a movement the case has its bite, and the movement is looked at.
    let of_movement = motion_of(record);
    let pose = of_movement.map_or(record.upper_from_lower, |motion| motion.bite_upper_from_lower);
    if let Ok(upper_from_lower) = Rigid::from_rows(pose) {
        list.push(Command::Move { motion: Motion::Typed, upper_from_lower });
    }
    if let Some((asked, _)) = asked(session, record) {
        list.push(Command::Threshold(asked.threshold_mm));
        list.push(Command::Range(asked.range_mm));
        list.push(Command::Resolution(asked.resolution));
    }
    let (settings, view) = (&record.settings, record.view.as_ref());
    let kept = if view.is_some() { view.and_then(|v| v.direction) } else { settings.direction };
    let kept = kept.map(DVec3::from_array).filter(|d| d.is_finite() && d.is_normalized());
    list.push(Command::Direction(kept.map(KeptDirection::AsItIs)));
    // Older files are of whole scans.
    list.push(Command::Scope(settings.scope.unwrap_or(ScopeKind::Whole)));
    list.extend(trim(session, record));
    list.extend(measured(record));
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
    list.extend(of_movement.into_iter().flat_map(movement));
    list
}

/// To the bite that the record names, where the case has it as it was then.
fn bite(session: &Session, record: &AnalysisRecord) -> Option<Command> {
    let then = record.in_bite.as_ref()?.last()?.bite;
    let place = session.bites().place_of(then.said_name())?;
    let now = &session.bites().list()[place];
    let is_swapped = session.pair().upper.blake3 != record.inputs.upper.blake3;
    let now = if is_swapped { now.swapped() } else { now.clone() };
    let apart_mm = session.pair().lower.mesh.motion_mm(now.upper_from_lower, then.upper_from_lower);
    (apart_mm < 1e-6).then_some(Command::Bite(BiteChange::Choose(place)))
}

/// The movement that a record shows an instant of. Where it is a recorded one that the case does not have, its pose is all that comes back.
fn motion_of(record: &AnalysisRecord) -> Option<&MotionViewRecord> {
    record.view.as_ref()?.motion.as_ref().filter(|motion| motion.record.is_none())
}

/// The articulator with where its axis is, to its plane, the movement and its guide.
fn movement(motion: &MotionViewRecord) -> Vec<Command> {
    let guide = [Guide::Free, Guide::Incisal, Guide::Teeth].into_iter().find(|guide| guide.name() == motion.guide);
    let articulator = motion.articulator.articulator().ok();
    let facebow = motion.articulator.facebow().ok();
    let changes = [
        articulator.map(|articulator| MotionChange::Articulator(Box::new(articulator))),
        facebow.map(MotionChange::Facebow),
        motion.movement().map(MotionChange::Movement),
        guide.map(MotionChange::Guide),
    ];
    changes.into_iter().flatten().map(Command::JawMotion).collect()
}

/// Threshold, range and resolution of a record as far as a hand can set them, and what is otherwise; `None` where they are none.
fn asked(session: &Session, record: &AnalysisRecord) -> Option<(Settings, Option<Warning>)> {
    let AnalysisRecord { settings, view, zone_threshold_mm, .. } = record;
    let of_record = view.as_ref().map(|v| v.threshold_mm).or(*zone_threshold_mm);
    let threshold_mm = of_record.unwrap_or(session.settings().threshold_mm);
    let (range_mm, resolution) = (settings.range_mm, settings.resolution);
    let is_possible = Settings::are_possible(threshold_mm, range_mm, resolution);
    is_possible.then(|| Settings { threshold_mm, range_mm, resolution, ..Settings::default() }.as_by_hand())
}

/// What the record leaves out of both jaws, as they are called there; of other triangles nothing.
fn trim(session: &Session, record: &AnalysisRecord) -> [Command; 2] {
    let pair = session.pair();
    let is_swapped = pair.upper.blake3 != record.inputs.upper.blake3;
    let of_now = record.trim.as_ref().map(|trim| if is_swapped { trim.swapped() } else { trim.clone() });
    let now = of_now.and_then(|trim| trim.trim(pair).ok()).unwrap_or_default();
    let Trim { upper, lower } = if is_swapped { now.swapped() } else { now };
    [Command::Trim { side: JawSide::Upper, trim: upper }, Command::Trim { side: JawSide::Lower, trim: lower }]
}

/// Section and measures of the record, as the jaws are called there, and by then here. One without any takes none away: older records know none.
fn measured(record: &AnalysisRecord) -> Vec<Command> {
    let of_record = measures(&record.measures).filter(|measures| !measures.is_empty());
    let section = record.section.filter(KeptSection::is_sound);
    let measures = of_record.map(|measures| Command::Measures(Arc::new(measures)));
    let pins = pins::pins(&record.pins).filter(|pins| !pins.is_empty());
    let pins = pins.map(|pins| Command::Pin(PinChange::All(Arc::new(pins))));
    let placed = pins::placed(&record.placed).filter(|placed| !placed.is_empty());
    let placed = placed.map(|placed| Command::Place(PlacedChange::All(Arc::new(placed))));
    measures
        .into_iter()
        .chain(pins)
        .chain(placed)
        .chain(section.map(|section| Command::Section(Some(section))))
        .collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::test_data;
    use crate::jaw::teeth::landmarks::{Landmark, LandmarkKind};
    use crate::jaw::{Bite, BiteOrigin, Fdi, JawTrim, Mark, Measure, MeasureKind, Pin, SectionKind, SectionPlace};
    use crate::session::at_rest::{PoseAnswer, PoseQuestion, Provenance};

    fn session() -> Session {
        Session::new(Arc::new(test_data::pair()), Rigid::IDENTITY, Settings::default())
    }

    /// Where a hand has changed what is judged, the pose, the threshold, and what is trimmed.
    fn changed(scope: ScopeKind) -> Session {
        let mut session = session();
        session.apply(&Command::Move { motion: Motion::Typed, upper_from_lower: test_data::pose() });
        session.apply(&Command::Threshold(0.02));
        session.apply(&Command::Trim { side: JawSide::Lower, trim: JawTrim::of([0]) });
        session.apply(&Command::Scope(scope));
        let place = SectionPlace { kind: SectionKind::Frontal, at_mm: 3.0, ..SectionPlace::default() };
        session.apply(&Command::Section(Some(KeptSection { place, ruler_mm: Some([[0.0, 1.0], [2.0, 3.0]]) })));
        let marks = vec![Mark { side: JawSide::Lower, at: DVec3::ONE }, Mark { side: JawSide::Upper, at: DVec3::X }];
        let pin = Pin { mark: marks[0], text: "ask".into() };
        session.apply(&Command::AddMeasure(Measure { kind: MeasureKind::Points, name: "1".into(), marks }));
        session.apply(&Command::Pin(PinChange::Add(pin)));
        let tooth = Fdi::new(11).expect("a tooth");
        let edge = Landmark { tooth, kind: LandmarkKind::Edge, at: DVec3::Y, confidence: 1.0 };
        session.apply(&Command::Place(PlacedChange::Put(edge)));
        session
    }

    fn record_of(session: &Session) -> AnalysisRecord {
        let asked = PoseQuestion::of_session(session.question(None), session);
        let answer = PoseAnswer::of(asked, session.pair().clone(), *session.frame(), test_data::analysis());
        let zone_threshold_mm = Some(session.settings().threshold_mm);
        let from = Provenance {
            section: session.section().copied(),
            measures: session.measures().clone(),
            pins: session.pins().clone(),
            placed: session.placed().clone(),
            last_bite: Some(session.bites().last()),
            ..Provenance::default()
        };
        AnalysisRecord { zone_threshold_mm, ..answer.record(from) }
    }

    #[test]
    fn what_is_judged_comes_back_with_a_snapshot_in_one_step() {
        for (scope, other) in [(ScopeKind::Whole, ScopeKind::Teeth), (ScopeKind::Teeth, ScopeKind::Whole)] {
            let was = changed(scope);
            let mut now = session();
            now.apply(&Command::Scope(other));
            let before = now.state().clone();
            bring_back(&mut now, &record_of(&was));
            assert_eq!((now.settings().scope, now.settings().threshold_mm), (scope, 0.02));
            assert_eq!((now.trim(), now.scope()), (was.trim(), was.scope()));
            assert_eq!((now.section(), now.measures()), (was.section(), was.measures()));
            assert!(now.section().is_some() && now.measures().len() == 1);
            assert_eq!((now.pins(), now.placed()), (was.pins(), was.placed()));
            assert!(now.pins().len() == 1 && now.placed().len() == 1);
            let moved = now.upper_from_lower().translation - was.upper_from_lower().translation;
            assert!(moved.length() < 1e-12, "{moved}");
            assert_eq!(now.undo_name(), Some("Snapshot restored"));
            assert!(now.undo() && now.state() == &before, "one step takes all of it back");
            assert_eq!(now.settings().scope, other);
        }
    }

    #[test]
    fn a_snapshot_goes_back_to_its_bite_where_the_case_has_it() {
        let kept = |x: f64| Bite {
            name: "left".into(),
            origin: BiteOrigin::Typed,
            upper_from_lower: Rigid::from_six([x, 0.0, 0.0, 1.0, 0.0, 0.0]),
            ..Bite::as_scanned()
        };
        let with = |x: f64| {
            let mut session = session();
            session.apply(&Command::Bite(BiteChange::Keep { bite: kept(x).into(), choose: true }));
            session
        };
        let record = record_of(&with(1.0));
        assert_eq!(record.in_bite.as_ref().map(|b| (b.bite.name.as_str(), b.left_by)), Some(("left", None)));
        let mut now = with(1.0);
        now.apply(&Command::Bite(BiteChange::Choose(0)));
        bring_back(&mut now, &record);
        assert_eq!(now.bites().at(&now.bite()).map(|bite| bite.name.as_str()), Some("left"));
        // The twins: another bite of that name, or none.
        for mut now in [with(2.0), session()] {
            now.apply(&Command::Bite(BiteChange::Choose(0)));
            bring_back(&mut now, &record);
            assert_eq!((now.bites().place(), now.bites().at(&now.bite())), (0, None), "only the pose is that of then");
        }
    }

    #[test]
    fn a_record_of_before_teeth_were_judged_is_of_whole_scans() {
        let mut record = record_of(&changed(ScopeKind::Teeth));
        record.settings.scope = None;
        let mut now = session();
        bring_back(&mut now, &record);
        assert_eq!(now.settings().scope, ScopeKind::Whole);
    }
}
