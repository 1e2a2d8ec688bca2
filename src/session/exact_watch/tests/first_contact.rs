//! The search for the first contact, which goes before everything.
use super::*;

#[test]
fn the_first_contact_goes_before_the_figures_and_shares_their_worker() {
    let (mut watch, pace, made) = watch();
    let pair = pair();
    pace.send(Pace::UntilCancelled).unwrap();
    watch.follow(&pair, at(0.1), true);
    until_begun(&watch);
    watch.find_contact(&pair, contact_at(0.1));
    assert!(watch.contact_progress().is_some() && watch.state() == ExactState::Waiting);
    // Neither rest nor a press (the view is turned) touches the search, and figures wait for it.
    for rests in [true, false, true] {
        watch.follow(&pair, at(0.1), rests);
        watch.follow_contact(Some(&contact_at(0.1)));
        assert!(!watch.interrupt_figures() && watch.contact_progress().is_some());
    }
    pace.send(Pace::Answer).unwrap();
    let events = until(&mut watch, is_contact);
    assert_eq!(events[0], NO_FIGURES);
    let Some(ExactEvent::FirstContact(answer)) = events.iter().find(|e| is_contact(e)) else { panic!("{events:?}") };
    assert_eq!((&answer.asked, answer.found), (&contact_at(0.1), found(0.1)));
    assert_ne!(answer.found, found(0.2), "the twin");
    assert_eq!((watch.contact_progress(), watch.is_running()), (None, false));
    // The figures are asked for again, of the same worker.
    pace.send(Pace::Answer).unwrap();
    watch.follow(&pair, at(0.1), true);
    until(&mut watch, is_answer);
    assert_eq!((watch.state(), made.load(Ordering::Relaxed)), (ExactState::Done, 1));
}

#[test]
fn a_motion_and_a_word_cancel_the_search_and_its_answer_is_dropped() {
    let (mut watch, pace, made) = watch();
    let pair = pair();
    pace.send(Pace::UntilCancelled).unwrap();
    watch.find_contact(&pair, contact_at(0.1));
    until_begun(&watch);
    watch.follow_contact(Some(&contact_at(0.2)));
    let events = until(&mut watch, is_stop);
    assert!(events[0] == NO_CONTACT && !events.iter().any(is_contact), "{events:?}");
    assert!(watch.contact_progress().is_none() && !watch.interrupt_contact());
    // An answer that was on its way already.
    watch.find_contact(&pair, contact_at(0.2));
    assert!(watch.interrupt_contact() && !watch.interrupt_contact());
    pace.send(Pace::Answer).unwrap();
    let events = until(&mut watch, is_stop);
    assert!(events[0] == NO_CONTACT && !events.iter().any(is_contact), "{events:?}");
    // A hand has taken hold of the jaw.
    watch.find_contact(&pair, contact_at(0.2));
    watch.follow_contact(None);
    assert_eq!((watch.poll().first(), made.load(Ordering::Relaxed)), (Some(&NO_CONTACT), 1));
}

#[test]
fn a_search_needs_no_figures_and_a_fault_is_a_sentence_of_its_own() {
    let (mut watch, pace, made) = watch();
    let (first, second) = (pair(), pair());
    watch.enable(false);
    pace.send(Pace::Answer).unwrap();
    watch.find_contact(&first, contact_at(0.1));
    watch.follow(&first, at(0.1), true);
    until(&mut watch, is_contact);
    assert_eq!(watch.state(), ExactState::Off);
    assert_eq!(Arc::strong_count(&first), 1, "nobody else needs the trees");
    // Another case: the search of the first one is nobody's any more.
    pace.send(Pace::UntilCancelled).unwrap();
    watch.find_contact(&first, contact_at(0.1));
    until_begun(&watch);
    watch.follow(&second, before_its_map(0.0), false);
    assert_eq!((watch.poll(), watch.is_running()), (vec![NO_CONTACT], false));
    watch.enable(true);
    pace.send(Pace::Panic).unwrap();
    watch.find_contact(&second, contact_at(0.1));
    let events = until(&mut watch, |e| matches!(e, ExactEvent::Failed(..)));
    let Some(ExactEvent::Failed(JobKind::FirstContact, sentence)) = events.last() else { panic!("{events:?}") };
    assert!(sentence.contains("nothing was moved"), "{sentence}");
    assert_eq!(watch.state(), ExactState::Waiting, "the figures have not failed");
    pace.send(Pace::Answer).unwrap();
    watch.find_contact(&second, contact_at(0.1));
    until(&mut watch, is_contact);
    assert_eq!(made.load(Ordering::Relaxed), 4, "one each: without figures, of the case left, at fault, after it");
}

#[test]
fn the_first_contact_goes_before_the_views() {
    let pair = pair();
    let (mut watch, pace, _) = watch_at_multi_projection(&pair, 0.1);
    pace.send(Pace::UntilCancelled).unwrap();
    until_begun(&watch);
    watch.find_contact(&pair, contact_at(0.1));
    watch.follow(&pair, seen_at(0.1), true);
    assert!(watch.contact_progress().is_some() && watch.multi_projection_state() == MultiProjectionState::Waiting);
    pace.send(Pace::Answer).unwrap();
    let events = until(&mut watch, is_contact);
    assert_eq!(events[0], NO_VIEWS);
}
