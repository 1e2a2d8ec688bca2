use super::super::analysis::ExactAnalysis;
use super::super::test_support::{centre, sample};
use super::*;
use crate::field::Verdict;

fn asked(engine: &BvhEngine, up_mm: f64) -> ExactAnalysis {
    let up = sample().frame.up;
    let question = Question { upper_from_lower: Rigid::from_translation(up * up_mm), ..Question::default() };
    let projection = engine.projection_along(&question.upper_from_lower, -up, 512).expect("an overlap");
    engine.analyze(&question, &projection, &Progress::default()).expect("not cancelled")
}

#[test]
fn figures_pairs_and_distances_tell_one_story() {
    let engine = BvhEngine::new(sample());
    let up = sample().frame.up;
    let deep = asked(&engine, 0.3);
    assert_eq!(deep.metrics.verdict, Verdict::Interfering);
    assert!(engine.surfaces_meet(&Rigid::from_translation(up * 0.3)) && !deep.pairs.is_empty());
    assert!(deep.curves.iter().all(|c| c.closed) && !deep.curves.is_empty());
    // Raised by 0.1 mm along the projection, the deepest place is 0.1 mm deeper, but for the grid's place.
    let deeper = asked(&engine, 0.4);
    let depth = |a: &ExactAnalysis| a.metrics.max_depth_mm.expect("deep");
    assert!((depth(&deeper) - depth(&deep) - 0.1).abs() < 0.01, "{} {}", depth(&deeper), depth(&deep));
    for (a, b) in deep.metrics.contact.iter().zip(&deeper.metrics.contact) {
        assert!(b.area_upper_mm2 > a.area_upper_mm2 && b.area_lower_mm2 > a.area_lower_mm2);
        assert!(a.penetrating_area_upper_mm2 <= a.area_upper_mm2);
        // A surface is no smaller than its shadow.
        assert!(a.projected_area_mm2 <= a.area_upper_mm2 && a.projected_area_mm2 <= a.area_lower_mm2);
    }
    assert_ne!(deep.metrics, deeper.metrics, "the twin");

    let open = asked(&engine, -1.5);
    let pose = Rigid::from_translation(up * -1.5);
    assert_eq!((open.metrics.verdict, open.pairs.len(), open.curves.len()), (Verdict::Apart, 0, 0));
    let distance = engine.smallest_distance(&pose, None).expect("a distance");
    let gap = open.metrics.min_gap_mm.expect("surfaces face each other");
    assert!(0.0 < distance.distance_mm && distance.distance_mm <= gap, "{distance:?} {gap}");
    let again = engine.smallest_distance(&pose, Some(&distance)).expect("a distance");
    assert_eq!(again.distance_mm, distance.distance_mm);
}

#[test]
fn closest_gaps_are_no_wider_than_the_way_to_any_vertex() {
    let engine = BvhEngine::new(sample());
    let pose = Rigid::from_six([0.1, -0.4, 0.0, 0.5, 0.2, 0.1]);
    let mut hints = Vec::new();
    for side in [JawSide::Lower, JawSide::Upper] {
        let gaps = engine.closest_gaps(side, &pose, 1.0, &mut hints);
        let least = gaps.iter().flatten().map(|g| g.signed_mm.abs()).fold(f64::MAX, f64::min);
        let distance = engine.smallest_distance(&pose, None).expect("a distance").distance_mm;
        assert!(least >= distance - 1e-12 && least < distance + 0.3, "{least} {distance}");
        assert!(gaps.iter().flatten().all(|g| g.signed_mm.abs() <= 1.0));
        assert_eq!(gaps, engine.closest_gaps(side, &pose, 1.0, &mut hints));
    }
    // Two jaws that are far apart share no map and no neighbours.
    let away = Rigid::from_translation(DVec3::splat(500.0));
    assert!(engine.projection_along(&away, DVec3::Z, 64).is_none());
    assert!(engine.closest_gaps(JawSide::Lower, &away, 1.0, &mut hints).iter().all(Option::is_none));
    assert!(centre(&sample().upper.mesh).is_finite());
}
