//! From a path to its record.
use super::args::MotionArgs;
use super::jaws::Jaws;
use super::settings::Settings;
use crate::engine::{Guided, OPENINGS_DEG};
use crate::exact::Contact;
use crate::export::motion::articulator::ArticulatorRecord;
use crate::export::motion::record::{
    AskedRecord, BothSidesRecord, FRAME, HingePlaceRecord, MotionRecord, MotionTiming, MovementRecord, SCHEMA,
    StepRecord, ToothGuidanceRecord, TouchRecord,
};
use crate::export::motion::track::Track;
use crate::jaw::motion::{BothSides, Condyles, Guide, HingeFrame, MOST_MOLAR_STEP_MM, Movement, ReferencePlane, Step};
use crate::jaw::{JawSide, Teeth};
use crate::session::jaw_motion::{ComputedPath, track};
use glam::DVec3;

/// What is said of any movement.
pub struct Told<'a> {
    pub hinge: &'a HingeFrame,
    jaws: Option<&'a Jaws<'a>>,
    articulator: ArticulatorRecord,
    plane: ReferencePlane,
    pub half_width_mm: f64,
    pub placed_by: &'static str,
    path_ms: f64,
    warnings: Vec<String>,
}

impl<'a> Told<'a> {
    pub fn new(settings: &Settings, hinge: &'a HingeFrame, jaws: Option<&'a Jaws<'a>>, path_ms: f64) -> Self {
        let record = &settings.record;
        let placed_by = match (jaws, &record.hinge, &record.points, &record.hinge_from_scan) {
            (None, ..) => "none",
            (_, Some(_), ..) => "axis",
            (_, _, Some(_), _) => "points",
            (.., Some(_)) => "facebow",
            _ => "average",
        };
        Self {
            hinge,
            jaws,
            articulator: record.clone(),
            plane: settings.articulator.plane,
            half_width_mm: settings.articulator.half_width_mm(),
            placed_by,
            path_ms,
            warnings: settings.warnings.clone(),
        }
    }

    pub fn warn_of_movement(&mut self, movement: &Movement) {
        if movement.amount_mm > movement.usual_limit_mm() {
            self.warnings.push(format!(
                "{} mm of {} is more than nearly all patients reach ({} mm).",
                movement.amount_mm,
                movement.name(),
                movement.usual_limit_mm()
            ));
        }
    }

    fn condyles(&self) -> BothSides<DVec3> {
        let rest = Condyles::at_rest(self.half_width_mm);
        BothSides { right: rest.right, left: rest.left }
    }

    fn hinge_record(&self) -> HingePlaceRecord {
        let condyles = self.condyles().map(|p| p.to_array());
        HingePlaceRecord {
            placed_by: self.placed_by,
            world_from_hinge: self.jaws.map(|_| self.hinge.world_from_hinge.to_rows()),
            incisal: self.hinge.incisal.to_array(),
            condyles: BothSidesRecord { right: condyles.right, left: condyles.left },
        }
    }

    /// Everything but the steps.
    pub fn record(self, guide: &'static str, movement: MovementRecord) -> MotionRecord {
        let jaws = self.jaws;
        let inputs = jaws.map(|jaws| jaws.judged.inputs());
        MotionRecord {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            frame: FRAME,
            plane: self.plane,
            guide,
            movement,
            recorded: None,
            hinge: self.hinge_record(),
            articulator: self.articulator,
            tooth_guidance: None,
            inputs,
            start_upper_from_lower: jaws.map(|jaws| jaws.start.to_rows()),
            scope: None,
            thresholds_mm: None,
            zone_threshold_mm: None,
            steps: Vec::new(),
            pairs: None,
            residual_rms_mm: None,
            fit: None,
            sensitivity: None,
            asked: AskedRecord::default(),
            timing_ms: MotionTiming { path: self.path_ms, contacts: None },
            warnings: self.warnings,
        }
    }

    /// One pose; what is not said is unknown.
    pub fn step(&self, s_mm: f64, motion: Option<crate::base::Rigid>) -> StepRecord {
        let moved = |p: DVec3| motion.map(|motion| (motion.transform_point(p) - p).to_array());
        let posed = |jaws: &Jaws| Some(self.hinge.upper_from_lower(&motion?, &jaws.start).to_rows());
        StepRecord {
            s_mm,
            shift_mm: 0.0,
            incisal_way_mm: 0.0,
            time_s: None,
            opening_deg: motion.map(|motion| -motion.to_six()[3]),
            six: motion.map(|motion| motion.to_six()),
            upper_from_lower: self.jaws.and_then(posed),
            incisal_mm: moved(self.hinge.incisal),
            condyles_mm: motion.map(|motion| BothSidesRecord::moved(&motion, self.condyles())),
            contact: None,
            hole: motion.is_none(),
            jump: false,
            proven: None,
            touch: None,
        }
    }
}

