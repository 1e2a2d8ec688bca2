//! A diagram of a movement, drawn into a place: axes with round numbers, what encloses thin, the movement thick, the left condyle dashed.
use super::super::pdf::{Dash, Sheet, width as width_of};
use super::content::{FAINT, INK, RULE};
use crate::base::rounded;
use crate::base::words::number;
use crate::export::letters::Face;
use crate::jaw::motion::Side;
use crate::jaw::motion::diagrams::{Diagram, DiagramScale, LineKind, ticks};
use glam::DVec2;

/// Draws it with its title above and its axes below and to the left.
pub fn draw(sheet: &mut Sheet, diagram: &Diagram, [x, y, width, height]: [f32; 4], bold_mm: f64) {
    let title = diagram.kind.title().say();
    sheet.text(Face::Words, fitting(title, 7.5, width - 8.0), [x, y + 7.0], INK, title);
    let plot = [x + 20.0, y + 12.0, width - 24.0, height - 32.0];
    let scale = Scale::of(diagram, plot);
    grid(sheet, diagram, &scale);
    for line in &diagram.lines {
        let points: Vec<[f32; 2]> = line.points.iter().map(|p| scale.at(*p)).collect();
        let (weight, dash) = style(line.kind, bold_mm);
        if points.len() > 1 {
            sheet.line(&points, weight, INK, dash);
        }
    }
    let bottom = plot[1] + plot[3];
    let across = diagram.across.words.say();
    let size = fitting(across, 6.5, plot[2]);
    sheet.text_centred(Face::Words, size, [plot[0] + plot[2] / 2.0, bottom + 17.0], FAINT, across);
    on_ground(sheet, 6.5, [plot[0] + 2.0, plot[1] + 7.0], diagram.up.words.say());
    if let Some([low, high]) = diagram.across.ends.map(|ends| ends.map(|end| end.say())) {
        on_ground(sheet, 7.0, [plot[0] + 2.0, bottom - 3.0], low);
        on_ground(sheet, 7.0, [plot[0] + plot[2] - 2.0 - width_of(Face::Words, high, 7.0), bottom - 3.0], high);
    }
}

/// Words in a plot: no line goes through them.
fn on_ground(sheet: &mut Sheet, size: f32, [x, baseline]: [f32; 2], words: &str) {
    let (wide, high) = (width_of(Face::Words, words, size) + 2.0, size + 1.5);
    sheet.fill([x - 1.0, baseline - size + 0.5, wide, high], [255; 3]);
    sheet.text(Face::Words, size, [x, baseline], FAINT, words);
}

/// The size at which a text has room; languages have words of their own lengths.
pub fn fitting(text: &str, size: f32, most: f32) -> f32 {
    size * (most / width_of(Face::Words, text, size)).min(1.0)
}

fn style(kind: LineKind, bold_mm: f64) -> (f32, Dash) {
    match kind {
        LineKind::Border(_) => (0.5, Dash::Solid),
        LineKind::Condyle(Side::Right, _) => (0.4, Dash::Solid),
        LineKind::Condyle(Side::Left, _) => (0.4, Dash::Dashed),
        LineKind::Movement | LineKind::MovementOfCondyle(Side::Right) => (1.5, Dash::Solid),
        LineKind::MovementOfCondyle(Side::Left) => (1.5, Dash::Dashed),
        LineKind::AreaWithin { threshold_mm } if (threshold_mm - bold_mm).abs() < 1e-9 => (1.5, Dash::Solid),
        LineKind::AreaWithin { .. } => (0.4, Dash::Solid),
    }
}

/// From mm of a diagram to points of the page.
struct Scale {
    of: DiagramScale,
    plot: [f32; 4],
}

impl Scale {
    fn of(diagram: &Diagram, plot: [f32; 4]) -> Self {
        let size = DVec2::new(f64::from(plot[2]), f64::from(plot[3]));
        Self { of: DiagramScale::of(diagram, size), plot }
    }

    fn at(&self, p: DVec2) -> [f32; 2] {
        let place = self.of.at(p);
        [self.plot[0] + place.x as f32, self.plot[1] + place.y as f32]
    }
}

fn grid(sheet: &mut Sheet, diagram: &Diagram, scale: &Scale) {
    let [left, top, width, height] = scale.plot;
    let (right, bottom) = (left + width, top + height);
    for x in ticks(scale.of.least.x, scale.of.most.x, 4) {
        let [at, _] = scale.at(DVec2::new(x, 0.0));
        sheet.line(&[[at, top], [at, bottom]], 0.3, RULE, if x == 0.0 { Dash::Solid } else { Dash::Dotted });
        // To the patient's left as well as to the right one counts from the middle.
        let label = if diagram.across.ends.is_some() { x.abs() } else { x };
        sheet.text_centred(Face::Figures, 6.0, [at, bottom + 8.0], INK, &number(rounded(label, 6)));
    }
    for y in ticks(scale.of.least.y, scale.of.most.y, 4) {
        let [_, at] = scale.at(DVec2::new(0.0, y));
        sheet.line(&[[left, at], [right, at]], 0.3, RULE, if y == 0.0 { Dash::Solid } else { Dash::Dotted });
        sheet.text_right(Face::Figures, 6.0, [left - 2.0, at + 2.0], INK, &number(rounded(y, 6)));
    }
    sheet.frame(scale.plot, 0.5, INK);
}
