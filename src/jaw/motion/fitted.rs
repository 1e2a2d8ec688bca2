//! An articulator's settings from recorded movements: the hinge axis of an opening, the condylar inclination of a protrusion, Bennett
//! angle and immediate side shift of a laterotrusion. Every fit says what it leaves: a jaw is no articulator.
use super::sides::{BothSides, Side};
use crate::base::Rigid;
use glam::{DMat3, DQuat, DVec3};

/// What a record is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FitKind {
    Opening,
    Protrusion,
    /// To the working side.
    Lateral(Side),
}

impl FitKind {
    /// As records and movements are named; `None`: nothing is fitted to it.
    pub fn of_name(name: &str) -> Option<Self> {
        match name.to_lowercase().as_str() {
            "opening" => Some(Self::Opening),
            "protrusion" => Some(Self::Protrusion),
            "lateral_rt" | "right" => Some(Self::Lateral(Side::Right)),
            "lateral_lt" | "left" => Some(Self::Lateral(Side::Left)),
            _ => None,
        }
    }
}

/// The line that moves least while the mouth begins to open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HingeFit {
    /// From the fitted axis' frame (x along it, y as level as before, origin in the middle plane) to the one that motions were told in.
    pub frame_from_axis: Rigid,
    /// Root of the mean square by which its ends, at the condyles' distance, still move, mm.
    pub rms_mm: f64,
    pub n: usize,
}

/// The protrusive path of one condyle as a straight line.
#[derive(Clone, Debug, PartialEq)]
pub struct InclinationFit {
    pub sagittal_deg: f64,
    /// Inclination of the chord to so much travel forward: mm and degrees.
    pub chords: Vec<[f64; 2]>,
    /// Of the path beside that line, mm.
    pub rms_mm: f64,
    pub travel_mm: f64,
    pub n: usize,
}

/// The path of a balancing condyle inwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SideShiftFit {
    pub immediate_mm: f64,
    /// After the immediate side shift.
    pub bennett_deg: f64,
    /// Of its whole way, from start to end.
    pub mean_bennett_deg: f64,
    /// Inclination of this path; what it has more than the protrusive one is the Fischer angle.
    pub medial_deg: f64,
    /// Of the path inwards beside that line, mm.
    pub rms_mm: f64,
    pub travel_mm: f64,
    pub n: usize,
}

/// What could be fitted. A guide is that of its side's condyle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FittedSettings {
    pub hinge: Option<HingeFit>,
    pub inclination: BothSides<Option<InclinationFit>>,
    pub side_shift: BothSides<Option<SideShiftFit>>,
    /// What was left out, and why.
    pub notes: Vec<String>,
}

/// Of an opening these turns are taken: smaller ones tell no axis, beyond them the condyles surely go, degrees.
pub const TURNS_DEG: [f64; 2] = [1.5, 8.0];
/// Shorter ways forward tell no angle, mm.
const LEAST_TRAVEL_MM: f64 = 2.0;
/// Nearer to the start the side shift is not over, mm.
const AFTER_SHIFT_MM: f64 = 0.3;
/// Inclinations are read off there, mm, as axiographs do.
const CHORDS_MM: [f64; 3] = [3.0, 5.0, 10.0];
const LEAST_SAMPLES: usize = 5;

/// Fits what movements tell; of several of a kind the first. Motions are told since the bite, in a hinge frame whose condyles are `half_width_mm`
/// from its middle; with an opening among them that frame's axis is fitted first.
pub fn fitted_settings(movements: &[(FitKind, &[Rigid])], half_width_mm: f64) -> FittedSettings {
    let mut found = FittedSettings::default();
    let of = |wanted: FitKind| movements.iter().find(|(kind, _)| *kind == wanted).map(|(_, motions)| *motions);
    if let Some(motions) = of(FitKind::Opening) {
        found.hinge = hinge(motions, half_width_mm);
        if found.hinge.is_none() {
            let [least, most] = TURNS_DEG;
            found.notes.push(format!(
                "The opening has fewer than {LEAST_SAMPLES} instants between {least}° and {most}°: no axis was fitted."
            ));
        }
    }
    let frame = found.hinge.map_or(Rigid::IDENTITY, |hinge| hinge.frame_from_axis);
    let moved = |motions: &[Rigid], side: Side| -> Vec<DVec3> {
        let rest = DVec3::X * if side == Side::Right { half_width_mm } else { -half_width_mm };
        motions.iter().map(|motion| (frame.inverse() * *motion * frame).transform_point(rest) - rest).collect()
    };
    let mut short = |what: &str| {
        found.notes.push(format!(
            "{what} goes less than {LEAST_TRAVEL_MM} mm forward, or has too few instants: nothing was fitted to it."
        ));
    };
    for side in [Side::Right, Side::Left] {
        if let Some(motions) = of(FitKind::Protrusion) {
            let fit = inclination(&moved(motions, side));
            if fit.is_none() {
                short(&format!("The {} condyle in protrusion", side.name()));
            }
            *of_side(&mut found.inclination, side) = fit;
        }
        if let Some(motions) = of(FitKind::Lateral(side.other())) {
            let inwards = if side == Side::Right { -1.0 } else { 1.0 };
            let fit = side_shift(&moved(motions, side), inwards);
            if fit.is_none() {
                short(&format!("The {} condyle in laterotrusion", side.name()));
            }
            *of_side(&mut found.side_shift, side) = fit;
        }
    }
    found
}

fn of_side<T>(both: &mut BothSides<T>, side: Side) -> &mut T {
    match side {
        Side::Right => &mut both.right,
        Side::Left => &mut both.left,
    }
}

