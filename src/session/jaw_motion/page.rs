//! The page of a movement in the report of a case: what was asked, painted arches, diagrams, pairs of teeth.
use super::asked::Moves;
use super::found::{PathFound, PathStep, SweepFound};
use crate::base::{Cancelled, Progress};
use crate::engine::PairForms;
use crate::export::motion::arches::arch_pictures;
use crate::export::motion::articulator::ArticulatorRecord;
use crate::export::motion::paint::Painted;
use crate::export::motion::record::{
    AskedRecord, BothSidesRecord, FRAME, HingePlaceRecord, MotionRecord, MotionTiming, MovementRecord, RecordedRecord,
    SCHEMA, StepRecord, ToothGuidanceRecord,
};
use crate::export::report::{MotionPage, ReportPicture};
use crate::jaw::motion::diagrams::Diagram;
use crate::jaw::motion::{Articulator, BothSides, Facebow, Guide};
use std::sync::Arc;

/// Sides of an arch, pixels.
const PICTURE_PX: u32 = 700;

/// A movement that is known, and how it is to be shown.
#[derive(Clone)]
pub struct PageAsked {
    pub path: Arc<PathFound>,
    pub sweep: Arc<SweepFound>,
    pub articulator: Articulator,
    pub facebow: Option<Facebow>,
    pub painted: Arc<Painted>,
}

/// What is printed.
pub struct PageParts {
    record: MotionRecord,
    diagrams: Vec<Diagram>,
    pictures: Vec<ReportPicture>,
    painted: Arc<Painted>,
}

impl PageParts {
    pub fn page(&self) -> MotionPage<'_> {
        let Self { record, diagrams, pictures, painted } = self;
        MotionPage { record, diagrams, pictures, painted: Some(painted) }
    }
}

impl PageAsked {
    /// Draws it.
    ///
    /// # Errors
    /// [`Cancelled`] when it is no longer wanted.
    pub fn parts(&self, forms: &PairForms, progress: &Progress) -> Result<PageParts, Cancelled> {
        let asked = self.path.borders(&self.articulator);
        let borders = asked.find(forms, progress)?;
        let mut diagrams = asked.diagrams(&borders, &self.path.motions(), &self.path.points());
        diagrams.push(self.sweep.area_diagram(&self.path));
        let pictures = arch_pictures(forms.pair(), &self.painted, &self.path.asked.bite, PICTURE_PX);
        progress.check()?;
        Ok(PageParts { record: self.record(), diagrams, pictures, painted: self.painted.clone() })
    }

    /// As the command line writes it, without the contact of every step.
    fn record(&self) -> MotionRecord {
        let (path, asked) = (&*self.path, &*self.path.asked);
        let (guide, movement) = match &asked.moves {
            Moves::Computed { movement, guide, .. } => (guide.name(), MovementRecord::of(movement)),
            Moves::Recorded(record) => ("recorded", MovementRecord::recorded(&record.kind)),
        };
        let condyles = self.path.points().condyles.map(|p| p.to_array());
        let mut record = MotionRecord {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            frame: FRAME,
            plane: self.articulator.plane,
            guide,
            movement,
            recorded: self.recorded(),
            articulator: ArticulatorRecord::new(&self.articulator, self.facebow.as_ref()),
            hinge: HingePlaceRecord {
                placed_by: self.placed_by(),
                world_from_hinge: Some(path.hinge.world_from_hinge.to_rows()),
                incisal: path.hinge.incisal.to_array(),
                condyles: BothSidesRecord { right: condyles.right, left: condyles.left },
            },
            tooth_guidance: self.guidance(),
            inputs: None,
            start_upper_from_lower: Some(asked.bite.to_rows()),
            scope: None,
            thresholds_mm: Some(asked.thresholds_mm.clone()),
            zone_threshold_mm: Some(asked.zone_threshold_mm),
            steps: steps(path),
            pairs: None,
            residual_rms_mm: match &asked.moves {
                Moves::Recorded(record) => record.residual_rms_mm,
                Moves::Computed { .. } => None,
            },
            fit: None,
            sensitivity: None,
            asked: AskedRecord::default(),
            timing_ms: MotionTiming::default(),
            warnings: Vec::new(),
        };
        record.add_pairs(&self.sweep.swept, &|step| self.sweep.of_path[step], self.path.asked.moves.movement());
        record
    }

    fn recorded(&self) -> Option<RecordedRecord> {
        let Moves::Recorded(record) = &self.path.asked.moves else { return None };
        Some(RecordedRecord {
            file: String::new(),
            format: super::track::known_kind(&record.kind),
            name: record.name.clone(),
            frequency_hz: record.frequency(),
            read_as: record.source.clone(),
            smoothed: record.smoothed.clone(),
            registered_by: String::new(),
            residual_worst_mm: None,
        })
    }

    fn placed_by(&self) -> &'static str {
        match (&self.path.asked.moves, &self.facebow) {
            (Moves::Recorded(record), _) if record.world_from_hinge.is_some() => "marks",
            (_, Some(Facebow::Typed { .. })) => "facebow",
            (_, Some(Facebow::Points { .. })) => "points",
            (_, Some(Facebow::Axis { .. })) => "axis",
            (_, None) => "average",
        }
    }

    fn guidance(&self) -> Option<ToothGuidanceRecord> {
        let Moves::Computed { guide: Guide::Teeth, start, .. } = self.path.asked.moves else { return None };
        Some(ToothGuidanceRecord {
            start: start.name(),
            first_contact_deg: self.path.first_contact_deg,
            all_proven: self.path.steps.iter().all(|step| step.is_proven),
            holes: self.path.n_holes(),
            jumps: self.path.n_jumps(),
        })
    }
}

fn steps(path: &PathFound) -> Vec<StepRecord> {
    let condyles = BothSides { right: path.half_width_mm, left: -path.half_width_mm };
    let condyles = condyles.map(|x| glam::DVec3::X * x);
    let step = |(step, way): (&PathStep, &f64)| StepRecord {
        s_mm: step.s_mm,
        shift_mm: step.shift_mm,
        incisal_way_mm: *way,
        time_s: path.is_timed().then_some(step.at),
        opening_deg: step.opening_deg,
        six: step.motion.map(|motion| motion.to_six()),
        upper_from_lower: step.upper_from_lower.map(|pose| pose.to_rows()),
        incisal_mm: step.motion.map(|m| (m.transform_point(path.hinge.incisal) - path.hinge.incisal).to_array()),
        condyles_mm: step.motion.map(|motion| BothSidesRecord::moved(&motion, condyles)),
        contact: None,
        hole: step.motion.is_none(),
        jump: step.is_jump,
        proven: None,
        touch: None,
    };
    path.steps.iter().zip(&ways_mm(path)).map(step).collect()
}

/// Way of the incisal point to each step; over a hole it goes straight.
fn ways_mm(path: &PathFound) -> Vec<f64> {
    let (mut way, mut last) = (0.0, None::<glam::DVec3>);
    let mut go = |step: &PathStep| {
        if let Some(here) = step.motion.map(|motion| motion.transform_point(path.hinge.incisal)) {
            way += last.map_or(0.0, |last| last.distance(here));
            last = Some(here);
        }
        way
    };
    path.steps.iter().map(&mut go).collect()
}
