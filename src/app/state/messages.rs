//! Messages to the person: one clear sentence, in a bar that takes nothing away.
use crate::base::words::{reword, say};
use std::path::{Path, PathBuf};
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
    /// A file that it is about, whose folder can be shown.
    pub file: Option<PathBuf>,
    /// Something is under way, until it is there or has failed.
    is_under_way: bool,
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
/// One with a button stays longer.
const NOTE_WITH_BUTTON: Duration = Duration::from_secs(12);
/// Who goes on working has read it by then, and it lies over the jaws.
const READ: Duration = Duration::from_secs(3);

impl Message {
    /// When it goes by itself; errors do not.
    fn ends(&self) -> Option<Instant> {
        let lasts = if self.file.is_some() { NOTE_WITH_BUTTON } else { NOTE };
        (self.kind != Kind::Error).then(|| self.since + lasts)
    }
}

impl Messages {
    pub fn add(&mut self, kind: Kind, text: impl Into<String>) {
        self.put(kind, text.into(), None);
    }

    /// A file was written: "Report saved: a.pdf, its figures (a.json) beside it."
    pub fn written(&mut self, what: &str, file: PathBuf) {
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let json = file.with_extension("json");
        let beside = if json == file || !json.exists() {
            String::new()
        } else {
            say!("messages-figures-beside", json = name(&json))
        };
        let text = say!("messages-saved", what = what, file = name(&file), beside = beside);
        self.put(Kind::Info, text, Some(file));
    }

    fn put(&mut self, kind: Kind, text: String, file: Option<PathBuf>) {
        match kind {
            Kind::Error => {
                tracing::error!("{text}");
                self.last_error = Some(text.clone());
            }
            Kind::Warning => tracing::warn!("{text}"),
            Kind::Info => tracing::info!("{text}"),
        }
        self.last = Some(text.clone());
        // What lower floors have written in English; the log keeps it.
        let text = reword(&text).into_owned();
        self.shown.retain(|m| m.text != text);
        self.shown.push(Message { kind, text, file, is_under_way: false, since: Instant::now() });
        if self.shown.len() > MOST {
            self.shown.remove(0);
        }
    }

    pub fn info(&mut self, text: impl Into<String>) {
        self.add(Kind::Info, text);
    }

    /// That something has begun; stands until it has [`ended`](Self::ended), or its time is over.
    pub fn under_way(&mut self, text: impl Into<String>) {
        self.info(text);
        self.shown.iter_mut().last().into_iter().for_each(|m| m.is_under_way = true);
    }

    pub fn ended(&mut self) {
        self.shown.retain(|m| !m.is_under_way);
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

    /// The person goes on: notes that were read, and have no button that might be meant, make way.
    pub fn went_on(&mut self) {
        let is_read =
            |m: &Message| m.kind == Kind::Info && m.file.is_none() && !m.is_under_way && m.since.elapsed() > READ;
        self.shown.retain(|m| !is_read(m));
    }

    /// Takes away notes whose time has come; gives the moment at which the next one goes.
    pub fn expire(&mut self) -> Option<Instant> {
        let now = Instant::now();
        self.shown.retain(|m| m.ends().is_none_or(|ends| now < ends));
        self.shown.iter().filter_map(Message::ends).min()
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Messages, READ};
    use std::path::PathBuf;
    use std::time::Duration;

    #[test]
    fn who_goes_on_sees_no_note_that_was_read() {
        let mut messages = Messages::default();
        messages.info("moved");
        messages.add(Kind::Warning, "a warning");
        messages.put(Kind::Info, "saved".to_owned(), Some(PathBuf::from("case.occ")));
        messages.went_on();
        assert_eq!(messages.shown().len(), 3, "nothing was read yet");
        for message in &mut messages.shown {
            message.since -= READ + Duration::from_millis(1);
        }
        messages.went_on();
        let left: Vec<&str> = messages.shown().iter().map(|m| m.text.as_str()).collect();
        assert_eq!(left, ["a warning", "saved"]);
    }
}
