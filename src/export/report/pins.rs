//! Notes that hang on the jaws, with the numbers that they have in the pictures.
use super::super::json::AnalysisRecord;
use super::super::pdf::{Sheet, lines_of};
use super::content::{FAINT, INK};
use crate::base::words::say;
use crate::export::letters::Face;

const SIZE: f32 = 8.5;
const LINE: f32 = 11.0;
/// Of the numbers before the texts.
const NUMBER: f32 = 20.0;

/// Down to `bottom`; those that have no room are counted.
pub fn draw(sheet: &mut Sheet, record: &AnalysisRecord, [x, y]: [f32; 2], width: f32, bottom: f32) -> f32 {
    sheet.text(Face::Words, 11.0, [x, y], INK, say!("report-pins"));
    sheet.text(Face::Words, 8.0, [x, y + 12.0], FAINT, say!("report-pins-note"));
    let mut y = y + 18.0;
    for (i, pin) in record.pins.iter().enumerate() {
        let lines: Vec<String> = pin.text.lines().flat_map(|line| lines_of(line, SIZE, width - NUMBER)).collect();
        if y + LINE * lines.len() as f32 > bottom {
            sheet.text(Face::Words, 8.0, [x, y + LINE], FAINT, &say!("report-pins-more", n = record.pins.len() - i));
            return y + LINE;
        }
        sheet.text_right(Face::Figures, SIZE, [x + NUMBER - 6.0, y + LINE], INK, &(i + 1).to_string());
        for line in &lines {
            y += LINE;
            sheet.text(Face::Words, SIZE, [x + NUMBER, y], INK, line);
        }
        y += 3.0;
    }
    y
}
