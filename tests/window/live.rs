//! The figures of every live frame of a long drag, and the contact that is followed while the jaw moves.
use super::harness::Window;
use super::left::{dot, numbers};
use super::places::*;
use super::screen::Screen;
use serde_json::Value;
use std::time::{Duration, Instant};

/// A live frame of the statistics.
struct LiveFrame {
    pose: Vec<f64>,
    direction: Vec<f64>,
    pixel_mm: f64,
    /// Areas of the upper jaw at 0.1 and 0.2 mm, depth.
    shown: [f64; 3],
}

impl LiveFrame {
    /// `None` where nothing was within the range.
    fn read(frame: &Value) -> Option<Self> {
        let areas = numbers(&frame["area_upper_mm2"]);
        Some(Self {
            pose: numbers(&frame["upper_from_lower"]),
            direction: Some(numbers(&frame["direction"])).filter(|d| d.len() == 3)?,
            pixel_mm: frame["pixel_mm"].as_f64()?,
            shown: [areas[5], areas[7], frame["max_depth_mm"].as_f64().unwrap_or(0.0)],
        })
    }
}

/// The steps of the figures from frame to frame, of one kind.
#[derive(Debug, Default)]
struct FrameSteps {
    n: u32,
    largest: [f64; 3],
    largest_deg: f64,
    /// Areas that stepped by more than 3 % a degree and 0.9 mm² (tests/oracle/drag.rs).
    n_jumps: u32,
}

impl FrameSteps {
    fn add(&mut self, from: &LiveFrame, to: &LiveFrame, deg: f64) {
        self.n += 1;
        self.largest_deg = self.largest_deg.max(deg);
        let steps = [0, 1, 2].map(|i| (to.shown[i] - from.shown[i]).abs());
        let allowed = |i: usize| 0.03 * deg.max(1.0) * from.shown[i].max(to.shown[i]) + 0.9;
        self.n_jumps += u32::from((0..2).any(|i| steps[i] > allowed(i)));
        self.largest = [0, 1, 2].map(|i| self.largest[i].max(steps[i]));
    }
}

/// What panels said of the contact from a frame on.
struct SaidOfContact {
    pose: Vec<f64>,
    shown: String,
    /// Where the contact is of.
    of: Vec<f64>,
    headline: String,
    /// Upper and lower jaw.
    areas_mm2: Vec<f64>,
    listed: Vec<f64>,
}

impl SaidOfContact {
    fn read(said: &Value) -> Self {
        let text = |name: &str| said[name].as_str().expect("words").to_owned();
        Self {
            pose: numbers(&said["upper_from_lower"]),
            shown: text("shown"),
            of: numbers(&said["of"]),
            headline: text("headline"),
            areas_mm2: numbers(&said["areas_mm2"]),
            listed: numbers(&said["listed"]),
        }
    }

    /// By the larger of both, of either jaw.
    fn differs_by(&self, other: &Self) -> f64 {
        let two = self.areas_mm2.iter().zip(&other.areas_mm2);
        two.map(|(a, b)| (a - b).abs() / a.max(*b).max(1.0)).fold(0.0, f64::max)
    }
}

