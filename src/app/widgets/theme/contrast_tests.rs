//! What is read can be read: contrast as WCAG 2.2 has it (1.4.3 and 1.4.11, level AA), from the colours of both themes.
use super::{colors_of, install};
use egui::{Color32, Context, Theme};

/// Of letters; of what is no letter.
const LETTERS: f64 = 4.5;
const SHAPES: f64 = 3.0;

fn luminance(color: Color32) -> f64 {
    let linear = |c: u8| {
        let c = f64::from(c) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(color.r()) + 0.7152 * linear(color.g()) + 0.0722 * linear(color.b())
}

fn contrast(a: Color32, b: Color32) -> f64 {
    let [a, b] = [luminance(a), luminance(b)];
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// What is seen of a colour that lets `under` through.
fn over(color: Color32, under: Color32) -> Color32 {
    let through = 255 - u16::from(color.a());
    let channel = |c: u8, u: u8| (u16::from(c) + u16::from(u) * through / 255).min(255) as u8;
    Color32::from_rgb(channel(color.r(), under.r()), channel(color.g(), under.g()), channel(color.b(), under.b()))
}

/// Everything that is written or drawn on what, and how much it must stand out: name, ratio, least.
fn all(theme: Theme) -> Vec<(String, f64, f64)> {
    let context = Context::default();
    install(&context);
    let visuals = context.style_of(theme).visuals.clone();
    let c = colors_of(theme);
    let [r, g, b] = c.background;
    let widgets = &visuals.widgets;
    let (panel, picture) = (visuals.panel_fill, Color32::from_rgb(r, g, b));
    let (button, hover) = (widgets.inactive.weak_bg_fill, widgets.hovered.weak_bg_fill);
    // Plates of glass lie on dark gum and on bright teeth.
    let glass = [Color32::BLACK, Color32::from_rgb(250, 245, 230), picture].map(|under| over(c.glass, under));
    let selected = over(visuals.selection.bg_fill, panel);
    let row = over(c.accent.gamma_multiply(0.3), panel);
    let mut found = Vec::new();
    let mut check = |name: &str, ink: Color32, on: &[(&str, Color32)], least: f64| {
        found.extend(
            on.iter().map(|(place, under)| (format!("{theme:?}: {name} on {place}"), contrast(ink, *under), least)),
        );
    };
    let quiet = [("a panel", panel), ("a card", c.card)];
    let plates = [("glass on black", glass[0]), ("glass on a tooth", glass[1]), ("glass", glass[2])];
    let buttons = [("a button", button), ("a button that is pointed at", hover)];
    let chosen = [("what is selected", selected), ("a row that is pointed at", row)];
    let field = [("a field", visuals.extreme_bg_color)];
    for (name, ink) in [("text", c.text), ("weak text", c.weak)] {
        check(name, ink, &quiet, LETTERS);
        check(name, ink, &plates, LETTERS);
        check(name, ink, &buttons, LETTERS);
        check(name, ink, &field, LETTERS);
    }
    check("text", c.text, &chosen, LETTERS);
    for (name, ink) in [
        ("a heading", c.heading),
        ("the accent", c.accent),
        ("overlap", c.interfering),
        ("contact", c.touching),
        ("apart", c.apart),
        ("undecided", c.undecided),
    ] {
        check(name, ink, &quiet, LETTERS);
    }
    check("the accent as a line", c.accent, &[("the picture", picture)], SHAPES);
    check("a pin's number", c.card, &[("its pin", c.accent)], LETTERS);
    found
}

#[test]
fn both_themes_have_the_contrast_of_level_aa() {
    for theme in [Theme::Dark, Theme::Light] {
        let all = all(theme);
        assert!(all.len() > 30);
        let bad: Vec<_> = all.iter().filter(|(_, ratio, least)| ratio < least).collect();
        assert!(bad.is_empty(), "{bad:#?}");
    }
}

/// The twins: known pairs, and a grey that is too pale.
#[test]
fn contrast_is_as_the_guidelines_have_it() {
    assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 1e-9);
    // #767676 on white is the palest grey of level AA, 4.54; #777777 has 4.48.
    let grey = |c: u8| contrast(Color32::from_gray(c), Color32::WHITE);
    assert!(grey(0x76) > LETTERS && grey(0x77) < LETTERS, "{} {}", grey(0x76), grey(0x77));
    assert_eq!(over(Color32::from_rgba_premultiplied(10, 20, 30, 255), Color32::WHITE), Color32::from_rgb(10, 20, 30));
    assert_eq!(over(Color32::TRANSPARENT, Color32::from_rgb(1, 2, 3)), Color32::from_rgb(1, 2, 3));
}
