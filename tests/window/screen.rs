//! A virtual screen with its mouse and keys.
use image::{Rgba, RgbaImage};
use std::io::Read;
use std::process::{Child, Command, Stdio};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt, ImageFormat};

const SIZE: (u16, u16) = (1280, 800);

/// A screen of its own for each test.
pub struct Screen {
    server: Child,
    /// As `DISPLAY` names it.
    pub name: String,
}

impl Screen {
    pub fn start() -> Self {
        Self::of_size(SIZE.0, SIZE.1)
    }

    /// Larger than usual; no picture is taken of it.
    pub fn of_size(width: u16, height: u16) -> Self {
        // The server chooses a free number itself and says which on the pipe. A key that a busy machine holds down for long is one key (-r).
        let mut server = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                &format!("{width}x{height}x24"),
                "-nolisten",
                "tcp",
                "-noreset",
                "-r",
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb is needed for the tests of the window (Debian, Ubuntu: apt-get install xvfb xdotool)");
        let mut number = String::new();
        let mut byte = [0];
        let out = server.stdout.as_mut().expect("the pipe was asked for");
        while out.read(&mut byte).unwrap_or(0) == 1 && byte[0] != b'\n' {
            number.push(char::from(byte[0]));
        }
        assert!(!number.is_empty(), "Xvfb did not start");
        Self { server, name: format!(":{number}") }
    }

    pub fn xdotool(&self, args: &[&str]) -> String {
        let out = Command::new("xdotool").args(args).env("DISPLAY", &self.name).output();
        let out = out.expect("xdotool is needed for the tests of the window (Debian, Ubuntu: apt-get install xdotool)");
        String::from_utf8_lossy(&out.stdout).into_owned()
    }

    /// What is seen now, without the pointer.
    pub fn picture(&self) -> RgbaImage {
        let (connection, screen) = x11rb::connect(Some(&self.name)).expect("a screen");
        let root = connection.setup().roots[screen].root;
        let image = connection.get_image(ImageFormat::Z_PIXMAP, root, 0, 0, SIZE.0, SIZE.1, u32::MAX);
        let image = image.expect("sent").reply().expect("an image");
        // Of depth 24 every pixel is blue, green, red and a byte that says nothing.
        let row = usize::from(SIZE.0) * 4;
        assert_eq!((image.depth, image.data.len()), (24, row * usize::from(SIZE.1)));
        RgbaImage::from_fn(SIZE.0.into(), SIZE.1.into(), |x, y| {
            let at = y as usize * row + x as usize * 4;
            Rgba([image.data[at + 2], image.data[at + 1], image.data[at], 255])
        })
    }

    pub fn point_at(&self, (x, y): (i32, i32)) {
        self.xdotool(&["mousemove", &x.to_string(), &y.to_string()]);
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        drop(self.server.kill());
        drop(self.server.wait());
    }
}
