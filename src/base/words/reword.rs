//! Sentences that lower floors write in English, as files and the command line have them: what is odd about a scan, why a file is none. The
//! window says them in its own language. They are messages of the English catalogue like all others (room `scans`), found again by their
//! words; what stands in place of their variables is kept, or said anew where it is a phrase of that room (`part-…`) itself.
use super::catalogue::{Argument, say_with};
use super::language::{Language, in_force};
use super::numbers::as_read;
use fluent_bundle::FluentResource;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use std::borrow::Cow;
use std::sync::OnceLock;

const ENGLISH: &str = include_str!("en/scans.ftl");
/// Keys of what is a part of sentences.
const PART: &str = "part-";

enum Piece {
    Text(String),
    Variable(String),
}

struct Sentence {
    key: String,
    pieces: Vec<Piece>,
}

/// A sentence in the language in force; as it is where no message of the room has its words. What stands in front of it, up to a colon, is the
/// name of a file.
pub fn reword(sentence: &str) -> Cow<'_, str> {
    if in_force() == Language::English {
        return Cow::Borrowed(sentence);
    }
    // A sentence that was written without its full stop may have been given one since.
    let stopped = || Some(whole(sentence.strip_suffix('.')?)? + ".");
    whole(sentence).or_else(stopped).map_or(Cow::Borrowed(sentence), Cow::Owned)
}

/// Behind the name that leaves the most to be said; of two that leave as much the longer one, so that no variable holds a name.
fn whole(text: &str) -> Option<String> {
    let behind_names = text.match_indices(": ").map(|(at, colon)| at + colon.len());
    let begins = std::iter::once(0).chain(behind_names);
    let fitting = begins.filter_map(|at| Some((found(&text[at..], false)?.0.n_own(), at)));
    let (_, at) = fitting.max()?;
    Some(text[..at].to_owned() + &said(&text[at..], false)?)
}

/// Whether the room has its words, in any language.
pub fn is_reworded(sentence: &str) -> bool {
    found(sentence, false).is_some()
}

/// Of the messages that fit the one with the most words of its own.
fn found(text: &str, is_part: bool) -> Option<(&'static Sentence, Vec<(&'static str, &str)>)> {
    let of_kind = sentences().iter().filter(|sentence| sentence.key.starts_with(PART) == is_part);
    let fitting = of_kind.filter_map(|sentence| Some((sentence, fit(&sentence.pieces, text)?)));
    fitting.max_by_key(|(sentence, _)| sentence.n_own())
}

fn said(text: &str, is_part: bool) -> Option<String> {
    let (sentence, values) = found(text, is_part)?;
    let value = |(name, value): (&'static str, &str)| {
        let is_number = value.parse::<f64>().is_ok();
        let plain = || if is_number { as_read(value).into() } else { value.into() };
        let own = said(value, true).or_else(|| whole(value)).unwrap_or_else(plain);
        (name, Argument::Own(own))
    };
    Some(say_with(&sentence.key, &values.into_iter().map(value).collect::<Vec<_>>()))
}

fn sentences() -> &'static [Sentence] {
    static ALL: OnceLock<Vec<Sentence>> = OnceLock::new();
    ALL.get_or_init(|| {
        let resource = FluentResource::try_new(ENGLISH.to_owned()).unwrap_or_else(|(resource, _)| resource);
        let sentence = |entry: &Entry<&str>| match entry {
            Entry::Message(message) => {
                Some(Sentence { key: message.id.name.to_owned(), pieces: pieces(message.value.as_ref()?)? })
            }
            _ => None,
        };
        resource.entries().filter_map(sentence).collect()
    })
}

/// `None` of one that chooses between forms: that is the other languages' business.
fn pieces(pattern: &Pattern<&str>) -> Option<Vec<Piece>> {
    let piece = |element: &PatternElement<&str>| match element {
        PatternElement::TextElement { value } => Some(Piece::Text((*value).to_owned())),
        PatternElement::Placeable { expression: Expression::Inline(InlineExpression::VariableReference { id }) } => {
            Some(Piece::Variable(id.name.to_owned()))
        }
        PatternElement::Placeable { expression: Expression::Inline(InlineExpression::StringLiteral { value }) } => {
            Some(Piece::Text((*value).to_owned()))
        }
        PatternElement::Placeable { .. } => None,
    };
    pattern.elements.iter().map(piece).collect()
}

