//! The figures of the report, and where they come from.
use super::super::json::AnalysisRecord;
use super::super::named_bite::InBiteRecord;
use super::super::pdf::{Dash, Sheet, lines_of, width};
use super::super::{teeth, text};
use super::content::{FAINT, INK, MARGIN, PdfReport, RULE, SMALL_LINE, WIDTH};
use crate::base::Rigid;
use crate::base::words::{decimal, say};
use crate::engine::PROCESSOR;
use crate::export::headline::{judged_words, places_beside};
use crate::export::letters::Face;
use crate::export::text::areas_in_words;
use crate::field::ChosenBy;

const LINE: f32 = 11.0;
const MOST_AREAS: usize = 8;

/// The figures of the pose; gives where they end.
pub fn draw(sheet: &mut Sheet, report: &PdfReport, [x, y]: [f32; 2], width: f32) -> f32 {
    let record = report.record;
    let known = |value: Option<f64>, digits: usize, unit: &str| {
        value.map_or(say!("report-figures-not-known").to_owned(), |v| format!("{} {unit}", decimal(v, digits)))
    };
    let mut y = y + 10.0;
    let sentence = record.headline_said.clone().or_else(|| record.headline.clone());
    let sentence = sentence.unwrap_or_else(|| text::verdict_word(record.verdict).to_owned());
    y = sheet.paragraph(9.3, [x, y], width, INK, &sentence) - 9.5;
    let zones = record.zones.as_deref();
    let least_mm = zones.and_then(|zones| zones.iter().map(|z| z.min_gap_mm).reduce(f64::min));
    let beside = record.not_on_teeth.as_deref().and_then(places_beside);
    for (name, value) in [
        (say!("report-figures-judged"), judged(record)),
        (say!("report-figures-deepest-place"), known(record.bite.as_ref().map(|bite| bite.max_depth_mm), 3, "mm")),
        (say!("report-figures-smallest-gap-contact"), known(least_mm, 3, "mm")),
        (say!("report-figures-shared-volume"), known(record.object_space.and_then(|o| o.volume_mm3), 2, "mm³")),
        (
            say!("report-figures-contacts"),
            zones.map_or(say!("report-figures-not-known").into(), |z| areas_in_words(z.iter().map(|z| z.area_mm2))),
        ),
        (say!("report-figures-not-teeth"), beside.unwrap_or_else(|| say!("report-figures-nothing").into())),
    ] {
        y += LINE;
        sheet.text(Face::Words, 9.0, [x, y], FAINT, name);
        sheet.text_right(Face::Figures, 8.5, [x + width, y], INK, &value);
    }
    areas(sheet, record, [x, y + 16.0], width)
}

/// "teeth", "teeth; trimmed: 12.4 mm²".
fn judged(record: &AnalysisRecord) -> String {
    match record.scope {
        Some(scope) => judged_words(scope, record.trimmed_area_mm2, &[]),
        None => say!("report-figures-whole-scans-map").into(),
    }
}

fn areas(sheet: &mut Sheet, record: &AnalysisRecord, [x, y]: [f32; 2], width: f32) -> f32 {
    let title = say!("report-figures-contact-area-gap-mm", contact_gap = record.settings.contact_gap.name());
    sheet.text(Face::Words, 9.5, [x, y], INK, &title);
    let columns = [0.28, 0.46, 0.64, 0.82, 1.0].map(|share| x + width * share);
    let heads = [
        say!("report-figures-gap-mm"),
        say!("report-figures-upper"),
        say!("report-figures-penetr"),
        say!("report-figures-lower"),
        say!("report-figures-penetr"),
    ];
    for (right, head) in columns.into_iter().zip(heads) {
        sheet.text_right(Face::Words, 8.0, [right, y + 12.0], FAINT, head);
    }
    sheet.line(&[[x, y + 14.5], [x + width, y + 14.5]], 0.4, RULE, Dash::Solid);
    let shown = &record.contact[..record.contact.len().min(MOST_AREAS)];
    for (i, contact) in shown.iter().enumerate() {
        let (a, y) = (&contact.area, y + 15.0 + SMALL_LINE * (i + 1) as f32);
        let values = [
            decimal(a.threshold_mm, 3),
            decimal(a.area_upper_mm2, 1),
            decimal(a.penetrating_area_upper_mm2, 1),
            decimal(a.area_lower_mm2, 1),
            decimal(a.penetrating_area_lower_mm2, 1),
        ];
        for (right, value) in columns.into_iter().zip(values) {
            sheet.text_right(Face::Figures, 8.0, [right, y], INK, &value);
        }
    }
    let left_out = record.contact.len() - shown.len();
    if left_out > 0 {
        let y = y + 15.0 + SMALL_LINE * (shown.len() + 1) as f32;
        sheet.text_right(
            Face::Words,
            8.0,
            [x + width, y],
            FAINT,
            &say!("report-figures-more-thresholds-json", left_out = left_out),
        );
    }
    y + 15.0 + SMALL_LINE * (shown.len() + usize::from(left_out > 0)) as f32
}

