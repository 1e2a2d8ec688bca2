//! The gap within the triangles that a picture paints: on a grid as fine as it takes until straight from sample to sample is what
//! the areas are cut by. The rule is theirs (`parts.rs`), but for one grid over a whole triangle, so that a shader finds its way.
use super::parts::{COARSEST_BY_CORNERS, GUESSED_WHOLE, SMALL_AT_RIM, straight_mm};
use super::tangents::{Way, middle_between};
use super::{GapProbe, Reading, SurfaceGap};
use crate::base::{Cancelled, Progress, share_out};
use crate::field::fine_gaps::{FineGaps, FineTriangle, n_samples, pieces, sample_place};
use crate::field::multi_projection::PosedMeshes;
use crate::field::surface_gaps::{NO_GAP, parted};
use crate::mesh::topology::NO_TWIN;
use glam::DVec3;

/// No jaw has more samples, 12 MB; where more triangles than usual could be in contact, their grids are coarser.
const MOST_SAMPLES: usize = 3_000_000;
/// No grid is finer: 64 pieces an edge.
const MOST_HALVINGS: u32 = 6;
const _: () = assert!(MOST_HALVINGS <= FineTriangle::MOST_HALVINGS);
/// Where the gap bends, pieces are halved down to so many details, about as those that areas are cut by.
const FINEST: f64 = 0.32;
/// Triangles that one thread takes at a time.
const TRIANGLES_A_SHARE: usize = 64;
/// Samples are single precision: no difference is smaller, mm.
const ROUNDING_MM: f64 = 1e-5;

/// One jaw, and how what is measured on it is told.
pub struct Finer<'a> {
    pub gap: &'a dyn SurfaceGap,
    pub jaws: &'a PosedMeshes<'a>,
    /// Upper (0) or lower jaw (1).
    pub side: usize,
    /// The jaw's ([`crate::mesh::topology::twins`]).
    pub twins: &'a [u32],
    /// What its vertices have ([`crate::field::SurfaceGaps::vertices`]).
    pub vertices: &'a [f32],
    /// Largest gap that a picture may cut at, mm.
    pub reach_mm: f64,
    /// Added to a gap from one of its triangles to one of the other jaw, mm; [`NO_GAP`] where it is none.
    pub offset: &'a (dyn Fn(u32, u32) -> f32 + Sync),
}

impl Finer<'_> {
    /// Grids over all triangles that may come within reach and whose corners do not tell the gap.
    ///
    /// # Errors
    /// [`Cancelled`] within milliseconds when it is no longer wanted.
    pub fn find(&self, progress: &Progress) -> Result<FineGaps, Cancelled> {
        let near = near_triangles(self.jaws, self.side, self.vertices, self.reach_mm);
        let most = most_halvings(near.len());
        let probe = || self.gap.probe(self.side);
        let shares = share_out(near.chunks(TRIANGLES_A_SHARE), probe, |probe, chunk| {
            progress.check()?;
            Ok(self.share(probe.as_mut(), chunk, most))
        });
        let shares = shares.into_iter().collect::<Result<Vec<_>, Cancelled>>()?;
        let mut found = FineGaps::default();
        for share in &shares {
            (0..share.numbers.len()).for_each(|at| {
                let triangle = share.triangles[at];
                let halvings = triangle.steps().trailing_zeros();
                found.push(share.numbers[at], triangle.corners, halvings, share.samples_of(at));
            });
        }
        self.join_edges(&mut found);
        Ok(found)
    }

    fn share(&self, probe: &mut dyn GapProbe, triangles: &[u32], most_halvings: u32) -> FineGaps {
        let mut found = FineGaps::default();
        for &triangle in triangles {
            let detail_mm = probe.turn_to(triangle).detail_mm;
            let mut gridding = Gridding { probe: &mut *probe, of: self, triangle, detail_mm };
            let grid = gridding.run(most_halvings);
            let samples: Vec<f32> = grid.points.iter().map(Point::sample).collect();
            let corners = self.jaws.meshes[self.side].triangles[triangle as usize];
            if grid.halvings > 0 || !self.corners_tell(corners, &samples) {
                found.push(triangle, corners, grid.halvings, &samples);
            }
        }
        found
    }

    /// Whether a triangle's three samples are what its vertices have.
    fn corners_tell(&self, corners: [u32; 3], samples: &[f32]) -> bool {
        corners.iter().zip(samples).all(|(v, sample)| {
            let vertex = self.vertices.get(*v as usize).copied().unwrap_or(NO_GAP);
            match (parted(vertex), parted(*sample)) {
                (Some((a, kind)), Some((b, other))) => kind == other && f64::from((a - b).abs()) < ROUNDING_MM,
                (None, None) => true,
                _ => false,
            }
        })
    }

    /// Along an edge that a neighbour has in fewer pieces the gap runs as straight as there, so that no line in the paint has a step.
    fn join_edges(&self, found: &mut FineGaps) {
        let steps: Vec<usize> = found.triangles.iter().map(FineTriangle::steps).collect();
        for at in 0..found.numbers.len() {
            for edge in 0..3 {
                let twin = self.twins[3 * found.numbers[at] as usize + edge];
                let other = if twin == NO_TWIN { steps[at] } else { found.find(twin / 3).map_or(1, |k| steps[k]) };
                if other < steps[at] {
                    let first = found.triangles[at].first();
                    straighten(&mut found.samples[first..][..n_samples(steps[at])], (steps[at], other), edge);
                }
            }
        }
    }
}

