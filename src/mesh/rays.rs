//! Parallel rays through a mesh: who is seen first, and does the winding return to zero.
//!
//! The rays are the pixels of an orthographic raster. Each edge is evaluated from its lexicographically smaller end and
//! ties are broken as if the ray were moved by an infinitesimal step, the same for all triangles: a ray along a shared
//! edge crosses exactly one of the two, so that the count on a closed mesh is exact.
use super::TriMesh;
use crate::base::{Cancelled, Progress};
use glam::{DVec2, DVec3, Vec3};

/// A grid of parallel rays over the shadow of a mesh.
pub struct RayGrid {
    u: DVec3,
    v: DVec3,
    direction: DVec3,
    origin: DVec2,
    pub step: f64,
    pub n: usize,
}

/// A mesh's vertices as seen along the rays: across (u, v) and along (depth).
pub type Seen = Vec<(DVec2, f64)>;

impl RayGrid {
    /// `n` x `n` rays along `direction` (unit) over a square that holds the whole mesh.
    pub fn over(mesh: &TriMesh, direction: DVec3, n: usize) -> (Self, Seen) {
        let (u, v) = across(mesh, direction);
        let mut grid = Self { u, v, direction, origin: DVec2::ZERO, step: 1.0, n };
        let mut seen: Seen = mesh.positions.iter().map(|p| grid.project(p.as_dvec3())).collect();
        let far = DVec2::splat(f64::INFINITY);
        let (lo, hi) = seen.iter().fold((far, -far), |(lo, hi), s| (lo.min(s.0), hi.max(s.0)));
        let size = (hi - lo).max_element().max(f64::MIN_POSITIVE);
        grid.step = size / n as f64;
        // Rays stand in the middle of the cells, off by odd fractions that no regular mesh has.
        grid.origin = lo + DVec2::new(0.499_173, 0.500_619) * grid.step;
        seen.shrink_to_fit();
        (grid, seen)
    }

    fn project(&self, p: DVec3) -> (DVec2, f64) {
        (DVec2::new(self.u.dot(p), self.v.dot(p)), self.direction.dot(p))
    }

    fn place(&self, ray: usize, depth: f64) -> DVec3 {
        let at = self.ray(ray % self.n, ray / self.n);
        self.u * at.x + self.v * at.y + self.direction * depth
    }

    fn ray(&self, col: usize, row: usize) -> DVec2 {
        self.origin + DVec2::new(col as f64, row as f64) * self.step
    }

    /// Calls `hit(ray index, depth, faces the viewer)` for every ray through a triangle. Returns how many were tried.
    pub fn cross(&self, corners: [(DVec2, f64); 3], mut hit: impl FnMut(usize, f64, bool)) -> usize {
        let [a, b, c] = corners.map(|c| c.0);
        let range = |lo: f64, hi: f64, origin: f64| {
            let first = ((lo - origin) / self.step).ceil().max(0.0) as usize;
            let end = (((hi - origin) / self.step).floor() + 1.0).clamp(0.0, self.n as f64) as usize;
            first..end
        };
        let (lo, hi) = (a.min(b).min(c), a.max(b).max(c));
        let cols = range(lo.x, hi.x, self.origin.x);
        let rows = range(lo.y, hi.y, self.origin.y);
        let n_tried = cols.len() * rows.len();
        if n_tried == 0 {
            return 0;
        }
        for row in rows {
            for col in cols.clone() {
                let p = self.ray(col, row);
                if let Some(front) = crossing(p, [a, b, c]) {
                    hit(row * self.n + col, depth_at(p, corners), front);
                }
            }
        }
        n_tried
    }
}

/// Two unit vectors across `direction`, right-handed with it, that turn with the mesh: what rays decide about a scan must
/// not depend on how it lies in its file. The first leans to where the mesh reaches farthest from its middle.
pub fn across(mesh: &TriMesh, direction: DVec3) -> (DVec3, DVec3) {
    let places = || mesh.positions.iter().map(|p| p.as_dvec3());
    let middle = places().sum::<DVec3>() / mesh.positions.len().max(1) as f64;
    let (reach, total) = places().map(|p| p - middle).fold((DVec3::ZERO, 0.0), |(reach, total), q| {
        let square = q.length_squared();
        (reach + q * square, total + square * square.sqrt())
    });
    let lean = reach - direction * reach.dot(direction);
    // Of a mesh that reaches as far on all sides only rounding is left.
    if lean.length() > 1e-6 * total {
        let u = lean.normalize();
        (u, direction.cross(u))
    } else {
        direction.any_orthonormal_pair()
    }
}

