//! The direction of dependencies, kept by a test: a folder uses lower floors and itself, siblings do not see each
//! other, only the places named here touch files, the GPU or the window, and no files use each other in a circle.
//! Tests inside the sources are free.
//!
//! The sources are read as tokens, and what they name is followed to the file that defines it. Of a method's call the
//! text does not say whose it is: methods are followed only where they are called on `self`, functions of a type
//! (`Type::new`) everywhere.
mod circles;
mod sources;
mod tokens;

use crate::project::{files_below, root};
use circles::circles;
use sources::Sources;
use std::fs;
use std::path::{Path, PathBuf};

/// Each folder or file of `src` and its floor. The library's page and the program's start stand above all.
const FLOORS: [(&str, u32); 17] = [
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
    ("bites", 6),
    ("render", 7),
    ("export", 7),
    ("session", 8),
    ("app", 9),
    ("cli", 9),
    ("main", 10),
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

/// Who may change what lies on the window's desk.
const CHANGES_DESK: [&str; 2] = ["app/update", "app/hands"];

/// What a source file (path below `src`, with `/`) does that it may not.
fn violations(path: &str, source: &str) -> Vec<String> {
    let sources = Sources::read_file(path, source);
    let mut found = Vec::new();
    let here = path.split('/').next().unwrap_or(path).trim_end_matches(".rs");
    let floor = |name: &str| FLOORS.iter().find(|(n, _)| *n == name).map(|(_, floor)| *floor);
    if here != "lib" {
        let Some(own) = floor(here) else { return vec![format!("{path}: \"{here}\" has no floor")] };
        for name in sources.names_from_root() {
            let fine =
                name == here || ALLOWED.contains(&(path, name.as_str())) || floor(&name).is_some_and(|f| f < own);
            // Anything else at the root is a macro or a re-export of the library's page.
            if !fine && floor(&name).is_some() {
                found.push(format!("{path}: \"{here}\" (floor {own}) uses \"{name}\""));
            }
        }
    }
    if here == "app" && source.contains("&mut Desk") && !CHANGES_DESK.iter().any(|place| path.starts_with(place)) {
        found.push(format!("{path}: changes the desk"));
    }
    for (name, places) in KEPT {
        let allowed = places.iter().any(|place| path == *place || path.starts_with(&format!("{place}/")));
        if !allowed && sources.names(name) {
            found.push(format!("{path}: names {name}"));
        }
    }
    if source.lines().count() > MOST_LINES {
        found.push(format!("{path}: has more than {MOST_LINES} lines"));
    }
    found
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
fn no_files_use_each_other_in_a_circle() {
    let src = root().join("src");
    let read = |file: PathBuf| {
        let path = file.strip_prefix(&src).expect("below src").to_string_lossy().replace('\\', "/");
        (path, fs::read_to_string(&file).expect("a source can be read"))
    };
    let sources = Sources::read(&files_below(&src, "rs").into_iter().map(read).collect());
    let uses = sources.uses();
    assert!(uses.len() > 200, "the sources were not found");
    let texts: Vec<_> = circles(&uses).into_iter().map(|(_, text)| text).collect();
    let advice = "Move what both sides name into a file of its own below them (docs/ARCHITECTURE.md, Floors).";
    assert!(texts.is_empty(), "{}{advice}", texts.join("\n"));
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
        ("app/panels/a.rs", "fn a_ui(ui: &mut Ui, desk: &mut Desk) {}", "changes the desk"),
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
        ("app/hands/a.rs", "fn press(desk: &mut Desk) {}"),
        ("base/a.rs", "// like wgpu and crate::jaw\n/// egui\nlet s = \"std::fs \\\" anyhow\"; let q = '\"';"),
        ("base/a.rs", "let s = r#\"crate::jaw \" egui\"#;\nlet epaint_egui_fonts = 1;"),
        ("mesh/a.rs", "fn f() {}\n#[cfg(test)]\nmod tests {\n    use crate::import::read_mesh;\n    use std::fs;\n}"),
    ] {
        assert_eq!(violations(path, source), Vec::<String>::new());
    }
}

/// The circles of a made-up tree, in words.
fn circles_of(files: &[(&str, &str)]) -> Vec<String> {
    let files = files.iter().map(|(path, source)| (path.to_string(), source.to_string())).collect();
    circles(&Sources::read(&files).uses()).into_iter().map(|(_, text)| text).collect()
}

/// The negative twins: whatever way a name takes, the circle is noticed, and what is said of it helps.
#[test]
fn circles_are_noticed() {
    let two = ("lib.rs", "mod a;\nmod b;");
    for (files, what) in [
        (
            &[two, ("a.rs", "use crate::b::B;\npub struct A;"), ("b.rs", "use super::a::A;\npub struct B;")][..],
            "2 files use each other in a circle; the shortest way round: a.rs -> b.rs -> a.rs\n    \
             a.rs uses from b.rs: B\n    b.rs uses from a.rs: A\n",
        ),
        (
            &[
                ("lib.rs", "mod room;"),
                ("room/mod.rs", "mod a;\nmod b;\nmod c;\npub use self::{a::A, c::C as Other};"),
                ("room/a.rs", "use crate::room::Other;\npub struct A;"),
                ("room/b.rs", "pub fn b(a: super::A) {}"),
                ("room/c.rs", "use super::b;\npub struct C;\nfn c() { b::b(0) }"),
            ],
            "3 files use each other in a circle; the shortest way round: room/a.rs -> room/c.rs -> room/b.rs -> room/a.rs\n    \
             room/a.rs uses from room/c.rs: C\n    room/b.rs uses from room/a.rs: A\n    \
             room/c.rs uses from room/b.rs: b\n",
        ),
        (
            &[
                ("lib.rs", "mod page;"),
                ("page.rs", "mod child;\npub struct Noun;\nfn f() { child::work() }"),
                ("page/child.rs", "use super::*;\npub fn work() -> Option<Noun> { None }"),
            ],
            "page/child.rs uses from page.rs: Noun",
        ),
        (&[two, ("a.rs", "pub const A: u8 = 1;"), ("b.rs", "pub fn b() { print!(\"{}\", crate::a::A..2) }")], ""),
        (
            &[
                two,
                ("a.rs", "pub const A: u8 = crate::b::b();"),
                ("b.rs", "pub fn b() { print!(\"{}\", 0..crate::a::A) }"),
            ],
            "b.rs uses from a.rs: A",
        ),
        (
            &[
                ("lib.rs", "mod noun;\nmod deeds;\nmod caller;"),
                ("noun.rs", "pub struct Noun;"),
                (
                    "deeds.rs",
                    "use crate::{caller::Way, noun::Noun};\nimpl<T> Noun<T> { pub fn act(way: Way) { Self::act(way) } }",
                ),
                ("caller.rs", "pub struct Way;\nfn f() { crate::noun::Noun::act(Way) }"),
            ],
            "caller.rs uses from deeds.rs: Noun::act",
        ),
        (
            &[
                ("lib.rs", "mod noun;"),
                ("noun.rs", "mod deeds;\npub struct Noun;\nimpl Noun { fn begin(&self) { if true { self.act(1) } } }"),
                ("noun/deeds.rs", "impl super::Noun { pub fn act(&self, n: u8) {} }"),
            ],
            "noun.rs uses from noun/deeds.rs: Noun::act",
        ),
    ] {
        let found = circles_of(files);
        let is_noticed = found.len() == usize::from(!what.is_empty()) && found.iter().all(|text| text.contains(what));
        assert!(is_noticed, "\"{what}\" is not what was found: {found:?}");
    }
}

#[test]
fn trees_are_no_circles() {
    for files in [
        // The page calls its children, which share a noun that the page shows to all.
        &[
            ("lib.rs", "mod page;"),
            ("page.rs", "mod a;\nmod noun;\npub use noun::Noun;\npub fn f() -> Noun { a::a() }"),
            ("page/a.rs", "use super::Noun;\npub fn a() -> Noun { Noun }"),
            ("page/noun.rs", "pub struct Noun;"),
        ][..],
        // A page that only shows the way uses nothing.
        &[
            ("lib.rs", "mod page;"),
            ("page.rs", "mod a;\npub use a::A;\npub struct Noun;"),
            ("page/a.rs", "use super::Noun;\npub struct A(Noun);"),
        ],
        // Tests are free; comments, texts, fields, methods and lifetimes are no names.
        &[
            ("lib.rs", "mod a;\nmod b;\nmod c;"),
            ("a.rs", "use crate::b::{B, c};\npub fn work() {}\npub struct A;"),
            (
                "b.rs",
                "//! crate::a::A\npub struct B { work: &'static str }\npub fn c<'a>(b: &'a B) { b.work(\"crate::a::A\") }\n\
                 #[cfg(test)]\nuse crate::a::*;\n#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n#[cfg(test)]\nmod more;",
            ),
            ("b/more.rs", "use crate::a::A;"),
            ("c.rs", "pub use crate::b::B;"),
        ],
        // A module and a function of one name, of which the module is meant.
        &[
            ("lib.rs", "mod page;"),
            ("page.rs", "mod weld;\nmod pair;\npub use weld::weld;"),
            ("page/weld.rs", "mod deep;\npub use deep::Deep;\npub fn weld(pair: super::pair::Pair) {}"),
            ("page/weld/deep.rs", "pub struct Deep;"),
            ("page/pair.rs", "use super::weld::Deep;\npub struct Pair(Deep);"),
        ],
    ] {
        assert_eq!(circles_of(files), Vec::<String>::new());
    }
}
