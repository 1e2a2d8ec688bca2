//! The nearest point of a surface, within a radius, from where the last search ended.
//!
//! The search itself is in single precision, four boxes or triangles at a time ([`super::bvh::wide`]), with slack for its
//! rounding; what it leaves, mostly the one triangle or the few about one corner, is measured in double precision: the
//! answer is the nearest point but for the rounding of doubles. Of triangles equally near the first one is named, in the order of
//! the leaves, whatever the hint.
use super::bvh::Bvh;
use super::bvh::wide::{Block, Child, Points4, WideBvh, lanes, lanes_up_to, splat};
use super::closest_point_triangle::closest_point_triangle;
use super::focus::Focus;
use glam::{DVec3, Vec3A, Vec4};
use std::hint::select_unpredictable;

/// Where a search ended, for the next search nearby to begin with: a place in the order of the tree's leaves. Any number
/// is allowed; a bad one costs time alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint(pub u32);

impl Hint {
    pub const NONE: Self = Self(u32::MAX);
}

/// A nearest point, in the mesh's coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    pub triangle: u32,
    pub point: DVec3,
    pub distance_mm: f64,
    pub hint: Hint,
}

/// Searches one tree; keeps its memory from search to search.
pub struct Searcher<'a> {
    bvh: &'a Bvh,
    open: Open,
    /// Places that may hold the nearest point, likewise.
    found: Vec<(f32, u32)>,
    focus: Focus,
}

impl<'a> Searcher<'a> {
    pub fn new(bvh: &'a Bvh) -> Self {
        Self { bvh, open: Open::default(), found: Vec::with_capacity(64), focus: Focus::default() }
    }

    /// The nearest point to `p` at most `radius_mm` away; `None` when there is none, or `p` is not finite.
    pub fn nearest(&mut self, p: DVec3, radius_mm: f64, hint: Hint) -> Option<Nearest> {
        if self.bvh.is_empty() || !p.is_finite() {
            return None;
        }
        let mut best = Best { p, least: radius_mm * radius_mm, found: None };
        let at = Vec3A::from(p.as_vec3());
        let slack = self.bvh.rounding_mm(at.abs().max_element());
        let begin = ((hint.0 as usize) < self.bvh.n_triangles()).then(|| self.bvh.block_of(hint.0 as usize));
        let limit = self.search(at, Limit::new(best.least, slack), begin, &mut best);
        for (distance_squared, place) in &self.found {
            if *distance_squared <= limit {
                best.offer(self.bvh, *place);
            }
        }
        best.found.map(|(place, point)| Nearest {
            triangle: self.bvh.triangle_id(place as usize),
            point,
            distance_mm: best.least.sqrt(),
            hint: Hint(place),
        })
    }

    /// Whether a triangle of those wanted comes within a radius of `p`; where one was found, for the next question nearby.
    pub fn any_within(&mut self, p: DVec3, radius_mm: f64, hint: Hint, wanted: impl Fn(u32) -> bool) -> Option<Hint> {
        if self.bvh.is_empty() || !p.is_finite() {
            return None;
        }
        let (bvh, wide, limit) = (self.bvh, self.bvh.wide(), radius_mm * radius_mm);
        let is_near = |place: u32| {
            wanted(bvh.triangle_id(place as usize))
                && closest_point_triangle(p, &bvh.corners(place as usize)).distance_squared(p) <= limit
        };
        if (hint.0 as usize) < bvh.n_triangles() && is_near(hint.0) {
            return Some(hint);
        }
        let at = Vec3A::from(p.as_vec3());
        let rough = Limit::new(limit, bvh.rounding_mm(at.abs().max_element())).squared;
        let at = splat(at);
        self.open.begin_with(Child::ROOT);
        while let Some((_, child)) = self.open.pop() {
            match child.node_or_block() {
                Ok(node) => self.open.add_children(wide, node, &at, rough),
                Err(block) => {
                    let block = wide.block(block);
                    let near = lanes_up_to(block.distances_squared(&at), rough) | block.thin();
                    let mut places = lanes(near & block.lanes()).map(|lane| block.first + lane as u32);
                    if let Some(place) = places.find(|place| is_near(*place)) {
                        return Some(Hint(place));
                    }
                }
            }
        }
        None
    }

