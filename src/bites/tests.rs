//! Poses that are known beforehand, found again; and those that must not be found.
use super::registration::{BiteScan, Jaws, Refused, Registration, register};
use super::seat::{NoSeat, SeatQuestion, seat};
use super::trials::{Band, apart, bite_scan, jaws, noisy};
use crate::base::{Progress, Random, Rigid};
use crate::exact::test_support::{real_pair, sample};
use crate::exact::{Bvh, BvhEngine};
use crate::field::contact::ScopeAsked;
use crate::jaw::JawPair;
use crate::mesh::TriMesh;
use std::sync::OnceLock;

/// The sample's trees.
fn trees() -> &'static [Bvh; 2] {
    static TREES: OnceLock<[Bvh; 2]> = OnceLock::new();
    TREES.get_or_init(|| [&sample().upper.mesh, &sample().lower.mesh].map(|mesh| Bvh::new(mesh)))
}

fn sample_jaws(start: Rigid) -> Jaws<'static> {
    jaws(sample(), trees().each_ref(), start)
}

fn ask(jaws: &Jaws, scans: &[&TriMesh]) -> Result<Registration, Refused> {
    let scans: Vec<BiteScan> = scans.iter().map(|mesh| BiteScan { name: "bite.stl", mesh }).collect();
    register(jaws, &scans, &Progress::default())
}

/// A pose of the bite and what the file's coordinates say, both far off.
fn far_off(random: &mut Random, pair: &JawPair) -> [Rigid; 2] {
    [(); 2].map(|()| random.pose(pair.frame.origin, 8.0, 20.0))
}

#[test]
fn a_bite_is_found_again_from_its_scan_wherever_both_lie() {
    let mut random = Random::new(11);
    for side in [1.0, -1.0] {
        let [bite, start] = far_off(&mut random, sample());
        // Opened a little and moved to the side: not what the files say.
        let truth = random.pose(sample().frame.origin, 0.3, 1.0);
        let scan = bite_scan(sample(), &truth, &Band { side, ..Band::CLEAN }, &bite, &mut random);
        let found = ask(&sample_jaws(start), &[&scan]).expect("a match");
        let (mm, deg) = apart(&found.upper_from_lower, &truth, found.about);
        assert!(mm < 0.003 && deg < 0.005, "{mm} mm, {deg} degrees");
        assert_eq!(found.disagreement_mm, None);
        let twin = apart(&Rigid::IDENTITY, &truth, found.about).0;
        assert!(twin > 0.03, "the twin: what the files say is another bite, {twin} mm");
    }
}

#[test]
fn noise_holes_and_cheek_leave_it_as_sure_as_it_says() {
    let mut random = Random::new(12);
    let mut spreads = Vec::new();
    for noise_mm in [0.01, 0.03] {
        let [bite, start] = far_off(&mut random, sample());
        let band = Band { side: 1.0, noise_mm, cheek: 0.3, holes: 0.1 };
        let scan = bite_scan(sample(), &Rigid::IDENTITY, &band, &bite, &mut random);
        let found = ask(&sample_jaws(start), &[&scan]).expect("a match");
        let (mm, _) = apart(&found.upper_from_lower, &Rigid::IDENTITY, found.about);
        let spread = found.covariance.spread_at(found.about, found.about);
        assert!(mm < 3.0 * spread, "{mm} mm off, standard deviation {spread} mm");
        assert!(spread < noise_mm, "hundreds of places say more than one: {spread}");
        spreads.push(spread);
    }
    assert!(spreads[1] > 1.5 * spreads[0], "the twin: three times the noise, {spreads:?}");
}

#[test]
fn two_scans_are_surer_than_one_and_must_not_contradict_each_other() {
    let mut random = Random::new(13);
    let mut scan = |side: f64, truth: &Rigid| {
        let band = Band { side, noise_mm: 0.02, ..Band::CLEAN };
        let [bite, _] = far_off(&mut random, sample());
        bite_scan(sample(), truth, &band, &bite, &mut random)
    };
    let [left, right] = [1.0, -1.0].map(|side| scan(side, &Rigid::IDENTITY));
    let jaws = sample_jaws(Rigid::IDENTITY);
    let found = ask(&jaws, &[&left, &right]).expect("a match");
    let there = sample().frame.origin;
    let sure = |found: &Registration| found.covariance.spread_at(found.about, there);
    let alone = ask(&jaws, &[&left]).expect("a match");
    assert!(sure(&found) < sure(&alone), "{} and {} mm", sure(&found), sure(&alone));
    assert!(found.disagreement_mm.is_some_and(|mm| mm > 0.0 && mm < 0.15), "{:?}", found.disagreement_mm);
    let opened = scan(-1.0, &Rigid::from_translation(sample().frame.up * -2.0));
    assert!(matches!(ask(&jaws, &[&left, &opened]), Err(Refused::Apart { mm }) if mm > 1.5), "the twin");
}