/// The axis along the mean turn, through the point that moves least.
fn hinge(motions: &[Rigid], half_width_mm: f64) -> Option<HingeFit> {
    let turn = |motion: &Rigid| {
        let q = DQuat::from_mat3(&motion.rotation);
        if q.w < 0.0 { -q } else { q }.to_scaled_axis()
    };
    let [least, most] = TURNS_DEG.map(f64::to_radians);
    let used: Vec<&Rigid> = motions.iter().filter(|m| (least..=most).contains(&turn(m).length())).collect();
    if used.len() < LEAST_SAMPLES {
        return None;
    }
    // Opening turns about the patient's left.
    let along = -used.iter().map(|motion| turn(motion)).sum::<DVec3>().try_normalize()?;
    let front = (DVec3::Y - along * along.y).try_normalize()?;
    let up = along.cross(front);
    // Of the point a * front + b * up: the sums of what moves it.
    let (mut m, mut r) = ([[0.0; 2]; 2], [0.0; 2]);
    for motion in &used {
        let by = [front, up].map(|v| motion.rotation * v - v);
        for i in 0..2 {
            (0..2).for_each(|j| m[i][j] += by[i].dot(by[j]));
            r[i] -= by[i].dot(motion.translation);
        }
    }
    let determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    let [a, b] = [(r[0] * m[1][1] - r[1] * m[0][1]) / determinant, (r[1] * m[0][0] - r[0] * m[1][0]) / determinant];
    let point = front * a + up * b;
    // Along the axis nothing is told: its middle is where the middle plane is.
    let middle = point - along * (point.x / along.x);
    let ends = [middle + along * half_width_mm, middle - along * half_width_mm];
    let left = used.iter().flat_map(|motion| ends.map(|end| (motion.transform_point(end) - end).length_squared()));
    let rms_mm = (left.sum::<f64>() / (2.0 * used.len() as f64)).sqrt();
    let frame_from_axis = Rigid { rotation: DMat3::from_cols(along, front, up), translation: middle };
    (middle.is_finite() && along.x > 0.5).then_some(HingeFit { frame_from_axis, rms_mm, n: used.len() })
}

/// The line through the start that is nearest to a condyle's way, seen from the side.
fn inclination(ways: &[DVec3]) -> Option<InclinationFit> {
    let used: Vec<&DVec3> = ways.iter().filter(|p| p.y > 0.0).collect();
    let travel_mm = used.iter().map(|p| p.y).fold(0.0, f64::max);
    if used.len() < LEAST_SAMPLES || travel_mm < LEAST_TRAVEL_MM {
        return None;
    }
    let falls = used.iter().map(|p| -p.z * p.y).sum::<f64>() / used.iter().map(|p| p.y * p.y).sum::<f64>();
    let sagittal = falls.atan();
    let beside = used.iter().map(|p| ((-p.z - falls * p.y) * sagittal.cos()).powi(2)).sum::<f64>();
    let chord = |mm: f64| {
        let near = |p: &&&DVec3| (p.y - mm).abs();
        let nearest = used.iter().min_by(|a, b| near(a).total_cmp(&near(b))).filter(|p| (p.y - mm).abs() < 0.25)?;
        Some([mm, (-nearest.z).atan2(nearest.y).to_degrees()])
    };
    Some(InclinationFit {
        sagittal_deg: sagittal.to_degrees(),
        chords: CHORDS_MM.into_iter().filter_map(chord).collect(),
        rms_mm: (beside / used.len() as f64).sqrt(),
        travel_mm,
        n: used.len(),
    })
}

/// A line of the way inwards over the way forward; what it has at its beginning is the immediate side shift.
fn side_shift(ways: &[DVec3], inwards: f64) -> Option<SideShiftFit> {
    let used: Vec<[f64; 3]> =
        ways.iter().filter(|p| p.y >= AFTER_SHIFT_MM).map(|p| [p.y, inwards * p.x, -p.z]).collect();
    let end = used.iter().copied().max_by(|a, b| a[0].total_cmp(&b[0]))?;
    if used.len() < LEAST_SAMPLES || end[0] < LEAST_TRAVEL_MM {
        return None;
    }
    let n = used.len() as f64;
    let mean = |k: usize| used.iter().map(|p| p[k]).sum::<f64>() / n;
    let sum = |k: usize, f0: f64, m0: f64| used.iter().map(|p| (p[0] - f0) * (p[k] - m0)).sum::<f64>();
    let (f, m) = (mean(0), mean(1));
    let mut slope = sum(1, f, m) / sum(0, f, f);
    let mut immediate_mm = m - slope * f;
    if immediate_mm < 0.0 {
        // No jaw shifts outwards first: the line begins at the start.
        (slope, immediate_mm) = (sum(1, 0.0, 0.0) / sum(0, 0.0, 0.0), 0.0);
    }
    let beside = used.iter().map(|p| (p[1] - immediate_mm - slope * p[0]).powi(2)).sum::<f64>();
    let falls = sum(2, 0.0, 0.0) / sum(0, 0.0, 0.0);
    Some(SideShiftFit {
        immediate_mm,
        bennett_deg: slope.atan().to_degrees(),
        mean_bennett_deg: end[1].atan2(end[0]).to_degrees(),
        medial_deg: falls.atan().to_degrees(),
        rms_mm: (beside / n).sqrt(),
        travel_mm: end[0],
        n: used.len(),
    })
}

#[cfg(test)]
mod tests;
