//! How sure contact is, as a picture paints it: one colour in three forms.
use super::canvas::{Area, fill, write};
use super::letters::Face;
use crate::base::Palette;
use crate::base::words::{Phrase, phrase};
use image::RgbaImage;

const INK: [u8; 3] = [25, 28, 32];
const FAINT: [u8; 3] = [95, 100, 106];
/// Of each form its words, and the share of positions nearby that have contact.
const WORDS: [(Phrase, &str); 3] = [
    (phrase!("report-sure-legend-certain"), "≥ 95 %"),
    (phrase!("report-sure-legend-possible"), "≥ 5 %"),
    (phrase!("report-sure-legend-unlikely"), "< 5 %"),
];

/// Three samples side by side, as wide as `bar`, with their words.
pub(super) fn draw_sure(image: &mut RgbaImage, palette: Palette, em: f32, bar: Area) {
    let width = (bar.width - 2.0 * em) / 3.0;
    for (form, (name, share)) in WORDS.into_iter().enumerate() {
        let area =
            Area { x: (bar.x + form as f32 * (width + em)).round(), y: bar.y.round(), width, height: bar.height };
        fill(image, area, palette.clear(), 1.0);
        draw_form(image, palette.color(0.0, 0.1, 2.0), form, area);
        let middle = |text: &str, em: f32, face: Face| area.x + (width - face.width(text, em)) / 2.0;
        let small = 0.9 * em;
        write(
            image,
            Face::Words,
            small,
            [middle(name.say(), small, Face::Words), bar.y - 0.35 * em],
            FAINT,
            name.say(),
        );
        let below = bar.y + bar.height + 1.15 * em;
        write(image, Face::Figures, small, [middle(share, small, Face::Figures), below], INK, share);
    }
}

fn draw_form(image: &mut RgbaImage, color: [u8; 3], form: usize, area: Area) {
    let (columns, rows) = (area.width.round() as usize, area.height.round() as usize);
    for (x, y) in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))).filter(|at| is_on(form, *at)) {
        fill(image, Area { x: area.x + x as f32, y: area.y + y as f32, width: 1.0, height: 1.0 }, color, 1.0);
    }
}

/// Whether a pixel of a sample is coloured.
fn is_on(form: usize, (x, y): (usize, usize)) -> bool {
    const STRIPE: usize = 14;
    const DOT: usize = 8;
    let from_middle = |k: usize| (k % DOT) as f32 + 0.5 - DOT as f32 / 2.0;
    match form {
        0 => true,
        // Down to the right.
        1 => (x + STRIPE * y - y) % STRIPE < STRIPE / 2,
        _ => from_middle(x).hypot(from_middle(y)) < 2.0,
    }
}
