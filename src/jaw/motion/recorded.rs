//! A recorded movement as motions in the hinge frame: the file's axes turned, points fitted, and everything told against the bite. No
//! instant is taken for the bite because it comes first.
use super::kabsch::{fit, tell_a_turn};
use super::smooth::Smoothing;
use crate::base::Rigid;
use crate::import::motion::{MotionFile, PoseUnit, Recorded, Samples};
use glam::{DMat3, DVec3};

/// Where the file's three axes point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FileAxes {
    /// Right, front and up of a direction in the file's axes.
    pub hinge_from_file: DMat3,
}

/// What a person says of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RecordReading {
    pub axes: Option<FileAxes>,
    /// This instant, s (without times the place of the row, from 0), is the bite.
    pub bite_at: Option<f64>,
    /// Of samples without times.
    pub rate_hz: Option<f64>,
    /// Places of the three marks in the bite, upper coordinates.
    pub marks_in_world: Option<[DVec3; 3]>,
    /// `None`: the poses stay as they were measured.
    pub smoothing: Option<Smoothing>,
}

/// A record in the hinge frame.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedMotion {
    /// Of each pose, s; empty: not known.
    pub times_s: Vec<f64>,
    pub motions: Vec<Rigid>,
    /// Of points: over all instants, and the largest distance of any point, mm.
    pub residual_rms_mm: Option<f64>,
    pub residual_worst_mm: Option<f64>,
    /// What the poses are told against.
    pub bite: String,
    /// Where the record's own frame lies in the scans, and by what, where it says so.
    pub world_from_hinge: Option<Rigid>,
    /// Half the distance of the record's own condyles, mm.
    pub half_width_mm: Option<f64>,
    /// The record's own lower incisor in the bite, hinge frame.
    pub incisal: Option<DVec3>,
}

impl FileAxes {
    /// Directions of the file's x, y and z by their names.
    ///
    /// # Errors
    /// When one is none, two are alike, or they are left-handed.
    pub fn named(names: [&str; 3]) -> Result<Self, String> {
        let direction = |name: &str| match name.trim() {
            "right" => Ok(DVec3::X),
            "left" => Ok(DVec3::NEG_X),
            "front" => Ok(DVec3::Y),
            "back" => Ok(DVec3::NEG_Y),
            "up" => Ok(DVec3::Z),
            "down" => Ok(DVec3::NEG_Z),
            other => Err(format!("\"{other}\" is no direction: right, left, front, back, up or down")),
        };
        let hinge_from_file = DMat3::from_cols(direction(names[0])?, direction(names[1])?, direction(names[2])?);
        match hinge_from_file.determinant() {
            1.0 => Ok(Self { hinge_from_file }),
            -1.0 => Err("these axes are left-handed: right and left would be exchanged; turn one of them round".into()),
            _ => Err("two of these axes lie on one line".into()),
        }
    }

    /// Right, front, up.
    pub const LOCAL: Self = Self { hinge_from_file: DMat3::IDENTITY };
}

/// What must be said of a record before motions can be made of it, or why none can. The sentences name the command line's options.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RecordFault {
    #[error(
        "whether its lengths are mm or metres cannot be told from the numbers; say it with --record-unit mm or --record-unit m"
    )]
    NoUnit,
    #[error(
        "nothing in it says where the jaw is in the bite, and its first instant is not taken for it by itself; say which instant is the bite with --bite-at SECONDS"
    )]
    NoBite,
    #[error(
        "its coordinate system is {}, whose axes are not documented; say where its x, y and z point with --axes, e.g. --axes left,up,front",
        .0.as_ref().map_or("not named".into(), |system| format!("\"{system}\""))
    )]
    NoAxes(Option<String>),
    #[error(
        "where its axes point cannot be told from its condyles and its incisor; say it with --axes, e.g. --axes left,back,up"
    )]
    NoAxesOfPoints,
    #[error("--bite-at {at}: there is no such instant; {}", match .end_s { Some(end) => format!("it ends at {end:.3} s"), None => format!("its rows are 0 to {last_row}") })]
    NoInstant { at: f64, end_s: Option<f64>, last_row: usize },
    #[error("{0}")]
    Other(String),
}

impl From<String> for RecordFault {
    fn from(sentence: String) -> Self {
        Self::Other(sentence)
    }
}

/// X to the left, Y up, Z to the front; the origin is the middle of the axis.
const AXIS_ORBITAL: &str = "axis_orbital";

