//! The contacts one by one, pairs of teeth, and how the contact is spread over the mouth.
use super::super::contact::ZoneRecord;
use super::super::json::AnalysisRecord;
use super::super::pdf::{Dash, Sheet};
use super::super::teeth::{BalanceRecord, PairRecord};
use super::content::{FAINT, INK, PdfReport, RULE, SMALL_LINE};
use crate::base::words::{Phrase, decimal, phrase, say};
use crate::engine::Sure;
use crate::export::letters::Face;
use crate::jaw::teeth::{SURE, said_number, said_pair};

/// Contacts and pairs that have a line of their own.
const MOST_ZONES: usize = 20;
const MOST_PAIRS: usize = 16;
/// Of the width, to the contacts; the pairs have the rest but for a gap.
const ZONES_SHARE: f32 = 0.6;
const PAIRS_SHARE: f32 = 0.36;
/// What is left of a pair or a note below this is none, mm².
const WORTH_SAYING_MM2: f64 = 0.05;
const SHADE: [u8; 3] = [135, 138, 143];

/// Draws both tables side by side; gives where they end.
pub fn draw(sheet: &mut Sheet, report: &PdfReport, [x, y]: [f32; 2], width: f32) -> f32 {
    let threshold_mm = report.record.zone_threshold_mm.unwrap_or(f64::from(report.scale.threshold_mm));
    let gap = report.record.settings.contact_gap.name();
    let title = say!("report-contacts-contacts-within-mm-gap", threshold_mm = decimal(threshold_mm, 3), gap = gap);
    sheet.text(Face::Words, 11.0, [x, y], INK, &title);
    let left = zones(sheet, report.record, [x, y], width * ZONES_SHARE);
    let place = [x + width * (1.0 - PAIRS_SHARE), y];
    let right = pairs(sheet, report.record, place, width * PAIRS_SHARE);
    let y = left.max(right) + 12.0;
    let marks = marks(report.record);
    if marks.is_empty() { y - 12.0 } else { sheet.paragraph(7.5, [x, y], width, FAINT, &marks) - 10.0 }
}

/// Right edges of the columns as parts of the width, their names, and the line below; gives where rows begin.
fn head(sheet: &mut Sheet, columns: &[(f32, Phrase)], [x, y]: [f32; 2], width: f32) -> f32 {
    for (share, name) in columns {
        sheet.text_right(Face::Words, 8.0, [x + width * share, y + 13.0], FAINT, name.say());
    }
    sheet.line(&[[x, y + 15.5], [x + width, y + 15.5]], 0.4, RULE, Dash::Solid);
    y + 16.0
}

fn row(sheet: &mut Sheet, columns: &[(f32, Phrase)], [x, y]: [f32; 2], width: f32, values: &[String]) {
    for ((share, _), value) in columns.iter().zip(values) {
        sheet.text_right(Face::Figures, 7.5, [x + width * share, y], INK, value);
    }
}

const ZONE_COLUMNS: [(f32, Phrase); 7] = [
    (0.07, phrase!("report-contacts-no")),
    (0.22, phrase!("report-contacts-teeth")),
    (0.37, phrase!("report-contacts-upper-mm")),
    (0.52, phrase!("report-contacts-lower-mm")),
    (0.69, phrase!("report-contacts-penetr-mm")),
    (0.87, phrase!("report-contacts-least-gap-mm")),
    (1.0, phrase!("report-contacts-there")),
];

fn zones(sheet: &mut Sheet, record: &AnalysisRecord, [x, y]: [f32; 2], width: f32) -> f32 {
    let Some(zones) = &record.zones else {
        sheet.text(Face::Words, 9.0, [x, y + 14.0], FAINT, say!("report-contacts-not-known-these-figures"));
        return y + 18.0;
    };
    // The last column is of poses nearby.
    let columns = &ZONE_COLUMNS[..if record.uncertainty.is_some() { 7 } else { 6 }];
    let mut y = head(sheet, columns, [x, y], width);
    for zone in zones.iter().take(MOST_ZONES) {
        y += SMALL_LINE;
        row(sheet, columns, [x, y], width, &zone_row(zone, record));
    }
    if zones.len() > MOST_ZONES {
        let rest: f64 = zones[MOST_ZONES..].iter().map(|z| z.area_upper_mm2).sum();
        let note = say!(
            "report-contacts-smaller-ones-mm-upper",
            most_zones = zones.len() - MOST_ZONES,
            rest = decimal(rest, 1)
        );
        y += SMALL_LINE + 1.0;
        sheet.text(Face::Words, 8.0, [x, y], FAINT, &note);
    }
    y
}

fn is_guess(zone: &ZoneRecord, record: &AnalysisRecord) -> bool {
    [zone.tooth_upper, zone.tooth_lower].into_iter().flatten().any(|number| !record.doubt_of(number).is_empty())
}

/// What the mark behind a number means where it is used, else nothing; to be put behind other words.
pub(super) fn guesses(confidences: impl IntoIterator<Item = f64>) -> String {
    if confidences.into_iter().any(|confidence| confidence < SURE) {
        format!(" {}", say!("report-contacts-number-not-sure"))
    } else {
        String::new()
    }
}

