//! The page of a movement: settings with their plane, painted arches, diagrams, and which teeth touch when.
use super::super::pdf::{Dash, Sheet};
use super::contacts::guesses;
use super::content::{FAINT, FOOT_LINE, INK, MotionPage, RULE, SMALL_LINE};
use super::diagram;
use super::picture::picture_with_bar;
use crate::base::words::{Phrase, decimal, number, phrase, say};
use crate::export::letters::Face;
use crate::export::motion::articulator::Sides;
use crate::export::motion::record::{MotionRecord, PairSweepRecord, role_word};
use crate::jaw::motion::diagrams::Diagram;
use crate::jaw::teeth::said_pair;

/// Of the width, where the words of a setting begin.
const VALUES: f32 = 0.16;
const PICTURE: f32 = 168.0;
const DIAGRAM: f32 = 128.0;
const DIAGRAMS_A_ROW: usize = 3;
const CLASSES_A_ROW: usize = 3;

pub fn draw(sheet: &mut Sheet, page: &MotionPage, [x, y]: [f32; 2], width: f32) {
    sheet.text(Face::Words, 11.0, [x, y], INK, say!("report-motion-title"));
    let mut y = settings(sheet, page.record, [x, y + 13.0], width) + 2.0;
    if !page.pictures.is_empty() {
        y = pictures(sheet, page, [x, y], width);
    }
    for row in page.diagrams.chunks(DIAGRAMS_A_ROW) {
        let each = width / DIAGRAMS_A_ROW as f32;
        for (i, found) in row.iter().enumerate() {
            let bold_mm = page.record.zone_threshold_mm.unwrap_or(f64::NAN);
            diagram::draw(sheet, found, [x + each * i as f32, y, each, DIAGRAM], bold_mm);
        }
        y += DIAGRAM + 4.0;
    }
    if let Some(words) = page.diagrams.iter().find_map(Diagram::borders_words) {
        sheet.text(Face::Words, diagram::fitting(words.say(), 6.5, width), [x, y + 4.0], FAINT, words.say());
        y += 8.0;
    }
    if let Some(pairs) = &page.record.pairs {
        table(sheet, page.record, pairs, [x, y + 8.0], width);
    }
}

/// Names and values, a line each or more; gives where they end.
fn settings(sheet: &mut Sheet, record: &MotionRecord, [x, mut y]: [f32; 2], width: f32) -> f32 {
    for (name, value) in lines(record) {
        let size = diagram::fitting(name.say(), 7.5, width * VALUES - 4.0);
        sheet.text(Face::Words, size, [x, y], FAINT, name.say());
        y = sheet.paragraph(7.5, [x + width * VALUES, y], width * (1.0 - VALUES), INK, &value);
    }
    y
}

fn lines(record: &MotionRecord) -> Vec<(Phrase, String)> {
    let amount = record.movement.amount_mm.map_or(String::new(), |mm| format!(" {} mm", number(mm)));
    let kind = say!("report-motion-kind", kind = record.movement.kind.as_str());
    let guide = say!("report-motion-guided", guide = record.guide);
    let mut lines = vec![
        (phrase!("report-motion-movement"), format!("{kind}{amount}; {guide}")),
        (phrase!("report-motion-articulator"), articulator(record)),
        (phrase!("report-motion-axis"), say!("report-motion-placed", by = record.hinge.placed_by)),
    ];
    if let Some(guidance) = &record.tooth_guidance {
        let value = say!(
            "report-motion-guidance",
            start = guidance.start,
            holes = guidance.holes,
            jumps = guidance.jumps,
            deg = guidance.first_contact_deg.map_or("?".into(), |deg| decimal(deg, 3))
        );
        lines.push((phrase!("report-motion-guide"), value));
    }
    if let Some(recorded) = &record.recorded {
        let residual = record.residual_rms_mm.map_or("?".into(), |mm| decimal(mm, 3));
        let smoothed = usize::from(recorded.smoothed.is_some());
        let value = say!(
            "report-motion-record",
            format = recorded.format,
            n = record.steps.len(),
            residual = residual,
            smoothed = smoothed
        );
        lines.push((phrase!("report-motion-recorded"), value));
    }
    lines
}

fn articulator(record: &MotionRecord) -> String {
    let both = |sides: Option<Sides>| match sides.map(Sides::each) {
        Some([right, left]) if right == left => decimal(right, 1),
        Some([right, left]) => say!("report-motion-both", right = decimal(right, 1), left = decimal(left, 1)),
        None => "?".into(),
    };
    let a = &record.articulator;
    say!(
        "report-motion-settings",
        plane = record.plane.name(),
        sci = both(a.sci_deg),
        bennett = both(a.bennett_deg),
        iss = both(a.iss_mm),
        wide = decimal(2.0 * record.hinge.condyles.right[0], 1)
    )
}

