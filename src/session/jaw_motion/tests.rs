//! What is kept of motion, undo, playing, and the work on a movement.
use super::record::{from_json, to_json};
use super::*;
use crate::base::json::RawJson;
use crate::base::{LengthUnit, Rigid};
use crate::engine::{BiteStart, PairForms};
use crate::jaw::motion::{
    Articulator, AxisPoint, Border, Borders, CondylarGuide, Facebow, Guide, Movement, PRESETS, ReferencePlane, Side,
};
use crate::jaw::{Jaw, JawPair, OcclusalFrame};
use crate::mesh::{RepairReport, shapes};
use crate::session::{Command, Session, Settings};
use glam::DVec3;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A ball of 5 mm over another, 0.05 mm apart.
fn session() -> Session {
    let jaw = |z: f32| {
        let mut mesh = shapes::sphere(24, 5.0);
        mesh.positions.iter_mut().for_each(|p| p.z += z);
        Jaw {
            name: "ball".into(),
            blake3: String::new(),
            unit: LengthUnit::Millimetre,
            mesh: mesh.into(),
            report: RepairReport { closed: true, ..RepairReport::default() },
        }
    };
    let frame = OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, DVec3::Y).expect("a frame");
    let pair =
        JawPair { upper: jaw(5.025), lower: jaw(-5.025), frame, occlusion: Rigid::IDENTITY, told: Default::default() };
    Session::new(Arc::new(pair), Rigid::IDENTITY, Settings::default())
}

fn record(n: usize) -> KeptRecord {
    let motion = |i: usize| Rigid::from_six([0.1 * i as f64, 0.2, -0.3, 0.5 * i as f64, 1.0, -2.0]);
    KeptRecord {
        name: "chewing".into(),
        kind: "chewing".into(),
        times_s: (0..n).map(|i| 0.01 * i as f64).collect(),
        motions: (0..n).map(motion).collect(),
        world_from_hinge: Some(Rigid::from_six([1.0, -80.0, 30.0, 3.0, 2.0, 1.0])),
        incisal: Some(DVec3::new(0.0, 85.0, -30.0)),
        half_width_mm: Some(52.0),
        residual_rms_mm: Some(0.1),
        smoothed: Some("smoothed (Savitzky-Golay, degree 2, 11 samples)".into()),
        source: "a file".into(),
    }
}

/// Nothing in it is as it is by default.
fn kept() -> KeptMotion {
    let plane = ReferencePlane::Frankfurt;
    let mut articulator = Articulator::average(plane, 41.0);
    articulator.guides.left = CondylarGuide { immediate_mm: 0.5, ..CondylarGuide::new(plane, 38.0, 12.0) };
    KeptMotion {
        articulator,
        facebow: Some(Facebow::Points { right: DVec3::X * 50.0, left: DVec3::X * -50.0, front: DVec3::Y * 90.0 }),
        movement: Movement { amount_mm: 3.5, ..Movement::named("left-protrusion").expect("one") },
        guide: Guide::Incisal,
        start: BiteStart::Subtract,
        records: Arc::new(vec![Arc::new(record(3)), Arc::new(record(2))]),
        chosen: Some(1),
    }
}

fn is_near(a: &Rigid, b: &Rigid, within: f64) -> bool {
    a.to_rows().iter().flatten().zip(b.to_rows().iter().flatten()).all(|(x, y)| (x - y).abs() <= within)
}

#[test]
fn what_is_kept_comes_back_to_a_nanometre() {
    assert_eq!(to_json(&KeptMotion::default()), None, "nobody has said anything");
    let text = to_json(&kept()).expect("something was said");
    let back = from_json(&text).expect("our own");
    let without = |motion: &KeptMotion| KeptMotion { records: Arc::default(), ..motion.clone() };
    assert_eq!(without(&back), without(&kept()));
    for (a, b) in back.records.iter().zip(kept().records.iter()) {
        assert_eq!((&a.times_s, &a.name, a.incisal), (&b.times_s, &b.name, b.incisal));
        assert!(a.motions.iter().zip(&b.motions).all(|(a, b)| is_near(a, b, 1e-6)));
    }
    // Written again the poses are the same text: their digits do not wander.
    let poses = |text: &RawJson| text.read::<Value>().expect("JSON")["records"][0]["poses"].clone();
    assert_eq!(poses(&to_json(&back).expect("something")), poses(&text));
    let other = KeptMotion { movement: Movement { amount_mm: 3.6, ..kept().movement }, ..kept() };
    assert_ne!(to_json(&other), Some(text), "the twin: another length");
}

