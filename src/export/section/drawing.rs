//! A section as lines and words, to scale, for every kind of picture.
use super::{SectionFound, figures_text};
use crate::base::words::{decimal, number, say};
use crate::exact::section::{Edge, Reading, SectionCut};
use crate::export::canvas::BAR_LENGTHS_MM;
use crate::export::letters::Face;
use crate::export::{DISCLAIMER, program_text};
use glam::DVec2;

/// Round the scanned contours there is so much room, mm.
const MARGIN_MM: f64 = 2.0;
/// No drawing is narrower than so many of its heights.
const LEAST_WIDTH_PER_HEIGHT: f64 = 1.2;
/// From one hatching line to the next, mm.
const HATCH_MM: f64 = 0.12;
/// Size of the letters of pictures, against the height that a label has.
pub const FONT_PER_HEIGHT: f32 = 1.2;
/// Hatching of a section has no more lines.
const MOST_HATCH_LINES: f64 = 4000.0;

/// What a line is; each kind has a form of its own, not a colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    Upper,
    Lower,
    /// Surface that closing has added.
    Added,
    Overlap,
    /// Of a figure: deepest or smallest.
    Reading,
    Ruler,
    Scale,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub kind: LineKind,
    pub points: Vec<DVec2>,
    pub is_closed: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    pub at: DVec2,
    pub text: String,
    pub height_mm: f64,
}

/// In the plane of the section, mm, y upwards.
#[derive(Clone, Debug)]
pub struct Drawing {
    pub lo: DVec2,
    pub hi: DVec2,
    pub lines: Vec<Line>,
    pub labels: Vec<Label>,
}

impl Drawing {
    /// Of what was scanned, with the figures and whatever `words` say below it.
    pub fn of(found: &SectionFound, words: &[String]) -> Self {
        let [lo, hi] = found.cut.bounds().unwrap_or([DVec2::splat(-5.0), DVec2::splat(5.0)]);
        let (mut lo, mut hi) = (lo - MARGIN_MM, hi + MARGIN_MM);
        // Words are broken to the drawing's width: below a narrow one they would be too small to be read.
        let beside = (0.5 * (LEAST_WIDTH_PER_HEIGHT * (hi.y - lo.y) - (hi.x - lo.x))).max(0.0);
        (lo.x, hi.x) = (lo.x - beside, hi.x + beside);
        let mut lines = contours(&found.cut);
        lines.extend(
            hatch_lines(&found.cut, [lo, hi], HATCH_MM).into_iter().map(|ends| straight(LineKind::Overlap, ends)),
        );
        let between = &found.between;
        let reading = match between.is_overlapping() {
            true => [between.deepest_occlusal, between.deepest_closest],
            false => [between.smallest_occlusal, between.smallest_closest],
        };
        lines.extend(reading.iter().flatten().map(|Reading { ends, .. }| straight(LineKind::Reading, *ends)));
        lines.extend(found.ruler.map(|ends| straight(LineKind::Ruler, ends)));
        let mut drawing = Self { lo, hi, lines, labels: Vec::new() };
        drawing.write(found, words);
        drawing
    }

