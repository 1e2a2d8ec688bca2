//! The card of the teaching view: a pixel's layers as letters, as lanes beside a table, and to scale. Forms carry what
//! colours do: letters and lanes tell the jaws apart, filled and hollow marks the front and back faces, hatching the
//! stretches inside both.
use crate::app::state::layers::{class_text, solved_text};
use crate::app::widgets::legend::hatch;
use crate::app::widgets::text::{plain, thousands};
use crate::app::widgets::theme::{self, Colors};
use crate::base::words::say;
use crate::field::{LayerReading, LayerSequence, PixelClass, Stretch};
use crate::jaw::{JawPair, JawSide};
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

const WIDTH: f32 = 330.0;
const INSET: f32 = 12.0;
const EDGE: f32 = 12.0;
const TITLE: f32 = 40.0;
const TEXT_LINE: f32 = 17.0;
const LETTER: Vec2 = vec2(18.0, 22.0);
const SCALE: f32 = 50.0;
const HEADER: f32 = 18.0;
const ROW: f32 = 17.0;
const LANE: f32 = 13.0;
/// Stretches inside both that are named one by one.
const NAMED: usize = 3;

/// What stands where from the card's inner left edge on, by the width that the map leaves.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Columns {
    inner: f32,
    /// Left edges of the lanes A, B and both.
    lanes: [f32; 3],
    face: f32,
    /// Right ends.
    depth: f32,
    triangle: f32,
    /// `None` where the card is too narrow for it.
    winding: Option<f32>,
}

impl Columns {
    fn new(map: Rect) -> Self {
        let inner = (map.width() - 8.0).min(WIDTH) - 2.0 * INSET;
        if inner + 2.0 * INSET < WIDTH {
            let (lanes, face) = ([0.0, 16.0, 34.0], 62.0);
            return Self { inner, lanes, face, depth: 148.0, triangle: 212.0, winding: None };
        }
        let (lanes, face) = ([0.0, 20.0, 43.0], 74.0);
        Self { inner, lanes, face, depth: 172.0, triangle: 243.0, winding: Some(inner) }
    }

    fn letters_a_line(&self) -> usize {
        ((self.inner / LETTER.x) as usize).max(1)
    }
}

/// Where the card lies: in the half of the map, and above or below, where the pointer is not.
fn place(map: Rect, pointer: Pos2, strip: f32, size: Vec2) -> Rect {
    let right = pointer.x < map.center().x;
    let top = map.top() + EDGE + 32.0;
    let x = if right { map.right() - EDGE - size.x } else { map.left() + EDGE };
    let x = x.max(map.left() + 4.0).min(map.right() - 4.0 - size.x);
    // Where the map is narrow the card covers its whole width, and if need be what lies along its edges.
    let y = if map.width() > 2.0 * size.x + 2.0 * EDGE {
        top
    } else if pointer.y < map.center().y {
        (map.bottom() - strip - EDGE - size.y).max(pointer.y + 16.0).min(map.bottom() - 4.0 - size.y)
    } else {
        top.min(pointer.y - 16.0 - size.y).max(map.top() + 4.0)
    };
    Rect::from_min_size(pos2(x, y), size)
}

/// Rows of the table that fit; `None` stands for those left out.
fn rows(n: usize, most: usize) -> Vec<Option<usize>> {
    if n <= most {
        return (0..n).map(Some).collect();
    }
    let most = most.max(3);
    let head = most / 2;
    let tail = most - 1 - head;
    (0..head).map(Some).chain([None]).chain((n - tail..n).map(Some)).collect()
}

/// What is said under the table.
fn remarks(reading: &LayerReading, pair: &JawPair) -> Vec<String> {
    let s = &reading.sequence;
    let mut lines = overlap_lines(reading);
    lines.push(solved_text(reading).to_owned());
    if s.confirmed && s.n_layers > 0 {
        lines.push(say!("layer-card-blended-code-list-agree").into());
    }
    if s.layers.iter().any(|l| is_added(pair, l)) {
        lines.push(say!("layer-card-face-added-closing-scan").into());
    }
    lines
}

