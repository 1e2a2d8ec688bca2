//! Undo, gestures and the ways of moving the jaw.
mod trim;

use super::motion::{self, ViewAxes};
use super::pins::PinChange;
use super::*;
use crate::base::LengthUnit;
use crate::field::contact::ScopeKind;
use crate::jaw::bite::BiteOrigin;
use crate::jaw::hinge::AVERAGE_ANATOMY;
use crate::jaw::{Bite, HingeAnatomy, Jaw, JawSide, JawTeeth, Mark, SectionPlace, ToothRegion, ToothSource};
use crate::mesh::{RepairReport, TriMesh};
use crate::render::Camera;
use glam::{DVec2, Vec3};
use proptest::prelude::*;

fn jaw(z: f32) -> Jaw {
    let positions = vec![Vec3::new(0.0, 20.0, z), Vec3::new(-20.0, -10.0, z), Vec3::new(20.0, -10.0, z)];
    let mesh = TriMesh { positions, triangles: vec![[0, 1, 2]], n_scanned: 1, colors: None };
    Jaw {
        name: "a".into(),
        blake3: String::new(),
        unit: LengthUnit::Millimetre,
        mesh: mesh.into(),
        report: RepairReport::default(),
    }
}

fn frame() -> OcclusalFrame {
    let up = DVec3::new(0.2, -0.3, 0.9);
    OcclusalFrame::from_up_and_front(DVec3::new(1.0, 2.0, 3.0), up, DVec3::Y).unwrap()
}

fn turned_frame() -> OcclusalFrame {
    OcclusalFrame::from_up_and_front(DVec3::new(1.0, 2.0, 3.0), DVec3::Y, DVec3::new(1.0, 0.5, 0.0)).unwrap()
}

fn session() -> Session {
    let pair = JawPair {
        upper: jaw(1.0),
        lower: jaw(-1.0),
        frame: frame(),
        occlusion: Rigid::IDENTITY,
        told: Default::default(),
    };
    Session::new(Arc::new(pair), Rigid::IDENTITY, Settings::default())
}

fn close(a: &Rigid, b: &Rigid) -> bool {
    a.to_rows().iter().flatten().zip(b.to_rows().iter().flatten()).all(|(x, y)| (x - y).abs() < 1e-9)
}

fn view(name: &str, height_mm: f64) -> NamedView {
    NamedView {
        name: name.into(),
        camera: Camera { height_mm, target: DVec3::new(1.0, 2.0, 3.0), ..Camera::default() },
        solo: None,
    }
}

fn any_command() -> impl Strategy<Value = Command> {
    let six = prop::array::uniform6(-20.0..20.0f64);
    prop_oneof![
        six.prop_map(|s| Command::Move { motion: Motion::Drag, upper_from_lower: Rigid::from_six(s) }),
        (0.001..0.3f64).prop_map(Command::Threshold),
        any::<bool>().prop_map(Command::XRay),
        any::<bool>().prop_map(|on| Command::Visible(JawSide::Upper, on)),
        (0.0..1.0f32).prop_map(|o| Command::Opacity(JawSide::Lower, o)),
        Just(Command::Direction(Some(KeptDirection::FromView(DVec3::NEG_Z)))),
        Just(Command::SwapJaws),
        (0..2usize, 11..29u8).prop_map(|(region, n)| Command::NameTooth {
            side: JawSide::Upper,
            region,
            fdi: Fdi::new(n)
        }),
        (0..2usize, 11..29u8).prop_filter_map("a number of no tooth", |(region, n)| {
            Some(Command::NameRow { side: JawSide::Upper, region, fdi: Fdi::new(n)? })
        }),
        Just(Command::SetFrame { correction: Correction::Estimated, frame: turned_frame() }),
        "[a-c]{0,2}".prop_map(|notes| Command::Notes(notes.as_str().into())),
        ("[a-c]{0,2}", 1.0..90.0f64).prop_map(|(name, height_mm)| Command::SaveView(view(&name, height_mm))),
        (0..3usize, "[a-c]{0,2}").prop_map(|(view, name)| Command::RenameView { view, name }),
        (0..3usize).prop_map(Command::RemoveView),
        (60.0..140.0f64).prop_map(|mm| Command::Hinge(HingeAnatomy { incisal_to_condyle_mm: mm, ..AVERAGE_ANATOMY })),
        any::<bool>().prop_map(|on| Command::Scope(if on { ScopeKind::Teeth } else { ScopeKind::Whole })),
        (-20.0..20.0f64).prop_map(|at_mm| {
            let place = SectionPlace { at_mm, ..SectionPlace::default() };
            Command::Section(Some(KeptSection { place, ruler_mm: None }))
        }),
        any_pin_change().prop_map(Command::Pin),
        any_bite_change().prop_map(Command::Bite),
    ]
}

