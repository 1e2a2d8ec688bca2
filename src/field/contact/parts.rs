//! One triangle, parted until what is known of the gap at each part's corners tells it all over the part.
use super::bent::{Edges, Taker, Told, cut_bent};
use super::levels::{Areas, CutTriangle, Levels, ascend};
use super::tangents::middle_between;
use super::{GapProbe, Reading, Terrain};
use crate::base::{Cancelled, Progress};
use glam::{DVec2, DVec3};

/// A gap that is guessed to this is as good as measured, mm: a twentieth of the thinnest foil.
const STRAIGHT_MM: f64 = 0.0004;
/// The same by the gap itself: nobody asks for a larger one to the same tenth of a micrometre.
const STRAIGHT_SHARE: f64 = 0.005;
/// Parts that look settled may still hide something while they are so many times as large as the gap's detail.
const COARSEST: f64 = 8.0;
/// The same where only the corners have been looked at.
pub const COARSEST_BY_CORNERS: f64 = 4.0;
/// Parts of so many details are small enough.
const SMALL: f64 = 2.0;
/// The same where something faces some of their corners alone: there the area ends within the part.
pub const SMALL_AT_RIM: f64 = 0.5;
/// No edge is parted into more pieces, however large the triangle: work follows what is asked for, not the scale.
const MOST_PIECES: f64 = 512.0;
/// Parts of so many details are cut by what their corners tell alone.
pub const GUESSED_WHOLE: f64 = 1.0;
const SQRT_3: f64 = 1.732_050_807_568_877_2;

/// Surface with a gap of at most a level.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactPart {
    pub area_mm2: f64,
    /// Sum of places (world) times area, mm³.
    pub moment: DVec3,
}

/// The smallest gap of a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lowest {
    pub gap_mm: f64,
    /// World coordinates.
    pub place: DVec3,
    /// The other jaw's triangle there, if it is known.
    pub opposite: Option<u32>,
}

/// What a triangle has of contact; begun anew for each triangle in the same memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartedTriangle {
    /// At each of the zones' levels; until it is summed up, what comes to each level and lies wholly within all later ones.
    pub within: Vec<ContactPart>,
    /// Of parts that are cut at a level.
    cut: Vec<ContactPart>,
    /// `None` where there is no gap.
    pub lowest: Option<Lowest>,
    /// Smallest gap along the edge from each corner to the next: where contact may go on to the neighbour.
    pub edges_mm: [Option<f64>; 3],
    /// Of a triangle that is farther away than any level: no point of it has a smaller gap, mm.
    pub clear_mm: Option<f64>,
}

/// A triangle's shape and the gap over it.
pub struct Parting<'a, 'b> {
    /// Turned to the triangle.
    pub probe: &'a mut dyn GapProbe,
    pub terrain: Terrain,
    /// World coordinates.
    pub corners: [DVec3; 3],
    /// Levels that bound zones, each one of those of `areas`.
    pub zone_levels: &'a Levels,
    pub areas: &'a mut Areas<'b>,
    /// Of all levels.
    pub largest_mm: f64,
    pub progress: &'a Progress,
}

/// A point of the triangle: its place (world), and what is known of the gap.
#[derive(Clone, Copy)]
struct Point {
    place: DVec3,
    reading: Option<Reading>,
    /// Bit by bit the edges that it lies on.
    edges: u8,
}

/// Edges that each corner lies on; the first runs from the first corner to the second.
const EDGES_OF_CORNERS: [u8; 3] = [0b101, 0b011, 0b110];

/// The longest edge of a part.
#[derive(Clone, Copy)]
struct Longest {
    mm: f64,
    /// By the gap's detail.
    details: f64,
}

impl Longest {
    fn halved(self) -> Self {
        Self { mm: self.mm / 2.0, details: self.details / 2.0 }
    }
}