/// Arches side by side, the classes below; gives where they end.
fn pictures(sheet: &mut Sheet, page: &MotionPage, [x, y]: [f32; 2], width: f32) -> f32 {
    let each = PICTURE.min((width - 12.0) / 2.0);
    let gap = width / page.pictures.len().max(1) as f32;
    for (i, picture) in page.pictures.iter().enumerate() {
        picture_with_bar(sheet, picture, [x + gap * i as f32, y, each, each]);
    }
    let mut y = y + each + 26.0;
    let Some(painted) = page.painted else { return y };
    y = sheet.paragraph(7.5, [x, y], width, INK, &painted.title);
    if let Some(note) = &painted.note {
        y = sheet.paragraph(7.0, [x, y], width, FAINT, note);
    }
    let column = width / CLASSES_A_ROW as f32;
    for (i, swatch) in painted.classes.iter().enumerate() {
        let [at, y] = [x + column * (i % CLASSES_A_ROW) as f32, y + 9.5 * (i / CLASSES_A_ROW) as f32];
        sheet.fill([at, y - 6.0, 9.0, 7.0], swatch.color);
        sheet.frame([at, y - 6.0, 9.0, 7.0], 0.3, INK);
        let size = diagram::fitting(&swatch.label, 6.5, column - 16.0);
        sheet.text(Face::Words, size, [at + 12.0, y], INK, &swatch.label);
    }
    y + 9.5 * painted.classes.len().div_ceil(CLASSES_A_ROW) as f32
}

/// Right edges as parts of the width.
const COLUMNS: [(f32, Phrase); 8] = [
    (0.12, phrase!("report-motion-teeth")),
    (0.27, phrase!("report-motion-side")),
    (0.37, phrase!("report-motion-order")),
    (0.49, phrase!("report-motion-from-mm")),
    (0.61, phrase!("report-motion-to-mm")),
    (0.73, phrase!("report-motion-share")),
    (0.86, phrase!("report-motion-deepest-mm")),
    (1.0, phrase!("report-motion-largest-mm2")),
];

fn table(sheet: &mut Sheet, record: &MotionRecord, pairs: &[PairSweepRecord], [x, y]: [f32; 2], width: f32) {
    let mm = decimal(record.zone_threshold_mm.unwrap_or_default(), 3);
    let title = say!("report-motion-pairs", mm = mm, n = pairs.len());
    sheet.text(Face::Words, diagram::fitting(&title, 9.0, width), [x, y], INK, &title);
    let marks = guesses(pairs.iter().map(|pair| pair.sure.least));
    sheet.text_right(Face::Words, 7.0, [x + width, y], FAINT, marks.trim_start());
    let mut left = 0.0;
    for (share, name) in COLUMNS {
        let size = diagram::fitting(name.say(), 7.0, width * (share - left) - 4.0);
        sheet.text_right(Face::Words, size, [x + width * share, y + 11.0], FAINT, name.say());
        left = share;
    }
    sheet.line(&[[x, y + 13.5], [x + width, y + 13.5]], 0.4, RULE, Dash::Solid);
    let first = y + 14.0;
    let most = ((FOOT_LINE - 4.0 - first) / SMALL_LINE).floor().max(1.0) as usize;
    let shown = if pairs.len() > most { most.saturating_sub(1) } else { pairs.len() };
    // Of more than there is room for, the largest areas.
    let mut listed: Vec<&PairSweepRecord> = pairs.iter().collect();
    listed.sort_by(|a, b| b.max_area_mm2.total_cmp(&a.max_area_mm2));
    listed.truncate(shown);
    listed.sort_by(|a, b| a.order.cmp(&b.order).then(b.max_area_mm2.total_cmp(&a.max_area_mm2)));
    for (i, pair) in listed.into_iter().enumerate() {
        let baseline = first + SMALL_LINE * (i + 1) as f32;
        for ((share, _), value) in COLUMNS.iter().zip(row(pair)) {
            sheet.text_right(Face::Figures, 7.0, [x + width * share, baseline], INK, &value);
        }
    }
    if shown < pairs.len() {
        let words = say!("report-motion-more", n = pairs.len() - shown);
        sheet.text(Face::Words, 7.0, [x, first + SMALL_LINE * (shown + 1) as f32], FAINT, &words);
    }
}

fn row(pair: &PairSweepRecord) -> [String; 8] {
    let side = pair.side.map_or("–", role_word);
    [
        said_pair([pair.upper, pair.lower], "/", pair.sure.of_each()),
        side.into(),
        pair.order.to_string(),
        decimal(pair.first_mm, 2),
        decimal(pair.last_mm, 2),
        format!("{} %", decimal(100.0 * pair.share, 0)),
        decimal(pair.max_depth_mm, 3),
        decimal(pair.max_area_mm2, 2),
    ]
}
