//! Where on a jaw a scan may belong, from anywhere: pairs of points with their normals that look alike vote for a pose (Drost, Ulrich, Navab
//! and Ilic, "Model globally, match locally", 2010). A third of foreign surface and an arch full of similar teeth leave the right pose among
//! the first; alignment and what it leaves choose.
use super::surface_points::SurfacePoint;
use crate::base::{Cancelled, Progress, Rigid, share_out};
use glam::{DMat3, DQuat, DVec3};
use std::f64::consts::PI;

/// Spacing of the points that vote, mm.
pub const VOTING_MM: f64 = 1.7;
/// Points farther from each other are no pair, mm: some three teeth.
const FARTHEST_MM: f64 = 22.0;
const NEAREST_MM: f64 = 2.5;
/// Steps of distance and of angle in which pairs are alike.
const STEP_MM: f64 = 1.0;
const N_DISTANCES: usize = 20;
const N_ANGLES: usize = 15;
/// Steps of the turn about a normal.
const N_TURNS: usize = 30;
const N_KEYS: usize = N_DISTANCES * N_ANGLES * N_ANGLES * N_ANGLES;
/// A key that so many pairs have says nothing.
const MOST_ALIKE: usize = 4000;
/// Poses are one when they move the scan's middle by less, and turn by less, than this.
const SAME_MM: f64 = 3.0;
const SAME_RAD: f64 = 0.3;

/// The pairs of a jaw, by what they look like.
pub struct PairTable {
    frames: Vec<Rigid>,
    /// Where the pairs of each key begin.
    starts: Vec<u32>,
    /// First point of the pair, and the turn about its normal at which the second lies, in 1/256 of a turn.
    pairs: Vec<(u16, u8)>,
}

/// A pose with the votes it has.
#[derive(Clone, Copy, Debug)]
pub struct Guess {
    pub target_from_scan: Rigid,
    pub votes: f64,
}

impl PairTable {
    /// At most 65,535 points are taken.
    pub fn new(points: &[SurfacePoint]) -> Self {
        let points = &points[..points.len().min(usize::from(u16::MAX))];
        let frames: Vec<Rigid> = points.iter().map(upright).collect();
        let parts = share_out(
            (0..points.len()).step_by(64),
            || (),
            |(), first| {
                let mine = first..(first + 64).min(points.len());
                mine.flat_map(|i| pairs_of(points, &frames[i], i))
                    .map(|(key, i, turn)| (key, i as u16, turn))
                    .collect::<Vec<_>>()
            },
        );
        let mut starts = vec![0_u32; N_KEYS + 1];
        parts.iter().flatten().for_each(|(key, ..)| starts[key + 1] += 1);
        (0..N_KEYS).for_each(|k| starts[k + 1] += starts[k]);
        let mut next = starts.clone();
        let mut pairs = vec![(0, 0); starts[N_KEYS] as usize];
        for (key, i, turn) in parts.into_iter().flatten() {
            pairs[next[key] as usize] = (i, turn);
            next[key] += 1;
        }
        Self { frames, starts, pairs }
    }

    fn alike(&self, key: usize) -> &[(u16, u8)] {
        let found = &self.pairs[self.starts[key] as usize..self.starts[key + 1] as usize];
        if found.len() > MOST_ALIKE { &[] } else { found }
    }

    /// Poses of the scan on the jaw, most votes first, no two alike.
    ///
    /// # Errors
    /// [`Cancelled`] within milliseconds.
    pub fn guesses(&self, scan: &[SurfacePoint], most: usize, progress: &Progress) -> Result<Vec<Guess>, Cancelled> {
        /// Each of so many points is asked where it may belong.
        const ASKED: usize = 240;
        if scan.is_empty() || self.frames.is_empty() {
            return Ok(Vec::new());
        }
        let every = scan.len().div_ceil(ASKED);
        let found = share_out(
            (0..scan.len()).step_by(every),
            || vec![0_u16; self.frames.len() * N_TURNS],
            |votes, i| {
                progress.check()?;
                Ok(self.ask(scan, i, votes))
            },
        );
        let guesses = found.into_iter().collect::<Result<Vec<_>, Cancelled>>()?.concat();
        let middle = scan.iter().map(|p| p.place).sum::<DVec3>() / scan.len() as f64;
        Ok(gathered(guesses, middle, most))
    }

