//! The report for the patient's record: two A4 pages, and a third where something was measured by hand, with the views, the map, the figures and how sure they are, the curve, the
//! contacts, the pairs of teeth, the method and its limits. Everything stays readable in grey: hatching, line styles and labels beside the colours.
//!
//! Names of scans often are patients' names: the report has empty lines to write on, and hashes in place of file names.
mod contacts;
mod content;
mod curve;
mod figures;
mod legend;
mod measures;
mod uncertainty;

use super::json::AnalysisRecord;
use super::letters::Face;
use super::overlay::BAR_LENGTHS_MM;
use super::pdf::{Dash, Fonts, MM, PAGE, Sheet, page_settings};
use crate::field::contact::GapKind;
use content::{FAINT, INK, RULE};
pub use content::{PdfReport, ReportPicture};
use krilla::Document;
use krilla::metadata::Metadata;
use std::io::{self, Write};

const MARGIN: f32 = 15.0 * MM;
const WIDTH: f32 = PAGE[0] - 2.0 * MARGIN;

/// Writes the report as PDF.
///
/// # Errors
/// What `out` reports, or a picture that cannot be embedded.
pub fn write_report(report: &PdfReport, mut out: impl Write) -> io::Result<()> {
    let fonts = Fonts::new()?;
    let mut document = Document::new();
    let metadata = Metadata::new().title("Occlusal contacts".into()).creator(super::program_text());
    document.set_metadata(metadata.language("en".into()));
    let pages: [fn(&mut Sheet, &PdfReport); 3] = [first_page, second_page, third_page];
    for draw in pages.into_iter().take(n_pages(report.record)) {
        let mut page = document.start_page_with(page_settings()?);
        let mut surface = page.surface();
        draw(&mut Sheet { surface: &mut surface, fonts: &fonts }, report);
        surface.finish();
        page.finish();
    }
    let bytes = document.finish().map_err(|e| io::Error::other(format!("the PDF cannot be made ({e:?})")))?;
    out.write_all(&bytes)
}

fn first_page(sheet: &mut Sheet, report: &PdfReport) {
    let mut y = head(sheet, report);
    y = patient_fields(sheet, y + 8.0);
    let half = (WIDTH - 12.0) / 2.0;
    let places = [[MARGIN, y, half, half], [MARGIN + half + 12.0, y, half, half]];
    for (picture, place) in report.views.iter().zip(places) {
        picture_with_bar(sheet, picture, place);
    }
    if report.views.is_empty() {
        let at = [MARGIN, y + 14.0];
        sheet.text(Face::Words, 9.0, at, FAINT, "No views of the arches: there was no graphics adapter to draw them.");
        y -= half - 30.0;
    }
    y = legend::draw(sheet, report.scale, [MARGIN, y + half + 30.0], WIDTH);
    if let Some(map) = report.map {
        picture_with_bar(sheet, map, [MARGIN, y + 6.0, half, half]);
    }
    let x = MARGIN + half + 12.0;
    let y = figures::draw(sheet, report, [x, y + 6.0], half);
    uncertainty::draw(sheet, report.record, [x, y + 16.0], half);
    foot(sheet, report, 1);
}

fn second_page(sheet: &mut Sheet, report: &PdfReport) {
    let mut y = head(sheet, report) + 6.0;
    y = curve::draw(sheet, report.record, [MARGIN, y], [WIDTH, 190.0]);
    y = contacts::draw(sheet, report, [MARGIN, y + 14.0], WIDTH);
    y = method(sheet, report, y + 24.0);
    figures::origins(sheet, report, [MARGIN, y + 6.0]);
    foot(sheet, report, 2);
}

/// Of what a hand has measured; where it has not there is no such page.
fn third_page(sheet: &mut Sheet, report: &PdfReport) {
    let y = head(sheet, report) + 6.0;
    measures::draw(sheet, report.record, [MARGIN, y + 14.0], WIDTH);
    foot(sheet, report, 3);
}

fn n_pages(record: &AnalysisRecord) -> usize {
    if record.measures.is_empty() { 2 } else { 3 }
}

/// Title, date and program; gives where it ends.
fn head(sheet: &mut Sheet, report: &PdfReport) -> f32 {
    let y = MARGIN + 10.0;
    sheet.text(Face::Words, 17.0, [MARGIN, y], INK, "Occlusal contacts");
    let right = MARGIN + WIDTH;
    sheet.text_right(Face::Words, 9.0, [right, y - 8.0], FAINT, &format!("made on {}", report.date));
    sheet.text_right(Face::Words, 9.0, [right, y + 3.0], FAINT, &super::program_text());
    sheet.line(&[[MARGIN, y + 8.0], [right, y + 8.0]], 0.8, INK, Dash::Solid);
    y + 8.0
}

