//! Rectangles and text on a picture, with the two fonts that the window uses.
use ab_glyph::{Font, FontRef, Glyph, PxScale, ScaleFont, point};
use image::{Rgba, RgbaImage};
use std::sync::LazyLock;

/// Which letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Proportional, for words.
    Words,
    /// Every digit equally wide, for figures.
    Figures,
}

static WORDS: LazyLock<FontRef<'static>> = LazyLock::new(|| built_in(epaint_default_fonts::UBUNTU_LIGHT));
static FIGURES: LazyLock<FontRef<'static>> = LazyLock::new(|| built_in(epaint_default_fonts::HACK_REGULAR));

fn built_in(bytes: &'static [u8]) -> FontRef<'static> {
    FontRef::try_from_slice(bytes).expect("the fonts built into the program are whole")
}

impl Face {
    fn font(self) -> &'static FontRef<'static> {
        match self {
            Self::Words => &WORDS,
            Self::Figures => &FIGURES,
        }
    }

    /// Height of the letters (ascent and descent), which sizes here are, of one em.
    pub fn height_per_em(self) -> f32 {
        let font = self.font();
        font.units_per_em().map_or(1.0, |em| font.height_unscaled() / em)
    }

    /// Width of a text in pixels.
    pub fn width(self, text: &str, size_px: f32) -> f32 {
        self.glyphs(text, size_px, 0.0, 0.0).1
    }

    /// Placed glyphs and the place after the last one.
    fn glyphs(self, text: &str, size_px: f32, x: f32, baseline: f32) -> (Vec<Glyph>, f32) {
        let scaled = self.font().as_scaled(PxScale::from(size_px));
        let mut at = x;
        let mut glyphs: Vec<Glyph> = Vec::with_capacity(text.len());
        for c in text.chars() {
            let mut glyph = scaled.scaled_glyph(c);
            at += glyphs.last().map_or(0.0, |last| scaled.kern(last.id, glyph.id));
            glyph.position = point(at, baseline);
            at += scaled.h_advance(glyph.id);
            glyphs.push(glyph);
        }
        (glyphs, at)
    }
}

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

/// Writes a text with its baseline at `y` and returns where it ends. What lies outside the picture is cut.
pub fn write(image: &mut RgbaImage, face: Face, size_px: f32, [x, y]: [f32; 2], color: [u8; 3], text: &str) -> f32 {
    let (glyphs, end) = face.glyphs(text, size_px, x, y);
    for glyph in glyphs {
        let Some(outlined) = face.font().outline_glyph(glyph) else { continue };
        let bounds = outlined.px_bounds();
        outlined.draw(|dx, dy, coverage| {
            let (px, py) = (bounds.min.x as i64 + i64::from(dx), bounds.min.y as i64 + i64::from(dy));
            if let (Ok(px), Ok(py)) = (u32::try_from(px), u32::try_from(py))
                && let Some(pixel) = image.get_pixel_mut_checked(px, py)
            {
                blend(pixel, color, coverage);
            }
        });
    }
    end
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
    fn digits_are_equally_wide_in_both_faces() {
        for face in [Face::Words, Face::Figures] {
            let widths: Vec<_> = ('0'..='9').map(|c| face.width(&c.to_string(), 20.0)).collect();
            assert!(widths.iter().all(|w| (w - widths[0]).abs() < 1e-3), "{face:?}: {widths:?}");
        }
    }

    #[test]
    fn every_sign_that_is_used_has_a_glyph() {
        for face in [Face::Words, Face::Figures] {
            for c in "0123456789-\u{2212}.,:;()|/%°µ²³·≤".chars() {
                assert_ne!(face.font().glyph_id(c).0, 0, "{face:?} has no '{c}'");
            }
        }
    }

    #[test]
    fn drawing_over_the_edge_is_cut() {
        let mut image = RgbaImage::new(10, 10);
        fill(&mut image, Area { x: -5.0, y: -5.0, width: 100.0, height: 8.0 }, [255, 0, 0], 1.0);
        write(&mut image, Face::Words, 30.0, [-8.0, 12.0], [0, 0, 255], "Wg");
        assert_eq!(image.get_pixel(9, 0).0, [255, 0, 0, 255]);
    }
}
