//! `occluscope engines`: every engine that is built, on the same pose and the same pixels, held against the exact one.
mod judge;
mod multi_projection;

use super::analyze::{AnalyzeArgs, open_adapter, question, refuse_what_is_not_built};
use super::{Answer, load, outputs, progress::Reporter, summary};
use crate::engine::{Analysis, ENGINES, Engine, EngineEntry, Execution, label};
use crate::exact::{BvhEngine, ExactAnalysis};
use crate::export::json::ProjectionRecord;
use crate::export::text::verdict_word;
use crate::field::{Agreement, Judge, MeanDifference, Projection, Question, Verdict, agreement, mean_difference};
use crate::gpu::Context;
use crate::jaw::JawPair;
use crate::session::{PoseAnswer, PoseQuestion};
use anyhow::{Context as _, ensure};
use judge::{JUDGE, agreement_lines, mean_line};
use multi_projection::MultiProjectionRow;
use serde::Serialize;
use std::fmt::Write as _;
use std::time::Instant;

const SCHEMA: &str = "occluscope/engines/1";
#[derive(Debug, clap::Args)]
pub struct EnginesArgs {
    #[command(flatten)]
    pub analyze: AnalyzeArgs,
    /// Hold the maps against the mean of N rays a pixel as well (a square number): it shows what the pixel's size does
    #[arg(long, value_name = "N", value_parser = parse_rays)]
    pub rays_per_pixel: Option<Rays>,
}

/// A square of rays in each pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rays {
    side: u32,
}

fn parse_rays(text: &str) -> Result<Rays, String> {
    let n: u32 = text.parse().map_err(|_| "a whole number is needed".to_owned())?;
    (1..=16)
        .map(|side| Rays { side })
        .find(|r| r.side * r.side == n)
        .ok_or("a square number from 1 to 256 is needed".into())
}

/// One engine's answer.
#[derive(Debug, Serialize)]
struct Row {
    engine: &'static str,
    execution: Option<Execution>,
    adapter: String,
    verdict: Verdict,
    projected_area_mm2: f64,
    max_depth_mm: Option<f64>,
    min_gap_mm: Option<f64>,
    /// Smallest distance of the solids; not known to engines that only see maps.
    clearance_mm: Option<f64>,
    triangle_pairs: Option<u64>,
    unsolved: u32,
    prepare_ms: f64,
    frame_ms: f64,
    /// Against the judge, pixel by pixel; `null` of the judge itself and where the jaws are apart by more than the range.
    agreement: Option<Agreement>,
    /// With `--rays-per-pixel`.
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_of_rays: Option<MeanDifference>,
}

#[derive(Debug, Serialize)]
struct EnginesReport {
    schema: &'static str,
    version: &'static str,
    adapter: String,
    upper_from_lower: [[f64; 4]; 4],
    projection: Option<ProjectionRecord>,
    engines: Vec<Row>,
    /// Of the first engine that is not the judge itself, as in its row.
    agreement: Option<Agreement>,
    /// Several projections at once, each engine on the same tiles; empty along a given direction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    patches: Vec<MultiProjectionRow>,
    /// Built, but left out: they need a GPU and none was asked for.
    left_out: Vec<String>,
    /// Every engine is built.
    not_built: Vec<String>,
    warnings: Vec<String>,
}

/// # Errors
/// Bad usage or input, a missing GPU, or a report that cannot be written.
pub fn run(args: &EnginesArgs) -> anyhow::Result<Answer> {
    let analyze = &args.analyze;
    // All engines run: which one is named does not matter, whether the rest can be done does.
    refuse_what_is_not_built(&AnalyzeArgs { engine: JUDGE.into(), ..analyze.clone() })?;
    analyze.outputs.only_json("engines")?;
    ensure!(analyze.time.is_none() && analyze.fail_if.is_none(), "--time and --fail-if belong to \"analyze\"");
    let pose = analyze.pose.given()?;
    analyze.outputs.check(analyze.inputs.files())?;
    let loaded = load::open(&analyze.inputs, &analyze.scans)?;
    let args = &EnginesArgs { analyze: analyze.in_case(&loaded)?, ..*args };
    let context = open_adapter(&args.analyze)?;
    let asked = question(&args.analyze, pose.unwrap_or_else(|| loaded.pose()));
    let mut report = compare(args, context.as_ref(), &loaded, asked)?;
    if !args.analyze.trim.of(&loaded)?.is_empty() {
        report.warnings.push("Engines are held against each other on whole scans: trimmed surface is in them.".into());
    }
    let json = analyze.outputs.json.as_deref();
    if let Some(path) = json {
        outputs::write_json(&report, path)?;
    }
    if json.is_none_or(|path| !outputs::is_stdout(path)) {
        outputs::print(&table(&report))?;
    }
    summary::warn(&report.warnings);
    Ok(Answer::Done)
}

