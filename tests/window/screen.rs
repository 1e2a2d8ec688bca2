//! A virtual screen with its mouse and keys.
use std::io::Read;
use std::process::{Child, Command, Stdio};

/// A screen of its own for each test.
pub struct Screen {
    server: Child,
    /// As `DISPLAY` names it.
    pub name: String,
}

impl Screen {
    pub fn start() -> Self {
        // The server chooses a free number itself and says which on the pipe.
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"])
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
