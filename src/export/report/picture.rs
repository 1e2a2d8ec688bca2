//! A picture on a page.
use super::super::canvas::BAR_LENGTHS_MM;
use super::super::pdf::{Dash, Sheet};
use super::content::{FAINT, INK, RULE, ReportPicture};
use crate::base::words::number;
use crate::export::letters::Face;

/// The picture with its title and a bar in mm below.
pub fn picture_with_bar(sheet: &mut Sheet, picture: &ReportPicture, place: [f32; 4]) {
    let [x, y, w, h] = sheet.picture(&picture.image, place);
    sheet.frame([x, y, w, h], 0.4, RULE);
    for label in &picture.labels {
        sheet.plate([x + w * label.at[0], y + h * label.at[1]], &label.text);
    }
    let mm_per_point = picture.mm_per_pixel * f64::from(picture.image.width()) / f64::from(w.max(1.0));
    let most_mm = mm_per_point * f64::from(w) / 4.0;
    // Below the picture: in it, it would cover teeth.
    if let Some(length_mm) = BAR_LENGTHS_MM.into_iter().rev().find(|l| *l <= most_mm) {
        let length = (length_mm / mm_per_point) as f32;
        let (right, base) = (x + w, y + h + 15.0);
        sheet.line(&[[right - length, base], [right, base]], 1.5, INK, Dash::Solid);
        for end in [right - length, right] {
            sheet.line(&[[end, base - 3.0], [end, base + 3.0]], 0.8, INK, Dash::Solid);
        }
        let label = format!("{} mm", number(length_mm));
        sheet.text_centred(Face::Figures, 7.0, [right - length / 2.0, base - 4.0], INK, &label);
    }
    sheet.text(Face::Words, 8.5, [x, y + h + 13.0], FAINT, &picture.title);
}