/// Lines to write on.
fn patient_fields(sheet: &mut Sheet, y: f32) -> f32 {
    let half = (WIDTH - 12.0) / 2.0;
    for (i, name) in ["Patient", "Date of birth", "Case", "Examiner"].into_iter().enumerate() {
        let x = MARGIN + (i % 2) as f32 * (half + 12.0);
        let baseline = y + 12.0 + (i / 2) as f32 * 21.0;
        let end = sheet.text(Face::Words, 9.0, [x, baseline], FAINT, name);
        sheet.line(&[[end + 5.0, baseline + 1.5], [x + half, baseline + 1.5]], 0.5, RULE, Dash::Solid);
    }
    y + 46.0
}

/// The picture with its title and a bar in mm below.
fn picture_with_bar(sheet: &mut Sheet, picture: &ReportPicture, place: [f32; 4]) {
    let [x, y, w, h] = sheet.picture(&picture.image, place);
    sheet.frame([x, y, w, h], 0.4, RULE);
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
        let label = format!("{length_mm} mm");
        sheet.text_centred(Face::Figures, 7.0, [right - length / 2.0, base - 4.0], INK, &label);
    }
    sheet.text(Face::Words, 8.5, [x, y + h + 13.0], FAINT, &picture.title);
}

fn method(sheet: &mut Sheet, report: &PdfReport, y: f32) -> f32 {
    let zones_mm = f64::from(report.scale.threshold_mm);
    let gap = match (report.record.settings.contact_gap, n_directions(report.record)) {
        (GapKind::Closest, _) => "by closest gap: the distance to the nearest point of the other jaw".to_owned(),
        (GapKind::Projected, 1) => "by projected gap, along one direction".to_owned(),
        (GapKind::Projected, n) => {
            format!("by projected gap, along {n} directions, each for the surface that faces it")
        }
    };
    let prepared = match report.record.settings.close {
        true => "Both scans were welded and closed; faces added for that are no contact.",
        false => "Both scans were welded and not closed: where they are open, inside and outside are not known.",
    };
    let text = format!(
        "How it was measured. {prepared} Positive gaps are clearance, negative ones interpenetration. Contact at a threshold is the surface with a gap of at most that; it has a \
         penetrating and a near part. Its areas are measured {gap}; they are true surface, cut within triangles. Contacts of \
         this page hang together within {zones_mm:.3} mm. Verdict, deepest place, volume, map and pictures are by projected gap."
    );
    let noted = noted(report.record);
    let limits = "Limits. Scan and bite together are uncertain by 50 to 100 µm, which is as much as a usual threshold: an area \
                  at one threshold is no norm, and repeated bites differ. Teeth give way in their sockets and scans do not. \
                  Lateral contacts from a static bite are the least reliable. Shown is geometry alone: neither loads nor \
                  whether a contact is too early can be read from it.";
    sheet.text(Face::Words, 11.0, [MARGIN, y], INK, "Method and limits");
    let mut y = sheet.paragraph(8.0, [MARGIN, y + 13.0], WIDTH, INK, &text);
    y = sheet.paragraph(8.0, [MARGIN, y + 2.0], WIDTH, INK, limits);
    if noted.is_empty() { y } else { sheet.paragraph(8.0, [MARGIN, y + 2.0], WIDTH, INK, &noted) }
}

/// Warnings that have room on the page.
const MOST_NOTES: usize = 5;
const LONGEST_NOTES: usize = 900;

/// What was said of these scans and figures; nothing where nothing was. Names of scans are left out.
fn noted(record: &AnalysisRecord) -> String {
    let warnings = record.without_names().warnings;
    let mut words = String::new();
    for (n, warning) in warnings.iter().enumerate() {
        if n == MOST_NOTES || words.len() + warning.len() > LONGEST_NOTES {
            words += &format!(" And {} more, in the JSON.", warnings.len() - n);
            break;
        }
        let (first, rest) = warning.split_at(warning.chars().next().map_or(0, char::len_utf8));
        let stop = if warning.ends_with('.') { "" } else { "." };
        words += &format!(" {}{rest}{stop}", first.to_uppercase());
    }
    if words.is_empty() { words } else { format!("What was noted.{words}") }
}

fn n_directions(record: &AnalysisRecord) -> usize {
    record.projection.as_ref().map_or(1, |p| p.patches as usize)
}

fn foot(sheet: &mut Sheet, report: &PdfReport, page: usize) {
    let y = PAGE[1] - MARGIN + 4.0;
    sheet.line(&[[MARGIN, y - 11.0], [MARGIN + WIDTH, y - 11.0]], 0.4, RULE, Dash::Solid);
    sheet.text(Face::Words, 8.5, [MARGIN, y], INK, super::DISCLAIMER);
    sheet.text_right(
        Face::Words,
        8.5,
        [MARGIN + WIDTH, y],
        FAINT,
        &format!("page {page} of {}", n_pages(report.record)),
    );
}

#[cfg(test)]
mod tests;
