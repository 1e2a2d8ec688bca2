//! The figures of the very pixels that an earlier frame had, whatever led to them.
use super::{Engine, EngineError};
use crate::base::Progress;
use crate::field::outline::Outline;
use crate::field::patches::Tile;
use crate::field::viewing::{JawShape, PosedShapes, Volume};
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
    let volume = |mesh| Volume::of(mesh).ok_or(EngineError::NoSurface);
    let volumes = [volume(&pair.upper.mesh)?, volume(&pair.lower.mesh)?];
    let outlines = [&pair.upper.mesh, &pair.lower.mesh].map(Outline::of);
    let shapes = PosedShapes {
        upper: JawShape { outline: &outlines[0], volume: &volumes[0] },
        lower: JawShape { outline: &outlines[1], volume: &volumes[1] },
        upper_from_lower: question.upper_from_lower,
    };
    let Some(tile) = Tile::on_grid(projection, &shapes) else { return Ok(None) };
    engine.map_tile(question, &tile, progress).map(Some)
}
