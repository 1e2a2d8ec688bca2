//! Messages to the person: one clear sentence, in a bar that takes nothing away.
use std::time::{Duration, Instant};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Info,
    Warning,
    Error,
}

#[derive(Clone, Debug)]
pub struct Message {
    pub kind: Kind,
    pub text: String,
    since: Instant,
}

/// At most a few at a time; notes go by themselves, errors stay until they are closed.
#[derive(Debug, Default)]
pub struct Messages {
    shown: Vec<Message>,
    /// The last error, for the statistics of a test run.
    pub last_error: Option<String>,
    /// The last sentence of any kind, for the same.
    pub last: Option<String>,
}

const MOST: usize = 3;
const NOTE: Duration = Duration::from_secs(8);

impl Messages {
    pub fn add(&mut self, kind: Kind, text: impl Into<String>) {
        let text = text.into();
        match kind {
            Kind::Error => {
                tracing::error!("{text}");
                self.last_error = Some(text.clone());
            }
            Kind::Warning => tracing::warn!("{text}"),
            Kind::Info => tracing::info!("{text}"),
        }
        self.last = Some(text.clone());
        self.shown.retain(|m| m.text != text);
        self.shown.push(Message { kind, text, since: Instant::now() });
        if self.shown.len() > MOST {
            self.shown.remove(0);
        }
    }

    pub fn info(&mut self, text: impl Into<String>) {
        self.add(Kind::Info, text);
    }

    pub fn error(&mut self, text: impl Into<String>) {
        self.add(Kind::Error, text);
    }

    pub fn shown(&self) -> &[Message] {
        &self.shown
    }

    pub fn close(&mut self, idx: usize) {
        if idx < self.shown.len() {
            self.shown.remove(idx);
        }
    }

    /// An answer to a question or a new case: what was said about the old one is past.
    pub fn clear(&mut self) {
        self.shown.clear();
    }

    /// Takes away notes whose time has come; gives the moment at which the next one goes.
    pub fn expire(&mut self) -> Option<Instant> {
        self.shown.retain(|m| m.kind == Kind::Error || m.since.elapsed() < NOTE);
        self.shown.iter().filter(|m| m.kind != Kind::Error).map(|m| m.since + NOTE).min()
    }
}
