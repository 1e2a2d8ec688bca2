//! The report for the patient's record: A4 pages with the views, the map, the figures and how sure they are, the curve, the
//! contacts, the pairs of teeth, the method and its limits. Everything stays readable in grey: hatching, line styles and labels beside the colours.
//!
//! Names of scans often are patients' names: the report has hashes in place of file names, and lines to write on where nothing was typed.
mod changes;
mod comparison;
mod contacts;
mod content;
mod curve;
mod diagram;
mod figures;
mod legend;
mod measures;
mod motion;
mod picture;
mod pins;
mod uncertainty;
mod vertical;

use super::changes::ChangesRecord;
use super::comparison::ComparisonRecord;
use super::json::{AnalysisRecord, STANDS_FOR};
use super::letters::Face;
use super::pdf::{Dash, Fonts, PAGE, Sheet, Written, lines_of, page_settings};
use super::text::capitalized;
use super::vertical::VerticalRecord;
use crate::base::words::{decimal, reword, say};
use crate::field::contact::GapKind;
use content::{FAINT, FOOT_LINE, INK, MARGIN, RULE, WIDTH};
pub use content::{MorePages, MotionPage, PdfReport, PictureLabel, ReportPicture, TypedFields};
use figures::Origins;
use krilla::Document;
use krilla::metadata::Metadata;
use picture::picture_with_bar;
use std::io::{self, Write};

/// Writes the report as PDF.
///
/// # Errors
/// What `out` reports, or a picture that cannot be embedded.
pub fn write_report(report: &PdfReport, mut out: impl Write) -> io::Result<()> {
    out.write_all(&pages(report)?.0)
}

/// The page of a movement alone. `date` as from [`crate::export::now_text`].
///
/// # Errors
/// What `out` reports, or a picture that cannot be embedded.
pub fn write_motion_report(page: &MotionPage, date: &str, mut out: impl Write) -> io::Result<()> {
    out.write_all(&document(&[&|sheet: &mut Sheet| motion_page(sheet, page, date)])?.0)
}

/// The page of several bites. `date` as from [`crate::export::now_text`].
///
/// # Errors
/// What `out` reports.
pub fn write_comparison_report(record: &ComparisonRecord, date: &str, mut out: impl Write) -> io::Result<()> {
    out.write_all(&document(&[&|sheet: &mut Sheet| bites_page(sheet, record, date)])?.0)
}

/// The page of the jaws before and after. `date` as from [`crate::export::now_text`].
///
/// # Errors
/// What `out` reports.
pub fn write_changes_report(record: &ChangesRecord, date: &str, mut out: impl Write) -> io::Result<()> {
    out.write_all(&document(&[&|sheet: &mut Sheet| changes_page(sheet, record, date)])?.0)
}

/// The page of a vertical dimension. `date` as from [`crate::export::now_text`].
///
/// # Errors
/// What `out` reports.
pub fn write_vertical_report(record: &VerticalRecord, date: &str, mut out: impl Write) -> io::Result<()> {
    out.write_all(&document(&[&|sheet: &mut Sheet| vertical_page(sheet, record, date)])?.0)
}

/// The PDF, and what was written on each of its pages.
fn pages(report: &PdfReport) -> io::Result<(Vec<u8>, Vec<Vec<Written>>)> {
    let mut draws: Vec<&dyn Fn(&mut Sheet)> = Vec::new();
    let first = |sheet: &mut Sheet| first_page(sheet, report);
    let second = |sheet: &mut Sheet| second_page(sheet, report);
    let measures = |sheet: &mut Sheet| measures_page(sheet, report);
    let pins = |sheet: &mut Sheet| pins_page(sheet, report);
    let notes = |sheet: &mut Sheet| notes_page(sheet, report);
    let more = more_pages(report);
    draws.extend([&first as &dyn Fn(&mut Sheet), &second]);
    if !report.record.measures.is_empty() {
        draws.push(&measures);
    }
    if has_pins(report) {
        draws.push(&pins);
    }
    draws.extend(more.iter().map(|page| &**page));
    if !report.typed.notes.is_empty() && !notes_fit(report) {
        draws.push(&notes);
    }
    document(&draws)
}

/// Draws a page.
type DrawPage<'a> = Box<dyn Fn(&mut Sheet) + 'a>;

