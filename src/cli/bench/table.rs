//! The report for people.
use super::measure::Series;
use super::record::{BenchReport, SceneRecord};
use crate::bench::Family;
use crate::export::text::verdict_word;
use std::fmt::Write as _;

/// Three tables: every scene, where its frames go, how the curves rise.
pub fn text(report: &BenchReport) -> String {
    let kind = match report.is_software {
        Some(true) => "software driver",
        Some(false) => "GPU",
        None => "no adapter",
    };
    let processors = report.processors.map_or(String::new(), |n| format!(", {n} processors"));
    let mut text = format!("engine {} on {} ({kind}{processors})\n\n", report.engine, report.adapter);
    scenes(&mut text, &report.scenes);
    phases(&mut text, &report.scenes);
    slopes(&mut text, report);
    text
}

fn scenes(text: &mut String, scenes: &[SceneRecord]) {
    let _ = writeln!(
        text,
        "{:<14} {:>9} {:>6} {:<12} {:>9} {:>9} {:>8} {:>17} {:>17} {:>13}",
        "scene",
        "triangles",
        "map",
        "verdict",
        "1st pass",
        "2nd pass",
        "unsolved",
        "live ms (p95)",
        "anew ms (p95)",
        "1995 ms"
    );
    for s in scenes {
        let times = |series: &Series| format!("{:.1} ({:.1})", series.frames.median, series.frames.p95);
        let paper: Vec<_> = s.paper.iter().map(|row| format!("{:.0}", row.total_ms)).collect();
        let _ = writeln!(
            text,
            "{:<14} {:>9} {:>6} {:<12} {:>9} {:>9} {:>8} {:>17} {:>17} {:>13}",
            s.name,
            s.triangles,
            s.resolution,
            verdict_word(s.verdict),
            s.pixels.solved_first_pass,
            s.pixels.solved_second_pass,
            s.pixels.unsolved,
            times(&s.live),
            times(&s.anew),
            paper.join(" / ")
        );
    }
    text.push_str(
        "live: the lower body moves, what was drawn of the upper one stands; anew: everything is drawn in every frame.\n\
         1st pass, 2nd pass, unsolved: pixels. 1995: the paper's own scenes on RealityEngine2 / Extreme.\n",
    );
}

fn phases(text: &mut String, scenes: &[SceneRecord]) {
    let known: Vec<_> = scenes.iter().filter(|s| !matches!(s.family, Family::Polygons | Family::Pixels)).collect();
    if known.iter().all(|s| s.anew.phases.is_none()) {
        return;
    }
    let _ = writeln!(
        text,
        "\n{:<14} {:<6} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "median ms of", "series", "render 1", "examine", "render 2", "order", "gap map", "figures", "rest"
    );
    for s in known {
        for (name, series) in [("live", &s.live), ("anew", &s.anew)] {
            let Some(p) = series.phases else { continue };
            let _ = write!(text, "{:<14} {:<6}", s.name, name);
            for ms in [
                p.first_rendering,
                p.first_examination,
                p.second_rendering,
                p.layer_order,
                p.distance_map,
                p.figures,
                p.rest,
            ] {
                let _ = write!(text, " {ms:>9.1}");
            }
            text.push('\n');
        }
    }
}

fn slopes(text: &mut String, report: &BenchReport) {
    if !report.slopes.is_empty() {
        text.push_str("\ntime ~ size ^ exponent (1 is a straight line, less is better)\n");
    }
    for slope in &report.slopes {
        let _ = writeln!(
            text,
            "{:<9} {:<5} {:>5.2}, between the two largest sizes {:>5.2}",
            slope.against.name(),
            slope.series,
            slope.exponent,
            slope.last_exponent
        );
    }
}
