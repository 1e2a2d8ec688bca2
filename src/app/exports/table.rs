//! The figures as text for the clipboard: a table that any spreadsheet takes.
use crate::app::state::Open;
use crate::app::state::zones::ListHabits;
use crate::export::headline::Headline;
use crate::export::text;
use crate::jaw::teeth::doubt_mark;
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
    line(&[cell("verdict"), sentence.unwrap_or_else(|| format!("live: {}", text::depth_or_gap(metrics)))]);
    line(&[cell("judged"), cell(contact.map_or(session.scope().kind(), |contact| contact.scope).name())]);
    let trimmed_mm2 = open.trimmed_mm2();
    if trimmed_mm2 > 0.0 {
        line(&[cell("trimmed mm2"), format!("{trimmed_mm2:.2}")]);
    }
    line(&[cell("pose of the lower jaw"), text::pose(&session.upper_from_lower())]);
    if let Some(projection) = &metrics.projection {
        line(&[cell("projection"), text::projection(projection), text::pixel_size(projection)]);
    }
    let gap = if contact.is_some() { "closest gap" } else { "projected gap, one view, whole scans" };
    line(&[
        format!("contact by {gap}, at most um"),
        cell("upper mm2"),
        cell("of it penetrating"),
        cell("lower mm2"),
        cell("of it penetrating"),
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
            .map(|mm2| format!("{mm2:.2}")),
        );
        line(&cells);
    }
    if contact.is_some() {
        let heads = ["contact", "teeth", "mean mm2", "least gap mm", "x mm", "y mm", "z mm"];
        let mut heads = heads.map(str::to_owned);
        heads[0] = format!("contact at {:.0} um", threshold_mm * 1000.0);
        line(&heads);
        let (zones, shown) = open.zones.shown(habits);
        for row in shown.into_iter().map(|i| &zones[i]) {
            let at = row.zone.centroid.to_array().map(|x| format!("{x:.2}"));
            let mut cells = vec![row.name.to_string(), row.teeth_text(), format!("{:.3}", row.zone.mean_area_mm2())];
            cells.push(format!("{:.3}", row.zone.min_gap_mm));
            cells.extend(at);
            line(&cells);
        }
    }
    if let Some(found) = open.zones.by_tooth().filter(|_| contact.is_some()) {
        line(&["pair", "contacts", "mm2", "least gap mm"].map(str::to_owned));
        for pair in &found.pairs {
            line(&[
                format!("{}-{}{}", pair.upper, pair.lower, doubt_mark(pair.confidence)),
                pair.contacts.to_string(),
                format!("{:.2}", pair.area_mm2()),
                format!("{:.3}", pair.min_gap_mm),
            ]);
        }
    }
    line(&[cell(crate::export::DISCLAIMER)]);
    Some(out)
}