fn overlap_lines(reading: &LayerReading) -> Vec<String> {
    let s = &reading.sequence;
    if s.n_layers == 0 {
        return vec![say!("layer-card-ray-this-pixel-meets").into()];
    }
    if s.layers.is_empty() {
        return vec![say!("layer-card-faces-their-order-not", n_layers = s.n_layers)];
    }
    let mm = |x: f32| plain(f64::from(x), 3);
    let mut overlaps = s.overlaps();
    // Longest first; those that read the same stay in order.
    let um = |o: &Stretch| s.length_mm(o).map_or(i64::MAX, |mm| (mm * 1e3).round() as i64);
    overlaps.sort_by_key(|o| std::cmp::Reverse(um(o)));
    let line = |o: &Stretch| match (o.last, s.length_mm(o)) {
        (Some(last), Some(length)) => {
            let (from, to) = (mm(s.depth_mm(o.first)), mm(s.depth_mm(last)));
            let touching = if length <= reading.depth_epsilon_mm { say!("layer-card-touching") } else { "" };
            say!("layer-card-inside-both-mm", length = mm(length), touching = touching, from = from, to = to)
        }
        _ => say!("layer-card-inside-both-mm-without", first = mm(s.depth_mm(o.first))),
    };
    let mut lines: Vec<String> = overlaps.iter().take(NAMED).map(line).collect();
    match overlaps.len() {
        0 => lines.push(say!("layer-card-nowhere-inside-both-jaws").into()),
        n if n > NAMED => lines.push(say!("layer-card-more-stretches-none-longer", named = n - NAMED)),
        _ => {}
    }
    lines
}

fn is_added(pair: &JawPair, layer: &crate::field::Layer) -> bool {
    let jaw = match layer.side {
        JawSide::Upper => &pair.upper,
        JawSide::Lower => &pair.lower,
    };
    layer.triangle as usize >= jaw.mesh.n_scanned
}

/// What the card is drawn with.
struct Card<'a> {
    painter: Painter,
    colors: &'static Colors,
    reading: &'a LayerReading,
    pair: &'a JawPair,
    columns: Columns,
    left: f32,
    /// 1 for what is of the pixel pointed at, less while its answer is awaited.
    strength: f32,
}

/// Draws the card over the map. `fresh`: it is of the pixel that is wanted now; `strip`: height of what lies along the
/// map's lower edge.
pub fn card_ui(
    ui: &egui::Ui,
    (map, strip, pointer): (Rect, f32, Pos2),
    pair: &JawPair,
    (reading, fresh): (&LayerReading, bool),
    kept: bool,
) {
    let n = reading.sequence.layers.len();
    let remarks = remarks(reading, pair);
    let columns = Columns::new(map);
    let letters = n.div_ceil(columns.letters_a_line()) as f32 * (LETTER.y + 3.0);
    let scale = if n > 1 { SCALE } else { 0.0 };
    let fixed = 2.0 * INSET + TITLE + letters + scale + HEADER + remarks.len() as f32 * TEXT_LINE + 6.0;
    let free = map.height() - strip - 3.0 * EDGE - 32.0;
    let rows = rows(n, ((free - fixed) / ROW).max(0.0) as usize);
    let header = if n > 0 { 0.0 } else { -HEADER };
    let size = vec2(columns.inner + 2.0 * INSET, fixed + header + rows.len() as f32 * ROW);
    let rect = place(map, pointer, strip, size);
    let colors = theme::colors(ui.ctx());
    let painter = ui.painter_at(map);
    // Twice: figures must stay readable over a hatched map.
    painter.rect_filled(rect, 6.0, colors.glass);
    painter.rect(rect, 6.0, colors.glass, Stroke::new(1.0, colors.line), StrokeKind::Inside);
    let strength = if fresh { 1.0 } else { 0.55 };
    let card = Card { painter, colors, reading, pair, columns, left: rect.left() + INSET, strength };
    let mut y = rect.top() + INSET;
    card.title(y, kept);
    y += TITLE;
    card.letters(y);
    y += letters;
    if n > 1 {
        card.to_scale(y);
        y += scale;
    }
    if n > 0 {
        card.table(y, &rows);
        y += HEADER + rows.len() as f32 * ROW;
    }
    y += 6.0;
    for line in &remarks {
        card.text(0.0, y, Align2::LEFT_TOP, line, 12.0, colors.text);
        y += TEXT_LINE;
    }
}

