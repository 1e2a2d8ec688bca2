//! Contact areas along several projections ("views" to a person) of a pose at rest: what is asked, what is answered, and
//! the work. The first answer has the coarse tiles; it is refined as far as [`TIME_TO_REFINE`] goes.
use super::exact_error::{ExactError, fault_in_multi_projection};
use crate::base::Progress;
use crate::base::words::say;
use crate::engine::{
    Contact, ContactQuestion, Engine, EngineError, MultiProjection, Pace, contact_by_maps, map_projections,
};
use crate::exact::{BvhEngine, ExactQuestion};
use crate::field::contact::GapKind;
use crate::field::multi_projection::MultiProjectionFigures;
use crate::field::{GapField, Metrics, Question};
use crate::jaw::JawPair;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// From the first finer tile on.
pub const TIME_TO_REFINE: Duration = Duration::from_secs(3);

/// The pose and its principal projection, and how many projections there may be. Equal questions have equal first answers;
/// how far they are refined depends on the machine.
#[derive(Clone, Debug, PartialEq)]
pub struct MultiProjectionQuestion {
    pub asked: ExactQuestion,
    /// The principal one included.
    pub most: usize,
}

/// What is known so far.
#[derive(Clone, Debug, PartialEq)]
pub struct MultiProjectionAnswer {
    pub figures: MultiProjectionFigures,
    /// The contact by projected gap that all the maps show, cut out of the surface; with the last
    /// answer.
    pub contact: Option<Arc<Contact>>,
    /// Nothing finer will come.
    pub is_complete: bool,
}

/// Answers with any engine, from the principal projection's map and figures; `exact` is of the same pair, `tell` hears of what
/// is there meanwhile.
///
/// # Errors
/// [`ExactError::Cancelled`] when it is no longer wanted, as soon as the engine's tile is.
pub fn answer(
    engine: &mut dyn Engine,
    (pair, exact): (&JawPair, &BvhEngine),
    question: &MultiProjectionQuestion,
    (map, metrics): (&GapField, &Metrics),
    progress: &Progress,
    tell: &mut dyn FnMut(MultiProjectionAnswer),
) -> Result<MultiProjectionAnswer, ExactError> {
    let mut begun = None;
    let mut is_late = || begun.get_or_insert_with(Instant::now).elapsed() >= TIME_TO_REFINE;
    let known = |p: &MultiProjection, is_complete| MultiProjectionAnswer {
        figures: p.areas(&metrics.contact),
        contact: None,
        is_complete,
    };
    let mut tell = |p: &MultiProjection| tell(known(p, false));
    let mut pace = Pace { progress, is_late: &mut is_late, tell: &mut tell };
    match map_projections(engine, pair, &question.asked.question, (map, question.most), &mut pace) {
        Ok(Some(multi_projection)) => {
            let found = known(&multi_projection, true);
            let maps: Vec<&GapField> = multi_projection.tiles.iter().map(|t| &t.field).collect();
            cut((pair, exact), &question.asked.question, &maps, progress, found)
        }
        Ok(None) => {
            let found =
                MultiProjectionAnswer { figures: one_projection(map, metrics), contact: None, is_complete: true };
            cut((pair, exact), &question.asked.question, &[map], progress, found)
        }
        Err(EngineError::Cancelled(cancelled)) => Err(cancelled.into()),
        Err(error) => {
            tracing::warn!("no areas from several projections: {error}");
            Err(fault_in_multi_projection())
        }
    }
}

/// In the end the contact is cut along the iso-lines, as `analyze` has it.
fn cut(
    (pair, exact): (&JawPair, &BvhEngine),
    question: &Question,
    maps: &[&GapField],
    progress: &Progress,
    mut found: MultiProjectionAnswer,
) -> Result<MultiProjectionAnswer, ExactError> {
    progress.enter(say!("stage-cutting-contacts"), 0.95)?;
    let asked = ContactQuestion::new(GapKind::Projected, question.thresholds_mm.clone());
    let contact = contact_by_maps(pair, exact.twins(), (question, &asked), maps, progress)?;
    contact.tell(&mut found.figures.contact);
    Ok(MultiProjectionAnswer { contact: Some(Arc::new(contact)), ..found })
}

/// Without surface in the contact zone no projection sees more than the principal one.
fn one_projection(map: &GapField, metrics: &Metrics) -> MultiProjectionFigures {
    let pitch = [map.projection.u_mm, map.projection.v_mm];
    MultiProjectionFigures {
        contact: metrics.contact.clone(),
        directions: vec![map.projection.direction],
        n_coarse: 1,
        n_tiles: 1,
        finest_mm: pitch[0].min(pitch[1]),
        coarsest_mm: pitch[0].max(pitch[1]),
        n_interfering: metrics.pixels.interfering,
        ..MultiProjectionFigures::default()
    }
}