fn any_pin_change() -> impl Strategy<Value = PinChange> {
    let pin = |text: String| Pin { mark: Mark { side: JawSide::Lower, at: DVec3::new(1.0, 2.0, -1.0) }, text };
    prop_oneof![
        "[a-c]{1,2}".prop_map(move |text| PinChange::Add(pin(text))),
        (0..3usize, "[a-c]{0,2}").prop_map(|(place, text)| PinChange::Write(place, text)),
        (0..3usize).prop_map(PinChange::Remove),
    ]
}

fn any_bite_change() -> impl Strategy<Value = BiteChange> {
    let bite = ("[a-c]{1,2}", prop::array::uniform6(-5.0..5.0f64), any::<bool>());
    let keep = bite.prop_map(|(name, six, choose)| {
        let bite =
            Bite { name, origin: BiteOrigin::Hand, upper_from_lower: Rigid::from_six(six), ..Bite::as_scanned() };
        BiteChange::Keep { bite: Box::new(bite), choose }
    });
    prop_oneof![
        3 => keep,
        1 => (0..4usize).prop_map(BiteChange::Choose),
        1 => Just(BiteChange::Put { made: None }),
        1 => (0..4usize, "[a-c]{0,2}").prop_map(|(place, name)| BiteChange::Rename(place, name)),
        1 => (0..4usize, "[a-c]{0,2}").prop_map(|(place, notes)| BiteChange::Write(place, notes)),
        1 => (0..4usize).prop_map(BiteChange::Remove),
    ]
}

proptest! {
    #[test]
    fn undoing_everything_and_redoing_it_comes_back(commands in prop::collection::vec(any_command(), 1..30)) {
        let mut session = session();
        let mut states = vec![session.now.clone()];
        for command in &commands {
            session.apply(command);
            if session.now != states[states.len() - 1] {
                states.push(session.now.clone());
            }
        }
        for state in states.iter().rev().skip(1) {
            prop_assert!(session.undo());
            prop_assert_eq!(&session.now, state);
        }
        prop_assert!(!session.undo());
        for state in &states[1..] {
            prop_assert!(session.redo());
            prop_assert_eq!(&session.now, state);
        }
        prop_assert!(!session.redo());
    }

    #[test]
    fn a_gesture_is_one_step(commands in prop::collection::vec(any_command(), 1..10)) {
        let mut session = session();
        let before = session.now.clone();
        session.begin_gesture("drag");
        for command in &commands {
            session.apply(command);
        }
        let after = session.now.clone();
        session.end_gesture();
        prop_assert_eq!(session.undo(), after != before);
        prop_assert_eq!(&session.now, &before);
        session.redo();
        prop_assert_eq!(&session.now, &after);
        session.begin_gesture("given up");
        for command in &commands {
            session.apply(command);
        }
        session.cancel_gesture();
        prop_assert_eq!(&session.now, &after);
    }

    #[test]
    fn the_six_anatomical_numbers_come_back(six in prop::array::uniform6(-60.0..60.0f64)) {
        let pose = motion::from_anatomical_six(six, &frame());
        for (a, b) in motion::to_anatomical_six(&pose, &frame()).iter().zip(six) {
            prop_assert!((a - b).abs() < 1e-6);
        }
    }

    #[test]
    fn a_turn_leaves_the_grabbed_point_alone(six in prop::array::uniform6(-20.0..20.0f64), dx in -300.0..300.0f64, dy in -300.0..300.0f64) {
        let pose = Rigid::from_six(six);
        let grabbed = DVec3::new(5.0, -3.0, 8.0);
        let in_lower = pose.inverse().transform_point(grabbed);
        let axes = ViewAxes { right: DVec3::X, up: DVec3::Y, forward: -DVec3::Z };
        let turned = motion::turned(&pose, grabbed, &axes, DVec2::new(dx, dy), false);
        prop_assert!((turned.transform_point(in_lower) - grabbed).length() < 1e-9);
    }
}

