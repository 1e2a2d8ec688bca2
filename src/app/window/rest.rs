//! Rest that others can see. In a run that is measured (`--stats`) the program says on an X11 screen what is under way. From
//! its processor time nobody could tell: on a busy machine a starved program looks as if it rested.
//!
//! The property `_OCCLUSCOPE_REST` reads "PROCESS COUNT WHAT": COUNT grows whenever the program goes to sleep with nothing to
//! do, WHAT is what is under way, or `rest`. It hangs on a window of its own that nobody sees, because the program would hear of
//! each change at the one that it shows, and wake.
use super::App;
use crate::app::state::Open;
use std::time::{Duration, Instant};

/// What a text cursor's blinking asks for comes later than this; what egui animates comes sooner.
const BLINK: Duration = Duration::from_millis(100);
const START: &str = "start";
const REST: &str = "rest";

impl App {
    /// Says what is under way, once everything that was heard has been taken in.
    pub(super) fn publish_rest(&mut self) {
        if self.rest.is_watched() {
            let under_way = self.under_way();
            self.rest.publish(&under_way);
        }
    }

    /// Nothing: the program rests. What goes by itself after a while (messages, marks), the pause before a case is saved by
    /// itself, a blinking cursor and a question to the person are rest.
    fn under_way(&self) -> Vec<&'static str> {
        let (Some(stage), desk) = (&self.stage, &self.desk) else { return vec![START] };
        let open = desk.open.as_ref();
        let is_typing = stage.context().text_edit_focused();
        let is_animated = |at: Instant| !is_typing || at < Instant::now() + BLINK;
        let of_case = |is: fn(&Open) -> bool| open.is_some_and(is);
        [
            ("frame", self.dirty || stage.is_busy() || desk.wishes().are_there()),
            ("animation", stage.repaint_at().is_some_and(is_animated)),
            ("edges", stage.smooth_due(open).is_some()),
            ("live", stage.waits() || stage.live_due(open).is_some()),
            ("opening", desk.is_loading()),
            ("exact", of_case(|o| o.exact_due.is_some() || o.exact.is_busy())),
            ("layers", of_case(|o| o.layers.due().is_some())),
            ("teeth", of_case(|o| o.teeth.due.is_some() || o.teeth.is_looking())),
            ("executions", stage.execution.is_measuring()),
            ("report", desk.reporting),
            ("files", self.jobs.saver.as_ref().is_some_and(|saver| saver.is_busy())),
        ]
        .into_iter()
        .filter_map(|(name, is_under_way)| is_under_way.then_some(name))
        .collect()
    }
}

/// Where it is said; nowhere unless there is somebody to read it.
#[derive(Default)]
pub struct RestSign {
    #[cfg(target_os = "linux")]
    sign: Option<x11::Sign>,
    count: u64,
    said: String,
}

impl RestSign {
    /// `is_wanted`: somebody measures the program. Elsewhere than on X11 nothing is said.
    pub fn new(is_wanted: bool) -> Self {
        let mut sign = Self {
            #[cfg(target_os = "linux")]
            sign: is_wanted.then(x11::Sign::put_up).and_then(Result::ok),
            ..Self::default()
        };
        // Before there is a window to be seen: who sees the window finds the sign, too.
        sign.publish(&[START]);
        sign
    }

    fn is_watched(&self) -> bool {
        #[cfg(target_os = "linux")]
        return self.sign.is_some();
        #[cfg(not(target_os = "linux"))]
        false
    }

    fn publish(&mut self, under_way: &[&str]) {
        let rests = under_way.is_empty();
        let what = if rests { REST.to_owned() } else { under_way.join(" ") };
        // Each rest is news, as whoever sent something waits for the next one.
        if !rests && what == self.said {
            return;
        }
        self.count += u64::from(rests);
        self.said = what;
        #[cfg(target_os = "linux")]
        if let Some(sign) = &self.sign {
            let text = format!("{} {} {}", std::process::id(), self.count, self.said);
            // A screen that is gone has no readers.
            drop(sign.write(&text));
        }
    }
}

#[cfg(target_os = "linux")]
mod x11 {
    use x11rb::connection::Connection;
    use x11rb::errors::{ConnectionError, ReplyOrIdError};
    use x11rb::protocol::xproto::{AtomEnum, ConnectionExt, CreateWindowAux, PropMode, WindowClass};
    use x11rb::rust_connection::RustConnection;
    use x11rb::wrapper::ConnectionExt as _;

    /// A window that is never shown, and goes with the program's connection to the screen.
    pub struct Sign {
        connection: RustConnection,
        window: u32,
        property: u32,
    }

    impl Sign {
        pub fn put_up() -> anyhow::Result<Self> {
            let (connection, screen) = x11rb::connect(None)?;
            let root = connection.setup().roots[screen].root;
            Self::on(connection, root).map_err(anyhow::Error::from)
        }

        fn on(connection: RustConnection, root: u32) -> Result<Self, ReplyOrIdError> {
            let (window, plain) = (connection.generate_id()?, CreateWindowAux::new());
            connection.create_window(0, window, root, 0, 0, 1, 1, 0, WindowClass::INPUT_ONLY, 0, &plain)?;
            let property = connection.intern_atom(false, b"_OCCLUSCOPE_REST")?.reply()?.atom;
            Ok(Self { connection, window, property })
        }

        pub fn write(&self, text: &str) -> Result<(), ConnectionError> {
            let (window, property) = (self.window, self.property);
            self.connection.change_property8(PropMode::REPLACE, window, property, AtomEnum::STRING, text.as_bytes())?;
            self.connection.flush()
        }
    }
}