/// Whether a ray at `p` crosses a triangle in the plane across the rays, and if so whether it meets the front.
/// `(u, v, direction)` is right-handed, so a triangle that faces the viewer appears clockwise.
fn crossing(p: DVec2, [a, b, c]: [DVec2; 3]) -> Option<bool> {
    let first = is_left(a, b, p);
    (is_left(b, c, p) == first && is_left(c, a, p) == first).then_some(!first)
}

/// Whether `p` lies left of the way from `a` to `b`; on the line it counts as left of the way up (lexicographically).
fn is_left(a: DVec2, b: DVec2, p: DVec2) -> bool {
    let upwards = (a.x, a.y) < (b.x, b.y);
    let (a, b) = if upwards { (a, b) } else { (b, a) };
    ((b - a).perp_dot(p - a) >= 0.0) == upwards
}

fn depth_at(p: DVec2, [a, b, c]: [(DVec2, f64); 3]) -> f64 {
    let area = (b.0 - a.0).perp_dot(c.0 - a.0);
    if area == 0.0 {
        return a.1;
    }
    let wb = (p - a.0).perp_dot(c.0 - a.0) / area;
    let wc = (b.0 - a.0).perp_dot(p - a.0) / area;
    a.1 + wb * (b.1 - a.1) + wc * (c.1 - a.1)
}

/// Hits closer than this are judged together: rounding cannot sort them (doubled sheets, parts that touch).
const TOGETHER_MM: f64 = 1e-4;

/// Where a ray meets a triangle.
struct Hit {
    ray: usize,
    /// Along the ray, mm.
    depth: f64,
    /// Whether it meets the front.
    enters: bool,
    is_scanned: bool,
}

/// Hits of one ray that are judged together, and the winding before and after them.
struct Layer<'a> {
    hits: &'a [Hit],
    before: i32,
    after: i32,
}

/// The hits of each ray, the nearest first.
fn by_ray(hits: &mut [Hit]) -> impl Iterator<Item = &[Hit]> {
    hits.sort_unstable_by(|a, b| a.ray.cmp(&b.ray).then(a.depth.total_cmp(&b.depth)));
    hits.chunk_by(|a, b| a.ray == b.ray)
}

/// Of one ray.
fn layers(hits: &[Hit]) -> impl Iterator<Item = Layer<'_>> {
    hits.chunk_by(|a, b| b.depth - a.depth <= TOGETHER_MM).scan(0, |winding, hits| {
        let before = *winding;
        *winding += hits.iter().map(|hit| if hit.enters { 1 } else { -1 }).sum::<i32>();
        Some(Layer { hits, before, after: *winding })
    })
}

/// What a grid of rays says about a mesh. Counts are of rays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct RayReport {
    pub n_hit: usize,
    /// An odd number of layers.
    pub n_odd: usize,
    /// The winding (enter +1, leave -1) does not return to zero.
    pub n_unbalanced: usize,
    /// The winding passes two: parts nested in each other.
    pub n_nested: usize,
    /// The winding passes below zero: something is inside out.
    pub n_negative: usize,
    pub max_layers: usize,
}

/// Shoots `n` x `n` rays along `direction` (unit) through the shadow of a mesh.
pub fn ray_report(mesh: &TriMesh, direction: DVec3, n: usize) -> RayReport {
    let (grid, seen) = RayGrid::over(mesh, direction, n);
    let mut hits: Vec<Hit> = Vec::new();
    for t in &mesh.triangles {
        let hit = |ray, depth, enters| hits.push(Hit { ray, depth, enters, is_scanned: true });
        grid.cross(t.map(|i| seen[i as usize]), hit);
    }
    let mut report = RayReport::default();
    by_ray(&mut hits).for_each(|ray| report.add(ray));
    report
}

