//! Bites come, go and come back; what cannot be changes nothing.
use super::*;
use crate::jaw::{Jaw, JawPair, OcclusalFrame};
use crate::mesh::{RepairReport, shapes};
use crate::session::{Command, Motion, Session, Settings};
use glam::DVec3;

fn session() -> Session {
    let jaw = || Jaw {
        name: String::new(),
        blake3: String::new(),
        unit: crate::base::LengthUnit::Millimetre,
        mesh: shapes::sphere(5, 3.0).into(),
        report: RepairReport::default(),
    };
    let frame = OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, DVec3::Y).unwrap();
    Session::new(
        Arc::new(JawPair { upper: jaw(), lower: jaw(), frame, occlusion: Rigid::IDENTITY, told: Default::default() }),
        Rigid::IDENTITY,
        Settings::default(),
    )
}

fn pose(x: f64) -> Rigid {
    Rigid::from_six([x, 0.5, -0.25, 1.0, 2.0, x])
}

fn bite(name: &str, x: f64) -> Bite {
    Bite { name: name.into(), origin: BiteOrigin::Hand, upper_from_lower: pose(x), ..Bite::as_scanned() }
}

fn kept(name: &str, x: f64) -> Command {
    Command::Bite(BiteChange::Keep { bite: bite(name, x).into(), choose: true })
}

fn moved(motion: Motion, x: f64) -> Command {
    Command::Move { motion, upper_from_lower: pose(x) }
}

fn names(session: &Session) -> Vec<&str> {
    session.bites().list().iter().map(Bite::said_name).collect()
}

fn change(session: &mut Session, change: BiteChange) {
    session.apply(&Command::Bite(change));
}

#[test]
fn a_bite_is_kept_chosen_renamed_written_and_removed_and_all_of_it_comes_back() {
    let mut session = session();
    let mut states = vec![session.state().clone()];
    let steps = [
        (kept("left", 1.0), "Bite kept: left"),
        (kept(" right\n", 2.0), "Bite kept: right"),
        (Command::Bite(BiteChange::Choose(0)), "Bite: As scanned"),
        (Command::Bite(BiteChange::Choose(1)), "Bite: left"),
        (Command::Bite(BiteChange::Rename(1, "first".into())), "Bite renamed: first"),
        (Command::Bite(BiteChange::Write(0, "of May".into())), "Notes of bite: As scanned"),
        (Command::Bite(BiteChange::Remove(1)), "Bite removed: first"),
    ];
    for (command, name) in &steps {
        session.apply(command);
        assert_eq!(session.undo_name(), Some(*name));
        states.push(session.state().clone());
    }
    assert_eq!(names(&session), ["As scanned", "right"]);
    assert_eq!(session.bites().place(), 0, "the one that is gone is left");
    assert_eq!(session.bite(), pose(1.0), "the jaw stays where it is");
    assert_eq!(session.bites().list()[0].notes, "of May");
    for state in states.iter().rev().skip(1) {
        assert!(session.undo() && session.state() == state);
    }
    for state in &states[1..] {
        assert!(session.redo() && session.state() == state);
    }
    let mut poses = states.iter().map(|s| s.upper_from_lower);
    assert!(poses.by_ref().take(3).eq([Rigid::IDENTITY, pose(1.0), pose(2.0)]));
    assert!(poses.eq([Rigid::IDENTITY, pose(1.0), pose(1.0), pose(1.0), pose(1.0)]));
}

#[test]
fn as_scanned_stays_what_it_is_and_no_name_stands_twice() {
    let mut session = session();
    session.apply(&kept("left", 1.0));
    let before = session.state().clone();
    for change in [
        BiteChange::Remove(0),
        BiteChange::Rename(0, "mine".into()),
        BiteChange::Rename(1, "As scanned".into()),
        BiteChange::Rename(1, " \n".into()),
        BiteChange::Rename(7, "nobody".into()),
        BiteChange::Choose(7),
        BiteChange::Remove(7),
        BiteChange::Write(7, "nobody".into()),
        BiteChange::Put { made: None },
        BiteChange::Keep { bite: bite("left", 3.0).into(), choose: true },
        BiteChange::Keep { bite: bite("As scanned", 3.0).into(), choose: true },
        BiteChange::Keep { bite: bite(" ", 3.0).into(), choose: true },
        BiteChange::Keep { bite: Bite::as_scanned().into(), choose: true },
        BiteChange::Keep { bite: bite("far", 1e9).into(), choose: true },
    ] {
        session.apply(&Command::Bite(change.clone()));
        assert!(session.state() == &before, "{change:?}");
    }
    assert_eq!(session.undo_name(), Some("Bite kept: left"), "what changes nothing leaves no step");
    // Nor does a hand that moves the jaw change it.
    change(&mut session, BiteChange::Choose(0));
    session.apply(&moved(Motion::Drag, 4.0));
    change(&mut session, BiteChange::Put { made: None });
    assert_eq!(session.bites().list()[0].upper_from_lower, Rigid::IDENTITY);
    assert!(is_same(&session.bite(), &pose(4.0)), "the twin: the jaw itself has moved");
}

