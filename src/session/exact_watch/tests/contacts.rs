//! The contacts by closest gap, and how sure they are.
use super::*;

#[test]
fn a_motion_cancels_the_contacts_by_closest_gap_and_those_of_an_older_pose_are_not_fresh() {
    let pair = pair();
    let (mut watch, _pace, _) = watch_at_multi_projection(&pair, 0.1);
    assert!(watch.fresh_zones().is_some_and(|z| z.asked.upper_from_lower.translation.z == 0.1));
    watch.follow(&pair, Some(seen_at(0.2)), false);
    assert!(watch.fresh_zones().is_none() && watch.last_zones().is_some(), "there to be dimmed");
    assert_eq!(watch.zones_state(), ExactState::Waiting);
    // The direction of the picture says nothing about the closest gap.
    let mut turned = seen_at(0.1);
    turned.asked.question.direction = Some(DVec3::X);
    watch.follow(&pair, Some(turned), false);
    assert!(watch.fresh_zones().is_some() && watch.fresh().is_none());
    watch.forget();
    assert!(watch.last_zones().is_none());
}

#[test]
fn how_sure_contacts_are_comes_last_only_when_wanted_and_goes_on_where_it_was_interrupted() {
    let pair = pair();
    let (mut watch, pace, _) = watch_at_multi_projection(&pair, 0.1);
    pace.send(Pace::Answer).unwrap();
    until(&mut watch, is_complete);
    watch.follow(&pair, Some(seen_at(0.1)), true);
    assert!(!watch.is_running() && !watch.is_waiting());
    let sure = |mm: f64| Wanted { uncertainty: Some(UncertaintySettings::default()), ..seen_at(mm) };
    let poses = |watch: &ExactWatch| watch.fresh_uncertainty().map(|s| s.found.n_runs());
    for n in [3, 6] {
        watch.follow(&pair, Some(sure(0.1)), true);
        assert!(matches!(watch.uncertainty_state(), ExactState::Running(..)));
        pace.send(Pace::Answer).unwrap();
        until(&mut watch, |e| matches!(e, ExactEvent::Uncertainty(..)));
        assert_eq!(
            (poses(&watch), watch.uncertainty_state(), watch.is_waiting()),
            (Some(n), ExactState::Waiting, true)
        );
    }
    // Other settings are another question, and so is another pose.
    let settings = UncertaintySettings { seed: 2, ..UncertaintySettings::default() };
    watch.follow(&pair, Some(Wanted { uncertainty: Some(settings), ..seen_at(0.1) }), false);
    assert_eq!(poses(&watch), None);
    watch.follow(&pair, Some(sure(0.2)), false);
    assert_eq!(poses(&watch), None);
    watch.follow(&pair, Some(seen_at(0.1)), false);
    assert!(poses(&watch).is_none() && !watch.is_waiting());
}
