//! Single rays of any direction: every layer from end to end.
use super::bvh::wide::{Child, Points4, lanes, splat};
use super::bvh::{Bvh, NodeBox};
use super::crossing::{Crossing, Seen};
use glam::{DVec2, DVec3, Vec3A, Vec4};

/// A face crossed by a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// From the ray's origin, mm; negative behind it.
    pub distance_mm: f64,
    pub triangle: u32,
    /// Whether the ray goes in here, or out.
    pub entered: bool,
}

/// Every face that the whole line through `origin` crosses, sorted along `direction` (unit), in the mesh's coordinates.
pub fn line_hits(bvh: &Bvh, origin: DVec3, direction: DVec3) -> Vec<Hit> {
    let mut hits = Vec::new();
    each_hit(bvh, origin, direction, |hit| hits.push(hit));
    hits.sort_unstable_by(|a, b| a.distance_mm.total_cmp(&b.distance_mm).then(a.triangle.cmp(&b.triangle)));
    hits
}

/// Whether the whole line through `origin` crosses a face that counts.
pub fn crosses(bvh: &Bvh, origin: DVec3, direction: DVec3, counts: impl Fn(Hit) -> bool) -> bool {
    let mut crosses = false;
    each_hit(bvh, origin, direction, |hit| crosses |= counts(hit));
    crosses
}

/// Stretches of a line that lie inside (winding not 0), as distances of entry and exit, mm. An open mesh may leave the
/// last stretch without an exit; it is left out.
pub fn inside_intervals(bvh: &Bvh, origin: DVec3, direction: DVec3) -> Vec<[f64; 2]> {
    let (mut winding, mut begin, mut found) = (0, 0.0, Vec::new());
    for hit in line_hits(bvh, origin, direction) {
        let was = winding;
        winding += if hit.entered { 1 } else { -1 };
        if was == 0 {
            begin = hit.distance_mm;
        } else if winding == 0 {
            found.push([begin, hit.distance_mm]);
        }
    }
    found
}

/// The winding number of a point: 1 inside a closed mesh, 0 outside, more where parts are nested. Exact for closed
/// meshes and points off the surface; on an open mesh it depends on the way of the ray and says little.
pub fn winding_by_ray(bvh: &Bvh, point: DVec3) -> i32 {
    winding_along(bvh, point, Heading::out_of(bvh, point))
}

/// One of the six ways along the axes. Rays along them need no turning of coordinates: no rounding but that of depths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heading {
    axis: usize,
    up: bool,
}

impl Heading {
    pub const ALL: [Self; 6] = {
        const fn way(axis: usize, up: bool) -> Heading {
            Heading { axis, up }
        }
        [way(0, false), way(0, true), way(1, false), way(1, true), way(2, false), way(2, true)]
    };

    /// The shortest way out of a mesh's box.
    pub fn out_of(bvh: &Bvh, point: DVec3) -> Self {
        if bvh.is_empty() {
            return Self::ALL[0];
        }
        let root = bvh.node_box(0);
        let d = Vec3A::from(point.as_vec3()) - root.centre;
        let way = |heading: &Self| root.half[heading.axis] - if heading.up { d } else { -d }[heading.axis];
        Self::ALL.into_iter().min_by(|a, b| way(a).total_cmp(&way(b))).unwrap_or(Self::ALL[0])
    }

    /// Right, down (as [`Crossing`] wants them) and along.
    fn see(self, p: DVec3) -> Seen {
        let (right, down) = ((self.axis + 1) % 3, (self.axis + 2) % 3);
        if self.up {
            (DVec2::new(p[right], p[down]), p[self.axis])
        } else {
            (DVec2::new(p[down], p[right]), -p[self.axis])
        }
    }

    /// Bit by bit the boxes that a ray from `p` may meet, `pad` around.
    #[inline]
    fn may_meet(self, (lo, hi): (&Points4, &Points4), p: &Points4, pad: Vec4) -> u32 {
        let across = |i: usize| (lo[i] - pad).cmple(p[i]) & p[i].cmple(hi[i] + pad);
        let i = self.axis;
        let ahead = if self.up { p[i].cmple(hi[i] + pad) } else { (lo[i] - pad).cmple(p[i]) };
        (across((i + 1) % 3) & across((i + 2) % 3) & ahead).bitmask()
    }
}

