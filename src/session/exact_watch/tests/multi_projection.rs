//! Areas of several projections, after the figures.
use super::*;

#[test]
fn views_come_after_the_figures_coarse_ones_first() {
    let pair = pair();
    let (mut watch, pace, made) = watch_at_multi_projection(&pair, 0.1);
    assert_eq!(n_tiles(&watch), None);
    pace.send(Pace::Tell(3)).unwrap();
    let events = until(&mut watch, is_multi_projection);
    assert!(events.len() == 1 && !is_complete(&events[0]), "{events:?}");
    assert!(n_tiles(&watch) == Some(3) && watch.is_running(), "shown while it is refined");
    pace.send(Pace::Answer).unwrap();
    until(&mut watch, is_complete);
    assert_eq!((watch.multi_projection_state(), n_tiles(&watch)), (MultiProjectionState::Done, Some(9)));
    assert_eq!(watch.fresh_multi_projection().map(|v| v.answer.clone()), Some(areas(0.1, 9, true)));
    assert_ne!(watch.fresh_multi_projection().map(|v| v.answer.clone()), Some(areas(0.2, 9, true)), "the twin");
    // Asked for once; the view may be turned.
    for rests in [true, false, true] {
        watch.follow(&pair, seen_at(0.1), rests);
    }
    assert!(
        !watch.is_running()
            && watch.multi_projection_state() == MultiProjectionState::Done
            && made.load(Ordering::Relaxed) == 1
    );
    // Moved: no longer of this pose, but there to be dimmed.
    watch.follow(&pair, before_its_map(0.0), false);
    assert_eq!((n_tiles(&watch), watch.last_multi_projection().is_some()), (None, true));
    assert_eq!(watch.multi_projection_state(), MultiProjectionState::Waiting);
}

#[test]
fn a_motion_cancels_the_views_and_what_they_still_tell_is_dropped() {
    let pair = pair();
    let (mut watch, pace, _) = watch_at_multi_projection(&pair, 0.1);
    pace.send(Pace::TellTooLate).unwrap();
    until_begun(&watch);
    watch.follow(&pair, seen_at(0.2), false);
    let events = until(&mut watch, is_stop);
    assert!(events[0] == NO_VIEWS && !events.iter().any(is_multi_projection), "{events:?}");
    assert!(watch.last_multi_projection().is_none() && !watch.is_running());
    // At rest again: contacts, figures, then projections of the new pose.
    rest_past_zones(&mut watch, &pair, seen_at(0.2));
    pace.send(Pace::Answer).unwrap();
    until(&mut watch, is_answer);
    pace.send(Pace::Answer).unwrap();
    watch.follow(&pair, seen_at(0.2), true);
    until(&mut watch, is_complete);
    assert_eq!(watch.fresh_multi_projection().map(|v| v.answer.clone()), Some(areas(0.2, 9, true)));
}

#[test]
fn a_press_cancels_the_views_keeps_what_is_known_and_never_shows_coarser_again() {
    let pair = pair();
    let (mut watch, pace, _) = watch_at_multi_projection(&pair, 0.1);
    pace.send(Pace::Tell(5)).unwrap();
    pace.send(Pace::UntilCancelled).unwrap();
    until(&mut watch, is_multi_projection);
    until_begun(&watch);
    assert!(watch.interrupt_figures());
    until(&mut watch, is_stop);
    watch.follow(&pair, seen_at(0.1), false);
    assert_eq!(
        (watch.multi_projection_state(), n_tiles(&watch)),
        (MultiProjectionState::Waiting, Some(5)),
        "of the same pose all the same"
    );
    // Begun anew, without the figures, which are there.
    watch.follow(&pair, seen_at(0.1), true);
    pace.send(Pace::Tell(3)).unwrap();
    pace.send(Pace::Tell(6)).unwrap();
    let events = until(&mut watch, is_multi_projection);
    assert!(!events.iter().any(is_answer) && n_tiles(&watch) == Some(6), "{events:?}");
    pace.send(Pace::Answer).unwrap();
    until(&mut watch, is_complete);
    assert_eq!(n_tiles(&watch), Some(9));
}

#[test]
fn a_direction_kept_by_hand_and_jaws_without_a_map_have_one_view() {
    let pair = pair();
    for one in [Wanted { most_projections: 1, ..seen_at(0.1) }, at(0.1)] {
        let (mut watch, pace, _) = watch();
        match one.zones() {
            Some(_) => rest_past_zones(&mut watch, &pair, one.clone()),
            None => watch.follow(&pair, one.clone(), true),
        }
        pace.send(Pace::Answer).unwrap();
        until(&mut watch, is_answer);
        watch.follow(&pair, one, true);
        assert_eq!((watch.multi_projection_state(), watch.is_running()), (MultiProjectionState::OneProjection, false));
    }
    // Kept while several are looked along: they are not wanted any more, and are when it is let go.
    let (mut watch, pace, _) = watch_at_multi_projection(&pair, 0.1);
    pace.send(Pace::UntilCancelled).unwrap();
    until_begun(&watch);
    watch.follow(&pair, Wanted { most_projections: 1, ..seen_at(0.1) }, true);
    assert!(watch.poll().contains(&NO_VIEWS) && watch.multi_projection_state() == MultiProjectionState::OneProjection);
    pace.send(Pace::Answer).unwrap();
    watch.follow(&pair, seen_at(0.1), true);
    until(&mut watch, is_complete);
    assert_eq!(watch.multi_projection_state(), MultiProjectionState::Done);
}

#[test]
fn a_fault_in_the_views_is_a_sentence_and_the_figures_stand() {
    let pair = pair();
    let (mut watch, pace, made) = watch_at_multi_projection(&pair, 0.1);
    pace.send(Pace::Panic).unwrap();
    until(&mut watch, |e| matches!(e, ExactEvent::Failed(JobKind::MultiProjection, _)));
    let MultiProjectionState::Failed(sentence) = watch.multi_projection_state() else {
        panic!("{:?}", watch.multi_projection_state())
    };
    assert!(sentence.contains("one view stand"), "{sentence}");
    assert!(watch.state() == ExactState::Done && watch.fresh().is_some());
    watch.follow(&pair, seen_at(0.1), true);
    assert!(!watch.is_running(), "the same pose is not tried again and again");
    rest_past_zones(&mut watch, &pair, seen_at(0.2));
    pace.send(Pace::Answer).unwrap();
    until(&mut watch, is_answer);
    assert_eq!((watch.multi_projection_state(), made.load(Ordering::Relaxed)), (MultiProjectionState::Waiting, 2));
}
