//! Words stand in the catalogues: a string with letters in a panel, a widget, a picture's caption or the report is one that no
//! language but English would have.
use super::sources::written;
use crate::project::{files_below, root};
use std::fs;

/// The rooms whose words people read.
const ROOMS: [&str; 15] = [
    "src/app/panels",
    "src/app/widgets",
    "src/app/hands",
    "src/app/actions",
    "src/app/update",
    "src/app/state",
    "src/app/exports/table.rs",
    "src/app/exports/snapshot_file.rs",
    "src/export/report",
    "src/export/report.rs",
    "src/export/overlay.rs",
    "src/export/headline.rs",
    "src/session/command.rs",
    "src/session/first_contact.rs",
    "src/session/report.rs",
];

/// What takes a string that nobody reads: names of egui's widgets, times as patterns, endings of files.
const NAMES: [&str; 28] = [
    "id_salt",
    "from_id_salt",
    "push_id",
    "with",
    "Id::unique",
    "Grid::new",
    "TextStyle::Name",
    "Panel::top",
    "Panel::bottom",
    "left",
    "right",
    "expect",
    "strftime",
    "include_str",
    "include_bytes",
    "cfg",
    "contains",
    "ends_with",
    "starts_with",
    "eq_ignore_ascii_case",
    "context",
    "anyhow",
    "Named::Alike",
    "request_discard",
    "tracing::debug",
    "tracing::warn",
    "tracing::error",
    "tracing::info",
];

/// Units, formats, names of keys and of the program, which every language has.
const ALIKE: [&str; 26] = [
    "mm",
    "mm2",
    "um",
    "µm",
    "mm²",
    "mm³",
    "ms",
    "STL",
    "PLY",
    "OBJ",
    "PDF",
    "JSON",
    "PNG",
    "SVG",
    "CSV",
    "DXF",
    "Occluscope",
    "occluscope",
    "png",
    "pdf",
    "json",
    "occ",
    "x",
    "y",
    "z",
    "3D",
];

/// Strings of these files that no person reads, each with its reason.
const TOKENS: [(&str, &[&str]); 45] = [
    // Which jaw, which source, which message: by these words the catalogues choose a form.
    ("src/app/panels/start.rs", &["upper", "lower", "loading", "pending"]),
    ("src/app/panels/case.rs", &["upper", "lower", "repairs", "repair lines"]),
    ("src/app/exports/snapshot_file.rs", &["upper", "lower"]),
    ("src/app/update/answers.rs", &["report", "snapshot", "trim", "section", "movement", "articulator", "comparison"]),
    ("src/app/update/writing.rs", &["report"]),
    ("src/app/panels/ortho.rs", &["left", "right", "ortho"]),
    // By these words of a warning its question is known.
    ("src/app/update/opening.rs", &["swapped", "by hand"]),
    // Names of threads.
    ("src/app/state/motion/borders.rs", &["borders"]),
    ("src/app/state/opening.rs", &["scan"]),
    // Names of egui's tables, plates and buttons.
    ("src/app/panels/position.rs", &["find contact", "give up contact", "six numbers", "steps"]),
    ("src/app/panels/bite.rs", &["bite", "bite asked", "bite found"]),
    ("src/app/panels/cases.rs", &["recovery", "crashes"]),
    // A variable of the build.
    ("src/app/panels/about.rs", &["CARGO_PKG_VERSION"]),
    ("src/app/panels/areas.rs", &["areas"]),
    ("src/app/panels/figures.rs", &["figures"]),
    ("src/app/panels/method.rs", &["views"]),
    ("src/app/panels/zones.rs", &["pairs"]),
    ("src/app/panels/picture.rs", &["picture"]),
    ("src/app/panels/projection.rs", &["projection facts"]),
    (
        "src/app/panels/motion_import.rs",
        &[
            "record questions",
            "record table",
            "record",
            "record axis",
            "tx,ty,tz,rx,ry,rz",
            " Hz",
            "Rz Ry Rx",
            "Rx Ry Rz",
            "Ry Rx Rz",
            "Rz Rx Ry",
            "Rx Rz Ry",
            "Ry Rz Rx",
        ],
    ),
    ("src/app/panels/motion_table.rs", &["motion table"]),
    // Names of movements, of an articulator's figures and of directions, as files have them.
    (
        "src/app/panels/motion.rs",
        &[
            "protrusion",
            "right",
            "left",
            "right-protrusion",
            "left-protrusion",
            "retrusion",
            "opening",
            "motion",
            "head",
            "foot",
        ],
    ),
    (
        "src/app/panels/articulator.rs",
        &[
            "sci_deg",
            "bennett_deg",
            "iss_mm",
            "fischer_deg",
            "retrusion_deg",
            "radius",
            "intercondylar_mm",
            "arm_mm",
            "balkwill_deg",
            "turn",
            "incisal",
            "wings",
        ],
    ),
    ("src/app/state/motion/import.rs", &["right", "left", "front", "back", "up", "down", "record"]),
    ("src/app/state/motion/recording.rs", &["custom"]),
    ("src/app/state/motion/wish.rs", &["jawMotion", "csv"]),
    ("src/app/update/plan.rs", &["stl", "ply", "obj", "jawmotion", "xml", "csv", "txt"]),
    // Names of threads and of files.
    ("src/app/state/trim.rs", &["surfaces"]),
    ("src/app/state/section.rs", &["section"]),
    ("src/app/state/teeth.rs", &["places", "anchors"]),
    ("src/app/state/save_as.rs", &["case-{}.{EXTENSION}"]),
    // Names in statistics and on the command line.
    ("src/app/state/contact_shown.rs", &["at rest", "of a moment ago", "awaited", "map"]),
    ("src/app/state/view.rs", &["overview", "3d", "split", "map"]),
    // An error that no report has had.
    ("src/export/report.rs", &["the PDF cannot be made ({e:?})"]),
    // Verdicts and changes as records name them; a figure that is called so in every language.
    ("src/export/report/comparison.rs", &["changed", "possible", "none", "larger", "gained", "SDC95", "SDC95*"]),
    ("src/export/report/changes.rs", &["SDC95*"]),
    // Names of the parts of a card, and of its tables.
    ("src/app/panels/compare.rs", &["head"]),
    ("src/app/panels/compare_parts.rs", &["compare"]),
    ("src/app/panels/compare_bites.rs", &["bites", "ask", "found", "table", "legend", "spread"]),
    (
        "src/app/panels/compare_earlier.rs",
        &["earlier", "earlier contacts", "earlier rows", "earlier legend", "changed places"],
    ),
    ("src/app/panels/compare_table.rs", &["compared pairs"]),
    ("src/app/panels/vertical.rs", &["opening", "nothing", "meetings"]),
    ("src/app/state/compare/mod.rs", &["csv"]),
    // Names of areas.
    ("src/app/panels/gizmo.rs", &["measure", "pin", "trim"]),
    ("src/app/panels/layout.rs", &["left folded", "right folded", "left", "right", "top", "status"]),
];

