//! Nearest points of contours: edges in runs, as they follow each other, each with a box.
use super::cut::Edge;
use crate::exact::closest_point_triangle::closest_points_segments;
use glam::DVec2;

/// Edges in a run.
const RUN: usize = 16;

/// Edges of one jaw's contours, to be searched.
#[derive(Clone, Debug)]
pub struct NearEdges {
    edges: Vec<Edge>,
    /// Smallest and largest corner of each run.
    boxes: Vec<[DVec2; 2]>,
}

impl NearEdges {
    pub fn of(edges: impl Iterator<Item = Edge>) -> Self {
        let edges: Vec<Edge> = edges.collect();
        let boxes = edges.chunks(RUN).map(|run| {
            let points = || run.iter().flat_map(|edge| [edge.a, edge.b]);
            [points().fold(DVec2::INFINITY, DVec2::min), points().fold(DVec2::NEG_INFINITY, DVec2::max)]
        });
        Self { boxes: boxes.collect(), edges }
    }

    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    fn run(&self, i: usize) -> &[Edge] {
        &self.edges[i * RUN..(i * RUN + RUN).min(self.edges.len())]
    }

    /// The point of the contours nearest to a place, and the edge that it is on; `None` where none is nearer than `within_mm`.
    pub fn nearest(&self, place: DVec2, within_mm: f64) -> Option<(DVec2, &Edge)> {
        let away = |i: usize| apart(&self.boxes[i], &[place; 2]);
        let n = self.boxes.len();
        // A good one first: then most runs need not be looked into.
        let first = (0..n).min_by(|a, b| away(*a).total_cmp(&away(*b)))?;
        let (mut least, mut best) = (within_mm * within_mm, None);
        for i in std::iter::once(first).chain(0..n) {
            if away(i) >= least {
                continue;
            }
            for edge in self.run(i) {
                let on = edge.nearest_to(place);
                let distance = on.distance_squared(place);
                if distance < least {
                    (least, best) = (distance, Some((on, edge)));
                }
            }
        }
        best
    }

    /// How far a place is from the contours, mm; without edges infinitely far.
    pub fn distance(&self, place: DVec2) -> f64 {
        self.nearest(place, f64::INFINITY).map_or(f64::INFINITY, |(on, _)| on.distance(place))
    }

    /// The two points, on these and on other contours, that are nearest to each other.
    pub fn nearest_pair(&self, other: &Self) -> Option<[DVec2; 2]> {
        let pairs = || (0..self.boxes.len()).flat_map(|i| (0..other.boxes.len()).map(move |k| (i, k)));
        let away = |(i, k): (usize, usize)| apart(&self.boxes[i], &other.boxes[k]);
        let first = pairs().min_by(|a, b| away(*a).total_cmp(&away(*b)))?;
        let (mut least, mut best) = (f64::INFINITY, None);
        for (i, k) in std::iter::once(first).chain(pairs()) {
            if away((i, k)) >= least {
                continue;
            }
            for (a, b) in self.run(i).iter().flat_map(|a| other.run(k).iter().map(move |b| (a, b))) {
                let pair = nearest_of(a, b);
                let distance = pair[0].distance_squared(pair[1]);
                if distance < least {
                    (least, best) = (distance, Some(pair));
                }
            }
        }
        best
    }
}

/// Square of the distance of two boxes.
fn apart(a: &[DVec2; 2], b: &[DVec2; 2]) -> f64 {
    (a[0] - b[1]).max(b[0] - a[1]).max(DVec2::ZERO).length_squared()
}

fn nearest_of(a: &Edge, b: &Edge) -> [DVec2; 2] {
    let [p, q, r, s] = [a.a, a.b, b.a, b.b].map(|p| p.extend(0.0));
    let (on_a, on_b) = closest_points_segments(p, q, r, s);
    [on_a.truncate(), on_b.truncate()]
}
