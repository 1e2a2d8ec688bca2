//! The vertical dimension of the open case: its jaw closes about the hinge axis into the bite, and what meets on the way.
use super::RecordOf;
use super::work::Work;
use crate::base::words::{decimal, say};
use crate::base::{Cancelled, Progress, Rigid, Wake};
use crate::engine::PairForms;
use crate::engine::vertical::{Meeting, VerticalFound, VerticalQuestion, vertical};
use crate::export::motion::articulator::ArticulatorRecord;
use crate::export::vertical::{Provenance, VerticalRecord};
use crate::field::contact::ScopeKind;
use crate::jaw::{JawPair, OcclusalFrame, Teeth};
use crate::session::Session;
use crate::session::jaw_motion::hinge_of;
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

/// What is asked.
#[derive(Clone, Debug)]
pub struct VerticalAsked {
    pub question: VerticalQuestion,
    pub range: Range,
    articulator: ArticulatorRecord,
    pair: Arc<JawPair>,
    teeth: Arc<Teeth>,
    frame: OcclusalFrame,
}

impl PartialEq for VerticalAsked {
    fn eq(&self, other: &Self) -> bool {
        self.question == other.question
            && self.range == other.range
            && Arc::ptr_eq(&self.pair, &other.pair)
            && Arc::ptr_eq(&self.teeth, &other.teeth)
            && self.frame == other.frame
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
        let (articulator, kept) = (session.articulator(), session.motion());
        let zone_threshold_mm = session.settings().threshold_mm;
        let mut thresholds_mm = session.question(None).thresholds_mm;
        thresholds_mm.push(zone_threshold_mm);
        thresholds_mm.sort_by(f64::total_cmp);
        thresholds_mm.dedup();
        let question = VerticalQuestion {
            hinge: hinge_of(session)?,
            bite: session.bite(),
            openings_mm: openings([from_mm, to_mm], STEPS),
            thresholds_mm,
            zone_threshold_mm,
            scope: session.scope(),
        };
        Ok(Self {
            question,
            range,
            articulator: ArticulatorRecord::new(&articulator, kept.facebow.as_ref()),
            pair: session.pair().clone(),
            teeth: session.teeth().clone(),
            frame: *session.frame(),
        })
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct VerticalMeasured {
    pub asked: VerticalAsked,
    pub found: VerticalFound,
    scope: ScopeKind,
}

/// Begins the work on a thread.
pub fn start(asked: VerticalAsked, forms: Arc<PairForms>, wake: Wake) -> Work<VerticalMeasured> {
    Work::start("vertical dimension", wake, move |progress| measured(asked, &forms, progress).map(Ok))
}

fn measured(asked: VerticalAsked, forms: &PairForms, progress: &Progress) -> Result<VerticalMeasured, Cancelled> {
    let exact = forms.trees(&progress.part(0.0, 0.1))?;
    let told_by = (&*asked.teeth, &asked.frame);
    let found = vertical(&exact, &asked.question, told_by, &progress.part(0.1, 1.0))?;
    let scope = exact.scope(&asked.question.scope).kind();
    Ok(VerticalMeasured { asked, found, scope })
}

impl VerticalMeasured {
    /// Of these jaws, in these roles.
    pub fn is_of(&self, pair: &Arc<JawPair>) -> bool {
        Arc::ptr_eq(&self.asked.pair, pair)
    }

    /// Where the lower jaw is at an opening.
    pub fn pose(&self, opening_mm: f64) -> Rigid {
        self.asked.question.pose(opening_mm)
    }

    /// By how much the pin is longer at an opening, mm.
    pub fn pin_mm(&self, opening_mm: f64) -> f64 {
        let radius_mm = self.asked.question.radius_mm();
        opening_mm * self.asked.range.pin_arm_mm.unwrap_or(radius_mm) / radius_mm
    }

    /// Of each threshold the mean of both jaws' area at each opening, the largest opening first.
    pub fn curves(&self) -> Vec<(f64, Vec<[f64; 2]>)> {
        let at = |i: usize| {
            let steps = self.found.steps.iter();
            steps.filter_map(move |step| {
                let area = step.contact.areas.get(i)?;
                Some([step.opening_mm, (area.area_upper_mm2 + area.area_lower_mm2) / 2.0])
            })
        };
        self.asked.question.thresholds_mm.iter().enumerate().map(|(i, mm)| (*mm, at(i).collect())).collect()
    }

    pub fn meetings(&self) -> &[Meeting] {
        &self.found.meetings
    }

    /// As files have it.
    pub fn record(&self, of: RecordOf) -> VerticalRecord {
        let of = Provenance {
            inputs: of.inputs,
            scope: self.scope,
            articulator: self.asked.articulator.clone(),
            pin_arm_mm: self.asked.range.pin_arm_mm,
            asked: of.asked,
        };
        VerticalRecord::new(&self.found, &self.asked.question, of)
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
