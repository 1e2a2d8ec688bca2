//! The two fonts of the window, for pictures and reports: which glyphs a text is made of, where they stand, what they cover.
use ab_glyph_rasterizer::{Point, Rasterizer, point};
use harfrust::{Direction, ShapeOptions, ShaperData, UnicodeBuffer};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use std::ops::Range;
use std::sync::LazyLock;

/// Which letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Proportional, for words.
    Words,
    /// Every digit equally wide, for figures.
    Figures,
}

/// A glyph of a text; lengths in ems.
#[derive(Clone, Debug, PartialEq)]
pub struct Glyph {
    pub id: u32,
    /// The bytes of the text that it stands for.
    pub bytes: Range<usize>,
    pub advance: f32,
    /// Away from where the glyphs before it end; y up.
    pub offset: [f32; 2],
}

struct Letters {
    font: FontRef<'static>,
    shaper: ShaperData,
    units_per_em: f32,
    height_per_em: f32,
}

static WORDS: LazyLock<Letters> = LazyLock::new(|| built_in(Face::Words));
static FIGURES: LazyLock<Letters> = LazyLock::new(|| built_in(Face::Figures));

/// No other font is ever read, in particular none from a file or from the system.
fn built_in(face: Face) -> Letters {
    let font = FontRef::new(face.bytes()).expect("the fonts built into the program are whole");
    let metrics = font.metrics(Size::unscaled(), LocationRef::default());
    let units_per_em = f32::from(metrics.units_per_em);
    let height_per_em = (metrics.ascent - metrics.descent) / units_per_em;
    Letters { shaper: ShaperData::new(&font), font, units_per_em, height_per_em }
}

impl Face {
    /// The font's file.
    pub fn bytes(self) -> &'static [u8] {
        match self {
            Self::Words => epaint_default_fonts::UBUNTU_LIGHT,
            Self::Figures => epaint_default_fonts::HACK_REGULAR,
        }
    }

    fn letters(self) -> &'static Letters {
        match self {
            Self::Words => &WORDS,
            Self::Figures => &FIGURES,
        }
    }

    /// Height of the letters (ascent and descent) of one em.
    pub fn height_per_em(self) -> f32 {
        self.letters().height_per_em
    }

    /// The glyphs of a line, from left to right, with kerning.
    pub fn glyphs(self, text: &str) -> Vec<Glyph> {
        let Letters { font, shaper, units_per_em, .. } = self.letters();
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        buffer.set_direction(Direction::LeftToRight);
        let shaped = shaper.shaper(font).build().shape(buffer, ShapeOptions::new());
        let em = |units: i32| units as f32 / units_per_em;
        let starts: Vec<_> = shaped.glyph_infos().iter().map(|info| info.cluster as usize).collect();
        let end = |start| starts.iter().copied().find(|later| *later > start).unwrap_or(text.len());
        let placed = shaped.glyph_infos().iter().zip(shaped.glyph_positions());
        placed
            .zip(&starts)
            .map(|((info, place), start)| Glyph {
                id: info.glyph_id,
                bytes: *start..end(*start),
                advance: em(place.x_advance),
                offset: [em(place.x_offset), em(place.y_offset)],
            })
            .collect()
    }

    /// Width of a line in ems.
    pub fn width_in_ems(self, text: &str) -> f32 {
        self.glyphs(text).iter().map(|glyph| glyph.advance).sum()
    }

    /// Width of a line whose letters, ascent and descent, are so high.
    pub fn width(self, text: &str, height_px: f32) -> f32 {
        self.width_in_ems(text) * height_px / self.height_per_em()
    }

    /// Calls for each pixel that a glyph touches, how much of it is covered (0 to 1). The glyph stands at `x`, `y`, y down.
    pub fn cover(self, id: u32, em_px: f32, [x, y]: [f32; 2], mut pixel: impl FnMut(i64, i64, f32)) {
        let (font, id, size) = (&self.letters().font, GlyphId::new(id), Size::new(em_px));
        let place = LocationRef::default();
        let (Some(bounds), Some(outline)) = (font.glyph_metrics(size, place).bounds(id), font.outline_glyphs().get(id))
        else {
            return;
        };
        // A pixel more on every side: the bounds are rounded.
        let first = [(x + bounds.x_min).floor() - 1.0, (y - bounds.y_max).floor() - 1.0];
        let last = [(x + bounds.x_max).ceil() + 1.0, (y - bounds.y_min).ceil() + 1.0];
        let [columns, rows] = [0, 1].map(|axis| (last[axis] - first[axis]) as usize);
        let mut pen = Pen {
            rasterizer: Rasterizer::new(columns, rows),
            origin: point(x - first[0], y - first[1]),
            begin: Point::default(),
            at: Point::default(),
        };
        // An outline that cannot be drawn is none: all that are asked for are drawn in a test.
        if outline.draw(DrawSettings::unhinted(size, place), &mut pen).is_ok() {
            pen.rasterizer.for_each_pixel_2d(|column, row, covered| {
                pixel(first[0] as i64 + i64::from(column), first[1] as i64 + i64::from(row), covered);
            });
        }
    }
}

