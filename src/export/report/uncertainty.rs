//! How far the areas and contacts can be trusted: what they are in positions nearby.
use super::super::json::AnalysisRecord;
use super::super::pdf::{Dash, Sheet};
use super::super::uncertainty::UncertaintyRecord;
use super::content::{FAINT, INK, RULE, SMALL_LINE};
use crate::engine::Sure;
use crate::export::letters::Face;
use crate::field::contact::GapKind;

const MOST_AREAS: usize = 8;
const COLUMNS: [(f32, &str); 5] =
    [(0.28, "gap ≤ mm"), (0.46, "upper from"), (0.64, "to"), (0.82, "lower from"), (1.0, "to")];

/// Draws the ranges of the areas and the number of certain and possible contacts.
pub fn draw(sheet: &mut Sheet, record: &AnalysisRecord, [x, y]: [f32; 2], width: f32) {
    sheet.text(Face::Words, 9.5, [x, y], INK, "How sure: the same in positions nearby, in mm²");
    let Some(sure) = &record.uncertainty else {
        sheet.text(Face::Words, 8.0, [x, y + 12.0], FAINT, "Positions nearby were not tried.");
        return;
    };
    for (share, head) in COLUMNS {
        sheet.text_right(Face::Words, 8.0, [x + width * share, y + 12.0], FAINT, head);
    }
    sheet.line(&[[x, y + 14.5], [x + width, y + 14.5]], 0.4, RULE, Dash::Solid);
    let mut y = y + 15.0;
    for area in sure.areas.iter().take(MOST_AREAS) {
        y += SMALL_LINE;
        let [upper, lower] = [area.upper_mm2, area.lower_mm2];
        let figures = [upper.low, upper.high, lower.low, lower.high].map(|mm2| format!("{mm2:.1}"));
        let values = [format!("{:.3}", area.threshold_mm)].into_iter().chain(figures);
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
    let mut words = format!(
        "Contacts: {} certain (in 95 % of the positions and more), {} possible (in 5 % and more)",
        count(Sure::Certain),
        count(Sure::Possible)
    );
    match count(Sure::No) {
        0 => {}
        n => words += &format!(", {n} hardly ever"),
    }
    Some(words + ".")
}

fn how(sure: &UncertaintyRecord) -> String {
    let s = &sure.settings;
    format!(
        "{} positions, each shifted by up to {} mm along and turned by up to {}° about every axis by chance (seed {}); ranges without \
         the lowest and the highest 5 %.",
        s.runs, s.shift_mm, s.turn_deg, s.seed
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
