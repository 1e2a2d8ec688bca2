//! The text that goes with the program: its crates and fonts, and the words of their licences, each once.
use crate::licences::{taken, words};
use crate::list::Listed;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Longer lines are broken.
const COLUMNS: usize = 100;

const HEAD: &str =
    "Occluscope, itself under MIT or Apache-2.0, is made of these works of others as well. Behind the name of
each stand its licence and the numbers of the texts below that belong to it. Where an author leaves the
choice, one licence was chosen. The sources of each, unchanged: crates.io/crates/NAME.

egui's fonts, which the window, pictures and reports use, come with epaint_default_fonts: Ubuntu Light
(Ubuntu Font Licence), Hack (MIT and Bitstream Vera), Noto Emoji (SIL Open Font License), emoji-icon-font
(MIT), egui-icons.
";

/// What is carried beside crates: what, licence.
const BESIDES: [(&str, &str); 1] = [("Rust's standard library", "MIT OR Apache-2.0")];

/// A crate with the words that belong to it.
pub struct Noted {
    /// Name and version.
    pub title: String,
    pub licence: String,
    pub texts: Vec<String>,
}

/// The whole text.
pub fn write(all: &[Noted]) -> String {
    let mut texts: Vec<&str> = Vec::new();
    let mut text = format!("THIRD-PARTY NOTICES\n\n{HEAD}\n");
    for noted in all {
        let numbers: Vec<_> = noted.texts.iter().map(|t| number(&mut texts, t).to_string()).collect();
        let _ = writeln!(text, "{} | {} | {}", noted.title, noted.licence, numbers.join(", "));
    }
    for (i, words) in texts.iter().enumerate() {
        let _ = write!(text, "\n{}\nTEXT {}\n\n{words}", "-".repeat(COLUMNS), i + 1);
    }
    text
}

/// A text's number; the same words have the same.
fn number<'a>(texts: &mut Vec<&'a str>, text: &'a str) -> usize {
    let same = |a: &str, b: &str| a.split_whitespace().eq(b.split_whitespace());
    let at = texts.iter().position(|known| same(known, text)).unwrap_or_else(|| {
        texts.push(text);
        texts.len() - 1
    });
    at + 1
}

/// Titles and numbers of texts in a written text, and how many texts there are.
pub fn read(text: &str) -> (Vec<(String, Vec<usize>)>, usize) {
    let entry = |line: &str| {
        let mut columns = line.split(" | ");
        let (title, _, numbers) = (columns.next()?, columns.next()?, columns.next()?);
        let numbers = numbers.split(", ").map(str::parse).collect::<Result<_, _>>().ok()?;
        Some((title.to_owned(), numbers))
    };
    let head = text.split("\nTEXT 1\n").next().unwrap_or_default();
    (head.lines().filter_map(entry).collect(), text.lines().filter(|line| line.starts_with("TEXT ")).count())
}

/// What belongs to the crates and to what they carry.
///
/// # Errors
/// When a licence is not allowed or a crate's sources are not there.
pub fn noted(crates: &[Listed], sources: &[PathBuf]) -> Result<Vec<Noted>, String> {
    let mut all = Vec::new();
    for c in crates {
        let folder = format!("{}-{}", c.name, c.version);
        let folder =
            sources.iter().map(|s| s.join(&folder)).find(|f| f.is_dir()).ok_or(format!("no sources of {folder}"))?;
        let texts = texts_of(c, &folder)?;
        all.push(Noted { title: format!("{} {}", c.name, c.version), licence: c.licence.clone(), texts });
    }
    for (title, licence) in BESIDES {
        let texts = taken(licence)?
            .iter()
            .map(|id| wrapped(&words(id).replace("<year> <copyright holders>", "The Rust Project Contributors")))
            .collect();
        all.push(Noted { title: title.into(), licence: licence.into(), texts });
    }
    Ok(all)
}

/// The licence files of a crate that belong to what is taken of its licence; the licence's own words where it has none.
fn texts_of(c: &Listed, folder: &Path) -> Result<Vec<String>, String> {
    let taken = taken(&c.licence).map_err(|why| format!("{}: {why}", c.name))?;
    let mut files = Vec::new();
    licence_files(folder, 2, &mut files);
    files.sort();
    let belongs = |file: &&PathBuf| means(file).is_none_or(|id| taken.iter().any(|t| t == id));
    let mut texts: Vec<_> = files.iter().filter(belongs).map(|file| read_text(file)).collect::<Result<_, _>>()?;
    if let Some(inside) = licence_inside(c, folder)? {
        texts.push(inside);
    }
    // Files deeper down are of what the crate carries, its fonts for example.
    if !files.iter().filter(belongs).any(|file| file.parent() == Some(folder)) {
        let authors = format!("The authors of {}", c.name);
        let own = taken.iter().filter(|id| !["OFL-1.1", "Ubuntu-font-1.0"].contains(&id.as_str()));
        texts.extend(own.map(|id| words(id).replace("<year> <copyright holders>", &authors)));
    }
    Ok(texts.iter().map(|text| wrapped(text)).collect())
}

