//! What an answer does and says: on two cubes, through the worker, and for every kind of answer.
use super::*;
use crate::base::LengthUnit;
use crate::base::words::{Language, speak};
use crate::engine::PairForms;
use crate::jaw::{Jaw, OcclusalFrame, Teeth};
use crate::mesh::{RepairReport, shapes};
use crate::session::exact_job::{ExactWorker, WorkerAnswer, WorkerQuestion};
use crate::session::{Session, Settings};
use std::sync::Arc;
use std::time::Duration;

/// Cubes of 2 mm about the origin, the upper one raised by `z` mm; the occlusal normal leans away from z.
fn cubes(z: f32) -> Arc<JawPair> {
    let jaw = |z: f32| {
        let mut mesh = shapes::cube();
        mesh.positions.iter_mut().for_each(|p| p.z += z);
        let report = RepairReport { closed: true, ..RepairReport::default() };
        Jaw { name: "a".into(), blake3: String::new(), unit: LengthUnit::Millimetre, mesh: mesh.into(), report }
    };
    let frame = OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::new(0.0, 0.6, 0.8), DVec3::Y).unwrap();
    Arc::new(JawPair { upper: jaw(z), lower: jaw(0.0), frame, occlusion: Rigid::IDENTITY, told: Default::default() })
}

/// What the worker says to a question of this case.
fn asked(session: &Session) -> (ContactQuestion, FirstContact) {
    let question = ContactQuestion::of(session).expect("a direction");
    let (wake, woken) = std::sync::mpsc::channel();
    let worker = ExactWorker::of_pair(
        PairForms::new(session.pair().clone()),
        Arc::new(move || wake.send(()).expect("the test listens")),
    );
    worker.ask(0, WorkerQuestion::FirstContact(question.clone())).expect("a worker");
    woken.recv_timeout(Duration::from_secs(60)).expect("an answer");
    let report = worker.poll().expect("the worker lives").expect("a report");
    let Ok(WorkerAnswer::FirstContact(found)) = report.result else { panic!("{report:?}") };
    (question, found)
}

fn outcome(session: &Session) -> Outcome {
    let (question, found) = asked(session);
    Outcome::new(&found, question.limit_mm, (session.pair(), session.teeth()))
}

fn done(session: &mut Session, outcome: &Outcome) -> DVec3 {
    session.apply(outcome.command.as_ref().expect("a move"));
    session.upper_from_lower().translation
}

#[test]
fn it_is_said_in_the_language_of_the_window() {
    let session = Session::new(cubes(2.8), Rigid::IDENTITY, Settings::default());
    let english = outcome(&session).says;
    let _german = speak(Language::German);
    let says = outcome(&session).says;
    assert_eq!(says, "Um 1,000 mm geschlossen bis zum ersten Kontakt, Fehler höchstens 0,0001 mm.");
    assert_ne!(says, english, "the twin");
}

#[test]
fn cubes_apart_close_and_cubes_in_each_other_open_and_both_can_be_undone() {
    // A gap of 0.8 mm along z is 1 mm along a normal that leans by a cosine of 0.8; so is an overlap.
    for (z, word, travel) in [(2.8, "Closed by 1.000 mm", 1.0), (1.2, "Opened by 1.000 mm", -1.0)] {
        let mut session = Session::new(cubes(z), Rigid::IDENTITY, Settings::default());
        let outcome = outcome(&session);
        assert_eq!(outcome.says, format!("{word} to the first contact, error at most 0.0001 mm."));
        assert!(!outcome.is_doubtful);
        // f32 coordinates of 2 mm are within 1.2e-7, the margin is 1e-6.
        let step = done(&mut session, &outcome);
        assert!((step - session.frame().up * travel).length() < 3e-6, "{step}");
        assert!((step - session.frame().up * (travel + 1e-3)).length() > 3e-6, "the twin");
        let place = outcome.place.expect("a place");
        assert!((place.z - f64::from(z - 1.0)).abs() < 1e-6, "on the underside of the upper cube: {place}");
        assert_eq!(session.undo_name(), Some("First contact"));
        assert!(session.undo() && session.upper_from_lower() == Rigid::IDENTITY && session.undo_name().is_none());
        assert!(session.redo() && session.upper_from_lower().translation == step);
        // Once more from there: nothing is left to do.
        let again = self::outcome(&session);
        assert_eq!((again.command, again.says.contains("already")), (None, true), "{}", again.says);
    }
}

#[test]
fn where_nothing_meets_nothing_is_moved() {
    let beside = Rigid::from_translation(DVec3::X * 5.0);
    let far = outcome(&Session::new(cubes(2.8), beside, Settings::default()));
    assert_eq!(far.says, "They do not meet within 50 mm: nothing was moved.");
    assert_eq!((far.command, far.place, far.is_doubtful), (None, None, true));
    let pair = cubes(0.0);
    let says = |found: &FirstContact| {
        let outcome = Outcome::new(found, LIMIT_MM, (&pair, &Teeth::default()));
        assert!(outcome.command.is_none() && outcome.is_doubtful);
        outcome.says
    };
    let unknown = Ahead::Unknown { up_to: 3.0 };
    assert!(
        says(&FirstContact::Free { closing: unknown, opening: Ahead::Nothing }).contains("within 3.000 mm of closing")
    );
    assert!(says(&FirstContact::Interfering { opening: unknown }).contains("not free before 3.000 mm of opening"));
    assert!(says(&FirstContact::Interfering { opening: Ahead::Nothing }).contains("do not come free within 50 mm"));
}

#[test]
fn a_doubtful_contact_is_said_to_be_one() {
    let (_, found) = asked(&Session::new(cubes(2.8), Rigid::IDENTITY, Settings::default()));
    let FirstContact::Free { closing: Ahead::Contact(contact), opening } = found else { panic!("{found:?}") };
    let says = |contact: Contact, pair: &JawPair| {
        let found = FirstContact::Free { closing: Ahead::Contact(contact), opening };
        let outcome = Outcome::new(&found, LIMIT_MM, (pair, &Teeth::default()));
        assert!(outcome.command.is_some());
        (outcome.is_doubtful, outcome.says)
    };
    let pair = cubes(2.8);
    let (doubtful, words) = says(Contact { is_proven: false, error_mm: 4.01e-4, ..contact }, &pair);
    assert!(doubtful && words.contains("an earlier one cannot be excluded") && words.contains("at most 0.0005 mm"));
    let mut base = JawPair::clone(&pair);
    Arc::make_mut(&mut base.lower.mesh).n_scanned = 0;
    let (doubtful, words) = says(contact, &base);
    assert!(doubtful && words.contains("closing added"), "{words}");
    assert!(!says(contact, &pair).0, "the twin");
}
