//! Contact areas along several projections ("views" to a person) of a pose at rest: what is asked, what is answered, and
//! the work. The first answer has the coarse tiles; it is refined as far as [`TIME_TO_REFINE`] goes.
use super::exact_error::{ExactError, fault_in_multi_projection};
use crate::base::Progress;
use crate::engine::{
    Contact, ContactQuestion, Engine, EngineError, MultiProjection, Pace, contact_by_maps, map_projections,
};
use crate::exact::{BvhEngine, ExactQuestion};
use crate::field::contact::GapKind;
use crate::field::multi_projection::{MultiProjectionFigures, only_meeting};
use crate::field::{GapField, Metrics, Question};
use crate::jaw::JawPair;
use crate::render::MOST_PROJECTION_MAPS;
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

/// Pixels of all maps together that are kept for painting: 256 MB on a GPU.
const MOST_PAINTED_PIXELS: usize = 16_000_000;

/// Maps of a pose for painting, one or a few a projection, without their triangles; none where there is one projection, or more
/// pixels than are kept. Clones are the same maps, and only they are equal.
#[derive(Clone, Debug, Default)]
pub struct ProjectionMaps(Arc<Vec<GapField>>);

impl PartialEq for ProjectionMaps {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl ProjectionMaps {
    /// The coarse tiles; of very many the first, which are of the surface that the principal projection shows. What does not
    /// count in an area is not painted either.
    pub fn of(multi_projection: &MultiProjection) -> Self {
        let coarse: Vec<&GapField> = multi_projection
            .tiles
            .iter()
            .take(multi_projection.n_coarse.min(MOST_PROJECTION_MAPS))
            .map(|t| &t.field)
            .collect();
        let n_pixels: usize = coarse.iter().map(|f| f.gap_mm.len()).sum();
        if multi_projection.n_projections() < 2 || n_pixels > MOST_PAINTED_PIXELS {
            return Self::default();
        }
        let is_principal = |f: &GapField| f.projection.direction == coarse[0].projection.direction;
        let painted = |f: &&GapField| {
            let own = if is_principal(f) { (*f).clone() } else { only_meeting(f) };
            GapField { upper_triangle: Vec::new(), lower_triangle: Vec::new(), ..own }
        };
        Self(Arc::new(coarse.iter().map(painted).collect()))
    }

    pub fn maps(&self) -> &[GapField] {
        &self.0
    }
}

/// What is known so far.
#[derive(Clone, Debug, PartialEq)]
pub struct MultiProjectionAnswer {
    pub figures: MultiProjectionFigures,
    pub maps: ProjectionMaps,
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
    let mut maps = None;
    let mut known = |p: &MultiProjection, is_complete| MultiProjectionAnswer {
        figures: p.areas(&metrics.contact),
        maps: maps.get_or_insert_with(|| ProjectionMaps::of(p)).clone(),
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
            let found = MultiProjectionAnswer {
                figures: one_projection(map, metrics),
                maps: ProjectionMaps::default(),
                contact: None,
                is_complete: true,
            };
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
    progress.enter("cutting the contacts", 0.95)?;
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
