//! The anatomical frame of a pair of jaws, in world (= upper) coordinates. The file's axes mean nothing.
//!
//! How it is estimated, from points spread evenly on both surfaces (so winding and mesh density play no part):
//!
//! 1. The **contact band**: points of one jaw within a few millimetres of the other.
//! 2. The plane that holds most of the band (condyles near their fossae fall off it) gives the occlusal normal,
//!    turned from the centre of the lower jaw to that of the upper.
//! 3. Both surfaces within a few millimetres of that plane, seen along the normal, form the arch: its line of
//!    symmetry and the end where it narrows and closes give the front. A part of an arch has no such line: there the place at which it
//!    fits an average arch gives it ([`row`]).
//!
//! A whole arch beside a part of the other one is asked by itself ([`one_jaw`]): their contact band is a row.
pub mod apart;
mod arch;
pub mod one_jaw;
pub mod principal_axes;
mod row;
mod samples;

use crate::base::{Rigid, Warning};
use crate::mesh::TriMesh;
use crate::mesh::components::without_loose_parts;
use arch::Plan;
use glam::{DMat3, DVec2, DVec3};
use principal_axes::principal_axes;
use samples::{NearPoints, sample_surface};

/// Occlusal normal, front and patient's right: a right-handed orthonormal frame `(right, front, up)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OcclusalFrame {
    /// A point on the occlusal plane, in the middle of the arches, mm.
    pub origin: DVec3,
    /// Occlusal normal: unit vector from the lower towards the upper jaw.
    pub up: DVec3,
    /// Unit vector towards the closed end of the arch (the incisors).
    pub front: DVec3,
    /// Unit vector towards the patient's right: `front x up`.
    pub right: DVec3,
}

/// Said where the shape of the arches does not tell the front: single teeth, some parts of an arch.
const FRONT_UNCERTAIN: &str =
    "The front of the arch is uncertain; please check front and right, and set them by hand if they are wrong.";

/// Said where there is no occlusal plane.
const NO_ARCHES: &str = "The two surfaces do not face each other like two dental arches, so up is only the line between their centres and the front is a guess: please set the directions by hand.";

/// What the shape of two jaws tells of the patient's directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DirectionsTold {
    #[default]
    All,
    /// What goes by the front is doubtful.
    NoFront,
    /// They are no arches that face each other, as far as anybody sees: nothing goes along them.
    NoArches,
}

impl DirectionsTold {
    /// By what was doubted when they were prepared.
    pub fn by(doubts: &[Warning]) -> Self {
        let is_doubted = |words: &str| doubts.iter().any(|doubt| doubt.0 == words);
        match (is_doubted(NO_ARCHES), is_doubted(FRONT_UNCERTAIN)) {
            (true, _) => Self::NoArches,
            (false, true) => Self::NoFront,
            (false, false) => Self::All,
        }
    }
}

/// Whether these doubts say that the jaws' files do not place them in occlusion.
pub fn is_apart(doubts: &[Warning]) -> bool {
    doubts.iter().any(|doubt| doubt.0 == NOT_IN_OCCLUSION || doubt.0 == NO_ARCHES)
}

/// What remains doubtful where jaws that lie apart have told their own directions.
pub fn doubts_apart(doubts: Vec<Warning>, is_a_guess: bool) -> Vec<Warning> {
    let said = [FRONT_UNCERTAIN, NO_ARCHES, NOT_IN_OCCLUSION];
    let others = doubts.into_iter().filter(|doubt| !said.contains(&&*doubt.0));
    let guess = is_a_guess.then(|| Warning::new(FRONT_UNCERTAIN));
    std::iter::once(Warning::new(NOT_IN_OCCLUSION)).chain(guess).chain(others).collect()
}

/// Said where the arches lie as if they had changed roles.
pub const LOWER_OUTSIDE: &str =
    "The lower arch lies outside the upper one almost everywhere: the upper and the lower scan may be swapped.";

const NOT_IN_OCCLUSION: &str =
    "The jaws do not lie in occlusion as their files place them, so the occlusal plane is uncertain.";
