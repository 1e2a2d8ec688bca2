//! Drawing on the pages of a PDF: text, lines, rectangles, pictures. Points (1/72 inch) from the upper left corner, y down.
use super::letters::{Face, Glyph};
use krilla::color::rgb;
use krilla::geom::{PathBuilder, Point, Rect, Size, Transform};
use krilla::image::Image;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use std::io;

/// A4, points.
pub const PAGE: [f32; 2] = [595.28, 841.89];
pub const MM: f32 = 72.0 / 25.4;

pub type Color = [u8; 3];

/// The two fonts of the window and of the pictures.
#[derive(Clone)]
pub struct Fonts {
    words: Font,
    figures: Font,
}

impl Fonts {
    pub fn new() -> io::Result<Self> {
        let font = |face: Face| {
            Font::new(face.bytes().into(), 0)
                .ok_or_else(|| io::Error::other("a font built into the program is damaged"))
        };
        Ok(Self { words: font(Face::Words)?, figures: font(Face::Figures)? })
    }

    fn of(&self, face: Face) -> Font {
        match face {
            Face::Words => self.words.clone(),
            Face::Figures => self.figures.clone(),
        }
    }
}

/// Width of a text, points; a size is the font's em.
pub fn width(face: Face, text: &str, size: f32) -> f32 {
    face.width_in_ems(text) * size
}

/// How a line looks: in grey, dashes tell lines apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Dash {
    Solid,
    Dashed,
    Dotted,
}

/// A page that is drawn on.
pub struct Sheet<'a, 'b> {
    surface: &'a mut Surface<'b>,
    fonts: &'a Fonts,
    /// What was written, and where.
    pub written: Vec<Written>,
}

/// A line of text on a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    pub text: String,
    /// Left, top, right, bottom; points.
    pub place: [f32; 4],
}

/// Of its size, a letter reaches so far above the baseline and below it.
const ABOVE: f32 = 0.72;
const BELOW: f32 = 0.2;

impl<'a, 'b> Sheet<'a, 'b> {
    pub fn new(surface: &'a mut Surface<'b>, fonts: &'a Fonts) -> Self {
        Self { surface, fonts, written: Vec::new() }
    }
}

impl Sheet<'_, '_> {
    /// Writes with the baseline at `y`; gives where it ends.
    pub fn text(&mut self, face: Face, size: f32, [x, y]: [f32; 2], color: Color, text: &str) -> f32 {
        self.surface.set_stroke(None);
        self.surface.set_fill(Some(fill(color)));
        let glyphs = face.glyphs(text);
        let end = x + glyphs.iter().map(|glyph| glyph.advance).sum::<f32>() * size;
        let glyphs: Vec<_> = glyphs.into_iter().map(placed).collect();
        self.written.push(Written { text: text.to_owned(), place: [x, y - ABOVE * size, end, y + BELOW * size] });
        self.surface.draw_glyphs(Point::from_xy(x, y), &glyphs, self.fonts.of(face), text, size, false);
        end
    }

    /// The same, ending at `x`.
    pub fn text_right(&mut self, face: Face, size: f32, [x, y]: [f32; 2], color: Color, text: &str) {
        self.text(face, size, [x - width(face, text, size), y], color, text);
    }

    pub fn text_centred(&mut self, face: Face, size: f32, [x, y]: [f32; 2], color: Color, text: &str) {
        self.text(face, size, [x - width(face, text, size) / 2.0, y], color, text);
    }

    /// A word on a white plate, its middle there.
    pub fn plate(&mut self, [x, y]: [f32; 2], text: &str) {
        let size = 6.5;
        let (w, h) = (width(Face::Words, text, size) + 4.0, size + 1.5);
        self.fill([x - w / 2.0, y - h / 2.0, w, h], [255; 3]);
        self.frame([x - w / 2.0, y - h / 2.0, w, h], 0.3, [170, 173, 178]);
        self.text_centred(Face::Words, size, [x, y + 0.36 * size], [20, 22, 26], text);
    }

    /// Lines from point to point.
    pub fn line(&mut self, points: &[[f32; 2]], line_width: f32, color: Color, dash: Dash) {
        let mut path = PathBuilder::new();
        for (i, [x, y]) in points.iter().enumerate() {
            if i == 0 { path.move_to(*x, *y) } else { path.line_to(*x, *y) }
        }
        let array = match dash {
            Dash::Solid => None,
            Dash::Dashed => Some(vec![5.0, 2.5]),
            Dash::Dotted => Some(vec![1.0, 2.0]),
        };
        let dash = array.map(|array| StrokeDash { array, offset: 0.0 });
        self.surface.set_fill(None);
        self.surface.set_stroke(Some(Stroke {
            paint: rgb::Color::new(color[0], color[1], color[2]).into(),
            width: line_width,
            dash,
            ..Stroke::default()
        }));
        if let Some(path) = path.finish() {
            self.surface.draw_path(&path);
        }
        self.surface.set_stroke(None);
    }