/// Scanned triangles of which a point may be within reach, ascending: no point is farther from the nearest corner than the middle of
/// an equal-sided triangle with the longest edge. `vertices`: as of [`Finer`].
pub fn near_triangles(jaws: &PosedMeshes, side: usize, vertices: &[f32], reach_mm: f64) -> Vec<u32> {
    let mesh = jaws.meshes[side];
    let is_near = |triangle: &u32| {
        let known = mesh.triangles[*triangle as usize].map(|v| vertices.get(v as usize).and_then(|g| parted(*g)));
        let least_mm = known.into_iter().flatten().map(|(gap_mm, _)| f64::from(gap_mm)).reduce(f64::min);
        let longest_mm = || longest_mm(&jaws.corners(side, *triangle));
        least_mm.is_some_and(|least| least - longest_mm() / SQRT_3 <= reach_mm)
    };
    (0..mesh.n_scanned.min(mesh.triangles.len()) as u32).filter(is_near).collect()
}

/// Gaps between every `steps / pieces` samples along an edge become straight; what kind of gap each is stays.
fn straighten(samples: &mut [f32], (steps, pieces): (usize, usize), edge: usize) {
    let along = |k: usize| sample_place(steps, [[k, 0], [steps - k, k], [0, steps - k]][edge]);
    let stride = steps / pieces;
    for k in (0..steps).filter(|k| k % stride != 0) {
        let (before, after) = (k - k % stride, k - k % stride + stride);
        let ends = [before, after].map(|k| parted(samples[along(k)]));
        if let ([Some((a, _)), Some((b, _))], Some((_, kind))) = (ends, parted(samples[along(k)])) {
            samples[along(k)] = kind + a + (b - a) * (k - before) as f32 / stride as f32;
        }
    }
}

const SQRT_3: f64 = 1.732_050_807_568_877_2;

fn longest_mm([a, b, c]: &[DVec3; 3]) -> f64 {
    a.distance(*b).max(b.distance(*c)).max(c.distance(*a))
}

fn most_halvings(n_triangles: usize) -> u32 {
    (1..=MOST_HALVINGS).rev().find(|h| n_samples(1 << h) * n_triangles <= MOST_SAMPLES).unwrap_or(0)
}

/// A sample: its place (world), what is known of the gap there, and what is added to it.
#[derive(Clone, Copy)]
struct Point {
    place: DVec3,
    reading: Option<Reading>,
    offset: f32,
}

impl Point {
    fn gap_mm(&self) -> Option<f64> {
        self.reading.map(|r| r.gap_mm)
    }

    fn sample(&self) -> f32 {
        self.gap_mm().map_or(NO_GAP, |gap_mm| if self.offset >= NO_GAP { NO_GAP } else { gap_mm as f32 + self.offset })
    }
}

/// Samples over one triangle.
struct Grid {
    halvings: u32,
    /// In the order of [`sample_place`].
    points: Vec<Point>,
}

impl Grid {
    fn at(&self, place: [usize; 2]) -> &Point {
        &self.points[sample_place(1 << self.halvings, place)]
    }

    /// Every edge within it, some of them twice.
    fn edges(&self) -> impl Iterator<Item = (&Point, &Point)> {
        let piece = |p: [[usize; 2]; 3]| {
            let [a, b, c] = p.map(|place| self.at(place));
            [(a, b), (b, c), (c, a)]
        };
        pieces(1 << self.halvings).flat_map(piece)
    }

    fn doubled(&self, mut middle: impl FnMut(&Point, &Point) -> Point) -> Self {
        let steps = 2 << self.halvings;
        let mut points = Vec::with_capacity(n_samples(steps));
        for j in 0..=steps {
            for i in 0..=steps - j {
                let (half, up, right) = ([i / 2, j / 2], [i / 2, j / 2 + 1], [i / 2 + 1, j / 2]);
                points.push(match (i % 2, j % 2) {
                    (0, 0) => *self.at(half),
                    (1, 0) => middle(self.at(half), self.at(right)),
                    (0, _) => middle(self.at(half), self.at(up)),
                    _ => middle(self.at(right), self.at(up)),
                });
            }
        }
        Self { halvings: self.halvings + 1, points }
    }
}