const N_SAMPLES: usize = 24_000;
/// A scan of a part of an arch, a quadrant with its gum say, does not reach so far both ways, mm ...
const BROADEST_PART_MM: f64 = 44.0;
/// ... nor this share of what the whole arch across from it does.
const BROADEST_PART: f64 = 0.8;
/// What is nearer than this to the other jaw is across from it, mm ...
const ACROSS_MM: f64 = 15.0;
/// ... and of a whole arch beside a part at least this share is not: of two quadrants the upper one, with half the palate, is the broader one as
/// well, but lies across from the lower one.
const BESIDE: f64 = 0.3;
/// Reaches (mm) tried for the contact band, until it is broad enough to carry a plane.
const REACHES_MM: [f64; 4] = [3.0, 5.0, 8.0, 12.0];
/// Half the thickness of the slab about the occlusal plane in which teeth are looked for, mm.
const SLAB_MM: f64 = 5.0;
/// An arch of teeth is wider than this, mm; anything smaller is no pair of jaws.
const SMALLEST_ARCH_MM: f64 = 25.0;
/// Crowns of a whole arch reach farther both ways; those of a quadrant or of front teeth alone do not, mm.
const BROADEST_ROW_MM: f64 = 30.0;
/// A whole arch mirrors onto itself to this share; three quarters of one, as broad as many, do to four fifths and about a line that is not the
/// patient's.
const WHOLE: f64 = 0.93;
/// The line of symmetry of a row that is this near to its front is the patient's: the cosine of 25 degrees.
const SAME_FRONT: f64 = 0.906;
/// Correlation of how far points of one side lie to the side and to the front, at least: quadrants have about 0.7.
const ONE_SIDED: f64 = 0.4;

impl OcclusalFrame {
    /// The frame given by hand: `up` is kept, `front` is made square to it. `None` when one of them is zero or not
    /// finite, or when they are parallel.
    pub fn from_up_and_front(origin: DVec3, up: DVec3, front: DVec3) -> Option<Self> {
        let up = up.try_normalize()?;
        let front = front.try_normalize()?;
        let across = front - up * up.dot(front);
        if across.length() < 1e-6 || !origin.is_finite() {
            return None;
        }
        let front = across.normalize();
        Some(Self { origin, up, front, right: front.cross(up) })
    }

    /// The frame where a motion takes it.
    pub fn moved(&self, motion: &Rigid) -> Self {
        let turned = |v| motion.transform_vector(v);
        Self {
            origin: motion.transform_point(self.origin),
            up: turned(self.up),
            front: turned(self.front),
            right: turned(self.right),
        }
    }

    /// In the coordinates of the upper and of the lower scan, where it is of the lower jaw in this pose.
    pub fn of_scans(&self, occlusion: &Rigid) -> [Self; 2] {
        [*self, self.moved(&occlusion.inverse())]
    }

    /// Whether the axes are those of a right-handed orthonormal frame, within rounding, and the origin is a place.
    pub fn is_sound(&self) -> bool {
        let unit = [self.up, self.front, self.right].iter().all(|v| (v.length() - 1.0).abs() < 1e-6);
        let handed = self.front.cross(self.up).distance(self.right) < 1e-6;
        unit && handed && self.origin.is_finite()
    }

    /// Whether these points of an arch, mm, are of its right side alone: there what lies farther back lies farther to the right. On the left it
    /// is the other way round, and on a whole arch neither.
    pub fn is_right_side(&self, points: &[DVec3]) -> bool {
        let across = |p: &DVec3| self.local_from_world(*p).truncate();
        let middle = points.iter().map(across).sum::<DVec2>() / points.len() as f64;
        let (mut squares, mut product) = (DVec2::ZERO, 0.0);
        for off in points.iter().map(|p| across(p) - middle) {
            squares += off * off;
            product += off.x * off.y;
        }
        product < -ONE_SIDED * (squares.x * squares.y).sqrt()
    }

    /// Millimetres towards the patient's right, the front and upwards from the origin.
    pub fn local_from_world(&self, p: DVec3) -> DVec3 {
        let d = p - self.origin;
        DVec3::new(self.right.dot(d), self.front.dot(d), self.up.dot(d))
    }

    /// The inverse of [`OcclusalFrame::local_from_world`].
    pub fn world_from_local(&self, p: DVec3) -> DVec3 {
        self.origin + self.right * p.x + self.front * p.y + self.up * p.z
    }

    /// From its own coordinates (right, front, up; from the origin) to the world's.
    pub fn world_from_own(&self) -> Rigid {
        Rigid { rotation: DMat3::from_cols(self.right, self.front, self.up), translation: self.origin }
    }