    /// Collects the places that may hold the nearest point, and says up to which squared distance they do. The block to begin with
    /// mostly holds it.
    fn search(&mut self, p: Vec3A, mut limit: Limit, begin: Option<usize>, best: &mut Best) -> f32 {
        let (wide, at) = (self.bvh.wide(), &splat(p));
        self.found.clear();
        self.open.clear();
        if let Some(block) = begin {
            self.look_at(wide.block(block), at, &mut limit, best);
        }
        self.focus.turn_to(wide, p, limit.squared.sqrt());
        for i in 0..self.focus.nodes().len() {
            let node = &self.focus.nodes()[i];
            let (distances, children) = (node.distances_squared(at), node.children);
            self.open.add(distances, &children, limit.squared);
        }
        while let Some((distance_squared, child)) = self.open.pop() {
            if distance_squared > limit.squared {
                continue;
            }
            match child.node_or_block() {
                Ok(node) => self.open.add_children(wide, node, at, limit.squared),
                Err(block) if begin == Some(block) => {}
                Err(block) => self.look_at(wide.block(block), at, &mut limit, best),
            }
        }
        limit.squared
    }

    #[inline]
    fn look_at(&mut self, block: &Block, at: &Points4, limit: &mut Limit, best: &mut Best) {
        let (all, measured) = (block.distances_squared(at), block.lanes() & !block.thin());
        let distances = all.to_array();
        if lanes_up_to(all, limit.squared) & measured != 0 {
            let of = |lane: usize| select_unpredictable(measured >> lane & 1 != 0, distances[lane], f32::INFINITY);
            limit.lower_to(of(0).min(of(1)).min(of(2).min(of(3))));
            let near = lanes(lanes_up_to(all, limit.squared) & measured);
            self.found.extend(near.map(|lane| (distances[lane], block.first + lane as u32)));
        }
        for lane in lanes(block.thin()) {
            if best.offer(self.bvh, block.first + lane as u32) {
                limit.lower_to(best.least as f32);
            }
        }
    }
}

/// What is still to be looked at, of each node's children the nearest last, with squares of distances, mm².
struct Open {
    /// Room, the first `n` places of which are taken.
    places: Vec<(f32, Child)>,
    n: usize,
}

impl Default for Open {
    fn default() -> Self {
        Self { places: vec![(0.0, Child::ROOT); 64], n: 0 }
    }
}

impl Open {
    fn clear(&mut self) {
        self.n = 0;
    }

    fn begin_with(&mut self, child: Child) {
        (self.places[0], self.n) = ((0.0, child), 1);
    }

    #[inline]
    fn pop(&mut self) -> Option<(f32, Child)> {
        self.n = self.n.checked_sub(1)?;
        Some(self.places[self.n])
    }

    #[inline]
    fn add_children(&mut self, wide: &WideBvh, node: usize, at: &Points4, limit: f32) {
        self.add(wide.distances_squared(node, at, limit), &wide.node(node).children, limit);
    }

    /// Those within the limit, the nearest last. Which are kept is told without a branch that nobody foretells; the rest have no order: a bound
    /// that the nearest has lowered leaves most of them out, and putting all four in order took longer than it saved.
    #[inline]
    fn add(&mut self, distances: Vec4, children: &[Child; 4], limit: f32) {
        let near = lanes_up_to(distances, limit);
        if near == 0 {
            return;
        }
        if self.n + 4 > self.places.len() {
            self.places.resize(2 * self.places.len(), (0.0, Child::ROOT));
        }
        let (least, distances) = (distances.min_element(), distances.to_array());
        let places = &mut self.places[self.n..self.n + 4];
        let (mut n, mut nearest) = (0, 0);
        for lane in 0..4 {
            places[n] = (distances[lane], children[lane]);
            nearest = select_unpredictable(distances[lane] == least, n, nearest);
            n += (near >> lane & 1) as usize;
        }
        places.swap(nearest, n - 1);
        self.n += n;
    }
}

/// What is farther than this, measured in single precision, does not hold the nearest point.
struct Limit {
    /// Rounding of a distance, mm.
    slack: f32,
    squared: f32,
}

