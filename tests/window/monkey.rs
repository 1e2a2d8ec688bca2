//! Hands that do anything, in any order: whatever they do, the window goes on, comes to rest, and does not grow.
//!
//! `OCCLUSCOPE_ACTIONS` is how many actions, in `OCCLUSCOPE_SECONDS` at most, `OCCLUSCOPE_RESIZES` how many sizes, `OCCLUSCOPE_SEED` which ones.
use super::dropping::drop_on;
use super::harness::{Home, Window};
use super::scale::Settings;
use super::screen::Screen;
use occluscope::base::Random;
use std::fmt::Display;
use std::time::{Duration, Instant};

const KEYS: &str = "o o c c Left Right Up Down shift+Up shift+Left alt+Up F2 F3 F4 F5 F6 F7 u l x m 1 2 3 4 5 6 7 8 f Home b Return b t Escape Escape \
                    ctrl+z ctrl+z ctrl+z ctrl+y ctrl+s ctrl+s ctrl+w n Return Tab F1 F9 j j space space";
/// The switch of light and dark.
const THEME: (i32, i32) = (1231, 19);
const SCALES: [f64; 6] = [1.0, 1.0, 1.25, 1.5, 2.0, 0.75];
/// So many actions, then the window must come to rest.
const UNTIL_REST: u64 = 12;
/// A movement that is still under way after this is played, not computed.
const COMPUTED_BY_THEN: Duration = Duration::from_secs(60);
/// What the window may have more in the end than after its first quarter, MiB: pictures and meshes of the largest size that comes up.
const MOST_GROWN_MIB: f64 = 200.0;
const LARGEST: (u64, u64) = (1280, 800);

pub fn asked(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number"))
}

/// A hand that has its own will.
struct Monkey<'a> {
    window: Window<'a>,
    settings: Settings,
    random: Random,
    /// What it did last, for whoever has to do it again.
    did: Vec<String>,
}

impl Monkey<'_> {
    fn xdotool(&mut self, words: &str) {
        self.did.push(words.into());
        self.window.screen.xdotool(&words.split(' ').collect::<Vec<_>>());
    }

    fn place(&mut self) -> String {
        format!("{} {}", self.random.below(LARGEST.0), self.random.below(LARGEST.1))
    }

    fn act(&mut self) {
        match self.random.below(64) {
            0..=25 => {
                let keys: Vec<&str> = KEYS.split_whitespace().collect();
                let key = keys[self.random.below(keys.len() as u64) as usize];
                self.xdotool(&format!("key {key}"));
            }
            26..=37 => self.drag(),
            38..=43 => {
                let (place, button) = (self.place(), 4 + self.random.below(2));
                self.xdotool(&format!("mousemove {place} click --repeat 3 --delay 15 {button}"));
            }
            44..=49 => {
                let place = self.place();
                self.xdotool(&format!("mousemove {place} click 1"));
            }
            50..=53 => self.resize(),
            54..=55 => self.hide(),
            56 => self.scale(),
            57 => self.theme(),
            58 => self.xdotool("key F12"),
            59 => self.xdotool("key shift+F12 Return"),
            _ => self.drop_files(),
        }
    }

    fn drag(&mut self) {
        let (from, to, button) = (self.place(), self.place(), 1 + self.random.below(3));
        let held = ["", "ctrl", "shift", "alt"][self.random.below(4) as usize];
        let [down, up] =
            ["down", "up"].map(|way| if held.is_empty() { String::new() } else { format!(" key{way} {held}") });
        let there =
            format!("mousemove {from}{down} mousedown {button} mousemove {to} sleep 0.05 mousemove {from} sleep 0.05");
        self.xdotool(&format!("{there} mousemove {to} sleep 0.05 mouseup {button}{up}"));
    }

    fn resize(&mut self) {
        let (id, w, h) = (self.window.id(), 1 + self.random.below(LARGEST.0), 1 + self.random.below(LARGEST.1));
        self.xdotool(&format!("windowsize {id} {w} {h}"));
    }

    /// The screen's letters have another size now.
    fn scale(&mut self) {
        let scale = SCALES[self.random.below(SCALES.len() as u64) as usize];
        self.did.push(format!("scale {scale}"));
        self.settings.scale(scale);
        // The window grows with its letters.
        self.resize();
    }

    /// What the window has when it is as large as at first, MiB.
    fn memory_mib(&mut self) -> f64 {
        let (id, (w, h)) = (self.window.id(), LARGEST);
        self.settings.scale(1.0);
        self.window.wait_until_idle();
        self.xdotool(&format!("windowsize --sync {id} {w} {h}"));
        self.check();
        self.window.memory_mib()
    }

    /// The switch of light and dark, while it is where it is in a window of the first size.
    fn theme(&mut self) {
        let id = self.window.id();
        let (w, h) = LARGEST;
        self.xdotool(&format!("windowsize --sync {id} {w} {h} mousemove {} {} click 1", THEME.0, THEME.1));
    }

    /// As a window manager minimises it.
    fn hide(&mut self) {
        let id = self.window.id();
        self.xdotool(&format!("windowunmap --sync {id} sleep 0.1 windowmap --sync {id} windowfocus {id}"));
    }

    fn drop_files(&mut self) {
        let names = [&["case/upper.stl", "case/lower.stl"][..], &["case/case.occ"], &["broken.stl"]];
        let names = names[self.random.below(3) as usize];
        self.did.push(format!("drop {names:?}"));
        let files: Vec<_> = names.iter().map(|name| self.window.home.path(name)).collect();
        drop_on(&self.window, &files.iter().map(|path| path.as_path()).collect::<Vec<_>>());
    }

    /// A movement that plays goes on until somebody stops it, or leaves Motion.
    fn stop_movement(&mut self) {
        let waited = self.window.rest().wait_for_rest(COMPUTED_BY_THEN);
        if waited.is_err_and(|said| said.what.contains("movement")) {
            self.xdotool("key Escape Escape k");
        }
    }

    /// The window is there, rests, and has said nothing of errors of its own.
    fn check(&mut self) {
        self.stop_movement();
        let did = self.did.split_off(self.did.len().saturating_sub(30));
        assert!(self.window.is_running(), "the program ended after {did:#?}: {}", self.said());
        self.window.wait_until_idle();
        let said = self.said();
        let bad = ["panicked", "alidation", "ERROR", "overflow"].into_iter().find(|word| said.contains(word));
        assert_eq!(bad, None, "after {did:#?}: {said}");
        self.did = did;
        // What was saved is looked at no more: a disk holds thousands of pictures at most.
        for saved in std::fs::read_dir(self.window.home.path("Pictures")).expect("a folder").flatten() {
            drop(std::fs::remove_file(saved.path()));
        }
    }

    fn said(&self) -> String {
        std::fs::read_to_string(self.window.home.path("stderr")).unwrap_or_default()
    }
}