    /// Estimates the frame from geometry alone. Both meshes are in the pose of their files, in world (= upper)
    /// coordinates and in millimetres. Always gives a sane frame; what is doubtful about it comes as warnings.
    pub fn estimate(upper: &TriMesh, lower: &TriMesh) -> (Self, Vec<Warning>) {
        let [upper, lower] = [upper, lower].map(|mesh| sample_surface(&without_loose_parts(mesh), N_SAMPLES));
        let (Some(centre_upper), Some(centre_lower)) = (mean(&upper), mean(&lower)) else {
            let warning = Warning::new("A jaw has no surface, so the occlusal frame is only a placeholder.");
            return (Self::along(DVec3::ZERO, DVec3::Z), vec![warning]);
        };
        let trees = [NearPoints::new(&upper), NearPoints::new(&lower)];
        let upwards = upwards_between([&upper, &lower], &trees)
            .unwrap_or_else(|| (centre_upper - centre_lower).normalize_or(DVec3::Z));
        if let Some(frame) = of_whole_arch([&upper, &lower], &trees, upwards) {
            let meets = lower.iter().any(|p| trees[0].any_within(*p, REACHES_MM[1]));
            let doubt = (!meets).then(|| Warning::new(NOT_IN_OCCLUSION));
            return (frame, doubt.into_iter().collect());
        }
        let estimated = occlusal_plane([&upper, &lower], &trees, upwards).and_then(|plane| {
            Self::from_plane(plane, upwards, &upper, &lower).map(|(frame, plan)| (frame, plan, plane))
        });
        let Some((frame, plan, plane)) = estimated else {
            return (Self::along(0.5 * (centre_upper + centre_lower), upwards), vec![Warning::new(NO_ARCHES)]);
        };
        let warnings = doubts(&frame, &plan, &plane, upwards, &upper, &lower);
        (frame, warnings)
    }

    fn from_plane(plane: Plane, upwards: DVec3, upper: &[DVec3], lower: &[DVec3]) -> Option<(Self, Plan)> {
        let up = if plane.normal.dot(upwards) < 0.0 { -plane.normal } else { plane.normal };
        let first = plane.long_axis;
        let second = up.cross(first);
        let reach = 1.25 * plane.radius + 10.0;
        let plan_view = |points: &[DVec3], slab_mm: f64| -> Vec<DVec2> {
            let near = points.iter().map(|p| *p - plane.centre);
            let near = near.filter(|d| d.dot(up).abs() <= slab_mm && d.length() <= reach);
            near.map(|d| DVec2::new(d.dot(first), d.dot(second))).collect()
        };
        let whole = [upper, lower].map(|points| plan_view(points, SLAB_MM));
        let crowns = [upper, lower].map(|points| plan_view(points, plane.reach_mm.min(SLAB_MM)));
        let arch = arch::read_plan(&whole.concat())?;
        let is_row = row::breadth_mm(&crowns.concat()) < BROADEST_ROW_MM;
        let plan = if is_row || arch.symmetry < WHOLE {
            of_part(&arch.plan(), row::read_row(&crowns), is_row)?
        } else {
            arch.plan()
        };
        let place = |p: DVec2| first * p.x + second * p.y;
        let frame = Self::from_up_and_front(plane.centre + place(plan.middle), up, place(plan.front))?;
        Some((frame, plan))
    }

    /// Any frame with the given up.
    fn along(origin: DVec3, up: DVec3) -> Self {
        let front = up.any_orthonormal_vector();
        Self { origin, up, front, right: front.cross(up) }
    }
}

/// The plan of what is no whole arch, by its line of symmetry and by the place where it fits an average arch. Front teeth alone have such a
/// line, which tells the front more sharply.
fn of_part(arch: &Plan, row: Option<Plan>, is_row: bool) -> Option<Plan> {
    let Some(row) = row else { return (!is_row).then_some(*arch) };
    let is_alike = arch.is_sure && arch.front.dot(row.front) > SAME_FRONT;
    let front = if is_alike { arch.front } else { row.front };
    Some(Plan { front, is_sure: row.is_sure || is_alike && !is_row, ..row })
}

/// The occlusal plane as the contact band gives it.
#[derive(Clone, Copy, Debug)]
struct Plane {
    centre: DVec3,
    normal: DVec3,
    /// The direction in which the band is longest.
    long_axis: DVec3,
    /// Largest distance of the band from its centre, mm.
    radius: f64,
    reach_mm: f64,
}