#[test]
fn what_no_jaw_does_is_refused_with_a_reason() {
    let text = to_json(&kept()).expect("something");
    let whole: Value = text.read().expect("JSON");
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut changed = whole.clone();
        change(&mut changed);
        from_json(&RawJson::new(&changed.to_string())).expect_err("refused")
    };
    assert!(from_json(&RawJson::new(&whole.to_string())).is_ok(), "the twin: unchanged");
    assert!(refused(&|v| v["articulator"]["sci_deg"] = json!(400)).contains("sci_deg"));
    assert!(refused(&|v| v["articulator"]["unheard_of"] = json!(1)).contains("unheard_of"));
    assert!(refused(&|v| v["movement"]["amount_mm"] = json!(1e9)).contains("movement"));
    assert!(refused(&|v| v["movement"]["kind"] = json!("flying")).contains("movement"));
    for (what, value) in [
        ("poses", json!([[0, 0, 0, 2, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0]])),
        ("poses", json!([[1e9, 0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0]])),
        ("poses", json!([])),
        ("times_s", json!([0.2, 0.1, 0.3])),
        ("times_s", json!([0.2])),
        ("half_width_mm", json!(1e6)),
        ("name", json!("\n ")),
    ] {
        assert!(refused(&|v| v["records"][0][what] = value.clone()).contains("recorded"), "{what}");
    }
    let many = json!(vec![[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]; MOST_POSES + 1]);
    assert!(refused(&|v| v["records"][0]["poses"] = many.clone()).contains("more than"));
    let lists = json!(vec![whole["records"][0].clone(); MOST_RECORDS + 1]);
    assert!(refused(&|v| v["records"] = lists.clone()).contains("more than"));
    // A record that is chosen and not there is none.
    let mut beyond = whole.clone();
    beyond["chosen"] = json!(7);
    assert_eq!(from_json(&RawJson::new(&beyond.to_string())).expect("read").chosen, None);
}

fn change(change: MotionChange) -> Command {
    Command::JawMotion(change)
}

#[test]
fn every_change_is_undone_and_impossible_ones_leave_no_trace() {
    let mut session = session();
    let begun = session.state().clone();
    let artex = (PRESETS[3].make)();
    let steps = [
        change(MotionChange::Preset(PRESETS[3].name, Box::new(artex))),
        change(MotionChange::Movement(Movement::named("right").expect("one"))),
        change(MotionChange::Guide(Guide::Free)),
        change(MotionChange::Start(BiteStart::Subtract)),
        change(MotionChange::AddRecord(Arc::new(record(5)))),
        change(MotionChange::AddRecord(Arc::new(record(4)))),
        change(MotionChange::Choose(0)),
        change(MotionChange::RemoveRecord(1)),
    ];
    let before_hinge = *session.hinge();
    for step in &steps {
        let before = session.state().clone();
        session.apply(step);
        assert!(*session.state() != before, "{step:?}");
        assert!(!session.state().same_case(&before), "worth a question");
        assert!(session.undo() && *session.state() == before && session.redo());
    }
    assert_eq!(session.articulator(), artex, "one axis for opening by hand and for movements");
    assert!(session.hinge().half_width_mm == 50.0 && *session.hinge() != before_hinge);
    let kept = session.motion();
    assert_eq!((kept.records.len(), kept.chosen), (1, Some(0)));
    let now = session.state().clone();
    let odd = Articulator { intercondylar_mm: 5.0, ..artex };
    let long = Movement { amount_mm: 1e4, ..Movement::named("opening").expect("one") };
    for impossible in [
        change(MotionChange::Articulator(Box::new(odd))),
        change(MotionChange::Movement(long)),
        change(MotionChange::AddRecord(Arc::new(record(1)))),
        change(MotionChange::AddRecord(Arc::new(record(MOST_POSES)))),
        change(MotionChange::RemoveRecord(9)),
    ] {
        session.apply(&impossible);
        assert!(*session.state() == now, "{impossible:?}");
    }
    while session.undo() {}
    assert!(*session.state() == begun && *session.hinge() == before_hinge);
}

