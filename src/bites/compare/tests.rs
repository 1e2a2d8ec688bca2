//! Bites that scatter by a known amount, and bites that were changed.
use super::*;
use crate::exact::test_support::sample;
use crate::jaw::JawSide;
use crate::jaw::teeth::split;
use glam::DVec3;
use std::sync::OnceLock;

fn known() -> &'static (BvhEngine, Teeth) {
    static KNOWN: OnceLock<(BvhEngine, Teeth)> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let pair = sample();
        let of = |side: JawSide| split(&pair.jaw(side).mesh, side, &pair.frame, &Progress::default()).expect("teeth");
        (BvhEngine::new(pair), Teeth { upper: of(JawSide::Upper), lower: of(JawSide::Lower) })
    })
}

fn asked(poses: Vec<Rigid>, repeats: Vec<Vec<usize>>) -> CompareQuestion {
    let scope = ScopeAsked::new(crate::field::contact::ScopeKind::Teeth, &known().1);
    CompareQuestion { poses, base: 0, repeats, published: published(), threshold_mm: 0.1, scope }
}

fn ask(asked: &CompareQuestion) -> BiteComparison {
    let (exact, teeth) = known();
    compare_bites(exact, asked, (teeth, &sample().frame), &Progress::default()).expect("nobody cancels")
}

/// Bites that differ by a few µm, as a careful hand repeats them.
fn repeated(n: usize, seed: u64) -> Vec<Rigid> {
    let mut random = Random::new(seed);
    (0..n).map(|_| random.pose(sample().frame.origin, 0.008, 0.015)).collect()
}

/// The jaw tipped open by so much over the right teeth, and not over the left ones.
fn tipped(mm: f64) -> Rigid {
    let frame = &sample().frame;
    let left = frame.origin - frame.right * 22.0;
    // About the front direction a positive turn takes up to right: the right side goes down.
    Rigid::from_axis_angle(left, frame.front, mm / 44.0)
}

#[test]
fn the_smallest_change_is_that_of_the_formula() {
    let found = ask(&asked(repeated(4, 41), vec![vec![0, 1, 2, 3]]));
    assert_eq!(found.scatter, ScatterFrom::Repeats);
    for row in found.pairs.iter().map(|pair| &pair.row).chain([&found.whole]) {
        let areas: Vec<f64> = row.in_bites.iter().map(|f| f.area_mm2).collect();
        let mean = areas.iter().sum::<f64>() / 4.0;
        let s = (areas.iter().map(|a| (a - mean) * (a - mean)).sum::<f64>() / 3.0).sqrt();
        if areas.iter().all(|a| *a > 0.0) {
            // Student's table: 3.182 for three degrees of freedom.
            assert!((row.detectable_mm2 - 3.1824 * 2.0_f64.sqrt() * s).abs() < 2e-4 * row.detectable_mm2, "{row:?}");
        } else {
            assert!(row.within.deviation >= s, "what is not in every repeat is no surer than its own scatter");
        }
        assert!(row.in_bites.iter().all(|f| f.penetrating_mm2 <= f.area_mm2 + 1e-9 && f.near_mm2() >= 0.0));
    }
    assert!(found.pairs.len() > 8 && found.whole.in_bites[0].area_mm2 > 5.0, "{}", found.pairs.len());
    let sum: f64 = found.pairs.iter().map(|pair| pair.row.in_bites[0].area_mm2).sum();
    assert!(sum <= found.whole.in_bites[0].area_mm2 + 1e-6);
}

#[test]
fn a_bite_that_was_tipped_is_seen_and_one_more_repeat_is_not() {
    let mut poses = repeated(10, 42);
    poses.push(tipped(0.06));
    poses.extend(repeated(1, 43));
    let found = ask(&asked(poses, vec![(0..10).collect()]));
    assert_eq!(found.verdicts[10], Verdict::Changed);
    let lost = |pair: &&PairRow| matches!(pair.row.changes[10].kind, ChangeKind::Lost | ChangeKind::Smaller);
    let (right, left): (Vec<&PairRow>, Vec<&PairRow>) =
        found.pairs.iter().filter(lost).partition(|pair| pair.upper.is_patients_right());
    assert!(right.len() > left.len(), "the right side was opened: {right:?} {left:?}");
    assert_eq!(found.verdicts[0], Verdict::NoChange, "the base against itself");
    assert_ne!(found.verdicts[11], Verdict::Changed, "the twin: one more of the same");
    // Without repeats the scatter that is published stands in; so little is lost in it, and one side alone is not enough.
    let lowered = Rigid::from_translation(sample().frame.up * -0.4);
    let alone = ask(&asked(vec![Rigid::IDENTITY, tipped(0.06), lowered], Vec::new()));
    assert_eq!(alone.scatter, ScatterFrom::Published { runs: 2 * RUNS });
    assert!(alone.whole.detectable_mm2 > 3.0 * found.whole.detectable_mm2, "{:?} {:?}", alone.whole, found.whole);
    assert_eq!(alone.whole.within.freedoms, None);
    assert_ne!(alone.verdicts[1], Verdict::Changed, "60 µm");
    assert_eq!(alone.verdicts[2], Verdict::Changed, "400 µm");
}