/// Whether people would read words in it, once units and what is filled in are taken away.
fn has_words(text: &str) -> bool {
    let mut plain = String::new();
    let mut depth = 0;
    for c in text.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        plain.push(if depth == 0 { c } else { ' ' });
    }
    let plain = plain.replace("\\n", " ").replace("\\u", " ");
    let words = plain.split(|c: char| !c.is_alphanumeric() && c != '²' && c != '³');
    let is_key = |w: &str| w.strip_prefix('F').is_some_and(|n| n.parse::<u8>().is_ok());
    let words = words.filter(|w| w.chars().any(char::is_alphabetic) && w.chars().count() > 1);
    words.into_iter().any(|w| !ALIKE.contains(&w) && !is_key(w))
}

/// By its path, or by the end of it.
fn is_name(to: &str) -> bool {
    NAMES.iter().any(|name| to.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with("::")))
}

/// The words that a file writes by itself.
fn literals(path: &str, source: &str) -> Vec<String> {
    let tokens = TOKENS.iter().find(|(file, _)| *file == path).map_or(&[][..], |(_, tokens)| tokens);
    let read = written(source).into_iter().filter(|w| !is_name(&w.to));
    let words = read.filter(|w| has_words(&w.text) && !tokens.contains(&w.text.as_str()));
    words.map(|w| format!("{path}: \"{}\"", w.text)).collect()
}

#[test]
fn panels_pictures_and_report_write_no_words_of_their_own() {
    let mut found = Vec::new();
    let mut n = 0;
    for room in ROOMS.map(|room| root().join(room)) {
        let files = if room.is_file() { vec![room] } else { files_below(&room, "rs") };
        for file in files {
            let path = file.strip_prefix(root()).expect("below the root").to_string_lossy().replace('\\', "/");
            if path.ends_with("tests.rs") {
                continue;
            }
            n += 1;
            found.extend(literals(&path, &fs::read_to_string(&file).expect("a source can be read")));
        }
    }
    assert!(n > 90, "the sources were not found");
    let advice = "Put the words into src/base/words (all four languages) and say!(\"their-key\") here.";
    assert!(found.is_empty(), "{}\n{advice}", found.join("\n"));
}

/// The negative twins, and what is let through.
#[test]
fn words_in_a_panel_are_noticed() {
    for (code, what) in [
        ("ui.label(\"Contacts\")", 1),
        ("ui.label(RichText::new(format!(\"{n} contacts\")).small())", 1),
        ("let rows = [(\"Upper\", 1), (\"Lower\", 2)];", 2),
        ("button.on_hover_text(if a { \"Hide it\" } else { say!(\"show\") })", 1),
        ("say!(\"key\", side = \"upper jaw\")", 1),
        ("const HINT: &str = \"Some words\";", 1),
        ("ui.label(say!(\"contacts\"))", 0),
        ("const HINT: Phrase = phrase!(\"contacts\");", 0),
        ("ui.label(format!(\"{x} mm² ≤ {:.0} µm\", y))", 0),
        ("let id = Id::unique(\"save as\"); found.expect(\"a contact is known\")", 0),
        ("#[serde(rename = \"some words\")] struct A; #[cfg(test)] mod tests { const A: &str = \"some words\"; }", 0),
        ("tracing::warn!(\"not kept: {e}\")", 0),
    ] {
        let found = literals("src/app/panels/a.rs", &format!("fn f() {{ {code} }}"));
        assert_eq!(found.len(), what, "{code}: {found:?}");
    }
}
