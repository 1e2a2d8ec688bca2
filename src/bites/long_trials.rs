//! Registration and seats by the number: a few here, hundreds where `OCCLUSCOPE_TRIALS` asks for them (`scripts/long`). `OCCLUSCOPE_CASES`
//! names the cases (parts of their names, with commas), `OCCLUSCOPE_SEED` what chance begins with.
use super::seat::{NoSeat, Seat, SeatQuestion, seat, seat_anywhere};
use super::trials::{Band, apart, bite_scan, jaws};
use super::{BiteScan, register};
use crate::base::six::six_of;
use crate::base::{Progress, Random, Rigid};
use crate::exact::test_support::{real_pair_of, sample};
use crate::exact::{Bvh, BvhEngine};
use crate::field::contact::ScopeAsked;
use crate::jaw::{JawPair, OcclusalFrame};
use std::time::Instant;

/// The sample and the real pairs that are on this machine and asked for.
const CASES: [(&str, &str); 5] = [
    ("case-1-full-resolution", "stl"),
    ("case-2-tight-contact", "stl"),
    ("case-3-light-contact", "stl"),
    ("case-4-jaws-with-condyles", "obj"),
    ("case-5-closed-crowns", "stl"),
];

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Calls back with the sample, and with every real case that `OCCLUSCOPE_CASES` names.
fn each_case(mut with: impl FnMut(&str, &JawPair)) {
    let asked = std::env::var("OCCLUSCOPE_CASES").unwrap_or_else(|_| "sample".into());
    let is_asked = |name: &str| asked.split(',').any(|part| name.contains(part));
    if is_asked("sample") {
        with("sample", sample());
    }
    for (name, ending) in CASES.into_iter().filter(|(name, _)| is_asked(name)) {
        let unit = if ending == "obj" { "_in_metres" } else { "" };
        let path = |jaw: &str| format!("{name}/{jaw}{unit}.{ending}");
        if let Some(pair) = real_pair_of([&path("upper"), &path("lower")], true) {
            with(name, &pair);
        }
    }
}

/// How far a registration was off in one trial.
struct Off {
    /// Length of the shift over its stated standard deviation, and of the turn.
    shift: f64,
    turn: f64,
    /// Each of the six numbers over its own.
    six: [f64; 6],
}

fn trial(pair: &JawPair, trees: &[Bvh; 2], random: &mut Random) -> Option<Off> {
    let noise_mm = 0.005 + 0.025 * (0.5 + 0.5 * random.unit());
    let [bite, start] = [(); 2].map(|()| random.pose(pair.frame.origin, 8.0, 20.0));
    let truth = random.pose(pair.frame.origin, 0.3, 1.0);
    let side = if random.unit() < 0.0 { -1.0 } else { 1.0 };
    let band = Band { side, noise_mm, cheek: 0.3, holes: 0.1 };
    let scan = bite_scan(pair, &truth, &band, &bite, random);
    let scans = [BiteScan { name: "bite.stl", mesh: &scan }];
    let found = register(&jaws(pair, trees.each_ref(), start), &scans, &Progress::default()).ok()?;
    let off = six_of(&(found.upper_from_lower * truth.inverse()), found.about);
    let deviation = |i: usize| found.covariance.0[i][i].sqrt();
    let length = |at: usize| (0..3).map(|i| off[at + i].powi(2)).sum::<f64>().sqrt();
    let spread = |at: usize| (0..3).map(|i| found.covariance.0[at + i][at + i]).sum::<f64>().sqrt();
    Some(Off {
        shift: length(3) / spread(3),
        turn: length(0) / spread(0),
        six: std::array::from_fn(|i| off[i].abs() / deviation(i)),
    })
}