impl Sentence {
    /// Letters of its own.
    fn n_own(&self) -> usize {
        let own = |piece: &Piece| match piece {
            Piece::Text(text) => text.len(),
            Piece::Variable(_) => 0,
        };
        self.pieces.iter().map(own).sum()
    }
}

/// What stands in place of the variables, none of it nothing.
fn fit<'t>(pieces: &'static [Piece], text: &'t str) -> Option<Vec<(&'static str, &'t str)>> {
    match pieces {
        [] => text.is_empty().then(Vec::new),
        [Piece::Text(own), rest @ ..] => fit(rest, text.strip_prefix(own.as_str())?),
        [Piece::Variable(name)] => (!text.is_empty()).then(|| vec![(name.as_str(), text)]),
        [Piece::Variable(name), rest @ ..] => {
            let ends = text.char_indices().map(|(at, _)| at).skip(1);
            ends.into_iter().find_map(|end| {
                let mut values = fit(rest, &text[end..])?;
                values.insert(0, (name.as_str(), &text[..end]));
                Some(values)
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::words::speak;

    #[test]
    fn a_sentence_is_said_anew_with_its_name_and_numbers() {
        let english = "upper.stl: 3 loose parts were too small to be anatomy and left out (1 triangle).";
        assert_eq!(reword(english), english, "the command line and files");
        let _german = speak(Language::German);
        assert_eq!(
            reword(english),
            "upper.stl: Lose Teile, zu klein für Anatomie, wurden weggelassen: 3 Teile (1 Dreieck)."
        );
        let inches = "The scans span only 2.40 and 2.70 and were taken to be in millimetres; this looks like inches.";
        assert!(reword(inches).contains("2,40 und 2,70"), "{}", reword(inches));
        let listed = "The file asks for more than can be set by hand: taken are 2048 pixels instead of 8192, a range of 4 mm instead of \
                      50.5, a threshold of 0.2 mm instead of 3.";
        assert_eq!(
            reword(listed),
            "Die Datei verlangt mehr, als von Hand eingestellt werden kann: Genommen werden 2048 Pixel statt 8192, ein Bereich von 4 mm \
             statt 50,5, eine Schwelle von 0,2 mm statt 3."
        );
        let of_jaw = "bite.stl: nothing in it was recognised on the lower jaw; take a bite scan of this patient that shows teeth of both jaws";
        assert!(
            reword(of_jaw).starts_with("bite.stl: nichts darin wurde auf dem Scan des Unterkiefers wiedererkannt;")
        );
        let nested = "case.occ: lower.ply: line 7 of the PLY file: \"x\" where a number should be; the file is damaged, export the scan again";
        assert!(reword(nested).starts_with("case.occ: lower.ply: Zeile 7"), "{}", reword(nested));
        let within = "case.occ: the scan of the upper jaw is not in the case and cannot be read where it was: a.stl: there is no such file";
        assert!(reword(within).starts_with("case.occ: der Scan des Oberkiefers"), "{}", reword(within));
        assert!(reword(within).ends_with("a.stl: diese Datei gibt es nicht"), "{}", reword(within));
        let fault = "The first contact could not be found (a fault in the program): nothing was moved";
        assert!(reword(fault).ends_with("nichts wurde bewegt"), "{}", reword(fault));
        assert_eq!(reword(&format!("{fault}.")), format!("{}.", reword(fault)), "with a full stop of its own");
        let doubtful = "The bite is doubtful: 0.55 mm deep by closest gap, more than 0.1 mm; the smallest move that would free it is 0.58 mm \
                        and 0.38 degrees.";
        assert_eq!(
            reword(doubtful),
            "Der Biss ist zweifelhaft: 0,55 mm tief nach kürzestem Abstand, mehr als 0,1 mm; die kleinste Bewegung, die ihn frei machte, ist \
             0,58 mm und 0,38 Grad."
        );
        // The twins: a sentence of nobody, and one that only begins like one.
        for other in ["Etwas anderes.", "upper.stl: The surface was open", "part-triangle", "3 triangles"] {
            assert_eq!(reword(other), other);
        }
    }

    #[test]
    fn every_english_message_is_plain() {
        let resource = FluentResource::try_new(ENGLISH.to_owned()).expect("whole");
        let n = resource.entries().filter(|entry| matches!(entry, Entry::Message(_)));
        assert_eq!(n.count(), sentences().len(), "one chooses between forms");
    }
}