fn monkey(screen: &Screen) -> Monkey<'_> {
    let settings = Settings::start(screen);
    let home = Home::with_sample().without_exact_figures().with_scale_of_screen();
    std::fs::write(home.path("broken.stl"), "solid nothing\nfacet").expect("written");
    let scans = ["case/upper.stl", "case/lower.stl"].map(|name| home.path(name));
    let window = Window::open_remembering(screen, &home, &[&scans[0], &scans[1]]);
    Monkey { window, settings, random: Random::new(asked("OCCLUSCOPE_SEED", 1)), did: Vec::new() }
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

fn tell(what: &str, n: u64, begun: Instant, more: impl Display) {
    println!("{n} {what} in {:.0} s; {more}", begun.elapsed().as_secs_f64());
}

#[test]
fn whatever_hands_do_the_window_goes_on_and_does_not_grow() {
    let screen = Screen::start();
    let (mut monkey, most, begun) = (monkey(&screen), asked("OCCLUSCOPE_ACTIONS", 120), Instant::now());
    let seconds = asked("OCCLUSCOPE_SECONDS", u64::MAX);
    let (mut mib, mut n) = (Vec::new(), 0);
    while n < most && begun.elapsed().as_secs() < seconds {
        let until_rest = UNTIL_REST.min(most - n);
        (0..until_rest).for_each(|_| monkey.act());
        monkey.check();
        mib.push(monkey.memory_mib());
        n += until_rest;
    }
    let quarter = mib.len().div_ceil(4);
    let [early, late] = [&mib[quarter..(2 * quarter).min(mib.len())], &mib[mib.len() - quarter..]].map(median);
    tell("actions", n, begun, format!("{early:.0} MiB in the second quarter, {late:.0} in the last"));
    assert!(late - early < MOST_GROWN_MIB, "{mib:?}");
    // What was told in the end is an orderly end.
    monkey.window.close();
}

#[test]
fn no_size_of_the_window_is_one_that_cannot_be_drawn() {
    let screen = Screen::start();
    let (mut monkey, n, begun) = (monkey(&screen), asked("OCCLUSCOPE_RESIZES", 60), Instant::now());
    for i in 1..=n {
        // Sizes follow each other faster than pictures, now and then with a jaw that moves or a window that is away.
        monkey.resize();
        match monkey.random.below(8) {
            0 => monkey.xdotool("key o"),
            1 => monkey.hide(),
            2 => monkey.check(),
            3 => monkey.scale(),
            _ => {}
        }
        if i == n {
            monkey.check();
        }
    }
    tell("sizes", n, begun, "no error");
    monkey.window.close();
}