impl Parting<'_, '_> {
    /// Parts and cuts the whole triangle; `found` is what that gives.
    ///
    /// # Errors
    /// [`Cancelled`] when it is no longer wanted.
    pub fn run(mut self, found: &mut PartedTriangle) -> Result<(), Cancelled> {
        let [a, b, c] = self.corners;
        found.begin(self.zone_levels.mm().len());
        let area_mm2 = (b - a).cross(c - a).length() / 2.0;
        let longest_mm = (b - a).length().max((c - b).length()).max((a - c).length());
        let detail_mm = self.terrain.detail_mm.max(longest_mm / MOST_PIECES).max(1e-6);
        let readings = self.probe.read_corners(self.corners);
        let corners = [0, 1, 2].map(|i| {
            let point = Point { place: self.corners[i], reading: readings[i], edges: EDGES_OF_CORNERS[i] };
            found.see(&point);
            point
        });
        let longest = Longest { mm: longest_mm, details: longest_mm / detail_mm };
        found.clear_mm = self.clear_mm(&corners, longest_mm);
        self.part(corners, area_mm2, longest, found)?;
        found.sum_up();
        Ok(())
    }

    fn measured(&mut self, place: DVec3, edges: u8, found: &mut PartedTriangle) -> Point {
        let point = Point { place, reading: self.probe.read(place), edges };
        found.see(&point);
        point
    }

    fn part(
        &mut self,
        corners: [Point; 3],
        area_mm2: f64,
        longest: Longest,
        found: &mut PartedTriangle,
    ) -> Result<(), Cancelled> {
        if self.clear_mm(&corners, longest.mm).is_some() {
            return Ok(());
        }
        if longest.details <= COARSEST_BY_CORNERS && self.cut_as_told(&corners, area_mm2, longest.details, found) {
            return Ok(());
        }
        self.progress.check()?;
        let [a, b, c] = corners;
        let mut middle = |p: &Point, q: &Point| self.measured((p.place + q.place) / 2.0, p.edges & q.edges, found);
        let middles = [middle(&a, &b), middle(&b, &c), middle(&c, &a)];
        let small = if is_rim(&corners, &middles) { SMALL_AT_RIM } else { SMALL };
        let is_done = longest.details <= small || longest.details <= COARSEST && is_settled(&corners, &middles);
        for quarter in quarters(&corners, &middles) {
            if is_done {
                self.cut_by_guess(&quarter, area_mm2 / 4.0, longest.details / 2.0, found);
            } else {
                self.part(quarter, area_mm2 / 4.0, longest.halved(), found)?;
            }
        }
        Ok(())
    }

    /// No point of a part has a smaller gap; `None` unless that is more than any level. No point is farther than the part's longest
    /// edge from any corner, nor farther from the nearest one than the middle of an equal-sided triangle with that edge.
    fn clear_mm(&self, corners: &[Point; 3], longest_mm: f64) -> Option<f64> {
        let gap = |p: &Point| p.reading.map(|r| r.gap_mm);
        let mut gaps_mm = [gap(&corners[0])?, gap(&corners[1])?, gap(&corners[2])?];
        ascend(&mut gaps_mm);
        let fall_mm = self.terrain.steepest * longest_mm;
        let least_mm = (gaps_mm[2] - fall_mm).max(gaps_mm[0] - fall_mm / SQRT_3);
        (least_mm > self.largest_mm).then_some(least_mm)
    }

    /// Cuts a part if its corners tell enough of it, and says whether.
    fn cut_as_told(&mut self, corners: &[Point; 3], area_mm2: f64, details: f64, found: &mut PartedTriangle) -> bool {
        let plane = Plane::of(corners);
        let Some(told) = plane.told(corners) else { return false };
        let mut part = ToldPart { parting: self, found, plane };
        if details <= GUESSED_WHOLE {
            cut_bent(&mut part, &told, area_mm2, details);
            return true;
        }
        let is_told = Edges::of(&told, &mut part).is_told(&told, details, &mut part);
        if is_told {
            part.take(&told, area_mm2);
        }
        is_told
    }

    /// Cuts a part by what its corners tell, however little that is.
    fn cut_by_guess(&mut self, corners: &[Point; 3], area_mm2: f64, details: f64, found: &mut PartedTriangle) {
        let plane = Plane::of(corners);
        match plane.told(corners) {
            Some(told) => cut_bent(&mut ToldPart { parting: self, found, plane }, &told, area_mm2, details),
            None => self.cut(corners, area_mm2, found),
        }
    }

