//! Whether the program rests, as it says itself (`src/app/window/rest.rs`), and that it does not say so too early.
use super::harness::{OFTEN, Window, wait_for};
use super::places::*;
use super::screen::Screen;
use std::time::{Duration, Instant};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConnectionExt, EventMask,
};
use x11rb::rust_connection::RustConnection;

const PAUSE: Duration = Duration::from_millis(5);

/// What a program says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Grows whenever it goes to sleep with nothing to do.
    pub count: u64,
    /// What is under way, or `rest`.
    pub what: String,
}

impl Said {
    fn rests_since(&self, before: u64) -> bool {
        self.what == "rest" && self.count > before
    }
}

/// Hears one program on a screen.
pub struct RestWatch {
    connection: RustConnection,
    root: u32,
    /// The window that the program shows, and its process.
    shown: u32,
    process: u32,
    property: Atom,
    ping: Atom,
    protocols: Atom,
}

impl RestWatch {
    pub fn new(screen: &Screen, shown: u32, process: u32) -> Self {
        let (connection, number) = x11rb::connect(Some(&screen.name)).expect("a screen");
        let root = connection.setup().roots[number].root;
        // Where answers are sent.
        let hears = ChangeWindowAttributesAux::new().event_mask(EventMask::SUBSTRUCTURE_NOTIFY);
        connection.change_window_attributes(root, &hears).expect("sent");
        let atom =
            |name: &str| connection.intern_atom(false, name.as_bytes()).expect("sent").reply().expect("an atom").atom;
        let [property, ping, protocols] = ["_OCCLUSCOPE_REST", "_NET_WM_PING", "WM_PROTOCOLS"].map(atom);
        Self { connection, root, shown, process, property, ping, protocols }
    }

    /// `None` of a program that has ended.
    pub fn said(&self) -> Option<Said> {
        let windows = self.connection.query_tree(self.root).expect("sent").reply().expect("windows").children;
        windows.into_iter().find_map(|window| {
            let asked =
                self.connection.get_property(false, window, self.property, AtomEnum::STRING, 0, 64).expect("sent");
            // A window may have gone since.
            let text = String::from_utf8(asked.reply().ok()?.value).ok()?;
            let (process, text) = text.split_once(' ')?;
            let (count, what) = text.split_once(' ')?;
            let is_ours = process.parse() == Ok(self.process);
            is_ours.then(|| Said { count: count.parse().expect("a number"), what: what.to_owned() })
        })
    }

    /// The question by which window managers find out whether a program hears. It wakes the program, and stands in line behind
    /// keys and motions that were sent before.
    pub fn ask(&self) {
        let data = [self.ping, x11rb::CURRENT_TIME, self.shown, 0, 0];
        let message = ClientMessageEvent::new(32, self.shown, self.protocols, data);
        self.connection.send_event(false, self.shown, EventMask::NO_EVENT, message).expect("sent");
        self.connection.flush().expect("sent");
    }

    /// How long the program takes to hear, whatever it is at.
    pub fn time_to_answer(&self) -> Duration {
        let begun = Instant::now();
        self.ask();
        wait_for(Duration::from_millis(1), "the window never answers", || self.has_answered().then(|| begun.elapsed()))
    }

    fn has_answered(&self) -> bool {
        let events = std::iter::from_fn(|| self.connection.poll_for_event().expect("the screen is there"));
        let is_answer = |event: Event| matches!(event, Event::ClientMessage(m) if m.window == self.root && m.data.as_data32()[0] == self.ping);
        events.map(is_answer).fold(false, |any, is_answer| any | is_answer)
    }

    /// Until `is_so` of what the program says, and how often it had come to rest when it had taken in all that was sent to it;
    /// or until it has ended. `Err`: what it said last.
    fn wait(&self, patience: Duration, is_so: impl Fn(&Said, u64) -> bool) -> Result<(), Said> {
        let (begun, mut before) = (Instant::now(), None);
        self.ask();
        loop {
            // First: what it says must not be older than its answer.
            let has_answered = before.is_none() && self.has_answered();
            let Some(said) = self.said() else { return Ok(()) };
            match before {
                None if has_answered => {
                    before = Some(said.count);
                    // So that it says something once more.
                    self.ask();
                }
                Some(before) if is_so(&said, before) => return Ok(()),
                _ if begun.elapsed() > patience => return Err(said),
                _ => std::thread::sleep(PAUSE),
            }
        }
    }

    /// Until the program has taken in what was sent to it and then has nothing more to do.
    pub fn wait_for_rest(&self, patience: Duration) -> Result<(), Said> {
        self.wait(patience, Said::rests_since)
    }

    /// Until the exact work has begun, or was over too soon to be seen.
    pub fn wait_for_exact_work(&self, patience: Duration) -> Result<(), Said> {
        self.wait(patience, |said, before| said.what.contains("exact") || said.rests_since(before))
    }
}

/// A program that sleeps because it is not let, uses no processor time and has things to do.
#[test]
fn a_program_that_is_stopped_does_not_rest() {
    let screen = Screen::start();
    let window = Window::open(&screen, &[]);
    let is_at_rest = || window.rest().wait_for_rest(Duration::from_secs(1));
    assert_eq!(is_at_rest(), Ok(()), "an open window rests");
    window.signal("STOP");
    screen.xdotool(&["key", "F2"]);
    let before = window.ticks();
    assert!(is_at_rest().is_err(), "it has not heard of the key");
    assert!(window.ticks() <= before + 1, "the twin: by its processor time it would");
    window.signal("CONT");
    window.wait_until_idle();
}

#[test]
fn a_program_whose_worker_runs_does_not_rest() {
    let screen = Screen::start();
    let window = Window::open(&screen, &[]);
    let watch = window.rest();
    let at_first = watch.said().expect("it runs");
    assert_eq!(at_first.what, "rest");
    screen.xdotool(&["key", "shift+Up"]);
    // A quarter of a second after the key, the exact figures are asked for: nothing in between is rest.
    let mut heard = Vec::new();
    wait_for(OFTEN / 100, "the exact figures were never asked for", || {
        let said = watch.said().expect("it runs");
        heard.push(said.clone());
        said.what.contains("exact").then_some(())
    });
    let has_begun = heard.iter().position(|said| said.what != "rest").expect("it has");
    assert!(heard[has_begun..].iter().all(|said| said.what != "rest"), "{heard:?}");
    window.wait_until_idle();
    assert!(watch.said().is_some_and(|said| said.rests_since(at_first.count)));
    // Nothing moves in an open window: what it said last stays, once the moved jaw has been saved by itself and messages have
    // gone.
    let mut last = (watch.said(), Instant::now());
    wait_for(OFTEN, "it never stays at rest", || {
        let said = watch.said();
        if said != last.0 {
            last = (said, Instant::now());
        }
        (last.1.elapsed() > Duration::from_secs(3)).then_some(())
    });
    assert!(last.0.is_some_and(|said| said.what == "rest"));
    window.point_at(ASIDE);
}