fn zone_row(zone: &ZoneRecord, record: &AnalysisRecord) -> [String; 7] {
    let tooth = |t: Option<u8>| t.map_or("·".to_owned(), |number| said_number(number) + record.doubt_of(number));
    let teeth = match (zone.tooth_upper, zone.tooth_lower) {
        (None, None) => "-".to_owned(),
        (upper, lower) => {
            let spans = if zone.spans_pairs() { " ~" } else { "" };
            format!("{}-{}{spans}", tooth(upper), tooth(lower))
        }
    };
    let penetrating = zone.penetrating_area_upper_mm2.max(zone.penetrating_area_lower_mm2);
    let sure = zone.uncertainty.map_or(String::new(), |s| match s.sure {
        Sure::Certain => say!("report-contacts-certain").into(),
        Sure::Possible | Sure::No => format!("{:.0} %", 100.0 * s.share),
    });
    [
        zone.id.to_string(),
        teeth,
        decimal(zone.area_upper_mm2, 2),
        decimal(zone.area_lower_mm2, 2),
        decimal(penetrating, 2),
        decimal(zone.min_gap_mm, 3),
        sure,
    ]
}

const PAIR_COLUMNS: [(f32, Phrase); 4] = [
    (0.24, phrase!("report-contacts-teeth")),
    (0.47, phrase!("report-contacts-contacts")),
    (0.65, phrase!("report-contacts-mm2")),
    (1.0, phrase!("report-contacts-least-gap-mm")),
];

fn pairs(sheet: &mut Sheet, record: &AnalysisRecord, [x, y]: [f32; 2], width: f32) -> f32 {
    sheet.text(Face::Words, 11.0, [x, y], INK, say!("report-contacts-pairs-teeth"));
    let (Some(pairs), Some(balance)) = (&record.pairs, &record.balance) else {
        sheet.text(Face::Words, 9.0, [x, y + 14.0], FAINT, say!("report-contacts-teeth-not-known"));
        return y + 18.0;
    };
    let mut y = head(sheet, &PAIR_COLUMNS, [x, y], width);
    for pair in pairs.iter().take(MOST_PAIRS) {
        y += SMALL_LINE;
        row(sheet, &PAIR_COLUMNS, [x, y], width, &pair_row(pair));
    }
    let mut note = |words: String| {
        y += SMALL_LINE + 1.0;
        sheet.text(Face::Words, 8.0, [x, y], FAINT, &words);
    };
    if pairs.len() > MOST_PAIRS {
        let rest: f64 = pairs[MOST_PAIRS..].iter().map(|p| p.area_mm2).sum();
        note(say!(
            "report-contacts-smaller-ones-mm-together",
            most_pairs = pairs.len() - MOST_PAIRS,
            rest = decimal(rest, 1)
        ));
    }
    if let Some(rest) = balance.no_pair_mm2.filter(|mm2| *mm2 >= WORTH_SAYING_MM2) {
        note(say!("report-contacts-mm-not-between-two", rest = decimal(rest, 1)));
    }
    spread(sheet, balance, [x, y + 16.0], width)
}

fn pair_row(pair: &PairRecord) -> [String; 4] {
    let parts = if pair.parts > 0 { format!(" +{}", pair.parts) } else { String::new() };
    [
        said_pair([pair.upper, pair.lower], "-", pair.sure.of_each()),
        format!("{}{parts}", pair.contacts),
        decimal(pair.area_mm2, 1),
        decimal(pair.min_gap_mm, 3),
    ]
}

/// Right and left, front and back, as bars with a mark in the middle.
fn spread(sheet: &mut Sheet, balance: &BalanceRecord, [x, y]: [f32; 2], width: f32) -> f32 {
    let mut y = y;
    for [(a, a_mm2), (b, b_mm2)] in [
        [(say!("report-contacts-right"), balance.right_mm2), (say!("report-contacts-left"), balance.left_mm2)],
        [(say!("report-contacts-front"), balance.front_mm2), (say!("report-contacts-back"), balance.back_mm2)],
    ] {
        let whole = a_mm2 + b_mm2;
        if whole <= 0.0 {
            continue;
        }
        let words = |name: &str, mm2: f64| format!("{name} {} mm², {:.0} %", decimal(mm2, 1), 100.0 * mm2 / whole);
        sheet.text(Face::Words, 8.0, [x, y], INK, &words(a, a_mm2));
        sheet.text_right(Face::Words, 8.0, [x + width, y], INK, &words(b, b_mm2));
        let bar = [x, y + 3.0, width, 6.0];
        sheet.fill([bar[0], bar[1], width * (a_mm2 / whole) as f32, bar[3]], SHADE);
        sheet.frame(bar, 0.5, INK);
        let middle = x + width / 2.0;
        sheet.line(&[[middle, bar[1] - 1.5], [middle, bar[1] + bar[3] + 1.5]], 0.9, INK, Dash::Solid);
        y += 21.0;
    }
    y - 10.0
}

/// What the marks in the tables mean, as far as there are any.
fn marks(record: &AnalysisRecord) -> String {
    let (zones, pairs) = (record.zones.as_deref().unwrap_or_default(), record.pairs.as_deref().unwrap_or_default());
    let mut marks = Vec::new();
    if record.uncertainty.is_some() && !zones.is_empty() {
        marks.push(say!("report-contacts-how-many-positions-nearby"));
    }
    if zones.iter().any(ZoneRecord::spans_pairs) {
        marks.push(say!("report-contacts-less-than-contact-lies"));
    }
    if pairs.iter().any(|p| p.parts > 0) {
        marks.push(say!("report-contacts-parts-contacts-lie-mostly"));
    }
    if pairs.iter().any(|p| p.sure.least < SURE) || zones.iter().any(|zone| is_guess(zone, record)) {
        marks.push(say!("report-contacts-number-not-sure"));
    }
    if !pairs.is_empty() {
        marks.push(say!("report-contacts-areas-pairs-sides-mean"));
    }
    marks.join(" ")
}
