use super::super::contact::contact_near;
use super::*;
use crate::base::Random;
use crate::field::contact::{GapKind, ScopeKind};
use crate::jaw::{JawPair, JawTeeth, PairOptions, Scan, Teeth, ToothRegion, ToothSource, prepare_pair, sample_case};
use std::sync::Arc;

const ZONE_MM: f64 = 0.1;

fn sample() -> JawPair {
    let (upper, lower) = sample_case(&Progress::default()).expect("the sample case");
    let scan = |raw| Scan { name: "scan".into(), blake3: String::new(), raw, warnings: Vec::new() };
    prepare_pair(scan(upper), scan(lower), &PairOptions::default(), &Progress::default()).expect("a pair").0
}

fn asked() -> ContactQuestion {
    ContactQuestion { curve_mm: Vec::new(), ..ContactQuestion::new(GapKind::Closest, vec![ZONE_MM]) }
}

fn question(upper_from_lower: Rigid) -> Question {
    Question { upper_from_lower, ..Question::default() }
}

/// The largest difference of any area of two contacts, by the area.
fn difference(a: &Contact, b: &Contact) -> f64 {
    let areas = |c: &Contact| c.sheet.sides.iter().flat_map(|s| s.within_mm2.clone()).collect::<Vec<f64>>();
    areas(a).iter().zip(areas(b)).map(|(a, b)| (a - b).abs() / (a + b).max(0.1)).fold(0.0, f64::max)
}

#[test]
fn what_is_followed_is_what_is_found_anew_in_every_pose() {
    let pair = sample();
    let exact = BvhEngine::new(&pair);
    let (mut tracker, mut random) = (ContactTracker::default(), Random::new(16));
    let (mut pose, mut n_kept) = (Rigid::IDENTITY, 0);
    let mut earlier: Option<Contact> = None;
    for frame in 0..24 {
        // Small steps, some leaps, and into each other and apart.
        let step_mm = if frame % 8 == 7 { 0.5 } else { 0.03 };
        pose = random.pose(pair.frame.origin, step_mm, 0.05) * pose;
        let before = tracker.last.as_ref().map(|near| near.looked_at);
        let (asked, question) = (asked(), question(pose));
        let followed = tracker.contact(&exact, (&question, &asked), &Progress::default()).expect("nobody cancels");
        let anew = contact_near(&exact, (&question, &asked), &Progress::default()).expect("nobody cancels");
        assert!(difference(&followed, &anew) < 1e-9, "{frame}: {}", difference(&followed, &anew));
        assert_eq!(followed.zones(ZONE_MM).map(<[_]>::len), anew.zones(ZONE_MM).map(<[_]>::len));
        assert_eq!(followed.max_depth_mm(), anew.max_depth_mm());
        assert_eq!(distance_mm(&followed), distance_mm(&anew), "{frame}");
        n_kept += usize::from(tracker.last.as_ref().map(|near| near.looked_at) == before);
        // The twin: the last frame's contact is another one.
        assert!(earlier.is_none_or(|earlier| difference(&earlier, &anew) > 1e-4), "{frame}");
        earlier = Some(followed);
    }
    assert!((6..23).contains(&n_kept), "looked for anew in all but {n_kept} frames");
}

fn distance_mm(contact: &Contact) -> f64 {
    contact.nearest.expect("teeth on both sides").distance_mm
}

#[test]
fn what_is_nearest_is_followed_too_and_of_what_counts_alone() {
    let pair = sample();
    let exact = BvhEngine::new(&pair);
    // Nothing counts but what lies in front.
    let jaw = |mesh: &TriMesh| {
        let is_front = |t: &usize| (mesh.corners(*t)[0].as_dvec3() - pair.frame.origin).dot(pair.frame.front) > 0.0;
        let region = ToothRegion { fdi: None, confidence: 1.0, source: ToothSource::Hand };
        let of_triangle = (0..mesh.triangles.len()).map(|t| u8::from(is_front(&t))).collect();
        JawTeeth { of_triangle: Arc::new(of_triangle), regions: vec![region] }
    };
    let front = Teeth { upper: jaw(&pair.upper.mesh), lower: jaw(&pair.lower.mesh) };
    let scopes = [ScopeAsked::whole(), ScopeAsked::new(ScopeKind::Teeth, &front)];
    let (mut tracker, mut random) = (ContactTracker::default(), Random::new(5));
    let mut pose = Rigid::from_translation(pair.frame.up * -0.6);
    let mut stale: Option<f64> = None;
    for frame in 0..12 {
        pose = random.pose(pair.frame.origin, 0.05, 0.2) * pose;
        let asked = asked().of(scopes[usize::from(frame >= 6)].clone());
        let question = question(pose);
        let followed = tracker.contact(&exact, (&question, &asked), &Progress::default()).expect("nobody cancels");
        let truth = exact.nearest_of(&exact.scope(&asked.scope), &pose, None).expect("both count").distance_mm;
        assert_eq!(distance_mm(&followed), truth, "{frame}");
        // The twin: the last frame's, or of what does not count, is another distance.
        assert!(truth > 0.01 && stale.is_none_or(|stale| (stale - truth).abs() > 1e-4), "{frame}: {truth}");
        stale = Some(truth);
    }
}

#[test]
fn areas_in_motion_are_within_a_percent_of_those_at_rest() {
    let pair = sample();
    let exact = BvhEngine::new(&pair);
    let mut tracker = ContactTracker::default();
    for mm in [0.0, 0.05] {
        let question = question(Rigid::from_translation(pair.frame.up * mm));
        let asked = (&question, &asked());
        let live = tracker.contact(&exact, asked, &Progress::default()).expect("nobody cancels");
        let rest = super::super::contact_by_closest(&exact, asked, &Progress::default()).expect("nobody cancels");
        for threshold in Question::DEFAULT_THRESHOLDS_MM {
            for side in [0, 1] {
                let [a, b] = [&live, &rest].map(|c| c.sheet.within(side, threshold).expect("asked for"));
                assert!((a / b - 1.0).abs() < 0.01, "{mm}, {threshold}: {a} and {b}");
            }
        }
        assert!((live.max_depth_mm() - rest.max_depth_mm()).abs() < 0.001);
    }
    let [a, b] = [0.0, 0.05].map(|mm| {
        let question = question(Rigid::from_translation(pair.frame.up * mm));
        let asked = (&question, &asked());
        tracker.contact(&exact, asked, &Progress::default()).expect("nobody cancels").sheet.within(0, 0.1)
    });
    assert!(b > a, "the twin: deeper is more");
}
