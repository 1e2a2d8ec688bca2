//! The scale of the colours with its numbers in mm; what lies inside each other is hatched, as in the pictures.
use super::super::pdf::{self, Dash, Sheet};
use super::content::{FAINT, INK, PdfReport, RULE};
use crate::base::Palette;
use crate::base::words::{decimal, say};
use crate::export::letters::Face;
use crate::field::contact::GapKind;

const HEIGHT: f32 = 11.0;
/// The bar is drawn in so many steps.
const STEPS: usize = 150;

/// Draws it across a width; gives where it ends.
pub fn draw(sheet: &mut Sheet, report: &PdfReport, [x, y]: [f32; 2], width: f32) -> f32 {
    let scale = report.scale;
    for (i, part) in [say!("legend-inside"), say!("legend-near"), say!("legend-clear")].into_iter().enumerate() {
        let middle = x + width * (i as f32 + 0.5) / 3.0;
        sheet.text_centred(Face::Words, 8.0, [middle, y], FAINT, part);
    }
    let top = y + 4.0;
    let table = scale.palette.lookup_table(scale.threshold_mm, scale.range_mm);
    let step = width / STEPS as f32;
    for i in 0..STEPS {
        let [r, g, b, a] = table[i * (table.len() - 1) / (STEPS - 1)];
        let weight = f32::from(a) / 255.0;
        let over = |c: u8, under: u8| (f32::from(c) * weight + f32::from(under) * (1.0 - weight)).round() as u8;
        let [cr, cg, cb] = scale.palette.clear();
        // A hair wider, so that no gaps are seen between the steps.
        sheet.fill([x + i as f32 * step, top, step + 0.2, HEIGHT], [over(r, cr), over(g, cg), over(b, cb)]);
    }
    hatch(sheet, [x, top], width / 3.0);
    sheet.frame([x, top, width, HEIGHT], 0.5, INK);
    for tick in scale.palette.legend_ticks(scale.threshold_mm, scale.range_mm) {
        let at = x + width * tick.position;
        sheet.line(&[[at, top], [at, top + HEIGHT + 3.0]], 0.6, INK, Dash::Solid);
        let half = pdf::width(Face::Figures, &tick.label, 7.5) / 2.0;
        let at = at.clamp(x + half, x + width - half);
        sheet.text_centred(Face::Figures, 7.5, [at, top + HEIGHT + 11.0], INK, &tick.label);
    }
    let note = say!(
        "report-legend-note",
        gap = which_gap(report.painted_by),
        threshold_mm = decimal(scale.threshold_mm, 3),
        range_mm = decimal(scale.range_mm, 1)
    );
    sheet.text(Face::Words, 7.5, [x, top + HEIGHT + 22.0], FAINT, &note);
    top + HEIGHT + 26.0
}

/// What the greys of the map are: surface of one jaw that has nothing of the other one across.
pub fn alone(sheet: &mut Sheet, palette: Palette, [x, y]: [f32; 2]) {
    const SAMPLE: f32 = 6.0;
    let jaws = [
        (say!("map-panel-upper-jaw-alone"), palette.upper_only()),
        (say!("map-panel-lower-jaw-alone"), palette.lower_only()),
    ];
    let mut left = x;
    for (words, grey) in jaws {
        let sample = [left, y - SAMPLE + 0.5, SAMPLE, SAMPLE];
        sheet.fill(sample, grey);
        sheet.frame(sample, 0.4, RULE);
        sheet.text(Face::Words, 7.5, [left + SAMPLE + 3.0, y], FAINT, words);
        left += SAMPLE + 3.0 + pdf::width(Face::Words, words, 7.5) + 12.0;
    }
}

fn which_gap(painted_by: GapKind) -> &'static str {
    match painted_by {
        GapKind::Closest => say!("report-legend-closest"),
        GapKind::Projected => say!("report-legend-projected"),
    }
}

/// White strokes from the lower left to the upper right.
fn hatch(sheet: &mut Sheet, [x, top]: [f32; 2], width: f32) {
    let mut at = x;
    while at + HEIGHT <= x + width {
        sheet.line(&[[at, top + HEIGHT], [at + HEIGHT, top]], 1.0, [255; 3], Dash::Solid);
        at += 5.0;
    }
}
