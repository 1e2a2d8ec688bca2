//! What a hand has measured, as a table.
use super::super::json::AnalysisRecord;
use super::super::pdf::{Dash, Sheet};
use super::content::{FAINT, INK, RULE};
use crate::base::words::{decimal, say};
use crate::export::letters::Face;
use crate::jaw::JawSide;

/// Measures that have a line of their own.
const MOST: usize = 60;
const LINE: f32 = 11.0;
/// Where the columns begin, and where the last one ends, as parts of the width.
const COLUMNS: [f32; 3] = [0.0, 0.35, 0.6];
const VALUE: f32 = 1.0;

pub fn draw(sheet: &mut Sheet, record: &AnalysisRecord, [x, y]: [f32; 2], width: f32) -> f32 {
    sheet.text(Face::Words, 11.0, [x, y], INK, say!("report-measures"));
    let note = say!("report-measures-note");
    sheet.text(Face::Words, 8.0, [x, y + 12.0], FAINT, note);
    let mut y = y + 16.0;
    for (share, name) in COLUMNS.into_iter().zip([
        say!("report-measures-name"),
        say!("report-measures-what"),
        say!("report-measures-marks"),
    ]) {
        sheet.text(Face::Words, 8.0, [x + width * share, y + 10.0], FAINT, name);
    }
    sheet.text_right(Face::Words, 8.0, [x + width * VALUE, y + 10.0], FAINT, say!("report-measures-value"));
    sheet.line(&[[x, y + 13.0], [x + width, y + 13.0]], 0.4, RULE, Dash::Solid);
    y += 14.0;
    for measure in record.measures.iter().take(MOST) {
        y += LINE;
        let jaws: Vec<&str> = measure.marks.iter().map(|mark| jaw(mark.jaw)).collect();
        for (share, words) in COLUMNS.into_iter().zip([&measure.name, measure.kind.name(), &jaws.join(", ")]) {
            sheet.text(Face::Words, 8.5, [x + width * share, y], INK, words);
        }
        sheet.text_right(Face::Figures, 8.0, [x + width * VALUE, y], INK, &measure.value_text());
    }
    if record.measures.len() > MOST {
        y += LINE + 1.0;
        let rest = say!("report-measures-more", n = decimal((record.measures.len() - MOST) as f64, 0));
        sheet.text(Face::Words, 8.0, [x, y], FAINT, &rest);
    }
    y
}

fn jaw(side: JawSide) -> &'static str {
    match side {
        JawSide::Upper => say!("report-measures-upper"),
        JawSide::Lower => say!("report-measures-lower"),
    }
}
