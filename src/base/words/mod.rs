//! What the program says to people, in their language. A sentence has a key; its words stand in a catalogue for each language
//! (Fluent, decision 020). Which language is in force belongs to a thread: English until it is told otherwise, so that the command
//! line, files and tests speak English whatever the computer is set to. A job speaks the language of whoever started it.
mod catalogue;
mod language;
mod notation;
mod numbers;
mod reword;

pub use catalogue::{Argument, Said, say_key, say_with};
pub use language::{
    In, Language, Manner, change_to, in_english, in_force, manner, notation, number_teeth, speak, speak_as,
};
pub use notation::Notation;
pub use numbers::{as_read, day_and_time, decimal, decimal_sign, number, typed};
pub use reword::{is_reworded, reword};

/// What a key says: `say!("key")`, a `&'static str`, or `say!("key", name = value)`, a `String`, where the sentence has variables.
/// Numbers that are no counts are given as they are read (`decimal`).
macro_rules! say {
    ($key:literal) => {
        $crate::base::words::say_key($key)
    };
    ($key:literal, $($name:ident = $value:expr),+ $(,)?) => {
        $crate::base::words::say_with($key, &[$((stringify!($name), $crate::base::words::Said::said(&$value))),+])
    };
}
pub(crate) use say;

/// What a key says, kept for later: it is said in the language of then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phrase(&'static str);

impl Phrase {
    pub const fn new(key: &'static str) -> Self {
        Self(key)
    }

    pub fn say(self) -> &'static str {
        say_key(self.0)
    }
}

/// `phrase!("key")`: a [`Key`], for tables.
macro_rules! phrase {
    ($key:literal) => {
        $crate::base::words::Phrase::new($key)
    };
}
pub(crate) use phrase;

#[cfg(test)]
mod tests;