/// Of a movement, and of what was compared.
fn more_pages<'a>(report: &'a PdfReport) -> Vec<DrawPage<'a>> {
    let (pages, date) = (&report.pages, report.date);
    let motion = pages.motion.as_ref();
    let motion = motion.map(|page| Box::new(move |sheet: &mut Sheet| motion_page(sheet, page, date)) as DrawPage);
    let bites = pages.bites;
    let bites = bites.map(|record| Box::new(move |sheet: &mut Sheet| bites_page(sheet, record, date)) as DrawPage);
    let changes = pages.changes;
    let changes = changes.map(|of| Box::new(move |sheet: &mut Sheet| changes_page(sheet, of, date)) as DrawPage);
    let vertical = pages.vertical;
    let vertical = vertical.map(|of| Box::new(move |sheet: &mut Sheet| vertical_page(sheet, of, date)) as DrawPage);
    [motion, bites, changes, vertical].into_iter().flatten().collect()
}

fn document(draws: &[&dyn Fn(&mut Sheet)]) -> io::Result<(Vec<u8>, Vec<Vec<Written>>)> {
    let fonts = Fonts::new()?;
    let mut document = Document::new();
    let metadata = Metadata::new().title(say!("report-report-occlusal-contacts").into()).creator(super::program_text());
    document.set_metadata(metadata.language(say!("report-report-en").into()));
    let mut written = Vec::new();
    for (i, draw) in draws.iter().enumerate() {
        let mut page = document.start_page_with(page_settings()?);
        let mut surface = page.surface();
        let mut sheet = Sheet::new(&mut surface, &fonts);
        draw(&mut sheet);
        foot(&mut sheet, (i + 1, draws.len()));
        written.push(sheet.written);
        surface.finish();
        page.finish();
    }
    let bytes = document.finish().map_err(|e| io::Error::other(format!("the PDF cannot be made ({e:?})")))?;
    Ok((bytes, written))
}

fn first_page(sheet: &mut Sheet, report: &PdfReport) {
    let mut y = head(sheet, report.date);
    y = patient_fields(sheet, report.typed, y + 8.0);
    let half = (WIDTH - 12.0) / 2.0;
    let places = [[MARGIN, y, half, half], [MARGIN + half + 12.0, y, half, half]];
    for (picture, place) in report.views.iter().zip(places) {
        picture_with_bar(sheet, picture, place);
    }
    if report.views.is_empty() {
        let at = [MARGIN, y + 14.0];
        sheet.text(Face::Words, 9.0, at, FAINT, say!("report-report-no-views-arches-was"));
        y -= half - 30.0;
    }
    y = legend::draw(sheet, report, [MARGIN, y + half + 30.0], WIDTH);
    if let Some(map) = report.map {
        picture_with_bar(sheet, map, [MARGIN, y + 6.0, half, half]);
        legend::alone(sheet, report.scale.palette, [MARGIN, y + half + 30.0]);
    }
    if notes_fit(report) {
        notes(sheet, report, [MARGIN, y + half + 42.0], half);
    }
    let x = MARGIN + half + 12.0;
    let y = figures::draw(sheet, report, [x, y + 6.0], half);
    uncertainty::draw(sheet, report.record, [x, y + 16.0], half);
}

fn second_page(sheet: &mut Sheet, report: &PdfReport) {
    let mut y = head(sheet, report.date) + 6.0;
    y = curve::draw(sheet, report.record, [MARGIN, y], [WIDTH, 190.0]);
    y = contacts::draw(sheet, report, [MARGIN, y + 14.0], WIDTH);
    // What the figures come from has its room first; what was noted takes what is left.
    let origins = Origins::of(report.record, MARGIN);
    y = method(sheet, report, y + 24.0, FOOT_LINE - 4.0 - origins.height() - 6.0);
    origins.draw(sheet, [MARGIN, y + 6.0]);
}

/// Notes that have no room below the map.
fn notes_page(sheet: &mut Sheet, report: &PdfReport) {
    let y = head(sheet, report.date) + 18.0;
    notes(sheet, report, [MARGIN, y], WIDTH);
}

const NOTES_SIZE: f32 = 8.0;
/// So many lines have room below the map.
const NOTES_BELOW_MAP: usize = 5;
/// And so many on a page of their own.
const NOTES_ON_A_PAGE: usize = 62;

fn notes_fit(report: &PdfReport) -> bool {
    notes_lines(report, (WIDTH - 12.0) / 2.0).len() <= NOTES_BELOW_MAP
}

/// The notes as they break; an empty line of theirs stays one.
fn notes_lines(report: &PdfReport, width: f32) -> Vec<String> {
    let broken = |line: &str| match line.trim() {
        "" => vec![String::new()],
        line => lines_of(line, NOTES_SIZE, width),
    };
    report.typed.notes.trim().lines().flat_map(broken).collect()
}

