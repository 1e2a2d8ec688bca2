//! How far the areas and contacts can be trusted: what they are in positions nearby.
use super::super::json::AnalysisRecord;
use super::super::pdf::{Dash, Sheet};
use super::super::uncertainty::UncertaintyRecord;
use super::content::{FAINT, INK, RULE, SMALL_LINE};
use crate::base::words::{Phrase, decimal, number, phrase, say};
use crate::engine::Sure;
use crate::export::letters::Face;
use crate::field::contact::GapKind;

const MOST_AREAS: usize = 8;
const COLUMNS: [(f32, Phrase); 5] = [
    (0.28, phrase!("report-uncertainty-gap-mm")),
    (0.46, phrase!("report-uncertainty-upper")),
    (0.64, phrase!("report-uncertainty-to")),
    (0.82, phrase!("report-uncertainty-lower")),
    (1.0, phrase!("report-uncertainty-to")),
];

/// Draws the ranges of the areas and the number of certain and possible contacts.
pub fn draw(sheet: &mut Sheet, record: &AnalysisRecord, [x, y]: [f32; 2], width: f32) {
    sheet.text(Face::Words, 9.5, [x, y], INK, say!("report-uncertainty-how-sure-area-closest"));
    let Some(sure) = &record.uncertainty else {
        sheet.text(Face::Words, 8.0, [x, y + 12.0], FAINT, say!("report-uncertainty-positions-nearby-were-not"));
        return;
    };
    for (share, head) in COLUMNS {
        sheet.text_right(Face::Words, 8.0, [x + width * share, y + 12.0], FAINT, head.say());
    }
    sheet.line(&[[x, y + 14.5], [x + width, y + 14.5]], 0.4, RULE, Dash::Solid);
    let mut y = y + 15.0;
    for area in sure.areas.iter().take(MOST_AREAS) {
        y += SMALL_LINE;
        let [upper, lower] = [area.upper_mm2, area.lower_mm2];
        let figures = [upper.low, upper.high, lower.low, lower.high].map(|mm2| decimal(mm2, 1));
        let values = [decimal(area.threshold_mm, 3)].into_iter().chain(figures);
        for ((share, _), value) in COLUMNS.into_iter().zip(values) {
            sheet.text_right(Face::Figures, 8.0, [x + width * share, y], INK, &value);
        }
    }
    let words = [counts(record), Some(how(sure))].into_iter().flatten().collect::<Vec<_>>().join(" ");
    sheet.paragraph(7.0, [x, y + 9.5], width, FAINT, &words);
}

/// "Contacts: 21 certain (in 95 % of the positions and more), 9 possible (in 5 % and more), 2 seldom."
fn counts(record: &AnalysisRecord) -> Option<String> {
    let zones = record.zones.as_ref().filter(|_| record.settings.contact_gap == GapKind::Closest)?;
    let count = |sure: Sure| zones.iter().filter(|z| z.uncertainty.is_some_and(|s| s.sure == sure)).count();
    let mut words = say!(
        "report-uncertainty-contacts-certain-positions-more",
        certain = count(Sure::Certain),
        possible = count(Sure::Possible)
    );
    match count(Sure::No) {
        0 => {}
        n => words += &say!("report-uncertainty-hardly-ever", n = n),
    }
    Some(words + ".")
}

fn how(sure: &UncertaintyRecord) -> String {
    let s = &sure.settings;
    if s.known_by.is_some() {
        return say!(
            "report-sure-of-bite",
            runs = s.runs,
            shift_mm = decimal(s.shift_mm, 3),
            turn_deg = decimal(s.turn_deg, 3),
            seed = s.seed
        );
    }
    say!(
        "report-uncertainty-positions-each-shifted-up",
        runs = s.runs,
        shift_mm = number(s.shift_mm),
        turn_deg = number(s.turn_deg),
        seed = s.seed
    )
}

#[cfg(test)]
mod tests {
    use super::super::tests::record;
    use super::*;
    use crate::export::contact::ZoneUncertainty;

    #[test]
    fn contacts_are_counted_by_how_sure_they_are() {
        let mut record = record(4);
        assert_eq!(counts(&record), None, "of contacts by projected gap nothing is known");
        record.settings.contact_gap = GapKind::Closest;
        assert_eq!(counts(&record).as_deref().map(|w| w.starts_with("Contacts: 0 certain")), Some(true));
        for (zone, share) in record.zones.iter_mut().flatten().zip([1.0, 0.96, 0.3, 0.01]) {
            zone.uncertainty = Some(ZoneUncertainty { share, sure: Sure::of(share) });
        }
        let words = counts(&record).expect("there are contacts");
        assert!(
            words.contains("2 certain") && words.contains("1 possible") && words.ends_with("1 hardly ever."),
            "{words}"
        );
    }
}
