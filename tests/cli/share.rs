//! What is handed on: a page that a real browser opens, and models for other programs.
use crate::cli::harness::{Case, sphere_in_slab};
use crate::cli::teeth::label;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The browser of the distribution.
fn browser() -> &'static str {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let is_there = |name: &&&str| Command::new(name).arg("--version").output().is_ok_and(|out| out.status.success());
    names.iter().find(is_there).expect("a browser: scripts/test installs chromium")
}

/// Headless, on the processor, with nobody to ask but the file.
fn browse(page: &Path, asked: &str, args: &[&str]) -> String {
    let home = tempfile::tempdir().expect("a folder");
    let out = Command::new(browser())
        .args(["--headless", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"])
        .args(["--window-size=1000,700", "--virtual-time-budget=8000", "--host-resolver-rules=MAP * ~NOTFOUND"])
        .args(["--enable-logging=stderr", "--v=0"])
        .arg(format!("--user-data-dir={}", home.path().display()))
        .args(args)
        .arg(format!("file://{}#{asked}", page.display()))
        .output()
        .expect("the browser starts");
    let said = String::from_utf8_lossy(&out.stderr);
    let faults: Vec<&str> =
        said.lines().filter(|line| line.contains("CONSOLE") && !line.contains("GPU stall")).collect();
    assert!(faults.is_empty(), "{faults:?}");
    String::from_utf8_lossy(&out.stdout).into_owned()
}

/// What stands in the page as it is once its script has run.
fn text_of(page: &Path, asked: &str) -> String {
    browse(page, asked, &["--dump-dom"])
}

fn picture_of(page: &Path, asked: &str) -> image::RgbImage {
    let to = page.with_extension("png");
    browse(page, asked, &[&format!("--screenshot={}", to.display())]);
    image::open(&to).expect("a picture").into_rgb8()
}

/// Pixels of the picture of the jaws that are as red as what lies inside the other jaw.
fn n_red(picture: &image::RgbImage) -> usize {
    let stage = image::imageops::crop_imm(picture, 0, 100, 590, 400).to_image();
    stage.pixels().filter(|p| p.0[0] > 120 && p.0[1] < 70 && p.0[2] < 90).count()
}

/// A ball that is pressed into a slab, with the files of everything that is handed on.
fn shared() -> Case {
    let case = sphere_in_slab();
    label(&case);
    let files = ["--html", "@a.html", "--glb", "@a.glb", "--3mf", "@a.3mf", "--json", "@a.json"];
    let run = case.analyze(&[&["--adapter", "none"][..], &files[..]].concat());
    assert_eq!(run.status, 0, "{}", run.stderr);
    case
}

#[test]
fn a_browser_opens_the_page_and_shows_what_was_analysed() {
    let case = shared();
    let page = case.path("a.html");
    let record: Value = serde_json::from_slice(&fs::read(case.path("a.json")).expect("written")).expect("JSON");
    let text = text_of(&page, "");
    assert!(text.contains("data-ready="), "the script did not come to its end");
    let headline = record["headline"].as_str().expect("a headline");
    assert!(text.contains(&format!(">{headline}<")), "{headline}");
    let zone = &record["zones"][0];
    let area = format!("<td>{:.2}</td>", zone["area_mm2"].as_f64().expect("a number"));
    assert!(text.contains(&area) && text.contains("<td>16–46</td>"), "{zone}");
    assert!(!text.contains("upper.stl"), "a file's name");
    // The record within is the one beside the page, but for names.
    let inside = text.split("id=\"record\">").nth(1).and_then(|t| t.split("</script>").next()).expect("a record");
    let inside: Value = serde_json::from_str(inside).expect("JSON");
    assert_eq!((&inside["zones"], &inside["contact"]), (&record["zones"], &record["contact"]));
    // What overlaps is seen on the ball from below; not from the front, and not with the paint off.
    let [below, front, bare] = ["upper", "front", "upper,bare"].map(|asked| n_red(&picture_of(&page, asked)));
    assert!(below > 300 && front < below / 10 && bare == 0, "{below}, {front}, {bare} red pixels");
}

#[test]
#[should_panic(expected = "CONSOLE")]
fn a_page_with_a_damaged_surface_is_found_out() {
    let case = shared();
    let page = case.path("a.html");
    let text = fs::read_to_string(&page).expect("written").replacen("\"jaws\":[{", "\"jaws\":[{]", 1);
    fs::write(&page, text).expect("written");
    text_of(&page, "");
}

#[test]
fn models_are_whole_and_nothing_is_left_when_one_cannot_be_written() {
    let case = shared();
    assert_eq!(&fs::read(case.path("a.glb")).expect("written")[..4], b"glTF");
    assert_eq!(&fs::read(case.path("a.3mf")).expect("written")[..2], b"PK");
    let before = case.names();
    let run = case.analyze(&["--adapter", "none", "--html", "@b.html", "--glb", "@nowhere/b.glb"]);
    assert_eq!(run.status, 2, "{}", run.stderr);
    assert!(run.stderr.contains("nowhere/b.glb"), "{}", run.stderr);
    assert_eq!(case.names(), before);
    let run = case.analyze(&["--adapter", "none", "--html", "@upper.stl"]);
    assert_eq!(run.status, 2, "a scan is not written over: {}", run.stderr);
}
