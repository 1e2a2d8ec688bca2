//! The nearest point of a surface, within a radius, from where the last search ended; many at once, with their signs.
//!
//! Boxes are measured in single precision with slack, triangles in double: the answer is the nearest point but for the
//! rounding of doubles. Of triangles equally near (at a common corner) any may be named.
use super::bvh::Bvh;
use super::closest_point_triangle::closest_point_triangle;
use super::winding::Sides;
use glam::{DVec3, Vec3A};
use std::sync::Mutex;

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
    open: Vec<(f32, u32)>,
}

impl<'a> Searcher<'a> {
    pub fn new(bvh: &'a Bvh) -> Self {
        Self { bvh, open: Vec::with_capacity(64) }
    }

    /// The nearest point to `p` at most `radius_mm` away; `None` when there is none, or `p` is not finite.
    pub fn nearest(&mut self, p: DVec3, radius_mm: f64, hint: Hint) -> Option<Nearest> {
        if self.bvh.is_empty() || !p.is_finite() {
            return None;
        }
        let mut best = Best { p, least: radius_mm * radius_mm, found: None };
        if (hint.0 as usize) < self.bvh.n_triangles() {
            best.offer(self.bvh, hint.0);
        }
        let at = Vec3A::from(p.as_vec3());
        // Rounding of the point and of the boxes, mm.
        let slack = 8.0 * f32::EPSILON * (self.bvh.reach_mm() + at.abs().max_element());
        let mut limit = best.limit(slack);
        let root = self.bvh.node_box(0).distance_squared(at);
        self.open.clear();
        self.open.push((root, 0));
        while let Some((distance_squared, node)) = self.open.pop() {
            if distance_squared > limit {
                continue;
            }
            let link = self.bvh.link(node);
            if link.is_leaf() {
                link.triangles().for_each(|place| best.offer(self.bvh, place as u32));
                limit = best.limit(slack);
                continue;
            }
            let child = |node: u32| (self.bvh.node_box(node).distance_squared(at), node);
            let (a, b) = (child(link.first), child(link.first + 1));
            // The nearer one is taken first: it comes last onto the stack.
            let (near, far) = if a.0 <= b.0 { (a, b) } else { (b, a) };
            if far.0 <= limit {
                self.open.push(far);
            }
            if near.0 <= limit {
                self.open.push(near);
            }
        }
        best.found.map(|(place, point)| Nearest {
            triangle: self.bvh.triangle_id(place as usize),
            point,
            distance_mm: best.least.sqrt(),
            hint: Hint(place),
        })
    }
}

struct Best {
    p: DVec3,
    /// Square of the least distance so far, mm².
    least: f64,
    found: Option<(u32, DVec3)>,
}

impl Best {
    fn offer(&mut self, bvh: &Bvh, place: u32) {
        let point = closest_point_triangle(self.p, &bvh.corners(place as usize));
        let distance_squared = point.distance_squared(self.p);
        if distance_squared < self.least || self.found.is_none() && distance_squared <= self.least {
            self.least = distance_squared;
            self.found = Some((place, point));
        }
    }

    /// A box whose squared distance is above this holds nothing nearer.
    fn limit(&self, slack: f32) -> f32 {
        let reach = self.least.sqrt() as f32 + slack;
        reach * reach * (1.0 + 8.0 * f32::EPSILON)
    }
}

/// The nearest point with the signed distance: below 0 inside the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedNearest {
    pub nearest: Nearest,
    /// mm; the closest gap when asked of one jaw's vertices against the other.
    pub signed_mm: f64,
}

/// Points that one thread takes at a time.
const CHUNK: usize = 512;

/// The signed nearest point for each of many points (mesh's coordinates), `None` beyond `radius_mm`; `hints`, as many as
/// points, carries the last frame's triangles in and this frame's out. Uses all processors.
///
/// On a closed surface the inside is decided by rays, but seldom: two points have the same sign when the way between
/// them is shorter than both their distances together, for then two balls free of surface hold it.
pub fn signed_nearest(
    bvh: &Bvh,
    sides: &Sides,
    points: &[DVec3],
    radius_mm: f64,
    hints: &mut [Hint],
) -> Vec<Option<SignedNearest>> {
    let mut out = vec![None; points.len()];
    let chunks = points.chunks(CHUNK).zip(hints.chunks_mut(CHUNK)).zip(out.chunks_mut(CHUNK));
    let waiting = Mutex::new(chunks);
    super::on_threads(super::n_threads(points.len().div_ceil(CHUNK)), || {
        let mut searcher = Searcher::new(bvh);
        while let Some(((points, hints), out)) = waiting.lock().ok().and_then(|mut chunks| chunks.next()) {
            run_chunk(&mut searcher, sides, points, radius_mm, hints, out);
        }
    });
    out
}

fn run_chunk(
    searcher: &mut Searcher,
    sides: &Sides,
    points: &[DVec3],
    radius_mm: f64,
    hints: &mut [Hint],
    out: &mut [Option<SignedNearest>],
) {
    let mut known = KnownSides { sides, seen: [(DVec3::ZERO, 0.0, false); 8], next: 0 };
    let mut last = Hint::NONE;
    for ((p, hint), out) in points.iter().zip(hints).zip(out) {
        let begin = if *hint == Hint::NONE { last } else { *hint };
        let Some(nearest) = searcher.nearest(*p, radius_mm, begin) else {
            *hint = Hint::NONE;
            continue;
        };
        let inside = known.is_inside(*p, nearest.distance_mm);
        let signed_mm = if inside { -nearest.distance_mm } else { nearest.distance_mm };
        *out = Some(SignedNearest { nearest, signed_mm });
        (*hint, last) = (nearest.hint, nearest.hint);
    }
}