impl RayReport {
    fn add(&mut self, hits: &[Hit]) {
        let (mut winding, mut least, mut most) = (0, 0, 0);
        for layer in layers(hits) {
            winding = layer.after;
            (least, most) = (least.min(winding), most.max(winding));
        }
        self.n_hit += 1;
        self.n_odd += hits.len() % 2;
        self.n_unbalanced += usize::from(winding != 0);
        self.n_nested += usize::from(most > 1);
        self.n_negative += usize::from(least < 0);
        self.max_layers = self.max_layers.max(hits.len());
    }
}

/// Rays along one side of a grid that looks for what is inside out: 0.3 mm apart over an arch.
pub const N_INSIDE_OUT_RAYS: usize = 256;
/// Most layers that such a grid is to meet, and most rays that are tried for them: scans have ten at a ray, hostile files any number.
const MOST_LAYERS: usize = 1 << 21;
const MOST_TRIED: usize = 1 << 27;
/// So many are tried between two looks whether it is still wanted.
const TRIED_AT_A_TIME: usize = 1 << 20;
/// Who has more places that are inside out is so everywhere.
const MOST_INSIDE_OUT: usize = 2000;

/// Places of the scan's own surface, jaw coordinates, mm, behind which there is no solid: a flap that lies folded over, a part that is
/// turned round. They are seen from within by who is outside. Found by rays along three axes: a patch narrower than two rays may be missed.
/// `None`: more than can be told one by one.
///
/// # Errors
/// Cancelling.
pub fn inside_out(mesh: &TriMesh, progress: &Progress) -> Result<Option<Vec<Vec3>>, Cancelled> {
    let (mut places, mut n_tried, mut n_looked) = (Vec::new(), 0, 0);
    for direction in [DVec3::X, DVec3::Y, DVec3::Z] {
        let (grid, seen) = RayGrid::over(mesh, direction, N_INSIDE_OUT_RAYS);
        let mut hits: Vec<Hit> = Vec::new();
        for (i, t) in mesh.triangles.iter().enumerate() {
            progress.look(i)?;
            if hits.len() > MOST_LAYERS || n_tried > MOST_TRIED {
                return Ok(None);
            }
            if n_tried - n_looked > TRIED_AT_A_TIME {
                progress.check()?;
                n_looked = n_tried;
            }
            let is_scanned = i < mesh.n_scanned;
            let hit = |ray, depth, enters| hits.push(Hit { ray, depth, enters, is_scanned });
            n_tried += grid.cross(t.map(|v| seen[v as usize]), hit);
        }
        progress.check()?;
        let without_solid = by_ray(&mut hits).flat_map(layers).filter(|layer| layer.before.max(layer.after) <= 0);
        let scanned = without_solid.flat_map(|layer| layer.hits).filter(|hit| hit.is_scanned);
        places.extend(scanned.map(|hit| grid.place(hit.ray, hit.depth).as_vec3()));
    }
    Ok((places.len() <= MOST_INSIDE_OUT).then_some(places))
}

/// The winding number of one ray beyond its origin: entering minus leaving. 0 for an origin outside a closed mesh
/// and for one inside it -1 (left once). Every triangle is tested.
pub fn ray_winding(mesh: &TriMesh, origin: DVec3, direction: DVec3) -> i32 {
    let direction = direction.normalize_or(DVec3::Z);
    let (u, v) = direction.any_orthonormal_pair();
    let seen = |i: u32| {
        let p = mesh.positions[i as usize].as_dvec3();
        (DVec2::new(u.dot(p), v.dot(p)), direction.dot(p))
    };
    let at = DVec2::new(u.dot(origin), v.dot(origin));
    let start = direction.dot(origin);
    let winding = |t: &[u32; 3]| {
        let corners = t.map(seen);
        match crossing(at, corners.map(|c| c.0)) {
            Some(front) if depth_at(at, corners) > start => {
                if front {
                    1
                } else {
                    -1
                }
            }
            _ => 0,
        }
    };
    mesh.triangles.iter().map(winding).sum()
}

