//! Texts of frames that cannot be read whole: cut off, broken within a word, over one another, or larger than what they stand on. For
//! whoever tests the program: a language that needs more room than another is noticed here.
use egui::epaint::text::PlacedRow;
use egui::epaint::{ClippedShape, Galley, RectShape, Shape, TextShape};
use egui::{Rect, Vec2, pos2};

/// What of some frames' texts cannot be read.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Texts {
    /// In one frame, at most.
    pub n: usize,
    /// By "…", or by the edge of what they stand in.
    pub cut: Vec<String>,
    /// At the end of a line, within a word.
    pub broken: Vec<String>,
    /// Wider than the button or the plate below them.
    pub outgrown: Vec<String>,
    /// Two over each other.
    pub overlaid: Vec<String>,
}

/// A text, line by line where it is seen, and how many plates were painted before it.
struct Seen {
    words: String,
    lines: Vec<Rect>,
    n_plates: usize,
}

/// Points that fonts may reach beyond their own lines.
const SLACK: f32 = 1.5;
/// What is more opaque hides what was painted before, alpha.
const OPAQUE: u8 = 128;

impl Texts {
    pub fn of(shapes: &[ClippedShape]) -> Self {
        let (mut found, mut seen, mut plates) = (Self::default(), Vec::new(), Vec::new());
        for ClippedShape { clip_rect, shape, .. } in shapes {
            found.look(shape, *clip_rect, &mut seen, &mut plates);
        }
        found.n = seen.len();
        for (i, a) in seen.iter().enumerate() {
            let others = seen[..i].iter().filter(|b| meet(b, a, &plates));
            found.overlaid.extend(others.map(|b| format!("{} | {}", b.words, a.words)));
        }
        found
    }

    /// Another frame, each text once.
    pub fn add(&mut self, other: Self) {
        self.n = self.n.max(other.n);
        let lists = [&mut self.cut, &mut self.broken, &mut self.outgrown, &mut self.overlaid];
        for (list, more) in lists.into_iter().zip([other.cut, other.broken, other.outgrown, other.overlaid]) {
            list.extend(more);
            list.sort();
            list.dedup();
        }
    }

    fn look(&mut self, shape: &Shape, clip: Rect, seen: &mut Vec<Seen>, plates: &mut Vec<Rect>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| self.look(shape, clip, seen, plates)),
            Shape::Rect(RectShape { rect, fill, .. }) if fill.a() >= OPAQUE => plates.push(rect.intersect(clip)),
            Shape::Circle(circle) if circle.fill.a() >= OPAQUE => {
                plates.push(Rect::from_center_size(circle.center, Vec2::splat(2.0 * circle.radius)));
            }
            // What fades in or out is read a moment later.
            Shape::Text(text) if text.opacity_factor == 1.0 && !text.galley.text().trim().is_empty() => {
                self.read(text, clip, seen, plates);
            }
            _ => {}
        }
    }

    fn read(&mut self, text: &TextShape, clip: Rect, seen: &mut Vec<Seen>, plates: &[Rect]) {
        let (words, lines) = (text.galley.text().to_owned(), lines(text));
        let Some(place) = lines.iter().copied().reduce(|a, b| a | b) else { return };
        if !clip.y_range().contains(place.center().y) {
            // Scrolled away.
            return;
        }
        let within = |edge: Rect| place.left() >= edge.left() - SLACK && place.right() <= edge.right() + SLACK;
        if text.galley.elided || !within(clip) {
            self.cut.push(words.clone());
        }
        if is_broken(&text.galley) {
            self.broken.push(words.clone());
        }
        if plates.iter().rev().find(|plate| plate.contains(place.center())).is_some_and(|plate| !within(*plate)) {
            self.outgrown.push(words.clone());
        }
        seen.push(Seen { words, lines, n_plates: plates.len() });
    }
}

/// Where the letters of each line are.
fn lines(text: &TextShape) -> Vec<Rect> {
    let line = |row: &PlacedRow| {
        let (first, last) = (row.glyphs.first()?, row.glyphs.last()?);
        let (left, right) = (first.pos.x, last.pos.x + last.advance_width);
        let line = Rect::from_min_max(pos2(left, 0.0), pos2(right, row.size.y));
        Some(line.translate(row.pos.to_vec2() + text.pos.to_vec2()))
    };
    text.galley.rows.iter().filter_map(line).collect()
}

