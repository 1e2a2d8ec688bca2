//! The catalogues, each read once. They are part of the program; that they are whole is held by tests.
use super::language::{Language, in_force};
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use std::collections::HashMap;
use std::sync::OnceLock;
use unic_langid::LanguageIdentifier;

/// The files of a language, a room of the program each.
macro_rules! rooms {
    ($($code:literal: $($room:literal)+;)+) => {
        [$(&[$(include_str!(concat!($code, "/", $room, ".ftl"))),+]),+]
    };
}

/// By language, as in [`Language::ALL`].
pub(super) const SOURCES: [&[&str]; 4] = rooms! {
    "en": "menus" "left" "right" "stage" "banners" "report" "changes" "section" "motion" "diagrams" "hand" "bites" "scans" "compare";
    "de": "menus" "left" "right" "stage" "banners" "report" "changes" "section" "motion" "diagrams" "hand" "bites" "scans" "compare";
    "fr": "menus" "left" "right" "stage" "banners" "report" "changes" "section" "motion" "diagrams" "hand" "bites" "scans" "compare";
    "es": "menus" "left" "right" "stage" "banners" "report" "changes" "section" "motion" "diagrams" "hand" "bites" "scans" "compare";
};

struct Catalogue {
    /// What has no variables, ready to be said.
    plain: HashMap<String, String>,
    bundle: FluentBundle<FluentResource>,
}

impl Catalogue {
    fn read(language: Language) -> Self {
        let id: LanguageIdentifier = language.code().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![id]);
        // The marks around variables are for languages that are written from right to left, and the fonts have none.
        bundle.set_use_isolating(false);
        let mut plain = HashMap::new();
        for source in SOURCES[language as usize] {
            // What a broken message leaves is kept; a test says which one it is.
            let resource = FluentResource::try_new((*source).to_owned()).unwrap_or_else(|(resource, _)| resource);
            let keys: Vec<String> = keys(&resource).map(str::to_owned).collect();
            let _ = bundle.add_resource(resource);
            for key in keys {
                if let Some(words) = words(&bundle, &key, None) {
                    plain.insert(key, words);
                }
            }
        }
        Self { plain, bundle }
    }

    fn of(language: Language) -> &'static Self {
        static ALL: [OnceLock<Catalogue>; 4] = [const { OnceLock::new() }; 4];
        ALL[language as usize].get_or_init(|| Self::read(language))
    }
}

pub(super) fn keys(resource: &FluentResource) -> impl Iterator<Item = &str> {
    resource.entries().filter_map(|entry| match entry {
        fluent_syntax::ast::Entry::Message(message) => Some(message.id.name),
        _ => None,
    })
}

/// `None` where there is no such message, or a variable of it is not given.
fn words(bundle: &FluentBundle<FluentResource>, key: &str, arguments: Option<&FluentArgs>) -> Option<String> {
    let mut errors = Vec::new();
    let text = bundle.format_pattern(bundle.get_message(key)?.value()?, arguments, &mut errors);
    errors.is_empty().then(|| text.into_owned())
}

/// What a key without variables says; the key itself where no catalogue has it.
pub fn say_key(key: &'static str) -> &'static str {
    let found = |language| Catalogue::of(language).plain.get(key).map(String::as_str);
    found(in_force()).or_else(|| found(Language::English)).unwrap_or(key)
}

/// A variable of a sentence; by a count the sentence may choose its form.
pub enum Argument<'a> {
    Words(&'a str),
    Own(String),
    Count(f64),
}

/// What a key says with its variables.
pub fn say_with(key: &'static str, arguments: &[(&'static str, Argument)]) -> String {
    let mut given = FluentArgs::with_capacity(arguments.len());
    for (name, value) in arguments {
        let value = match value {
            Argument::Words(words) => FluentValue::from(*words),
            Argument::Own(words) => FluentValue::from(words.as_str()),
            Argument::Count(n) => FluentValue::from(*n),
        };
        given.set(*name, value);
    }
    let found = |language| words(&Catalogue::of(language).bundle, key, Some(&given));
    found(in_force()).or_else(|| found(Language::English)).unwrap_or_else(|| key.to_owned())
}

/// What can stand in a sentence: words, whatever writes itself as words, and counts. Lengths and shares are no counts: they are written
/// first, with the sign that the language has.
pub trait Said {
    fn said(&self) -> Argument<'_>;
}

impl Said for str {
    fn said(&self) -> Argument<'_> {
        Argument::Words(self)
    }
}

impl Said for String {
    fn said(&self) -> Argument<'_> {
        Argument::Words(self)
    }
}

impl Said for std::path::Display<'_> {
    fn said(&self) -> Argument<'_> {
        Argument::Own(self.to_string())
    }
}

impl<T: Said + ?Sized> Said for &T {
    fn said(&self) -> Argument<'_> {
        (**self).said()
    }
}

macro_rules! counts {
    ($($number:ty)+) => {
        $(impl Said for $number {
            fn said(&self) -> Argument<'_> {
                Argument::Count(*self as f64)
            }
        })+
    };
}
counts!(u8 u32 i32 u64 usize);
