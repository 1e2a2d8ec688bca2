//! Sentences about files without the files' names, which often are patients' names.
use std::path::Path;

/// What stands in place of a name that nobody gave: one that a case holds.
const SOME_FILE: &str = "(a file)";
/// What the names of files end with that the program's sentences name.
const ENDINGS: [&str; 6] = [".stl", ".ply", ".obj", ".occ", ".json", ".csv"];

/// A sentence with a word in place of each file that is known, by its path, its name and, in quotation marks, the stem of its name. What looks like another
/// file goes with everything in front of it: a name may have spaces.
pub fn nameless(sentence: &str, files: &[(&Path, &str)]) -> String {
    let mut text = sentence.to_owned();
    let named = |file: &(&Path, &str), name: &str, text: &str| match name {
        "" => text.to_owned(),
        _ => text.replace(name, file.1),
    };
    for file in files {
        text = named(file, &file.0.display().to_string(), &text);
    }
    for file in files {
        text = named(file, &file.0.file_name().unwrap_or_default().to_string_lossy(), &text);
    }
    for file in files {
        let stem = file.0.file_stem().unwrap_or_default().to_string_lossy();
        text = text.replace(&format!("\"{stem}\""), &format!("\"{}\"", file.1));
    }
    without_others(&text)
}

fn without_others(text: &str) -> String {
    let looks_like_a_file = |word: &str| {
        let word = word.to_lowercase();
        word.contains(['/', '\\']) || ENDINGS.iter().any(|ending| word.contains(ending))
    };
    let mut end = None;
    let mut at = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        at += word.len();
        if looks_like_a_file(word) {
            // What a sentence says of a file begins behind a colon.
            let trimmed = word.trim_end().trim_end_matches([':', ',', ';', '.', '"', ')']);
            end = Some(at - (word.len() - trimmed.len()));
        }
    }
    end.map_or_else(|| text.to_owned(), |end| format!("{SOME_FILE}{}", &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_left() {
        let (upper, lower) = (Path::new("/data/Hans Maier/maier_upper.stl"), Path::new("m/b.ply"));
        let files = [(upper, "upper"), (lower, "lower")];
        for (said, wanted) in [
            ("/data/Hans Maier/maier_upper.stl: the file is empty", "upper: the file is empty"),
            ("By its name \"maier_upper.stl\" is the lower jaw", "By its name \"upper\" is the lower jaw"),
            ("the scan \"maier_upper\" has no surface", "the scan \"upper\" has no surface"),
            ("m/b.ply: the file is barren", "lower: the file is barren"),
            ("m/b.ply: line 3", "lower: line 3"),
            // The twins: files that nobody named, with and without spaces.
            ("/data/Hans Maier/other.stl: there is no such file", "(a file): there is no such file"),
            ("case: Hans Maier.STL: there is no such file", "(a file): there is no such file"),
            ("its scan \"C:\\Hans\\u.stl\" is missing", "(a file)\" is missing"),
            ("it took more than 3 s", "it took more than 3 s"),
        ] {
            assert_eq!(nameless(said, &files), wanted, "{said}");
        }
    }
}
