//! The figures of one analysis for a person at a terminal.
use super::answer::printable;
use super::outcome::Outcome;
use super::stderr::complain;
use crate::engine::{MultiProjection, PROCESSOR, Spread};
use crate::export::headline::judged_words;
use crate::export::{self, between_pixels, json::InputRecord, text};
use std::fmt::Write;

/// What `analyze` prints when stdout is not wanted for a file format.
pub fn text(outcome: &Outcome, threshold_mm: f64) -> String {
    let (record, metrics) = (&outcome.record, &outcome.answer.analysis.metrics);
    let mut lines = Vec::new();
    let mut line = |name: &str, value: String| lines.push((name.to_owned(), value));
    let sentence =
        record.headline_said.clone().or_else(|| record.headline.clone()).unwrap_or_else(|| text::depth_or_gap(metrics));
    line("headline", sentence);
    let smallest_mm = record.settings.thresholds_mm.first().copied().unwrap_or_default();
    line("verdict", format!("{} (at {smallest_mm:.3} mm)", text::verdict_word(record.verdict)));
    if let Some(scope) = record.scope {
        line(
            "judged",
            judged_words(scope, record.trimmed_area_mm2, record.not_on_teeth.as_deref().unwrap_or_default()),
        );
    }
    line("upper", input(&record.inputs.upper));
    line("lower", input(&record.inputs.lower));
    line("pose", text::pose(&outcome.answer.asked.question.upper_from_lower));
    if let Some(in_bite) = &record.in_bite {
        line("bite", in_bite.lines().join("; "));
    }
    if let Some(projection) = &metrics.projection {
        line("projection", text::projection(projection));
        line("map", text::pixel_size(projection));
        if let Some(multi_projection) = &outcome.answer.analysis.multi_projection {
            line("contact areas", projections(multi_projection));
        }
        line("along the projection", format!("{}; {}", text::depth_or_gap(metrics), text::interference(metrics)));
        line("unsolved", Some(text::unsolved(metrics)).filter(|t| !t.is_empty()).unwrap_or("no pixel".into()));
    }
    if let Some(found) = &metrics.between_pixels {
        line("between pixels", between_pixels::line(found));
    }
    if let (Some(pairs), Some(clearance)) = (metrics.triangle_pairs, metrics.clearance_mm) {
        line("surfaces", format!("{pairs} pairs of triangles meet; smallest distance {clearance:.4} mm"));
    }
    if let Some(penetration) = &record.object_space {
        // Of everything that was scanned, tissue and scraps too, whatever is judged.
        line("whole solids", text::penetration(penetration));
    }
    for contact in &metrics.contact {
        let spread =
            record.uncertainty.as_ref().and_then(|s| s.areas.iter().find(|a| a.threshold_mm == contact.threshold_mm));
        let marker = if contact.threshold_mm == threshold_mm { " *" } else { "" };
        let upper = text::area_parts(contact.area_upper_mm2, contact.penetrating_area_upper_mm2);
        let lower = text::area_parts(contact.area_lower_mm2, contact.penetrating_area_lower_mm2);
        line(
            &format!("{} <= {:.3} mm{marker}", metrics.contact_gap.name(), contact.threshold_mm),
            format!("upper {upper};  lower {lower}"),
        );
        if let Some(a) = spread {
            let range = |s: &Spread| format!("{:.1} to {:.1} mm²", s.low, s.high);
            line("  nearby, closest gap", format!("upper {};  lower {}", range(&a.upper_mm2), range(&a.lower_mm2)));
        }
    }
    if let (Some(teeth), Some(pairs), Some(balance)) = (&record.teeth, &record.pairs, &record.balance) {
        line("teeth", export::teeth::found(teeth));
        if let Some(mm) = record.zone_threshold_mm {
            line("pairs", format!("within {mm:.3} mm of closest gap"));
        }
        export::teeth::lines(pairs, balance).into_iter().for_each(|(name, value)| line(&name, value));
    }
    if let Some(sure) = &record.uncertainty {
        let s = &sure.settings;
        let words = match s.known_by {
            None => format!(
                "{} poses within {} mm and {} degrees along and about every axis",
                s.runs, s.shift_mm, s.turn_deg
            ),
            Some(_) => format!(
                "{} poses by the covariance of this bite: standard deviations {:.4} mm and {:.4} degrees",
                s.runs, s.shift_mm, s.turn_deg
            ),
        };
        line("nearby means", words);
    }
    line("engine", format!("{} on {}, {:.1} ms", record.engine, adapter(&record.adapter), record.timing_ms.frame));
    let mut out = String::new();
    for (name, value) in lines {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{name:<24} {value}");
    }
    let _ = writeln!(out, "{}", export::DISCLAIMER.say());
    out
}

fn projections(multi_projection: &MultiProjection) -> String {
    let areas = multi_projection.areas(&[]);
    format!(
        "from {} projections in {} tiles, {:.1} to {:.0} µm per pixel on the tooth",
        areas.n_projections(),
        areas.n_tiles,
        areas.finest_mm * 1000.0,
        areas.coarsest_mm * 1000.0
    )
}

fn adapter(name: &str) -> &str {
    if name == PROCESSOR { "the processor" } else { name }
}

fn input(input: &InputRecord) -> String {
    let closed = if input.closed { "closed" } else { "open" };
    format!("{}: {} triangles, {closed}", input.file, input.scanned())
}

/// One line a warning on stderr.
pub fn warn(warnings: &[String]) {
    for warning in warnings {
        complain(&format!("warning: {}", printable(warning)));
    }
}
