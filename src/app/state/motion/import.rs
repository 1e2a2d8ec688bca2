//! A record that is being imported: what its file says, what a person has answered, and what comes of both.
use crate::base::{Job, Wake};
use crate::import::motion::{
    MotionError, MotionFile, PoseUnit, RotationOrder, Samples, ScalarPlace, TableOptions, read_motion,
};
use crate::jaw::motion::{FileAxes, RecordFault, RecordReading, RecordedMotion, Smoothing, recorded_motion};
use crate::session::KeptRecord;
use crate::session::jaw_motion::recorded::kept;
use std::path::PathBuf;
use std::sync::Arc;

/// Where an axis of a file points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Right,
    Left,
    Front,
    Back,
    Up,
    Down,
}

impl Direction {
    pub const ALL: [Self; 6] = [Self::Right, Self::Left, Self::Front, Self::Back, Self::Up, Self::Down];

    fn key(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Left => "left",
            Self::Front => "front",
            Self::Back => "back",
            Self::Up => "up",
            Self::Down => "down",
        }
    }
}

/// What a person has said of a record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    /// By its place in the file.
    pub movement: usize,
    pub axes: Option<[Direction; 3]>,
    pub is_metres: Option<bool>,
    pub scalar: Option<ScalarPlace>,
    pub order: RotationOrder,
    pub rate_hz: Option<f64>,
    pub bite_at: Option<f64>,
    /// Names of a table's columns, between commas; empty: as the file has them.
    pub columns: String,
    /// Over so many samples; `None`: the poses stay as they were measured.
    pub smoothed_over: Option<usize>,
}

/// One answer.
#[derive(Clone, Debug, PartialEq)]
pub enum ImportAnswer {
    Movement(usize),
    Axes(Option<[Direction; 3]>),
    Metres(Option<bool>),
    Scalar(Option<ScalarPlace>),
    Order(RotationOrder),
    Rate(Option<f64>),
    BiteAt(Option<f64>),
    Columns(String),
    SmoothedOver(Option<usize>),
}

/// Of the polynomials that smooth.
const DEGREE: usize = 2;

impl Answers {
    fn table(&self) -> TableOptions {
        TableOptions {
            scalar: self.scalar,
            mm_per_unit: self.is_metres.map(|metres| if metres { 1000.0 } else { 1.0 }),
            rate_hz: self.rate_hz,
            columns: Some(self.columns.split([',', ';']).map(|name| name.trim().to_owned()).collect())
                .filter(|_| !self.columns.trim().is_empty()),
            rotation_order: self.order,
        }
    }

    fn take(&mut self, answer: ImportAnswer) {
        match answer {
            ImportAnswer::Movement(place) => self.movement = place,
            ImportAnswer::Axes(axes) => self.axes = axes,
            ImportAnswer::Metres(metres) => self.is_metres = metres,
            ImportAnswer::Scalar(place) => self.scalar = place,
            ImportAnswer::Order(order) => self.order = order,
            ImportAnswer::Rate(hz) => self.rate_hz = hz,
            ImportAnswer::BiteAt(at) => self.bite_at = at,
            ImportAnswer::Columns(names) => self.columns = names,
            ImportAnswer::SmoothedOver(samples) => self.smoothed_over = samples,
        }
    }
}

type ReadFile = Result<Arc<MotionFile>, MotionError>;

pub struct Import {
    pub path: PathBuf,
    bytes: Arc<Vec<u8>>,
    pub answers: Answers,
    wake: Wake,
    job: Option<Job<ReadFile>>,
    file: Option<ReadFile>,
    found: Option<Result<RecordedMotion, RecordFault>>,
}

impl Import {
    pub fn new(path: PathBuf, bytes: Vec<u8>, wake: Wake) -> Self {
        let bytes = Arc::new(bytes);
        let mut import = Self { path, bytes, answers: Answers::default(), wake, job: None, file: None, found: None };
        import.read();
        import
    }