/// Files that are named as licences are, down to folders in folders; texts of fonts as well.
fn licence_files(folder: &Path, deep: usize, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_lowercase();
        if path.is_dir() && deep > 0 && !["tests", "examples", "benches"].contains(&name.as_str()) {
            licence_files(&path, deep - 1, files);
        }
        let starts = ["licen", "copying", "copyright", "notice", "unlicense"];
        let named = starts.iter().any(|start| name.starts_with(start)) && !name.ends_with(".rs");
        let of_font = folder.ends_with("fonts") && name.ends_with(".txt");
        if path.is_file() && (named || of_font) {
            files.push(path);
        }
    }
}

/// Which licence a file's name means, where it does.
fn means(file: &Path) -> Option<&'static str> {
    let name = file.file_name()?.to_str()?.to_lowercase();
    let signs = [
        ("unlicense", "Unlicense"),
        ("mit0", "MIT-0"),
        ("a2llvm", "Apache-2.0 WITH LLVM-exception"),
        ("llvm", "Apache-2.0 WITH LLVM-exception"),
        ("apache", "Apache-2.0"),
        ("_a2", "Apache-2.0"),
        ("zlib", "Zlib"),
        ("cc0", "CC0-1.0"),
        ("gpl", "GPL-2.0-only"),
        ("boost", "BSL-1.0"),
        ("0bsd", "0BSD"),
        ("libm-mit", ""),
        ("-mit", "MIT"),
        (".mit", "MIT"),
    ];
    let of_font = name.contains("font");
    signs.iter().find(|(sign, _)| name.contains(sign) && !of_font).map(|(_, id)| *id).filter(|id| !id.is_empty())
}

/// meshopt carries meshoptimizer, whose licence is the end of its header.
fn licence_inside(c: &Listed, folder: &Path) -> Result<Option<String>, String> {
    if c.name != "meshopt" {
        return Ok(None);
    }
    let header = read_text(&folder.join("vendor/src/meshoptimizer.h"))?;
    let at = header.rfind("/**").ok_or("meshoptimizer.h has no licence at its end")?;
    let lines = header[at..].lines().map(|line| line.trim_start_matches([' ', '*', '/']));
    Ok(Some(format!("meshoptimizer, carried by meshopt:\n{}\n", lines.collect::<Vec<_>>().join("\n").trim())))
}

fn read_text(file: &Path) -> Result<String, String> {
    let bytes = fs::read(file).map_err(|why| format!("{}: {why}", file.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Lines of at most so many signs, none of them with spaces at its end or a tab, which no command line prints here.
fn wrapped(text: &str) -> String {
    let mut all = String::new();
    for line in text.trim_matches(['\n', '\r', '\u{feff}', '\u{c}']).lines() {
        let line = line.replace('\t', "    ");
        let indent: String = line.chars().take_while(|c| c.is_whitespace()).take(COLUMNS / 2).collect();
        let mut now = String::new();
        for word in line.split_whitespace() {
            if !now.is_empty() && now.chars().count() + 1 + word.chars().count() > COLUMNS {
                all += now.trim_end();
                all.push('\n');
                now.clear();
            }
            now += if now.is_empty() { &indent } else { " " };
            now += word;
        }
        all += now.trim_end();
        all.push('\n');
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_words_stand_once() {
        let noted = |title: &str, texts: &[&str]| Noted {
            title: title.into(),
            licence: "MIT".into(),
            texts: texts.iter().map(|t| wrapped(t)).collect(),
        };
        let text = write(&[noted("a 1", &["one two"]), noted("b 2", &["three", "one\n  two"]), noted("c 3", &[])]);
        let (entries, n_texts) = read(&text);
        assert_eq!(n_texts, 2);
        assert_eq!(entries, [("a 1".into(), vec![1]), ("b 2".into(), vec![2, 1])]);
    }

    #[test]
    fn long_lines_are_broken_between_words() {
        let text = wrapped(&format!("  {}", "word ".repeat(50)));
        assert!(text.lines().count() == 3 && text.lines().all(|line| line.len() <= COLUMNS), "{text}");
        assert!(text.starts_with("  word word"));
        assert_eq!(wrapped("\tone\ttwo \n"), "    one two\n");
    }

    #[test]
    fn names_of_files_tell_licences() {
        let of = |name: &str| means(Path::new(name));
        assert_eq!(of("x/LICENSE-APACHE"), Some("Apache-2.0"));
        assert_eq!(of("LICENSE-Apache-2.0_WITH_LLVM-exception"), Some("Apache-2.0 WITH LLVM-exception"));
        assert_eq!(of("LICENSE.MIT"), Some("MIT"));
        assert_eq!(of("LICENSE"), None);
        assert_eq!(of("fonts/emoji-icon-font-mit-license.txt"), None);
    }
}
