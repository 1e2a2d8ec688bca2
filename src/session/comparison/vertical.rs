//! The vertical dimension of the open case: its jaw closes about the hinge axis into the bite, and what meets on the way.
use super::RecordOf;
use super::work::Work;
use crate::base::words::{decimal, say};
use crate::base::{Cancelled, Progress, Rigid, Wake};
use crate::engine::PairForms;
use crate::engine::vertical::{Meeting, VerticalFound, VerticalQuestion, vertical};
use crate::export::motion::articulator::ArticulatorRecord;
use crate::export::vertical::{Provenance, VerticalRecord};
use crate::field::contact::{ScopeAsked, ScopeKind};
use crate::jaw::motion::{Articulator, Facebow};
use crate::jaw::{JawPair, Teeth};
use crate::session::jaw_motion::place::{Incisal, hinge_frame};
use crate::session::jaw_motion::{axis_fault_words, hinge_of};
use crate::session::{Directions, Session};
use std::sync::Arc;

/// Farther no jaw opens about its hinge, and nothing is closed, mm.
pub const OPENINGS_MM: [f64; 2] = [-5.0, 40.0];
/// Openings between both ends, both included.
pub const STEPS: u32 = 41;

/// So many openings, evenly from the largest to the smallest.
pub fn openings([from_mm, to_mm]: [f64; 2], steps: u32) -> Vec<f64> {
    let last = steps.saturating_sub(1).max(1);
    let at = |i: u32| from_mm + (to_mm - from_mm) * f64::from(i) / f64::from(last);
    (0..steps).map(at).map(|mm| if mm.abs() < 1e-12 { 0.0 } else { mm }).collect()
}

/// What a person chooses: chords of the lower incisal point, and how far from the axis the pin is, mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    pub from_mm: f64,
    pub to_mm: f64,
    /// `None`: as far as the lower incisal point.
    pub pin_arm_mm: Option<f64>,
}

impl Default for Range {
    fn default() -> Self {
        Self { from_mm: 2.0, to_mm: 0.0, pin_arm_mm: None }
    }
}

/// What is asked. Where the axis is follows from it.
#[derive(Clone, Debug)]
pub struct VerticalAsked {
    pub range: Range,
    pub zone_threshold_mm: f64,
    thresholds_mm: Vec<f64>,
    bite: Rigid,
    scope: ScopeAsked,
    articulator: Articulator,
    facebow: Option<Facebow>,
    pair: Arc<JawPair>,
    teeth: Arc<Teeth>,
    directions: Directions,
}

impl PartialEq for VerticalAsked {
    fn eq(&self, other: &Self) -> bool {
        (&self.range, self.zone_threshold_mm, &self.thresholds_mm, self.bite)
            == (&other.range, other.zone_threshold_mm, &other.thresholds_mm, other.bite)
            && (&self.scope, &self.articulator, &self.facebow) == (&other.scope, &other.articulator, &other.facebow)
            && Arc::ptr_eq(&self.pair, &other.pair)
            && Arc::ptr_eq(&self.teeth, &other.teeth)
            && self.directions == other.directions
    }
}

impl VerticalAsked {
    /// From the bite that the jaw is in.
    ///
    /// # Errors
    /// Why it cannot be asked, in one sentence.
    pub fn of(session: &Session, range: Range) -> Result<Self, String> {
        let [least, most] = OPENINGS_MM;
        let Range { from_mm, to_mm, .. } = range;
        let is_range = from_mm > to_mm && from_mm <= most && to_mm >= least;
        if !is_range {
            return Err(say!("vertical-no-range", least = decimal(least, 0), most = decimal(most, 0)));
        }
        // Where that is nowhere, nothing has to be begun.
        hinge_of(session)?;
        let zone_threshold_mm = session.settings().threshold_mm;
        let mut thresholds_mm = session.question(None).thresholds_mm;
        thresholds_mm.push(zone_threshold_mm);
        thresholds_mm.sort_by(f64::total_cmp);
        thresholds_mm.dedup();
        Ok(Self {
            range,
            zone_threshold_mm,
            thresholds_mm,
            bite: session.bite(),
            scope: session.scope(),
            articulator: session.articulator(),
            facebow: session.motion().facebow,
            pair: session.pair().clone(),
            teeth: session.teeth().clone(),
            directions: *session.directions(),
        })
    }