/// Makes motions of a record.
///
/// # Errors
/// What must be said before that can be done, in one sentence.
pub fn recorded_motion(
    file: &MotionFile,
    movement: &Recorded,
    reading: &RecordReading,
) -> Result<RecordedMotion, RecordFault> {
    if matches!(movement.samples, Samples::Poses { unit: PoseUnit::Open, .. }) {
        return Err(RecordFault::NoUnit);
    }
    let times_s = times(movement, reading);
    let axes = axes(file, movement, reading)?;
    let mut found = match &movement.samples {
        Samples::Points { rest, n_points, places, landmarks } => {
            let turned: Vec<DVec3> = places.iter().map(|p| axes.hinge_from_file * *p).collect();
            let instants: Vec<&[DVec3]> = turned.chunks(*n_points).collect();
            let (rest, bite) = match (reading.bite_at, rest) {
                (Some(at), _) => (instants[instant(at, &times_s, instants.len())?].to_vec(), bite_words(at, &times_s)),
                (None, Some((kind, rest))) => {
                    (rest.iter().map(|p| axes.hinge_from_file * *p).collect(), format!("the file's \"{kind}\""))
                }
                (None, None) => return Err(RecordFault::NoBite),
            };
            of_points(&instants, &rest, (bite, *landmarks), reading)?
        }
        Samples::Poses { poses, is_against_bite, .. } => {
            let turn = Rigid { rotation: axes.hinge_from_file, translation: DVec3::ZERO };
            let turned: Vec<Rigid> = poses.iter().map(|pose| turn * *pose * turn.inverse()).collect();
            of_poses(&turned, *is_against_bite, reading, &times_s)?
        }
    };
    if let Some(smoothing) = reading.smoothing {
        let about = found.incisal.unwrap_or(ABOUT_TEETH);
        found.motions = smoothing.of_motions(&found.motions, &times_s, about)?;
    }
    found.times_s = times_s;
    Ok(found)
}

/// Of records that do not say where the incisors are: in front of and below the axis, mm.
const ABOUT_TEETH: DVec3 = DVec3::new(0.0, 85.0, -35.0);

fn times(movement: &Recorded, reading: &RecordReading) -> Vec<f64> {
    let n = match &movement.samples {
        Samples::Points { n_points, places, .. } => places.len() / n_points,
        Samples::Poses { poses, .. } => poses.len(),
    };
    match reading.rate_hz.or(movement.frequency) {
        _ if movement.times_s.len() == n => movement.times_s.clone(),
        Some(hertz) => (0..n).map(|k| k as f64 / hertz).collect(),
        None => Vec::new(),
    }
}

fn axes(file: &MotionFile, movement: &Recorded, reading: &RecordReading) -> Result<FileAxes, RecordFault> {
    if let Some(axes) = reading.axes {
        return Ok(axes);
    }
    match (&movement.samples, file.system.as_deref()) {
        (Samples::Points { .. }, Some(AXIS_ORBITAL)) => Ok(FileAxes::named(["left", "up", "front"])?),
        (Samples::Points { landmarks: Some(landmarks), places, .. }, None) => axes_of_landmarks(*landmarks, places),
        (Samples::Points { .. }, system) => Err(RecordFault::NoAxes(system.map(str::to_owned))),
        (Samples::Poses { .. }, _) => Ok(FileAxes::LOCAL),
    }
}

/// Of points whose names are known: x along the condyles and y to the incisor, if the file's axes lie so.
fn axes_of_landmarks([incisor, right, left]: [usize; 3], places: &[DVec3]) -> Result<FileAxes, RecordFault> {
    let across = (places[right] - places[left]).normalize_or_zero();
    let front = (places[incisor] - (places[right] + places[left]) / 2.0).normalize_or_zero();
    let axes = [["left", "back", "up"], ["right", "front", "up"], ["left", "up", "front"]].map(FileAxes::named);
    let fits = |axes: &FileAxes| (axes.hinge_from_file * across).x > 0.95 && (axes.hinge_from_file * front).y > 0.8;
    let found = axes.into_iter().flatten().find(fits);
    found.ok_or(RecordFault::NoAxesOfPoints)
}

/// The instant nearest to a time; without times the row.
fn instant(at: f64, times_s: &[f64], n: usize) -> Result<usize, RecordFault> {
    let row = if times_s.is_empty() {
        (at.fract() == 0.0 && at >= 0.0).then_some(at as usize)
    } else {
        let off = |i: &usize| (times_s[*i] - at).abs();
        (0..n).min_by(|a, b| off(a).total_cmp(&off(b))).filter(|i| off(i) <= 0.1)
    };
    let (end_s, last_row) = (times_s.last().copied(), n.saturating_sub(1));
    row.filter(|row| *row < n).ok_or(RecordFault::NoInstant { at, end_s, last_row })
}

