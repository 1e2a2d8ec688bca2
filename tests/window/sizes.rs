//! The window in four sizes and three scales of its letters: no text is cut, broken, overlaid or larger than what it stands on. In German, whose
//! words are the longest; `languages` has the other languages. `stats::texts` notices what is, and has the negative twins.
use super::harness::{Home, Window};
use super::scale::Settings;
use super::screen::Screen;
use serde_json::Value;

/// Physical pixels.
const SIZES: [(u16, u16); 4] = [(1024, 700), (1280, 800), (1920, 1080), (2560, 1440)];
const SCALES: [f64; 3] = [1.0, 1.5, 2.0];
/// Of smaller ones, logical points, nothing is promised.
const LEAST: (f64, f64) = (850.0, 530.0);

/// One window that becomes larger and smaller, as do its letters: each way of looking at a case, its section, the sheet of keys.
#[test]
fn four_sizes_and_three_scales_have_room() {
    let (width, height) = SIZES[SIZES.len() - 1];
    let screen = Screen::of_size(width, height);
    let settings = Settings::start(&screen);
    let home = Home::new().without_exact_figures().with_scale_of_screen();
    let mut n_seen = 0;
    for scale in SCALES {
        settings.scale(scale);
        let sizes = SIZES.iter().filter(|(w, h)| f64::from(*w) / scale >= LEAST.0 && f64::from(*h) / scale >= LEAST.1);
        for (w, h) in sizes {
            let size = [f64::from(*w) / scale, f64::from(*h) / scale].map(|points| format!("{points:.0}"));
            let size = size.join("x");
            let options = [
                "--no-nearby",
                "--no-views",
                "--watch-texts",
                "--language",
                "de",
                "--size",
                &size,
                "--layout",
                "overview",
            ];
            let window = Window::begin(&screen, &home, &[], &options);
            for key in ["s", "m", "m", "m", "s", "m", "F1", "F1", "F10", "F11"] {
                window.key(key);
            }
            let texts = window.close().stats["texts"].clone();
            assert!(texts["n"].as_u64().is_some_and(|n| n > 60), "texts were seen: {texts}");
            for fault in ["cut", "broken", "outgrown", "overlaid"] {
                assert_eq!(texts[fault], Value::Array(Vec::new()), "{w}x{h}, scale {scale}: {fault}");
            }
            n_seen += 1;
        }
    }
    assert_eq!(n_seen, 9, "sizes and scales that are promised");
}