/// From what of the lower jaw is across from the upper one to what of the upper jaw is across from the lower: a quadrant lies beside the
/// middle of a whole arch, and the line of their centres leans.
fn upwards_between(jaws: [&[DVec3]; 2], trees: &[NearPoints; 2]) -> Option<DVec3> {
    let across = |points: &[DVec3], other: &NearPoints| {
        mean(&points.iter().copied().filter(|p| other.any_within(*p, ACROSS_MM)).collect::<Vec<_>>())
    };
    let [upper, lower] = jaws;
    (across(upper, &trees[1])? - across(lower, &trees[0])?).try_normalize()
}

/// Where one scan is of a whole arch and the other one of a part, the whole one says where the patient's front is: what lies near both is a
/// row, about which the plane may turn. `None` of two whole arches, or two parts.
fn of_whole_arch(jaws: [&[DVec3]; 2], trees: &[NearPoints; 2], upwards: DVec3) -> Option<OcclusalFrame> {
    let (across, along) = upwards.any_orthonormal_pair();
    let breadth = |points: &[DVec3]| {
        row::breadth_mm(&points.iter().map(|p| DVec2::new(p.dot(across), p.dot(along))).collect::<Vec<_>>())
    };
    let [upper_mm, lower_mm] = jaws.map(breadth);
    let is_part = |mm: f64, other_mm: f64| mm < BROADEST_PART_MM && mm < BROADEST_PART * other_mm;
    let (whole, part, look) = match (is_part(upper_mm, lower_mm), is_part(lower_mm, upper_mm)) {
        (false, true) => (jaws[0], &trees[1], -upwards),
        (true, false) => (jaws[1], &trees[0], upwards),
        _ => return None,
    };
    let n_beside = whole.iter().filter(|p| !part.any_within(**p, ACROSS_MM)).count();
    if (n_beside as f64) < BESIDE * whole.len() as f64 {
        return None;
    }
    let arch = one_jaw::arch_along(whole, look).filter(|arch| arch.teeth_look.dot(look) > 0.6)?;
    let up = arch.teeth_look * arch.teeth_look.dot(upwards).signum();
    OcclusalFrame::from_up_and_front(arch.middle, up, arch.front)
}

fn occlusal_plane(jaws: [&[DVec3]; 2], trees: &[NearPoints; 2], upwards: DVec3) -> Option<Plane> {
    let ([upper, lower], [upper_tree, lower_tree]) = (jaws, trees);
    let near = |points: &[DVec3], other: &NearPoints, reach_mm: f64| -> Vec<DVec3> {
        points.iter().copied().filter(|p| other.any_within(*p, reach_mm)).collect()
    };
    let mut bands = Vec::new();
    for reach_mm in REACHES_MM {
        let band = [near(upper, lower_tree, reach_mm), near(lower, upper_tree, reach_mm)].concat();
        let plane = plane_of_band(&band, upwards, reach_mm, Shape::Arch);
        if plane.is_some() {
            return plane;
        }
        bands.push((band, reach_mm));
    }
    // A whole arch that is open shows little of itself at the first reach: a row is looked for when no reach has an arch.
    bands.iter().find_map(|(band, reach_mm)| plane_of_band(band, upwards, *reach_mm, Shape::Row))
}

/// What the band's spread along its three axes must be.
#[derive(Clone, Copy)]
enum Shape {
    /// Spread both ways, and thin.
    Arch,
    /// Several times as long as broad, and still broader than thick: a part of an arch.
    Row,
}

impl Shape {
    fn is_of(self, [long, middle, thin]: [f64; 3]) -> bool {
        // A bar of width w has the standard deviation w / sqrt(12).
        let is_long = (12.0 * long).sqrt() >= SMALLEST_ARCH_MM && middle >= 0.03 * long;
        match self {
            Self::Arch => is_long && middle >= 6.0 * thin,
            Self::Row => is_long && middle >= 1.6 * thin && middle <= 0.2 * long,
        }
    }
}

