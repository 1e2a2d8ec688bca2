//! The steps from a question about a pose at rest to its answer, always in this order, by whatever engine.
use super::answer::PoseAnswer;
use super::bite::bite;
use super::question::PoseQuestion;
use crate::base::Progress;
use crate::base::words::say;
use crate::engine::{
    Analysis, Engine, EngineError, NearbyGaps, Uncertainty, analysis_of_solids, contact_by_closest, uncertainty,
    with_contact, with_multi_projection,
};
use crate::exact::PaintReach;
use crate::field::SurfaceGaps;
use crate::field::contact::GapKind;
use crate::jaw::{JawPair, OcclusalFrame};
use crate::session::{FoundTeeth, SeparatingMotionAnswered, ZonesAnswered};
use std::sync::Arc;
use std::time::Instant;

/// What is known before an engine is asked.
#[derive(Clone, Debug, Default)]
pub struct Known {
    pub teeth: FoundTeeth,
    /// The contacts by closest gap, and what paints them.
    pub zones: Option<ZonesAnswered>,
    /// Poses nearby that were tried already.
    pub uncertainty: Option<Arc<Uncertainty>>,
    /// The smallest move that frees the jaws.
    pub separating_motion: Option<SeparatingMotionAnswered>,
}

/// Figures and maps, along several projections, the contact cut out, a doubtful bite, poses nearby, solids. `engine` holds the same
/// `pair`; `frame` is the patient's (world).
///
/// # Errors
/// What the engine says, and [`EngineError::Cancelled`].
pub fn answer(
    engine: &mut dyn Engine,
    (pair, frame): (&Arc<JawPair>, OcclusalFrame),
    asked: &PoseQuestion,
    known: Known,
    progress: &Progress,
) -> Result<PoseAnswer, EngineError> {
    steps(engine, (pair, frame), asked, known, progress, None::<fn(&Analysis, &SurfaceGaps)>)
}

/// The same with what paints the jaws; `show` is called as soon as that is known, for pictures that are drawn meanwhile.
///
/// # Errors
/// As [`answer`].
pub fn answer_showing(
    engine: &mut dyn Engine,
    (pair, frame): (&Arc<JawPair>, OcclusalFrame),
    asked: &PoseQuestion,
    known: Known,
    progress: &Progress,
    show: impl FnOnce(&Analysis, &SurfaceGaps),
) -> Result<PoseAnswer, EngineError> {
    steps(engine, (pair, frame), asked, known, progress, Some(show))
}

fn steps(
    engine: &mut dyn Engine,
    (pair, frame): (&Arc<JawPair>, OcclusalFrame),
    asked: &PoseQuestion,
    known: Known,
    progress: &Progress,
    show: Option<impl FnOnce(&Analysis, &SurfaceGaps)>,
) -> Result<PoseAnswer, EngineError> {
    let question = &asked.question;
    progress.enter(say!("stage-analysing-pose"), 0.2)?;
    let (mut analysis, exact) = analysis_of_solids(engine, question, &progress.part(0.2, 0.25))?;
    if asked.most_projections > 1 {
        let most = asked.most_projections;
        analysis = with_multi_projection(engine, pair, question, most, analysis, &progress.part(0.25, 0.28))?;
    }
    let teeth = &known.teeth.teeth;
    let zones = known.zones.filter(|zones| asked.is_answered_by(zones, teeth));
    let gaps = show.map(|show| {
        let gaps = match &zones {
            Some(zones) => zones.gaps.clone(),
            None => {
                let scope = exact.scope(&asked.scope(teeth));
                let reach = PaintReach::of(question.range_mm, &question.thresholds_mm);
                Arc::new(exact.surface_gaps(&scope, &question.upper_from_lower, reach, progress)?)
            }
        };
        show(&analysis, &gaps);
        Ok::<_, EngineError>(gaps)
    });
    let gaps = gaps.transpose()?;
    progress.enter(say!("stage-cutting-contacts"), 0.28)?;
    let by = |gap| asked.contact(gap, teeth);
    let at_rest = zones.map(|zones| zones.contact);
    let by_asked = (question, &by(asked.contact_gap));
    let contact = with_contact(pair, &exact, by_asked, at_rest.clone(), &mut analysis, progress)?;
    let judged = match (asked.contact_gap, at_rest) {
        (GapKind::Closest, _) => contact.clone(),
        (GapKind::Projected, Some(at_rest)) => at_rest,
        (GapKind::Projected, None) => {
            Arc::new(contact_by_closest(&exact, (question, &by(GapKind::Closest)), progress)?)
        }
    };
    let separating_motion = (&asked.separating_motion(pair, teeth), known.separating_motion.as_ref());
    let bite = Some(bite(&exact, &judged, separating_motion, progress)?);
    let nearby = asked.nearby(pair, teeth).map(|nearby| {
        progress.enter(say!("stage-trying-poses-nearby"), 0.3)?;
        uncertainty(&exact, (&nearby, NearbyGaps::LeftOut), known.uncertainty.as_deref(), progress, &mut |_| {})
    });
    let uncertainty = nearby.transpose()?;
    let begun = Instant::now();
    let solids = exact.penetration(&question.upper_from_lower, progress)?;
    let object_space = Some((solids, begun.elapsed().as_secs_f64() * 1e3));
    let (contact, judged) = (Some(contact), Some(judged));
    let answer = PoseAnswer::of(asked.clone(), pair.clone(), frame, analysis);
    Ok(PoseAnswer { contact, judged, gaps, teeth: known.teeth, bite, uncertainty, object_space, ..answer })
}
