//! A drag of thirty seconds along the teeth, frame by frame as the window makes them (executed by the processor's threads, which give
//! the same figures): when the projection turns, no figure jumps.
use crate::oracle::harness::{CASES, real_pair, sample};
use glam::DVec3;
use occluscope::base::{Progress, Rigid};
use occluscope::exact::BvhEngine;
use occluscope::exact::first_contact::{Ahead, FirstContact, Motion};
use occluscope::field::aim::MOST_STEP_DEG;
use occluscope::field::{Aim, Metrics, Question};
use occluscope::jaw::JawPair;
use occluscope::native::{NativeEngine, NativeFrame, NativePair};
use std::time::{Duration, Instant};

const FRAMES_PER_SECOND: f64 = 20.0;
/// Right and front of the lower jaw, mm, and when, s: to either side and back, then forwards.
const WAY: [([f64; 2], f64); 6] = [
    ([0.0, 0.0], 0.0),
    ([3.0, 0.0], 7.0),
    ([0.0, 0.0], 13.0),
    ([-3.0, 0.0], 20.0),
    ([0.0, 0.0], 26.0),
    ([0.0, 3.0], 30.0),
];
/// The lower jaw is pressed so far into its first contact, mm.
const PRESSED_MM: f64 = 0.1;
/// A turn by a degree changes the gap of a surface 60 degrees off it by tan 60 degrees x 0.0175 = 3 %, and its area within a
/// threshold by about as much.
const AREA_SHARE: f64 = 0.03;
/// All pixels fall elsewhere: 100 mm of outline, pixels of 0.16 mm, a third of a pixel each, both times by chance:
/// 0.33 x 0.16² x (100 / 0.16)^1/2 x 2^1/2 = 0.3 mm² (standard deviation).
const BY_CHANCE_MM2: f64 = 0.3;

/// Where the lower jaw glides along the upper one, every half millimetre of the way.
struct Glide {
    /// Time, translation.
    knots: Vec<(f64, DVec3)>,
}

impl Glide {
    fn new(pair: &JawPair) -> Self {
        let exact = BvhEngine::new(pair);
        let frame = pair.frame;
        let place = |[right, front]: [f64; 2]| {
            let aside = frame.right * right + frame.front * front;
            let open = Rigid::from_translation(aside - frame.up * 8.0);
            let closing = Motion::along(frame.up).expect("a direction");
            let found = exact.first_contact(&open, &closing, 12.0, &Progress::default()).expect("not cancelled");
            let FirstContact::Free { closing: Ahead::Contact(contact), .. } = found else { panic!("{found:?}") };
            contact.pose.translation + frame.up * PRESSED_MM
        };
        let mut knots = vec![(WAY[0].1, place(WAY[0].0))];
        for pair in WAY.windows(2) {
            let [(from, begin), (to, end)] = [pair[0], pair[1]];
            for k in 1..=6 {
                let share = f64::from(k) / 6.0;
                let at = [0, 1].map(|i| from[i] + (to[i] - from[i]) * share);
                knots.push((begin + (end - begin) * share, place(at)));
            }
        }
        Self { knots }
    }

    fn pose(&self, t: f64) -> Rigid {
        let after = self.knots.iter().position(|k| k.0 >= t).unwrap_or(self.knots.len() - 1).max(1);
        let ((t0, a), (t1, b)) = (self.knots[after - 1], self.knots[after]);
        Rigid::from_translation(a.lerp(b, ((t - t0) / (t1 - t0)).clamp(0.0, 1.0)))
    }
}

fn direction(metrics: &Metrics) -> DVec3 {
    metrics.projection.expect("the jaws are close").direction
}

/// What a person watches: areas of the upper jaw at 0.1 and 0.2 mm, depth.
fn shown(frame: &NativeFrame) -> [f64; 3] {
    let area = |t: f64| frame.metrics.contact_at(t).expect("a default threshold").area_upper_mm2;
    [area(0.1), area(0.2), frame.metrics.max_depth_mm.unwrap_or(0.0)]
}

/// The steps of the figures from one frame to the next, mm² and mm.
#[derive(Debug, Default)]
struct Steps {
    n: u32,
    largest: [f64; 3],
    squares: [f64; 3],
    /// Areas that stepped by more than a turn by a degree may make of them.
    n_jumps: u32,
}

impl Steps {
    fn add(&mut self, from: [f64; 3], to: [f64; 3]) {
        self.n += 1;
        for i in 0..3 {
            let step = (to[i] - from[i]).abs();
            self.largest[i] = self.largest[i].max(step);
            self.squares[i] += step * step;
            self.n_jumps += u32::from(i < 2 && step > AREA_SHARE * from[i].max(to[i]) + 3.0 * BY_CHANCE_MM2);
        }
    }

    fn rms(&self) -> [f64; 3] {
        self.squares.map(|s| (s / f64::from(self.n.max(1))).sqrt())
    }
}