#[test]
fn what_can_be_detected_between_two_bites_is_the_same_in_either_order() {
    let away = Rigid::from_translation(sample().frame.up * -1.0);
    let compared = |poses: [Rigid; 2]| ask(&asked(poses.to_vec(), Vec::new()));
    let [found, turned] = [[Rigid::IDENTITY, away], [away, Rigid::IDENTITY]].map(compared);
    assert_eq!(found.whole.detectable_mm2, turned.whole.detectable_mm2);
    assert_eq!(found.pairs.len(), turned.pairs.len());
    for (a, b) in found.pairs.iter().zip(&turned.pairs) {
        assert_eq!((a.upper, a.lower, a.row.detectable_mm2), (b.upper, b.lower, b.row.detectable_mm2));
        assert_eq!(a.row.changes[1].is_sure, b.row.changes[1].is_sure);
    }
    let n_lost = found.pairs.iter().filter(|pair| pair.row.changes[1].kind == ChangeKind::Lost).count();
    let n_gained = turned.pairs.iter().filter(|pair| pair.row.changes[1].kind == ChangeKind::Gained).count();
    assert!(n_lost == n_gained && n_lost > 0, "{n_lost} {n_gained}");
    // The bite that touches nothing does not scatter: half of the other's variance is left.
    let both = compared([Rigid::IDENTITY; 2]).whole;
    let share = found.whole.detectable_mm2 / both.detectable_mm2;
    assert!((share - 0.5_f64.sqrt()).abs() < 1e-9, "{share}");
}

#[test]
fn shares_count_the_bites_in_which_a_contact_is() {
    let away = Rigid::from_translation(sample().frame.up * -5.0);
    let found = ask(&asked(vec![Rigid::IDENTITY, Rigid::IDENTITY, away, away], vec![vec![0, 1]]));
    assert!(found.pairs.iter().all(|pair| (pair.row.share() - 0.5).abs() < 1e-12));
    assert!(found.pairs.iter().all(|pair| pair.row.changes[1].kind == ChangeKind::Same), "the very same bite");
    assert!(found.pairs.iter().all(|pair| pair.row.changes[3].kind == ChangeKind::Lost));
    assert_eq!(found.whole.in_bites[2], Figures::default());
}

#[test]
fn jaws_before_and_after_are_held_against_each_other_by_teeth() {
    let (exact, teeth) = known();
    let frame = sample().frame;
    let scope = ScopeAsked::new(crate::field::contact::ScopeKind::Teeth, teeth);
    let of = |pose: Rigid| OfPair { exact, pose, scope: &scope, told_by: (teeth, &frame) };
    let scatter = published();
    let compare = |after: Rigid| {
        compare_pairs([of(Rigid::IDENTITY), of(after)], (0.1, &scatter), &Progress::default()).expect("nobody cancels")
    };
    assert_eq!(compare(Rigid::IDENTITY).verdicts[1], Verdict::NoChange);
    assert_eq!(
        compare(Rigid::from_translation(DVec3::ZERO - frame.up * 0.5)).verdicts[1],
        Verdict::Changed,
        "the twin"
    );
}

#[test]
fn the_map_says_by_how_much_the_gap_grew() {
    let (exact, _) = known();
    let down = Rigid::from_translation(sample().frame.up * -0.2);
    for (jaw, change) in gap_change::gap_change(exact, [&Rigid::IDENTITY, &down]).iter().enumerate() {
        let near: Vec<f32> =
            change.larger_mm().zip(&change.before_mm).filter(|(_, before)| **before < 0.3).map(|c| c.0).collect();
        let known: Vec<f32> = near.into_iter().filter(|mm| mm.is_finite()).collect();
        let mean = known.iter().sum::<f32>() / known.len() as f32;
        // No gap grows by more than the jaw moves; where surfaces are level by nearly as much.
        assert!(known.len() > 100 && known.iter().all(|mm| *mm <= 0.2 + 1e-4), "jaw {jaw}");
        assert!((0.1..0.2).contains(&mean), "jaw {jaw}: {mean}");
    }
    let same = gap_change::gap_change(exact, [&down, &down]);
    assert!(same.iter().all(|c| c.larger_mm().all(|mm| mm.is_nan() || mm == 0.0)), "the twin");
}