#[test]
fn a_jaw_that_is_moved_leaves_its_bite_and_can_be_put_into_it() {
    let mut session = session();
    session.apply(&kept("left", 1.0));
    assert!(session.bites().at(&session.bite()).is_some());
    session.apply(&moved(Motion::FirstContact, 5.0));
    let (bites, at) = (session.bites(), session.bite());
    assert_eq!((bites.current().name.as_str(), bites.at(&at)), ("left", None), "moved from it");
    assert_eq!(bites.origin_of(&at), BiteOrigin::FirstContact);
    assert!(is_same(&bites.list()[1].upper_from_lower, &pose(1.0)) && !is_same(&at, &pose(1.0)));
    change(&mut session, BiteChange::Put { made: Some("2026-01-02 03:04".into()) });
    let put = &session.bites().list()[1];
    assert!(is_same(&put.upper_from_lower, &pose(5.0)) && put.origin == BiteOrigin::FirstContact);
    assert_eq!((put.made.as_deref(), session.undo_name()), (Some("2026-01-02 03:04"), Some("Moved into bite: left")));
    assert!(session.undo() && session.bites().list()[1].upper_from_lower == pose(1.0));
    // Reset is the way back to the scans, whatever bite there was.
    session.apply(&Command::Move { motion: Motion::Reset, upper_from_lower: Rigid::IDENTITY });
    assert_eq!(session.bites().at(&session.bite()).map(Bite::is_as_scanned), Some(true));
}

#[test]
fn a_movement_that_is_played_changes_no_bite_and_an_instant_of_it_can_be_kept() {
    let mut session = session();
    session.play(Some(pose(9.0)));
    let instant =
        Bite { origin: BiteOrigin::Motion, upper_from_lower: session.upper_from_lower(), ..bite("open", 0.0) };
    change(&mut session, BiteChange::Keep { bite: instant.into(), choose: false });
    assert_eq!((session.bite(), session.bites().place()), (Rigid::IDENTITY, 0));
    assert_eq!((session.upper_from_lower(), names(&session)), (pose(9.0), vec!["As scanned", "open"]));
    change(&mut session, BiteChange::Choose(1));
    assert_eq!(session.bite(), pose(9.0));
}

#[test]
fn a_list_holds_no_more_than_it_may_and_names_that_are_free() {
    let mut session = session();
    assert_eq!(session.bites().free_name(BiteOrigin::Hand), "Bite 1");
    for i in 0..MOST_BITES + 3 {
        session.apply(&kept(&session.bites().free_name(BiteOrigin::Hand), i as f64));
    }
    let list = session.bites().list().to_vec();
    assert_eq!((list.len(), list[49].name.as_str()), (MOST_BITES, "Bite 49"));
    assert!(session.bites().is_full());
    assert_eq!(session.bites().free_name(BiteOrigin::Seated), "Seated 1");
    let of = |list: &[Bite], current| Bites::of(list.to_vec(), current, BiteOrigin::Hand);
    assert!(of(&list, 49).is_some_and(|bites| bites == *session.bites()));
    // The twins.
    assert!(of(&list, 50).is_none() && of(&[], 0).is_none() && of(&list[1..], 0).is_none());
    assert!(of(&[list.clone(), vec![bite("more", 1.0)]].concat(), 0).is_none(), "too many");
    assert!(of(&[Bite::as_scanned(), Bite::as_scanned()], 0).is_none());
    assert!(of(&[Bite::as_scanned(), bite("a", 1.0), bite(" a", 2.0)], 0).is_none(), "one name twice");
    assert!(of(&[Bite::as_scanned(), bite("", 1.0)], 0).is_none(), "no name");
}

#[test]
fn roles_change_with_all_bites() {
    let mut session = session();
    session.apply(&kept("left", 1.0));
    session.apply(&Command::SwapJaws);
    assert!(session.bites().at(&session.bite()).is_some(), "still in it");
    assert!((session.bite() * pose(1.0)).translation.length() < 1e-12);
    change(&mut session, BiteChange::Choose(0));
    assert_eq!(session.bite(), Rigid::IDENTITY);
}
