//! Guesses about a scan that its format does not tell: which jaw it is, from the file's name, and which unit it is in,
//! from its size. Guesses only warn, but for the one rule on metres; the user has the last word.
use crate::base::{LengthUnit, RawMesh, Warning};

/// Which jaw a file seems to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JawGuess {
    /// The maxilla.
    Upper,
    /// The mandible.
    Lower,
}

/// Beginnings of words that name the upper jaw (English, German, French, Italian, Spanish, Portuguese, Dutch).
const UPPER_STARTS: [&str; 8] =
    ["upper", "oberkiefer", "superior", "superieur", "supérieur", "bovenkaak", "arcatasup", "maxsup"];
const LOWER_STARTS: [&str; 9] =
    ["lower", "unterkiefer", "inferior", "inferieur", "inférieur", "mandib", "onderkaak", "arcatainf", "maxinf"];
/// Whole words: too short to be looked for inside others.
const UPPER_WORDS: [&str; 6] = ["ok", "sup", "haut", "oben", "boven", "top"];
const LOWER_WORDS: [&str; 8] = ["uk", "inf", "bas", "unten", "onder", "bottom", "mand", "lwr"];
/// "Maxilar inferior", "maxillaire inférieur" is a mandible: this word gives way to the others.
const MAXILLA_STARTS: [&str; 3] = ["maxill", "maxilar", "maksill"];
const UPPER_SIGNS: [&str; 3] = ["上颌", "上顎", "上頜"];
const LOWER_SIGNS: [&str; 3] = ["下颌", "下顎", "下頜"];

/// Tells the jaw from the words of a file name (a folder's name does not count). `None` when it names neither jaw, or
/// both.
pub fn side_from_name(name: &str) -> Option<JawGuess> {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let words = words_of_name(name);
    let any = |starts: &[&str], whole: &[&str]| {
        words.iter().any(|w| starts.iter().any(|s| w.starts_with(s)) || whole.contains(&w.as_str()))
    };
    // Some scanners close the name with "occlusion_u" or "occlusion_l"; single letters mean nothing elsewhere.
    let after_occlusion = |letter: &str| words.windows(2).any(|w| w[0] == "occlusion" && w[1] == letter);
    let upper =
        any(&UPPER_STARTS, &UPPER_WORDS) || UPPER_SIGNS.iter().any(|s| name.contains(s)) || after_occlusion("u");
    let lower =
        any(&LOWER_STARTS, &LOWER_WORDS) || LOWER_SIGNS.iter().any(|s| name.contains(s)) || after_occlusion("l");
    match (upper, lower) {
        (true, false) => Some(JawGuess::Upper),
        (false, true) => Some(JawGuess::Lower),
        (true, true) => None,
        (false, false) => any(&MAXILLA_STARTS, &[]).then_some(JawGuess::Upper),
    }
}

/// Lower-case words of a name, parted at anything but letters and where `camelCase` or `ABCWord` starts a new one.
fn words_of_name(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let (mut words, mut word) = (Vec::new(), String::new());
    for (i, letter) in letters.iter().enumerate() {
        let after_small = i > 0 && letters[i - 1].is_lowercase();
        let before_small = letters.get(i + 1).is_some_and(|next| next.is_lowercase());
        let starts_word = letter.is_uppercase() && (after_small || before_small);
        if (starts_word || !letter.is_alphabetic()) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if letter.is_alphabetic() {
            word.extend(letter.to_lowercase());
        }
    }
    words.push(word);
    words
}

/// Two scans this many times unlike in size are hardly in one unit (a single tooth against an arch is about 1 to 8).
const UNLIKE_SIZES: f64 = 20.0;
/// Larger than any jaw with its condyles, mm.
const TOO_LARGE_MM: f64 = 400.0;

/// The unit of both scans of a pair, from their sizes, and what the user should know about it.
///
/// Metres when both scans span less than 1 (they then must be scaled by 1000, and the warning says so), millimetres
/// otherwise. Sizes that look like inches or centimetres, like two units, or like no jaw warn and change nothing.
pub fn pair_unit(a: &RawMesh, b: &RawMesh) -> (LengthUnit, Option<Warning>) {
    let (span_a, span_b) = (span(a), span(b));
    let (small, large) = (span_a.min(span_b), span_a.max(span_b));
    let sizes = format!("{} and {}", sized(span_a), sized(span_b));
    if large < 1.0 {
        let text = format!(
            "Both scans span less than 1 ({sizes}): the files were taken to be in metres and scaled by 1000. \
             --unit mm keeps them as they are."
        );
        return (LengthUnit::Metre, Some(Warning::new(text)));
    }
    let suspicion = if large > UNLIKE_SIZES * small {
        Some(format!(
            "The two scans differ much in size ({sizes}) and may be in different units; both were taken to be in \
             millimetres. If both have another unit, name it with --unit; otherwise export them in one unit."
        ))
    } else if small >= 1.2 && large <= 4.5 {
        Some(format!(
            "The scans span only {sizes} and were taken to be in millimetres; this looks like inches. \
             --unit in reads them so."
        ))
    } else if small >= 4.5 && large <= 9.0 {
        Some(format!(
            "The scans span only {sizes} and were taken to be in millimetres; this looks like centimetres: export them in millimetres."
        ))
    } else if large > TOO_LARGE_MM {
        Some(format!(
            "The scans span {sizes}, more than any jaw in millimetres, which they were taken to be in. \
             Name another unit with --unit, or export them in millimetres."
        ))
    } else {
        None
    };
    (LengthUnit::Millimetre, suspicion.map(Warning::new))
}

