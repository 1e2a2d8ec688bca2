//! Lays points of a scan on a jaw: point-to-plane alignment with robust weights (Chen and Medioni 1992; Geman and McClure's weights, narrowed
//! step by step: Zhou, Park and Koltun 2016), and how sure the answer is.
use super::surface_points::SurfacePoint;
use super::target::{Foot, Target};
use crate::base::six::{Matrix6, Six, motion, six};
use crate::base::{Cancelled, Progress, Rigid, share_out};
use crate::exact::{Hint, Searcher};
use glam::{DVec3, IVec3};
use std::collections::HashMap;

/// How an alignment looks for partners.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Scale of the weights that it begins with, mm: a partner at this distance counts a quarter.
    pub from_mm: f64,
    /// It narrows to this and then follows what is left.
    pub to_mm: f64,
    /// Normals that differ by more are no partners': cosine.
    pub agreement: f64,
}

/// From a guess.
const FIRST: Look = Look { from_mm: 1.5, to_mm: 0.25, agreement: 0.6 };

/// A few points laid on a jaw from each start, as far as they find partners there; in the order of the starts.
///
/// # Errors
/// [`Cancelled`].
pub fn tries(
    target: &Target,
    points: &[SurfacePoint],
    starts: impl Iterator<Item = Rigid>,
    progress: &Progress,
) -> Result<Vec<Aligned>, Cancelled> {
    let mut tried = Vec::new();
    for start in starts {
        tried.extend(align(target, points, start, FIRST, progress)?);
    }
    Ok(tried)
}

/// A scan's points as they lie on a jaw.
#[derive(Clone, Debug)]
pub struct Aligned {
    pub target_from_scan: Rigid,
    /// Of the points that have a partner within three standard deviations: root of the mean square of the distances, mm.
    pub rms_mm: f64,
    /// Their share of all points.
    pub share: f64,
    /// Share of all points that agree with the jaw, to [`AGREES_MM`].
    pub agreeing: f64,
    /// Of the points that lie near the jaw, however they face: the share that agrees with it.
    pub agreement: f64,
    /// For each point whether it has such a partner.
    pub is_matched: Vec<bool>,
    /// Covariance of the pose (radians, mm) about `about` (target coordinates).
    pub covariance: Matrix6,
    pub about: DVec3,
}

/// Fewer partners tell no pose.
const FEWEST: usize = 40;
const MOST_STEPS: usize = 80;
/// Smaller steps are the last, mm at 25 mm.
const SETTLED_MM: f64 = 1e-6;
const ARM_MM: f64 = 25.0;
/// Each step narrows the weights by so much.
const NARROWING: f64 = 0.75;
/// The narrowest weights, mm: rounding of the scans' own numbers is far below.
const NARROWEST_MM: f64 = 0.004;
/// A normal deviation is so many times the median of what is left.
const DEVIATION_OF_MEDIAN: f64 = 1.4826;
/// "Lies near the jaw" and "agrees with it", mm.
const NEAR_MM: f64 = 1.0;
const AGREES_MM: f64 = 0.15;
/// What is left is alike within so far, mm: a scan's noise is that of its vertices, its waves that of its lens.
const PATCH_MM: f64 = 4.0;

/// A point with its partner.
struct Match {
    place: DVec3,
    foot: Foot,
}

/// Lays points on a jaw from a first guess; `None` where too few find partners or they leave a direction open.
///
/// # Errors
/// [`Cancelled`] within milliseconds.
pub fn align(
    target: &Target,
    points: &[SurfacePoint],
    start: Rigid,
    look: Look,
    progress: &Progress,
) -> Result<Option<Aligned>, Cancelled> {
    let mut aligner = Aligner { target, points, hints: vec![Hint::NONE; points.len()], look };
    let (mut pose, mut scale_mm) = (start, look.from_mm);
    for _ in 0..MOST_STEPS {
        progress.check()?;
        let matches = aligner.matches(&pose, scale_mm);
        let Some((step, about)) = step(&matches, scale_mm) else { return Ok(None) };
        pose = (motion(&step, about) * pose).renormalized();
        let narrowed = match scale_mm > look.to_mm {
            true => (scale_mm * NARROWING).max(look.to_mm),
            false => (3.0 * deviation_mm(&matches)).clamp(NARROWEST_MM, look.to_mm),
        };
        let is_settled = moved_mm(&step) < SETTLED_MM && (narrowed - scale_mm).abs() < 0.02 * scale_mm;
        scale_mm = narrowed;
        if is_settled {
            break;
        }
    }
    Ok(aligner.aligned(pose, scale_mm))
}