    /// The file read by the answers of now.
    fn read(&mut self) {
        let (bytes, options) = (self.bytes.clone(), self.answers.table());
        let read = move |_: &_| read_motion(&bytes, &options).map(Arc::new);
        self.job = Some(Job::once("record", self.wake.clone(), read));
    }

    pub fn answer(&mut self, answer: ImportAnswer) {
        let before = self.answers.clone();
        self.answers.take(answer);
        match self.answers.table() == before.table() {
            true => self.tell(),
            false => self.read(),
        }
    }

    pub fn is_reading(&self) -> bool {
        self.job.is_some()
    }

    /// Takes in what was read. `fault`: the sentence for a fault of the program.
    pub fn poll(&mut self, fault: &str) {
        let Some(job) = &self.job else { return };
        self.file = match job.poll() {
            Ok(None) => return,
            Ok(found) => found,
            Err(_) => Some(Err(MotionError::Open(fault.to_owned()))),
        };
        self.job = None;
        self.tell();
    }

    /// What is done to the poses.
    pub fn smoothing(&self) -> Option<Smoothing> {
        Smoothing::new(self.answers.smoothed_over?, DEGREE).ok()
    }

    fn tell(&mut self) {
        let axes = self.answers.axes.and_then(|axes| FileAxes::named(axes.map(Direction::key)).ok());
        let reading = RecordReading {
            axes,
            bite_at: self.answers.bite_at,
            rate_hz: self.answers.rate_hz,
            marks_in_world: None,
            smoothing: self.smoothing(),
        };
        let Some(Ok(file)) = &self.file else {
            self.found = None;
            return;
        };
        let movement = file.movements.get(self.answers.movement).or(file.movements.first());
        self.found = movement.map(|movement| recorded_motion(file, movement, &reading));
    }

    /// What the file holds; a sentence where it is none.
    pub fn file(&self) -> Option<&ReadFile> {
        self.file.as_ref()
    }

    /// The motion; a sentence with what must be said first.
    pub fn found(&self) -> Option<&Result<RecordedMotion, RecordFault>> {
        self.found.as_ref()
    }

    /// Axes that are none: left-handed, or two on one line.
    pub fn are_axes_wrong(&self) -> bool {
        self.answers.axes.is_some_and(|axes| FileAxes::named(axes.map(Direction::key)).is_err())
    }

    /// Nothing is open any more: it can be kept.
    pub fn is_ready(&self) -> bool {
        self.found().is_some_and(Result::is_ok) && !self.are_axes_wrong() && !self.is_reading()
    }

    /// Of the movement that is chosen: whether it is poses, how many there are, and whether their unit is open.
    pub fn samples(&self) -> Option<SamplesKind> {
        let file = self.file.as_ref()?.as_ref().ok()?;
        let movement = file.movements.get(self.answers.movement).or(file.movements.first())?;
        Some(match &movement.samples {
            Samples::Poses { poses, unit, .. } => {
                SamplesKind { are_poses: true, n: poses.len(), is_unit_open: *unit == PoseUnit::Open }
            }
            Samples::Points { n_points, places, .. } => {
                SamplesKind { are_poses: false, n: places.len() / (*n_points).max(1), is_unit_open: false }
            }
        })
    }

    /// As it would be kept. `None`: it is not known, or more than a case holds.
    pub fn record(&self, (name, source): (&str, &str)) -> Option<KeptRecord> {
        let (file, found) = (self.file.as_ref()?.as_ref().ok()?, self.found.as_ref()?.as_ref().ok()?);
        let movement = file.movements.get(self.answers.movement).or(file.movements.first())?;
        let smoothed = self.smoothing().map(|smoothing| smoothing.words());
        let record = kept(movement, found, (name, source)).filter(|_| !self.are_axes_wrong())?;
        Some(KeptRecord { smoothed, ..record })
    }
}

/// What a movement of a file consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SamplesKind {
    pub are_poses: bool,
    pub n: usize,
    pub is_unit_open: bool,
}
