//! What is asked of a movement.
use super::kept::{KeptMotion, KeptRecord};
use super::place::{AxisFault, Incisal, hinge_frame};
use crate::base::words::{decimal, say};
use crate::base::{Cancelled, Progress, Rigid};
use crate::engine::{BiteStart, Guided, ToothGuidance};
use crate::exact::BvhEngine;
use crate::field::contact::ScopeAsked;
use crate::jaw::motion::{
    Articulator, BothSides, Course, Guide, HingeFrame, IncisalGuide, MotionPath, Movement, Refining,
};
use crate::jaw::{OcclusalFrame, Teeth};
use crate::session::Session;
use std::sync::Arc;

/// Where the poses are from.
#[derive(Clone, Debug, PartialEq)]
pub enum Moves {
    Computed { movement: Movement, guide: Guide, start: BiteStart },
    Recorded(Arc<KeptRecord>),
}

impl Moves {
    /// `None`: they were recorded.
    pub fn movement(&self) -> Option<&Movement> {
        match self {
            Self::Computed { movement, .. } => Some(movement),
            Self::Recorded(_) => None,
        }
    }
}

/// A movement of a case, with all that it depends on but the scans themselves.
#[derive(Clone, Debug)]
pub struct MotionQuestion {
    pub moves: Moves,
    pub articulator: Articulator,
    pub hinge: HingeFrame,
    /// `upper_from_lower` in which it begins.
    pub bite: Rigid,
    /// Of both scans, world coordinates.
    pub frame: OcclusalFrame,
    pub teeth: Arc<Teeth>,
    pub scope: ScopeAsked,
    pub thresholds_mm: Vec<f64>,
    /// Bounds zones and pairs.
    pub zone_threshold_mm: f64,
}

impl PartialEq for MotionQuestion {
    fn eq(&self, other: &Self) -> bool {
        self.has_path_of(other)
            && self.frame == other.frame
            && self.scope == other.scope
            && (&self.thresholds_mm, self.zone_threshold_mm) == (&other.thresholds_mm, other.zone_threshold_mm)
    }
}

impl MotionQuestion {
    /// About a session as it is now.
    ///
    /// # Errors
    /// Why nothing can be computed, in one sentence.
    pub fn of(session: &Session) -> Result<Self, String> {
        let kept = session.motion();
        Self::of_moves(
            session,
            match kept.record() {
                Some(record) => Moves::Recorded(record.clone()),
                None => Moves::Computed { movement: kept.movement, guide: kept.guide, start: kept.start },
            },
        )
    }

    /// About protrusion and laterotrusion to both sides by the guide that is chosen. The movement that is chosen goes as far as it does,
    /// the others as far as they usually go.
    ///
    /// # Errors
    /// Why one of them cannot be computed, in one sentence.
    pub fn together(session: &Session) -> Result<Vec<Self>, String> {
        let KeptMotion { movement: chosen, guide, start, .. } = *session.motion();
        let usual = ["protrusion", "right", "left"].into_iter().filter_map(Movement::named);
        let movement = |usual: Movement| if usual.kind == chosen.kind { chosen } else { usual };
        let computed = |movement| Moves::Computed { movement, guide, start };
        usual.map(|usual| Self::of_moves(session, computed(movement(usual)))).collect()
    }

    fn of_moves(session: &Session, moves: Moves) -> Result<Self, String> {
        let kept = session.motion();
        let (mut articulator, bite) = (session.articulator(), session.bite());
        if let Some(fault) = articulator.fault() {
            return Err(say!("motion-fault-articulator", fault = fault));
        }
        let hinge = hinge_of(session)?;
        if kept.guide == Guide::Teeth {
            // The pin is out where teeth guide.
            articulator.pin_mm = 0.0;
        }
        if kept.guide == Guide::Incisal && articulator.incisal.is_none() {
            articulator.incisal = Some(flat_table(&articulator));
        }
        if let Some(movement) = moves.movement()
            && let Some(fault) = Course::new(&articulator, &hinge, *movement).fault()
        {
            return Err(say!("motion-fault-articulator", fault = fault));
        }
        let question = session.question(None);
        Ok(Self {
            moves,
            articulator,
            hinge,
            bite,
            frame: *session.frame(),
            teeth: session.teeth().clone(),
            scope: session.scope(),
            thresholds_mm: question.thresholds_mm,
            zone_threshold_mm: session.settings().threshold_mm,
        })
    }

    /// Whether both ask for the same poses.
    pub fn has_path_of(&self, other: &Self) -> bool {
        let by_teeth = matches!(self.moves, Moves::Computed { guide: Guide::Teeth, .. });
        self.moves == other.moves
            && self.hinge == other.hinge
            && self.bite == other.bite
            && (self.articulator == other.articulator || matches!(self.moves, Moves::Recorded(_)))
            && Arc::ptr_eq(&self.teeth, &other.teeth)
            && (!by_teeth || self.scope == other.scope)
    }
}

/// Where the case's articulator has the hinge axis, with the incisal point of the bite that the jaw is in.
///
/// # Errors
/// Why it can be nowhere, in one sentence.
pub fn hinge_of(session: &Session) -> Result<HingeFrame, String> {
    let (articulator, facebow) = (session.articulator(), session.motion().facebow);
    let in_occlusion = session.hinge().incisal;
    let since = session.bite() * session.directions().occlusion.inverse();
    let incisal = Incisal { in_occlusion, in_bite: since.transform_point(in_occlusion) };
    hinge_frame(&articulator, facebow.as_ref(), session.frame(), &incisal).map_err(|fault| axis_fault_words(&fault))
}

/// Why an axis can be nowhere, for people.
pub fn axis_fault_words(fault: &AxisFault) -> String {
    match fault {
        AxisFault::NotBehind { mm } => say!("motion-fault-axis", mm = decimal(*mm, 0)),
        AxisFault::Exchanged => say!("motion-fault-exchanged").into(),
    }
}

/// Level, along the articulator's plane: what is taken where a table is to guide and there is none.
pub fn flat_table(articulator: &Articulator) -> IncisalGuide {
    IncisalGuide { plane: articulator.plane, sagittal_deg: 0.0, wings_deg: BothSides::same(0.0) }
}

/// A path, or one by teeth with where they touched.
pub enum ComputedPath {
    Plain(MotionPath),
    Guided(Box<Guided>),
}

impl ComputedPath {
    pub fn path(&self) -> &MotionPath {
        match self {
            Self::Plain(path) => path,
            Self::Guided(guided) => &guided.path,
        }
    }

    pub fn into_path(self) -> MotionPath {
        match self {
            Self::Plain(path) => path,
            Self::Guided(guided) => guided.path,
        }
    }
}

/// The poses of a movement by its guide. `jaws`: what may touch and the bite, where teeth are to guide.
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn computed_path(
    course: &Course,
    (guide, start): (Guide, BiteStart),
    jaws: Option<(&BvhEngine, &ScopeAsked, Rigid)>,
    refining: &Refining,
    progress: &Progress,
) -> Result<ComputedPath, Cancelled> {
    let Some((exact, scope, bite)) = jaws.filter(|_| guide == Guide::Teeth) else {
        return Ok(ComputedPath::Plain(MotionPath::without_teeth(course, guide, refining, progress)?));
    };
    let counted = exact.counted(&exact.scope(scope), progress)?;
    let guidance = ToothGuidance { jaws: &counted, course, bite, start };
    Ok(ComputedPath::Guided(Box::new(guidance.path(refining, progress)?)))
}
