//! What a record asked, asked once more.
use crate::base::{Progress, Rigid};
use crate::cli::analyze::{AnalyzeArgs, TeethAsked, analyze_by};
use crate::cli::args::{DirectionChoice, PatchesChoice, SurenessArgs, Thresholds};
use crate::cli::load::LoadedPair;
use crate::cli::progress::Reporter;
use crate::cli::verify::teeth::TeethCheck;
use crate::engine::{Analysis, EngineEntry, Timing, map_grid, open_native_mapper};
use crate::exact::{BvhEngine, ExactQuestion};
use crate::export::exact::ExactRecord;
use crate::export::json::{AnalysisRecord, TimingRecord};
use crate::export::views::ViewsRecord;
use crate::field::patches::MAX_PATCHES;
use crate::field::{ChosenBy, GapField, Metrics, Projection, Question};
use crate::gpu::Context;
use crate::jaw::JawPair;
use crate::session::zones::{self, ZonesQuestion};
use crate::session::{ViewsQuestion, find_teeth, views};
use anyhow::{Context as _, ensure};
use clap::Parser;
use glam::DVec3;
use std::path::PathBuf;
use std::sync::Arc;

/// The pose and the settings of a record.
///
/// # Errors
/// When they are none that can be asked.
pub fn question(stored: &AnalysisRecord) -> anyhow::Result<Question> {
    let settings = &stored.settings;
    let upper_from_lower = Rigid::from_rows(stored.upper_from_lower).context("its pose")?;
    ensure!((8..=65536).contains(&settings.resolution), "its resolution is {}", settings.resolution);
    let zone_mm = stored.zone_threshold_mm.unwrap_or(0.1);
    ensure!(zone_mm.is_finite() && zone_mm > 0.0, "its threshold of the zones is {zone_mm} mm");
    if let Some(nearby) = &settings.sureness {
        // As the command line takes them.
        ensure!((1..=10_000).contains(&nearby.runs), "its number of positions nearby is {}", nearby.runs);
        let are_sizes = [nearby.shift_mm, nearby.turn_deg].iter().all(|x| x.is_finite() && *x >= 0.0);
        ensure!(are_sizes, "its positions nearby are at no distance");
    }
    Ok(Question {
        upper_from_lower,
        direction: direction(stored)?,
        resolution: settings.resolution,
        range_mm: settings.range_mm,
        thresholds_mm: settings.thresholds_mm.clone(),
        counting: settings.counting,
    })
}

/// The direction that was given; older files have it with the projection alone.
fn direction(stored: &AnalysisRecord) -> anyhow::Result<Option<DVec3>> {
    let of_projection = stored.projection.as_ref().filter(|p| p.chosen_by == ChosenBy::Given).map(|p| p.direction);
    let given = stored.settings.direction.or(of_projection).map(DVec3::from_array);
    ensure!(given.is_none_or(|d| d.is_finite() && d.is_normalized()), "its direction is no unit vector");
    Ok(given)
}

/// The record of the same pose and settings by an engine.
///
/// # Errors
/// What the engine says.
pub fn record(
    stored: &AnalysisRecord,
    question: &Question,
    (scans, teeth): (&[PathBuf; 2], TeethCheck),
    loaded: LoadedPair,
    (entry, context): (&EngineEntry, Option<Context>),
    notes: &mut Vec<String>,
) -> anyhow::Result<AnalysisRecord> {
    // Files of before that field: live figures have no zones.
    let is_live = stored.settings.live || (stored.settings.patches.is_none() && stored.zones.is_none());
    let teeth = teeth.of_pair(stored, &loaded.pair, notes);
    if is_live {
        return live(stored, (question, teeth), &loaded, (entry, context.as_ref()), notes);
    }
    let args = args_of(stored, question, scans)?;
    let asked = match loaded.kept_teeth().filter(|_| stored.settings.teeth_of_case) {
        Some(kept) => TeethAsked::Kept(kept),
        None => TeethAsked::Of(teeth.question()),
    };
    let mut now = analyze_by(&args, loaded, (question, &asked), entry, context.as_ref())?.record;
    if stored.bite.is_none() {
        // The window's reports and older files do not say it.
        now.bite = None;
    }
    if let (Some(now), Some(None)) = (&mut now.sureness, stored.sureness.as_ref().map(|s| s.centre)) {
        now.centre = None;
    }
    if !matches!(asked, TeethAsked::Kept(_)) {
        if stored.settings.teeth_of_case {
            notes.push(
                "the teeth are not told apart again: they are those of a case, and the scans stand by themselves"
                    .into(),
            );
        }
        teeth.settle(stored, &mut now);
    }
    Ok(now)
}

/// The command line that makes the record: its own options and, of what it does not say, the usual ones.
fn args_of(stored: &AnalysisRecord, question: &Question, [upper, lower]: &[PathBuf; 2]) -> anyhow::Result<AnalyzeArgs> {
    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        analyze: AnalyzeArgs,
    }
    let line = ["analyze".as_ref(), "--".as_ref(), upper.as_os_str(), lower.as_os_str()];
    let mut args = Line::try_parse_from(line).context("the usual options")?.analyze;
    args.direction = Some(DirectionChoice(question.direction));
    let patches = stored.settings.patches.map_or(MAX_PATCHES, |n| n as usize);
    ensure!((1..=MAX_PATCHES).contains(&patches), "its number of projections is {patches}");
    args.patches = PatchesChoice(Some(patches));
    args.contact_gap = Some(stored.settings.contact_gap.into());
    let centre = stored.sureness.as_ref().and_then(|s| s.centre).map(DVec3::from_array);
    args.sureness = SurenessArgs::of(stored.settings.sureness, centre.filter(|c| c.is_finite()));
    args.threshold_mm = Some(Thresholds(question.thresholds_mm.clone()));
    args.zone_threshold_mm = stored.zone_threshold_mm;
    Ok(args)
}

