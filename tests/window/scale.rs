//! How large letters are: as settings daemons tell it to programs (XSETTINGS), which follow while they run.
use super::screen::Screen;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt, CreateWindowAux, PropMode, WindowClass};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// Dots per inch of scale 1.
const DPI: f64 = 96.0;

/// The daemon of one screen. It must be there before the program that is to hear it.
pub struct Settings {
    connection: RustConnection,
    window: u32,
    property: u32,
}

impl Settings {
    pub fn start(screen: &Screen) -> Self {
        let (connection, number) = x11rb::connect(Some(&screen.name)).expect("a screen");
        let (root, window) = (connection.setup().roots[number].root, connection.generate_id().expect("a number"));
        let atom =
            |name: &str| connection.intern_atom(false, name.as_bytes()).expect("sent").reply().expect("an atom").atom;
        let (selection, property) = (atom(&format!("_XSETTINGS_S{number}")), atom("_XSETTINGS_SETTINGS"));
        let plain = CreateWindowAux::new();
        connection.create_window(0, window, root, 0, 0, 1, 1, 0, WindowClass::INPUT_ONLY, 0, &plain).expect("a window");
        connection.set_selection_owner(window, selection, x11rb::CURRENT_TIME).expect("sent");
        let settings = Self { connection, window, property };
        settings.scale(1.0);
        settings
    }

    /// So large from now on.
    pub fn scale(&self, scale: f64) {
        const NAME: &[u8; 8] = b"Xft/DPI\0";
        const NAME_LENGTH: u16 = 7;
        // Least significant byte first; one setting, an integer: 1,024ths of a dot per inch.
        let mut bytes = vec![b'l', 0, 0, 0, 0, 0, 0, 0];
        bytes.extend(1_u32.to_le_bytes());
        bytes.extend([0, 0]);
        bytes.extend(NAME_LENGTH.to_le_bytes());
        bytes.extend(NAME);
        bytes.extend(0_u32.to_le_bytes());
        bytes.extend(((scale * DPI * 1024.0) as i32).to_le_bytes());
        self.connection
            .change_property8(PropMode::REPLACE, self.window, self.property, self.property, &bytes)
            .expect("sent");
        self.connection.sync().expect("the screen is there");
    }
}
