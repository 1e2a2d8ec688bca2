//! A plane's cut of a mesh: lines that are joined over the edges that triangles share.
//!
//! A corner on the plane counts as above it. So the plane crosses no edge of a triangle or two, and the crossings of a closed mesh join to
//! closed lines without gaps and without doubles, however many corners, edges or whole triangles lie on the plane. Where an edge is
//! crossed is computed once, from its lower to its higher corner: both triangles have the same point to the last bit.
use super::TriMesh;
use super::clusters::Cluster;
use super::topology::edge_key;
use glam::DVec3;

/// A plane in the mesh's own coordinates, mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    pub origin: DVec3,
    /// Unit vector towards what is above.
    pub normal: DVec3,
}

/// A line of the cut. Seen against the plane's normal the solid is on its left.
#[derive(Clone, Debug, PartialEq)]
pub struct CutLine {
    /// No two that follow each other are the same. A closed line does not repeat its first point.
    pub points: Vec<DVec3>,
    /// Triangle of the stretch from each point to the next; of a closed line also of that from the last to the first.
    pub triangles: Vec<u32>,
    pub is_closed: bool,
}

/// From where the surface comes down through the plane to where it goes up again, within a triangle.
#[derive(Clone, Copy)]
struct Step {
    from: [u32; 2],
    to: [u32; 2],
    triangle: u32,
}

/// What a plane cuts of a mesh. `clusters`: those of [`super::clusters::clusters`].
pub fn cut(mesh: &TriMesh, clusters: &[Cluster], plane: &Plane) -> Vec<CutLine> {
    let mut steps: Vec<Step> = Vec::new();
    for cluster in clusters.iter().filter(|cluster| may_cross(cluster, plane)) {
        let triangles = cluster.first..cluster.first + cluster.n_triangles;
        steps.extend(triangles.filter_map(|triangle| step(mesh, plane, triangle)));
    }
    steps.sort_unstable_by_key(|step| (step.from, step.triangle));
    Chains::all(&steps).iter().filter_map(|chain| line(mesh, plane, &steps, chain)).collect()
}

/// With a margin for rounding: a cluster too many costs nothing.
fn may_cross(cluster: &Cluster, plane: &Plane) -> bool {
    let (lo, hi) = (cluster.lo.as_dvec3(), cluster.hi.as_dvec3());
    let reach = plane.normal.abs().dot(hi - lo) / 2.0;
    let away = plane.normal.dot((lo + hi) / 2.0 - plane.origin).abs();
    away <= reach + 1e-9 * (1.0 + lo.abs().max(hi.abs()).max_element() + plane.origin.abs().max_element())
}

fn height(mesh: &TriMesh, plane: &Plane, corner: u32) -> f64 {
    (mesh.positions[corner as usize].as_dvec3() - plane.origin).dot(plane.normal)
}

fn step(mesh: &TriMesh, plane: &Plane, triangle: u32) -> Option<Step> {
    let ids = mesh.triangles[triangle as usize];
    let above = ids.map(|id| height(mesh, plane, id) >= 0.0);
    let edge = |wanted: [bool; 2]| {
        let is_it = |i: &usize| [above[*i], above[(*i + 1) % 3]] == wanted;
        (0..3).find(is_it).map(|i| edge_key(ids[i], ids[(i + 1) % 3]))
    };
    Some(Step { from: edge([true, false])?, to: edge([false, true])?, triangle })
}

/// Joins steps to lines; each step is in one of them.
struct Chains<'a> {
    /// By the edge that they begin at.
    steps: &'a [Step],
    is_walked: Vec<bool>,
}

impl Chains<'_> {
    /// Steps one after the other, and whether the last leads to the first.
    fn all(steps: &[Step]) -> Vec<(Vec<usize>, bool)> {
        let mut ends: Vec<[u32; 2]> = steps.iter().map(|step| step.to).collect();
        ends.sort_unstable();
        let begins_at_border = |i: &usize| ends.binary_search(&steps[*i].from).is_err();
        let mut chains = Chains { steps, is_walked: vec![false; steps.len()] };
        let mut found = Vec::new();
        for i in (0..steps.len()).filter(begins_at_border).chain(0..steps.len()) {
            if !chains.is_walked[i] {
                found.push(chains.walk(i));
            }
        }
        found
    }

    fn walk(&mut self, first: usize) -> (Vec<usize>, bool) {
        let (mut chain, mut next) = (Vec::new(), Some(first));
        while let Some(i) = next {
            self.is_walked[i] = true;
            chain.push(i);
            next = self.next(i);
        }
        let is_closed = self.steps[chain[chain.len() - 1]].to == self.steps[first].from;
        (chain, is_closed)
    }

    /// Where more than two triangles share an edge, the first that was not walked goes on.
    fn next(&self, i: usize) -> Option<usize> {
        let edge = self.steps[i].to;
        let first = self.steps.partition_point(|step| step.from < edge);
        (first..self.steps.len()).take_while(|k| self.steps[*k].from == edge).find(|k| !self.is_walked[*k])
    }
}