/// How far six numbers move what lies in a mouth, mm.
fn moved_mm(six: &Six) -> f64 {
    let length = |at: usize| DVec3::new(six[at], six[at + 1], six[at + 2]).length();
    length(0) * ARM_MM + length(3)
}

/// Points that a thread takes at a time.
const CHUNK: usize = 256;

struct Aligner<'a> {
    target: &'a Target<'a>,
    points: &'a [SurfacePoint],
    hints: Vec<Hint>,
    look: Look,
}

impl Aligner<'_> {
    /// For every point its place and, within reach, its foot.
    fn feet(&mut self, pose: &Rigid, reach_mm: f64) -> Vec<(DVec3, DVec3, Option<Foot>)> {
        let target = self.target;
        let pieces = self.points.chunks(CHUNK).zip(self.hints.chunks_mut(CHUNK));
        let found = share_out(
            pieces,
            || Searcher::new(target.bvh),
            |searcher, (points, hints)| {
                let foot = |(point, hint): (&SurfacePoint, &mut Hint)| {
                    let place = pose.transform_point(point.place);
                    let normal = pose.transform_vector(point.normal);
                    (place, normal, target.foot(searcher, place, reach_mm, hint))
                };
                points.iter().zip(hints).map(foot).collect::<Vec<_>>()
            },
        );
        found.concat()
    }

    fn matches(&mut self, pose: &Rigid, scale_mm: f64) -> Vec<Match> {
        let least = self.look.agreement;
        let partner = |(place, normal, foot): (DVec3, DVec3, Option<Foot>)| {
            foot.filter(|foot| foot.normal.dot(normal) > least).map(|foot| Match { place, foot })
        };
        self.feet(pose, REACH * scale_mm).into_iter().filter_map(partner).collect()
    }

    fn aligned(&mut self, pose: Rigid, scale_mm: f64) -> Option<Aligned> {
        let reach_mm = REACH / 3.0 * scale_mm;
        let feet = self.feet(&pose, NEAR_MM.max(reach_mm));
        let least = self.look.agreement;
        let is_near = |reach_mm: f64| {
            move |(_, normal, foot): &&(DVec3, DVec3, Option<Foot>)| {
                foot.is_some_and(|foot| foot.distance_mm.abs() <= reach_mm && foot.normal.dot(*normal) > least)
            }
        };
        let n_near = feet.iter().filter(|(_, _, foot)| foot.is_some()).count();
        let n_agreeing = feet.iter().filter(is_near(AGREES_MM)).count();
        let is_matched: Vec<bool> = feet.iter().map(|foot| is_near(reach_mm)(&foot)).collect();
        let matches: Vec<Match> = feet
            .iter()
            .filter(is_near(reach_mm))
            .filter_map(|(place, _, foot)| Some(Match { place: *place, foot: (*foot)? }))
            .collect();
        let about = middle(&matches)?;
        let covariance = covariance(&matches, scale_mm, about)?;
        let squares: f64 = matches.iter().map(|m| m.foot.distance_mm * m.foot.distance_mm).sum();
        Some(Aligned {
            target_from_scan: pose,
            rms_mm: (squares / matches.len() as f64).sqrt(),
            share: matches.len() as f64 / self.points.len() as f64,
            agreeing: n_agreeing as f64 / self.points.len() as f64,
            agreement: n_agreeing as f64 / n_near.max(1) as f64,
            is_matched,
            covariance,
            about,
        })
    }
}

/// Partners are looked for within so many scales of the weights.
const REACH: f64 = 3.0;

fn middle(matches: &[Match]) -> Option<DVec3> {
    (matches.len() >= FEWEST).then(|| matches.iter().map(|m| m.place).sum::<DVec3>() / matches.len() as f64)
}

/// How the distance of a match changes with the six numbers.
fn slope(m: &Match, about: DVec3) -> Six {
    six((m.place - about).cross(m.foot.way), m.foot.way)
}