fn notes(sheet: &mut Sheet, report: &PdfReport, [x, y]: [f32; 2], width: f32) {
    let mut lines = notes_lines(report, width);
    if lines.is_empty() {
        return;
    }
    if lines.len() > NOTES_ON_A_PAGE {
        lines.truncate(NOTES_ON_A_PAGE - 1);
        lines.push(say!("report-notes-more").into());
    }
    sheet.text(Face::Words, 11.0, [x, y], INK, say!("notes-notes"));
    for (i, line) in lines.iter().enumerate() {
        sheet.text(Face::Words, NOTES_SIZE, [x, y + 13.0 + 1.35 * NOTES_SIZE * i as f32], INK, line);
    }
}

/// Of what a hand has measured.
fn measures_page(sheet: &mut Sheet, report: &PdfReport) {
    let y = head(sheet, report.date) + 6.0;
    measures::draw(sheet, report.record, [MARGIN, y + 14.0], WIDTH);
}

/// Of a movement.
fn motion_page(sheet: &mut Sheet, page: &MotionPage, date: &str) {
    let y = head(sheet, date) + 6.0;
    motion::draw(sheet, page, [MARGIN, y + 14.0], WIDTH);
}

/// Of several bites.
fn bites_page(sheet: &mut Sheet, record: &ComparisonRecord, date: &str) {
    let y = head(sheet, date) + 6.0;
    comparison::draw(sheet, record, [MARGIN, y + 14.0], WIDTH);
}

/// Of the jaws before and after.
fn changes_page(sheet: &mut Sheet, record: &ChangesRecord, date: &str) {
    let y = head(sheet, date) + 6.0;
    changes::draw(sheet, record, [MARGIN, y + 14.0], WIDTH);
}

fn vertical_page(sheet: &mut Sheet, record: &VerticalRecord, date: &str) {
    let y = head(sheet, date) + 6.0;
    vertical::draw(sheet, record, [MARGIN, y + 14.0], WIDTH);
}

/// Only where they are wanted.
fn has_pins(report: &PdfReport) -> bool {
    report.typed.with_pins && !report.record.pins.is_empty()
}

fn pins_page(sheet: &mut Sheet, report: &PdfReport) {
    let y = head(sheet, report.date) + 6.0;
    pins::draw(sheet, report.record, [MARGIN, y + 14.0], WIDTH, FOOT_LINE - 14.0);
}

/// Title, date and program; gives where it ends.
fn head(sheet: &mut Sheet, date: &str) -> f32 {
    let y = MARGIN + 10.0;
    sheet.text(Face::Words, 17.0, [MARGIN, y], INK, say!("report-report-occlusal-contacts"));
    let right = MARGIN + WIDTH;
    sheet.text_right(Face::Words, 9.0, [right, y - 8.0], FAINT, &say!("report-report-made", date = date));
    sheet.text_right(Face::Words, 9.0, [right, y + 3.0], FAINT, &super::program_text());
    sheet.line(&[[MARGIN, y + 8.0], [right, y + 8.0]], 0.8, INK, Dash::Solid);
    y + 8.0
}

/// What was typed about the patient, on lines to write on.
fn patient_fields(sheet: &mut Sheet, typed: &TypedFields, y: f32) -> f32 {
    let half = (WIDTH - 12.0) / 2.0;
    let fields = [
        (say!("report-report-patient"), &typed.patient),
        (say!("report-report-date-birth"), &typed.born),
        (say!("report-report-case"), &typed.case),
        (say!("report-report-examiner"), &typed.examiner),
    ];
    for (i, (name, value)) in fields.into_iter().enumerate() {
        let x = MARGIN + (i % 2) as f32 * (half + 12.0);
        let baseline = y + 12.0 + (i / 2) as f32 * 21.0;
        let from = sheet.text(Face::Words, 9.0, [x, baseline], FAINT, name) + 5.0;
        sheet.line(&[[from, baseline + 1.5], [x + half, baseline + 1.5]], 0.5, RULE, Dash::Solid);
        if !value.trim().is_empty() {
            sheet.text(Face::Words, 9.0, [from + 2.0, baseline], INK, &shortened(value, x + half - from - 2.0));
        }
    }
    y + 46.0
}

/// As much of a line of 9 points as has room.
fn shortened(value: &str, most: f32) -> String {
    let mut shown = value.trim().to_owned();
    let fits = |text: &str| super::pdf::width(Face::Words, text, 9.0) <= most;
    if fits(&shown) {
        return shown;
    }
    while !shown.is_empty() && !fits(&format!("{shown}…")) {
        shown.pop();
    }
    shown + "…"
}

