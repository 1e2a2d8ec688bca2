//! The figures of the very pixels that an earlier frame had, whatever led to them.
use super::contract::Engine;
use super::error::EngineError;
use super::pair_shapes::PairShapes;
use crate::base::Progress;
use crate::field::multi_projection::Tile;
use crate::field::{GapField, Metrics, Projection, Question};
use crate::jaw::JawPair;

/// Map and figures of a pose on a given grid of pixels; `None` where the jaws do not overlap along its direction.
///
/// # Errors
/// As [`Engine::map_tile`].
pub fn map_grid(
    engine: &mut dyn Engine,
    pair: &JawPair,
    question: &Question,
    projection: &Projection,
    progress: &Progress,
) -> Result<Option<(GapField, Metrics)>, EngineError> {
    let shapes = PairShapes::of(pair)?;
    let Some(tile) = Tile::on_grid(projection, &shapes.posed(question.upper_from_lower)) else { return Ok(None) };
    engine.map_tile(question, &tile, progress).map(Some)
}
