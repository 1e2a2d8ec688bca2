//! From nearly fitting to seated: every place within reach pulls the lower jaw towards the surface that it faces, those that nearly touch
//! most, and places that overlap push it away, ever harder.
use super::spread::{PLACES, place_of, spread_of};
use crate::base::six::{Matrix6, Six, motion, six};
use crate::base::{Cancelled, Progress, Rigid, share_out};
use crate::bites::surface_points::{SurfacePoint, surface_points};
use crate::bites::target::Target;
use crate::exact::{Hint, Searcher};
use crate::jaw::OcclusalFrame;
use crate::mesh::TriMesh;
use glam::DVec3;
use std::collections::BTreeMap;

/// Spacing of the points of a first settling and of the last, mm.
const COARSE_MM: f64 = 1.0;
const FINE_MM: f64 = 0.25;
/// Spacing along edges, mm.
const EDGE_MM: f64 = 0.12;
/// Points farther from the other jaw than this when it begins take no part in a first settling, mm.
const NEAR_MM: f64 = 4.0;
/// From here the pull narrows to the threshold, by so much a step.
const FROM_MM: f64 = 1.0;
const NARROWING: f64 = 0.85;
/// How hard overlap pushes against what the nearest pull, from the first step to the last.
const PUSH: (f64, f64) = (10.0, 300.0);
const STEPS: usize = 40;
/// A step moves nothing by more, mm at 25 mm.
const LONGEST_MM: f64 = 0.4;
const ARM_MM: f64 = 25.0;
/// Surfaces that face each other: cosine of their normals.
const FACING: f64 = -0.2;
/// Opening and closing to where the jaws meet: rounds, how far is looked, mm, and the steepest flank that is reckoned with (cosine).
const MEETINGS: usize = 3;
const MET_MM: f64 = 0.6;
const STEEPEST: f64 = 0.3;
/// Width of the slope from contact to none, of the threshold.
const SOFT: f64 = 0.15;
/// What is farther from the other jaw than this and the threshold takes no part in polishing, mm.
const MOST_POLISHED_MM: f64 = 0.08;
/// First and last steps of polishing, mm; and by what share a sweep must be better for another one as long.
const POLISH_MM: (f64, f64) = (0.04, 0.003);
const WORTH_A_SWEEP: f64 = 1e-3;
/// Inside is where the way from the surface goes against its normal by so much, cosine.
const PLAIN: f64 = 0.7;
/// Points that a thread takes at a time.
const CHUNK: usize = 256;

/// A pose, and its contact as the points say.
#[derive(Clone, Copy, Debug)]
pub struct Settled {
    pub pose: Rigid,
    pub spread_mm2: f64,
}

/// Both jaws as points.
pub struct Settling<'a> {
    targets: &'a [Target<'a>; 2],
    ask: Ask<'a>,
}

/// Of the upper and the lower jaw, with where each was near last.
pub struct Points {
    of: [Vec<SurfacePoint>; 2],
    hints: [Vec<Hint>; 2],
    spacing_mm: f64,
}

impl Points {
    fn new(targets: &[Target; 2], counts: &impl Fn(usize, u32) -> bool, spacing_mm: f64) -> Self {
        Self::of([0, 1].map(|side| surface_points(targets[side].mesh, spacing_mm, |t| counts(side, t))), spacing_mm)
    }

    fn of(of: [Vec<SurfacePoint>; 2], spacing_mm: f64) -> Self {
        let hints = of.each_ref().map(|points| vec![Hint::NONE; points.len()]);
        Self { of, hints, spacing_mm }
    }

    /// Places along the edges of triangles, corners among them: where two meshes meet first, an edge of one of them does. They stand for no
    /// area.
    fn edges(targets: &[Target; 2], counts: &impl Fn(usize, u32) -> bool) -> Self {
        Self::of([0, 1].map(|side| along_edges(targets[side].mesh, |t| counts(side, t))), 0.0)
    }

