//! How large letters are, as settings daemons tell it to programs (XSETTINGS), which follow while they run; and a monitor that goes and comes.
use super::screen::Screen;
use x11rb::connection::Connection;
use x11rb::protocol::randr::{ConnectionExt as _, GetCrtcInfoReply, GetScreenResourcesReply};
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

/// The only monitor of a screen, which can be unplugged (RandR). It says no size in millimetres: how large its letters are stands in [`Settings`].
pub struct Monitor {
    connection: RustConnection,
    resources: GetScreenResourcesReply,
    /// As it is while it is plugged in.
    config: GetCrtcInfoReply,
}

impl Monitor {
    pub fn of(screen: &Screen) -> Self {
        let (connection, number) = x11rb::connect(Some(&screen.name)).expect("a screen");
        let root = connection.setup().roots[number].root;
        let resources = connection.randr_get_screen_resources(root).expect("sent").reply().expect("RandR");
        let config = connection.randr_get_crtc_info(resources.crtcs[0], x11rb::CURRENT_TIME).expect("sent");
        let config = config.reply().expect("a monitor");
        Self { connection, resources, config }
    }

    pub fn unplug(&self) {
        self.configure(0, &[]);
    }

    pub fn plug(&self) {
        self.configure(self.config.mode, &self.config.outputs);
    }

    fn configure(&self, mode: u32, outputs: &[u32]) {
        let (crtc, rotation) = (self.resources.crtcs[0], self.config.rotation);
        let (now, known) = (x11rb::CURRENT_TIME, self.resources.config_timestamp);
        let asked = self.connection.randr_set_crtc_config(crtc, now, known, 0, 0, mode, rotation, outputs);
        let answer = asked.expect("sent").reply().expect("an answer");
        assert_eq!(u8::from(answer.status), 0, "the monitor does as it is told");
        self.connection.sync().expect("the screen is there");
    }
}
