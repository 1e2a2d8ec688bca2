//! `occluscope engines`: every engine that is built, on the same pose and the same pixels.
use super::analyze::{AnalyzeArgs, question, refuse_what_is_not_built};
use super::{Answer, args, load, outputs, progress::Reporter, summary};
use crate::engine::{self, Engine as _};
use crate::exact::BvhEngine;
use crate::export::json::{AnalysisRecord, ProjectionRecord, TimingRecord};
use crate::export::text::verdict_word;
use crate::field::{Agreement, Metrics, Verdict, agreement};
use crate::gpu::Context;
use anyhow::{Context as _, ensure};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;

const SCHEMA: &str = "occluscope/engines/1";

#[derive(Debug, clap::Args)]
pub struct EnginesArgs {
    #[command(flatten)]
    pub analyze: AnalyzeArgs,
}

/// One engine's answer.
#[derive(Debug, Serialize)]
struct Row {
    engine: &'static str,
    verdict: Verdict,
    projected_area_mm2: f64,
    max_depth_mm: Option<f64>,
    min_gap_mm: Option<f64>,
    /// Smallest distance of the surfaces; the raster engine does not know it.
    clearance_mm: Option<f64>,
    triangle_pairs: Option<usize>,
    unsolved: u32,
    prepare_ms: f64,
    frame_ms: f64,
}

#[derive(Debug, Serialize)]
struct Report {
    schema: &'static str,
    version: &'static str,
    adapter: String,
    upper_from_lower: [[f64; 4]; 4],
    projection: Option<ProjectionRecord>,
    engines: Vec<Row>,
    /// `stencil` held against `bvh`, pixel by pixel; `null` where the jaws are apart by more than the range.
    agreement: Option<Agreement>,
    not_built: Vec<&'static str>,
    warnings: Vec<String>,
}

/// # Errors
/// Bad usage or input, a missing GPU, or a report that cannot be written.
pub fn run(args: &EnginesArgs) -> anyhow::Result<Answer> {
    let args = &args.analyze;
    refuse_what_is_not_built(args)?;
    args.outputs.only_json("engines")?;
    ensure!(args.time.is_none() && args.fail_if.is_none(), "--time and --fail-if belong to \"analyze\"");
    let choice = args::adapter_choice(&args.adapter)?;
    let upper_from_lower = args.pose.upper_from_lower()?;
    args.outputs.check([&args.upper, &args.lower].into_iter())?;
    let loaded = load::prepare(load::read_pair(&args.upper, &args.lower)?, &args.scans)?;
    let context = Context::headless(&choice)?;
    let report = compare(args, &context, &loaded, &question(args, upper_from_lower))?;
    match &args.outputs.json {
        Some(path) => write_json(&report, path)?,
        None => outputs::print(&table(&report))?,
    }
    summary::warn(&report.warnings);
    Ok(Answer::Done)
}

fn compare(
    args: &AnalyzeArgs,
    context: &Context,
    loaded: &load::LoadedPair,
    question: &crate::field::Question,
) -> anyhow::Result<Report> {
    let reporter = Reporter::start("engines");
    reporter.progress.enter("stencil", 0.0)?;
    let begun = Instant::now();
    let mut stencil = engine::open_stencil(context, &loaded.pair)?;
    let prepared = milliseconds(begun);
    // The first answer chooses the projection and warms the driver up; the second is timed.
    stencil.figures(question)?;
    let raster = stencil.analyze(question)?;
    let mut rows = vec![row("stencil", &raster.metrics, [prepared, raster.timing.frame])];
    reporter.progress.enter("bvh", 0.4)?;
    let begun = Instant::now();
    let exact = BvhEngine::new(&loaded.pair);
    let prepared = milliseconds(begun);
    let begun = Instant::now();
    let judged = raster.metrics.projection.map(|p| exact.analyze(question, &p, &reporter.progress)).transpose()?;
    let pairs = match &judged {
        Some(judged) => judged.pairs.len(),
        None => exact.intersecting_pairs(&question.upper_from_lower).len(),
    };
    let times = [prepared, milliseconds(begun)];
    let clearance = exact.smallest_distance(&question.upper_from_lower, None).map(|d| d.distance_mm);
    let metrics = judged.as_ref().map_or(&raster.metrics, |j| &j.metrics);
    rows.push(Row { clearance_mm: clearance, triangle_pairs: Some(pairs), ..row("bvh", metrics, times) });
    reporter.progress.enter("zlist", 0.8)?;
    rows.push(zlist_row(context, loaded, question)?);
    let agreement = match (&raster.field, &judged) {
        (Some(field), Some(judged)) => Some(agreement(field, &judged.field, &judged.near_edge)),
        _ => None,
    };
    drop(reporter);
    let files = [&args.upper, &args.lower].map(|p| p.display().to_string());
    let record = AnalysisRecord::new(&raster, &loaded.pair, files, question, TimingRecord::default(), &loaded.warnings);
    Ok(Report {
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION"),
        adapter: record.adapter,
        upper_from_lower: record.upper_from_lower,
        projection: record.projection,
        engines: rows,
        agreement,
        not_built: engine::ENGINES.iter().filter(|(name, built)| !built && *name != "bvh").map(|e| e.0).collect(),
        warnings: record.warnings,
    })
}