/// The plane that holds most of the band, if the band is of the shape.
fn plane_of_band(band: &[DVec3], upwards: DVec3, reach_mm: f64, shape: Shape) -> Option<Plane> {
    let thickness = reach_mm.max(3.0);
    let (mut point, mut normal) = plane_with_most(band, upwards, thickness)?;
    let mut kept = Vec::new();
    for _ in 0..6 {
        kept.clear();
        kept.extend(band.iter().copied().filter(|p| (*p - point).dot(normal).abs() <= 1.5 * thickness));
        let axes = principal_axes(&kept)?;
        (point, normal) = (axes.centre, axes.axes[2]);
    }
    let axes = principal_axes(&kept)?;
    let radius = kept.iter().map(|p| p.distance(axes.centre)).fold(0.0, f64::max);
    shape.is_of(axes.variances).then_some(Plane {
        centre: axes.centre,
        normal: axes.axes[2],
        long_axis: axes.axes[0],
        radius,
        reach_mm,
    })
}

/// The plane through three points of the band that has most of the band within `thickness`; points far from the
/// arch (condyles, coronoid processes) cannot tilt it. It may lean at most 60 degrees from the line of the centres.
fn plane_with_most(band: &[DVec3], upwards: DVec3, thickness: f64) -> Option<(DVec3, DVec3)> {
    let n = band.len();
    if n < 30 {
        return None;
    }
    // Three golden strides through the band give well spread triples, the same ones at every run.
    let pick = |k: usize, stride: f64| band[((k as f64 * stride).fract() * n as f64) as usize % n];
    let stride = n.div_ceil(1500);
    let mut best: Option<(usize, DVec3, DVec3)> = None;
    for k in 1..=400 {
        let [a, b, c] = [0.819_172_513, 0.671_043_607, 0.549_700_478].map(|s| pick(k, s));
        let Some(normal) = (b - a).cross(c - a).try_normalize() else { continue };
        if normal.dot(upwards).abs() < 0.5 {
            continue;
        }
        let count = band.iter().step_by(stride).filter(|p| (**p - a).dot(normal).abs() <= thickness).count();
        if best.is_none_or(|(most, ..)| count > most) {
            best = Some((count, a, normal));
        }
    }
    best.map(|(_, point, normal)| (point, normal))
}

/// What a person should check before relying on the frame.
fn doubts(
    frame: &OcclusalFrame,
    plan: &Plan,
    plane: &Plane,
    upwards: DVec3,
    upper: &[DVec3],
    lower: &[DVec3],
) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if plane.reach_mm > REACHES_MM[1] || frame.up.dot(upwards) < 0.6 {
        warnings.push(Warning::new(NOT_IN_OCCLUSION));
    }
    if !plan.is_sure {
        warnings.push(Warning::new(FRONT_UNCERTAIN));
    } else if overjet_mm(frame, upper, lower).is_some_and(|mm| mm < -0.5) {
        warnings.push(Warning::new(LOWER_OUTSIDE));
    }
    warnings
}

/// How far the upper arch lies outside the lower one at the occlusal plane: the median over directions from the
/// middle of the arch, mm. Negative in a full crossbite, or when the two scans are swapped.
fn overjet_mm(frame: &OcclusalFrame, upper: &[DVec3], lower: &[DVec3]) -> Option<f64> {
    const N_SECTORS: usize = 24;
    let outline = |points: &[DVec3]| {
        let mut outline = [0.0_f64; N_SECTORS];
        for p in points.iter().map(|p| frame.local_from_world(*p)) {
            // The front half circle; behind it rami and tuberosities would speak for the teeth.
            let sector = p.y.atan2(p.x) / std::f64::consts::PI * N_SECTORS as f64;
            if p.z.abs() <= 1.5 && sector >= 0.0 && p.truncate().length() < 60.0 {
                let cell = &mut outline[(sector as usize).min(N_SECTORS - 1)];
                *cell = cell.max(p.truncate().length());
            }
        }
        outline
    };
    let (upper, lower) = (outline(upper), outline(lower));
    let mut differences: Vec<f64> =
        upper.iter().zip(lower).filter(|(u, l)| **u > 0.0 && *l > 0.0).map(|(u, l)| u - l).collect();
    differences.sort_by(f64::total_cmp);
    (differences.len() >= N_SECTORS / 2).then(|| differences[differences.len() / 2])
}

fn mean(points: &[DVec3]) -> Option<DVec3> {
    (!points.is_empty()).then(|| points.iter().sum::<DVec3>() / points.len() as f64)
}

#[cfg(test)]
mod tests;