/// The record of a computed movement, and its poses for other programs.
pub fn record(args: &MotionArgs, told: Told, found: &ComputedPath) -> (MotionRecord, Track) {
    let path = found.path();
    let ways = path.ways_mm(told.hinge.incisal);
    let computed = |(step, way): (&Step, &f64)| StepRecord {
        shift_mm: step.shift_mm,
        incisal_way_mm: *way,
        opening_deg: step.opening_rad.map(f64::to_degrees),
        jump: step.is_jump,
        ..told.step(step.s_mm, step.motion())
    };
    let mut steps: Vec<StepRecord> = path.steps.iter().zip(&ways).map(computed).collect();
    let teeth = told.jaws.map(|jaws| &jaws.judged.teeth);
    let tooth_guidance = match found {
        ComputedPath::Guided(guided) => {
            let touches = guided.touches.iter().zip(&guided.path.steps);
            for (record, (touch, step)) in steps.iter_mut().zip(touches) {
                record.proven = touch.map(|_| step.is_proven);
                record.touch = touch.map(|touch| touch_record(&touch, teeth));
            }
            Some(guidance_record(guided))
        }
        ComputedPath::Plain(_) => None,
    };
    let track = track::of_path(&path.movement, &path.steps);
    let mut record = told.record(args.guide.guide().name(), MovementRecord::of(&path.movement));
    (record.steps, record.tooth_guidance) = (steps, tooth_guidance);
    record.warnings.extend(doubts(args, &record, &path.steps));
    (record, track)
}

fn touch_record(touch: &Contact, teeth: Option<&Teeth>) -> TouchRecord {
    let tooth = |side: JawSide, triangle: u32| Some(teeth?.jaw(side).at(triangle)?.fdi?.number());
    TouchRecord {
        place: touch.upper_point.to_array(),
        tooth_upper: tooth(JawSide::Upper, touch.upper_triangle),
        tooth_lower: tooth(JawSide::Lower, touch.lower_triangle),
        error_mm: touch.error_mm,
    }
}

fn guidance_record(guided: &Guided) -> ToothGuidanceRecord {
    let steps = &guided.path.steps;
    ToothGuidanceRecord {
        start: guided.start.name(),
        first_contact_deg: guided.first_contact_rad.map(f64::to_degrees),
        all_proven: steps.iter().all(|step| step.is_proven),
        holes: steps.iter().filter(|step| step.opening_rad.is_none()).count(),
        jumps: steps.iter().filter(|step| step.is_jump).count(),
    }
}

/// What a person should know before relying on it.
fn doubts(args: &MotionArgs, record: &MotionRecord, steps: &[Step]) -> Vec<String> {
    let mut doubts = Vec::new();
    let holes = steps.iter().filter(|step| step.opening_rad.is_none()).count();
    if holes > 0 {
        let why = match args.guide.guide() {
            Guide::Teeth => {
                let [least, open] = OPENINGS_DEG;
                format!(
                    "between {least}° and {open}° of opening nothing touches there, or something does when it is wide open"
                )
            }
            _ => "the incisal table is out of reach there".into(),
        };
        doubts.push(format!("{holes} of {} steps are holes of the path: {why}.", steps.len()));
    }
    let jumps: Vec<String> = steps.iter().filter(|s| s.is_jump).map(|s| format!("{:.2}", s.s_mm)).collect();
    if !jumps.is_empty() {
        doubts.push(format!("The jaw leaps at {} mm: the teeth step over an edge there.", jumps.join(", ")));
    }
    if record.tooth_guidance.as_ref().is_some_and(|guidance| !guidance.all_proven) {
        doubts.push("Of some steps an earlier touch cannot be excluded (\"proven\": false).".into());
    }
    if args.steps.is_some() {
        doubts.push(format!(
            "The number of steps was given: between two of them a molar may move more than {MOST_MOLAR_STEP_MM} mm, and what touches there is not seen."
        ));
    }
    doubts
}