/// The whole drag, and the steps at rest.
#[derive(Debug, Default)]
struct Seen {
    /// By the hand alone, the projection held.
    hand: Steps,
    /// By the projection alone, the pose held.
    turns: Steps,
    /// If it had turned at once instead.
    at_once: Steps,
    /// At rest: by steps, and the last one, to the projection chosen anew.
    rest: Steps,
    last: Steps,
    last_deg: f64,
    /// From the last direction of the drag to the one at rest.
    way_deg: f64,
    most_off_deg: f64,
    turned_deg: f64,
}

fn question(upper_from_lower: Rigid, direction: Option<DVec3>) -> Question {
    Question { upper_from_lower, direction, ..Question::default() }
}

struct Live<'a> {
    engine: NativeEngine,
    pair: &'a NativePair,
}

impl Live<'_> {
    fn frame(&mut self, upper_from_lower: Rigid, direction: Option<DVec3>) -> NativeFrame {
        self.engine.run_frame(self.pair, &question(upper_from_lower, direction))
    }
}

fn drag(pair: &JawPair) -> Seen {
    let glide = Glide::new(pair);
    let native = NativePair::new(pair).expect("a surface");
    let mut live = Live { engine: NativeEngine::default(), pair: &native };
    let mut aside = Live { engine: NativeEngine::default(), pair: &native };
    let (begun, mut aim, mut seen) = (Instant::now(), Aim::default(), Seen::default());
    let mut last = live.frame(glide.pose(0.0), None);
    let mut was_turning = false;
    for k in 1..=(30.0 * FRAMES_PER_SECOND) as u32 {
        let t = f64::from(k) / FRAMES_PER_SECOND;
        let (pose, held, wanted) = (glide.pose(t), direction(&last.metrics), last.zone_direction);
        let next = aim.follow(held, wanted, begun + Duration::from_secs_f64(t));
        seen.most_off_deg = seen.most_off_deg.max(wanted.map_or(0.0, |w| w.angle_between(held).to_degrees()));
        seen.turned_deg += held.angle_between(next).to_degrees();
        let same = live.frame(pose, Some(held));
        seen.hand.add(shown(&last), shown(&same));
        let turns = next != held;
        if turns && !was_turning {
            seen.at_once.add(shown(&same), shown(&aside.frame(pose, wanted)));
        }
        was_turning = turns;
        last = if turns { live.frame(pose, Some(next)) } else { same.clone() };
        if turns {
            seen.turns.add(shown(&same), shown(&last));
        }
    }
    let own = live.engine.own_direction(&native, &question(glide.pose(30.0), None));
    seen.way_deg = own.map_or(0.0, |own| own.angle_between(direction(&last.metrics)).to_degrees());
    loop {
        let held = direction(&last.metrics);
        let next = aim.settle(held, own);
        let before = std::mem::replace(&mut last, live.frame(glide.pose(30.0), next));
        if next.is_none() {
            seen.last.add(shown(&before), shown(&last));
            seen.last_deg = held.angle_between(direction(&last.metrics)).to_degrees();
            return seen;
        }
        seen.rest.add(shown(&before), shown(&last));
    }
}

fn check(name: &str, pair: &JawPair) {
    let seen = drag(pair);
    println!("{name}: {seen:#?}\n hand {:.4?}, turns {:.4?} (root mean square)", seen.hand.rms(), seen.turns.rms());
    assert!(seen.turns.n > 10, "{name}: the projection hardly turned: {seen:?}");
    // No turn makes more of an area than a degree and chance can (beyond three standard deviations once in 300 times), and
    // none shows beside what the hand does.
    assert!(seen.turns.n_jumps * 100 <= 2 * seen.turns.n && seen.rest.n_jumps == 0, "{name}: {seen:?}");
    // Nor does the projection that a frame at rest chooses by itself: it is one more step, as large as the others.
    let step_deg = MOST_STEP_DEG.max(seen.way_deg / 30.0);
    assert!(seen.last_deg <= step_deg + 0.01 && seen.last.n_jumps == 0, "{name}: {seen:?}");
    let least = [0.5 * BY_CHANCE_MM2, 0.5 * BY_CHANCE_MM2, 0.0];
    for (i, least) in least.into_iter().enumerate() {
        // The depth is a single pixel's: where all pixels move it steps as much, whether the hand moved them or a turn.
        let share = if i < 2 { 0.5 } else { 1.5 };
        assert!(seen.turns.largest[i] <= 1.5 * seen.hand.largest[i], "{name}: {seen:?}");
        assert!(seen.turns.rms()[i] <= (share * seen.hand.rms()[i]).max(least), "{name}: {seen:?}");
    }
    // The twin: turned at once, as far as it had to, it jumps.
    assert!(seen.at_once.n_jumps * 100 > 2 * seen.at_once.n, "{name}: {seen:?}");
}

#[test]
fn no_figure_jumps_when_the_projection_turns() {
    check("sample", &sample());
}

#[test]
fn no_figure_of_real_scans_jumps_when_the_projection_turns() {
    for case in [CASES[0], CASES[4]] {
        if let Some(pair) = real_pair(case) {
            check(case, &pair);
        }
    }
}
