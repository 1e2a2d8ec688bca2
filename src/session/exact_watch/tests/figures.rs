//! The exact figures: asked for at rest, cancelled, dropped, failed.
use super::*;

#[test]
fn at_rest_the_figures_are_asked_for_once_and_stay() {
    let (mut watch, pace, made) = watch();
    let pair = pair();
    watch.follow(&pair, before_its_map(0.0), true);
    watch.follow(&pair, at(0.1), false);
    assert_eq!((watch.state(), watch.is_running(), made.load(Ordering::Relaxed)), (ExactState::Waiting, false, 0));
    watch.follow(&pair, at(0.1), true);
    watch.follow(&pair, at(0.1), true);
    assert!(matches!(watch.state(), ExactState::Running(..)) && watch.fresh().is_none());
    pace.send(Pace::Answer).unwrap();
    let events = until(&mut watch, is_answer);
    assert_eq!((events.len(), watch.state()), (1, ExactState::Done));
    assert_eq!(watch.fresh().map(|a| a.live.max_depth_mm), Some(Some(0.1)));
    // A press without a change (the view is turned) leaves the answer as it is, and starts nothing.
    watch.follow(&pair, at(0.1), false);
    watch.follow(&pair, at(0.1), true);
    assert_eq!((watch.state(), watch.is_running(), made.load(Ordering::Relaxed)), (ExactState::Done, false, 1));
    // Moved: the old answer is no longer fresh, but is still there to be dimmed.
    watch.follow(&pair, at(0.2), false);
    assert_eq!((watch.state(), watch.fresh(), watch.last().is_some()), (ExactState::Waiting, None, true));
}

#[test]
fn a_motion_cancels_and_rest_starts_anew() {
    let (mut watch, pace, _) = watch();
    let pair = pair();
    pace.send(Pace::UntilCancelled).unwrap();
    watch.follow(&pair, at(0.1), true);
    until_begun(&watch);
    assert_eq!(watch.state(), ExactState::Running(BEGUN, 0.5));
    watch.follow(&pair, before_its_map(0.0), false);
    assert_eq!(watch.state(), ExactState::Waiting);
    let events = until(&mut watch, is_stop);
    assert_eq!(events[0], NO_FIGURES);
    assert!(watch.fresh().is_none() && !watch.interrupt(), "nothing runs any more");
    pace.send(Pace::Answer).unwrap();
    watch.follow(&pair, at(0.3), true);
    until(&mut watch, is_answer);
    assert_eq!(watch.fresh().map(|a| a.asked.clone()), at(0.3).figures().cloned());
}

#[test]
fn the_answer_to_an_older_pose_is_dropped() {
    let (mut watch, pace, _) = watch();
    let pair = pair();
    watch.follow(&pair, at(0.1), true);
    // The pose changes without a rest in between: the first answer comes all the same, and too late.
    watch.follow(&pair, at(0.2), true);
    pace.send(Pace::Answer).unwrap();
    pace.send(Pace::Answer).unwrap();
    let events = until(&mut watch, is_answer);
    let answers: Vec<_> = events.iter().filter(|e| is_answer(e)).collect();
    assert!(events.contains(&NO_FIGURES) && answers.len() == 1, "{events:?}");
    assert_eq!(watch.fresh().map(|a| a.live.max_depth_mm), Some(Some(0.2)));
}

#[test]
fn a_panic_is_a_sentence_and_the_next_pose_is_answered() {
    let (mut watch, pace, made) = watch();
    let pair = pair();
    pace.send(Pace::Panic).unwrap();
    watch.follow(&pair, at(0.1), true);
    until(&mut watch, |e| matches!(e, ExactEvent::Failed(JobKind::Figures, _)));
    let ExactState::Failed(sentence) = watch.state() else { panic!("{:?}", watch.state()) };
    assert!(sentence.contains("could not be computed"), "{sentence}");
    // The same pose is not tried again and again.
    watch.follow(&pair, at(0.1), true);
    assert!(!watch.is_running());
    pace.send(Pace::Answer).unwrap();
    watch.follow(&pair, at(0.2), true);
    until(&mut watch, is_answer);
    assert_eq!((watch.state(), made.load(Ordering::Relaxed)), (ExactState::Done, 2));
}

#[test]
fn a_pose_whose_figures_have_failed_waits_for_nothing() {
    let (mut watch, pace, _) = watch();
    let pair = pair();
    watch.follow(&pair, seen_at(0.1), false);
    assert!(watch.is_waiting(), "the twin");
    rest_past_zones(&mut watch, &pair, seen_at(0.1));
    pace.send(Pace::Panic).unwrap();
    until(&mut watch, |e| matches!(e, ExactEvent::Failed(JobKind::Figures, _)));
    watch.follow(&pair, seen_at(0.1), true);
    assert!(!watch.is_running() && !watch.is_waiting(), "or the window would look again, frame after frame");
}

#[test]
fn another_case_and_the_switch_forget_everything() {
    let (mut watch, pace, made) = watch();
    let (first, second) = (pair(), pair());
    pace.send(Pace::Answer).unwrap();
    watch.follow(&first, at(0.1), true);
    until(&mut watch, is_answer);
    // The same pose of other jaws is another question.
    pace.send(Pace::Answer).unwrap();
    watch.follow(&second, at(0.1), true);
    assert!(watch.is_running() && watch.last().is_none());
    assert_eq!(Arc::strong_count(&first), 1, "the worker of the first case has let go of it");
    until(&mut watch, is_answer);
    watch.follow(&second, at(0.2), true);
    watch.enable(false);
    assert_eq!((watch.state(), watch.poll()), (ExactState::Off, vec![NO_FIGURES]));
    watch.follow(&second, at(0.3), true);
    assert!(!watch.is_running());
    pace.send(Pace::Answer).unwrap();
    pace.send(Pace::Answer).unwrap();
    watch.enable(true);
    watch.follow(&second, at(0.3), true);
    until(&mut watch, is_answer);
    assert_eq!(made.load(Ordering::Relaxed), 3);
}
