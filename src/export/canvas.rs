//! Rectangles and text on a picture, with the two fonts that the window uses.
use super::letters::Face;
use image::{Rgba, RgbaImage};

pub const PAPER: [u8; 3] = [250, 250, 248];
pub const INK: [u8; 3] = [25, 28, 32];

/// Lengths that a scale bar may have, mm.
pub const BAR_LENGTHS_MM: [f64; 12] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0];

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

/// Fills a rectangle, cut at the picture's edges, with a colour of the given strength (0 to 1).
pub fn fill(image: &mut RgbaImage, area: Area, color: [u8; 3], strength: f32) {
    let clamp = |v: f32, most: u32| v.round().clamp(0.0, most as f32) as u32;
    let (w, h) = image.dimensions();
    for y in clamp(area.y, h)..clamp(area.y + area.height, h) {
        for x in clamp(area.x, w)..clamp(area.x + area.width, w) {
            blend(image.get_pixel_mut(x, y), color, strength);
        }
    }
}

/// Writes a text, whose letters are `size_px` high, with its baseline at `y` and returns where it ends. What lies outside the picture is cut.
pub fn write(image: &mut RgbaImage, face: Face, size_px: f32, [x, y]: [f32; 2], color: [u8; 3], text: &str) -> f32 {
    let em_px = size_px / face.height_per_em();
    let mut at = x;
    for glyph in face.glyphs(text) {
        let place = [at + glyph.offset[0] * em_px, y - glyph.offset[1] * em_px];
        face.cover(glyph.id, em_px, place, |px, py, covered| {
            if let (Ok(px), Ok(py)) = (u32::try_from(px), u32::try_from(py))
                && let Some(pixel) = image.get_pixel_mut_checked(px, py)
            {
                blend(pixel, color, covered);
            }
        });
        at += glyph.advance * em_px;
    }
    at
}

/// Draws a straight line with soft edges, cut at the picture's.
pub fn stroke(image: &mut RgbaImage, [a, b]: [[f32; 2]; 2], width: f32, color: [u8; 3]) {
    let (w, h) = image.dimensions();
    let reach = 0.5 * width + 1.0;
    let range = |axis: usize, most: u32| {
        let (low, high) = (a[axis].min(b[axis]) - reach, a[axis].max(b[axis]) + reach);
        low.clamp(0.0, most as f32) as u32..high.ceil().clamp(0.0, most as f32) as u32
    };
    let along = [b[0] - a[0], b[1] - a[1]];
    let length_squared = (along[0] * along[0] + along[1] * along[1]).max(f32::MIN_POSITIVE);
    for (x, y) in range(1, h).flat_map(|y| range(0, w).map(move |x| (x, y))) {
        let to = [x as f32 + 0.5 - a[0], y as f32 + 0.5 - a[1]];
        let t = ((to[0] * along[0] + to[1] * along[1]) / length_squared).clamp(0.0, 1.0);
        let away = (to[0] - t * along[0]).hypot(to[1] - t * along[1]);
        blend(image.get_pixel_mut(x, y), color, 0.5 * width + 0.5 - away);
    }
}

/// A disc with a soft edge, cut at the picture's edges.
pub fn disc(image: &mut RgbaImage, [x, y]: [f32; 2], radius: f32, color: [u8; 3]) {
    stroke(image, [[x, y], [x, y]], 2.0 * radius, color);
}

fn blend(pixel: &mut Rgba<u8>, color: [u8; 3], strength: f32) {
    let strength = strength.clamp(0.0, 1.0);
    for (channel, over) in pixel.0.iter_mut().zip(color) {
        *channel = (f32::from(*channel) * (1.0 - strength) + f32::from(over) * strength).round() as u8;
    }
    pixel.0[3] = 255;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawing_over_the_edge_is_cut() {
        let mut image = RgbaImage::new(10, 10);
        fill(&mut image, Area { x: -5.0, y: -5.0, width: 100.0, height: 8.0 }, [255, 0, 0], 1.0);
        write(&mut image, Face::Words, 30.0, [-8.0, 12.0], [0, 0, 255], "Wg");
        assert_eq!(image.get_pixel(9, 0).0, [255, 0, 0, 255]);
        stroke(&mut image, [[-50.0, 8.5], [50.0, 8.5]], 1.0, [0, 255, 0]);
        assert_eq!(image.get_pixel(9, 8).0, [0, 255, 0, 255]);
        assert_ne!(image.get_pixel(9, 6).0[1], 255, "the twin: beside the line");
    }
}
