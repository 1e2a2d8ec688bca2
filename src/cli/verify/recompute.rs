//! What a record asked, asked once more.
use crate::base::Progress;
use crate::cli::load::LoadedPair;
use crate::cli::pose::{self, Besides, TeethAsked};
use crate::cli::progress::Reporter;
use crate::cli::verify::teeth::TeethCheck;
use crate::engine::{Analysis, Engine, EngineEntry, PairForms, Timing, map_grid, open_native_shared};
use crate::exact::{BvhEngine, ExactQuestion};
use crate::export::exact::ExactRecord;
use crate::export::json::AnalysisRecord;
use crate::export::measures::measures;
use crate::export::multi_projection::MultiProjectionRecord;
use crate::export::named_bite::InBiteRecord;
use crate::export::pins;
use crate::field::{GapField, Metrics, Projection, Question};
use crate::gpu::Context;
use crate::jaw::{JawPair, Teeth};
use crate::session::zones::{self, ZonesQuestion};
use crate::session::{
    MultiProjectionQuestion, PoseAnswer, PoseQuestion, Provenance, Settings, find_teeth, multi_projection,
};
use anyhow::Context as _;
use std::sync::Arc;

/// The record of the same pose and settings by an engine.
///
/// # Errors
/// What the engine says.
pub fn record(
    stored: &AnalysisRecord,
    asked: &PoseQuestion,
    teeth: TeethCheck,
    loaded: &LoadedPair,
    (entry, context): (&EngineEntry, Option<Context>),
    notes: &mut Vec<String>,
) -> anyhow::Result<AnalysisRecord> {
    // Files of before that field: live figures have no zones.
    let is_live = stored.settings.live || (stored.settings.patches.is_none() && stored.zones.is_none());
    let teeth = teeth.of_pair(stored, &loaded.pair, notes);
    if is_live {
        let mut now = live(stored, (asked, teeth), loaded, (entry, context.as_ref()), notes)?;
        told_as_by(stored, &mut now);
        return Ok(now);
    }
    let of_case = loaded.kept_teeth().filter(|_| stored.settings.teeth_of_case);
    let is_of_case = of_case.is_some();
    let teeth_asked = match of_case.or_else(|| stated(stored, &teeth, &loaded.pair)) {
        Some(kept) => TeethAsked::Kept(kept),
        None => TeethAsked::Of(teeth.question()),
    };
    let (answer, _) = pose::answer(asked, (loaded, &teeth_asked), (entry, context.as_ref()), Besides::default())?;
    let mut now = record_as(stored, answer, loaded);
    if stored.bite.is_none() {
        // Older files do not say it, nor what the solids share.
        now.bite = None;
    }
    if stored.object_space.is_none() {
        now.object_space = None;
    }
    if stored.interference.solids_volume_mm3.is_none() {
        now.interference.solids_volume_mm3 = None;
    }
    if let (Some(now), Some(None)) = (&mut now.uncertainty, stored.uncertainty.as_ref().map(|s| s.centre)) {
        now.centre = None;
    }
    told_as_by(stored, &mut now);
    if !is_of_case {
        if stored.settings.teeth_of_case && !teeth_asked.is_kept() {
            notes.push(
                "the teeth are not told apart again: they are those of a case, and the scans stand by themselves"
                    .into(),
            );
        }
        teeth.settle(stored, &mut now);
    }
    Ok(now)
}

/// Older records do not say which number of a pair a doubt is of, and have a space before its mark.
fn told_as_by(stored: &AnalysisRecord, now: &mut AnalysisRecord) {
    if stored.pairs.iter().flatten().any(|pair| !pair.sure.is_of_each()) {
        now.pairs.iter_mut().flatten().for_each(|pair| pair.sure = pair.sure.of_both());
    }
    if stored.headline.as_ref().is_some_and(|words| words.contains(" ?")) {
        now.headline = now.headline.take().map(|words| words.replace('?', " ?"));
    }
}

/// The teeth that a record says were judged, where they cannot be told apart again.
fn stated(stored: &AnalysisRecord, teeth: &TeethCheck, pair: &JawPair) -> Option<Teeth> {
    stored.regions.as_ref().filter(|_| !teeth.is_again())?.teeth(pair)
}

/// An answer as the stored record would have it: older ones have the verdict of the map, and name no scope.
fn record_as(stored: &AnalysisRecord, mut answer: PoseAnswer, loaded: &LoadedPair) -> AnalysisRecord {
    // What a hand put is the question; what it comes to is the answer.
    let marks = Arc::new(measures(&stored.measures).unwrap_or_default());
    let pins = Arc::new(pins::pins(&stored.pins).unwrap_or_default());
    let placed = Arc::new(pins::placed(&stored.placed).unwrap_or_default());
    let last_bite = stored.in_bite.as_ref().and_then(InBiteRecord::last);
    let from = Provenance { section: stored.section, measures: marks, pins, placed, last_bite, ..loaded.provenance() };
    if stored.verdict_by.is_some() {
        return answer.record(from);
    }
    answer.judged = None;
    let mut now = answer.record(from);
    (now.verdict_by, now.projected_verdict) = (None, None);
    now
}

