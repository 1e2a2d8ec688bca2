//! One triangle, parted until the gap runs straight across every part.
use super::levels::{Areas, Levels, share_within};
use super::{GapProbe, Terrain};
use glam::DVec3;

/// A part across which the gap bends by less than this is straight, mm: a twentieth of the thinnest foil.
const STRAIGHT_MM: f64 = 0.0004;
/// Parts that look straight may still hide something while they are so many times as large as the gap's detail.
const COARSEST: f64 = 8.0;
/// No triangle is parted more often: 4^12 parts.
const MOST_HALVINGS: u32 = 12;

/// Surface with a gap of at most a level.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactPart {
    pub area_mm2: f64,
    /// Sum of places (world) times area, mm³.
    pub moment: DVec3,
}

/// What a triangle has of contact.
#[derive(Clone, Debug, PartialEq)]
pub struct PartedTriangle {
    /// At each of the zones' levels.
    pub within: Vec<ContactPart>,
    /// Smallest gap and where it is (world), `None` where there is none, mm.
    pub lowest: Option<(f64, DVec3)>,
    /// Smallest gap along the edge from each corner to the next: where contact may go on to the neighbour.
    pub edges_mm: [Option<f64>; 3],
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
}

/// A point of the triangle: shares of its corners, and the gap.
#[derive(Clone, Copy)]
struct Point {
    shares: DVec3,
    gap_mm: Option<f64>,
}

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
    pub fn run(mut self) -> PartedTriangle {
        let [a, b, c] = self.corners;
        let within = vec![ContactPart::default(); self.zone_levels.mm().len()];
        let mut found = PartedTriangle { within, lowest: None, edges_mm: [None; 3] };
        let area_mm2 = (b - a).cross(c - a).length() / 2.0;
        let longest_mm = (b - a).length().max((c - b).length()).max((a - c).length());
        let detail_mm = self.terrain.detail_mm.max(1e-6);
        let corners = [DVec3::X, DVec3::Y, DVec3::Z].map(|shares| self.point(shares, &mut found));
        let longest = Longest { mm: longest_mm, details: longest_mm / detail_mm };
        self.part(corners, area_mm2, longest, MOST_HALVINGS, &mut found);
        found
    }

    fn place(&self, shares: DVec3) -> DVec3 {
        self.corners[0] * shares.x + self.corners[1] * shares.y + self.corners[2] * shares.z
    }

    fn point(&mut self, shares: DVec3, found: &mut PartedTriangle) -> Point {
        let place = self.place(shares);
        let gap_mm = self.probe.gap(place);
        let lesser = |old: Option<f64>| [old, gap_mm].into_iter().flatten().reduce(f64::min);
        if let Some(gap) = gap_mm
            && found.lowest.is_none_or(|(lowest, _)| gap < lowest)
        {
            found.lowest = Some((gap, place));
        }
        for (edge, opposite) in [(0, shares.z), (1, shares.x), (2, shares.y)] {
            // Halves of halves are exact: on the edge it is 0.
            if opposite == 0.0 {
                found.edges_mm[edge] = lesser(found.edges_mm[edge]);
            }
        }
        Point { shares, gap_mm }
    }

    fn part(
        &mut self,
        corners: [Point; 3],
        area_mm2: f64,
        longest: Longest,
        halvings: u32,
        found: &mut PartedTriangle,
    ) {
        let [a, b, c] = corners;
        if self.is_beyond(corners, longest.mm) {
            return;
        }
        let middle = |p: Point, q: Point| (p.shares + q.shares) / 2.0;
        let [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)].map(|shares| self.point(shares, found));
        let quarters = [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]];
        let is_small = longest.details <= 2.0 || halvings == 0;
        if is_small || longest.details <= COARSEST && is_settled([a, b, c], [ab, bc, ca]) {
            quarters.into_iter().for_each(|quarter| self.cut(quarter, area_mm2 / 4.0, found));
        } else {
            quarters.into_iter().for_each(|q| self.part(q, area_mm2 / 4.0, longest.halved(), halvings - 1, found));
        }
    }

    /// Whether no point of a part can have a gap within any level: none is farther than its longest edge from all corners.
    fn is_beyond(&self, corners: [Point; 3], longest_mm: f64) -> bool {
        let limit_mm = self.areas.largest_mm().max(self.zone_levels.largest_mm()) + self.terrain.steepest * longest_mm;
        corners.iter().all(|p| p.gap_mm.is_some_and(|gap| gap > limit_mm))
    }

    /// Adds a part; of one at whose corners the gap is not everywhere known, as much as there are such corners.
    fn cut(&mut self, corners: [Point; 3], area_mm2: f64, found: &mut PartedTriangle) {
        let known: Vec<f64> = corners.iter().filter_map(|p| p.gap_mm).collect();
        let mut gaps_mm = match *known.as_slice() {
            [a, b, c] => [a, b, c],
            [a, b] => [a, b, (a + b) / 2.0],
            [a] => [a; 3],
            _ => return,
        };
        let area_mm2 = area_mm2 * known.len() as f64 / 3.0;
        self.areas.add(gaps_mm, area_mm2);
        gaps_mm.sort_by(f64::total_cmp);
        let middle = self.place(corners.iter().map(|p| p.shares).sum::<DVec3>() / 3.0);
        for (level, part) in self.zone_levels.mm().iter().zip(&mut found.within) {
            let within_mm2 = area_mm2 * share_within(gaps_mm, *level);
            part.area_mm2 += within_mm2;
            part.moment += middle * within_mm2;
        }
    }
}

/// Whether the gap is known at none of the points, or at all of them and runs straight.
fn is_settled(corners: [Point; 3], middles: [Point; 3]) -> bool {
    let gaps = |points: [Point; 3]| points.map(|p| p.gap_mm);
    match (gaps(corners), gaps(middles)) {
        ([None, None, None], [None, None, None]) => true,
        ([Some(a), Some(b), Some(c)], [Some(ab), Some(bc), Some(ca)]) => {
            let bends = [ab - (a + b) / 2.0, bc - (b + c) / 2.0, ca - (c + a) / 2.0];
            bends.iter().all(|bend| bend.abs() <= STRAIGHT_MM)
        }
        _ => false,
    }
}
