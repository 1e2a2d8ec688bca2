//! How the jaws meet in a pose, as points of both say: what each faces, how much of it is contact, how far it may close.
use super::points::Points;
use super::spread::{PLACES, place_of, spread_of};
use crate::base::six::{Six, six};
use crate::base::{Rigid, share_out};
use crate::bites::surface_points::SurfacePoint;
use crate::bites::target::Target;
use crate::exact::{Hint, Searcher};
use crate::jaw::OcclusalFrame;
use glam::DVec3;

/// Turns are measured where most teeth are, so far from the middle of the arches, mm.
pub const ARM_MM: f64 = 25.0;
/// Surfaces that face each other: cosine of their normals.
const FACING: f64 = -0.2;
/// So far is looked for what meets, mm, and the steepest flank that is reckoned with (cosine).
pub const MET_MM: f64 = 0.6;
const STEEPEST: f64 = 0.3;
/// Inside is where the way from the surface goes against its normal by so much, cosine.
const PLAIN: f64 = 0.7;
/// Points that a thread takes at a time, where a pose's points are shared out.
const CHUNK: usize = 256;

/// A pose, and its contact as the points say.
#[derive(Clone, Copy, Debug)]
pub struct Settled {
    pub pose: Rigid,
    pub spread_mm2: f64,
}

/// A place and what it faces.
#[derive(Clone, Copy)]
pub struct Faced {
    /// World coordinates.
    pub place: DVec3,
    pub gap_mm: f64,
    /// The way in which the lower jaw's motion opens the gap, unit.
    pub opens: DVec3,
}

/// What is asked of a pose of two jaws.
#[derive(Clone, Copy)]
pub struct Meeting<'a> {
    pub targets: &'a [Target<'a>; 2],
    pub frame: &'a OcclusalFrame,
    pub threshold_mm: f64,
    pub tolerance_mm: f64,
    chunk: usize,
}

impl<'a> Meeting<'a> {
    pub fn new(
        targets: &'a [Target<'a>; 2],
        frame: &'a OcclusalFrame,
        (threshold_mm, tolerance_mm): (f64, f64),
    ) -> Self {
        Self { targets, frame, threshold_mm, tolerance_mm, chunk: CHUNK }
    }

    /// For who looks at many poses at once, each on a thread.
    pub fn each_on_a_thread(self) -> Self {
        Self { chunk: usize::MAX, ..self }
    }

    /// Every point of both jaws that faces the other one within reach.
    pub fn faced(&self, points: &mut Points, pose: &Rigid, reach_mm: f64) -> Vec<Faced> {
        let [upper, lower] = self.targets;
        let Points { of: [on_upper, on_lower], hints: [upper_hints, lower_hints], .. } = points;
        let from_lower = look(upper, (on_lower, lower_hints), pose, (reach_mm, self.chunk));
        let back = pose.inverse();
        let from_upper = look(lower, (on_upper, upper_hints), &back, (reach_mm, self.chunk));
        let of_lower = from_lower.into_iter();
        let of_upper = from_upper.into_iter().map(|f| Faced {
            place: pose.transform_point(f.place),
            opens: -pose.transform_vector(f.opens),
            ..f
        });
        of_lower.chain(of_upper).collect()
    }

    /// How far the jaws must open along the occlusal normal until nothing overlaps by more than is allowed; negative: may close.
    pub fn opening_mm(&self, faced: &[Faced]) -> f64 {
        let opening = |f: &Faced| (-f.gap_mm - self.tolerance_mm) / (-f.opens.dot(self.frame.up)).max(STEEPEST);
        faced.iter().map(opening).fold(f64::NEG_INFINITY, f64::max)
    }

    /// How a small motion of the lower jaw about the middle of the arches changes the gap, mm: of a turn by a radian, and of a shift by a mm.
    pub fn along(&self, faced: &Faced) -> Six {
        six((faced.place - self.frame.origin).cross(faced.opens), faced.opens)
    }

    /// Contact spread over the arch, mm², and its area in each place. `slope_mm`: see [`Self::contact`].
    pub fn spread(&self, faced: &[Faced], spacing_mm: f64, slope_mm: f64) -> (f64, [f64; PLACES]) {
        let mut areas = [0.0; PLACES];
        for f in faced {
            areas[place_of(self.frame, f.place)] += self.contact(f.gap_mm, slope_mm) * spacing_mm.powi(2) / 2.0;
        }
        (spread_of(&areas), areas)
    }

    /// 1 of what is in contact, 0 of what is not, with a slope between: points are few.
    pub fn contact(&self, gap_mm: f64, slope_mm: f64) -> f64 {
        1.0 / (1.0 + ((gap_mm - self.threshold_mm) / slope_mm).exp())
    }
}

/// Points of one jaw against the other, in the other's coordinates.
fn look(
    target: &Target,
    (points, hints): (&[SurfacePoint], &mut [Hint]),
    target_from_own: &Rigid,
    (reach_mm, chunk): (f64, usize),
) -> Vec<Faced> {
    let found = share_out(
        points.chunks(chunk).zip(hints.chunks_mut(chunk)),
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
