//! Both contours in the plane of a section.
use crate::base::Rigid;
use crate::exact::jaw_runs::JawRuns;
use crate::jaw::{JawSide, SectionPlane};
use crate::mesh::{CutLine, Plane, cut};
use glam::{DVec2, DVec3};

/// A line of a jaw in the plane of a section, mm. Of a closed one, which does not repeat its first point, the solid is on the left.
#[derive(Clone, Debug, PartialEq)]
pub struct Contour {
    pub points: Vec<DVec2>,
    /// Of the stretch from each point to the next, as in [`crate::mesh::CutLine`].
    pub triangles: Vec<u32>,
    pub is_closed: bool,
}

/// A stretch of a contour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    pub a: DVec2,
    pub b: DVec2,
    pub triangle: u32,
    /// Not of surface that closing has added.
    pub is_scanned: bool,
    /// Of a closed contour, which bounds a solid.
    pub bounds: bool,
}

/// What a plane cuts of both jaws.
#[derive(Clone, Debug)]
pub struct SectionCut {
    pub plane: SectionPlane,
    /// Of the upper and of the lower jaw.
    pub contours: [Vec<Contour>; 2],
    pub edges: [Vec<Edge>; 2],
}

impl Edge {
    /// What of it lies so far to both sides.
    fn within(&self, reach_mm: f64) -> Option<Self> {
        let end = |p: DVec2, other: DVec2| match p.x.abs() <= reach_mm {
            true => p,
            false => p.lerp(other, (reach_mm.copysign(p.x) - p.x) / (other.x - p.x)),
        };
        let is_beside = self.a.x.min(self.b.x) > reach_mm || self.a.x.max(self.b.x) < -reach_mm;
        (!is_beside).then(|| Self { a: end(self.a, self.b), b: end(self.b, self.a), ..*self })
    }

    /// The point of it that is nearest to a place.
    pub fn nearest_to(&self, place: DVec2) -> DVec2 {
        let along = self.b - self.a;
        self.a + along * ((place - self.a).dot(along) / along.length_squared()).clamp(0.0, 1.0)
    }
}

impl SectionCut {
    pub fn of(jaws: &JawRuns, plane: SectionPlane, upper_from_lower: &Rigid) -> Self {
        let planes = [plane, moved(&plane, &upper_from_lower.inverse())];
        let sides = [JawSide::Upper, JawSide::Lower];
        let contours = sides.map(|side| contours(jaws, side, &planes[side as usize]));
        let edges = sides.map(|side| edges(&contours[side as usize], jaws.mesh(side).n_scanned));
        Self { plane, contours, edges }
    }
}

/// `plane`: in the jaw's own coordinates.
fn contours(jaws: &JawRuns, side: JawSide, plane: &SectionPlane) -> Vec<Contour> {
    let flat = |p: &DVec3| plane.plane_from_world(*p);
    let contour = |line: CutLine| Contour {
        points: line.points.iter().map(flat).collect(),
        triangles: line.triangles,
        is_closed: line.is_closed,
    };
    let cutting = Plane { origin: plane.origin, normal: plane.normal() };
    cut(jaws.mesh(side), jaws.runs(side), &cutting).into_iter().map(contour).collect()
}

fn moved(plane: &SectionPlane, motion: &Rigid) -> SectionPlane {
    let [u, v] = [plane.u, plane.v].map(|axis| motion.transform_vector(axis));
    SectionPlane { origin: motion.transform_point(plane.origin), u, v, ..*plane }
}

fn edges(contours: &[Contour], n_scanned: usize) -> Vec<Edge> {
    let of = |contour: &Contour| -> Vec<Edge> {
        let n = contour.points.len();
        let edge = |(i, triangle): (usize, &u32)| Edge {
            a: contour.points[i],
            b: contour.points[(i + 1) % n],
            triangle: *triangle,
            is_scanned: (*triangle as usize) < n_scanned,
            bounds: contour.is_closed,
        };
        contour.triangles.iter().enumerate().map(edge).collect()
    };
    contours.iter().flat_map(of).collect()
}

impl SectionCut {
    /// Whether everything that the plane cuts of the jaw is closed, so that it has an inside.
    pub fn is_solid(&self, side: JawSide) -> bool {
        self.contours[side as usize].iter().all(|contour| contour.is_closed)
    }

    pub fn is_empty(&self) -> bool {
        self.contours.iter().all(Vec::is_empty)
    }

    /// Whether the section is about what lies there.
    pub fn reaches(&self, place: DVec2) -> bool {
        place.x.abs() <= self.plane.reach_mm
    }

    /// Scanned surface that the section is about, cut off where that ends.
    pub fn measured(&self, side: JawSide) -> impl Iterator<Item = Edge> {
        let scanned = self.edges[side as usize].iter().filter(|edge| edge.is_scanned);
        scanned.filter_map(|edge| edge.within(self.plane.reach_mm))
    }

    /// Smallest and largest corner of what is measured of both contours; `None` without any.
    pub fn bounds(&self) -> Option<[DVec2; 2]> {
        let sides = [JawSide::Upper, JawSide::Lower].into_iter();
        let mut points = sides.flat_map(|side| self.measured(side)).flat_map(|edge| [edge.a, edge.b]);
        let first = points.next()?;
        Some(points.fold([first; 2], |[lo, hi], p| [lo.min(p), hi.max(p)]))
    }
}
