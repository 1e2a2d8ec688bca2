//! What a straight line in the plane of a section goes through.
use super::cut::SectionCut;
use glam::DVec2;

/// From where to where along a line, mm.
pub type Stretch = [f64; 2];

/// What lies along a line from one point to another.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Along {
    pub length_mm: f64,
    /// Inside the upper and inside the lower jaw, ascending.
    pub inside: [Vec<Stretch>; 2],
    /// Inside both.
    pub both: Vec<Stretch>,
}

impl SectionCut {
    pub fn along(&self, from: DVec2, to: DVec2) -> Along {
        let length_mm = from.distance(to);
        let Some(direction) = (to - from).try_normalize() else { return Along::default() };
        let inside = [0, 1].map(|side| self.inside(side, from, direction, length_mm));
        Along { both: shared(&inside[0], &inside[1]), inside, length_mm }
    }

    /// Points on the line count as on its left, as in every cut: no crossing is missed and none counted twice.
    fn inside(&self, side: usize, from: DVec2, direction: DVec2, length_mm: f64) -> Vec<Stretch> {
        let mut crossings: Vec<(f64, i32)> = Vec::new();
        for edge in self.edges[side].iter().filter(|edge| edge.bounds) {
            let [a, b] = [edge.a - from, edge.b - from];
            let [left_a, left_b] = [direction.perp_dot(a), direction.perp_dot(b)];
            if (left_a >= 0.0) != (left_b >= 0.0) {
                let at = direction.dot(a + (b - a) * (left_a / (left_a - left_b)));
                // The solid is on the edge's left: an edge that goes over to the line's right is entered there.
                crossings.push((at, if left_a >= 0.0 { 1 } else { -1 }));
            }
        }
        crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut depth, mut begin, mut stretches) = (0, 0.0, Vec::new());
        for (at, step) in crossings {
            let was_inside = depth > 0;
            depth += step;
            match (was_inside, depth > 0) {
                (false, true) => begin = at,
                (true, false) => stretches.extend(clipped([begin, at], length_mm)),
                _ => {}
            }
        }
        stretches
    }
}

fn clipped([from, to]: Stretch, length_mm: f64) -> Option<Stretch> {
    let stretch = [from.max(0.0), to.min(length_mm)];
    (stretch[0] < stretch[1]).then_some(stretch)
}

fn shared(one: &[Stretch], other: &[Stretch]) -> Vec<Stretch> {
    let pairs = one.iter().flat_map(|a| other.iter().map(move |b| [a[0].max(b[0]), a[1].min(b[1])]));
    pairs.filter(|[from, to]| from < to).collect()
}

impl Along {
    fn sum(stretches: &[Stretch]) -> f64 {
        // From 0: a sum of nothing would be a negative one.
        stretches.iter().fold(0.0, |sum, [from, to]| sum + (to - from))
    }

    /// How much of the line is inside the upper and inside the lower jaw, mm: how thick they are along it.
    pub fn thickness_mm(&self) -> [f64; 2] {
        self.inside.each_ref().map(|stretches| Self::sum(stretches))
    }

    pub fn both_mm(&self) -> f64 {
        Self::sum(&self.both)
    }

    /// Outside of both jaws.
    pub fn free_mm(&self) -> f64 {
        let [upper, lower] = self.thickness_mm();
        (self.length_mm - upper - lower + self.both_mm()).max(0.0)
    }
}