#[test]
fn a_command_that_changes_nothing_is_no_step() {
    let mut session = session();
    session.apply(&Command::Threshold(0.1));
    assert_eq!(session.undo_name(), None);
    session.apply(&Command::Threshold(0.05));
    assert_eq!(session.undo_name(), Some("Threshold 50 µm"));
    assert!(session.undo());
    assert_eq!((session.settings().threshold_mm, session.redo_name()), (0.1, Some("Threshold 50 µm")));
    session.apply(&Command::XRay(true));
    assert!(!session.redo(), "a new change forgets what was undone");
}

#[test]
fn a_slider_is_called_after_where_it_has_come_to() {
    let mut session = session();
    session.begin_gesture("Opacity");
    [0.9, 0.7, 0.4].into_iter().for_each(|o| session.apply(&Command::Opacity(JawSide::Lower, o)));
    session.end_gesture();
    assert_eq!(session.undo_name(), Some("Lower jaw opacity 40 %"));
}

#[test]
fn a_key_held_down_is_one_step() {
    let mut session = session();
    let at = |x: f64| Command::Move {
        motion: Motion::Nudge,
        upper_from_lower: Rigid::from_translation(DVec3::new(x, 0.0, 0.0)),
    };
    session.apply(&at(0.05));
    session.apply_repeated(&at(0.10));
    session.apply_repeated(&at(0.15));
    assert_eq!(session.undo_name(), Some("Nudged 0.150 mm"));
    session.apply(&at(0.20));
    assert!(session.undo() && session.undo());
    assert_eq!((session.upper_from_lower(), session.undo()), (Rigid::IDENTITY, false));
    session.apply_repeated(&at(0.3));
    assert!(session.undo(), "nothing to add to: a step of its own");
}

#[test]
fn what_is_written_is_one_step_of_undo_and_a_change_of_the_case() {
    let mut session = session();
    let opened = session.state().clone();
    let notes = |text: &str| Command::Notes(text.into());
    session.apply(&notes("a"));
    ["ab", "abc"].into_iter().for_each(|text| session.apply_repeated(&notes(text)));
    assert_eq!((&**session.notes(), session.undo_name()), ("abc", Some("Notes changed")));
    assert!(!session.state().same_case(&opened), "it is not saved");
    assert!(session.undo() && session.notes().is_empty() && session.state().same_case(&opened));
    assert!(session.redo());
    // After another change letters are a step of their own.
    session.apply(&Command::XRay(true));
    session.apply_repeated(&notes("abcd"));
    assert!(session.undo());
    assert_eq!(&**session.notes(), "abc");
}

#[test]
fn named_views_are_changes_that_undo_takes_back_and_stay_with_the_jaws() {
    let mut session = session();
    let opened = session.state().clone();
    session.apply(&Command::SaveView(view("molars", 9.0)));
    session.apply(&Command::SaveView(view("front", 40.0)));
    assert_eq!(session.undo_name(), Some("View saved: front"));
    session.apply(&Command::RenameView { view: 1, name: "incisors".into() });
    session.apply(&Command::RemoveView(0));
    assert_eq!(session.undo_name(), Some("View removed: molars"));
    assert_eq!(session.views(), [view("incisors", 40.0)]);
    assert!(!session.state().same_case(&opened));
    (0..4).for_each(|_| assert!(session.undo()));
    assert!(session.views().is_empty() && session.state().same_case(&opened));
    // One that changes nothing leaves no trace.
    session.apply(&Command::RemoveView(7));
    assert_eq!(session.undo_name(), None);
    // The world becomes the other scan's: the view stays where the jaws are.
    (0..2).for_each(|_| assert!(session.redo()));
    let pose = Rigid::from_six([1.0, 2.0, 3.0, 4.0, 50.0, 6.0]);
    session.apply(&Command::Move { motion: Motion::Drag, upper_from_lower: pose });
    let before = session.views()[0].camera;
    session.apply(&Command::SwapJaws);
    let after = session.views()[0].camera;
    assert!(pose.transform_point(after.target).distance(before.target) < 1e-9);
    assert!(pose.transform_vector(after.right()).distance(before.right()) < 1e-9);
    assert!(after.target.distance(before.target) > 0.1, "the twin: the coordinates are others");
}