impl Card<'_> {
    fn sequence(&self) -> &LayerSequence {
        &self.reading.sequence
    }

    fn faded(&self, color: Color32) -> Color32 {
        color.gamma_multiply(self.strength)
    }

    fn text(&self, x: f32, y: f32, align: Align2, text: &str, size: f32, color: Color32) {
        self.painter.text(pos2(self.left + x, y), align, text, FontId::proportional(size), self.faded(color));
    }

    fn jaw(&self, side: JawSide) -> (&'static str, Color32) {
        match side {
            JawSide::Upper => ("A", self.colors.upper),
            JawSide::Lower => ("B", self.colors.lower),
        }
    }

    fn title(&self, y: f32, kept: bool) {
        let [col, row] = self.reading.pixel;
        let kept = if kept { say!("layer-card-kept") } else { "" };
        let title =
            if self.columns.winding.is_some() { say!("layer-card-layers-pixel") } else { say!("layer-card-pixel") };
        let text = format!("{title} {col}, {row}{kept}");
        self.text(0.0, y, Align2::LEFT_TOP, &text, 13.0, self.colors.heading);
        let color = match self.reading.class {
            PixelClass::Interfering => self.colors.interfering,
            PixelClass::Clear => self.colors.apart,
            PixelClass::Unsolved => self.colors.undecided,
            _ => self.colors.weak,
        };
        self.text(self.columns.inner, y, Align2::RIGHT_TOP, class_text(self.reading.class), 13.0, color);
        let key = say!("layer-card-upper-jaw-b-lower");
        self.text(0.0, y + 18.0, Align2::LEFT_TOP, key, 11.0, self.colors.weak);
    }

    /// "AABBABBA": A filled, B framed; a hatched line under what lies inside both.
    fn letters(&self, y: f32) {
        let windings = self.sequence().windings();
        let n = self.columns.letters_a_line();
        for (i, layer) in self.sequence().layers.iter().enumerate() {
            let corner = vec2((i % n) as f32 * LETTER.x, (i / n) as f32 * (LETTER.y + 3.0));
            let cell = Rect::from_min_size(pos2(self.left, y) + corner, LETTER - vec2(2.0, 5.0));
            let (letter, color) = self.jaw(layer.side);
            let ink = match layer.side {
                JawSide::Upper => {
                    self.painter.rect_filled(cell, 3.0, self.faded(color));
                    Color32::from_rgb(0x1d, 0x23, 0x29)
                }
                JawSide::Lower => {
                    self.painter.rect_stroke(cell, 3.0, Stroke::new(1.5, self.faded(color)), StrokeKind::Inside);
                    self.colors.text
                }
            };
            let font = FontId::proportional(14.0);
            self.painter.text(cell.center(), Align2::CENTER_CENTER, letter, font, self.faded(ink));
            if windings[i][0] != 0 && windings[i][1] != 0 {
                // To the next letter, or to the end of the line.
                let width = if i % n == n - 1 { 7.0 } else { LETTER.x };
                let line = Rect::from_min_size(cell.left_bottom() + vec2(9.0, 1.5), vec2(width, 3.0));
                self.painter.rect_filled(line, 0.0, self.faded(self.colors.interfering));
            }
        }
    }

    fn hatched(&self, area: Rect) {
        self.painter.rect_filled(area, 0.0, self.faded(self.colors.interfering));
        hatch(&self.painter.with_clip_rect(area.intersect(self.painter.clip_rect())), area);
    }

    /// The ray from its first to its last layer, to scale: where it is inside A, inside B, and inside both.
    fn to_scale(&self, y: f32) {
        let s = self.sequence();
        let last = s.layers.len() - 1;
        let length_mm = s.depth_mm(last).max(1e-6);
        let (left, width) = (14.0, self.columns.inner - 14.0);
        let x = |layer: usize| self.left + left + width * s.depth_mm(layer) / length_mm;
        let bar = |stretch: &Stretch, top: f32, height: f32, least: f32| {
            let (from, to) = (x(stretch.first), x(stretch.last.unwrap_or(last)));
            Rect::from_min_max(pos2(from, top), pos2(to.max(from + least), top + height))
        };
        for (side, top) in [(JawSide::Upper, y), (JawSide::Lower, y + 14.0)] {
            let (letter, color) = self.jaw(side);
            self.text(0.0, top + 5.0, Align2::LEFT_CENTER, letter, 11.0, self.colors.text);
            for stretch in s.inside(side) {
                let area = bar(&stretch, top, 10.0, 1.0);
                match side {
                    JawSide::Upper => drop(self.painter.rect_filled(area, 1.0, self.faded(color))),
                    JawSide::Lower => {
                        let frame = Stroke::new(1.5, self.faded(color));
                        self.painter.rect(area, 1.0, self.faded(color.gamma_multiply(0.35)), frame, StrokeKind::Inside);
                    }
                }
            }
        }
        for stretch in s.overlaps() {
            self.hatched(bar(&stretch, y - 1.0, 26.0, 3.0));
        }
        let axis = y + 28.0;
        let stroke = Stroke::new(1.0, self.faded(self.colors.weak));
        self.painter.hline(x(0)..=x(last), axis, stroke);
        for layer in 0..=last {
            self.painter.vline(x(layer), axis - 2.0..=axis + 2.0, stroke);
        }
        let end = format!("{} mm", plain(f64::from(s.depth_mm(last)), 2));
        self.text(left, axis + 3.0, Align2::LEFT_TOP, "0", 11.0, self.colors.weak);
        self.text(
            left + 0.5 * width,
            axis + 3.0,
            Align2::CENTER_TOP,
            say!("layer-card-along-projection"),
            11.0,
            self.colors.weak,
        );
        self.text(self.columns.inner, axis + 3.0, Align2::RIGHT_TOP, &end, 11.0, self.colors.weak);
    }

    fn table(&self, y: f32, rows: &[Option<usize>]) {
        let weak = self.colors.weak;
        let c = &self.columns;
        for (x, align, text) in [
            (c.lanes[0] + 0.5 * LANE, Align2::CENTER_TOP, "A"),
            (c.lanes[1] + 0.5 * LANE, Align2::CENTER_TOP, "B"),
            (c.lanes[2] + 0.5 * LANE, Align2::CENTER_TOP, say!("layer-card-both")),
            (c.face + 8.0, Align2::LEFT_TOP, say!("layer-card-face")),
            (c.depth, Align2::RIGHT_TOP, say!("layer-card-depth-mm")),
            (c.triangle, Align2::RIGHT_TOP, say!("layer-card-triangle")),
        ] {
            self.text(x, y, align, text, 11.0, weak);
        }
        if let Some(x) = c.winding {
            self.text(x, y, Align2::RIGHT_TOP, say!("layer-card-winding"), 11.0, weak);
        }
        let middle = |row: usize| y + HEADER + (row as f32 + 0.5) * ROW;
        self.lanes(rows, &middle);
        let windings = self.sequence().windings();
        for (row, layer) in rows.iter().enumerate() {
            match layer {
                Some(i) => self.row(*i, middle(row), windings[*i]),
                None => {
                    let n = self.sequence().layers.len() + 1 - rows.len();
                    let text = say!("layer-card-more-layers", n = n);
                    self.text(c.face + 8.0, middle(row), Align2::LEFT_CENTER, &text, 12.0, weak);
                }
            }
        }
    }

    /// Bars from row to row: inside A, inside B, inside both.
    fn lanes(&self, rows: &[Option<usize>], middle: &impl Fn(usize) -> f32) {
        let s = self.sequence();
        // Where a stretch begins or ends; among the layers left out: below or above their row.
        let left_out = rows.iter().position(Option::is_none).unwrap_or(0);
        let place = |layer: usize, shift: f32| match rows.iter().position(|r| *r == Some(layer)) {
            Some(row) => middle(row),
            None => middle(left_out) + shift,
        };
        let end = middle(rows.len().saturating_sub(1)) + 0.5 * ROW;
        let bar = |stretch: &Stretch, lane: f32| {
            let (top, bottom) = (place(stretch.first, 6.0), stretch.last.map_or(end, |last| place(last, -6.0)));
            // Empty for what is left out altogether.
            Rect::from_min_max(pos2(self.left + lane, top), pos2(self.left + lane + LANE, bottom))
        };
        let seen = |stretches: Vec<Stretch>, lane: f32| -> Vec<Rect> {
            stretches.iter().map(|s| bar(s, lane)).filter(|r| r.height() > 0.0).collect()
        };
        for area in seen(s.inside(JawSide::Upper), self.columns.lanes[0]) {
            self.painter.rect_filled(area, 1.0, self.faded(self.colors.upper));
        }
        for area in seen(s.inside(JawSide::Lower), self.columns.lanes[1]) {
            let color = self.faded(self.colors.lower);
            self.painter.rect(area, 1.0, color.gamma_multiply(0.35), Stroke::new(1.5, color), StrokeKind::Inside);
        }
        for area in seen(s.overlaps(), self.columns.lanes[2]) {
            self.hatched(area);
        }
    }

    fn row(&self, i: usize, y: f32, windings: [i32; 2]) {
        let s = self.sequence();
        let layer = &s.layers[i];
        let (letter, _) = self.jaw(layer.side);
        let face = if layer.entered { say!("layer-card-front") } else { say!("layer-card-back") };
        let c = &self.columns;
        self.mark(pos2(self.left + c.face, y), layer.entered);
        let text = self.colors.text;
        self.text(c.face + 8.0, y, Align2::LEFT_CENTER, &format!("{letter} {face}"), 12.0, text);
        let depth = plain(f64::from(s.depth_mm(i)), 3);
        self.text(c.depth, y, Align2::RIGHT_CENTER, &depth, 12.0, text);
        let star = if is_added(self.pair, layer) { "*" } else { "" };
        self.text(c.triangle, y, Align2::RIGHT_CENTER, &thousands(layer.triangle as usize), 12.0, text);
        self.text(c.triangle + 1.0, y, Align2::LEFT_CENTER, star, 12.0, text);
        if let Some(x) = c.winding {
            let [a, b] = windings.map(|w| plain(f64::from(w), 0));
            self.text(x, y, Align2::RIGHT_CENTER, &format!("A {a}  B {b}"), 12.0, text);
        }
    }

    /// A front face filled, a back face hollow; both point along the ray.
    fn mark(&self, at: Pos2, front: bool) {
        let corners = vec![at + vec2(-4.5, -3.0), at + vec2(4.5, -3.0), at + vec2(0.0, 4.0)];
        let color = self.faded(self.colors.text);
        let fill = if front { color } else { Color32::TRANSPARENT };
        self.painter.add(Shape::convex_polygon(corners, fill, Stroke::new(1.2, color)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_table_keeps_its_ends() {
        assert_eq!(rows(3, 5), [Some(0), Some(1), Some(2)]);
        assert_eq!(rows(40, 6), [Some(0), Some(1), Some(2), None, Some(38), Some(39)]);
        assert_eq!(rows(4, 0), [Some(0), None, Some(3)]);
        assert!(rows(0, 9).is_empty());
    }

    #[test]
    fn the_card_lies_on_the_map_and_not_under_the_pointer() {
        let map = Rect::from_min_size(pos2(252.0, 38.0), vec2(764.0, 738.0));
        for (x, y) in [(300.0, 100.0), (900.0, 100.0), (900.0, 700.0), (640.0, 400.0)] {
            let card = place(map, pos2(x, y), 90.0, vec2(WIDTH, 420.0));
            assert!(map.contains_rect(card) && !card.contains(pos2(x, y)), "{x}, {y}: {card}");
        }
        // Narrow, beside the jaws, in the smallest window and in a usual one: above or below.
        for (left, top, width, height) in [(634.0, 38.0, 382.0, 738.0), (507.0, 38.0, 253.0, 638.0)] {
            let map = Rect::from_min_size(pos2(left, top), vec2(width, height));
            let size = vec2(Columns::new(map).inner + 2.0 * INSET, 290.0);
            for (dx, y) in [(30.0, 60.0), (200.0, 300.0), (30.0, 350.0), (100.0, 380.0), (200.0, 600.0)] {
                let at = pos2(left + dx, y);
                let card = place(map, at, 90.0, size);
                assert!(map.contains_rect(card) && !card.contains(at), "{at}: {card}");
            }
        }
    }

    #[test]
    fn columns_fit_the_narrowest_map() {
        for width in [253.0, 300.0, 338.0, 700.0] {
            let c = Columns::new(Rect::from_min_size(Pos2::ZERO, vec2(width, 600.0)));
            // With the star of an added face.
            assert!(c.triangle + 8.0 <= c.inner && c.winding.is_none_or(|w| w <= c.inner), "{width}: {c:?}");
        }
    }
}
