//! The steps from a question about a pose at rest to its answer, always in this order, by whatever engine.
use super::answer::PoseAnswer;
use super::bite::bite;
use super::question::PoseQuestion;
use crate::base::Progress;
use crate::engine::{Engine, EngineError, Uncertainty, uncertainty, with_contact, with_multi_projection};
use crate::jaw::{JawPair, OcclusalFrame};
use crate::session::{FoundTeeth, SeparatingMotionAnswered};
use std::sync::Arc;
use std::time::Instant;

/// What is known before an engine is asked.
#[derive(Clone, Debug, Default)]
pub struct Known {
    pub teeth: FoundTeeth,
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
    let question = &asked.question;
    progress.enter("analysing the pose", 0.2)?;
    let mut analysis = engine.analyze(question)?;
    if asked.most_projections > 1 {
        progress.enter("looking along other projections", 0.25)?;
        analysis = with_multi_projection(engine, pair, question, asked.most_projections, analysis)?;
    }
    progress.enter("cutting the contacts", 0.28)?;
    let exact = engine.trees(progress)?;
    let contact = with_contact(pair, &exact, (question, &asked.contact()), &mut analysis, progress)?;
    let bite = bite(&exact, &contact, (&asked.separating_motion(pair), known.separating_motion.as_ref()), progress)?;
    let nearby = asked.nearby(pair).map(|nearby| {
        progress.enter("trying poses nearby", 0.3)?;
        uncertainty(&exact, &nearby, known.uncertainty.as_deref(), progress, &mut |_| {})
    });
    let uncertainty = nearby.transpose()?;
    let begun = Instant::now();
    let penetration = engine.penetration(&question.upper_from_lower, progress)?;
    let object_space = penetration.map(|found| (found, begun.elapsed().as_secs_f64() * 1e3));
    let contact = Some(Arc::new(contact));
    let answer = PoseAnswer::of(asked.clone(), pair.clone(), frame, analysis);
    Ok(PoseAnswer { contact, teeth: known.teeth, bite, uncertainty, object_space, ..answer })
}