#[test]
fn undo_during_a_drag_takes_the_drag_back() {
    let mut session = session();
    session.begin_gesture("drag");
    let away = Rigid::from_translation(DVec3::X);
    session.apply(&Command::Move { motion: Motion::Drag, upper_from_lower: away });
    assert!(session.undo());
    assert_eq!(session.upper_from_lower(), Rigid::IDENTITY);
    assert!(!session.undo());
}

#[test]
fn swapping_twice_changes_nothing_and_once_moves_nothing() {
    let mut session = session();
    let pose = Rigid::from_six([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    session.apply(&Command::Move { motion: Motion::Drag, upper_from_lower: pose });
    let frame_before = *session.frame();
    session.apply(&Command::SwapJaws);
    assert!(close(&session.upper_from_lower(), &pose.inverse()));
    assert_eq!(session.pair().upper.mesh.positions[0].z, -1.0);
    let up = session.frame().up;
    assert!((pose.transform_vector(up) + frame_before.up).length() < 1e-9, "up has turned over");
    assert!((session.frame().front.cross(up) - session.frame().right).length() < 1e-9);
    session.apply(&Command::SwapJaws);
    assert!(close(&session.upper_from_lower(), &pose));
    assert!((session.frame().origin - frame_before.origin).length() < 1e-9);
}

#[test]
fn a_kept_direction_runs_from_the_upper_to_the_lower_jaw_whichever_is_which() {
    let mut session = session();
    let kept = DVec3::new(0.6, 0.0, -0.8);
    let pose = Rigid::from_six([0.0, 0.0, -1.0, 30.0, 0.0, 0.0]);
    session.apply(&Command::Move { motion: Motion::Drag, upper_from_lower: pose });
    session.apply(&Command::Direction(Some(KeptDirection::AsItIs(kept))));
    assert_eq!(session.settings().direction, Some(kept));
    session.apply(&Command::SwapJaws);
    let turned = session.settings().direction.expect("it is still kept");
    // The same line in what is now the upper jaw, the other way.
    assert!((pose.transform_vector(turned) + kept).length() < 1e-12, "{turned}");
    assert!((turned - kept).length() > 0.1);
    session.undo();
    session.undo();
    assert_eq!(session.settings().direction, None);
    assert_eq!(session.undo_name(), Some("Moved 1.00 mm"));
}

#[test]
fn opening_lowers_the_front_and_closing_brings_it_back() {
    let session = session();
    let incisal = session.frame().origin + session.frame().front * 25.0;
    let pose = motion::opened(&Rigid::IDENTITY, session.hinge(), 5f64.to_radians());
    let down = pose.transform_point(incisal) - incisal;
    assert!(session.frame().up.dot(down) < -5.0, "{down}");
    assert!(close(&motion::opened(&pose, session.hinge(), -5f64.to_radians()), &Rigid::IDENTITY));
    let raised = motion::raised(&Rigid::IDENTITY, session.frame(), motion::RAISE_STEP_MM);
    assert!((session.frame().up.dot(raised.translation) - 0.1).abs() < 1e-12);
}

#[test]
fn directions_set_by_hand_turn_the_hinge_and_undo_brings_it_back() {
    let mut session = session();
    let (frame, hinge) = (*session.frame(), *session.hinge());
    let quarter = session.directions().quarter_left();
    assert!(
        (quarter.front + frame.right).length() < 1e-12
            && (quarter.front.cross(quarter.up) - quarter.right).length() < 1e-12
    );
    session.apply(&Command::SetFrame { correction: Correction::QuarterLeft, frame: quarter });
    assert_eq!((session.frame(), session.undo_name()), (&quarter, Some("Front turned 90° left")));
    assert!((session.hinge().direction - quarter.right).length() < 1e-12, "the hinge axis follows");
    // The position's numbers follow too: what was a step to the left is one to the front.
    let step = Rigid::from_translation(-frame.right);
    assert!((motion::to_anatomical_six(&step, session.frame())[1] - 1.0).abs() < 1e-9);
    let back = session.directions().quarter_right();
    assert!((back.front - frame.front).length() < 1e-12 && (back.right - frame.right).length() < 1e-12);
    let over = session.directions().upside_down();
    assert!((over.front.cross(over.up) - over.right).length() < 1e-12, "still right-handed");
    let wide = HingeAnatomy { intercondylar_mm: 120.0, ..AVERAGE_ANATOMY };
    session.apply(&Command::Hinge(wide));
    assert_eq!(session.hinge().half_width_mm, 60.0);
    assert!(session.undo() && session.undo());
    assert_eq!((session.frame(), session.hinge()), (&frame, &hinge));
    // Negative twin: without undo they differ.
    assert!(session.redo() && session.frame() != &frame && session.hinge() != &hinge);
}

#[test]
fn the_point_under_the_cursor_lies_on_the_plane_of_the_view() {
    let anchor = DVec3::new(1.0, 2.0, -30.0);
    let direction = DVec3::new(0.1, -0.2, -1.0).normalize();
    let hit = motion::on_view_plane(anchor, -DVec3::Z, DVec3::ZERO, direction).unwrap();
    assert!((hit.z + 30.0).abs() < 1e-9);
    assert!(hit.normalize().dot(direction) > 1.0 - 1e-12, "it lies on the ray");
    assert_eq!(motion::on_view_plane(anchor, -DVec3::Z, DVec3::ZERO, DVec3::X), None);
}

#[test]
fn recent_cases_are_newest_first_and_unique() {
    let case = |n: &str| recent::RecentCase::Scans { upper: n.into(), lower: "l".into() };
    let mut recent = RecentCases::default();
    (0..20).for_each(|i| recent.add(case(&i.to_string())));
    recent.add(case("15"));
    assert_eq!(recent.cases.len(), RecentCases::MOST);
    assert_eq!(recent.cases[0], case("15"));
    assert_eq!(recent.cases.iter().filter(|c| **c == case("15")).count(), 1);
}

fn teeth() -> Teeth {
    let region = |n| ToothRegion { fdi: Fdi::new(n), confidence: 0.4, source: ToothSource::Split };
    let jaw = |numbers: &[u8]| JawTeeth {
        of_triangle: Arc::new(vec![1]),
        regions: numbers.iter().map(|n| region(*n)).collect(),
    };
    Teeth { upper: jaw(&[16, 15]), lower: jaw(&[46]) }
}

fn names(session: &Session) -> [Vec<String>; 2] {
    let names = |jaw: &JawTeeth| jaw.regions.iter().map(ToothRegion::name).collect();
    [names(&session.teeth().upper), names(&session.teeth().lower)]
}

/// An arch that was read one tooth on has all of its numbers right by one.
#[test]
fn a_row_moves_along_with_one_of_its_teeth() {
    let mut session = session();
    session.set_teeth(teeth());
    let along = |side, region, n| Command::NameRow { side, region, fdi: Fdi::new(n).expect("a tooth") };
    session.apply(&along(JawSide::Upper, 1, 14));
    assert_eq!(names(&session), [vec!["15", "14"], vec!["46?"]]);
    assert_eq!(session.undo_name(), Some("Row of teeth numbered by 14"));
    session.apply(&Command::SwapJaws);
    assert_eq!(names(&session), [vec!["26?"], vec!["35", "34"]]);
    session.apply(&along(JawSide::Lower, 0, 36));
    assert_eq!(names(&session), [vec!["26?"], vec!["36", "35"]]);
    assert!((0..3).all(|_| session.undo()));
    assert_eq!(names(&session), [vec!["16?", "15?"], vec!["46?"]], "as it was");
    // The twins: where one would be no tooth any more, none is another one, and there is nothing to undo.
    session.apply(&along(JawSide::Upper, 1, 18));
    assert_eq!(names(&session), [vec!["16?", "15?"], vec!["46?"]]);
    assert!(!session.undo());
}

#[test]
fn names_of_teeth_are_undone_and_go_with_their_scans() {
    let mut session = session();
    let name = |side, region, n| Command::NameTooth { side, region, fdi: Fdi::new(n) };
    session.apply(&Command::XRay(true));
    session.set_teeth(teeth());
    assert_eq!(names(&session), [vec!["16?", "15?"], vec!["46?"]]);
    session.apply(&name(JawSide::Upper, 1, 14));
    assert_eq!(names(&session), [vec!["16?", "14"], vec!["46?"]]);
    assert_eq!(session.undo_name(), Some("Tooth 14 named"));
    // The same again is no change.
    session.apply(&name(JawSide::Upper, 1, 14));
    session.apply(&Command::SwapJaws);
    assert_eq!(names(&session), [vec!["26?"], vec!["36?", "34"]]);
    session.apply(&name(JawSide::Upper, 0, 27));
    assert_eq!(names(&session), [vec!["27"], vec!["36?", "34"]]);
    session.apply(&Command::SwapJaws);
    assert_eq!(names(&session), [vec!["16?", "14"], vec!["47"]]);
    assert!((0..2).all(|_| session.undo()));
    assert_eq!(names(&session), [vec!["26?"], vec!["36?", "34"]]);
    assert!((0..2).all(|_| session.undo()));
    assert_eq!(names(&session), [vec!["16?", "15?"], vec!["46?"]]);
    assert!(!session.has_named_teeth());
    // What came before the teeth were known is undone without losing them.
    assert!(session.undo());
    assert_eq!(names(&session), [vec!["16?", "15?"], vec!["46?"]]);
    assert!((0..5).all(|_| session.redo()));
    assert_eq!(names(&session), [vec!["16?", "14"], vec!["47"]]);
    // Found anew meanwhile, a number given by hand stays with its tooth.
    let mut found = teeth();
    found.upper.regions.reverse();
    session.set_teeth(found);
    assert_eq!(names(&session), [vec!["16?", "14"], vec!["47"]]);
    assert!((0..4).all(|_| session.undo()));
    assert_eq!(names(&session), [vec!["15?", "16?"], vec!["46?"]]);
    assert!((0..4).all(|_| session.redo()));
    assert_eq!(names(&session), [vec!["16?", "14"], vec!["47"]]);
}

#[test]
fn teeth_found_while_the_jaws_are_swapped_are_those_of_the_scans_as_they_are_called_then() {
    let mut session = session();
    session.apply(&Command::SwapJaws);
    session.set_teeth(teeth());
    assert_eq!(names(&session), [vec!["16?", "15?"], vec!["46?"]]);
    session.apply(&Command::SwapJaws);
    assert_eq!(names(&session), [vec!["26?"], vec!["36?", "35?"]]);
}

#[test]
fn a_threshold_that_is_no_preset_is_asked_for_as_well() {
    let mut session = session();
    assert_eq!(session.question(None).thresholds_mm, Question::DEFAULT_THRESHOLDS_MM);
    session.apply(&Command::Threshold(0.12));
    let asked = session.question(None).thresholds_mm;
    assert_eq!((asked.len(), asked[6]), (9, 0.12));
    assert!(Settings::are_possible(0.12, 2.0, 512));
    for (threshold, range, resolution) in [
        (f64::NAN, 2.0, 512),
        (0.1, 150.0, 512),
        (0.1, f64::INFINITY, 512),
        (0.1, 2.0, 0),
        (-0.1, 2.0, 512),
        (11.0, 2.0, 512),
    ] {
        assert!(!Settings::are_possible(threshold, range, resolution), "{threshold} {range} {resolution}");
    }
}

#[test]
fn a_swap_leaves_the_first_scans_frame_alone() {
    let mut session = session();
    session.apply(&Command::Move {
        motion: Motion::Drag,
        upper_from_lower: Rigid::from_six([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
    });
    let same =
        |a: &OcclusalFrame, b: &OcclusalFrame| a.origin.distance(b.origin) < 1e-9 && a.right.distance(b.right) < 1e-9;
    let before = session.frame_of_first_scan();
    session.apply(&Command::SwapJaws);
    let swapped = session.frame_of_first_scan();
    session.apply(&Command::SwapJaws);
    let twice = session.frame_of_first_scan();
    assert!(same(&before, &swapped) && same(&before, &twice), "{before:?} {swapped:?} {twice:?}");
    session.apply(&Command::SetFrame { correction: Correction::QuarterLeft, frame: turned_frame() });
    assert!(!same(&before, &session.frame_of_first_scan()));
}