    /// Those that lie within reach of the other jaw.
    fn near(&self, [upper, lower]: &[Target; 2], pose: &Rigid, reach_mm: f64) -> Self {
        let back = pose.inverse();
        let near = |points: &[SurfacePoint], target: &Target, pose: &Rigid| {
            let mut searcher = Searcher::new(target.bvh);
            let mut hint = Hint::NONE;
            let mut is_near = |p: &&SurfacePoint| {
                let found = searcher.any_within(pose.transform_point(p.place), reach_mm, hint, |_| true);
                hint = found.unwrap_or(hint);
                found.is_some()
            };
            points.iter().filter(|p| is_near(p)).copied().collect()
        };
        Self::of([near(&self.of[0], lower, &back), near(&self.of[1], upper, pose)], self.spacing_mm)
    }
}

/// Places along the edges of triangles, with the mean normal of those that share an edge.
fn along_edges(mesh: &TriMesh, counts: impl Fn(u32) -> bool) -> Vec<SurfacePoint> {
    let mut normals: BTreeMap<[u32; 2], DVec3> = BTreeMap::new();
    for t in (0..mesh.n_scanned as u32).filter(|t| counts(*t)) {
        let ([a, b, c], normal) = (mesh.triangles[t as usize], mesh.unit_normal(t as usize));
        let edges = [[a, b], [b, c], [c, a]].map(|[a, b]| [a.min(b), a.max(b)]);
        edges.into_iter().for_each(|edge| *normals.entry(edge).or_default() += normal);
    }
    let mut points = Vec::new();
    for (edge, normal) in normals {
        let [a, b] = edge.map(|v| mesh.positions[v as usize].as_dvec3());
        let Some(normal) = normal.try_normalize() else { continue };
        let n = (a.distance(b) / EDGE_MM).ceil().clamp(1.0, 64.0);
        points.extend((0..n as u32).map(|i| SurfacePoint { place: a.lerp(b, f64::from(i) / n), normal }));
    }
    points
}

/// What is near to the other jaw, closely: evenly over the surface, and the corners.
struct Close {
    points: Points,
    peaks: Points,
}

/// A place and what it faces.
#[derive(Clone, Copy)]
struct Faced {
    /// World coordinates.
    place: DVec3,
    gap_mm: f64,
    /// The way in which the lower jaw's motion opens the gap, unit.
    opens: DVec3,
}

impl<'a> Settling<'a> {
    pub fn new(
        targets: &'a [Target<'a>; 2],
        frame: &'a OcclusalFrame,
        (threshold_mm, tolerance_mm): (f64, f64),
    ) -> Self {
        Self { targets, ask: Ask { targets, frame, threshold_mm, tolerance_mm } }
    }

    /// What a first settling is told by. `counts`: whether a triangle of the upper (0) or lower jaw takes part.
    pub fn coarse(&self, counts: &impl Fn(usize, u32) -> bool) -> Points {
        Points::new(self.targets, counts, COARSE_MM)
    }

    /// Settles from a pose in which the jaws nearly touch; `None` where nothing faces anything.
    ///
    /// # Errors
    /// [`Cancelled`] within milliseconds.
    pub fn settle(&self, coarse: &Points, start: &Rigid, progress: &Progress) -> Result<Option<Settled>, Cancelled> {
        self.ask.descend(&mut coarse.near(self.targets, start, NEAR_MM), start, FROM_MM, progress)
    }

    /// Once more with many points of the triangles that are near, and then step by step to where nothing near is better.
    ///
    /// # Errors
    /// [`Cancelled`] within milliseconds.
    pub fn finish(
        &self,
        start: &Rigid,
        is_near: &impl Fn(usize, u32) -> bool,
        progress: &Progress,
    ) -> Result<Option<Settled>, Cancelled> {
        let mut points = Points::new(self.targets, is_near, FINE_MM);
        let settled = self.ask.descend(&mut points, start, 2.0 * self.ask.threshold_mm, progress)?;
        let Some(settled) = settled else { return Ok(None) };
        let close = |points: Points, reach_mm: f64| points.near(self.targets, &settled.pose, reach_mm);
        let points = close(points, self.ask.threshold_mm + 2.0 * MOST_POLISHED_MM);
        let peaks = close(Points::edges(self.targets, is_near), 2.0 * MOST_POLISHED_MM);
        self.ask.polish(&mut Close { points, peaks }, settled, progress).map(Some)
    }
}

