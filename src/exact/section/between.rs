//! What is between the two contours of a section: gaps and overlaps, in mm, with the two points that they are measured between.
use super::columns::{Column, Columns};
use super::cut::{Edge, SectionCut};
use super::near::NearEdges;
use crate::jaw::JawSide;
use glam::DVec2;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The search for the deepest place ends when it is known so well, mm.
const CERTAIN_MM: f64 = 1e-5;
/// And after so many pieces of contours, whatever they are like.
const MOST_PIECES: usize = 200_000;

/// A length between two points of the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    pub mm: f64,
    pub ends: [DVec2; 2],
}

impl Reading {
    fn between(ends: [DVec2; 2]) -> Self {
        Self { mm: ends[0].distance(ends[1]), ends }
    }
}

/// "Occlusal" is along the occlusal direction, upwards in the picture; "closest" is the shortest way within the plane (in space it may be shorter
/// still). `None` where there is nothing of the kind.
#[derive(Clone, Debug, Default)]
pub struct Between {
    /// Inside both jaws.
    pub overlap_area_mm2: f64,
    pub deepest_occlusal: Option<Reading>,
    /// From the point of either contour inside the other jaw that is farthest from that jaw's contour, straight to it.
    pub deepest_closest: Option<Reading>,
    /// Where neither jaw is, between the lower one below and the upper one above.
    pub smallest_occlusal: Option<Reading>,
    /// Of the two contours; 0 where they cross.
    pub smallest_closest: Option<Reading>,
    pub columns: Columns,
}

impl Between {
    pub fn of(section: &SectionCut) -> Self {
        let columns = Columns::of(section);
        let near = [JawSide::Upper, JawSide::Lower].map(|side| NearEdges::of(section.measured(side)));
        let is_measured = |c: &&Column| c.is_scanned && section.reaches(0.5 * (c.below[0] + c.below[1]));
        let measured = |columns: &[Column]| -> Vec<Column> { columns.iter().filter(is_measured).copied().collect() };
        let (overlap, gap) = (measured(&columns.overlap), measured(&columns.gap));
        let ends = |columns: &[Column]| -> Vec<Reading> {
            columns.iter().flat_map(|c| [0, 1].map(|i| Reading::between([c.below[i], c.above[i]]))).collect()
        };
        Self {
            overlap_area_mm2: overlap.iter().map(Column::area_mm2).sum(),
            deepest_occlusal: ends(&overlap).into_iter().max_by(|a, b| a.mm.total_cmp(&b.mm)).filter(|r| r.mm > 0.0),
            deepest_closest: if overlap.is_empty() { None } else { deepest(&pieces(section, &overlap), &near) },
            smallest_occlusal: ends(&gap).into_iter().min_by(|a, b| a.mm.total_cmp(&b.mm)),
            smallest_closest: near[0].nearest_pair(&near[1]).map(Reading::between),
            columns,
        }
    }

    pub fn is_overlapping(&self) -> bool {
        self.deepest_occlusal.is_some()
    }
}

/// A piece of a jaw's contour inside the other jaw.
#[derive(Clone, Copy)]
struct Piece {
    side: JawSide,
    ends: [DVec2; 2],
}

/// What bounds the overlap; uprights, which bound no column, by where they run through the other jaw.
fn pieces(section: &SectionCut, overlap: &[Column]) -> Vec<Piece> {
    let bounds = |c: &Column| [Piece { side: c.sides[0], ends: c.below }, Piece { side: c.sides[1], ends: c.above }];
    let mut pieces: Vec<Piece> = overlap.iter().flat_map(bounds).collect();
    for side in [JawSide::Upper, JawSide::Lower] {
        let is_upright = |edge: &Edge| edge.bounds && edge.a.x == edge.b.x;
        for edge in section.measured(side).filter(is_upright) {
            let along = (edge.b - edge.a).normalize_or_zero();
            let inside = &section.along(edge.a, edge.b).inside[side.other() as usize];
            pieces.extend(inside.iter().map(|s| Piece { side, ends: s.map(|mm| edge.a + along * mm) }));
        }
    }
    pieces
}

/// A piece of contour, by how far its points may be from the other contour at most.
struct Candidate {
    most_mm: f64,
    piece: Piece,
}

impl Candidate {
    fn of(piece: Piece, near: &[NearEdges; 2], best: &mut Option<Reading>) -> Self {
        let near = &near[piece.side.other() as usize];
        let [a, b] = piece.ends;
        let mut most_mm = f64::INFINITY;
        for (i, place) in [a, b, 0.5 * (a + b)].into_iter().enumerate() {
            let Some((on, edge)) = near.nearest(place, f64::INFINITY) else { continue };
            let reading = Reading::between([place, on]);
            if best.is_none_or(|best| best.mm < reading.mm) {
                *best = Some(reading);
            }
            // Nothing of the piece is farther from this edge than its ends are: distance to a straight thing has no summit on a straight way.
            let to_edge = |p: DVec2| edge.nearest_to(p).distance(p);
            most_mm = most_mm.min(to_edge(a).max(to_edge(b)));
            if i == 2 {
                most_mm = most_mm.min(reading.mm + 0.5 * a.distance(b));
            }
        }
        Self { most_mm, piece }
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Candidate {}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        self.most_mm.total_cmp(&other.most_mm)
    }
}

/// The point of the pieces that is farthest from the other jaw's contour: pieces that may hold it are halved.
fn deepest(pieces: &[Piece], near: &[NearEdges; 2]) -> Option<Reading> {
    let mut best = None;
    let mut heap: BinaryHeap<Candidate> = pieces.iter().map(|p| Candidate::of(*p, near, &mut best)).collect();
    for _ in 0..MOST_PIECES {
        let Some(Candidate { most_mm, piece }) = heap.pop() else { break };
        if best.is_some_and(|best| most_mm <= best.mm + CERTAIN_MM) {
            break;
        }
        let middle = 0.5 * (piece.ends[0] + piece.ends[1]);
        for ends in [[piece.ends[0], middle], [middle, piece.ends[1]]] {
            heap.push(Candidate::of(Piece { ends, ..piece }, near, &mut best));
        }
    }
    best.filter(|best: &Reading| best.mm > 0.0)
}