/// In as many trials as two standard deviations of a normal distribution hold, the pose is back within what is stated.
#[test]
fn a_registration_is_as_sure_as_it_says() {
    let (n, seed) = (number("OCCLUSCOPE_TRIALS", 4), number("OCCLUSCOPE_SEED", 1));
    each_case(|name, pair| {
        let trees = [&pair.upper.mesh, &pair.lower.mesh].map(|mesh| Bvh::new(mesh));
        let mut random = Random::new(seed);
        let (begun, mut off) = (Instant::now(), Vec::new());
        off.extend((0..n).filter_map(|_| trial(pair, &trees, &mut random)));
        let share = |holds: &dyn Fn(&Off) -> bool| off.iter().filter(|o| holds(o)).count() as f64 / off.len() as f64;
        let both = share(&|o| o.shift < 2.0 && o.turn < 2.0);
        let single = |most: f64| (0..6).map(|i| share(&|o| o.six[i] < most)).sum::<f64>() / 6.0;
        let square = |i: usize| off.iter().map(|o| o.six[i].powi(2)).sum::<f64>() / off.len() as f64;
        println!(
            "{name}: {n} trials, {} refused, within two deviations: both {both:.3}, a number {:.3} (within one {:.3}); roots of mean squares {:.2?}; {:.1} s each",
            n as usize - off.len(),
            single(2.0),
            single(1.0),
            (0..6).map(|i| square(i).sqrt()).collect::<Vec<_>>(),
            begun.elapsed().as_secs_f64() / n as f64,
        );
        assert_eq!(off.len() as u64, n, "{name}: what is a bite scan of this patient is refused");
        // Few trials tell little: of four, three are within. A number by itself may be a little less sure than it says.
        let (least, least_single) = if n < 100 { (0.7, 0.7) } else { (0.95, 0.92) };
        assert!(both >= least && single(2.0) >= least_single, "{name}: {both} and {}", single(2.0));
        // The twin: half of what is stated would not hold them.
        assert!(n < 100 || single(1.0) < 0.9, "{name}: it states too much, {}", single(1.0));
    });
}

fn asked(start: Rigid) -> SeatQuestion {
    SeatQuestion { start, scope: ScopeAsked::whole(), threshold_mm: 0.1, tolerance_mm: 0.02 }
}

/// A kind of start, and what is made of the starts of one kind.
struct Starts<'a> {
    name: &'a str,
    exact: &'a BvhEngine,
    best: Seat,
    frame: OcclusalFrame,
}

impl Starts<'_> {
    /// Seats from every start; the share that comes back to the best seat within 0.1 mm and 0.3 degrees.
    fn back(&self, what: &str, n: u64, mut seated: impl FnMut() -> Result<Seat, NoSeat>) -> f64 {
        let (mut n_back, mut better, mut longest_s, mut refused) = (0, 0, 0.0_f64, 0);
        let begun = Instant::now();
        for _ in 0..n {
            let from = Instant::now();
            let found = seated();
            longest_s = longest_s.max(from.elapsed().as_secs_f64());
            let Ok(found) = found else {
                refused += 1;
                continue;
            };
            let (mm, deg) = apart(&found.upper_from_lower, &self.best.upper_from_lower, self.frame.origin);
            let overlap = found.figures.max_depth_mm;
            assert!(overlap < 0.02 + 1e-4, "{}: never more overlap than is allowed, {overlap}", self.name);
            n_back += u64::from(mm < 0.1 && deg < 0.3);
            better += u64::from(found.figures.spread_mm2 > 1.001 * self.best.figures.spread_mm2);
            if !(mm < 0.1 && deg < 0.3) {
                println!("   {mm:.3} mm, {deg:.3}° away: {:.2} mm²", found.figures.spread_mm2);
            }
        }
        println!(
            "{} {what}: {n_back} of {n} back, {refused} refused, {better} better; {:.2} s each, longest {longest_s:.2}",
            self.name,
            begun.elapsed().as_secs_f64() / n as f64
        );
        n_back as f64 / n as f64
    }
}