/// An axis that was picked is one for opening by hand and for movements; a plane, a preset and undo know it.
#[test]
fn an_axis_that_was_placed_is_the_cases() {
    let mut session = session();
    let begun = session.state().clone();
    let average = *session.hinge();
    let hinge = MotionQuestion::of(&session).expect("a question").hinge;
    let points = Facebow::points_of(&hinge, session.articulator().half_width_mm());
    session.apply(&change(MotionChange::Facebow(Some(points))));
    let asked = MotionQuestion::of(&session).expect("a question");
    assert!(asked.hinge.world_from_hinge.translation.distance(hinge.world_from_hinge.translation) < 1e-9);
    assert!(session.hinge().point.distance(average.point) < 1e-9, "nothing has moved yet");
    let [right, left, _] = points.points().expect("points");
    let outwards = (right - left).normalize();
    let moved = points.with_point(AxisPoint::RightCondyle, right + 8.0 * outwards);
    session.apply(&change(MotionChange::Facebow(Some(moved))));
    assert!((session.articulator().intercondylar_mm - average.half_width_mm * 2.0 - 8.0).abs() < 1e-9);
    assert!((session.hinge().half_width_mm - average.half_width_mm - 4.0).abs() < 1e-9);
    assert!((session.hinge().point.distance(average.point) - 4.0).abs() < 1e-9);
    // Told to another plane it lies where it lay, and a file of it says the same.
    let at = session.hinge().point;
    session.apply(&change(MotionChange::Articulator(Box::new(session.articulator().to(ReferencePlane::Frankfurt)))));
    assert!(session.hinge().point.distance(at) < 1e-9);
    assert_ne!(session.motion().facebow, Some(moved), "its third point lies in the new plane");
    let content = crate::session::CaseContent::of(&session, &crate::session::CaseContent::default());
    let text = content.motion.expect("something was said");
    let back = record::from_json(&text).expect("our own");
    let [there, here] = [back.facebow, session.motion().facebow].map(|f| f.expect("kept").points().expect("points"));
    assert!(there.iter().zip(here).all(|(a, b)| a.distance(b) < 1e-9));
    // The twin: where no head has it nothing changes.
    let now = session.state().clone();
    session.apply(&change(MotionChange::Facebow(Some(moved.with_point(AxisPoint::RightCondyle, left)))));
    assert!(*session.state() == now);
    // Exchanged condyles turn the jaw upside down: there is no movement, and a sentence.
    session.apply(&change(MotionChange::Facebow(Some(Facebow::Points { right: left, left: right, front: there[2] }))));
    assert!(MotionQuestion::of(&session).is_err_and(|sentence| sentence.contains("Exchange")));
    session.apply(&change(MotionChange::Facebow(None)));
    assert!(session.hinge().point.distance(average.point) < 1e-9 && MotionQuestion::of(&session).is_ok());
    while session.undo() {}
    assert!(*session.state() == begun && *session.hinge() == average);
}

