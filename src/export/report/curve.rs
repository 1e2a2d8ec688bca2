//! Area against threshold as a drawing: the upper jaw solid, the lower dashed, with the thresholds of foils and papers in use.
use super::super::json::AnalysisRecord;
use super::super::pdf::{Dash, Sheet};
use super::content::{FAINT, INK, RULE};
use crate::base::words::{decimal, say};
use crate::export::letters::Face;
use crate::field::Question;
use crate::field::contact::{CURVE_TO_MM, curve_place};

/// Draws it into a width and height; gives where it ends.
pub fn draw(sheet: &mut Sheet, record: &AnalysisRecord, [x, y]: [f32; 2], [width, height]: [f32; 2]) -> f32 {
    let title = say!("report-curve-contact-area-against-threshold", contact_gap = record.settings.contact_gap.name());
    sheet.text(Face::Words, 11.0, [x, y + 12.0], INK, &title);
    let points: Vec<_> = record.curve.iter().filter(|p| p.threshold_mm <= CURVE_TO_MM + 1e-9).collect();
    if points.len() < 2 {
        sheet.text(Face::Words, 9.0, [x, y + 30.0], FAINT, say!("report-curve-not-known-these-figures"));
        return y + 34.0;
    }
    let most = points.iter().map(|p| p.area_upper_mm2.max(p.area_lower_mm2)).fold(0.0, f64::max);
    let step = nice_step(most / 5.0);
    let top_mm2 = step * (most / step).ceil().max(1.0);
    let plot = [x + 34.0, y + 32.0, width - 46.0, height - 64.0];
    let at = |mm: f64, mm2: f64| {
        [plot[0] + plot[2] * curve_place(mm) as f32, plot[1] + plot[3] * (1.0 - (mm2 / top_mm2) as f32)]
    };
    grid(sheet, plot, step, top_mm2, &at);
    for (dash, area) in [(Dash::Solid, 0), (Dash::Dashed, 1)] {
        let line: Vec<_> =
            points.iter().map(|p| at(p.threshold_mm, [p.area_upper_mm2, p.area_lower_mm2][area])).collect();
        sheet.line(&line, 1.2, INK, dash);
    }
    key(sheet, [plot[0] + 10.0, plot[1] + 10.0]);
    y + height
}

fn grid(sheet: &mut Sheet, plot: [f32; 4], step: f64, top_mm2: f64, at: &dyn Fn(f64, f64) -> [f32; 2]) {
    let mut mm2 = 0.0;
    while mm2 <= top_mm2 * 1.0001 {
        let [left, y] = at(0.0, mm2);
        sheet.line(&[[left, y], [plot[0] + plot[2], y]], 0.3, RULE, Dash::Solid);
        let digits = usize::from(step < 1.0);
        sheet.text_right(Face::Figures, 7.5, [left - 4.0, y + 2.5], INK, &decimal(mm2, digits));
        mm2 += step;
    }
    sheet.text(Face::Words, 8.0, [plot[0] - 30.0, plot[1] - 5.0], FAINT, "mm²");
    let bottom = plot[1] + plot[3];
    // No two of them lie closer than 3 % of the width, two figures wide.
    for mm in [0.0].into_iter().chain(Question::DEFAULT_THRESHOLDS_MM).chain([CURVE_TO_MM]) {
        let [x, _] = at(mm, 0.0);
        sheet.line(&[[x, plot[1]], [x, bottom + 3.0]], 0.5, RULE, Dash::Dotted);
        sheet.text_centred(Face::Figures, 7.5, [x, bottom + 11.0], INK, &format!("{:.0}", mm * 1000.0));
    }
    sheet.frame(plot, 0.6, INK);
    let label = say!("report-curve-threshold-m-foils-papers");
    sheet.text_right(Face::Words, 8.0, [plot[0] + plot[2], bottom + 20.0], FAINT, label);
}

fn key(sheet: &mut Sheet, [x, y]: [f32; 2]) {
    sheet.fill([x - 4.0, y - 7.0, 88.0, 25.0], [255; 3]);
    for (i, (dash, name)) in
        [(Dash::Solid, say!("report-curve-upper-jaw")), (Dash::Dashed, say!("report-curve-lower-jaw"))]
            .into_iter()
            .enumerate()
    {
        let y = y + 12.0 * i as f32;
        sheet.line(&[[x, y], [x + 26.0, y]], 1.2, INK, dash);
        sheet.text(Face::Words, 8.0, [x + 31.0, y + 2.5], INK, name);
    }
}

/// 1, 2 or 5 times a power of ten, at least this much.
pub fn nice_step(least: f64) -> f64 {
    let least = least.max(0.1);
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|n| n * power).find(|s| *s >= least * 0.999).unwrap_or(10.0 * power)
}