#[derive(Clone, Copy)]
struct Ask<'a> {
    targets: &'a [Target<'a>; 2],
    frame: &'a OcclusalFrame,
    threshold_mm: f64,
    tolerance_mm: f64,
}

impl Ask<'_> {
    fn descend(
        &self,
        points: &mut Points,
        start: &Rigid,
        from_mm: f64,
        progress: &Progress,
    ) -> Result<Option<Settled>, Cancelled> {
        let (mut pose, mut scale_mm) = (*start, from_mm.max(self.threshold_mm));
        for i in 0..STEPS {
            progress.check()?;
            let faced = self.faced(points, &pose, 3.0 * scale_mm);
            let hardness = (i as f64 / (STEPS - 1) as f64).powi(2);
            let push = PUSH.0 * (PUSH.1 / PUSH.0).powf(hardness);
            let Some(step) = self.step(&faced, scale_mm, push) else { return Ok(None) };
            pose = (motion(&step, self.frame.origin) * pose).renormalized();
            scale_mm = (scale_mm * NARROWING).max(self.threshold_mm);
        }
        let faced = self.faced(points, &pose, MET_MM);
        let opened = Rigid::from_translation(-self.frame.up * self.opening_mm(&faced).max(0.0)) * pose;
        let faced = self.faced(points, &opened, MET_MM);
        Ok(Some(Settled { pose: opened, spread_mm2: self.spread(&faced, points.spacing_mm) }))
    }

    /// How far the jaws must open along the occlusal normal until nothing overlaps by more than is allowed; negative: may close.
    fn opening_mm(&self, faced: &[Faced]) -> f64 {
        let opening = |f: &Faced| (-f.gap_mm - self.tolerance_mm) / (-f.opens.dot(self.frame.up)).max(STEEPEST);
        faced.iter().map(opening).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The same pose opened or closed along the occlusal normal until as much overlaps as is allowed, by what the points say.
    fn met(&self, close: &mut Close, pose: &Rigid) -> Settled {
        let mut pose = *pose;
        for _ in 0..MEETINGS {
            let peaks = self.faced(&mut close.peaks, &pose, MET_MM);
            let open_mm = self.opening_mm(&peaks);
            if !open_mm.is_finite() {
                break;
            }
            pose = Rigid::from_translation(-self.frame.up * open_mm) * pose;
        }
        let faced = self.faced(&mut close.points, &pose, MET_MM);
        Settled { pose, spread_mm2: self.spread(&faced, close.points.spacing_mm) }
    }

    fn spread(&self, faced: &[Faced], spacing_mm: f64) -> f64 {
        let mut areas = [0.0; PLACES];
        for f in faced {
            areas[place_of(self.frame, f.place)] += self.contact(f.gap_mm) * spacing_mm.powi(2) / 2.0;
        }
        spread_of(&areas)
    }

    /// 1 of what is in contact, 0 of what is not, with a slope between: points are few.
    fn contact(&self, gap_mm: f64) -> f64 {
        1.0 / (1.0 + ((gap_mm - self.threshold_mm) / (SOFT * self.threshold_mm)).exp())
    }

    /// Small steps along every freedom but opening, as long as one is better; then half as small ones.
    fn polish(&self, close: &mut Close, settled: Settled, progress: &Progress) -> Result<Settled, Cancelled> {
        let mut best = self.met(close, &settled.pose);
        let mut step_mm = POLISH_MM.0;
        while step_mm > POLISH_MM.1 {
            let before = best.spread_mm2;
            for along in self.freedoms() {
                for sign in [1.0, -1.0] {
                    progress.check()?;
                    let step = along.map(|x| x * sign * step_mm);
                    let tried = self.met(close, &(motion(&step, self.frame.origin) * best.pose));
                    if tried.spread_mm2 > best.spread_mm2 {
                        best = tried;
                    }
                }
            }
            if best.spread_mm2 <= before * (1.0 + WORTH_A_SWEEP) {
                step_mm /= 2.0;
            }
        }
        Ok(best)
    }

    /// A mm each, of a turn at 25 mm.
    fn freedoms(&self) -> [Six; 5] {
        let OcclusalFrame { up, front, right, .. } = *self.frame;
        let turn = |axis: DVec3| six(axis / ARM_MM, DVec3::ZERO);
        let shift = |way: DVec3| six(DVec3::ZERO, way);
        [shift(right), shift(front), turn(up), turn(front), turn(right)]
    }

    /// Every point of both jaws that faces the other one within reach.
    fn faced(&self, points: &mut Points, pose: &Rigid, reach_mm: f64) -> Vec<Faced> {
        let [upper, lower] = self.targets;
        let Points { of: [on_upper, on_lower], hints: [upper_hints, lower_hints], .. } = points;
        let from_lower = look(upper, (on_lower, lower_hints), pose, reach_mm);
        let back = pose.inverse();
        let from_upper = look(lower, (on_upper, upper_hints), &back, reach_mm);
        let of_lower = from_lower.into_iter();
        let of_upper = from_upper.into_iter().map(|f| Faced {
            place: pose.transform_point(f.place),
            opens: -pose.transform_vector(f.opens),
            ..f
        });
        of_lower.chain(of_upper).collect()
    }

    /// Down the slope of pull and push; `None` where they leave a direction open.
    fn step(&self, faced: &[Faced], scale_mm: f64, push: f64) -> Option<Six> {
        let mut pulls = [0.0; PLACES];
        let pull = |f: &Faced| (1.0 + (f.gap_mm.max(0.0) / scale_mm).powi(2)).powi(-2);
        faced.iter().for_each(|f| pulls[place_of(self.frame, f.place)] += pull(f));
        let mean = pulls.iter().sum::<f64>() / PLACES as f64;
        let (mut system, mut slope) = (Matrix6::ZERO, [0.0; 6]);
        for f in faced {
            let (weight, left) = match f.gap_mm {
                gap if gap > 0.0 => {
                    // The slope of a root: what is rare on the arch pulls harder.
                    let rare = (mean / pulls[place_of(self.frame, f.place)].max(1e-9)).sqrt();
                    (pull(f) * rare, gap)
                }
                gap if gap < -self.tolerance_mm => (push, gap + self.tolerance_mm),
                _ => continue,
            };
            let along = six((f.place - self.frame.origin).cross(f.opens), f.opens);
            system.add_square(weight, &along);
            (0..6).for_each(|i| slope[i] -= weight * left * along[i]);
        }
        // A little inertia: where hardly anything holds a direction it is not run along.
        let weight = system.0[3][3] + system.0[4][4] + system.0[5][5];
        for i in 0..6 {
            system.0[i][i] += 1e-3 * weight * if i < 3 { ARM_MM * ARM_MM } else { 1.0 } / 3.0;
        }
        let step = system.solve(&slope)?;
        let moved = |at: usize| DVec3::new(step[at], step[at + 1], step[at + 2]).length();
        let longest = moved(0) * ARM_MM + moved(3);
        let shorter = (LONGEST_MM / longest.max(1e-12)).min(1.0);
        Some(step.map(|x| x * shorter))
    }
}

/// Points of one jaw against the other, in the other's coordinates.
fn look(
    target: &Target,
    (points, hints): (&[SurfacePoint], &mut [Hint]),
    target_from_own: &Rigid,
    reach_mm: f64,
) -> Vec<Faced> {
    let found = share_out(
        points.chunks(CHUNK).zip(hints.chunks_mut(CHUNK)),
        || Searcher::new(target.bvh),
        |searcher, (points, hints)| {
            let face = |(point, hint): (&SurfacePoint, &mut Hint)| {
                let place = target_from_own.transform_point(point.place);
                let foot = target.foot(searcher, place, reach_mm, hint)?;
                let is_facing = foot.normal.dot(target_from_own.transform_vector(point.normal)) < FACING;
                // Beside a sharp edge one of its triangles says inside where the other says outside: no word to go by.
                let sign = match foot.way.dot(foot.normal) {
                    along if along < -PLAIN => -1.0,
                    along if along > 0.0 => 1.0,
                    _ => return None,
                };
                let gap_mm = sign * foot.distance_mm;
                is_facing.then_some(Faced { place, gap_mm, opens: foot.way * sign })
            };
            points.iter().zip(hints).filter_map(face).collect::<Vec<_>>()
        },
    );
    found.concat()
}