#[test]
fn the_contact_is_followed_while_the_jaw_moves_and_marked_until_it_rests() {
    let screen = Screen::start();
    let window = Window::open(&screen, &[]);
    window.key("F2");
    window.point_at(ON_LOWER);
    screen.xdotool(&["keydown", "shift", "mousedown", "1"]);
    // Ten times finer. Up to 6 pixels it may be a click.
    for step in 3..=10 {
        screen.point_at((ON_LOWER.0 + 2 * step, ON_LOWER.1));
        // The hand holds still until the contact is there; it does not let go.
        window.wait_until_idle();
    }
    window.release();
    screen.xdotool(&["keyup", "shift"]);
    let left = window.close();
    let live = &left.stats["live_contact"];
    assert!(live["ms"]["count"].as_u64() >= Some(8) && live["failed"] == 0, "{live}");
    let said: Vec<SaidOfContact> = live["said"].as_array().expect("a log").iter().map(SaidOfContact::read).collect();
    let all = |shown: &str| said.iter().filter(|s| s.shown == shown).collect::<Vec<_>>();
    let (moments, rests) = (all("of a moment ago"), all("at rest"));
    // Nothing of another pose is shown unmarked, and nothing of this one marked that is exact.
    assert!(rests.iter().all(|s| s.of == s.pose && !s.headline.contains(['≈', '…'])));
    assert!(moments.iter().all(|s| s.headline.starts_with("≈ ")));
    assert!(all("awaited").iter().all(|s| s.headline == "…" && s.areas_mm2.is_empty()));
    // It follows: on every stop there is the contact of that very pose, another one each time, whose numbers stay.
    let stops: Vec<_> = moments.iter().filter(|s| s.of == s.pose).collect();
    assert!(stops.len() >= 8, "{} of {}", stops.len(), moments.len());
    assert!(stops.windows(2).all(|two| two[0].of == two[1].of || two[0].differs_by(two[1]) > 1e-4));
    let before = rests.first().expect("it rested before the drag");
    assert!(stops[0].listed.iter().filter(|name| before.listed.contains(name)).count() > before.listed.len() / 2);
    // What is shown at the end is exact, and what was shown there a moment before was right.
    let (last, end) = (stops[stops.len() - 1], said.last().expect("something was said"));
    assert!(end.shown == "at rest" && last.of == end.of, "{}", end.shown);
    assert!(last.differs_by(end) < 0.01, "{:?}, at rest {:?}", last.areas_mm2, end.areas_mm2);
    // The twin: of where the jaw was before it is not.
    assert!(stops[0].differs_by(end) > 0.01 && before.differs_by(end) > 0.01);
}

/// `scripts/drag-steps`: thirty seconds of dragging, the figures of every frame. Where the projection turns and the jaw rests, the
/// step is the turn's alone; in the drag the hand's is in it (tests/oracle/drag.rs parts them).
#[test]
#[ignore = "takes a minute; scripts/drag-steps runs it"]
fn thirty_seconds_of_dragging_show_no_jump() {
    let screen = Screen::start();
    let window = Window::open(&screen, &[]);
    window.key("F2");
    window.point_at(ON_LOWER);
    screen.xdotool(&["mousedown", "1"]);
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(30) {
        // To either side and back, a little down and up, as a hand glides along the teeth.
        let t = begun.elapsed().as_secs_f64();
        let at = (ON_LOWER.0 + (24.0 * (0.42 * t).sin()) as i32, ON_LOWER.1 + (3.0 - 3.0 * (0.84 * t).cos()) as i32);
        screen.point_at(at);
        std::thread::sleep(Duration::from_millis(30));
    }
    window.release();
    let left = window.close();
    let all = left.stats["live_frames"]["frames"].as_array().expect("a log of the live frames");
    let (mut hand, mut both, mut turns) = (FrameSteps::default(), FrameSteps::default(), FrameSteps::default());
    for pair in all.windows(2) {
        let (Some(a), Some(b)) = (LiveFrame::read(&pair[0]), LiveFrame::read(&pair[1])) else { continue };
        let deg = dot(&a.direction, &b.direction).clamp(-1.0, 1.0).acos().to_degrees();
        match (a.pose == b.pose, deg > 1e-4) {
            (true, true) if (a.pixel_mm / b.pixel_mm - 1.0).abs() < 0.3 => turns.add(&a, &b, deg),
            (false, true) => both.add(&a, &b, deg),
            (false, false) => hand.add(&a, &b, deg),
            _ => {}
        }
    }
    println!("{} frames\nhand alone {hand:?}\nhand and turn {both:?}\nturn alone, at rest {turns:?}", all.len());
    assert!(all.len() > 100 && both.n > 10, "hardly anything was drawn, or the projection hardly turned");
    assert!(both.largest_deg < 1.01 && turns.largest_deg < 10.0);
    assert_eq!(turns.n_jumps, 0);
}
