//! Maps held against object space: in no map of solids that are apart an overlap stays, whatever a wall covers by rounding
//! (METHOD.md, "The verdict").
use super::analysis::Analysis;
use super::contract::Engine;
use super::error::EngineError;
use crate::base::Progress;
use crate::exact::BvhEngine;
use crate::field::multi_projection::Tile;
use crate::field::{GapField, Metrics, Question, take_back_overlap};
use std::sync::Arc;

/// What an engine says of a pose, less any overlap that object space denies; and the search trees that know.
///
/// # Errors
/// As [`Engine::analyze`]; [`EngineError::Cancelled`].
pub fn analysis_of_solids(
    engine: &mut dyn Engine,
    question: &Question,
    progress: &Progress,
) -> Result<(Analysis, Arc<BvhEngine>), EngineError> {
    // First: an engine that makes them on its way would not hear that they are no longer wanted.
    let exact = engine.trees(progress)?;
    progress.check()?;
    let mut analysis = engine.analyze(question)?;
    progress.check()?;
    if let Some(field) = analysis.field.as_mut().filter(|_| are_apart(&exact, question)) {
        take_back_overlap(field, &mut analysis.metrics, question);
    }
    Ok((analysis, exact))
}

/// Map and figures of a tile, less the same, and of how many pixels it was taken back.
///
/// # Errors
/// As [`Engine::map_tile`].
pub fn tile_of_solids(
    engine: &mut dyn Engine,
    question: &Question,
    tile: &Tile,
    progress: &Progress,
) -> Result<(GapField, Metrics, u32), EngineError> {
    let (mut field, mut metrics) = engine.map_tile(question, tile, progress)?;
    let is_doubted = metrics.pixels.interfering > 0 && are_apart(&*engine.trees(progress)?, question);
    let n = if is_doubted { take_back_overlap(&mut field, &mut metrics, question) } else { 0 };
    Ok((field, metrics, n))
}

fn are_apart(exact: &BvhEngine, question: &Question) -> bool {
    exact.distance_of_solids(&question.upper_from_lower).is_some_and(|mm| mm > 0.0)
}
