//! Sentences that lower floors write in English, and whether the window says them in its language (`base::words::reword`).
use crate::project::{files_below, root};
use occluscope::base::words::is_reworded;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Files with sentences that are said in English in every language, and how many such sentences. Honest, and to become shorter: a sentence that is
/// added where there is none, or one that was translated, is noticed.
const IN_ENGLISH: &[(&str, usize)] = &[
    // Of a worker, to its own program.
    ("base/job.rs", 1),
    ("base/rigid.rs", 3),
    // A field in the window has its own sentences for these, and for those of transforms above.
    ("base/rigid_text.rs", 2),
    // Records of movements: the dialog has sentences of its own for these, and for those below.
    ("import/motion/error.rs", 3),
    ("jaw/motion/recorded.rs", 5),
];

/// Every sentence of an error or a warning, with 7 in the place of its variables.
fn sentences(code: TokenStream, hear: &mut impl FnMut(String)) {
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    for (i, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let before = |n: usize| i.checked_sub(n).map(|at| tokens[at].to_string()).unwrap_or_default();
        let is_error = group.delimiter() == Delimiter::Parenthesis && before(1) == "error" && i == 1;
        let is_warning = before(1) == "new" && before(4) == "Warning";
        if is_error || is_warning {
            first_text(group.stream()).into_iter().for_each(&mut *hear);
        }
        sentences(group.stream(), hear);
    }
}

/// The first string of a call, or of the call within it.
fn first_text(code: TokenStream) -> Option<String> {
    code.into_iter().find_map(|token| match token {
        TokenTree::Literal(literal) => {
            let text = literal.to_string();
            text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).map(sample)
        }
        TokenTree::Group(group) => first_text(group.stream()),
        _ => None,
    })
}

/// As it is read, with 7 for each variable and without the file's name.
fn sample(literal: &str) -> String {
    let mut joined = String::new();
    for (i, part) in literal.split("\\\n").enumerate() {
        joined += if i == 0 { part } else { part.trim_start() };
    }
    let joined = joined.replace("\\\"", "\"").replace("{{", "\u{1}").replace("}}", "\u{2}");
    let mut said = String::new();
    for (i, part) in joined.split('{').enumerate() {
        match part.split_once('}').filter(|_| i > 0) {
            Some((_, rest)) => said += &format!("7{rest}"),
            None => said += part,
        }
    }
    let said = said.replace('\u{1}', "{").replace('\u{2}', "}");
    // Of the unit the window says what stands before the command line's option.
    let before = said.split("--unit").next().unwrap_or(&said);
    let said = if before.len() < said.len() { before.rfind(". ").map_or("", |at| &before[..=at]) } else { &said };
    said.strip_prefix("7: ").unwrap_or(said).to_owned()
}

fn of_file(path: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let source = fs::read_to_string(path).expect("a source can be read");
    let source = source.split("#[cfg(test)]").next().unwrap_or(&source).to_owned();
    sentences(source.parse().expect("a source is Rust"), &mut |text| found.push(text));
    found.retain(|text| text.contains(' '));
    found
}

/// Floors whose sentences reach the window.
const FLOORS: [&str; 7] = ["base", "import", "mesh", "jaw", "field", "bites", "session"];

#[test]
fn sentences_of_lower_floors_are_said_in_every_language_or_listed() {
    let mut english: BTreeMap<String, usize> = BTreeMap::new();
    let mut n_said = 0;
    let mut told = String::new();
    for file in FLOORS.iter().flat_map(|floor| files_below(&root().join("src").join(floor), "rs")) {
        let name = file.strip_prefix(root().join("src")).expect("below").display().to_string();
        for sentence in of_file(&file) {
            match is_reworded(&sentence) {
                true => n_said += 1,
                false => {
                    *english.entry(name.clone()).or_default() += 1;
                    told += &format!("{name}: {sentence}\n");
                }
            }
        }
    }
    let expected: BTreeMap<String, usize> = IN_ENGLISH.iter().map(|(file, n)| ((*file).to_owned(), *n)).collect();
    assert!(english == expected, "{english:#?}\n{told}");
    assert!(n_said > 50, "{n_said}");
}

/// A message that no source says any more would never be found again.
#[test]
fn every_message_has_the_words_of_a_source() {
    let all: String = files_below(&root().join("src"), "rs")
        .iter()
        .filter(|file| !file.starts_with(root().join("src/base/words")))
        .map(|file| fs::read_to_string(file).expect("a source can be read"))
        .collect();
    let all = joined(&all);
    let catalogue = fs::read_to_string(root().join("src/base/words/en/scans.ftl")).expect("a catalogue can be read");
    let lost_here = lost(&catalogue, &all);
    assert!(lost_here.is_empty(), "{lost_here:#?}");
    let lost_of = |catalogue| lost(catalogue, "fn f() { say(\"ever\") }");
    assert_eq!(lost_of("a = nobody says such words { $n } ever"), ["a: nobody says such words"], "the twin");
}

/// Without the breaks of long strings, and as they are read.
fn joined(source: &str) -> String {
    let mut parts = source.split("\\\n");
    let first = parts.next().unwrap_or_default().to_owned();
    let all = parts.fold(first, |all, part| all + part.trim_start());
    all.replace("\\\"", "\"").replace("{{", "{").replace("}}", "}")
}

/// Pieces of messages that stand nowhere.
fn lost(catalogue: &str, sources: &str) -> Vec<String> {
    let mut lost = Vec::new();
    for line in catalogue.lines().filter(|line| !line.starts_with('#')) {
        let Some((key, words)) = line.split_once(" = ") else { continue };
        let words = words.replace("{\"{\"}", "\u{1}").replace("{\"}\"}", "\u{2}");
        for piece in
            words.split('{').flat_map(|piece| piece.split_once('}').map_or([piece, ""], |(_, rest)| [rest, ""]))
        {
            let piece = piece.replace('\u{1}', "{").replace('\u{2}', "}");
            let piece = piece.trim();
            // A count stands in front of it.
            let piece = piece.strip_prefix("1 ").unwrap_or(piece);
            if piece.len() > 6 && !sources.contains(piece) {
                lost.push(format!("{key}: {piece}"));
            }
        }
    }
    lost
}