/// From where scans have the jaw moved by up to 3 mm and turned by up to 5 degrees, and from two arches that lie anywhere.
#[test]
fn a_seat_is_found_again_from_nearby_and_from_anywhere() {
    let (n, seed) = (number("OCCLUSCOPE_TRIALS", 3), number("OCCLUSCOPE_SEED", 1));
    let n_anywhere = number("OCCLUSCOPE_ANYWHERE", n.min(20));
    each_case(|name, pair| {
        let exact = BvhEngine::new(pair);
        let begun = Instant::now();
        let best = match seat(&exact, &pair.frame, &asked(Rigid::IDENTITY), &Progress::default()) {
            Ok(best) => best,
            Err(none) => return println!("{name}: no seat from as scanned: {none}"),
        };
        println!(
            "{name}: seated {:.2} mm² (as scanned {:.2}, {:.3} mm deep), {:.3} mm and {:.3}° away; {:.2} s",
            best.figures.spread_mm2,
            best.at_start.spread_mm2,
            best.at_start.max_depth_mm,
            best.moved_mm,
            best.turned_deg,
            begun.elapsed().as_secs_f64()
        );
        let mut random = Random::new(seed);
        let starts = Starts { name, exact: &exact, best, frame: pair.frame };
        let nearby = starts.back("from nearby", n, || {
            // A length and an angle, not each axis: a ball of 3 mm and 5 degrees.
            let start = within(&mut random, &pair.frame, 3.0, 5.0);
            seat(starts.exact, &pair.frame, &asked(start), &Progress::default())
        });
        let mut random = Random::new(seed + 1);
        let anywhere = starts.back("from anywhere", n_anywhere, || {
            // As a file of its own coordinates would be: the lower jaw lies elsewhere and knows nothing of the upper one.
            let elsewhere = random.pose(pair.frame.origin, 200.0, 180.0);
            seat_anywhere(starts.exact, &asked(elsewhere), &Progress::default()).map(|found| found.0)
        });
        assert!(n == 0 || nearby >= 0.95, "{name}: {nearby}");
        assert!(n_anywhere == 0 || anywhere >= 0.95, "{name}: {anywhere}");
    });
}

/// A shift by up to `mm` and a turn by up to `degrees`, whatever their directions.
fn within(random: &mut Random, frame: &OcclusalFrame, mm: f64, degrees: f64) -> Rigid {
    let (way, axis) = (random.vector().normalize(), random.vector().normalize());
    let [far, turned] = [(); 2].map(|()| 0.5 + 0.5 * random.unit());
    let turn = Rigid::from_axis_angle(frame.origin, axis, (turned * degrees).to_radians());
    Rigid::from_translation(way * far * mm) * turn
}

/// Two arches that do not belong together, and what is no arch.
#[test]
fn what_fits_nowhere_is_refused_in_one_sentence() {
    let pair = sample();
    let ball = crate::mesh::shapes::sphere(24, 20.0);
    let with_ball = JawPair { lower: crate::jaw::Jaw { mesh: ball.into(), ..pair.lower.clone() }, ..pair.clone() };
    let none = seat_anywhere(&BvhEngine::new(&with_ball), &asked(Rigid::IDENTITY), &Progress::default());
    let none = none.map(|_| ()).expect_err("a ball fits no arch");
    assert_eq!(none, NoSeat::NoArch { jaw: "lower" });
    // Another patient's, with smaller teeth.
    let mut other = (*pair.lower.mesh).clone();
    other.positions.iter_mut().for_each(|p| *p *= 0.88);
    let with_other = JawPair { lower: crate::jaw::Jaw { mesh: other.into(), ..pair.lower.clone() }, ..pair.clone() };
    let none = seat_anywhere(&BvhEngine::new(&with_other), &asked(Rigid::IDENTITY), &Progress::default());
    assert!(matches!(none, Err(NoSeat::Nowhere { .. })), "{none:?}");
    let cancelled = Progress::default();
    cancelled.cancel();
    let ended = seat_anywhere(&BvhEngine::new(pair), &asked(Rigid::IDENTITY), &cancelled);
    assert!(matches!(ended, Err(NoSeat::Cancelled(_))));
}