    /// Adds a part; of one at whose corners the gap is not everywhere known, as much as there are such corners.
    fn cut(&mut self, corners: &[Point; 3], area_mm2: f64, found: &mut PartedTriangle) {
        let gap = |p: &Point| p.reading.map(|r| r.gap_mm);
        let [a, b, c] = [gap(&corners[0]), gap(&corners[1]), gap(&corners[2])];
        let (mut gaps_mm, n_known) = match (a, b, c) {
            (Some(a), Some(b), Some(c)) => ([a, b, c], 3),
            (Some(a), Some(b), None) | (None, Some(a), Some(b)) | (Some(a), None, Some(b)) => {
                ([a, b, (a + b) / 2.0], 2)
            }
            (Some(a), None, None) | (None, Some(a), None) | (None, None, Some(a)) => ([a; 3], 1),
            (None, None, None) => return,
        };
        let area_mm2 = area_mm2 * f64::from(n_known) / 3.0;
        ascend(&mut gaps_mm);
        self.add(gaps_mm, area_mm2, || corners.iter().map(|p| p.place).sum::<DVec3>() / 3.0, found);
    }

    /// Adds a part across which the gap runs straight; `ascending_mm` at its corners.
    #[inline]
    fn add(&mut self, ascending_mm: [f64; 3], area_mm2: f64, middle: impl Fn() -> DVec3, found: &mut PartedTriangle) {
        if ascending_mm[0] > self.largest_mm {
            return;
        }
        self.areas.add(ascending_mm, area_mm2);
        let (middle, cut) = (middle(), CutTriangle::new(ascending_mm));
        let levels = self.zone_levels.mm().iter().zip(found.cut.iter_mut().zip(&mut found.within));
        for (level, (cut_part, from_part)) in levels.skip_while(|(level, _)| **level < ascending_mm[0]) {
            if cut.is_within(*level) {
                // All later ones hold it too: they are summed up in the end.
                from_part.add(area_mm2, middle);
                break;
            }
            cut_part.add(area_mm2 * cut.share_within(*level), middle);
        }
    }
}

/// A part's place in the world.
struct Plane {
    origin: DVec3,
    along: [DVec3; 2],
}

impl Plane {
    #[inline]
    fn of([a, b, c]: &[Point; 3]) -> Self {
        Self { origin: a.place, along: [b.place - a.place, c.place - a.place] }
    }

    #[inline]
    fn place(&self, at: DVec2) -> DVec3 {
        self.origin + self.along[0] * at.x + self.along[1] * at.y
    }

    /// The corners, if their slopes are known.
    #[inline]
    fn told(&self, [a, b, c]: &[Point; 3]) -> Option<[Told; 3]> {
        Some([self.point(a, DVec2::ZERO)?, self.point(b, DVec2::X)?, self.point(c, DVec2::Y)?])
    }

    #[inline]
    fn point(&self, point: &Point, at: DVec2) -> Option<Told> {
        let Reading { gap_mm, slope, .. } = point.reading?;
        let slope = slope?;
        let rise_mm = DVec2::new(slope.dot(self.along[0]), slope.dot(self.along[1]));
        Some(Told { at, gap_mm, rise_mm, edges: point.edges })
    }
}

/// A part that is cut by what its corners tell.
struct ToldPart<'p, 'a, 'b> {
    parting: &'p mut Parting<'a, 'b>,
    found: &'p mut PartedTriangle,
    plane: Plane,
}

