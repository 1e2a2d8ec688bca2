//! The plane of a section in columns along the occlusal direction, between which nothing begins, ends or crosses: where both solids are, and
//! where the gap between them is. Everything in a column is straight, so that what is deepest or narrowest is at a column's edge.
use super::cut::{Edge, SectionCut};
use crate::jaw::JawSide;
use glam::DVec2;

/// Between two edges of contours that go from a column's left to its right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// From below, on the left and on the right, and from above.
    pub below: [DVec2; 2],
    pub above: [DVec2; 2],
    /// Whose contours these are.
    pub sides: [JawSide; 2],
    /// Both are of scanned surface.
    pub is_scanned: bool,
}

impl Column {
    /// Heights on the left and on the right, mm.
    pub fn heights_mm(&self) -> [f64; 2] {
        [self.above[0].y - self.below[0].y, self.above[1].y - self.below[1].y]
    }

    pub fn area_mm2(&self) -> f64 {
        let [left, right] = self.heights_mm();
        0.5 * (left + right) * (self.below[1].x - self.below[0].x)
    }
}

#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// Inside both jaws.
    pub overlap: Vec<Column>,
    /// Outside of both, above the lower and below the upper jaw, with nothing between.
    pub gap: Vec<Column>,
}

/// An edge from left to right.
#[derive(Clone, Copy)]
struct Wall {
    left: DVec2,
    right: DVec2,
    side: JawSide,
    /// 1 where a line upwards enters the solid, -1 where it leaves it.
    step: i32,
    is_scanned: bool,
}

impl Wall {
    /// `None` of an upright one.
    fn of(edge: &Edge, side: JawSide) -> Option<Self> {
        let is_scanned = edge.is_scanned;
        let wall = |left, right, step| Self { left, right, side, step, is_scanned };
        match edge.a.x.total_cmp(&edge.b.x) {
            _ if !edge.bounds => None,
            std::cmp::Ordering::Less => Some(wall(edge.a, edge.b, 1)),
            std::cmp::Ordering::Greater => Some(wall(edge.b, edge.a, -1)),
            std::cmp::Ordering::Equal => None,
        }
    }

    fn y(&self, x: f64) -> f64 {
        match x {
            _ if x <= self.left.x => self.left.y,
            _ if x >= self.right.x => self.right.y,
            _ => self.left.y + (self.right.y - self.left.y) * ((x - self.left.x) / (self.right.x - self.left.x)),
        }
    }

    fn at(&self, x: f64) -> DVec2 {
        DVec2::new(x, self.y(x))
    }

    /// Where it crosses another one between two places, if it does.
    fn crossing(&self, other: &Self, [x0, x1]: [f64; 2]) -> Option<f64> {
        let [d0, d1] = [self.y(x0) - other.y(x0), self.y(x1) - other.y(x1)];
        (d0 * d1 < 0.0).then(|| x0 + (x1 - x0) * (d0 / (d0 - d1))).filter(|x| *x > x0 && *x < x1)
    }
}

impl Columns {
    /// Of the closed contours of a section.
    pub fn of(section: &SectionCut) -> Self {
        let sides = [JawSide::Upper, JawSide::Lower].into_iter();
        let mut walls: Vec<Wall> = sides
            .flat_map(|side| section.edges[side as usize].iter().filter_map(move |edge| Wall::of(edge, side)))
            .collect();
        walls.sort_by(|a, b| a.left.x.total_cmp(&b.left.x));
        let mut places: Vec<f64> = walls.iter().flat_map(|wall| [wall.left.x, wall.right.x]).collect();
        // A column is of what the section is about, or of what it is not.
        let reach_mm = section.plane.reach_mm;
        places.extend([-reach_mm, reach_mm].into_iter().filter(|x| x.is_finite()));
        places.sort_by(f64::total_cmp);
        places.dedup();
        let (mut columns, mut here, mut next) = (Self::default(), Vec::new(), 0);
        for place in places.windows(2) {
            here.retain(|wall: &Wall| wall.right.x > place[0]);
            while let Some(wall) = walls.get(next).filter(|wall| wall.left.x <= place[0]) {
                here.push(*wall);
                next += 1;
            }
            columns.between(&mut here, [place[0], place[1]]);
        }
        columns
    }

    /// A column in which walls may cross, in as many as that takes.
    fn between(&mut self, walls: &mut [Wall], [x0, x1]: [f64; 2]) {
        // A column as narrow as this has no width in double precision.
        let mut cuts = vec![x0];
        if !is_in_order(walls, [x0, x1]) {
            for (i, wall) in walls.iter().enumerate() {
                cuts.extend(walls[..i].iter().filter_map(|other| wall.crossing(other, [x0, x1])));
            }
            cuts.sort_by(f64::total_cmp);
            cuts.dedup();
        }
        cuts.push(x1);
        for cut in cuts.windows(2) {
            sort(walls, [cut[0], cut[1]]);
            self.of_sorted(walls, [cut[0], cut[1]]);
        }
    }

    fn of_sorted(&mut self, walls: &[Wall], x: [f64; 2]) {
        let mut depths = [0; 2];
        let (mut overlap, mut top): (Option<&Wall>, Option<&Wall>) = (None, None);
        for wall in walls {
            let were_both = depths.iter().all(|depth| *depth > 0);
            depths[wall.side as usize] += wall.step;
            let are_both = depths.iter().all(|depth| *depth > 0);
            match (were_both, are_both) {
                (false, true) => overlap = Some(wall),
                (true, false) => self.overlap.extend(overlap.take().map(|below| column(below, wall, x))),
                _ => {}
            }
            // Whatever lies between ends the gap.
            let below = top.take();
            if wall.side == JawSide::Lower && depths == [0, 0] {
                top = Some(wall);
            } else if wall.side == JawSide::Upper && depths == [1, 0] && wall.step == 1 {
                self.gap.extend(below.map(|below| column(below, wall, x)));
            }
        }
    }
}

fn column(below: &Wall, above: &Wall, x: [f64; 2]) -> Column {
    Column {
        below: x.map(|x| below.at(x)),
        above: x.map(|x| above.at(x)),
        sides: [below.side, above.side],
        is_scanned: below.is_scanned && above.is_scanned,
    }
}

fn middle(wall: &Wall, [x0, x1]: [f64; 2]) -> f64 {
    wall.y(x0) + wall.y(x1)
}

fn sort(walls: &mut [Wall], x: [f64; 2]) {
    walls.sort_by(|a, b| middle(a, x).total_cmp(&middle(b, x)).then(b.step.cmp(&a.step)));
}

/// Whether walls sorted by their middles are in the same order on the left and on the right.
fn is_in_order(walls: &mut [Wall], x: [f64; 2]) -> bool {
    sort(walls, x);
    walls.windows(2).all(|pair| x.iter().all(|x| pair[0].y(*x) <= pair[1].y(*x)))
}