#[test]
fn a_scan_whose_triangles_face_inwards_is_turned_round() {
    let mut random = Random::new(14);
    let [bite, start] = far_off(&mut random, sample());
    let mut scan = bite_scan(sample(), &Rigid::IDENTITY, &Band::CLEAN, &bite, &mut random);
    scan.triangles.iter_mut().for_each(|t| t.swap(0, 1));
    let found = ask(&sample_jaws(start), &[&scan]).expect("a match");
    assert!(apart(&found.upper_from_lower, &Rigid::IDENTITY, found.about).0 < 0.003);
}

#[test]
fn what_shows_one_jaw_little_or_somebody_else_is_refused() {
    let mut random = Random::new(15);
    let [bite, start] = far_off(&mut random, sample());
    let jaws = sample_jaws(start);
    let away = Rigid::from_translation(sample().frame.up * -40.0);
    let one_jaw = bite_scan(sample(), &away, &Band::CLEAN, &bite, &mut random);
    let refused = ask(&jaws, &[&one_jaw]).expect_err("the lower jaw is not in it");
    assert!(refused.to_string().contains("lower jaw"), "{refused}");
    let whole = bite_scan(sample(), &Rigid::IDENTITY, &Band::CLEAN, &bite, &mut random);
    let piece = |mm: f32| {
        let at = whole.positions[whole.positions.len() / 2];
        let mut piece = whole.clone();
        piece.triangles.retain(|t| whole.positions[t[0] as usize].distance(at) < mm);
        piece.n_scanned = piece.triangles.len();
        piece
    };
    assert!(ask(&jaws, &[&piece(6.0)]).is_err(), "a piece of one tooth");
    assert!(matches!(ask(&jaws, &[&piece(2.0)]), Err(Refused::TooSmall { .. })));
    assert!(matches!(ask(&jaws, &[&TriMesh::default()]), Err(Refused::TooSmall { .. })));
    assert!(ask(&jaws, &[&whole]).is_ok(), "the twin");
    // The sample is nearly its own mirror picture; a patient is not.
    for name in ["case-2-tight-contact", "case-3-light-contact"] {
        let Some(pair) = real_pair(name, true) else { continue };
        let other = bite_scan(&pair, &Rigid::IDENTITY, &Band::CLEAN, &bite, &mut random);
        assert!(matches!(ask(&jaws, &[&other]), Err(Refused::Disagrees { .. })), "another patient's, {name}");
        let own_trees = [&pair.upper.mesh, &pair.lower.mesh].map(|mesh| Bvh::new(mesh));
        let own = super::trials::jaws(&pair, own_trees.each_ref(), Rigid::IDENTITY);
        let mut mirrored = other.clone();
        mirrored.positions.iter_mut().for_each(|p| p.x = -p.x);
        mirrored.triangles.iter_mut().for_each(|t| t.swap(0, 1));
        assert!(matches!(ask(&own, &[&mirrored]), Err(Refused::Disagrees { .. })), "mirrored, {name}");
        assert!(ask(&own, &[&other]).is_ok(), "the twin, {name}");
    }
}

#[test]
fn jaws_with_noise_of_their_own_are_told_as_less_sure() {
    let mut random = Random::new(16);
    let [bite, _] = far_off(&mut random, sample());
    let scan = bite_scan(sample(), &Rigid::IDENTITY, &Band { noise_mm: 0.01, ..Band::CLEAN }, &bite, &mut random);
    let clean = ask(&sample_jaws(Rigid::IDENTITY), &[&scan]).expect("a match");
    let shaken = [&sample().upper.mesh, &sample().lower.mesh].map(|mesh| noisy(mesh, 0.03, &mut random));
    let own_trees = shaken.each_ref().map(Bvh::new);
    let of_shaken = Jaws { meshes: shaken.each_ref(), trees: own_trees.each_ref(), ..sample_jaws(Rigid::IDENTITY) };
    let found = ask(&of_shaken, &[&scan]).expect("a match");
    let sure = |found: &Registration| found.covariance.spread_at(found.about, found.about);
    assert!(sure(&found) > 1.5 * sure(&clean), "{} and {}", sure(&found), sure(&clean));
    assert!(apart(&found.upper_from_lower, &Rigid::IDENTITY, found.about).0 < 4.0 * sure(&found));
}