/// Where values begin, points behind their names.
const VALUES: f32 = 92.0;

/// Pose, bite, projection, resolution, scans: names, and the lines of their values.
pub struct Origins(Vec<(String, Value)>);

enum Value {
    Figures(String),
    /// Too wide for one line.
    Words(Vec<String>),
}

impl Origins {
    /// For a place that begins at `x`.
    pub fn of(record: &AnalysisRecord, x: f32) -> Self {
        let room = MARGIN + WIDTH - x - VALUES;
        let value = |value: String| match width(Face::Figures, &value, 7.0) <= room {
            true => Value::Figures(value),
            false => Value::Words(lines_of(&value, 7.5, room)),
        };
        Self(origin_lines(record).into_iter().map(|(name, words)| (name, value(words))).collect())
    }

    /// Down to the last line's letters.
    pub fn height(&self) -> f32 {
        let n_lines = |value: &Value| match value {
            Value::Figures(_) => 1,
            Value::Words(lines) => lines.len().max(1),
        };
        let n: usize = self.0.iter().map(|(_, value)| n_lines(value)).sum();
        HEAD + SMALL_LINE * (n + 1) as f32 + 3.0
    }

    pub fn draw(&self, sheet: &mut Sheet, [x, y]: [f32; 2]) {
        sheet.text(Face::Words, 11.0, [x, y + 8.0], INK, say!("report-figures-where-figures-come"));
        let mut y = y + HEAD;
        for (name, value) in &self.0 {
            y += SMALL_LINE;
            sheet.text(Face::Words, 8.0, [x, y], FAINT, name);
            let (face, size, lines) = match value {
                Value::Figures(value) => (Face::Figures, 7.0, std::slice::from_ref(value)),
                Value::Words(lines) => (Face::Words, 7.5, lines.as_slice()),
            };
            for (i, line) in lines.iter().enumerate() {
                y += if i > 0 { SMALL_LINE } else { 0.0 };
                sheet.text(face, size, [x + VALUES, y], INK, line);
            }
        }
        let hint = say!("report-figures-json-this-analysis-scans");
        sheet.text(Face::Words, 8.0, [x, y + SMALL_LINE + 1.0], FAINT, hint);
    }
}

/// Room for what stands above them.
const HEAD: f32 = 10.0;

fn origin_lines(record: &AnalysisRecord) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    let mut line = |name: &str, value: String| lines.push((name.to_owned(), value));
    if let Ok(pose) = Rigid::from_rows(record.upper_from_lower) {
        line(say!("report-figures-pose-lower-jaw"), text::pose_for_people(&pose));
    }
    for (i, words) in record.in_bite.iter().flat_map(InBiteRecord::lines).enumerate() {
        line(if i == 0 { say!("report-bite") } else { "" }, words);
    }
    if let Some(p) = &record.projection {
        let [dx, dy, dz] = p.direction;
        let chosen = match p.chosen_by {
            ChosenBy::Given => say!("report-figures-given"),
            ChosenBy::BoundingVolumes => say!("report-figures-bounding-volumes"),
            ChosenBy::ItemBuffer => say!("report-figures-contact-zone"),
        };
        line(
            say!("report-figures-projection"),
            say!(
                "report-figures-all",
                dx = decimal(dx, 3),
                dy = decimal(dy, 3),
                dz = decimal(dz, 3),
                chosen = chosen,
                patches = p.patches
            ),
        );
        line(
            say!("report-figures-map"),
            say!(
                "report-figures-x-pixels-m",
                cols = p.cols,
                rows = p.rows,
                v_mm = decimal(1000.0 * p.u_mm.max(p.v_mm), 0)
            ),
        );
    }
    for (side, input) in [
        (say!("report-figures-upper-scan"), &record.inputs.upper),
        (say!("report-figures-lower-scan"), &record.inputs.lower),
    ] {
        line(side, say!("report-figures-triangles-blake", triangles = input.scanned(), blake3 = input.blake3));
    }
    if let Some(found) = &record.teeth {
        line(say!("report-figures-teeth"), teeth::found(found));
    }
    let unsolved = match record.pixels.unsolved {
        0 => say!("report-figures-no-pixel-unsolved").to_owned(),
        n => say!("report-figures-pixels-unsolved", n = n, overlap = record.pixels.overlap),
    };
    let adapter = if record.adapter == PROCESSOR { say!("report-figures-processor") } else { &record.adapter };
    let engine = say!("report-figures-on", engine = record.engine, adapter = adapter, unsolved = unsolved);
    line(say!("report-figures-engine"), engine);
    lines
}