#[cfg(test)]
mod tests {
    use super::super::shapes;
    use super::*;

    #[test]
    fn a_closed_mesh_returns_to_zero_from_every_side() {
        let mesh = shapes::sphere(12, 3.0);
        for direction in [DVec3::X, -DVec3::Y, DVec3::new(1.0, 2.0, -3.0).normalize()] {
            let report = ray_report(&mesh, direction, 64);
            assert!(report.n_hit > 2500, "{report:?}");
            assert_eq!(report, RayReport { n_hit: report.n_hit, max_layers: 2, ..RayReport::default() });
        }
        assert_eq!(ray_winding(&mesh, DVec3::ZERO, DVec3::Z), -1);
        assert_eq!(ray_winding(&mesh, DVec3::new(0.1, 0.2, -9.0), DVec3::Z), 0);
    }

    #[test]
    fn what_is_inside_out_is_found_where_it_is() {
        let look = |mesh: &TriMesh| inside_out(mesh, &Progress::default()).unwrap();
        let ball = shapes::sphere(40, 5.0);
        let turned = |scale| shapes::moved(&shapes::turned(&ball), 20.0, scale);
        assert_eq!(look(&ball), Some(Vec::new()));
        let mut both = shapes::joined(&[ball.clone(), turned(0.1)]);
        let middle = Vec3::new(20.0, 0.0, 0.0);
        let found = look(&both).unwrap();
        assert!(found.len() > 100 && found.iter().all(|p| (p.distance(middle) - 0.5).abs() < 0.005), "{}", found.len());
        // What closing added is not the scan's.
        both.n_scanned /= 2;
        assert_eq!(look(&both), Some(Vec::new()));
        // Too much to tell: a large part, and layers without end.
        assert_eq!(look(&shapes::joined(&[ball.clone(), turned(1.0)])), None);
        assert_eq!(look(&shapes::joined(&vec![ball; 30])), None);
        let cancelled = Progress::default();
        cancelled.cancel();
        assert!(inside_out(&both, &cancelled).is_err());
    }

    #[test]
    fn what_lies_across_turns_with_the_mesh() {
        let mut mesh = shapes::sphere(12, 3.0);
        mesh.positions.iter_mut().filter(|p| p.x > 1.0).for_each(|p| *p *= 1.5);
        let turn = glam::DMat3::from_rotation_x(0.7) * glam::DMat3::from_rotation_z(2.1);
        let mut turned = mesh.clone();
        turned.positions.iter_mut().for_each(|p| *p = (turn * p.as_dvec3()).as_vec3());
        let (u, v) = across(&mesh, DVec3::Z);
        let (a, b) = across(&turned, turn * DVec3::Z);
        // Single precision of the places.
        assert!(a.distance(turn * u) < 1e-5 && b.distance(turn * v) < 1e-5, "{a} {b}");
        // The twin: axes that the file gives are not these.
        assert!((turn * DVec3::Z).any_orthonormal_vector().distance(turn * DVec3::Z.any_orthonormal_vector()) > 1e-3);
        assert!(u.cross(v).distance(DVec3::Z) < 1e-12);
    }

    #[test]
    fn holes_and_turned_parts_are_seen() {
        let mut mesh = shapes::sphere(12, 3.0);
        mesh.triangles.iter_mut().for_each(|t| t.swap(0, 1));
        let turned = ray_report(&mesh, DVec3::Z, 64);
        assert_eq!((turned.n_negative, turned.n_unbalanced), (turned.n_hit, 0));
        mesh.triangles.truncate(mesh.triangles.len() - 40);
        assert!(ray_report(&mesh, DVec3::Z, 64).n_unbalanced > 20);
    }

    #[test]
    fn rays_exactly_along_edges_and_corners_count_once() {
        let mesh = shapes::cube();
        for (x, y) in [(0.0, 0.0), (0.5, 0.5), (-1.0, 0.3), (1.0, 1.0), (0.25, 0.25)] {
            assert_eq!(ray_winding(&mesh, DVec3::new(x, y, -5.0), DVec3::Z), 0, "{x} {y}");
        }
    }
}
