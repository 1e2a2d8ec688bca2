//! One triangle, parted until what is known of the gap at each part's corners tells it all over the part.
use super::levels::{Areas, CutTriangle, Levels, ascend};
use super::tangents::{Way, middle_between};
use super::{GapProbe, Reading, Terrain};
use crate::base::{Cancelled, Progress};
use glam::DVec3;

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
/// Where the gap bends, parts are halved on to so many details by what their corners tell, without measuring.
const GUESSED: f64 = 0.16;
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

/// What a triangle has of contact.
#[derive(Clone, Debug, PartialEq)]
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
    /// Levels that bound zones.
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
    /// Parts and cuts the whole triangle.
    ///
    /// # Errors
    /// [`Cancelled`] when it is no longer wanted.
    pub fn run(mut self) -> Result<PartedTriangle, Cancelled> {
        let [a, b, c] = self.corners;
        let within = vec![ContactPart::default(); self.zone_levels.mm().len()];
        let cut = within.clone();
        let mut found = PartedTriangle { within, cut, lowest: None, edges_mm: [None; 3], clear_mm: None };
        let area_mm2 = (b - a).cross(c - a).length() / 2.0;
        let longest_mm = (b - a).length().max((c - b).length()).max((a - c).length());
        let detail_mm = self.terrain.detail_mm.max(longest_mm / MOST_PIECES).max(1e-6);
        let [e, f, g] = EDGES_OF_CORNERS;
        let corners =
            [self.measured(a, e, &mut found), self.measured(b, f, &mut found), self.measured(c, g, &mut found)];
        let longest = Longest { mm: longest_mm, details: longest_mm / detail_mm };
        found.clear_mm = self.clear_mm(&corners, longest_mm);
        self.part(corners, area_mm2, longest, &mut found)?;
        found.sum_up();
        Ok(found)
    }

    fn measured(&mut self, place: DVec3, edges: u8, found: &mut PartedTriangle) -> Point {
        let point = Point { place, reading: self.probe.read(place), edges };
        if let Some(Reading { gap_mm, opposite, .. }) = point.reading
            && found.lowest.is_none_or(|lowest| gap_mm < lowest.gap_mm)
        {
            found.lowest = Some(Lowest { gap_mm, place, opposite });
        }
        found.see_edges(&point);
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
        if longest.details <= COARSEST_BY_CORNERS && bends(&corners) == Some(false) {
            self.cut(&corners, area_mm2, found);
            return Ok(());
        }
        if longest.details <= GUESSED_WHOLE && corners.iter().all(|p| p.reading.is_some_and(|r| r.slope.is_some())) {
            self.cut_by_guess(corners, area_mm2, longest.details, found);
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
                self.cut_by_guess(quarter, area_mm2 / 4.0, longest.details / 2.0, found);
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

    /// Cuts a part across which the gap bends as its corners tell.
    fn cut_by_guess(&mut self, corners: [Point; 3], area_mm2: f64, details: f64, found: &mut PartedTriangle) {
        let is_beyond = corners.iter().all(|p| p.reading.is_some_and(|r| r.gap_mm > self.largest_mm));
        let guesses = if details > GUESSED && !is_beyond { guessed_bends(&corners) } else { None };
        let Some([ab, bc, ca]) = guesses else {
            self.cut(&corners, area_mm2, found);
            return;
        };
        let middles = [self.seen(ab, found), self.seen(bc, found), self.seen(ca, found)];
        for quarter in quarters(&corners, &middles) {
            self.cut_by_guess(quarter, area_mm2 / 4.0, details / 2.0, found);
        }
    }

    /// A guessed point; one that may be the lowest of the triangle is measured after all.
    fn seen(&mut self, guessed: Point, found: &mut PartedTriangle) -> Point {
        let is_lowest = |gap_mm: f64| found.lowest.is_some_and(|lowest| gap_mm < lowest.gap_mm - STRAIGHT_MM);
        if guessed.reading.is_some_and(|r| is_lowest(r.gap_mm)) {
            return self.measured(guessed.place, guessed.edges, found);
        }
        found.see_edges(&guessed);
        guessed
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
        if gaps_mm[0] > self.largest_mm {
            return;
        }
        self.areas.add(gaps_mm, area_mm2);
        let middle = (corners[0].place + corners[1].place + corners[2].place) / 3.0;
        let cut = CutTriangle::new(gaps_mm);
        let levels = self.zone_levels.mm().iter().zip(found.cut.iter_mut().zip(&mut found.within));
        for (level, (cut_part, from_part)) in levels.skip_while(|(level, _)| **level < gaps_mm[0]) {
            if *level >= gaps_mm[2] {
                // All later ones hold it too: they are summed up in the end.
                from_part.add(area_mm2, middle);
                break;
            }
            cut_part.add(area_mm2 * cut.share_within(*level), middle);
        }
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
    /// Takes a point into account that may lie on an edge.
    #[inline]
    fn see_edges(&mut self, point: &Point) {
        let (true, Some(reading)) = (point.edges != 0, &point.reading) else { return };
        for (edge, least_mm) in self.edges_mm.iter_mut().enumerate() {
            if point.edges >> edge & 1 != 0 {
                *least_mm = Some(least_mm.map_or(reading.gap_mm, |mm| mm.min(reading.gap_mm)));
            }
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

/// The way between two points of which the gap and its slopes are known.
#[inline]
fn way(p: &Point, q: &Point) -> Option<Way> {
    Way::between(p.reading.as_ref()?, q.reading.as_ref()?, q.place - p.place)
}

/// The ways between the corners, as far as slopes are known, and whether the gap bends on any.
#[inline]
fn ways([a, b, c]: &[Point; 3]) -> Option<([Way; 3], bool)> {
    let ways = [way(a, b)?, way(b, c)?, way(c, a)?];
    let bends = |way: &Way, p: &Point| p.reading.as_ref().is_some_and(|from| way.bend_mm().abs() > straight_mm(from));
    Some((ways, bends(&ways[0], a) || bends(&ways[1], b) || bends(&ways[2], c)))
}

/// Whether the gap bends between the corners, as far as its slopes there tell; `None` where they are not known.
fn bends(corners: &[Point; 3]) -> Option<bool> {
    ways(corners).map(|(_, any)| any)
}

/// The points half way between the corners, as their slopes tell; `None` where the gap does not bend, or nobody knows.
#[inline]
fn guessed_bends(corners: &[Point; 3]) -> Option<[Point; 3]> {
    let ([ab, bc, ca], _) = ways(corners).filter(|(_, any)| *any)?;
    let [a, b, c] = corners;
    let middle = |p: &Point, q: &Point, way: &Way| Point {
        place: (p.place + q.place) / 2.0,
        reading: Some(way.middle()),
        edges: p.edges & q.edges,
    };
    Some([middle(a, b, &ab), middle(b, c, &bc), middle(c, a, &ca)])
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