/// What a ray counts on its way out: on a closed mesh [`winding_by_ray`]; the parts of a closed mesh add up to it along
/// the same way.
pub fn winding_along(bvh: &Bvh, point: DVec3, heading: Heading) -> i32 {
    if bvh.is_empty() || !point.is_finite() {
        return 0;
    }
    let at = Vec3A::from(point.as_vec3());
    let reach_mm = at.abs().max_element();
    let (p, pad) = (splat(at), Vec4::splat(bvh.rounding_mm(reach_mm)));
    let (across, depth) = heading.see(point);
    let reach = 4.0 * f64::from(bvh.reach_mm() + reach_mm);
    let mut winding = 0;
    let mut open = vec![Child::ROOT];
    while let Some(child) = open.pop() {
        match child.node_or_block() {
            Ok(node) => {
                let node = bvh.wide().node(node);
                open.extend(lanes(heading.may_meet((&node.lo, &node.hi), &p, pad)).map(|lane| node.children[lane]));
            }
            Err(block) => {
                let block = bvh.wide().block(block);
                let (lo, hi) = block.bounds();
                for lane in lanes(heading.may_meet((&lo, &hi), &p, pad) & block.lanes()) {
                    let corners = bvh.corners(block.first as usize + lane).map(|p| heading.see(p));
                    match Crossing::new(corners, reach).at(across, 0.0).through {
                        Some((at, entered)) if at > depth => winding += if entered { -1 } else { 1 },
                        _ => {}
                    }
                }
            }
        }
    }
    winding
}

fn each_hit(bvh: &Bvh, origin: DVec3, direction: DVec3, mut hit: impl FnMut(Hit)) {
    if bvh.is_empty() || !(origin.is_finite() && direction.is_finite()) {
        return;
    }
    let line = Line::new(bvh, origin, direction);
    let mut open = vec![0_u32];
    while let Some(node) = open.pop() {
        if !line.may_meet(bvh.node_box(node)) {
            continue;
        }
        let link = bvh.link(node);
        if !link.is_leaf() {
            open.extend([link.first + 1, link.first]);
            continue;
        }
        for place in link.triangles() {
            let seen = bvh.corners(place).map(|p| line.see(p));
            if let Some((distance_mm, entered)) = Crossing::new(seen, line.reach).at(DVec2::ZERO, 0.0).through {
                hit(Hit { distance_mm, triangle: bvh.triangle_id(place), entered });
            }
        }
    }
}

struct Line {
    origin: DVec3,
    axes: [DVec3; 3],
    /// For the boxes, in single precision.
    origin_f32: Vec3A,
    direction: Vec3A,
    /// The coordinate axes' products with the direction: the axes that part a line from a box.
    pad: f32,
    reach: f64,
}

impl Line {
    fn new(bvh: &Bvh, origin: DVec3, direction: DVec3) -> Self {
        let u = direction.any_orthonormal_vector();
        let reach_mm = f64::from(bvh.reach_mm()) + origin.abs().max_element();
        Self {
            origin,
            axes: [u, direction.cross(u), direction],
            origin_f32: Vec3A::from(origin.as_vec3()),
            direction: Vec3A::from(direction.as_vec3()),
            pad: 16.0 * f32::EPSILON * reach_mm as f32,
            reach: 4.0 * reach_mm,
        }
    }

    fn see(&self, p: DVec3) -> Seen {
        let d = p - self.origin;
        (DVec2::new(d.dot(self.axes[0]), d.dot(self.axes[1])), d.dot(self.axes[2]))
    }

