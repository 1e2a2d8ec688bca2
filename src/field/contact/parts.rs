//! One triangle, parted until the gap runs straight across every part.
use super::TriangleGap;
use super::levels::{Areas, share_within};
use glam::DVec3;

/// A part across which the gap bends by less than this is straight, mm: a twentieth of the thinnest foil.
const STRAIGHT_MM: f64 = 0.0004;
/// Parts that look straight may still hide something while they are so many times as large as the gap's detail.
const COARSEST: f64 = 8.0;
/// No triangle is parted more often: 4^12 parts.
const MOST_HALVINGS: u32 = 12;

/// What a triangle has of contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// Surface with a gap of at most the zones' threshold, and of it what is penetrating, mm².
    pub area_mm2: f64,
    pub penetrating_mm2: f64,
    /// Sum of places (world) times area of the former, mm³.
    pub moment: DVec3,
    /// Smallest gap, `None` where there is none, mm.
    pub min_gap_mm: Option<f64>,
    /// The same along the edge from each corner to the next: where contact may go on to the neighbour.
    pub edges_mm: [Option<f64>; 3],
}

/// A triangle's shape and the gap over it.
pub struct Parting<'a, 'b> {
    pub gap: TriangleGap<'a>,
    /// World coordinates.
    pub corners: [DVec3; 3],
    pub zone_mm: f64,
    pub areas: &'a mut Areas<'b>,
}

/// A point of the triangle: shares of its corners, and the gap.
#[derive(Clone, Copy)]
struct Point {
    shares: DVec3,
    gap_mm: Option<f64>,
}

impl Parting<'_, '_> {
    /// Parts and cuts the whole triangle.
    pub fn run(mut self) -> Found {
        let [a, b, c] = self.corners;
        let mut found =
            Found { area_mm2: 0.0, penetrating_mm2: 0.0, moment: DVec3::ZERO, min_gap_mm: None, edges_mm: [None; 3] };
        let area_mm2 = (b - a).cross(c - a).length() / 2.0;
        let longest_mm = (b - a).length().max((c - b).length()).max((a - c).length());
        let detail_mm = self.gap.detail_mm.max(1e-6);
        let corners = [DVec3::X, DVec3::Y, DVec3::Z].map(|shares| self.point(shares, &mut found));
        self.part(corners, area_mm2, longest_mm / detail_mm, MOST_HALVINGS, &mut found);
        found
    }

    fn place(&self, shares: DVec3) -> DVec3 {
        self.corners[0] * shares.x + self.corners[1] * shares.y + self.corners[2] * shares.z
    }

    fn point(&self, shares: DVec3, found: &mut Found) -> Point {
        let gap_mm = (self.gap.at)(self.place(shares));
        let lesser = |old: Option<f64>| [old, gap_mm].into_iter().flatten().reduce(f64::min);
        found.min_gap_mm = lesser(found.min_gap_mm);
        for (edge, opposite) in [(0, shares.z), (1, shares.x), (2, shares.y)] {
            // Halves of halves are exact: on the edge it is 0.
            if opposite == 0.0 {
                found.edges_mm[edge] = lesser(found.edges_mm[edge]);
            }
        }
        Point { shares, gap_mm }
    }

    /// `size`: longest edge by the gap's detail.
    fn part(&mut self, corners: [Point; 3], area_mm2: f64, size: f64, halvings: u32, found: &mut Found) {
        let [a, b, c] = corners;
        let middle = |p: Point, q: Point| (p.shares + q.shares) / 2.0;
        let [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)].map(|shares| self.point(shares, found));
        let quarters = [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]];
        let is_small = size <= 2.0 || halvings == 0;
        if is_small || size <= COARSEST && is_settled([a, b, c], [ab, bc, ca]) {
            quarters.into_iter().for_each(|quarter| self.cut(quarter, area_mm2 / 4.0, found));
        } else {
            quarters.into_iter().for_each(|q| self.part(q, area_mm2 / 4.0, size / 2.0, halvings - 1, found));
        }
    }

    /// Adds a part; of one at whose corners the gap is not everywhere known, as much as there are such corners.
    fn cut(&mut self, corners: [Point; 3], area_mm2: f64, found: &mut Found) {
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
        let within_mm2 = area_mm2 * share_within(gaps_mm, self.zone_mm);
        if within_mm2 > 0.0 {
            found.area_mm2 += within_mm2;
            found.penetrating_mm2 += area_mm2 * share_within(gaps_mm, 0.0);
            found.moment += self.place(corners.iter().map(|p| p.shares).sum::<DVec3>() / 3.0) * within_mm2;
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