/// The figures of a live frame's very pixels, and, where they were known, the exact ones.
fn live(
    stored: &AnalysisRecord,
    (asked, teeth): (&PoseQuestion, TeethCheck),
    loaded: &LoadedPair,
    (entry, context): (&EngineEntry, Option<&Context>),
    notes: &mut Vec<String>,
) -> anyhow::Result<AnalysisRecord> {
    let reporter = Reporter::start("live figures");
    let (pair, question) = (&loaded.pair, &asked.question);
    let mut engine = entry.open(context, pair)?;
    // Grown in a drag by some pixels; the window has no larger ones, and a file is not to ask for them.
    let most = question.resolution.min(Settings::RESOLUTIONS[Settings::RESOLUTIONS.len() - 1]).saturating_mul(2);
    let grid =
        stored.projection.as_ref().map(|p| p.grid(most).context("its projection is no grid of pixels")).transpose()?;
    let metrics = live_metrics(engine.as_mut(), question, grid.as_ref(), &reporter.progress)?;
    let analysis = Analysis {
        engine: entry.name,
        execution: entry.execution,
        adapter: String::new(),
        field: None,
        metrics,
        timing: Timing::default(),
        multi_projection: None,
    };
    let mut answer = PoseAnswer::of(asked.clone(), pair.clone(), pair.frame, analysis);
    answer.is_live = true;
    let has_exact = stored.exact.is_some() || !stored.curve.is_empty();
    if has_exact {
        reporter.progress.enter("the exact figures", 0.5)?;
        let trees = engine.trees(&reporter.progress)?;
        if !stored.curve.is_empty() {
            let (upper_from_lower, thresholds_mm) = (question.upper_from_lower, question.thresholds_mm.clone());
            if let Some(teeth) = stated(stored, &teeth, pair) {
                answer.teeth.teeth = teeth;
            } else if teeth.is_again() {
                answer.teeth = find_teeth(pair, &pair.frames_of_scans(), &teeth.question(), &reporter.progress)?;
            }
            let scope = asked.scope(&answer.teeth.teeth);
            let zones = ZonesQuestion { upper_from_lower, thresholds_mm, scope, range_mm: question.range_mm };
            answer.contact = Some(zones::answer(&trees, &zones, &reporter.progress)?.contact);
            answer.judged = answer.contact.clone();
        }
        let live = (&answer.analysis.metrics, grid);
        answer.exact = exact(stored, asked, (pair, &trees), live, &reporter.progress, notes)?;
    }
    let mut now = record_as(stored, answer, loaded);
    if has_exact {
        teeth.settle(stored, &mut now);
    }
    Ok(now)
}

/// The figures of the very pixels that a record names, as a live frame has them.
fn live_metrics(
    engine: &mut dyn Engine,
    question: &Question,
    grid: Option<&Projection>,
    progress: &Progress,
) -> anyhow::Result<Metrics> {
    let metrics = match grid {
        Some(grid) => map_grid(engine, question, grid, progress)?.map(|(_, metrics)| metrics),
        None => Some(engine.figures(question)?),
    };
    let mut metrics = metrics.unwrap_or_else(|| Metrics::apart(question));
    metrics.between_pixels = None;
    if let (Some(projection), Some(grid)) = (&mut metrics.projection, grid) {
        projection.chosen_by = grid.chosen_by;
    }
    Ok(metrics)
}

/// As the window has them beside the live ones.
fn exact(
    stored: &AnalysisRecord,
    asked: &PoseQuestion,
    (pair, engine): (&Arc<JawPair>, &BvhEngine),
    (live, projection): (&Metrics, Option<Projection>),
    progress: &Progress,
    notes: &mut Vec<String>,
) -> anyhow::Result<Option<ExactRecord>> {
    let Some(before) = &stored.exact else { return Ok(None) };
    let direction = projection.map(|p| p.direction);
    let exact = ExactQuestion { question: Question { direction, ..asked.question.clone() }, projection };
    let (metrics, map) = engine.answer_with_map(&exact, progress)?;
    let mut now = ExactRecord::new(live, &metrics, before.difference.threshold_mm, 0.0);
    if let (Some(before), Some(map)) = (&before.views, &map) {
        let views = MultiProjectionQuestion { asked: exact, most: asked.most_projections };
        now.views = multi_projection_again(before, (pair, engine), &views, (map, &metrics), progress)?;
        if now.views.is_none() {
            // How far they are refined depends on the time that there is.
            notes.push("exact.views is not compared: it was, or is here, not refined to the end".into());
            now.views = Some(before.clone());
        }
    }
    Ok(Some(now))
}

/// The areas of several projections; `None` where either ran out of time.
fn multi_projection_again(
    before: &MultiProjectionRecord,
    (pair, exact): (&Arc<JawPair>, &BvhEngine),
    asked: &MultiProjectionQuestion,
    principal: (&GapField, &Metrics),
    progress: &Progress,
) -> anyhow::Result<Option<MultiProjectionRecord>> {
    if !before.complete || before.without_time > 0 {
        return Ok(None);
    }
    let mut mapper = open_native_shared(&PairForms::new(pair.clone()))?;
    let found = multi_projection::answer(mapper.as_mut(), (pair, exact), asked, principal, progress, &mut |_| {})?;
    let now = MultiProjectionRecord::new(&found.figures, found.is_complete, 0.0);
    Ok((now.without_time == 0).then_some(now))
}
