//! The figures as text for the clipboard: a table that any spreadsheet takes.
use crate::app::state::Open;
use crate::app::state::zones::ListHabits;
use crate::base::words::{decimal, say};
use crate::export::headline::Headline;
use crate::export::text;
use crate::jaw::teeth::said_pair;
use std::fmt::Write;

/// Lines of cells between tabs: where the figures come from, areas, contacts, pairs. `None` without figures.
pub fn figures_text(open: &Open, habits: ListHabits) -> Option<String> {
    let session = &open.session;
    let metrics = open.figures.metrics.as_ref()?;
    let threshold_mm = session.settings().threshold_mm;
    let mut out = String::new();
    let mut line = |cells: &[String]| {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}", cells.join("\t"));
    };
    let cell = |words: &str| words.to_owned();
    let contact = open.contact();
    let sentence = contact.and_then(|_| open.zones.headline()).map(Headline::text);
    line(&[
        cell(say!("table-verdict")),
        sentence.unwrap_or_else(|| say!("table-live", words = text::depth_or_gap(metrics))),
    ]);
    line(&[cell(say!("table-judged")), cell(contact.map_or(session.scope().kind(), |contact| contact.scope).words())]);
    let trimmed_mm2 = open.trimmed_mm2();
    if trimmed_mm2 > 0.0 {
        line(&[cell(say!("table-trimmed")), decimal(trimmed_mm2, 2)]);
    }
    line(&[cell(say!("table-pose")), text::pose_for_people(&session.upper_from_lower())]);
    if let Some(projection) = &metrics.projection {
        line(&[cell(say!("table-projection")), text::projection(projection), text::pixel_size(projection)]);
    }
    line(&[
        if contact.is_some() { cell(say!("table-by-closest")) } else { cell(say!("table-by-projected")) },
        cell(say!("table-upper")),
        cell(say!("table-penetrating")),
        cell(say!("table-lower")),
        cell(say!("table-penetrating")),
    ]);
    for mm in crate::field::Question::presets_with(threshold_mm) {
        let area = contact.map_or_else(|| metrics.contact_at(mm), |contact| contact.area(mm));
        let Some(area) = area else { continue };
        let mut cells = vec![format!("{:.0}", mm * 1000.0)];
        cells.extend(
            [
                area.area_upper_mm2,
                area.penetrating_area_upper_mm2,
                area.area_lower_mm2,
                area.penetrating_area_lower_mm2,
            ]
            .map(|mm2| decimal(mm2, 2)),
        );
        line(&cells);
    }
    if contact.is_some() {
        let um = decimal(threshold_mm * 1000.0, 0);
        let heads = [say!("table-teeth"), say!("table-mean"), say!("table-least-gap"), "x mm", "y mm", "z mm"];
        line(&[vec![say!("table-contact-at", um = um)], heads.map(str::to_owned).to_vec()].concat());
        let (zones, shown) = open.zones.shown(habits);
        for row in shown.into_iter().map(|i| &zones[i]) {
            let at = row.zone.centroid.to_array().map(|x| decimal(x, 2));
            let mut cells = vec![row.name.to_string(), row.teeth_text(), decimal(row.zone.mean_area_mm2(), 3)];
            cells.push(decimal(row.zone.min_gap_mm, 3));
            cells.extend(at);
            line(&cells);
        }
    }
    if let Some(found) = open.zones.by_tooth().filter(|_| contact.is_some()) {
        line(&[say!("table-pair"), say!("table-contacts"), "mm2", say!("table-least-gap")].map(str::to_owned));
        for pair in &found.pairs {
            line(&[
                said_pair([pair.upper.number(), pair.lower.number()], "-", pair.confidences),
                pair.contacts.to_string(),
                decimal(pair.area_mm2(), 2),
                decimal(pair.min_gap_mm, 3),
            ]);
        }
    }
    line(&[cell(crate::export::DISCLAIMER.say())]);
    Some(out)
}
