//! Where the program says what it is at: a property on an X11 screen, for whoever measures it.

/// What is under way before there is a window.
pub const START: &str = "start";
const REST: &str = "rest";

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
        #[cfg(not(target_os = "linux"))]
        let _ = is_wanted;
        // Before there is a window to be seen: who sees the window finds the sign, too.
        sign.publish(&[START]);
        sign
    }

    pub fn is_watched(&self) -> bool {
        #[cfg(target_os = "linux")]
        return self.sign.is_some();
        #[cfg(not(target_os = "linux"))]
        false
    }

    pub fn publish(&mut self, under_way: &[&str]) {
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