impl Limit {
    fn new(squared: f64, slack: f32) -> Self {
        let mut limit = Self { slack, squared: f32::MAX };
        limit.lower_to(squared as f32);
        limit
    }

    /// Something was found at this distance: nothing that is farther by what both may be off can be nearer.
    #[inline]
    fn lower_to(&mut self, squared: f32) {
        let reach = squared.sqrt() + 2.0 * self.slack;
        self.squared = self.squared.min(reach * reach * (1.0 + 8.0 * f32::EPSILON));
    }
}

struct Best {
    p: DVec3,
    /// Square of the least distance so far, mm².
    least: f64,
    found: Option<(u32, DVec3)>,
}

impl Best {
    /// Says whether the triangle is the nearest so far.
    fn offer(&mut self, bvh: &Bvh, place: u32) -> bool {
        let point = closest_point_triangle(self.p, &bvh.corners(place as usize));
        let distance_squared = point.distance_squared(self.p);
        // Of those as near the first: the answer does not depend on where the search began.
        let is_first = || self.found.is_none_or(|(found, _)| place < found);
        if distance_squared < self.least || distance_squared == self.least && is_first() {
            self.least = distance_squared;
            self.found = Some((place, point));
            return true;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{Random, centre, sample};
    use super::*;
    use crate::mesh::TriMesh;

    fn by_trying_all(mesh: &TriMesh, p: DVec3) -> f64 {
        let distance = |t| closest_point_triangle(p, &mesh.corners(t).map(|p| p.as_dvec3())).distance(p);
        (0..mesh.triangles.len()).map(distance).fold(f64::MAX, f64::min)
    }

    #[test]
    fn nearest_points_are_those_of_trying_every_triangle() {
        let mesh = &sample().upper.mesh;
        let bvh = Bvh::new(mesh);
        let mut searcher = Searcher::new(&bvh);
        let (mut random, at) = (Random::new(31), centre(mesh));
        let (mut hint, mut n_within) = (Hint::NONE, 0);
        for k in 0..60 {
            let p = at + random.vector() * DVec3::new(35.0, 12.0, 30.0);
            let expected = by_trying_all(mesh, p);
            let got = searcher.nearest(p, f64::INFINITY, hint).expect("a nearest point");
            assert!((got.distance_mm - expected).abs() < 1e-12, "{} is not {expected}", got.distance_mm);
            assert!((got.point.distance(p) - expected).abs() < 1e-12);
            // A radius a hair too small finds nothing, whatever the hint; any hint will do.
            assert_eq!(searcher.nearest(p, expected * (1.0 - 1e-9), got.hint), None);
            assert!(searcher.nearest(p, expected * (1.0 + 1e-9), Hint(k * 7919)).is_some());
            hint = if k % 3 == 0 { Hint::NONE } else { got.hint };
            n_within += usize::from(searcher.nearest(p, 3.0, hint).is_some());
            assert_eq!(searcher.nearest(p, f64::INFINITY, Hint(k * 7919)), Some(got), "the hint makes no difference");
            // The same is said of a radius, unless only other triangles are wanted.
            for hint in [hint, got.hint, Hint(k * 7919)] {
                let any = |radius_mm| searcher.any_within(p, radius_mm, hint, |_| true);
                let [none, some] = [1.0 - 1e-9, 1.0 + 1e-9].map(|part| expected * part).map(any);
                assert!(none.is_none() && some.is_some());
            }
            let other = |t: u32| t != got.triangle;
            let any_other = searcher.any_within(p, got.distance_mm * (1.0 + 1e-9), got.hint, other);
            assert!(any_other.is_none_or(|hint| bvh.triangle_id(hint.0 as usize) != got.triangle));
            // The twin: without the triangles about the nearest point the surface is not as near.
            let mut less = TriMesh::clone(mesh);
            let corners = |t: &[u32; 3]| t.map(|i| mesh.positions[i as usize].as_dvec3());
            less.triangles.retain(|t| closest_point_triangle(got.point, &corners(t)).distance(got.point) > 1e-9);
            assert!((1..12).contains(&(mesh.triangles.len() - less.triangles.len())));
            assert!((got.distance_mm - by_trying_all(&less, p)).abs() > 1e-12);
        }
        assert!((10..55).contains(&n_within));
    }
}