/// The figures of a live frame's very pixels, and, where they were known, the exact ones.
fn live(
    stored: &AnalysisRecord,
    (question, teeth): (&Question, TeethCheck),
    loaded: &LoadedPair,
    (entry, context): (&EngineEntry, Option<&Context>),
    notes: &mut Vec<String>,
) -> anyhow::Result<AnalysisRecord> {
    let reporter = Reporter::start("live figures");
    let pair = &loaded.pair;
    let mut engine = entry.open(context, pair)?;
    // Grown in a drag by some pixels; the window has no larger ones.
    let most = question.resolution.min(8192).saturating_mul(2);
    let grid =
        stored.projection.as_ref().map(|p| p.grid(most).context("its projection is no grid of pixels")).transpose()?;
    let metrics = match &grid {
        Some(grid) => map_grid(engine.as_mut(), pair, question, grid, &reporter.progress)?.map(|(_, m)| m),
        None => Some(engine.figures(question)?),
    };
    let mut metrics = metrics.unwrap_or_else(|| Metrics::apart(question));
    metrics.between_pixels = None;
    if let (Some(projection), Some(grid)) = (&mut metrics.projection, &grid) {
        projection.chosen_by = grid.chosen_by;
    }
    let analysis = Analysis {
        engine: entry.name,
        execution: entry.execution,
        adapter: String::new(),
        field: None,
        metrics,
        timing: Timing::default(),
        patched: None,
    };
    let files = [&stored.inputs.upper, &stored.inputs.lower].map(|i| i.file.clone());
    let mut now = AnalysisRecord::new(&analysis, pair, files, question, TimingRecord::default(), &[]);
    if stored.exact.is_some() || !stored.curve.is_empty() {
        reporter.progress.enter("the exact figures", 0.5)?;
        let engine = BvhEngine::build_shared(pair, &reporter.progress)?;
        if !stored.curve.is_empty() {
            let asked = ZonesQuestion {
                upper_from_lower: question.upper_from_lower,
                thresholds_mm: question.thresholds_mm.clone(),
            };
            let contact = zones::answer(&engine, &asked, &reporter.progress)?;
            let zone_mm = stored.zone_threshold_mm.unwrap_or_default();
            now.add_contact(&contact, zone_mm);
            if teeth.is_again() {
                let found = find_teeth(pair, &[pair.frame; 2], &teeth.question(), &reporter.progress)?;
                now.add_teeth(&contact, zone_mm, &found.teeth, &pair.frame);
                now.add_labels(found.labels);
            }
        }
        teeth.settle(stored, &mut now);
        now.exact = exact(stored, question, (pair, &engine), (&analysis.metrics, grid), &reporter.progress, notes)?;
    }
    Ok(now)
}

/// As the window has them beside the live ones.
fn exact(
    stored: &AnalysisRecord,
    question: &Question,
    (pair, engine): (&Arc<JawPair>, &BvhEngine),
    (live, projection): (&Metrics, Option<Projection>),
    progress: &Progress,
    notes: &mut Vec<String>,
) -> anyhow::Result<Option<ExactRecord>> {
    let Some(before) = &stored.exact else { return Ok(None) };
    let direction = projection.map(|p| p.direction);
    let asked = ExactQuestion { question: Question { direction, ..question.clone() }, projection };
    let (metrics, map) = engine.answer_with_map(&asked, progress)?;
    let mut now = ExactRecord::new(live, &metrics, before.difference.threshold_mm, 0.0);
    if let (Some(before), Some(map)) = (&before.views, &map) {
        let most = stored.settings.patches.map_or(MAX_PATCHES, |n| n as usize).clamp(1, MAX_PATCHES);
        now.views = views_again(before, (pair, engine), &ViewsQuestion { asked, most }, (map, &metrics), progress)?;
        if now.views.is_none() {
            // How far they are refined depends on the time that there is.
            notes.push("exact.views is not compared: it was, or is here, not refined to the end".into());
            now.views = Some(before.clone());
        }
    }
    Ok(Some(now))
}

/// The areas of several projections; `None` where either ran out of time.
fn views_again(
    before: &ViewsRecord,
    (pair, exact): (&Arc<JawPair>, &BvhEngine),
    asked: &ViewsQuestion,
    principal: (&GapField, &Metrics),
    progress: &Progress,
) -> anyhow::Result<Option<ViewsRecord>> {
    if !before.complete || before.without_time > 0 {
        return Ok(None);
    }
    let mut mapper = open_native_mapper(pair)?;
    let found = views::answer(mapper.as_mut(), (pair, exact), asked, principal, progress, &mut |_| {})?;
    let now = ViewsRecord::new(&found.figures, found.is_complete, 0.0);
    Ok((now.without_time == 0).then_some(now))
}
