//! The figures of the very pixels that an earlier frame had, whatever led to them.
use super::contract::Engine;
use super::error::EngineError;
use crate::base::Progress;
use crate::field::multi_projection::Tile;
use crate::field::{GapField, Metrics, Projection, Question};

/// Map and figures of a pose on a given grid of pixels; `None` where the jaws do not overlap along its direction.
///
/// # Errors
/// As [`Engine::map_tile`].
pub fn map_grid(
    engine: &mut dyn Engine,
    question: &Question,
    projection: &Projection,
    progress: &Progress,
) -> Result<Option<(GapField, Metrics)>, EngineError> {
    let trees = engine.trees(progress)?;
    let shapes = trees.shapes(&question.upper_from_lower).ok_or(EngineError::NoSurface)?;
    let Some(tile) = Tile::on_grid(projection, &shapes) else { return Ok(None) };
    engine.map_tile(question, &tile, progress).map(Some)
}
