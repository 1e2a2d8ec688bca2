use super::*;
use crate::engine::{ContactQuestion, contact_by_closest};
use crate::jaw::motion::Articulator;
use crate::jaw::teeth::split;
use crate::jaw::{JawPair, JawSide, PairOptions, Scan, incisal_point, prepare_pair, sample_case};

fn sample() -> JawPair {
    let (upper, lower) = sample_case(&Progress::default()).expect("the sample case");
    let scan = |raw| Scan { name: "scan".into(), blake3: String::new(), raw, warnings: Vec::new() };
    prepare_pair(scan(upper), scan(lower), &PairOptions::default(), &Progress::default()).expect("a pair").0
}

fn question(pair: &JawPair, scope: ScopeAsked, openings_mm: Vec<f64>) -> VerticalQuestion {
    let incisal = incisal_point(&pair.frame, &pair.lower.mesh).expect("incisors");
    VerticalQuestion {
        hinge: HingeFrame::average(&pair.frame, incisal, &Articulator::default()),
        bite: Rigid::IDENTITY,
        openings_mm,
        thresholds_mm: vec![0.05, 0.1],
        zone_threshold_mm: 0.1,
        scope,
    }
}

#[test]
fn an_opening_is_the_chord_of_the_incisal_point_and_goes_down() {
    let pair = sample();
    let asked = question(&pair, ScopeAsked::whole(), vec![2.0, 0.0]);
    let incisal = asked.hinge.world_from_hinge.transform_point(asked.hinge.incisal);
    for mm in [0.01, 1.0, 5.0, 25.0] {
        let there = asked.pose(mm).transform_point(incisal);
        assert!((there.distance(incisal) - mm).abs() < 1e-9, "{mm}");
        assert!(
            (there - incisal).dot(pair.frame.up) < 0.0
                && (asked.pose(-mm).transform_point(incisal) - incisal).dot(pair.frame.up) > 0.0
        );
    }
}

#[test]
fn pairs_meet_where_single_analyses_say_they_do() {
    let pair = sample();
    let exact = BvhEngine::new(&pair);
    let of = |side: JawSide| split(&pair.jaw(side).mesh, side, &pair.frame, &Progress::default()).expect("teeth");
    let teeth = Teeth { upper: of(JawSide::Upper), lower: of(JawSide::Lower) };
    let scope = ScopeAsked::new(crate::field::contact::ScopeKind::Teeth, &teeth);
    let openings = (0..11).map(|i| 0.5 - 0.05 * f64::from(i)).collect();
    let asked = question(&pair, scope.clone(), openings);
    let found = vertical(&exact, &asked, (&teeth, &pair.frame), &Progress::default()).expect("nobody cancels");
    let contacts =
        ContactQuestion { curve_mm: Vec::new(), ..ContactQuestion::new(GapKind::Closest, vec![0.1]) }.of(scope);
    let single = |opening_mm: f64| {
        let question =
            Question { upper_from_lower: asked.pose(opening_mm), thresholds_mm: vec![0.1], ..Question::default() };
        let contact = contact_by_closest(&exact, (&question, &contacts), &Progress::default()).expect("nobody cancels");
        contact.by_tooth(0.1, &teeth, &pair.frame).expect("asked for").pairs
    };
    assert!(found.meetings.len() > 8, "{:?}", found.meetings);
    for m in &found.meetings {
        let gap =
            |mm: f64| single(mm).into_iter().find(|p| (p.upper, p.lower) == (m.upper, m.lower)).map(|p| p.min_gap_mm);
        if !m.is_earlier {
            assert!(gap(m.within_mm).is_some() && gap(m.within_mm + 2.0 * RESOLUTION_MM).is_none(), "{m:?}");
        }
        if let Some(meets_mm) = m.meets_mm.filter(|mm| Some(*mm) != found.first_contact_mm) {
            assert!(gap(meets_mm).is_some_and(|gap| gap <= 0.0), "{m:?}");
            assert!(gap(meets_mm + 2.0 * RESOLUTION_MM).is_none_or(|gap| gap > 0.0), "the twin: more open, {m:?}");
            assert!(meets_mm <= m.within_mm, "within before they touch");
        }
    }
    assert!(found.meetings.windows(2).all(|w| w[0].within_mm >= w[1].within_mm && w[0].order <= w[1].order));
    // The exact search, which shares nothing with the steps, finds the first of them.
    let first = found.meetings.iter().filter_map(|m| m.meets_mm).fold(f64::NEG_INFINITY, f64::max);
    let exactly = found.first_contact_mm.expect("the sample meets");
    assert_eq!(first, exactly, "one number for one thing");
    let meet_first: Vec<&Meeting> = found.meetings.iter().filter(|m| m.meets_mm == Some(exactly)).collect();
    let [first] = meet_first[..] else { panic!("{meet_first:?}") };
    // By the steps, which owe nothing to that search, it is this pair as well, a little later, as its smallest gap tells.
    let touches = |mm: f64| -> Vec<(Fdi, Fdi)> {
        single(mm).into_iter().filter(|p| p.min_gap_mm <= 0.0).map(|p| (p.upper, p.lower)).collect()
    };
    assert_eq!(touches(exactly - 0.003), [(first.upper, first.lower)]);
    assert!(touches(exactly + 1e-4).is_empty(), "the twin: more open");
    let areas: Vec<f64> = found.steps.iter().map(|step| step.contact.areas[1].area_upper_mm2).collect();
    assert!(areas.windows(2).all(|w| w[0] <= w[1] + 1e-9) && areas[0] < areas[10], "{areas:?}");
}