/// Its pairs are those found by the exact test of what the lists offer: fewer than all where no pixel hits.
fn zlist_row(context: &Context, loaded: &load::LoadedPair, question: &crate::field::Question) -> anyhow::Result<Row> {
    let begun = Instant::now();
    let mut zlist = engine::ZList::open(context, &loaded.pair)?;
    let prepared = milliseconds(begun);
    zlist.figures(question)?;
    let lists = zlist.analyze(question)?;
    let found = zlist.meeting_pairs(question)?;
    let row = row("zlist", &lists.metrics, [prepared, lists.timing.frame]);
    Ok(Row { triangle_pairs: Some(found.pairs.len()), ..row })
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

fn row(engine: &'static str, metrics: &Metrics, [prepare_ms, frame_ms]: [f64; 2]) -> Row {
    Row {
        engine,
        verdict: metrics.verdict,
        projected_area_mm2: metrics.interference_projected_area_mm2,
        max_depth_mm: metrics.max_depth_mm,
        min_gap_mm: metrics.min_gap_mm,
        clearance_mm: None,
        triangle_pairs: None,
        unsolved: metrics.pixels.unsolved,
        prepare_ms,
        frame_ms,
    }
}

fn write_json(report: &Report, path: &Path) -> anyhow::Result<()> {
    let mut text = serde_json::to_string_pretty(report).context("the report cannot be written as JSON")?;
    text.push('\n');
    if path == Path::new("-") {
        return outputs::print(&text);
    }
    Ok(crate::base::files::write_file(path, |out| out.write_all(text.as_bytes()))?)
}

fn table(report: &Report) -> String {
    let known = |x: Option<f64>| x.map_or("-".to_owned(), |x| format!("{x:.4}"));
    let mut text = String::from(
        "engine    verdict       area mm²   depth mm    gap mm   distance mm   pairs  unsolved  prepare ms  frame ms\n",
    );
    for r in &report.engines {
        let pairs = r.triangle_pairs.map_or("-".to_owned(), |n| n.to_string());
        let _ = writeln!(
            text,
            "{:<9} {:<12} {:>9.3} {:>10} {:>9} {:>13} {:>7} {:>9} {:>11.0} {:>9.0}",
            r.engine,
            verdict_word(r.verdict),
            r.projected_area_mm2,
            known(r.max_depth_mm),
            known(r.min_gap_mm),
            known(r.clearance_mm),
            pairs,
            r.unsolved,
            r.prepare_ms,
            r.frame_ms
        );
    }
    if let Some(a) = &report.agreement {
        let _ = writeln!(
            text,
            "stencil against bvh: {} pixels, {} within 1/256 pixel of an edge, {} unsolved, {} of another class, {} gaps missing;\n\
             {} gaps compared, difference {} mm RMS, {} mm at most",
            a.pixels,
            a.near_edge,
            a.unsolved,
            a.class_differs,
            a.gap_missing,
            a.compared,
            a.gap_rms_mm.map_or("-".to_owned(), |x| format!("{x:.6}")),
            a.gap_max_mm.map_or("-".to_owned(), |x| format!("{x:.6}"))
        );
    }
    let _ = writeln!(text, "not built yet: {}", report.not_built.join(", "));
    text
}