/// The last few points with their distances and sides.
struct KnownSides<'a, 'b> {
    sides: &'a Sides<'b>,
    seen: [(DVec3, f64, bool); 8],
    next: usize,
}

impl KnownSides<'_, '_> {
    fn is_inside(&mut self, p: DVec3, distance_mm: f64) -> bool {
        // A hair less, for the rounding of the distances.
        let joined = |(q, d, _): &&(DVec3, f64, bool)| p.distance(*q) < (distance_mm + d) * (1.0 - 1e-9);
        let known = self.sides.is_constant_off_surface().then(|| self.seen.iter().find(joined)).flatten();
        let inside = known.map_or_else(|| self.sides.is_inside(p), |(_, _, inside)| *inside);
        self.seen[self.next] = (p, distance_mm, inside);
        self.next = (self.next + 1) % self.seen.len();
        inside
    }
}

#[cfg(test)]
mod tests {
    use super::super::rays::winding_by_ray;
    use super::super::test_support::{Random, ball, centre, real_pair, sample};
    use super::*;
    use crate::mesh::TriMesh;
    use glam::Vec3;

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
            // The twin: without its triangle the surface is not as near.
            let mut less = mesh.clone();
            less.triangles[got.triangle as usize] = [0; 3];
            assert!(by_trying_all(&less, p) >= expected);
        }
        assert!((10..55).contains(&n_within));
    }

    #[test]
    fn signs_are_those_of_rays_for_every_vertex() {
        let pair = sample();
        let bvh = Bvh::new(&pair.upper.mesh);
        let pose = Random::new(2).pose(centre(&pair.lower.mesh), 0.3, 2.0);
        let points: Vec<DVec3> =
            pair.lower.mesh.positions.iter().map(|p| pose.transform_point(p.as_dvec3()) + DVec3::Y * 0.3).collect();
        let mut hints = vec![Hint::NONE; points.len()];
        let first = signed_nearest(&bvh, &Sides::new(&bvh, true), &points, 2.0, &mut hints);
        let mut n_inside = 0;
        for (p, got) in points.iter().zip(&first) {
            let Some(got) = got else { continue };
            assert_eq!(winding_by_ray(&bvh, *p) != 0, got.signed_mm < 0.0);
            n_inside += usize::from(got.signed_mm < 0.0);
        }
        println!("{n_inside} inside, {} within the radius", first.iter().flatten().count());
        assert!(n_inside > 50);
        let again = signed_nearest(&bvh, &Sides::new(&bvh, true), &points, 2.0, &mut hints);
        for (a, b) in first.iter().zip(&again) {
            assert_eq!(a.map(|a| a.signed_mm), b.map(|b| b.signed_mm), "hints change no answer");
        }
        let moved: Vec<DVec3> = points.iter().map(|p| *p + DVec3::Y * 0.01).collect();
        assert_ne!(signed_nearest(&bvh, &Sides::new(&bvh, true), &moved, 2.0, &mut hints), again, "the twin");
    }

    #[test]
    fn a_ball_measures_the_distance_to_its_middle() {
        let bvh = Bvh::new(&ball(Vec3::ZERO, 3.0, 40));
        let mut random = Random::new(41);
        let points: Vec<DVec3> = (0..1500).map(|_| random.vector() * 4.0).collect();
        let mut hints = vec![Hint::NONE; points.len()];
        let got = signed_nearest(&bvh, &Sides::new(&bvh, true), &points, 10.0, &mut hints);
        for (p, got) in points.iter().zip(got) {
            // The facets lie up to 0.004 mm inside (edge 0.3 mm).
            let error = got.expect("within the radius").signed_mm - (p.length() - 3.0);
            assert!((-1e-6..0.01).contains(&error), "{p}: {error}");
        }
    }

    #[test]
    fn gum_beyond_an_open_rim_is_outside() {
        for case in ["case-2-tight-contact", "case-3-light-contact"] {
            let Some(pair) = real_pair(case, false) else { continue };
            let bvh = Bvh::new(&pair.upper.mesh);
            let points: Vec<DVec3> = pair.lower.mesh.positions.iter().map(|p| p.as_dvec3()).collect();
            let mut hints = vec![Hint::NONE; points.len()];
            let sides = Sides::new(&bvh, pair.upper.report.closed);
            let got = signed_nearest(&bvh, &sides, &points, 20.0, &mut hints);
            let deepest = got.iter().flatten().map(|s| s.signed_mm).fold(f64::MAX, f64::min);
            // The naive sign: which way the nearest triangle faces.
            let naive = |(p, s): (&DVec3, &Option<SignedNearest>)| {
                let near = s.as_ref()?.nearest;
                let normal = pair.upper.mesh.doubled_area_normal(near.triangle as usize).as_dvec3();
                (normal.dot(*p - near.point) < 0.0).then_some(-near.distance_mm)
            };
            let naive = points.iter().zip(&got).filter_map(naive).fold(f64::MAX, f64::min);
            println!("{case}: deepest {deepest:.3} mm; by the nearest triangle's side {naive:.3} mm");
            // The files' own figures: -0.04 and -0.03 mm at vertices.
            assert!((-0.2..0.0).contains(&deepest), "{case}: {deepest}");
            assert!(naive < -1.0, "{case}: the naive sign goes wrong here: {naive}");
        }
    }
}