    /// Fills x, y, width, height.
    pub fn fill(&mut self, [x, y, w, h]: [f32; 4], color: Color) {
        let mut path = PathBuilder::new();
        if let Some(rect) = Rect::from_xywh(x, y, w, h) {
            path.push_rect(rect);
        }
        self.surface.set_stroke(None);
        self.surface.set_fill(Some(fill(color)));
        if let Some(path) = path.finish() {
            self.surface.draw_path(&path);
        }
    }

    /// The outline of x, y, width, height.
    pub fn frame(&mut self, [x, y, w, h]: [f32; 4], line_width: f32, color: Color) {
        self.line(&[[x, y], [x + w, y], [x + w, y + h], [x, y + h], [x, y]], line_width, color, Dash::Solid);
    }

    /// A picture as large as fits into x, y, width, height, in its middle; gives the place it takes.
    pub fn picture(&mut self, image: &image::RgbaImage, [x, y, w, h]: [f32; 4]) -> [f32; 4] {
        let (cols, rows) = (image.width().max(1) as f32, image.height().max(1) as f32);
        let scale = (w / cols).min(h / rows);
        let (pw, ph) = (cols * scale, rows * scale);
        let place = [x + (w - pw) / 2.0, y + (h - ph) / 2.0, pw, ph];
        if let Some(size) = Size::from_wh(pw, ph) {
            self.surface.push_transform(&Transform::from_translate(place[0], place[1]));
            self.surface.draw_image(Image::from_rgba8(image.as_raw().clone(), image.width(), image.height()), size);
            self.surface.pop();
        }
        place
    }

    /// Words flow from line to line within a width; gives the baseline after the last.
    pub fn paragraph(&mut self, size: f32, [x, y]: [f32; 2], most: f32, color: Color, text: &str) -> f32 {
        let mut baseline = y;
        for line in lines_of(text, size, most) {
            self.text(Face::Words, size, [x, baseline], color, &line);
            baseline += 1.35 * size;
        }
        baseline
    }
}

fn placed(Glyph { id, bytes, advance, offset }: Glyph) -> KrillaGlyph {
    KrillaGlyph::new(GlyphId::new(id), advance, offset[0], offset[1], 0.0, bytes, None)
}

/// Breaks a text between words; a word that is longer than a line is left as it is.
pub fn lines_of(text: &str, size: f32, most: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(Face::Words, &format!("{line} {word}"), size) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.extend(pieces(word, size, most)),
        }
    }
    lines
}

/// A word, or of one that is wider than a line what has room on each.
fn pieces(word: &str, size: f32, most: f32) -> Vec<String> {
    let mut pieces = vec![word.to_owned()];
    if width(Face::Words, word, size) <= most {
        return pieces;
    }
    pieces[0].clear();
    for letter in word.chars() {
        match pieces.last_mut() {
            Some(piece) if piece.is_empty() || width(Face::Words, &format!("{piece}{letter}"), size) <= most => {
                piece.push(letter);
            }
            _ => pieces.push(letter.into()),
        }
    }
    pieces
}

fn fill([r, g, b]: Color) -> Fill {
    Fill { paint: rgb::Color::new(r, g, b).into(), opacity: NormalizedF32::ONE, ..Fill::default() }
}

/// An A4 page.
pub fn page_settings() -> io::Result<PageSettings> {
    PageSettings::from_wh(PAGE[0], PAGE[1]).ok_or_else(|| io::Error::other("A4 is no page"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_break_within_the_width() {
        let lines = lines_of("one two three four five six seven", 10.0, 60.0);
        assert!(lines.len() > 1 && lines.iter().all(|l| width(Face::Words, l, 10.0) <= 60.0), "{lines:?}");
        assert_eq!(lines.join(" "), "one two three four five six seven");
        let long = lines_of(&format!("a {} b", "W".repeat(40)), 10.0, 60.0);
        assert!(long.len() > 5 && long.iter().all(|l| width(Face::Words, l, 10.0) <= 60.0), "{long:?}");
        assert_eq!(long.concat().matches('W').count(), 40);
        // Every digit of Hack is 0.602 em wide.
        assert!((width(Face::Figures, "0", 100.0) - 60.2).abs() < 0.5, "{}", width(Face::Figures, "0", 100.0));
    }
}
