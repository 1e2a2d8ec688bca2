//! A section as a picture of pixels.
use super::drawing::{Drawing, FONT_PER_HEIGHT, Line, LineKind};
use crate::export::canvas::{stroke, write};
use crate::export::letters::Face;
use glam::DVec2;
use image::{Rgba, RgbaImage};

const PAPER: [u8; 4] = [250, 250, 248, 255];
const INK: [u8; 3] = [25, 28, 32];
/// Longer side of the picture, pixels, and the finest scale.
const LONGER_SIDE: f64 = 1600.0;
const MOST_PIXELS_PER_MM: f64 = 400.0;

/// Colour, width (pixels) and dashes (on and off, pixels).
fn style(kind: LineKind) -> ([u8; 3], f32, Option<[f64; 2]>) {
    match kind {
        LineKind::Upper => ([138, 106, 47], 2.4, None),
        LineKind::Lower => ([47, 95, 138], 2.4, Some([11.0, 5.0])),
        LineKind::Added => ([154, 154, 150], 1.2, Some([2.0, 6.0])),
        LineKind::Overlap => ([179, 32, 44], 1.0, None),
        LineKind::Reading => ([179, 32, 44], 2.4, None),
        LineKind::Ruler => (INK, 1.6, None),
        LineKind::Scale => (INK, 2.6, None),
    }
}

pub fn draw_section(drawing: &Drawing) -> RgbaImage {
    let size = drawing.size();
    let per_mm = (LONGER_SIDE / size.max_element()).min(MOST_PIXELS_PER_MM);
    let [width, height] = [size.x, size.y].map(|mm| (mm * per_mm).ceil().clamp(1.0, 2.0 * LONGER_SIDE) as u32);
    let mut image = RgbaImage::from_pixel(width, height, Rgba(PAPER));
    let place = |p: DVec2| DVec2::new(p.x - drawing.lo.x, drawing.hi.y - p.y) * per_mm;
    for line in &drawing.lines {
        let (color, width, dashes) = style(line.kind);
        for [a, b] in dashed(&placed(line, place), dashes) {
            stroke(&mut image, [a.as_vec2().to_array(), b.as_vec2().to_array()], width, color);
        }
    }
    for label in &drawing.labels {
        let at = place(label.at).as_vec2().to_array();
        write(&mut image, Face::Words, FONT_PER_HEIGHT * (label.height_mm * per_mm) as f32, at, INK, &label.text);
    }
    image
}

fn placed(line: &Line, place: impl Fn(DVec2) -> DVec2) -> Vec<DVec2> {
    let again = if line.is_closed { line.points.first() } else { None };
    line.points.iter().chain(again).map(|p| place(*p)).collect()
}

/// The stretches of a line that are drawn.
fn dashed(points: &[DVec2], dashes: Option<[f64; 2]>) -> Vec<[DVec2; 2]> {
    let Some([on, off]) = dashes else { return points.windows(2).map(|pair| [pair[0], pair[1]]).collect() };
    let (mut at, mut drawn) = (0.0, Vec::new());
    for pair in points.windows(2) {
        let (length, begin) = (pair[0].distance(pair[1]), at);
        at += length;
        let mut dash = (begin / (on + off)).floor() * (on + off);
        while dash < at && length > 0.0 {
            let [from, to] = [dash.max(begin) - begin, (dash + on).min(at) - begin];
            if from < to {
                drawn.push([from, to].map(|mm| pair[0].lerp(pair[1], mm / length)));
            }
            dash += on + off;
        }
    }
    drawn
}