/// An engine's answer with how long it took to build the engine.
struct Answered {
    analysis: Analysis,
    prepare_ms: f64,
}

fn compare(
    args: &EnginesArgs,
    context: Option<&Context>,
    loaded: &load::LoadedPair,
    mut asked: PoseQuestion,
) -> anyhow::Result<EnginesReport> {
    let reporter = Reporter::start("engines");
    let runs = |e: &&EngineEntry| context.is_some() || !e.needs_gpu();
    let mut answers: Vec<Answered> = Vec::new();
    for entry in ENGINES.iter().filter(runs) {
        reporter.progress.enter(entry.name, 0.1)?;
        answers.push(ask(entry, context, &loaded.pair, &asked.question)?);
        // The first engine chooses the direction, and with it the pixels, for all.
        let direction = &mut asked.question.direction;
        *direction = direction.or(grid(&answers).map(|p| p.direction));
    }
    let (question, most) = (&asked.question, asked.most_projections);
    reporter.progress.enter("holding them against the exact engine", 0.5)?;
    let judge = JudgeAt::new(&loaded.pair, question, grid(&answers), args.rays_per_pixel, &reporter)?;
    reporter.progress.enter("looking along other projections", 0.7)?;
    let principal = answers.first().and_then(|a| a.analysis.field.as_ref()).filter(|_| most > 1);
    let opened = ENGINES.iter().filter(runs).map(|e| (*e, e.open(context, &loaded.pair)));
    let patches = match principal.zip(judge.as_ref()) {
        Some((map, judge)) => {
            let pair = &loaded.pair;
            multi_projection::rows(opened, pair, question, (map, most), &judge.engine, &reporter.progress)?
        }
        None => Vec::new(),
    };
    drop(reporter);
    let rows: Vec<Row> = answers.iter().map(|a| row(a, judge.as_ref())).collect();
    let first = answers.into_iter().next().context("no engine is built")?.analysis;
    let record = PoseAnswer::of(asked, loaded.pair.clone(), loaded.pair.frame, first).record(loaded.provenance());
    let names = |left: &dyn Fn(&&EngineEntry) -> bool| ENGINES.iter().filter(left).map(EngineEntry::label).collect();
    Ok(EnginesReport {
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION"),
        adapter: record.adapter,
        upper_from_lower: record.upper_from_lower,
        projection: record.projection,
        agreement: rows.iter().find(|r| r.engine != JUDGE).and_then(|r| r.agreement),
        engines: rows,
        patches,
        left_out: names(&|e| !runs(e)),
        not_built: Vec::new(),
        warnings: record.warnings,
    })
}

fn ask(
    entry: &EngineEntry,
    context: Option<&Context>,
    pair: &JawPair,
    question: &Question,
) -> anyhow::Result<Answered> {
    let begun = Instant::now();
    let mut engine: Box<dyn Engine> = entry.open(context, pair)?;
    let prepare_ms = begun.elapsed().as_secs_f64() * 1e3;
    if entry.needs_gpu() {
        // The first answer chooses the projection and warms the driver up; the second is timed.
        engine.figures(question)?;
    }
    Ok(Answered { analysis: engine.analyze(question)?, prepare_ms })
}

fn grid(answers: &[Answered]) -> Option<Projection> {
    answers.first().and_then(|a| a.analysis.metrics.projection)
}

/// The exact answer on one grid.
struct JudgeAt<'a> {
    engine: BvhEngine,
    question: &'a Question,
    projection: Projection,
    exact: ExactAnalysis,
    /// Side of the square of rays in each pixel, and their mean gaps.
    means: Option<(u32, Vec<f32>)>,
}