impl Taker for ToldPart<'_, '_, '_> {
    #[inline]
    fn straight_mm(&self, at: &Told) -> f64 {
        STRAIGHT_MM + STRAIGHT_SHARE * at.gap_mm.abs()
    }

    /// Beyond all levels nobody asks.
    #[inline]
    fn is_lower(&self, gap_mm: f64) -> bool {
        gap_mm <= self.parting.largest_mm
            && self.found.lowest.is_some_and(|lowest| gap_mm < lowest.gap_mm - STRAIGHT_MM)
    }

    #[inline]
    fn is_cut(&mut self, least_mm: f64, most_mm: f64) -> bool {
        self.parting.areas.any_between(least_mm, most_mm)
    }

    /// A point that may be the lowest of the triangle is measured after all.
    fn see(&mut self, told: Told) -> Told {
        if self.is_lower(told.gap_mm) {
            let measured = self.parting.measured(self.plane.place(told.at), told.edges, self.found);
            return self.plane.point(&measured, told.at).unwrap_or(told);
        }
        self.found.see_edges(told.edges, told.gap_mm);
        told
    }

    #[inline]
    fn take(&mut self, corners: &[Told; 3], area_mm2: f64) {
        let mut gaps_mm = corners.map(|p| p.gap_mm);
        ascend(&mut gaps_mm);
        let [a, b, c] = corners.map(|p| p.at);
        let plane = &self.plane;
        self.parting.add(gaps_mm, area_mm2, || plane.place((a + b + c) / 3.0), self.found);
    }
}

impl ContactPart {
    #[inline]
    fn add(&mut self, area_mm2: f64, at: DVec3) {
        self.area_mm2 += area_mm2;
        self.moment += at * area_mm2;
    }
}

impl PartedTriangle {
    fn begin(&mut self, n_levels: usize) {
        let (mut within, mut cut) = (std::mem::take(&mut self.within), std::mem::take(&mut self.cut));
        for parts in [&mut within, &mut cut] {
            parts.clear();
            parts.resize(n_levels, ContactPart::default());
        }
        *self = Self { within, cut, ..Self::default() };
    }

    #[inline]
    fn see(&mut self, Point { place, reading, edges }: &Point) {
        let Some(Reading { gap_mm, opposite, .. }) = *reading else { return };
        if self.lowest.is_none_or(|lowest| gap_mm < lowest.gap_mm) {
            self.lowest = Some(Lowest { gap_mm, place: *place, opposite });
        }
        self.see_edges(*edges, gap_mm);
    }

    /// Takes a gap at a point into account that may lie on edges.
    #[inline]
    fn see_edges(&mut self, edges: u8, gap_mm: f64) {
        for edge in (0..3).filter(|edge| edges >> edge & 1 != 0) {
            let least_mm = &mut self.edges_mm[edge];
            *least_mm = Some(least_mm.map_or(gap_mm, |mm| mm.min(gap_mm)));
        }
    }

    fn sum_up(&mut self) {
        let mut below = ContactPart::default();
        for (within, cut) in self.within.iter_mut().zip(&self.cut) {
            below.area_mm2 += within.area_mm2;
            below.moment += within.moment;
            *within = ContactPart { area_mm2: below.area_mm2 + cut.area_mm2, moment: below.moment + cut.moment };
        }
    }
}

#[inline]
fn quarters([a, b, c]: &[Point; 3], [ab, bc, ca]: &[Point; 3]) -> [[Point; 3]; 4] {
    [[*a, *ab, *ca], [*ab, *b, *bc], [*ca, *bc, *c], [*ab, *bc, *ca]]
}

/// By how much a gap may be off, mm; the least, where no slope is known that would part it on.
pub fn straight_mm(at: &Reading) -> f64 {
    STRAIGHT_MM + if at.slope.is_some() { STRAIGHT_SHARE * at.gap_mm.abs() } else { 0.0 }
}

/// Whether something faces a part in some of its points and not in others.
fn is_rim(corners: &[Point; 3], middles: &[Point; 3]) -> bool {
    let n_known = corners.iter().chain(middles).filter(|p| p.reading.is_some()).count();
    (1..6).contains(&n_known)
}

/// Whether the gap is known at none of the points, or half way between the corners is as they tell.
fn is_settled([a, b, c]: &[Point; 3], middles: &[Point; 3]) -> bool {
    [(a, b), (b, c), (c, a)].into_iter().zip(middles).all(|((p, q), middle)| {
        let guessed = p.reading.zip(q.reading).map(|(from, to)| middle_between(&from, &to, q.place - p.place));
        match (p.reading, q.reading, guessed, middle.reading) {
            (None, None, _, None) => true,
            (_, _, Some(guessed), Some(there)) => (guessed.gap_mm - there.gap_mm).abs() <= straight_mm(&there),
            _ => false,
        }
    })
}
