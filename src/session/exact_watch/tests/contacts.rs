//! The contacts by closest gap, and how sure they are.
use super::*;

#[test]
fn a_motion_cancels_the_contacts_by_closest_gap_and_those_of_an_older_pose_are_not_fresh() {
    let pair = pair();
    let (mut watch, _pace, _) = watch_at_multi_projection(&pair, 0.1);
    assert!(watch.fresh_zones().is_some_and(|z| z.asked.upper_from_lower.translation.z == 0.1));
    watch.follow(&pair, seen_at(0.2), false);
    assert!(watch.fresh_zones().is_none() && watch.last_zones().is_some(), "there to be dimmed");
    assert_eq!(watch.zones_state(), ExactState::Waiting);
    // The direction of the picture says nothing about the closest gap.
    let mut turned = seen_at(0.1);
    turned.of_map.as_mut().unwrap().asked.question.direction = Some(DVec3::X);
    watch.follow(&pair, turned, false);
    assert!(watch.fresh_zones().is_some() && watch.fresh().is_none());
    watch.forget();
    assert!(watch.last_zones().is_none());
}

#[test]
fn contact_waits_for_no_map_and_everything_of_its_pixels_does() {
    let pair = pair();
    let (mut watch, pace, _) = watch();
    let on_its_way = || Wanted { of_map: None, uncertainty: Some(UncertaintySettings::default()), ..seen_at(0.1) };
    rest_past_zones(&mut watch, &pair, on_its_way());
    assert!(!watch.is_running() && !watch.is_waiting(), "nothing else can be begun");
    assert_eq!((watch.state(), watch.zones_state()), (ExactState::Waiting, ExactState::Done));
    // The map has come to rest: the contact stays, and the rest follows.
    watch.follow(&pair, seen_at(0.1), true);
    assert_eq!((watch.zones_state(), watch.running_kind()), (ExactState::Done, Some(JobKind::Figures)));
    pace.send(Pace::Answer).unwrap();
    until(&mut watch, is_answer);
    assert_eq!(watch.fresh().map(|a| a.live.max_depth_mm), Some(Some(0.1)));
    // The twin: where it is not known yet what counts, contact waits as well.
    let (mut unknown, _pace, made) = self::watch();
    unknown.follow(&pair, before_its_map(0.1), true);
    assert!(!unknown.is_running() && made.load(Ordering::Relaxed) == 0);
}

#[test]
fn how_sure_contacts_are_comes_last_only_when_wanted_and_goes_on_where_it_was_interrupted() {
    let pair = pair();
    let (mut watch, pace, _) = watch_at_multi_projection(&pair, 0.1);
    pace.send(Pace::Answer).unwrap();
    until(&mut watch, is_complete);
    watch.follow(&pair, seen_at(0.1), true);
    assert!(!watch.is_running() && !watch.is_waiting());
    let sure = |mm: f64| Wanted { uncertainty: Some(UncertaintySettings::default()), ..seen_at(mm) };
    let poses = |watch: &ExactWatch| watch.fresh_uncertainty().map(|s| s.found.n_runs());
    for n in [3, 6] {
        watch.follow(&pair, sure(0.1), true);
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
    watch.follow(&pair, Wanted { uncertainty: Some(settings), ..seen_at(0.1) }, false);
    assert_eq!(poses(&watch), None);
    watch.follow(&pair, sure(0.2), false);
    assert_eq!(poses(&watch), None);
    watch.follow(&pair, seen_at(0.1), false);
    assert!(poses(&watch).is_none() && !watch.is_waiting());
}