/// Both are read in the same place, and no plate that was painted between them hides the earlier one there.
fn meet(before: &Seen, after: &Seen, plates: &[Rect]) -> bool {
    let between = &plates[before.n_plates..after.n_plates];
    let pairs = before.lines.iter().flat_map(|a| after.lines.iter().map(|b| (*a, *b)));
    let mut common = pairs.filter(|(a, b)| overlap(*a, *b)).map(|(a, b)| a.intersect(b));
    common.any(|common| !between.iter().any(|plate| plate.expand(SLACK).contains_rect(common)))
}

fn overlap(a: Rect, b: Rect) -> bool {
    let common = a.intersect(b).size();
    common.x > 2.0 * SLACK && common.y > 4.0 * SLACK
}

/// A line ends between two letters.
fn is_broken(galley: &Galley) -> bool {
    let ends = galley.rows.windows(2).filter(|rows| !rows[0].ends_with_newline);
    let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let mut ends =
        ends.map(|rows| (rows[0].row.glyphs.last().map(|g| g.chr), rows[1].row.glyphs.first().map(|g| g.chr)));
    ends.any(|(last, first)| letter(last) && letter(first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Align2, Color32, Context, FontId, Label, RawInput, Ui, vec2};

    fn is_fine(texts: &Texts) -> bool {
        [&texts.cut, &texts.broken, &texts.outgrown, &texts.overlaid].iter().all(|list| list.is_empty())
    }

    fn check(lay_out: impl FnMut(&mut Ui)) -> Texts {
        let screen = Rect::from_min_size(pos2(0.0, 0.0), vec2(400.0, 300.0));
        let input = RawInput { screen_rect: Some(screen), ..RawInput::default() };
        Texts::of(&Context::default().run_ui(input, lay_out).shapes)
    }

    fn write(ui: &Ui, x: f32, words: &str) {
        ui.painter().text(pos2(x, 50.0), Align2::LEFT_TOP, words, FontId::proportional(13.0), Color32::WHITE);
    }

    #[test]
    fn what_fits_is_fine() {
        let texts = check(|ui| {
            ui.label("A sentence.");
            let _ = ui.button("A button");
            ui.set_width(60.0);
            ui.add(Label::new("Several words in several lines").wrap());
        });
        assert_eq!((texts.n, is_fine(&texts)), (3, true), "{texts:?}");
    }

    /// The negative twins.
    #[test]
    fn what_does_not_fit_is_named() {
        let narrow = |ui: &mut Ui, label: Label| {
            ui.set_width(40.0);
            ui.add(label);
        };
        let truncated = check(|ui| narrow(ui, Label::new("Verschlüsselung").truncate()));
        assert_eq!(truncated.cut, ["Verschlüsselung"]);
        let broken = check(|ui| narrow(ui, Label::new("Verschlüsselung").wrap()));
        assert_eq!(broken.broken, ["Verschlüsselung"]);
        assert_eq!(check(|ui| write(ui, 380.0, "over the edge")).cut, ["over the edge"]);
        let two = check(|ui| {
            write(ui, 10.0, "one");
            write(ui, 20.0, "two");
        });
        assert_eq!(two.overlaid, ["one | two"]);
        let hidden = check(|ui| {
            write(ui, 10.0, "one");
            ui.painter().rect_filled(Rect::from_min_size(pos2(0.0, 40.0), vec2(300.0, 50.0)), 0.0, Color32::BLACK);
            write(ui, 20.0, "two");
        });
        assert!(is_fine(&hidden) && hidden.n == 2, "{hidden:?}");
        let plate = check(|ui| {
            ui.painter().rect_filled(Rect::from_min_size(pos2(0.0, 40.0), vec2(50.0, 50.0)), 0.0, Color32::BLACK);
            write(ui, 5.0, "a little wider");
        });
        assert_eq!(plate.outgrown, ["a little wider"]);
    }
}
