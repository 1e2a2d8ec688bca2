//! The page of a vertical dimension: the curve of contact area against opening, the pairs of teeth in the order in which they meet, and a table of
//! openings.
use super::super::pdf::{Dash, Sheet};
use super::contacts::guesses;
use super::content::{FAINT, FOOT_LINE, INK, RULE, SMALL_LINE};
use super::diagram;
use crate::base::words::{decimal, say};
use crate::export::letters::Face;
use crate::export::vertical::{MeetingRecord, StepRecord, VerticalRecord};
use crate::jaw::motion::ReferencePlane;
use crate::jaw::motion::diagrams::Diagram;
use crate::jaw::teeth::said_pair;
use glam::DVec2;

const DIAGRAM: f32 = 230.0;
/// So many openings stand in the table.
const SHOWN: usize = 21;

pub fn draw(sheet: &mut Sheet, record: &VerticalRecord, [x, y]: [f32; 2], width: f32) {
    sheet.text(Face::Words, 11.0, [x, y], INK, say!("report-vertical-title"));
    let words = say!(
        "report-vertical-of",
        radius = decimal(record.hinge.radius_mm, 1),
        pin = decimal(record.hinge.pin_arm_mm, 1),
        mm = decimal(record.zone_threshold_mm, 3)
    );
    let mut y = sheet.paragraph(7.5, [x, y + 13.0], width, INK, &words);
    y = sheet.paragraph(7.5, [x, y], width, INK, &first_words(record)) + 4.0;
    diagram::draw(sheet, &areas(record), [x, y, width, DIAGRAM], record.zone_threshold_mm);
    y += DIAGRAM + 12.0;
    let half = (width - 16.0) / 2.0;
    meetings(sheet, record, [x, y], half);
    openings(sheet, record, [x + half + 16.0, y], half);
}

fn first_words(record: &VerticalRecord) -> String {
    match record.first_contact_mm {
        Some(mm) => say!("report-vertical-first", mm = decimal(mm, 3)),
        None if record.begins_inside() => say!("report-vertical-earlier").into(),
        None => say!("report-vertical-no-first").into(),
    }
}

/// For each threshold the mean of both jaws' area.
fn areas(record: &VerticalRecord) -> Diagram {
    let at = |i: usize| move |step: &StepRecord| Some(DVec2::new(step.opening_mm, step.areas.get(i)?.mean_mm2()));
    let thresholds = record.thresholds_mm.iter().enumerate();
    let lines: Vec<_> = thresholds.map(|(i, mm)| (*mm, record.steps.iter().map(at(i)).collect())).collect();
    Diagram::of_openings(ReferencePlane::Occlusal, &lines)
}

/// Heads of right-aligned columns, with a line below; gives where the rows begin.
fn heads(sheet: &mut Sheet, [x, y]: [f32; 2], width: f32, columns: &[(f32, &str)]) -> f32 {
    for (share, name) in columns {
        let size = diagram::fitting(name, 7.0, width * 0.2);
        sheet.text_right(Face::Words, size, [x + width * share, y], FAINT, name);
    }
    sheet.line(&[[x, y + 2.5], [x + width, y + 2.5]], 0.4, RULE, Dash::Solid);
    y + 3.0
}

fn meetings(sheet: &mut Sheet, record: &VerticalRecord, [x, y]: [f32; 2], width: f32) {
    let title = say!("report-vertical-pairs", n = record.meetings.len());
    sheet.text(Face::Words, diagram::fitting(&title, 9.0, width), [x, y], INK, &title);
    let columns = [
        (0.55, say!("report-vertical-within")),
        (0.78, say!("report-vertical-touch")),
        (1.0, say!("report-vertical-pin")),
    ];
    let first = heads(sheet, [x, y + 12.0], width, &columns);
    let most = ((FOOT_LINE - 26.0 - first) / SMALL_LINE).floor().max(1.0) as usize;
    let pin = record.hinge.pin_arm_mm / record.hinge.radius_mm.max(1e-9);
    for (i, meeting) in record.meetings.iter().take(most).enumerate() {
        meeting_row(sheet, meeting, pin, [x, first + SMALL_LINE * (i + 1) as f32], width);
    }
    let mut notes = match record.meetings.len().saturating_sub(most) {
        0 => String::new(),
        more => say!("report-motion-more", n = more),
    };
    notes += &guesses(record.meetings.iter().map(|meeting| meeting.sure.least));
    let y = first + SMALL_LINE * record.meetings.len().min(most) as f32 + 11.0;
    sheet.paragraph(6.5, [x, y], width, FAINT, notes.trim_start());
}

fn meeting_row(sheet: &mut Sheet, meeting: &MeetingRecord, pin: f64, [x, y]: [f32; 2], width: f32) {
    let teeth = said_pair([meeting.upper, meeting.lower], "/", meeting.sure.of_each());
    sheet.text_right(Face::Figures, 7.0, [x + width * 0.07, y], FAINT, &meeting.order.to_string());
    sheet.text(Face::Figures, 7.0, [x + width * 0.1, y], INK, &teeth);
    let earlier = if meeting.earlier { "≥ " } else { "" };
    let figures = [
        (0.55, format!("{earlier}{}", decimal(meeting.within_mm, 3))),
        (0.78, meeting.meets_mm.map_or_else(|| "–".to_owned(), |mm| decimal(mm, 3))),
        (1.0, decimal(meeting.within_mm * pin, 3)),
    ];
    for (share, figure) in figures {
        sheet.text_right(Face::Figures, 7.0, [x + width * share, y], INK, &figure);
    }
}

fn openings(sheet: &mut Sheet, record: &VerticalRecord, [x, y]: [f32; 2], width: f32) {
    sheet.text(Face::Words, 9.0, [x, y], INK, say!("report-vertical-openings"));
    let columns = [
        (0.2, say!("report-vertical-opening")),
        (0.4, say!("report-vertical-pin")),
        (0.62, say!("report-compare-area")),
        (0.84, say!("report-compare-depth")),
        (1.0, say!("report-vertical-n")),
    ];
    let first = heads(sheet, [x, y + 12.0], width, &columns);
    let step_by = record.steps.len().div_ceil(SHOWN).max(1);
    let last = record.steps.len().saturating_sub(1);
    let shown = record.steps.iter().enumerate().filter(|(i, _)| i % step_by == 0 || *i == last);
    for (row, (_, step)) in shown.enumerate() {
        let y = first + SMALL_LINE * (row + 1) as f32;
        let figures = [
            (0.2, decimal(step.opening_mm, 2)),
            (0.4, decimal(step.pin_mm, 2)),
            (0.62, decimal(record.areas(step)[0], 2)),
            (0.84, decimal(step.max_depth_mm, 3)),
            (1.0, step.pairs.len().to_string()),
        ];
        for (share, figure) in figures {
            sheet.text_right(Face::Figures, 7.0, [x + width * share, y], INK, &figure);
        }
    }
}
