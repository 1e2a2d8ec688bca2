//! The tool that trims, as a hand uses it.
use super::harness::{Home, Window, run};
use super::left::differing;
use super::places::*;
use super::screen::Screen;
use image::RgbaImage;
use serde_json::Value;

/// On the upper central incisors in the view that a case opens with, and a stroke over them.
const STROKE: (Place, Place) = ((440, 250), (96, 32));
/// Where that is, and beside it.
const STROKED: ScreenRect = [420, 230, 560, 305];
const BESIDE: ScreenRect = [600, 200, 1000, 560];
/// The lasso in the tool's plate.
const LASSO: Place = (387, 70);
/// The button "Save trim".
const SAVE_TRIM: Place = (411, 97);

/// Pixels that are as grey as the hatch: the teeth are ivory.
fn grey(picture: &RgbaImage, [left, top, right, bottom]: ScreenRect) -> usize {
    let is_grey = |x, y| {
        let [r, g, b, _] = picture.get_pixel(x, y).0;
        r.max(g).max(b) - r.min(g).min(b) < 8
    };
    (top..bottom).map(|y| (left..right).filter(|x| is_grey(*x, y)).count()).sum()
}

fn trimmed_mm2(record: &Value) -> f64 {
    record["trimmed_area_mm2"].as_f64().expect("an area")
}

#[test]
fn a_stroke_hatches_surface_counts_it_and_is_one_step_of_undo() {
    let (screen, home) = (Screen::start(), Home::with_sample().without_exact_figures());
    let scans = ["case/upper.stl", "case/lower.stl"].map(|n| home.path(n));
    let window = Window::open_remembering(&screen, &home, &[&scans[0], &scans[1]]);
    // The plates of the teeth's numbers are grey as well.
    window.key("shift+n");
    window.key("t");
    window.point_at(ASIDE);
    let before = window.picture();
    window.drag(STROKE.0, STROKE.1);
    window.point_at(ASIDE);
    let after = window.picture();
    let n_grey = grey(&after, STROKED);
    assert!(grey(&before, STROKED) < 20 && n_grey > 1000, "{n_grey} pixels are hatched");
    assert!(differing(&before, &after, BESIDE) < 1e-3, "and nothing else is");
    let trimmed = window.snapshot();
    // 10 mm by 3 mm, and a disc of 3 mm: what the tooth's curve adds and the gap between teeth takes is less than half of it.
    assert!((15.0..60.0).contains(&trimmed_mm2(&trimmed)), "{}", trimmed_mm2(&trimmed));
    assert!(trimmed["trim"]["upper"]["trimmed"].as_array().is_some_and(|runs| !runs.is_empty()));
    assert_eq!(trimmed["trim"]["lower"]["trimmed"], serde_json::json!([]));
    // As a file, for the command line: the same area of the same scans.
    window.click(SAVE_TRIM);
    let file = std::fs::read_dir(home.path("Pictures")).expect("a folder").flatten().map(|e| e.path());
    let file = file.into_iter().find(|p| p.to_string_lossy().contains("occluscope-trim-")).expect("a file of it");
    let mut program = home.program();
    program.arg("analyze").args(&scans).args(["--adapter", "none", "--patches", "1", "--json", "-", "--trim"]);
    let found: Value = serde_json::from_slice(&run(program.arg(file))).expect("JSON");
    assert_eq!(found["trim"], trimmed["trim"]);
    // One step back, and one forward.
    window.key("ctrl+z");
    let undone = window.snapshot();
    assert_eq!((trimmed_mm2(&undone), undone.get("trim")), (0.0, None));
    assert!(grey(&window.picture(), STROKED) < 20);
    window.key("ctrl+y");
    assert_eq!(window.snapshot()["trim"], trimmed["trim"]);
    // What closes the help leaves the tool in hand.
    window.key("F1");
    window.key("Escape");
    window.drag((STROKE.0.0, STROKE.0.1 + 25), STROKE.1);
    assert!(trimmed_mm2(&window.snapshot()) > trimmed_mm2(&trimmed) + 5.0);
    window.key("ctrl+z");
    window.key("Escape");
    // The tool is away: the main button turns the view or moves the jaw again.
    window.drag(ON_NOTHING, (40, 0));
    assert_eq!(window.snapshot()["trim"], trimmed["trim"]);
    assert!(window.close().is_at_home(), "no jaw was moved");
}

#[test]
fn a_lasso_trims_what_is_seen_inside_it_and_alt_brings_it_back() {
    let screen = Screen::start();
    let window = Window::open_for_hands(&screen);
    window.key("t");
    window.click(LASSO);
    let draw = || {
        window.point_at((430, 240));
        screen.xdotool(&["mousedown", "1"]);
        for at in [(480, 240), (530, 240), (530, 270), (530, 300), (480, 300), (430, 300)] {
            screen.point_at(at);
            std::thread::sleep(std::time::Duration::from_millis(60));
        }
        window.release();
    };
    draw();
    window.point_at(ASIDE);
    assert!(grey(&window.picture(), [435, 245, 525, 295]) > 3000, "all inside is hatched");
    let trimmed = window.snapshot();
    // 12 mm by 7 mm of the picture, of curved surface.
    assert!((50.0..200.0).contains(&trimmed_mm2(&trimmed)), "{}", trimmed_mm2(&trimmed));
    screen.xdotool(&["keydown", "alt"]);
    draw();
    screen.xdotool(&["keyup", "alt"]);
    let back = window.snapshot();
    assert!(trimmed_mm2(&back) < 0.02 * trimmed_mm2(&trimmed), "{}", trimmed_mm2(&back));
}