/// What is painted together is of the same guide and bite; the movement that is looked at is one of them as it is.
#[test]
fn movements_that_are_painted_together_are_asked_like_the_chosen_one() {
    let mut session = session();
    session.apply(&change(MotionChange::Guide(Guide::Free)));
    let long = Movement { amount_mm: 3.25, ..Movement::named("right").expect("one") };
    session.apply(&change(MotionChange::Movement(long)));
    let asked = MotionQuestion::of(&session).expect("a question");
    let together = MotionQuestion::together(&session).expect("questions");
    let names: Vec<String> = together
        .iter()
        .map(|question| match &question.moves {
            Moves::Computed { movement, guide: Guide::Free, .. } => movement.name(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(names, ["protrusion", "right", "left"]);
    assert!(together[1] == asked && together[0] != asked && together[2] != asked);
    session.apply(&change(MotionChange::Guide(Guide::Incisal)));
    assert!(MotionQuestion::together(&session).expect("questions")[0] != together[0], "the twin");
}

#[test]
fn playing_moves_what_is_seen_and_nothing_of_the_case() {
    let mut session = session();
    let (state, away) = (session.state().clone(), Rigid::from_six([0.0, 2.0, -1.0, 1.0, 0.0, 0.0]));
    session.play(Some(away));
    assert_eq!((session.upper_from_lower(), session.question(None).upper_from_lower), (away, away));
    assert!(session.bite() == Rigid::IDENTITY && *session.state() == state && session.undo_name().is_none());
    let kept = crate::session::CaseContent::of(&session, &crate::session::CaseContent::default());
    assert_eq!(kept.upper_from_lower, Rigid::IDENTITY, "what is saved is the bite");
    // The twin: a hand's move is one, and ends the playing.
    let moved = Rigid::from_translation(DVec3::Z * -0.5);
    session.apply(&Command::Move { motion: crate::session::Motion::Drag, upper_from_lower: moved });
    assert_eq!((session.upper_from_lower(), session.bite()), (moved, moved));
}

#[test]
fn jaws_that_change_roles_twice_move_as_before() {
    let bite = Rigid::from_six([0.3, -0.2, 1.0, 4.0, -3.0, 2.0]);
    let motion = KeptMotion { facebow: None, ..kept() };
    let once = motion.swapped(&bite);
    assert!(!is_near(&once.records[0].motions[1], &motion.records[0].motions[1], 1e-3));
    let twice = once.swapped(&bite.inverse());
    for (a, b) in twice.records.iter().zip(motion.records.iter()) {
        assert!(a.motions.iter().zip(&b.motions).all(|(a, b)| is_near(a, b, 1e-9)));
        assert!(is_near(&a.world_from_hinge.expect("kept"), &b.world_from_hinge.expect("given"), 1e-9));
    }
    // The pose is the same one, told from the other jaw.
    let world = motion.records[0].world_from_hinge.expect("given");
    let pose = |world: Rigid, m: Rigid, bite: Rigid| world * m * world.inverse() * bite;
    let before = pose(world, motion.records[0].motions[2], bite);
    let after = pose(once.records[0].world_from_hinge.expect("kept"), once.records[0].motions[2], bite.inverse());
    assert!(is_near(&before.inverse(), &after, 1e-9));
}

fn asked(session: &Session) -> Arc<MotionQuestion> {
    Arc::new(MotionQuestion::of(session).expect("a movement"))
}

/// The usual movement of both balls by a guide.
fn computed(guide: Guide) -> (Session, Arc<PairForms>, PathFound) {
    let mut session = session();
    session.apply(&change(MotionChange::Guide(guide)));
    let forms = PairForms::new(session.pair().clone());
    let path = work::path(&asked(&session), &forms, &Default::default()).expect("not cancelled");
    (session, forms, path)
}

#[test]
fn a_free_protrusion_is_a_straight_way_and_its_contact_is_lost_where_the_balls_part() {
    let (mut session, forms, path) = computed(Guide::Free);
    let last = path.steps.last().and_then(|step| step.upper_from_lower).expect("a pose");
    // 30 degrees to Camper, which is the occlusal plane here: 5 forward, 2.887 down.
    let expected = Rigid::from_translation(DVec3::new(0.0, 5.0, -5.0 * 30_f64.to_radians().tan()));
    assert!(is_near(&last, &expected, 1e-9), "{last:?}");
    let middle = interpolated(&path, 2.5).expect("a pose");
    assert!(is_near(&middle, &Rigid::from_translation(expected.translation / 2.0), 1e-6));
    let found = work::sweep(&path, &forms, &Default::default()).expect("not cancelled");
    let gap = |i: usize| found.swept.steps[i].as_ref().and_then(|step| step.clearance_mm).expect("a pose");
    assert!((gap(0) - 0.05).abs() < 0.01 && gap(found.swept.steps.len() - 1) > 0.5);
    let area = |i: usize| found.swept.steps[i].as_ref().expect("a pose").areas.last().expect("areas").area_upper_mm2;
    assert!(area(0) > 0.0 && area(found.swept.steps.len() - 1) == 0.0);
    assert!(found.contacts.iter().all(Option::is_some) && found.bytes < work::MOST_BYTES);
    assert_eq!(found.nearest(&path, 5.0), Some(path.steps.len() - 1));
    // The twin: another inclination goes elsewhere.
    let steep = Articulator::average(ReferencePlane::Camper, 45.0);
    session.apply(&change(MotionChange::Articulator(Box::new(steep))));
    let other = work::path(&asked(&session), &forms, &Default::default()).expect("not cancelled");
    assert!(!is_near(&other.steps.last().and_then(|s| s.upper_from_lower).expect("a pose"), &expected, 0.1));
    assert!(!asked(&session).has_path_of(&path.asked));
}

/// Two balls: where teeth guide, the jaw is held by what touches along the whole border, and nowhere by the condyles alone.
#[test]
fn border_movements_by_teeth_are_held_by_them() {
    let (session, forms, path) = computed(Guide::Teeth);
    let question = path.borders(&session.articulator());
    let by_teeth = question.find(&forms, &Default::default()).expect("not cancelled");
    let without = question.among(None, &Default::default()).expect("not cancelled");
    assert_eq!((by_teeth.guide, without.guide), (Guide::Teeth, Guide::Free));
    // Of the lower ball's middle from the upper's in each step, mm; both balls are 5 mm in radius, in flat faces.
    let apart = |borders: &Borders, what: Border| -> Vec<f64> {
        let [upper, lower] = [5.025, -5.025].map(|z| DVec3::Z * z);
        let pose = |motion: &Rigid| question.hinge.upper_from_lower(motion, &question.bite);
        let motions = borders.line(what).expect("a line").motions.iter().flatten();
        motions.map(|motion| pose(motion).transform_point(lower).distance(upper)).collect()
    };
    for what in [Border::Protrusion, Border::Retrusion, Border::Lateral(Side::Right), Border::Lateral(Side::Left)] {
        let (held, free) = (apart(&by_teeth, what), apart(&without, what));
        assert!(held.len() > 10, "{what:?}: {} steps", held.len());
        assert!(held.iter().all(|mm| (mm - 10.0).abs() < 0.1), "{what:?}: {held:?}");
        // The twin, but for a retrusion, which is 1 mm long.
        let is_held = free.last().is_some_and(|mm| (mm - 10.0).abs() < 0.1);
        assert_eq!(is_held, what == Border::Retrusion, "{what:?}: {free:?}");
    }
    // Opening goes away from what touches, whoever guides.
    assert!(apart(&by_teeth, Border::Opening).last().is_some_and(|mm| *mm > 20.0));
    let words = |borders: &Borders| {
        question.diagrams(borders, &path.motions(), &path.points())[0].borders_words().expect("borders").say()
    };
    assert_ne!(words(&by_teeth), words(&without));
    let cancelled = crate::base::Progress::default();
    cancelled.cancel();
    assert!(question.find(&forms, &cancelled).is_err());
}

#[test]
fn a_record_of_the_same_way_has_the_same_poses_and_its_own_time() {
    let (mut session, forms, path) = computed(Guide::Free);
    let motions: Vec<Rigid> = path.steps.iter().filter_map(|step| step.motion).collect();
    let times_s = (0..motions.len()).map(|i| 0.02 * i as f64).collect();
    let record =
        KeptRecord { times_s, motions, world_from_hinge: None, incisal: None, half_width_mm: None, ..record(2) };
    session.apply(&change(MotionChange::AddRecord(Arc::new(record))));
    let again = work::path(&asked(&session), &forms, &Default::default()).expect("not cancelled");
    assert!(again.is_timed() && !path.is_timed());
    for (a, b) in again.steps.iter().zip(&path.steps) {
        assert!(is_near(&a.upper_from_lower.expect("one"), &b.upper_from_lower.expect("one"), 1e-9));
    }
    assert!((again.ends()[1] - 0.02 * (path.steps.len() - 1) as f64).abs() < 1e-9);
    assert_eq!(again.track.places.len(), path.track.places.len());
}

#[test]
fn the_job_tells_poses_first_and_ends_when_it_is_dropped() {
    let mut session = session();
    session.apply(&change(MotionChange::Guide(Guide::Free)));
    let forms = PairForms::new(session.pair().clone());
    let start = || MotionJob::start((*asked(&session)).clone(), forms.clone(), None, Arc::new(|| {}));
    let (job, since) = (start(), Instant::now());
    let mut heard = Vec::new();
    while heard.len() < 2 {
        assert!(since.elapsed() < Duration::from_secs(60), "it never answers");
        heard.extend(job.poll().expect("no fault"));
    }
    assert!(matches!(&heard[..], [MotionEvent::Path(_), MotionEvent::Sweep(_)]));
    drop(start());
    let known = work::path(&asked(&session), &forms, &Default::default()).expect("not cancelled");
    let cancelled = crate::base::Progress::default();
    cancelled.cancel();
    assert!(work::sweep(&known, &forms, &cancelled).is_err(), "the twin: what is not wanted is not told");
}