/// Where the plane crosses an edge.
fn crossing(mesh: &TriMesh, plane: &Plane, edge: [u32; 2]) -> DVec3 {
    let [a, b] = edge.map(|id| mesh.positions[id as usize].as_dvec3());
    match edge.map(|id| height(mesh, plane, id)) {
        // The corner itself, whichever edge leads to it.
        [0.0, _] => a,
        [_, 0.0] => b,
        [high, low] => a + (b - a) * (high / (high - low)),
    }
}

/// The chain as a line; `None` where it is but a point, or there and back again.
fn line(mesh: &TriMesh, plane: &Plane, steps: &[Step], (chain, is_closed): &(Vec<usize>, bool)) -> Option<CutLine> {
    let first = crossing(mesh, plane, steps[*chain.first()?].from);
    let (mut points, mut triangles) = (vec![first], Vec::new());
    for step in chain.iter().map(|i| steps[*i]) {
        let to = crossing(mesh, plane, step.to);
        if points[points.len() - 1] != to {
            points.push(to);
            triangles.push(step.triangle);
        }
    }
    let is_closed = *is_closed && points.len() > 1;
    if is_closed {
        points.pop();
    }
    (points.len() >= if is_closed { 3 } else { 2 }).then_some(CutLine { points, triangles, is_closed })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;
    use crate::mesh::clusters::{clusters, order_triangles};
    use crate::mesh::shapes;
    use std::f64::consts::PI;

    fn cut_of(mesh: &TriMesh, origin: DVec3, normal: DVec3) -> Vec<CutLine> {
        cut(mesh, &clusters(mesh), &Plane { origin, normal: normal.normalize() })
    }

    /// By the cross product: positive where the line goes counter-clockwise, seen against the normal.
    fn area(line: &CutLine, normal: DVec3) -> f64 {
        let n = line.points.len();
        let twice: DVec3 = (0..n).map(|i| line.points[i].cross(line.points[(i + 1) % n])).sum();
        twice.dot(normal.normalize()) / 2.0
    }

    fn length(line: &CutLine) -> f64 {
        let n = line.points.len();
        line.triangles.iter().enumerate().map(|(i, _)| line.points[i].distance(line.points[(i + 1) % n])).sum()
    }

    #[test]
    fn a_ball_is_cut_in_a_circle_wherever_the_plane_lies() {
        let (radius, n) = (5.0, 100);
        let mut ball = shapes::sphere(n, radius as f32);
        order_triangles(&mut ball);
        // Edges are at most (pi / n) radius long, chords lie so far inside; rounding of single precision besides.
        let sag = radius * (PI / n as f64).powi(2) / 2.0 + 1e-5;
        let mut random = Random::new(3);
        for _ in 0..50 {
            let (normal, away) = (random.vector().normalize(), random.vector().x * 4.0);
            let lines = cut_of(&ball, normal * away, normal);
            assert!(lines.len() == 1 && lines[0].is_closed, "{} lines at {away}", lines.len());
            let r = (radius * radius - away * away).sqrt();
            let is_on = |length: f64| length < radius + 1e-5 && length > radius - sag;
            let around = |p: &DVec3| (p.dot(normal) - away).abs() < 1e-9 && is_on(p.length());
            assert!(lines[0].points.iter().all(around));
            let found = area(&lines[0], normal);
            // What is missing: the ring of width sag * radius / r at most.
            let most = PI * r * r;
            assert!(found < most && found > most - 2.0 * PI * sag * radius - 1e-3, "{found} of {most}");
            assert!(found < PI * (r + 0.02).powi(2) - 2.0 * PI * sag * radius, "the twin: a circle larger by 0.02 mm");
        }
        assert!(cut_of(&ball, DVec3::X * 5.1, DVec3::X).is_empty());
    }

    #[test]
    fn corners_edges_and_faces_on_the_plane_make_neither_gaps_nor_doubles() {
        let cube = shapes::cube();
        for (origin, normal, areas) in [
            // Through two opposite edges: a rectangle of 2 by 2 sqrt(2).
            (DVec3::ZERO, DVec3::new(1.0, 1.0, 0.0), vec![4.0 * 2.0_f64.sqrt()]),
            // Through three corners: an equilateral triangle of side 2 sqrt(2).
            (DVec3::new(1.0, 1.0, -1.0), DVec3::ONE, vec![2.0 * 3.0_f64.sqrt()]),
            // In the plane of a face: what lies on it counts as above. Below the upper face there is the cube, below the lower one nothing.
            (DVec3::Z, DVec3::Z, vec![4.0]),
            (-DVec3::Z, DVec3::Z, vec![]),
            // Along an edge, and at a corner, with the cube below: two lines that enclose nothing.
            (DVec3::new(1.0, 1.0, 0.0), DVec3::new(1.0, 1.0, 0.0), vec![]),
            (DVec3::ONE, DVec3::ONE, vec![]),
        ] {
            let lines = cut_of(&cube, origin, normal);
            let found: Vec<f64> = lines.iter().map(|line| area(line, normal)).collect();
            assert_eq!(found.len(), areas.len(), "{origin} {normal}: {found:?}");
            assert!(found.iter().zip(&areas).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?} {areas:?}");
            assert!(lines.iter().all(|line| line.is_closed && line.triangles.len() == line.points.len()));
        }
        // A ball whose rings of corners lie on the plane.
        let mut ball = shapes::sphere(9, 5.0);
        ball.positions
            .iter_mut()
            .flat_map(|p| [&mut p.x, &mut p.y, &mut p.z])
            .filter(|x| x.abs() < 1e-5)
            .for_each(|x| *x = 0.0);
        let lines = cut_of(&ball, DVec3::ZERO, DVec3::Z);
        assert_eq!((lines.len(), lines[0].points.len(), lines[0].is_closed), (1, 18, true));
        // And one with a ring of corners through both poles.
        let through_poles = cut_of(&shapes::sphere(8, 5.0), DVec3::ZERO, DVec3::Y);
        assert_eq!((through_poles.len(), through_poles[0].is_closed), (1, true));
        assert!((length(&through_poles[0]) / (2.0 * PI * 5.0) - 1.0).abs() < 0.01);
    }

    #[test]
    fn every_crossed_triangle_is_in_one_line_once() {
        let mut ball = shapes::sphere(40, 5.0);
        order_triangles(&mut ball);
        let (origin, normal) = (DVec3::new(0.3, 0.2, 0.1), DVec3::new(0.2, -0.5, 0.7));
        let plane = Plane { origin, normal: normal.normalize() };
        let is_crossed = |t: &usize| {
            let above = ball.triangles[*t].map(|id| height(&ball, &plane, id) >= 0.0);
            above.contains(&true) && above.contains(&false)
        };
        let wanted: Vec<u32> = (0..ball.triangles.len()).filter(is_crossed).map(|t| t as u32).collect();
        let mut found: Vec<u32> = cut_of(&ball, origin, normal).into_iter().flat_map(|line| line.triangles).collect();
        found.sort_unstable();
        assert_eq!(found, wanted);
        // The twin: without one cluster something is missing.
        let fewer: Vec<_> =
            clusters(&ball).into_iter().filter(|c| !(c.first..c.first + c.n_triangles).contains(&wanted[0])).collect();
        assert!(cut(&ball, &fewer, &plane).iter().map(|line| line.triangles.len()).sum::<usize>() < wanted.len());
    }

    #[test]
    fn an_open_surface_is_cut_in_an_open_line() {
        let patch = shapes::patch(20);
        let lines = cut_of(&patch, DVec3::X * 0.031, DVec3::X);
        assert!(lines.len() == 1 && !lines[0].is_closed, "{lines:?}");
        let ends = [lines[0].points[0].y, lines[0].points[lines[0].points.len() - 1].y];
        assert_eq!(ends.map(f64::abs), [1.0, 1.0]);
        assert_eq!(lines[0].triangles.len() + 1, lines[0].points.len());
    }
}
