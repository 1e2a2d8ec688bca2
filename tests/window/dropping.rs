//! Files dropped on the window, by the protocol that file managers speak with it (XDND, version 5).
use super::harness::{OFTEN, Window, wait_for};
use std::path::Path;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ClientMessageEvent, ConnectionExt, CreateWindowAux, EventMask, PropMode, SELECTION_NOTIFY_EVENT,
    SelectionNotifyEvent, SelectionRequestEvent, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

const VERSION: u32 = 5;
const URIS: &str = "text/uri-list";

/// A program that files are dragged out of.
struct Source {
    connection: RustConnection,
    /// Its own window, which nobody sees.
    window: u32,
    target: u32,
    data: Vec<u8>,
}

/// As file managers write it: every byte that is not plain is escaped.
fn uri(path: &Path) -> String {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"/-._~".contains(&b);
    let escaped = path.as_os_str().as_encoded_bytes().iter();
    let escaped = escaped.map(|b| if is_plain(*b) { char::from(*b).to_string() } else { format!("%{b:02X}") });
    format!("file://{}\r\n", escaped.collect::<String>())
}

impl Source {
    fn new(on: &Window, files: &[&Path]) -> Self {
        let (connection, screen) = x11rb::connect(Some(&on.screen.name)).expect("a screen");
        let root = connection.setup().roots[screen].root;
        let window = connection.generate_id().expect("a number");
        let nothing_special = CreateWindowAux::new();
        connection
            .create_window(0, window, root, 0, 0, 1, 1, 0, WindowClass::INPUT_ONLY, 0, &nothing_special)
            .expect("a window");
        Self { connection, window, target: on.id(), data: files.iter().map(|f| uri(f)).collect::<String>().into() }
    }

    fn atom(&self, name: &str) -> Atom {
        self.connection.intern_atom(false, name.as_bytes()).expect("sent").reply().expect("an atom").atom
    }

    fn say(&self, name: &str, data: [u32; 5]) {
        let message = ClientMessageEvent::new(32, self.target, self.atom(name), data);
        self.connection.send_event(false, self.target, EventMask::NO_EVENT, message).expect("sent");
        self.connection.flush().expect("sent");
    }

    /// Hands the names of the files over.
    fn answer(&self, asked: &SelectionRequestEvent) {
        assert_eq!((asked.target, asked.selection), (self.atom(URIS), self.atom("XdndSelection")));
        let (connection, place) = (&self.connection, asked.property);
        connection.change_property8(PropMode::REPLACE, asked.requestor, place, asked.target, &self.data).expect("sent");
        let told = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: asked.time,
            requestor: asked.requestor,
            selection: asked.selection,
            target: asked.target,
            property: place,
        };
        connection.send_event(false, asked.requestor, EventMask::NO_EVENT, told).expect("sent");
        connection.flush().expect("sent");
    }

    /// Waits for what the window says, handing the names over when it asks for them; true when it agrees. `with_names`: until it
    /// has them, too.
    fn hear(&self, name: &str, with_names: bool) -> bool {
        let (wanted, mut said, mut has_names) = (self.atom(name), None, !with_names);
        wait_for(OFTEN, &format!("the window never said {name}"), || {
            while let Some(event) = self.connection.poll_for_event().expect("the screen is there") {
                match event {
                    Event::SelectionRequest(asked) => {
                        self.answer(&asked);
                        has_names = true;
                    }
                    Event::ClientMessage(message) if message.type_ == wanted => {
                        said = Some(message.data.as_data32()[1] & 1 == 1);
                    }
                    _ => {}
                }
            }
            said.filter(|agrees| has_names || !agrees)
        })
    }
}

/// Drags files over the window and lets them go; the window must take them.
pub fn drop_on(window: &Window, files: &[&Path]) {
    let source = Source::new(window, files);
    let aware = source.atom("XdndAware");
    let spoken = source.connection.get_property(false, source.target, aware, AtomEnum::ATOM, 0, 1);
    let spoken = spoken.expect("sent").reply().expect("a property").value32().and_then(|mut v| v.next());
    assert_eq!(spoken, Some(VERSION), "the window says that files may be dropped on it");
    let selection = source.atom("XdndSelection");
    source.connection.set_selection_owner(source.window, selection, x11rb::CURRENT_TIME).expect("sent");
    source.say("XdndEnter", [source.window, VERSION << 24, source.atom(URIS), 0, 0]);
    let middle = (600 << 16) | 400;
    source.say("XdndPosition", [source.window, 0, middle, x11rb::CURRENT_TIME, source.atom("XdndActionCopy")]);
    assert!(source.hear("XdndStatus", true), "files may be dropped there");
    source.say("XdndDrop", [source.window, 0, x11rb::CURRENT_TIME, 0, 0]);
    assert!(source.hear("XdndFinished", false), "the files were taken");
    window.wait_until_idle();
}