/// Largest side of the bounding box in the file's own unit; 0 without vertices. f64, because the side can exceed f32.
fn span(mesh: &RawMesh) -> f64 {
    mesh.bounds().map_or(0.0, |(low, high)| (high.as_dvec3() - low.as_dvec3()).max_element())
}

/// A size for a message, with three significant digits.
fn sized(size: f64) -> String {
    match size {
        0.0..10.0 => format!("{size:.3}"),
        10.0..1e6 => format!("{size:.1}"),
        _ => format!("{size:.1e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::MeshFormat;
    use glam::Vec3;

    #[test]
    fn names_tell_the_jaw() {
        for name in [
            "upper.stl",
            "UPPER_JAW.PLY",
            "UpperJawScan.stl",
            "2024-upperjaw.stl",
            "maxilla_smooth.obj",
            "Maxillary.stl",
            "Oberkiefer.stl",
            "Müller_OK.stl",
            "OK1.stl",
            "scan-sup.stl",
            "Arcata superiore.stl",
            "arcade_supérieure.stl",
            "haut.stl",
            "Case12OberkieferScan.ply",
            "shell_occlusion_u.stl",
            "cases/lower/upper.stl",
            "C:\\lower\\upper.stl",
            "上颌.stl",
        ] {
            assert_eq!(side_from_name(name), Some(JawGuess::Upper), "{name}");
        }
        for name in [
            "lower.stl",
            "LowerJawScan.stl",
            "mandible.obj",
            "Mandibular.stl",
            "mandibule.stl",
            "Unterkiefer 2.stl",
            "Müller_UK.stl",
            "scan_inf.stl",
            "maxilar inferior.stl",
            "bas.stl",
            "shell_occlusion_l.stl",
            "下顎.ply",
            "lower_in_metres.obj",
        ] {
            assert_eq!(side_from_name(name), Some(JawGuess::Lower), "{name}");
        }
    }

    #[test]
    fn other_names_tell_nothing() {
        for name in [
            "",
            "scan.stl",
            "book.stl",
            "duke.stl",
            "info.stl",
            "flower.stl",
            "superb.stl",
            "l.stl",
            "u.stl",
            "supper.stl",
        ] {
            assert_eq!(side_from_name(name), None, "{name}");
        }
        for name in ["upper_and_lower.stl", "UpperLower.ply", "OK_UK.stl"] {
            assert_eq!(side_from_name(name), None, "{name}");
        }
    }

    fn scan(span: f32) -> RawMesh {
        let positions = vec![Vec3::splat(7.0), Vec3::new(7.0, 7.0 + span, 7.0), Vec3::new(7.0 + span / 2.0, 7.0, 7.0)];
        RawMesh { format: MeshFormat::Generated, positions, triangles: vec![[0, 1, 2]], colors: None }
    }

    fn check_unit(spans: [f32; 2], unit: LengthUnit, says: &[&str]) {
        // The order of the jaws plays no part.
        for [a, b] in [spans, [spans[1], spans[0]]] {
            let (found, warning) = pair_unit(&scan(a), &scan(b));
            assert_eq!(found, unit, "{spans:?}");
            assert_eq!(warning.is_some(), !says.is_empty(), "{spans:?} {warning:?}");
            let text = warning.map(|w| w.0).unwrap_or_default();
            assert!(says.iter().all(|part| text.contains(part)), "{text}");
        }
    }

    #[test]
    fn metres_only_when_both_jaws_are_below_one() {
        check_unit([0.06, 0.07], LengthUnit::Metre, &["metres", "scaled by 1000", "--unit"]);
        check_unit([0.99, 0.02], LengthUnit::Metre, &["metres"]);
        check_unit([0.99, 1.01], LengthUnit::Millimetre, &[]);
        check_unit([0.06, 65.0], LengthUnit::Millimetre, &["different units", "--unit"]);
    }

    #[test]
    fn odd_sizes_warn_and_change_nothing() {
        check_unit([60.0, 70.0], LengthUnit::Millimetre, &[]);
        check_unit([11.0, 65.0], LengthUnit::Millimetre, &[]);
        check_unit([115.0, 135.0], LengthUnit::Millimetre, &[]);
        check_unit([2.4, 2.7], LengthUnit::Millimetre, &["inches", "--unit in"]);
        check_unit([6.1, 6.7], LengthUnit::Millimetre, &["centimetres"]);
        check_unit([9.8, 11.0], LengthUnit::Millimetre, &[]);
        check_unit([2.4, 60.0], LengthUnit::Millimetre, &["different units"]);
        check_unit([600.0, 650.0], LengthUnit::Millimetre, &["--unit"]);
        check_unit([3e38, 65.0], LengthUnit::Millimetre, &["--unit"]);
    }
}
