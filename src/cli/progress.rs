//! Progress of long work on stderr: one line that is rewritten on a terminal, else a line for each stage of work that
//! takes more than a second.
use super::deadline;
use crate::base::Progress;
use std::io::{IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

const LOOK_EVERY: Duration = Duration::from_millis(100);
const QUIET_FOR: Duration = Duration::from_secs(1);

/// Watches a [`Progress`] until it is dropped.
pub struct Reporter {
    pub progress: Progress,
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Reporter {
    /// `what` names the work, e.g. "upper.stl".
    pub fn start(what: impl Into<String>) -> Self {
        let (progress, what) = (Progress::default(), what.into());
        let (stop, stopped) = mpsc::channel();
        let watched = progress.clone();
        let thread = std::thread::spawn(move || {
            let mut lines = Lines { what, terminal: std::io::stderr().is_terminal(), shown: String::new() };
            let started = Instant::now();
            while stopped.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
                deadline::look(&watched);
                if started.elapsed() > QUIET_FOR {
                    lines.show(&watched);
                }
            }
            lines.clear();
        });
        Self { progress, stop: Some(stop), thread: Some(thread) }
    }
}

impl Drop for Reporter {
    fn drop(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take() {
            // A reporter that failed has nothing to report; the work itself is done.
            let _ = thread.join();
        }
    }
}

struct Lines {
    what: String,
    terminal: bool,
    /// What stands on the terminal's line, or the last stage that got a line.
    shown: String,
}

impl Lines {
    /// Failing to write to stderr is no reason to stop the work.
    fn show(&mut self, progress: &Progress) {
        let (stage, mut err) = (progress.stage(), std::io::stderr());
        if self.terminal {
            let line = format!("{}: {stage} {:.0} %", self.what, 100.0 * progress.fraction());
            let _ = write!(err, "\r\x1b[K{line}");
            let _ = err.flush();
            self.shown = line;
        } else if !stage.is_empty() && self.shown != stage {
            let _ = writeln!(err, "{}: {stage} ...", self.what);
            self.shown = stage.to_owned();
        }
    }

    fn clear(&self) {
        if self.terminal && !self.shown.is_empty() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