    fn write(&mut self, found: &SectionFound, words: &[String]) {
        let height_mm = ((self.hi.x - self.lo.x) / 30.0).clamp(0.5, 2.0);
        if let (Some([from, to]), Some(along)) = (found.ruler, found.along_ruler()) {
            let (at, text) = (0.5 * (from + to) + 0.3 * height_mm, format!("{} mm", decimal(along.length_mm, 2)));
            self.labels.push(Label { at, text, height_mm: 0.8 * height_mm });
        }
        let said = [vec![found.place.words()], figures_text(&found.between), words.to_vec()].concat();
        let small = [say!("section-key").to_owned(), format!("{}. {}", program_text(), DISCLAIMER.say())]
            .map(|text| (text, 0.6 * height_mm));
        let room_mm = self.hi.x - self.lo.x - 1.0;
        for (text, height_mm) in said.into_iter().map(|text| (text, height_mm)).chain(small) {
            for line in lines_within(&text, room_mm / height_mm) {
                self.lo.y -= 1.4 * height_mm;
                self.labels.push(Label { at: self.lo + DVec2::new(0.5, 0.0), text: line, height_mm });
            }
        }
        self.lo.y -= 0.4 * height_mm;
        let room = 0.3 * (self.hi.x - self.lo.x);
        let bar_mm = BAR_LENGTHS_MM.into_iter().rfind(|mm| *mm <= room).unwrap_or(BAR_LENGTHS_MM[0]);
        let end = DVec2::new(self.hi.x - 0.5, self.hi.y - 1.0);
        let [left, tick] = [DVec2::new(bar_mm, 0.0), DVec2::new(0.0, 0.25 * height_mm)];
        for ends in [[end - left, end], [end - tick, end + tick], [end - left - tick, end - left + tick]] {
            self.lines.push(straight(LineKind::Scale, ends));
        }
        let at = end - left - DVec2::new(0.0, 1.2 * height_mm);
        self.labels.push(Label { at, text: format!("{} mm", number(bar_mm)), height_mm: 0.8 * height_mm });
    }

    pub fn size(&self) -> DVec2 {
        self.hi - self.lo
    }
}

/// A text broken between words into lines no wider than so many heights of its letters; a word alone may be wider.
fn lines_within(text: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match longer.filter(|line| f64::from(Face::Words.width(line, FONT_PER_HEIGHT)) <= width) {
            Some(longer) => *lines.last_mut().expect("it was there") = longer,
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

fn straight(kind: LineKind, ends: [DVec2; 2]) -> Line {
    Line { kind, points: ends.to_vec(), is_closed: false }
}

/// The contours, parted where surface that closing has added begins and ends.
fn contours(cut: &SectionCut) -> Vec<Line> {
    let mut lines = Vec::new();
    for (side, kind) in [(0, LineKind::Upper), (1, LineKind::Lower)] {
        let mut edges = cut.edges[side].iter().peekable();
        for contour in &cut.contours[side] {
            let of_it: Vec<Edge> = edges.by_ref().take(contour.triangles.len()).copied().collect();
            if of_it.iter().all(|edge| edge.is_scanned) {
                lines.push(Line { kind, points: contour.points.clone(), is_closed: contour.is_closed });
                continue;
            }
            for run in of_it.chunk_by(|a, b| a.is_scanned == b.is_scanned) {
                let kind = if run[0].is_scanned { kind } else { LineKind::Added };
                let points = std::iter::once(run[0].a).chain(run.iter().map(|edge| edge.b)).collect();
                lines.push(Line { kind, points, is_closed: false });
            }
        }
    }
    lines
}

/// Slanted lines over what is inside both jaws, as far as it lies within the bounds.
pub fn hatch_lines(cut: &SectionCut, [lo, hi]: [DVec2; 2], step_mm: f64) -> Vec<[DVec2; 2]> {
    let (size, along) = (hi - lo, DVec2::new(1.0, 1.0).normalize());
    let n = ((size.x + size.y) / (step_mm * std::f64::consts::SQRT_2)).ceil().clamp(0.0, MOST_HATCH_LINES);
    let mut lines = Vec::new();
    for i in 0..n as usize {
        // From the left or the lower edge upwards to the right; at fixed places of the plane, so that hatching stays when the view moves.
        let first = ((lo.x - lo.y - size.y) / (step_mm * std::f64::consts::SQRT_2)).floor();
        let offset = (first + i as f64) * step_mm * std::f64::consts::SQRT_2;
        let from = DVec2::new(offset + lo.y, lo.y);
        let to = from + along * (size.y * std::f64::consts::SQRT_2);
        let both = cut.along(from, to).both;
        lines.extend(both.into_iter().map(|stretch| stretch.map(|mm| from + along * mm)));
    }
    lines
}