fn bite_words(at: f64, times_s: &[f64]) -> String {
    if times_s.is_empty() { format!("row {at}, as was said") } else { format!("the instant at {at} s, as was said") }
}

fn of_points(
    instants: &[&[DVec3]],
    rest: &[DVec3],
    (bite, landmarks): (String, Option<[usize; 3]>),
    reading: &RecordReading,
) -> Result<RecordedMotion, RecordFault> {
    if !tell_a_turn(rest) {
        return Err("its marks lie nearly on one line in the bite, so they tell no turn of the jaw".to_owned().into());
    }
    let (mut motions, mut squares, mut worst_mm) = (Vec::with_capacity(instants.len()), 0.0, 0.0_f64);
    for (i, instant) in instants.iter().enumerate() {
        let found = fit(rest, instant).ok_or_else(|| format!("its instant {} cannot be fitted", i + 1))?;
        squares += found.rms_mm.powi(2);
        worst_mm = worst_mm.max(found.worst_mm);
        motions.push(found.motion);
    }
    let rms_mm = (squares / motions.len().max(1) as f64).sqrt();
    let mut found = RecordedMotion {
        times_s: Vec::new(),
        motions,
        residual_rms_mm: Some(rms_mm),
        residual_worst_mm: Some(worst_mm),
        bite,
        world_from_hinge: None,
        half_width_mm: None,
        incisal: None,
    };
    if let Some(landmarks) = landmarks {
        found.tell_in_own_hinge_frame(landmarks.map(|i| rest[i]))?;
    }
    if let Some(marks) = reading.marks_in_world {
        let place = (rest.len() == 3).then(|| fit(rest, &marks)).flatten();
        let place = place.filter(|place| place.rms_mm <= MOST_MARKS_OFF_MM);
        let place = place.ok_or_else(|| {
            format!("--marks-in-scan: the record's three marks are not where these places are, to {MOST_MARKS_OFF_MM} mm; check their order and the scan")
        })?;
        found.world_from_hinge = Some(place.motion);
    }
    Ok(found)
}

/// Marks in a scan may be off by so much, mm.
const MOST_MARKS_OFF_MM: f64 = 1.0;

impl RecordedMotion {
    /// The frame of the record's own condyles in the bite: x through them, the x-y plane as level as the file's.
    fn tell_in_own_hinge_frame(&mut self, [incisor, right, left]: [DVec3; 3]) -> Result<(), RecordFault> {
        let x = (right - left).normalize_or_zero();
        let y = (DVec3::Y - x * x.y).normalize_or_zero();
        if x == DVec3::ZERO || y == DVec3::ZERO {
            return Err("its condyles give no axis".to_owned().into());
        }
        let file_from_hinge = Rigid { rotation: DMat3::from_cols(x, y, x.cross(y)), translation: (right + left) / 2.0 };
        let hinge_from_file = file_from_hinge.inverse();
        for motion in &mut self.motions {
            *motion = hinge_from_file * *motion * file_from_hinge;
        }
        self.half_width_mm = Some(right.distance(left) / 2.0);
        self.incisal = Some(hinge_from_file.transform_point(incisor));
        Ok(())
    }
}

/// A pose so near to none is the bite: what single precision and the digits of a file leave.
const AT_REST_MM: f64 = 1e-3;
const AT_REST_RAD: f64 = 1e-5;

fn of_poses(
    poses: &[Rigid],
    is_against_bite: bool,
    reading: &RecordReading,
    times_s: &[f64],
) -> Result<RecordedMotion, RecordFault> {
    let is_rest = |pose: &Rigid| {
        let turn = glam::DQuat::from_mat3(&pose.rotation).to_axis_angle().1;
        pose.translation.length() <= AT_REST_MM && turn.min(std::f64::consts::TAU - turn) <= AT_REST_RAD
    };
    let (from, bite) = match reading.bite_at {
        Some(at) => (poses[instant(at, times_s, poses.len())?], bite_words(at, times_s)),
        None if is_against_bite => {
            (Rigid::IDENTITY, "what its poses are told against, as this program writes them".into())
        }
        None if poses.iter().any(is_rest) => (Rigid::IDENTITY, "the pose without motion that it holds".into()),
        None => return Err(RecordFault::NoBite),
    };
    let back = from.inverse();
    let motions = poses.iter().map(|pose| *pose * back).collect();
    Ok(RecordedMotion {
        times_s: Vec::new(),
        motions,
        residual_rms_mm: None,
        residual_worst_mm: None,
        bite,
        world_from_hinge: None,
        half_width_mm: None,
        incisal: None,
    })
}

#[cfg(test)]
mod tests;
