//! A movement for a person at a terminal: every angle with its plane, every figure with its guide.
use crate::base::rounded;
use crate::export::DISCLAIMER;
use crate::export::headline::judged_words;
use crate::export::motion::record::{MotionRecord, PairSweepRecord, StepRecord};
use crate::jaw::motion::Role;
use crate::jaw::teeth::{said_number, said_pair};
use std::fmt::Write;

/// So many pairs of each kind are listed.
const MOST_PAIRS: usize = 12;

pub fn text(record: &MotionRecord) -> String {
    let mut lines: Vec<(String, String)> = Vec::new();
    let mut line = |name: &str, value: String| lines.push((name.to_owned(), value));
    line("movement", movement(record));
    line("articulator", articulator(record));
    if let Some(recorded) = &record.recorded {
        line("record", format!("{} \"{}\"; {}", recorded.format, recorded.name, recorded.read_as));
        line("registered", recorded.registered_by.clone());
        let residual = record.residual_rms_mm.map_or("unknown".into(), |mm| format!("{mm:.4} mm RMS of the marks"));
        line("residual", residual);
    }
    line(
        "axis",
        format!("{}; condyles {:.1} mm apart", placed(record.hinge.placed_by), 2.0 * record.hinge.condyles.right[0]),
    );
    if let Some(scope) = record.scope {
        line("judged", judged_words(scope, record.asked.jaws.trimmed_area_mm2, &[]));
    }
    if let Some(guidance) = &record.tooth_guidance {
        let proven = if guidance.all_proven { "every step proven" } else { "not every step proven" };
        let found = format!("{} holes, {} leaps, {proven}", guidance.holes, guidance.jumps);
        line("teeth guide", format!("{}; {found}", start_words(guidance.start, guidance.first_contact_deg)));
    }
    if let Some(last) = record.steps.iter().rev().find(|step| !step.hole) {
        line("end", end(last, record));
    }
    let fitted = record.fit.iter().flat_map(|fit| fit.lines());
    let settings = record.sensitivity.iter().flat_map(|found| found.lines());
    for (name, value) in fitted.chain(settings) {
        line(&name, value);
    }
    for (name, value) in touches(record) {
        line(&name, value);
    }
    for (name, value) in pairs(record) {
        line(&name, value);
    }
    let contacts = record.timing_ms.contacts.map_or(String::new(), |ms| format!(", contacts {ms:.0} ms"));
    line("time", format!("path {:.0} ms{contacts}", record.timing_ms.path));
    let mut out = String::new();
    for (name, value) in lines {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{name:<13} {value}");
    }
    let _ = writeln!(out, "{}", DISCLAIMER.say());
    out
}

fn movement(record: &MotionRecord) -> String {
    let amount =
        record.movement.amount_mm.map_or(String::new(), |mm| format!(" {mm} mm ({})", record.movement.amount_of));
    let guide = match record.guide {
        "recorded" => "as recorded".to_owned(),
        guide => format!("guide: condyles and {guide}"),
    };
    format!("{}{amount}; {guide}; {} steps", record.movement.kind, record.steps.len())
}

fn articulator(record: &MotionRecord) -> String {
    let a = &record.articulator;
    let both = |sides: Option<crate::export::motion::articulator::Sides>| match sides {
        Some(sides) => {
            let [right, left] = sides.each();
            if right == left { format!("{right}") } else { format!("{right} right, {left} left") }
        }
        None => "-".into(),
    };
    format!(
        "{}to {}: condylar inclination {}°, Bennett {}°, immediate side shift {} mm, Fischer {}°",
        a.name.as_ref().map_or(String::new(), |name| format!("{name}, ")),
        record.plane.name(),
        both(a.sci_deg),
        both(a.bennett_deg),
        both(a.iss_mm),
        both(a.fischer_deg)
    )
}

fn placed(by: &str) -> &str {
    match by {
        "average" => "by averages from the lower incisors",
        "axis" => "as the articulator's file gives it",
        "points" => "through the picked condyles",
        "facebow" => "by the facebow's transform",
        "marks" => "by the record's marks in the scan",
        _ => "no scans",
    }
}

fn start_words(start: &str, first_contact_deg: Option<f64>) -> String {
    let Some(deg) = first_contact_deg else { return "nothing touches in the bite".into() };
    let way = if deg >= 0.0 { "opened" } else { "closed" };
    match start {
        "seat" => format!("bite seated first: {way} by {:.3}° to its first contact", deg.abs()),
        _ => format!(
            "begins in the bite as scanned; its first contact, {way} by {:.3}°, is taken off every step",
            deg.abs()
        ),
    }
}

fn end(step: &StepRecord, record: &MotionRecord) -> String {
    let [x, y, z] = step.incisal_mm.unwrap_or_default().map(|x| rounded(x, 2));
    let opening = rounded(step.opening_deg.unwrap_or_default(), 3);
    format!(
        "at {:.2} mm: incisal point right {x:.2}, front {y:.2}, up {z:.2} mm (to {}); opened by {opening:.3}°",
        step.s_mm,
        record.plane.name()
    )
}

/// Which teeth guide, and from where to where.
fn touches(record: &MotionRecord) -> Vec<(String, String)> {
    let mut runs: Vec<(String, f64, f64)> = Vec::new();
    for step in &record.steps {
        let Some(touch) = &step.touch else { continue };
        let teeth = [touch.tooth_upper, touch.tooth_lower];
        let doubts = record.doubts_of(teeth);
        let [upper, lower] = [0, 1].map(|side| teeth[side].map_or("?".into(), said_number) + doubts[side]);
        let pair = format!("{upper}/{lower}");
        match runs.last_mut() {
            Some(run) if run.0 == pair => run.2 = step.s_mm,
            _ => runs.push((pair, step.s_mm, step.s_mm)),
        }
    }
    let words = |(pair, from, to): &(String, f64, f64)| format!("{pair} from {from:.2} to {to:.2} mm");
    let all: Vec<String> = runs.iter().map(words).collect();
    if all.is_empty() { Vec::new() } else { vec![("guided by".into(), all.join(", "))] }
}

fn pairs(record: &MotionRecord) -> Vec<(String, String)> {
    let Some(pairs) = &record.pairs else { return Vec::new() };
    let threshold_mm = record.zone_threshold_mm.unwrap_or_default();
    let mut lines = vec![("pairs".to_owned(), format!("closest gap up to {threshold_mm} mm, upper/lower tooth"))];
    let words = |pair: &&PairSweepRecord| {
        format!(
            "{} {:.2}-{:.2} mm, {:.1} mm²",
            said_pair([pair.upper, pair.lower], "/", pair.sure.of_each()),
            pair.first_mm,
            pair.last_mm,
            pair.max_area_mm2
        )
    };
    for role in [Some(Role::Working), Some(Role::Balancing), Some(Role::Protrusive), Some(Role::Intercuspal), None] {
        let of_role: Vec<&PairSweepRecord> = pairs.iter().filter(|pair| pair.side == role).collect();
        let listed: Vec<String> = of_role.iter().take(MOST_PAIRS).map(words).collect();
        let more = of_role.len().saturating_sub(MOST_PAIRS);
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        if !listed.is_empty() {
            lines.push((format!("  {}", role.map_or("recorded", Role::name)), listed.join("; ") + &more));
        }
    }
    lines
}