/// Geman and McClure's weight of a distance, and the slope of weight times distance.
fn weight(distance_mm: f64, scale_mm: f64) -> (f64, f64) {
    let u = (distance_mm / scale_mm).powi(2);
    let w = 1.0 / (1.0 + u).powi(2);
    (w, w * (1.0 - 4.0 * u / (1.0 + u)))
}

/// The small motion that takes most of the weighted squares away, and the point it turns about.
fn step(matches: &[Match], scale_mm: f64) -> Option<(Six, DVec3)> {
    let about = middle(matches)?;
    let (mut system, mut pull) = (Matrix6::ZERO, [0.0; 6]);
    for m in matches {
        let (slope, (w, _)) = (slope(m, about), weight(m.foot.distance_mm, scale_mm));
        system.add_square(w, &slope);
        (0..6).for_each(|i| pull[i] -= w * m.foot.distance_mm * slope[i]);
    }
    Some((system.solve(&pull)?, about))
}

fn deviation_mm(matches: &[Match]) -> f64 {
    let mut left: Vec<f64> = matches.iter().map(|m| m.foot.distance_mm.abs()).collect();
    let middle = left.len() / 2;
    left.select_nth_unstable_by(middle, f64::total_cmp);
    DEVIATION_OF_MEDIAN * left[middle]
}

/// What a patch of the surface says: its weight, and where it pulls.
struct Patch {
    weight: Matrix6,
    pull: Six,
}

/// By how far the answer moves when a patch of the surface is left out, one after the other (the jackknife over clusters: Efron 1982,
/// MacKinnon, Nielsen and Webb 2023): neighbours that err alike are not counted as many. The mean of several divisions into patches, since
/// what errs alike lies across their borders as well.
fn covariance(matches: &[Match], scale_mm: f64, about: DVec3) -> Option<Matrix6> {
    const DIVISIONS: [DVec3; 4] =
        [DVec3::ZERO, DVec3::new(0.5, 0.5, 0.0), DVec3::new(0.5, 0.0, 0.5), DVec3::new(0.0, 0.5, 0.5)];
    let mut covariance = rounding();
    for division in DIVISIONS {
        let mut patches = patches(matches, scale_mm, about, division);
        if patches.len() < FEWEST_PATCHES {
            return None;
        }
        // In a fixed order: sums of the same numbers are the same.
        patches.sort_unstable_by_key(|(cell, _)| cell.to_array());
        let part = few_patches(patches.len()) / DIVISIONS.len() as f64;
        let whole = patches.iter().fold(Matrix6::ZERO, |sum, (_, patch)| sum.plus(&patch.weight));
        for (_, patch) in &patches {
            let without = whole.plus(&patch.weight.scaled(-1.0));
            covariance.add_square(part, &without.solve(&patch.pull)?);
        }
    }
    Some(covariance)
}

fn patches(matches: &[Match], scale_mm: f64, about: DVec3, division: DVec3) -> Vec<(IVec3, Patch)> {
    let mut patches: HashMap<IVec3, Patch> = HashMap::new();
    for m in matches {
        let (slope, (w, dw)) = (slope(m, about), weight(m.foot.distance_mm, scale_mm));
        let patch = patches
            .entry((m.place / PATCH_MM + division).floor().as_ivec3())
            .or_insert(Patch { weight: Matrix6::ZERO, pull: [0.0; 6] });
        patch.weight.add_square(dw, &slope);
        (0..6).for_each(|i| patch.pull[i] += w * m.foot.distance_mm * slope[i]);
    }
    patches.into_iter().collect()
}

/// Six numbers were fitted to so many patches, and their scatter is known from them alone: so much wider, that two standard deviations hold what
/// they hold of a normal distribution (Student's 97.5 % quantile is near 1.96 (1 + 1.21 / freedoms)).
fn few_patches(n: usize) -> f64 {
    let freedoms = n as f64 - 6.0;
    n as f64 / freedoms * (1.0 + 1.21 / freedoms).powi(2)
}

/// Fewer patches do not tell how sure they are.
const FEWEST_PATCHES: usize = 12;

/// No pose is surer than the numbers in scans are fine.
fn rounding() -> Matrix6 {
    const ROUNDING_MM: f64 = 1e-4;
    let mut floor = Matrix6::ZERO;
    for i in 0..6 {
        floor.0[i][i] = (ROUNDING_MM / if i < 3 { ARM_MM } else { 1.0 }).powi(2);
    }
    floor
}
