//! The languages, and what is in force on a thread: one of them, and a notation of teeth.
use super::notation::Notation;
use std::cell::Cell;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Language {
    #[default]
    #[serde(rename = "en")]
    English,
    #[serde(rename = "de")]
    German,
    #[serde(rename = "fr")]
    French,
    #[serde(rename = "es")]
    Spanish,
}

impl Language {
    pub const ALL: [Self; 4] = [Self::English, Self::German, Self::French, Self::Spanish];

    /// As in locales: "en", "de".
    pub fn code(self) -> &'static str {
        ["en", "de", "fr", "es"][self as usize]
    }

    /// In the language itself.
    pub fn own_name(self) -> &'static str {
        ["English", "Deutsch", "Français", "Español"][self as usize]
    }

    /// Of "de", "de_CH.UTF-8", "de-AT"; `None` of "C" and of what is not spoken here.
    pub fn of_locale(locale: &str) -> Option<Self> {
        let code = locale.split(['-', '_', '.', '@']).next().unwrap_or_default().to_lowercase();
        Self::ALL.into_iter().find(|language| language.code() == code)
    }
}

/// How a thread speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    pub language: Language,
    pub notation: Notation,
}

impl Manner {
    const FIRST: Self = Self { language: Language::English, notation: Notation::Fdi };
}

thread_local! {
    static SPOKEN: Cell<Manner> = const { Cell::new(Manner::FIRST) };
}

/// The language of this thread.
pub fn in_force() -> Language {
    SPOKEN.get().language
}

/// How this thread numbers teeth for people.
pub fn notation() -> Notation {
    SPOKEN.get().notation
}

/// Both, for whoever works for this thread.
pub fn manner() -> Manner {
    SPOKEN.get()
}

/// While this is held its thread speaks otherwise; then as before.
#[must_use]
pub struct In(Manner);

/// Speaks a language from now on.
pub fn change_to(language: Language) {
    SPOKEN.set(Manner { language, ..SPOKEN.get() });
}

/// Numbers teeth so from now on.
pub fn number_teeth(notation: Notation) {
    SPOKEN.set(Manner { notation, ..SPOKEN.get() });
}

/// Speaks a language until what is given back is dropped.
pub fn speak(language: Language) -> In {
    speak_as(Manner { language, ..SPOKEN.get() })
}

/// Speaks as somebody else does until what is given back is dropped.
pub fn speak_as(manner: Manner) -> In {
    In(SPOKEN.replace(manner))
}

impl Drop for In {
    fn drop(&mut self) {
        SPOKEN.set(self.0);
    }
}

/// What is read by programs, and may be read anywhere, is English and has FDI numbers: records, tables, logs.
pub fn in_english<T>(write: impl FnOnce() -> T) -> T {
    let _english = speak_as(Manner::FIRST);
    write()
}
