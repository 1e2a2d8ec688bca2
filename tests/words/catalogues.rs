//! All catalogues beside each other, and beside the sources.
use super::sources::keys;
use crate::project::{files_below, root};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use skrifa::MetadataProvider;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

const LANGUAGES: [&str; 4] = ["en", "de", "fr", "es"];

/// The variables of each message; what is wrong with the file besides.
type Messages = BTreeMap<String, BTreeSet<String>>;

fn read(source: &str) -> Result<Messages, String> {
    let resource = fluent_syntax::parser::parse(source).map_err(|(_, errors)| format!("{errors:?}"))?;
    let mut messages = Messages::new();
    for entry in resource.body {
        let Entry::Message(message) = entry else {
            let Entry::Comment(_) = entry else { return Err(format!("neither a message nor a comment: {entry:?}")) };
            continue;
        };
        let mut variables = BTreeSet::new();
        look(message.value.as_ref().ok_or(format!("{} says nothing", message.id.name))?, &mut variables);
        if messages.insert(message.id.name.to_owned(), variables).is_some() {
            return Err(format!("{} is there twice", message.id.name));
        }
    }
    Ok(messages)
}

/// The variables of a message, its forms included.
fn look(pattern: &Pattern<&str>, variables: &mut BTreeSet<String>) {
    let mut take = |inline: &InlineExpression<&str>| {
        if let InlineExpression::VariableReference { id } = inline {
            variables.insert(id.name.to_owned());
        }
    };
    let mut forms = Vec::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { .. } => {}
            PatternElement::Placeable { expression: Expression::Inline(inline) } => take(inline),
            PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                take(selector);
                forms.extend(variants);
            }
        }
    }
    forms.into_iter().for_each(|form| look(&form.value, variables));
}

/// What is wrong with several catalogues, and with what the sources name of them.
fn faults(languages: &[(&str, &Messages)], named: &BTreeSet<String>) -> Vec<String> {
    let mut found = Vec::new();
    let (_, first) = languages[0];
    for (language, messages) in languages {
        found
            .extend(named.iter().filter(|k| !messages.contains_key(*k)).map(|k| format!("{language}: {k} is missing")));
        found.extend(
            messages.keys().filter(|k| !named.contains(*k)).map(|k| format!("{language}: {k} is used nowhere")),
        );
        let other = messages.iter().filter(|(key, variables)| first.get(*key).is_some_and(|v| v != *variables));
        found.extend(other.map(|(key, variables)| format!("{language}: {key} has the variables {variables:?}")));
    }
    found
}

/// All files of a language.
fn source_of(language: &str) -> String {
    let files = files_below(&root().join("src/base/words").join(language), "ftl");
    assert!(!files.is_empty(), "{language}: no catalogue was found");
    files.iter().map(|file| fs::read_to_string(file).expect("a catalogue can be read") + "\n").collect()
}

/// Every key that a source names. The page of the words itself explains with one that is none.
fn named() -> BTreeSet<String> {
    let files =
        files_below(&root().join("src"), "rs").into_iter().filter(|f| !f.starts_with(root().join("src/base/words")));
    let of_sources = files.flat_map(|file| keys(&fs::read_to_string(file).expect("a source can be read")));
    // Those of this room are named by their words (`reworded`).
    let scans = fs::read_to_string(root().join("src/base/words/en/scans.ftl")).expect("a catalogue can be read");
    of_sources.chain(read(&scans).expect("whole").into_keys()).collect()
}

#[test]
fn every_message_is_there_in_every_language_and_used() {
    let all =
        LANGUAGES.map(|language| (language, read(&source_of(language)).unwrap_or_else(|e| panic!("{language}: {e}"))));
    let named = named();
    assert!(named.len() > 900, "the keys were not found");
    let found = faults(&all.each_ref().map(|(language, messages)| (*language, messages)), &named);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The negative twins.
#[test]
fn a_missing_an_unused_and_a_different_message_are_noticed() {
    let named = |keys: &[&str]| keys.iter().map(|k| (*k).to_owned()).collect::<BTreeSet<_>>();
    let en = read("a = One { $n }\nb = { $n ->\n    [one] { $x }\n   *[other] two\n }\n").expect("whole");
    assert_eq!(en["b"], named(&["n", "x"]));
    let check = |other: &str, keys: &[&str]| {
        let other = read(other).expect("whole");
        faults(&[("en", &en), ("de", &other)], &named(keys))
    };
    assert_eq!(check("a = Eins { $n }\nb = { $x } { $n }\n", &["a", "b"]), Vec::<String>::new());
    assert_eq!(check("a = Eins { $n }\n", &["a", "b"]), ["de: b is missing"]);
    let unused = check("a = Eins { $n }\nb = { $x } { $n }\nc = drei\n", &["a", "b"]);
    assert_eq!(unused, ["de: c is used nowhere"]);
    assert_eq!(check("a = Eins\nb = { $x } { $n }\n", &["a", "b"]), ["de: a has the variables {}"]);
    assert!(read("a = one\na = two\n").is_err_and(|e| e.contains("twice")));
    assert!(read("a = { $n\n").is_err());
    assert_eq!(keys("fn f() { say!(\"a\", n = say!(\"b\")); phrase!(\"c\"); other!(\"d\") }"), named(&["a", "b", "c"]));
}

/// The window, pictures and reports have one font for words; what it lacks would be a box.
#[test]
fn every_letter_is_in_the_fonts_of_the_program() {
    let font = skrifa::FontRef::new(epaint_default_fonts::UBUNTU_LIGHT).expect("a font");
    let letters = font.charmap();
    // In the window alone, from the other fonts that egui has.
    let others = ['≈', '≤', '≥', '−'];
    for language in LANGUAGES {
        let source = source_of(language);
        let lacking = |c: &char| !c.is_control() && letters.map(*c).is_none() && !others.contains(c);
        let lacking: BTreeSet<char> = source.chars().filter(lacking).collect();
        assert!(lacking.is_empty(), "{language}: {lacking:?}");
    }
    assert!(letters.map('咬').is_none(), "the twin: this font has no Chinese");
}

/// Geometry only, in every language.
#[test]
fn nothing_is_said_of_forces() {
    let words = ["force", "pressure", "kraft", "kräfte", "druck", "pression", "fuerza", "fuerzas", "presión", "forces"];
    let phrases = ["too high", "zu hoch", "trop haut", "demasiado alto"];
    let check = |source: &str| {
        let source = source.to_lowercase();
        let word = source.split(|c: char| !c.is_alphabetic()).find(|w| words.contains(w)).map(str::to_owned);
        word.or_else(|| phrases.iter().find(|p| source.contains(**p)).map(|p| (*p).to_owned()))
    };
    for language in LANGUAGES {
        assert_eq!(check(&source_of(language)), None, "{language}");
    }
    assert_eq!(check("a = Der Druck").as_deref(), Some("druck"), "the twin");
    assert_eq!(check("a = Le point est trop haut").as_deref(), Some("trop haut"));
}