    /// As the command line asks it, whose records are asked again: the incisal point is that of the bite.
    fn question(&self) -> Result<VerticalQuestion, String> {
        let in_bite = Directions { occlusion: self.bite, ..self.directions };
        let incisal = Incisal::same(in_bite.hinge(&self.pair).incisal);
        let hinge = hinge_frame(&self.articulator, self.facebow.as_ref(), &self.directions.frame, &incisal)
            .map_err(|fault| axis_fault_words(&fault))?;
        let Range { from_mm, to_mm, .. } = self.range;
        Ok(VerticalQuestion {
            hinge,
            bite: self.bite,
            openings_mm: openings([from_mm, to_mm], STEPS),
            thresholds_mm: self.thresholds_mm.clone(),
            zone_threshold_mm: self.zone_threshold_mm,
            scope: self.scope.clone(),
        })
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct VerticalMeasured {
    pub asked: VerticalAsked,
    pub found: VerticalFound,
    question: VerticalQuestion,
    scope: ScopeKind,
}

/// Begins the work on a thread.
pub fn start(asked: VerticalAsked, forms: Arc<PairForms>, wake: Wake) -> Work<VerticalMeasured> {
    Work::start("vertical dimension", wake, move |progress| match asked.question() {
        Ok(question) => measured(asked, question, &forms, progress).map(Ok),
        Err(sentence) => Ok(Err(sentence)),
    })
}

fn measured(
    asked: VerticalAsked,
    question: VerticalQuestion,
    forms: &PairForms,
    progress: &Progress,
) -> Result<VerticalMeasured, Cancelled> {
    let exact = forms.trees(&progress.part(0.0, 0.1))?;
    let told_by = (&*asked.teeth, &asked.directions.frame);
    let found = vertical(&exact, &question, told_by, &progress.part(0.1, 1.0))?;
    let scope = exact.scope(&question.scope).kind();
    Ok(VerticalMeasured { asked, found, question, scope })
}

impl VerticalMeasured {
    /// Of these jaws, in these roles.
    pub fn is_of(&self, pair: &Arc<JawPair>) -> bool {
        Arc::ptr_eq(&self.asked.pair, pair)
    }

    /// Where the lower jaw is at an opening.
    pub fn pose(&self, opening_mm: f64) -> Rigid {
        self.question.pose(opening_mm)
    }

    /// From the axis to the lower incisal point, mm.
    pub fn radius_mm(&self) -> f64 {
        self.question.radius_mm()
    }

    /// By how much the pin is longer at an opening, mm.
    pub fn pin_mm(&self, opening_mm: f64) -> f64 {
        let radius_mm = self.radius_mm();
        opening_mm * self.asked.range.pin_arm_mm.unwrap_or(radius_mm) / radius_mm
    }

    /// Of each threshold the mean of both jaws' area at each opening, the largest opening first.
    pub fn curves(&self) -> Vec<(f64, Vec<[f64; 2]>)> {
        let at = |i: usize| {
            let steps = self.found.steps.iter();
            steps.filter_map(move |step| Some([step.opening_mm, step.contact.areas.get(i)?.mean_mm2()]))
        };
        self.question.thresholds_mm.iter().enumerate().map(|(i, mm)| (*mm, at(i).collect())).collect()
    }

    pub fn meetings(&self) -> &[Meeting] {
        &self.found.meetings
    }

    /// As files have it.
    pub fn record(&self, of: RecordOf) -> VerticalRecord {
        let of = Provenance {
            inputs: of.inputs,
            scope: self.scope,
            articulator: ArticulatorRecord::new(&self.asked.articulator, self.asked.facebow.as_ref()),
            pin_arm_mm: self.asked.range.pin_arm_mm,
            asked: of.asked,
        };
        VerticalRecord::new(&self.found, &self.question, of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_go_evenly_from_the_largest_to_the_smallest_with_the_bite_itself() {
        let all = openings([2.0, -1.0], 31);
        assert_eq!((all.len(), all[0], all[30]), (31, 2.0, -1.0));
        assert!(all.contains(&0.0) && all.windows(2).all(|two| two[0] > two[1]), "{all:?}");
        assert_eq!(openings([1.0, 0.0], 2), [1.0, 0.0]);
        // The twin: where no step is near the bite it is not among them.
        assert!(!openings([2.0, -1.0], 5).contains(&0.0));
    }
}