/// A triangle's grid while it is made finer.
struct Gridding<'a, 'b> {
    /// Turned to the triangle.
    probe: &'a mut dyn GapProbe,
    of: &'a Finer<'b>,
    triangle: u32,
    detail_mm: f64,
}

impl Gridding<'_, '_> {
    fn run(&mut self, most_halvings: u32) -> Grid {
        let corners = self.of.jaws.corners(self.of.side, self.triangle);
        let mut grid = Grid { halvings: 0, points: corners.map(|place| self.measured(place)).to_vec() };
        let mut longest_mm = longest_mm(&corners);
        while grid.halvings < most_halvings && self.bends(&grid, longest_mm / self.detail_mm) {
            let by_guess = longest_mm <= GUESSED_WHOLE * self.detail_mm;
            grid = grid.doubled(|a, b| self.middle(a, b, by_guess));
            longest_mm /= 2.0;
        }
        grid
    }

    fn measured(&mut self, place: DVec3) -> Point {
        let reading = self.probe.read(place);
        self.told(place, reading)
    }

    fn told(&self, place: DVec3, reading: Option<Reading>) -> Point {
        let opposite = reading.and_then(|r| r.opposite);
        Point { place, reading, offset: opposite.map_or(0.0, |other| (self.of.offset)(self.triangle, other)) }
    }

    fn middle(&mut self, a: &Point, b: &Point, by_guess: bool) -> Point {
        let place = (a.place + b.place) / 2.0;
        match (a.reading, b.reading) {
            (Some(from), Some(to))
                if by_guess && from.slope.is_some() && to.slope.is_some() && a.offset == b.offset =>
            {
                self.told(place, Some(middle_between(&from, &to, b.place - a.place)))
            }
            _ => self.measured(place),
        }
    }

    /// Whether the gap within reach is not yet what it is straight between the samples. `details`: a piece's longest edge, by the
    /// gap's detail.
    fn bends(&self, grid: &Grid, details: f64) -> bool {
        grid.edges().any(|(a, b)| {
            let is_rim = a.reading.is_some() != b.reading.is_some() || a.offset != b.offset;
            self.matters(a, b)
                && if is_rim {
                    details > SMALL_AT_RIM
                } else {
                    details > COARSEST_BY_CORNERS || details > FINEST && bends(a, b)
                }
        })
    }

    /// Whether the gap between two samples may be one that a picture cuts at.
    fn matters(&self, a: &Point, b: &Point) -> bool {
        let gaps_mm = [a, b].into_iter().filter_map(Point::gap_mm);
        let (least, most) = gaps_mm.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, m), gap| (l.min(gap), m.max(gap)));
        let half_mm = a.place.distance(b.place) / 2.0;
        least - half_mm <= self.of.reach_mm && most + half_mm >= 0.0
    }
}

/// Whether the gap half way between two samples is not the mean of both, as far as their slopes tell.
fn bends(a: &Point, b: &Point) -> bool {
    let (Some(from), Some(to)) = (&a.reading, &b.reading) else { return false };
    Way::between(from, to, b.place - a.place).is_none_or(|way| way.bend_mm().abs() > straight_mm(from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_get_coarser_where_there_are_many() {
        assert_eq!([100, 1_000, 10_000, 100_000, 1_000_000].map(most_halvings), [6, 6, 4, 2, 0]);
        for n in [1_000, 30_000, 400_000] {
            let samples = |halvings: u32| n_samples(1 << halvings) * n;
            assert!(
                samples(most_halvings(n)) <= MOST_SAMPLES
                    && samples(most_halvings(n) + 1) > MOST_SAMPLES.min(2_000_000)
            );
        }
    }

    #[test]
    fn an_edge_runs_as_straight_as_its_neighbour_has_it() {
        // Four pieces an edge; the neighbour has two.
        for edge in 0..3 {
            let along = |k: usize| sample_place(4, [[k, 0], [4 - k, k], [0, 4 - k]][edge]);
            let mut samples = vec![9.0; n_samples(4)];
            for (k, value) in [0.0, 5.0, 0.2, 4096.7, 0.6].into_iter().enumerate() {
                samples[along(k)] = value;
            }
            straighten(&mut samples, (4, 2), edge);
            let found = [0, 1, 2, 3, 4].map(|k| samples[along(k)]);
            let wanted = [0.0, 0.1, 0.2, 4096.4, 0.6];
            assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-3), "{edge}: {found:?}");
            assert_eq!(samples.iter().filter(|s| **s == 9.0).count(), n_samples(4) - 5, "nothing else is touched");
        }
    }
}
