//! What is trimmed, as a change of the session.
use super::*;
use crate::jaw::JawTrim;

#[test]
fn trimmed_surface_is_left_out_of_the_question_undone_and_swapped() {
    let mut session = session();
    let (before, whole) = (session.state().clone(), session.scope());
    let trim = JawTrim::of([1, 2]);
    session.begin_gesture("Trimmed");
    session.apply(&Command::Trim { side: JawSide::Upper, trim: JawTrim::of([1]) });
    session.apply(&Command::Trim { side: JawSide::Upper, trim: trim.clone() });
    session.name_trim_gesture();
    session.end_gesture();
    assert!(session.undo_name().is_some_and(|name| name.starts_with("Trimmed ") && name.ends_with(" mm²")));
    assert_ne!(session.scope(), whole);
    assert!(!session.state().same_case(&before), "worth a question before it goes");
    session.apply(&Command::SwapJaws);
    assert_eq!((session.trim().upper.is_empty(), &session.trim().lower), (true, &trim));
    session.undo();
    assert_eq!((&session.trim().upper, session.trim().lower.is_empty()), (&trim, true));
    session.undo();
    assert!(session.trim().is_empty() && session.scope() == whole, "a stroke is one step");
    session.redo();
    assert_eq!(session.trim().upper, trim);
}