#[test]
fn a_search_that_nobody_wants_ends() {
    let progress = Progress::default();
    progress.cancel();
    let scans = [BiteScan { name: "bite.stl", mesh: &sample().upper.mesh }];
    assert!(matches!(register(&sample_jaws(Rigid::IDENTITY), &scans, &progress), Err(Refused::Cancelled(_))));
    let exact = BvhEngine::new(sample());
    assert!(matches!(
        seat(&exact, &sample().frame, &question(Rigid::IDENTITY, 0.0), &progress),
        Err(NoSeat::Cancelled(_))
    ));
}

fn question(start: Rigid, tolerance_mm: f64) -> SeatQuestion {
    SeatQuestion { start, scope: ScopeAsked::whole(), threshold_mm: 0.1, tolerance_mm }
}

#[test]
fn the_jaw_is_seated_alike_from_wherever_it_begins_nearby() {
    let (exact, frame) = (BvhEngine::new(sample()), sample().frame);
    let seated =
        |start: Rigid, tolerance_mm: f64| seat(&exact, &frame, &question(start, tolerance_mm), &Progress::default());
    let best = seated(Rigid::IDENTITY, 0.0).expect("a seat");
    assert!(best.figures.max_depth_mm < 1e-4, "nothing overlaps: {best:?}");
    assert!(best.at_start.max_depth_mm > 0.02, "the twin: as scanned it does");
    let mut random = Random::new(17);
    for _ in 0..2 {
        let start = random.pose(frame.origin, 1.7, 2.8);
        let found = seated(start, 0.0).expect("a seat");
        let (mm, deg) = apart(&found.upper_from_lower, &best.upper_from_lower, frame.origin);
        assert!(mm < 0.1 && deg < 0.3, "{mm} mm, {deg} degrees");
        assert!(apart(&start, &best.upper_from_lower, frame.origin).0 > 0.5, "the twin: it began elsewhere");
        assert!((found.moved_mm - apart(&found.upper_from_lower, &start, frame.origin).0).abs() < 1e-9);
    }
    let pressed = seated(Rigid::IDENTITY, 0.05).expect("a seat");
    assert!(pressed.figures.spread_mm2 > best.figures.spread_mm2, "with overlap allowed there is more contact");
    assert!(pressed.figures.max_depth_mm <= 0.05 + 1e-6 && pressed.figures.max_depth_mm > 0.03, "{pressed:?}");
    let away = Rigid::from_translation(frame.front * 200.0);
    assert!(matches!(seated(away, 0.0), Err(NoSeat::Apart)));
}

#[test]
fn no_small_move_from_a_seat_is_better() {
    let (exact, frame) = (BvhEngine::new(sample()), sample().frame);
    let asked = question(Rigid::IDENTITY, 0.0);
    let found = seat(&exact, &frame, &asked, &Progress::default()).expect("a seat");
    let mut random = Random::new(18);
    let met = |pose: Rigid| {
        let met = super::seat::exact_end(&exact, &frame, &asked, &pose, &Progress::default()).expect("not cancelled");
        met.map_or(0.0, |met| {
            super::seat::figures(&exact, &frame, &asked, &met, &Progress::default()).expect("not cancelled").spread_mm2
        })
    };
    let scanned = met(Rigid::IDENTITY);
    assert!(scanned <= found.figures.spread_mm2, "as scanned, at first contact: {scanned}");
    let (mut best, mut worst) = (0.0_f64, f64::INFINITY);
    for mm in [0.02, 0.05, 0.1] {
        for _ in 0..4 {
            let there = met(random.pose(frame.origin, mm, (mm / 25.0_f64).to_degrees()) * found.upper_from_lower);
            (best, worst) = (best.max(there), worst.min(there));
        }
    }
    assert!(best < 1.03 * found.figures.spread_mm2, "{best} and {}", found.figures.spread_mm2);
    assert!(worst < 0.5 * found.figures.spread_mm2, "the twin: a tenth of a millimetre is much, {worst}");
}