    /// The poses that most pairs of one of the scan's points vote for.
    fn ask(&self, scan: &[SurfacePoint], i: usize, votes: &mut [u16]) -> Vec<Guess> {
        votes.fill(0);
        let frame = upright(&scan[i]);
        for (key, _, turn) in pairs_of(scan, &frame, i) {
            for (j, other) in self.alike(key) {
                let turn = usize::from(other.wrapping_sub(turn)) * N_TURNS / 256;
                let at = usize::from(*j) * N_TURNS + turn;
                votes[at] = votes[at].saturating_add(1);
            }
        }
        let most = votes.iter().copied().max().unwrap_or(0);
        let least = (most / 5 * 4).max(3);
        let mut best: Vec<(u16, usize)> = (votes.iter().copied().zip(0..)).filter(|(n, _)| *n >= least).collect();
        best.sort_unstable_by(|a, b| b.cmp(a));
        best.truncate(6);
        let guess = |(n, at): (u16, usize)| {
            let turn = ((at % N_TURNS) as f64 + 0.5) * 2.0 * PI / N_TURNS as f64;
            let about = Rigid { rotation: DMat3::from_rotation_x(turn), translation: DVec3::ZERO };
            Guess { target_from_scan: self.frames[at / N_TURNS].inverse() * about * frame, votes: n.into() }
        };
        best.into_iter().map(guess).collect()
    }
}

/// Takes a point to the origin and its normal to x.
fn upright(point: &SurfacePoint) -> Rigid {
    let rotation = DMat3::from_quat(DQuat::from_rotation_arc(point.normal, DVec3::X));
    Rigid { rotation, translation: -(rotation * point.place) }
}

/// What every pair of the `i`-th point looks like, `i`, and the turn about its normal at which the other point lies.
fn pairs_of<'a>(
    points: &'a [SurfacePoint],
    frame: &'a Rigid,
    i: usize,
) -> impl Iterator<Item = (usize, usize, u8)> + 'a {
    let own = points[i];
    points.iter().filter_map(move |other| {
        let way = other.place - own.place;
        let distance_mm = way.length();
        if !(NEAREST_MM..FARTHEST_MM).contains(&distance_mm) {
            return None;
        }
        let way = way / distance_mm;
        let angle =
            |a: DVec3, b: DVec3| ((a.dot(b).clamp(-1.0, 1.0).acos() / PI * N_ANGLES as f64) as usize).min(N_ANGLES - 1);
        let distance = ((distance_mm - NEAREST_MM) / STEP_MM) as usize;
        let angles = [angle(own.normal, way), angle(other.normal, way), angle(own.normal, other.normal)];
        let key = angles.iter().fold(distance, |key, a| key * N_ANGLES + a);
        let there = frame.transform_point(other.place);
        let turn = there.z.atan2(there.y) / (2.0 * PI);
        Some((key, i, (turn.rem_euclid(1.0) * 256.0) as u8))
    })
}

/// Poses that are nearly the same as one, with the votes of all.
fn gathered(mut guesses: Vec<Guess>, middle: DVec3, most: usize) -> Vec<Guess> {
    guesses.sort_by(|a, b| b.votes.total_cmp(&a.votes));
    let mut found: Vec<Guess> = Vec::new();
    for guess in guesses {
        let is_same = |known: &&mut Guess| {
            let [a, b] = [&known.target_from_scan, &guess.target_from_scan];
            a.transform_point(middle).distance(b.transform_point(middle)) < SAME_MM
                && DQuat::from_mat3(&a.rotation).angle_between(DQuat::from_mat3(&b.rotation)) < SAME_RAD
        };
        match found.iter_mut().find(is_same) {
            Some(known) => known.votes += guess.votes,
            None => found.push(guess),
        }
    }
    found.sort_by(|a, b| b.votes.total_cmp(&a.votes));
    found.truncate(most);
    found
}