/// Draws an outline, y up, on pixels, y down.
struct Pen {
    rasterizer: Rasterizer,
    origin: Point,
    begin: Point,
    at: Point,
}

impl Pen {
    fn place(&self, x: f32, y: f32) -> Point {
        point(self.origin.x + x, self.origin.y - y)
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.at = self.place(x, y);
        self.begin = self.at;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.place(x, y);
        self.rasterizer.draw_line(self.at, to);
        self.at = to;
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let (control, to) = (self.place(cx, cy), self.place(x, y));
        self.rasterizer.draw_quad(self.at, control, to);
        self.at = to;
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let (a, b, to) = (self.place(ax, ay), self.place(bx, by), self.place(x, y));
        self.rasterizer.draw_cubic(self.at, a, b, to);
        self.at = to;
    }

    fn close(&mut self) {
        self.rasterizer.draw_line(self.at, self.begin);
        self.at = self.begin;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FACES: [Face; 2] = [Face::Words, Face::Figures];
    const SIGNS: &str = "0123456789-\u{2212}.,:;()|/%°µ²³·≤";

    #[test]
    fn digits_are_equally_wide_in_both_faces() {
        for face in FACES {
            let widths: Vec<_> = ('0'..='9').map(|c| face.width_in_ems(&c.to_string())).collect();
            assert!(widths.iter().all(|w| (w - widths[0]).abs() < 1e-4), "{face:?}: {widths:?}");
        }
    }

    #[test]
    fn every_sign_that_is_used_has_a_glyph() {
        for face in FACES {
            for c in SIGNS.chars() {
                assert!(face.glyphs(&c.to_string()).iter().all(|glyph| glyph.id != 0), "{face:?} has no '{c}'");
            }
            // And one that is not used has none.
            assert_eq!(face.glyphs("\u{4e2d}")[0].id, 0);
        }
    }

    #[test]
    fn every_letter_that_is_used_covers_something() {
        for face in FACES {
            for c in (SIGNS.chars()).chain('a'..='z').chain('A'..='Z') {
                let mut covered = 0.0;
                let id = face.glyphs(&c.to_string())[0].id;
                face.cover(id, 40.0, [100.5, 200.25], |_, _, share| covered += share);
                assert!(covered > 5.0, "{face:?} '{c}': {covered} pixels");
            }
            face.cover(face.glyphs(" ")[0].id, 40.0, [0.0, 0.0], |_, _, share| assert_eq!(share, 0.0));
        }
    }

    #[test]
    fn letters_are_kerned_and_stand_for_their_bytes() {
        let pair = |text: &str| Face::Words.width_in_ems(text);
        assert!(pair("AV") < pair("A") + pair("V") - 0.01, "{} {} {}", pair("AV"), pair("A"), pair("V"));
        assert!((pair("00") - 2.0 * pair("0")).abs() < 1e-4);
        let text = "0.08 mm² – fi";
        let glyphs = Face::Words.glyphs(text);
        let mut end = 0;
        for glyph in &glyphs {
            assert_eq!(glyph.bytes.start, end, "{glyphs:?}");
            assert!(text.get(glyph.bytes.clone()).is_some(), "{glyph:?}");
            end = glyph.bytes.end;
        }
        assert_eq!(end, text.len());
    }

    /// A full stop of Hack is a disc or a square of about an eighth of an em on the line: known place, known area.
    #[test]
    fn pixels_lie_where_the_outline_lies() {
        let full_stop = |x: f32, y: f32| {
            let (mut n, mut sum) = (0.0, [0.0, 0.0]);
            Face::Figures.cover(Face::Figures.glyphs(".")[0].id, 80.0, [x, y], |px, py, share| {
                n += share;
                sum = [sum[0] + share * (px as f32 + 0.5), sum[1] + share * (py as f32 + 0.5)];
            });
            [n, sum[0] / n, sum[1] / n]
        };
        let [area, x, y] = full_stop(0.0, 0.0);
        // In the middle of the letter's width, above the line.
        let middle = 40.0 * Face::Figures.width_in_ems(".");
        assert!((x - middle).abs() < 1.0 && (-14.0..-2.0).contains(&y), "{area} at {x}, {y}, middle {middle}");
        let [moved_area, moved_x, moved_y] = full_stop(7.3, -3.6);
        assert!((area - moved_area).abs() < 0.01 * area, "{area}, {moved_area}");
        assert!((moved_x - x - 7.3).abs() < 0.02 && (moved_y - y + 3.6).abs() < 0.02);
    }
}
