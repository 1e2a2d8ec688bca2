//! The direction of dependencies, kept by a test: a folder uses lower floors and itself, siblings do not see each
//! other, and only the places named here touch files, the GPU or the window. Tests inside the sources are free.
use std::fs;
use std::path::{Path, PathBuf};

/// Each folder or file of `src` and its floor. The library's page and the program's start stand above all.
const FLOORS: [(&str, u32); 16] = [
    ("base", 0),
    ("import", 1),
    ("mesh", 1),
    ("jaw", 2),
    ("field", 3),
    ("bench", 3),
    ("exact", 4),
    ("gpu", 4),
    ("native", 4),
    ("engine", 5),
    ("render", 6),
    ("export", 6),
    ("session", 7),
    ("app", 8),
    ("cli", 8),
    ("main", 9),
];

/// The one upward glance: without a command the command line opens the window.
const ALLOWED: [(&str, &str); 1] = [("cli/window.rs", "app")];

/// Names, and the folders or files that may use them.
const KEPT: [(&str, &[&str]); 9] = [
    ("anyhow", &["app", "cli"]),
    ("std::fs", &["app", "cli", "base/files.rs", "base/files"]),
    ("File::open", &["app", "cli", "base/files.rs", "base/files"]),
    ("wgpu", &["gpu", "render", "session", "app"]),
    ("egui", &["app"]),
    ("egui_wgpu", &["app"]),
    ("egui_winit", &["app"]),
    ("winit", &["app"]),
    ("rfd", &["app"]),
];

const MOST_LINES: usize = 1000;

/// What a source file (path below `src`, with `/`) does that it may not.
fn violations(path: &str, source: &str) -> Vec<String> {
    let code = code_only(source);
    let mut found = Vec::new();
    let here = path.split('/').next().unwrap_or(path).trim_end_matches(".rs");
    let floor = |name: &str| FLOORS.iter().find(|(n, _)| *n == name).map(|(_, floor)| *floor);
    if here != "lib" {
        let Some(own) = floor(here) else { return vec![format!("{path}: \"{here}\" has no floor")] };
        for name in names_from_root(path, &code) {
            let fine =
                name == here || ALLOWED.contains(&(path, name.as_str())) || floor(&name).is_some_and(|f| f < own);
            // Anything else at the root is a macro or a re-export of the library's page.
            if !fine && floor(&name).is_some() {
                found.push(format!("{path}: \"{here}\" (floor {own}) uses \"{name}\""));
            }
        }
    }
    for (name, places) in KEPT {
        let allowed = places.iter().any(|place| path == *place || path.starts_with(&format!("{place}/")));
        if !allowed && has_word(&code, name) {
            found.push(format!("{path}: names {name}"));
        }
    }
    if source.lines().count() > MOST_LINES {
        found.push(format!("{path}: has more than {MOST_LINES} lines"));
    }
    found
}

/// The source without comments, texts and its test modules.
fn code_only(source: &str) -> String {
    let lines: Vec<_> = source.lines().collect();
    let starts_tests = |i: &usize| {
        lines[*i].trim() == "#[cfg(test)]" && lines.get(i + 1).is_some_and(|l| l.contains("mod ") && l.ends_with('{'))
    };
    let end = (0..lines.len()).find(starts_tests).unwrap_or(lines.len());
    let source = lines[..end].join("\n").replace("'\"'", "' '").replace("'\\\"'", "' '");
    let (mut code, mut rest) = (String::new(), source.as_str());
    while let Some(at) = rest.find(['"', '/']) {
        code += &rest[..at];
        rest = &rest[at..];
        rest = if rest.starts_with("//") {
            rest.split_once('\n').map_or("", |(_, after)| after)
        } else if let Some(text) = rest.strip_prefix('"') {
            skip_text(text, code.ends_with("r#"))
        } else {
            &rest[1..]
        };
        code.push('\n');
    }
    code + rest
}

fn skip_text(text: &str, raw: bool) -> &str {
    if raw {
        return text.split_once("\"#").map_or("", |(_, after)| after);
    }
    let mut escaped = false;
    for (i, c) in text.char_indices() {
        match c {
            '"' if !escaped => return &text[i + 1..],
            _ => escaped = c == '\\' && !escaped,
        }
    }
    ""
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn has_word(code: &str, word: &str) -> bool {
    code.match_indices(word)
        .any(|(at, _)| !code[..at].ends_with(is_word) && !code[at + word.len()..].starts_with(is_word))
}

/// Every name right below the library's root: `crate::x`, `crate::{x, y::z}`, or enough `super::`.
fn names_from_root(path: &str, code: &str) -> Vec<String> {
    let file = Path::new(path);
    let is_folder_page = file.file_name().is_some_and(|n| n == "mod.rs");
    let depth = file.components().count() - usize::from(is_folder_page);
    let to_root = "super::".repeat(depth);
    let mut names = Vec::new();
    for prefix in ["crate::", to_root.as_str()] {
        for (at, _) in code.match_indices(prefix) {
            if !code[..at].ends_with(is_word) && !code[..at].ends_with("::") {
                names.extend(first_names(&code[at + prefix.len()..]));
            }
        }
    }
    names
}

/// The first name of a path, or of each path of a group in braces.
fn first_names(text: &str) -> Vec<String> {
    let Some(group) = text.trim_start().strip_prefix('{') else {
        return vec![text.chars().take_while(|c| is_word(*c)).collect()];
    };
    let (mut names, mut depth, mut name, mut reading) = (Vec::new(), 0, String::new(), true);
    for c in group.chars() {
        match c {
            '}' if depth == 0 => break,
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                names.push(std::mem::take(&mut name));
                reading = true;
            }
            c if is_word(c) && reading => name.push(c),
            c if c.is_whitespace() => {}
            _ => reading = false,
        }
    }
    names.push(name);
    names
}

fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the entry can be read").path();
        if path.is_dir() {
            files.extend(files_below(&path, ending));
        } else if path.extension().is_some_and(|e| e == ending) {
            files.push(path);
        }
    }
    files
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A file of tests only: its folder's page names it behind `#[cfg(test)]`.
fn is_test_file(path: &Path) -> bool {
    let name = path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = path.parent().expect("a file has a folder");
    let pages = [folder.join("mod.rs"), folder.with_extension("rs")];
    pages.iter().filter_map(|p| fs::read_to_string(p).ok()).any(|page| {
        let lines: Vec<_> = page.lines().map(str::trim).collect();
        lines.windows(2).any(|w| w[0] == "#[cfg(test)]" && w[1].ends_with(&format!("mod {name};")))
    })
}

#[test]
fn the_floors_are_kept() {
    let src = root().join("src");
    let files = files_below(&src, "rs");
    assert!(files.len() > 30, "the sources were not found");
    let mut found = Vec::new();
    for file in files.iter().filter(|f| !is_test_file(f)) {
        let path = file.strip_prefix(&src).expect("below src").to_string_lossy().replace('\\', "/");
        found.extend(violations(&path, &fs::read_to_string(file).expect("a source can be read")));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_shader_or_test_is_too_long() {
    for (folder, ending) in [("shaders", "wgsl"), ("tests", "rs"), ("src", "rs")] {
        for file in files_below(&root().join(folder), ending) {
            let lines = fs::read_to_string(&file).expect("a source can be read").lines().count();
            assert!(lines <= MOST_LINES, "{} has {lines} lines", file.display());
        }
    }
}

#[test]
fn main_only_starts_the_program() {
    let main = fs::read_to_string(root().join("src/main.rs")).expect("main.rs can be read");
    assert!(main.lines().count() < 30);
}

/// The negative twin: each rule, broken once, is noticed.
#[test]
fn broken_rules_are_noticed() {
    let long = "fn f() {}\n".repeat(MOST_LINES + 1);
    for (path, source, what) in [
        ("base/a.rs", "use crate::jaw::Jaw;", "uses \"jaw\""),
        ("import/a.rs", "use crate::mesh::TriMesh;", "uses \"mesh\""),
        ("mesh/a.rs", "fn f() { crate::import::read_mesh(); }", "uses \"import\""),
        ("jaw/a.rs", "use crate::{base::Rigid, field::{Metrics}, gpu};", "uses \"field\""),
        ("jaw/a.rs", "use crate::{base::Rigid, field::{Metrics}, gpu};", "uses \"gpu\""),
        ("exact/a.rs", "use super::super::gpu::Context;", "uses \"gpu\""),
        ("gpu/pass/a.rs", "use super::super::super::engine::Engine;", "uses \"engine\""),
        ("render/a.rs", "use crate::export::png;", "uses \"export\""),
        ("session/a.rs", "pub(in crate::cli) fn f() {}", "uses \"cli\""),
        ("app/a.rs", "use crate::cli::main;", "uses \"cli\""),
        ("cli/analyze.rs", "use crate::app::run;", "uses \"app\""),
        ("session/a.rs", "use anyhow::Context;", "names anyhow"),
        ("export/a.rs", "std::fs::write(path, bytes)", "names std::fs"),
        ("export/a.rs", "let a = File::open(path);", "names File::open"),
        ("engine.rs", "fn f(d: &wgpu::Device) {}", "names wgpu"),
        ("cli/a.rs", "use wgpu;", "names wgpu"),
        ("render/a.rs", "egui::Color32::RED", "names egui"),
        ("session/a.rs", "use egui_wgpu::Renderer;", "names egui_wgpu"),
        ("cli/a.rs", "winit::window::Window", "names winit"),
        ("cli/a.rs", "rfd::FileDialog::new()", "names rfd"),
        ("elsewhere/a.rs", "", "has no floor"),
        ("base/a.rs", &long, "more than"),
    ] {
        let found = violations(path, source);
        assert!(found.iter().any(|f| f.contains(what)), "{path}: \"{what}\" not among {found:?}");
    }
}

#[test]
fn what_is_allowed_is_not_noticed() {
    for (path, source) in [
        ("jaw/a.rs", "use crate::base::{Rigid, Warning};\nuse crate::mesh::TriMesh;"),
        ("export/a.rs", "use super::text;\nuse super::super::field::Metrics;"),
        ("cli/window.rs", "crate::app::run(options)"),
        ("base/a.rs", "// like wgpu and crate::jaw\n/// egui\nlet s = \"std::fs \\\" anyhow\"; let q = '\"';"),
        ("base/a.rs", "let s = r#\"crate::jaw \" egui\"#;\nlet epaint_egui_fonts = 1;"),
        ("mesh/a.rs", "fn f() {}\n#[cfg(test)]\nmod tests {\n    use crate::import::read_mesh;\n    use std::fs;\n}"),
    ] {
        assert_eq!(violations(path, source), Vec::<String>::new());
    }
}