impl<'a> JudgeAt<'a> {
    fn new(
        pair: &JawPair,
        question: &'a Question,
        grid: Option<Projection>,
        rays: Option<Rays>,
        reporter: &Reporter,
    ) -> anyhow::Result<Option<Self>> {
        let Some(projection) = grid else { return Ok(None) };
        let engine = BvhEngine::new(pair);
        let exact = engine.analyze(question, &projection, &reporter.progress)?;
        let means = |rays: Rays| {
            engine.mean_gaps(question, &projection, rays.side, &reporter.progress).map(|means| (rays.side, means))
        };
        let means = rays.map(means).transpose()?;
        Ok(Some(Self { engine, question, projection, exact, means }))
    }

    /// `None` on other pixels than the judge's.
    fn agreement(&self, analysis: &Analysis) -> Option<Agreement> {
        let field = analysis.field.as_ref().filter(|f| same_pixels(&f.projection, &self.projection))?;
        let judge = Judge {
            field: &self.exact.field,
            near_edge: &self.exact.near_edge,
            nearby: &|pixel| self.engine.nearby(self.question, &self.projection, pixel),
            range_mm: self.question.range_mm,
        };
        Some(agreement(field, &judge))
    }

    fn mean_difference(&self, analysis: &Analysis) -> Option<MeanDifference> {
        let (side, means) = self.means.as_ref()?;
        Some(mean_difference(analysis.field.as_ref()?, means, side * side))
    }
}

fn same_pixels(a: &Projection, b: &Projection) -> bool {
    *a == Projection { chosen_by: a.chosen_by, ..*b }
}

fn row(answered: &Answered, judge: Option<&JudgeAt>) -> Row {
    let Answered { analysis, prepare_ms } = answered;
    let metrics = &analysis.metrics;
    Row {
        engine: analysis.engine,
        execution: analysis.execution,
        adapter: analysis.adapter.clone(),
        verdict: metrics.verdict,
        projected_area_mm2: metrics.interference_projected_area_mm2,
        max_depth_mm: metrics.max_depth_mm,
        min_gap_mm: metrics.min_gap_mm,
        clearance_mm: metrics.clearance_mm,
        triangle_pairs: metrics.triangle_pairs,
        unsolved: metrics.pixels.unsolved,
        prepare_ms: *prepare_ms,
        frame_ms: analysis.timing.frame,
        agreement: judge.filter(|_| analysis.engine != JUDGE).and_then(|j| j.agreement(analysis)),
        mean_of_rays: judge.and_then(|j| j.mean_difference(analysis)),
    }
}

/// The report for a person. Writing to a string cannot fail.
fn table(report: &EnginesReport) -> String {
    let known = |x: Option<f64>| x.map_or("-".to_owned(), |x| format!("{x:.4}"));
    let mut text = String::from(
        "engine           verdict       area mm²   depth mm    gap mm   distance mm   pairs  unsolved  prepare ms  frame ms\n",
    );
    for r in &report.engines {
        let pairs = r.triangle_pairs.map_or("-".to_owned(), |n| n.to_string());
        let _ = writeln!(
            text,
            "{:<16} {:<12} {:>9.3} {:>10} {:>9} {:>13} {:>7} {:>9} {:>11.0} {:>9.0}",
            label(r.engine, r.execution),
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
    for r in &report.engines {
        if let Some(a) = &r.agreement {
            let _ = write!(text, "{} against {JUDGE}: {}", label(r.engine, r.execution), agreement_lines(a));
        }
        if let Some(m) = &r.mean_of_rays {
            let _ = writeln!(
                text,
                "{} against the mean of {} rays a pixel: {}",
                label(r.engine, r.execution),
                m.rays_per_pixel,
                mean_line(m)
            );
        }
    }
    text.push_str(&multi_projection::text(&report.patches));
    if !report.left_out.is_empty() {
        let _ = writeln!(text, "left out, they need a GPU: {}", report.left_out.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rays_come_in_squares() {
        assert_eq!(parse_rays("16"), Ok(Rays { side: 4 }));
        for bad in ["0", "8", "1024", "-4", "four"] {
            assert!(parse_rays(bad).is_err(), "{bad}");
        }
    }
}