    /// The three axes across line and box that can part them.
    fn may_meet(&self, node: &NodeBox) -> bool {
        let (c, h, d) = (node.centre - self.origin_f32, node.half, self.direction.abs());
        let across = c.cross(self.direction).abs();
        let reach = Vec3A::new(h.y * d.z + h.z * d.y, h.z * d.x + h.x * d.z, h.x * d.y + h.y * d.x) + self.pad;
        across.cmple(reach).all()
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{Random, ball, centre, sample};
    use super::*;
    use crate::mesh::TriMesh;
    use crate::mesh::ray_winding;
    use glam::Vec3;

    #[test]
    fn windings_are_those_of_trying_every_triangle() {
        let mesh = &sample().upper.mesh;
        let bvh = Bvh::new(mesh);
        let (mut random, at) = (Random::new(5), centre(mesh));
        let mut n_inside = 0;
        for _ in 0..40 {
            let p = at + random.vector() * DVec3::new(30.0, 8.0, 25.0);
            let direction = random.vector().normalize();
            let winding = winding_by_ray(&bvh, p);
            assert_eq!(winding, -ray_winding(mesh, p, direction));
            n_inside += usize::from(winding != 0);
        }
        assert!((3..37).contains(&n_inside), "{n_inside}");
        // The twin: a face less is a hole.
        let mut open = TriMesh::clone(mesh);
        let p = mesh.corners(500)[0].as_dvec3();
        let hits = line_hits(&bvh, p - DVec3::Y * 0.5, DVec3::Y);
        open.triangles.remove(hits[0].triangle as usize);
        assert_eq!(line_hits(&Bvh::new(&open), p - DVec3::Y * 0.5, DVec3::Y).len() + 1, hits.len());
    }

    #[test]
    fn intervals_of_a_ball_and_of_edges() {
        let bvh = Bvh::new(&ball(Vec3::ZERO, 3.0, 30));
        let [[from, to]] = inside_intervals(&bvh, DVec3::new(0.1, -7.0, 0.2), DVec3::Y)[..] else {
            panic!("one stretch")
        };
        // Within the facets' depth.
        assert!((from - 4.0).abs() < 0.02 && (to - 10.0).abs() < 0.02, "{from} {to}");
        let cube = Bvh::new(&crate::mesh::shapes::cube());
        for at in [[0.0, 0.0], [0.5, 0.5], [-1.0, 0.3], [1.0, 1.0], [-1.0, -1.0], [0.25, 0.25]] {
            let hits = line_hits(&cube, DVec3::new(at[0], at[1], -5.0), DVec3::Z);
            assert_eq!(hits.iter().map(|h| if h.entered { 1 } else { -1 }).sum::<i32>(), 0, "{at:?}");
        }
        assert!(line_hits(&cube, DVec3::splat(f64::NAN), DVec3::Z).is_empty());
    }

    /// Whether the stretches are those in which the middles between all hits lie inside, by rays of another direction.
    fn agree(bvh: &Bvh, origin: DVec3, direction: DVec3, intervals: &[[f64; 2]]) -> bool {
        let hits = line_hits(bvh, origin, direction);
        let mut places: Vec<f64> = hits.windows(2).map(|w| (w[0].distance_mm + w[1].distance_mm) / 2.0).collect();
        places.extend(hits.first().map(|h| h.distance_mm - 1.0));
        places.extend(hits.last().map(|h| h.distance_mm + 1.0));
        places.into_iter().all(|s| {
            let inside = intervals.iter().any(|[from, to]| (*from..*to).contains(&s));
            inside == (winding_by_ray(bvh, origin + direction * s) != 0)
        })
    }

    #[test]
    fn intervals_of_a_jaw_are_where_windings_say_inside() {
        let mesh = &sample().lower.mesh;
        let bvh = Bvh::new(mesh);
        let (mut random, at) = (Random::new(61), centre(mesh));
        let (mut n_crossed, mut n_several) = (0, 0);
        for _ in 0..200 {
            let (origin, direction) = (at + random.vector() * 15.0, random.vector().normalize());
            let intervals = inside_intervals(&bvh, origin, direction);
            assert!(agree(&bvh, origin, direction, &intervals), "{origin} {direction}");
            n_crossed += usize::from(!intervals.is_empty());
            n_several += usize::from(intervals.len() > 1);
            // The twins: one stretch less, one too long.
            if let [first, rest @ ..] = &intervals[..] {
                assert!(!agree(&bvh, origin, direction, rest));
                let longer = [&[[first[0] - 2.0, first[1]]], rest].concat();
                assert!(!agree(&bvh, origin, direction, &longer));
            }
        }
        assert!(n_crossed > 80 && n_several > 10, "{n_crossed} {n_several}");
    }
}
