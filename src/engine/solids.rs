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
    let exact = engine.trees(progress)?;
    let mut analysis = engine.analyze_watched(question, progress)?;
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

#[cfg(test)]
mod tests {
    use super::super::native::open_native_shared;
    use super::super::pair_forms::PairForms;
    use super::*;
    use crate::base::{LengthUnit, Rigid};
    use crate::jaw::{Jaw, JawPair, OcclusalFrame};
    use crate::mesh::{RepairReport, shapes};
    use glam::DVec3;

    /// Search trees of half a million triangles a jaw take half a second.
    #[test]
    fn the_trees_are_not_made_where_nobody_wants_them_any_more() {
        let ball = Jaw {
            name: "ball".into(),
            blake3: String::new(),
            unit: LengthUnit::Millimetre,
            mesh: shapes::sphere(24, 5.0).into(),
            report: RepairReport { closed: true, ..RepairReport::default() },
        };
        let frame = OcclusalFrame { origin: DVec3::ZERO, up: DVec3::Z, front: DVec3::Y, right: DVec3::X };
        let forms = PairForms::new(Arc::new(JawPair {
            upper: ball.clone(),
            lower: ball,
            frame,
            occlusion: Rigid::IDENTITY,
            told: Default::default(),
        }));
        let upper_from_lower = Rigid::from_translation(DVec3::Z * -9.9);
        let question = Question { upper_from_lower, resolution: 64, ..Question::default() };
        let mut engine = open_native_shared(&forms).expect("a surface");
        let cancelled = Progress::default();
        cancelled.cancel();
        let stopped = analysis_of_solids(engine.as_mut(), &question, &cancelled);
        assert!(matches!(stopped, Err(EngineError::Cancelled(_))) && forms.trees_there().is_none());
        // The twin: where they are wanted, they are made, and said to have taken their time, once.
        let mut analysis = || {
            let found = analysis_of_solids(engine.as_mut(), &question, &Progress::default());
            found.expect("nobody cancels").0.timing.passes.contains_key("search trees")
        };
        assert!(analysis() && !analysis() && forms.trees_there().is_some());
    }
}
