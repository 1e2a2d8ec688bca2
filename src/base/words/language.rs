//! The languages, and which of them is in force.
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

thread_local! {
    static SPOKEN: Cell<Language> = const { Cell::new(Language::English) };
}

/// The language of this thread.
pub fn in_force() -> Language {
    SPOKEN.get()
}

/// While this is held its thread speaks a language; then the one before.
#[must_use]
pub struct In(Language);

/// Speaks a language from now on.
pub fn change_to(language: Language) {
    SPOKEN.set(language);
}

/// Speaks a language until what is given back is dropped.
pub fn speak(language: Language) -> In {
    In(SPOKEN.replace(language))
}

impl Drop for In {
    fn drop(&mut self) {
        SPOKEN.set(self.0);
    }
}

/// What is read by programs, and may be read anywhere, is English: records, tables, logs.
pub fn in_english<T>(write: impl FnOnce() -> T) -> T {
    let _english = speak(Language::English);
    write()
}