/// Gives where it ends, which is above `end`.
fn method(sheet: &mut Sheet, report: &PdfReport, y: f32, end: f32) -> f32 {
    let (record, zones_mm) = (report.record, f64::from(report.scale.threshold_mm));
    let by_closest = say!("report-report-closest-gap-distance-nearest");
    let gap = match (record.settings.contact_gap, n_directions(record)) {
        (GapKind::Closest, _) => by_closest.to_owned(),
        (GapKind::Projected, 1) => say!("report-report-projected-gap-along-one").to_owned(),
        (GapKind::Projected, n) => {
            say!("report-report-projected-gap-along-directions", n = n)
        }
    };
    let prepared = match record.settings.close {
        true => say!("report-report-both-scans-were-welded"),
        false => say!("report-report-both-scans-were-welded-2"),
    };
    let pictures = match report.painted_by {
        GapKind::Closest => say!("report-report-arches-by-closest", by_closest = by_closest),
        GapKind::Projected => say!("report-report-arches-by-projection").to_owned(),
    };
    let text = say!(
        "report-report-how-was-measured-positive",
        prepared = prepared,
        gap = gap,
        zones_mm = decimal(zones_mm, 3),
        pictures = pictures
    );
    let limits = say!("report-report-limits-scan-bite-together");
    sheet.text(Face::Words, 11.0, [MARGIN, y], INK, say!("report-report-method-limits"));
    let mut y = sheet.paragraph(NOTES_SIZE, [MARGIN, y + 13.0], WIDTH, INK, &text);
    y = sheet.paragraph(NOTES_SIZE, [MARGIN, y + 2.0], WIDTH, INK, limits);
    let n_lines = ((end - y - 2.0) / (1.35 * NOTES_SIZE)).floor().max(0.0) as usize;
    match noted(report.record, n_lines) {
        Some(noted) => sheet.paragraph(NOTES_SIZE, [MARGIN, y + 2.0], WIDTH, INK, &noted),
        None => y,
    }
}

/// More of the warnings are not read on a page.
const MOST_NOTES: usize = 5;

/// A warning of a record in the language in force; a scan that stands for its name is called as the page calls it.
fn in_words(warning: &str) -> String {
    let called = [say!("report-figures-upper-scan"), say!("report-figures-lower-scan")];
    let scan = |name: &str| STANDS_FOR.iter().position(|stands| *stands == name).map(|at| called[at]);
    match warning.split_once(": ").and_then(|(name, rest)| Some((scan(name)?, rest))) {
        Some((scan, rest)) => format!("{scan}: {}", reword(rest)),
        None => capitalized(&reword(warning)),
    }
}

/// What was said of these scans and figures, as much of it as has room in so many lines; `None` where nothing was. Names of scans are
/// left out.
fn noted(record: &AnalysisRecord, n_lines: usize) -> Option<String> {
    let warnings = record.without_names().warnings;
    let first = |n: usize| {
        let stop = |warning: &String| if warning.ends_with('.') { "" } else { "." };
        let mut words: String = warnings[..n].iter().map(|w| format!(" {}{}", in_words(w), stop(w))).collect();
        if n < warnings.len() {
            words += &say!("report-report-more-json", n = warnings.len() - n);
        }
        say!("report-report-what-was-noted", words = words)
    };
    let has_room = |words: &String| lines_of(words, NOTES_SIZE, WIDTH).len() <= n_lines;
    let most = warnings.len().min(MOST_NOTES);
    (!warnings.is_empty()).then(|| (0..=most).rev().map(first).find(has_room)).flatten()
}

fn n_directions(record: &AnalysisRecord) -> usize {
    record.projection.as_ref().map_or(1, |p| p.patches as usize)
}

fn foot(sheet: &mut Sheet, (page, n_pages): (usize, usize)) {
    let y = PAGE[1] - MARGIN + 4.0;
    sheet.line(&[[MARGIN, FOOT_LINE], [MARGIN + WIDTH, FOOT_LINE]], 0.4, RULE, Dash::Solid);
    sheet.text(Face::Words, 8.5, [MARGIN, y], INK, super::DISCLAIMER.say());
    let words = say!("report-report-page", page = page, n_pages = n_pages);
    sheet.text_right(Face::Words, 8.5, [MARGIN + WIDTH, y], FAINT, &words);
}

#[cfg(test)]
mod comparison_tests;
#[cfg(test)]
pub(super) mod tests;
