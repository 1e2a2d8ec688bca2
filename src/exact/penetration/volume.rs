//! The volume that two closed solids share, by the divergence theorem: a third of the sum, over all triangles of both, of
//! (place . vector area) of the part inside the other solid.
//!
//! No topology is built. The vector area of a triangle's part is Green's sum over its border: the segments in which the
//! other surface cuts it, so directed that the inside lies to the left (`n x n of the other`), and the stretches of
//! its edges inside the other solid. A corner's winding number in the other solid is the same along all edges that nothing
//! crosses, so one ray serves many corners; edges that are crossed check the rays. Rounding alone enters.
//!
//! Touching of a special kind (planes in one, an edge exactly through an edge) is parted by moving the lower jaw by a
//! tenth of a nanometre and by a little more, which the stated error holds.
use super::super::bvh::Bvh;
use super::super::groups::Groups;
use super::super::intersect_triangle_triangle::{Meeting, Triangle, edge_through_plane, meeting};
use super::super::pairs::{TrianglePair, intersecting_pairs};
use super::super::predicates::{orient3d, sign};
use super::super::rays::winding_by_ray;
use super::super::segments::{Segment, segments};
use super::ray_volume::volume_by_rays;
use super::{PenetrationVolume, Solid, VolumeMethod};
use crate::base::words::say;
use crate::base::{Cancelled, Progress, Rigid};
use crate::mesh::TriMesh;
use glam::DVec3;
use std::collections::HashMap;

/// How far the lower jaw is moved to part what meets in a special way, mm; one after the other.
const NUDGES_MM: [f64; 4] = [0.0, 1e-10, 1e-8, 1e-6];
/// How far beside a face its own jaw's winding is asked for, mm.
const BESIDE_MM: f64 = 1e-5;

/// The volume inside both solids; `None` when one of them is not closed: it has no inside to measure.
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn penetration_volume(
    upper: &Solid,
    lower: &Solid,
    upper_from_lower: &Rigid,
    progress: &Progress,
) -> Result<Option<PenetrationVolume>, Cancelled> {
    if !upper.closed || !lower.closed || !upper_from_lower.to_dmat4().is_finite() {
        return Ok(None);
    }
    if upper.bvh.is_empty() || lower.bvh.is_empty() {
        return Ok(Some(PenetrationVolume::NONE));
    }
    progress.enter(say!("stage-shared-volume"), 0.0)?;
    for nudge_mm in NUDGES_MM {
        // A direction of no meaning to any scan.
        let nudge = DVec3::new(0.368_417_2, 0.561_039_8, 0.741_290_3).normalize() * nudge_mm;
        let pose = Rigid::from_translation(nudge) * *upper_from_lower;
        match by_surface(upper, lower, &pose, progress)? {
            Ok(found) => {
                let area = found.upper.area_mm2 + found.lower.area_mm2;
                return Ok(Some(PenetrationVolume {
                    volume_mm3: found.upper.volume_mm3 + found.lower.volume_mm3,
                    // Moving a surface by d changes the volume by no more than its area times d; rounding moves it by
                    // some 1e-12 mm at 100 mm.
                    error_mm3: area * (nudge_mm + 1e-11),
                    upper_area_mm2: Some(found.upper.area_mm2),
                    lower_area_mm2: Some(found.lower.area_mm2),
                    method: VolumeMethod::Surface,
                }));
            }
            Err(Refused::Special) => {}
            Err(Refused::PartsOverlap) => break,
        }
    }
    progress.enter(say!("stage-shared-volume-by-rays"), 0.0)?;
    volume_by_rays(upper, lower, upper_from_lower, progress).map(Some)
}

/// Why the sum over the surfaces says nothing.
enum Refused {
    /// Something passes exactly through an edge or a corner, or lies in one plane with the other.
    Special,
    /// A jaw's own parts overlap here: its surface is not the border of its solid.
    PartsOverlap,
}

struct Sums {
    upper: Sum,
    lower: Sum,
}

/// Over one jaw's surface inside the other solid.
#[derive(Clone, Copy, Default)]
struct Sum {
    volume_mm3: f64,
    area_mm2: f64,
}

fn by_surface(
    upper: &Solid,
    lower: &Solid,
    pose: &Rigid,
    progress: &Progress,
) -> Result<Result<Sums, Refused>, Cancelled> {
    let pairs = intersecting_pairs(upper.bvh, lower.bvh, pose);
    let cuts = segments(&pairs, upper.mesh, lower.mesh, pose);
    let near = cuts.first().map_or(DVec3::ZERO, |s| s.ends[0]);
    let posed = |mesh: &TriMesh, motion: &Rigid| -> Vec<DVec3> {
        mesh.positions.iter().map(|p| motion.transform_point(p.as_dvec3())).collect()
    };
    let points = [posed(upper.mesh, &Rigid::IDENTITY), posed(lower.mesh, pose)];
    let mut sums = [Sum::default(); 2];
    for side in 0..2 {
        progress.at(0.5 * side as f64)?;
        let solids = if side == 0 { [upper, lower] } else { [lower, upper] };
        let side = Side {
            own: solids[0],
            other: solids[1].bvh,
            other_from_world: if side == 0 { pose.inverse() } else { Rigid::IDENTITY },
            points: &points[side],
            other_points: &points[1 - side],
            other_mesh: solids[1].mesh,
            side,
            near,
        };
        match side.sum(&pairs, &cuts, progress)? {
            Ok(sum) => sums[side.side] = sum,
            Err(refused) => return Ok(Err(refused)),
        }
    }
    Ok(Ok(Sums { upper: sums[0], lower: sums[1] }))
}

/// One jaw's surface against the other solid, in world coordinates.
struct Side<'a> {
    own: &'a Solid<'a>,
    other: &'a Bvh,
    other_from_world: Rigid,
    points: &'a [DVec3],
    other_points: &'a [DVec3],
    other_mesh: &'a TriMesh,
    /// 0 for the upper jaw, 1 for the lower one: its place in a pair.
    side: usize,
    /// Where places are measured from: near, so that little cancels.
    near: DVec3,
}

/// Where the other surface crosses an edge: from the end with the smaller number, 0 to 1, and by how much the winding
/// grows there.
type Crossings = HashMap<(u32, u32), Vec<(f64, i32)>>;

impl Side<'_> {
    fn sum(
        &self,
        pairs: &[TrianglePair],
        cuts: &[Segment],
        progress: &Progress,
    ) -> Result<Result<Sum, Refused>, Cancelled> {
        let Some(crossings) = self.crossings(pairs) else { return Ok(Err(Refused::Special)) };
        let windings = self.windings(&crossings, progress)?;
        let grows = |((a, b), at): (&(u32, u32), &Vec<(f64, i32)>)| {
            windings[*a as usize] + at.iter().map(|c| c.1).sum::<i32>() == windings[*b as usize]
        };
        if !crossings.iter().all(grows) {
            return Ok(Err(Refused::Special));
        }
        if windings.iter().any(|w| !(0..=1).contains(w)) {
            return Ok(Err(Refused::PartsOverlap));
        }
        let mut cuts_on: HashMap<u32, Vec<[DVec3; 2]>> = HashMap::new();
        for cut in cuts {
            // Directed along the upper normal times the lower one: turned round for the lower triangle.
            let [a, b] = cut.ends;
            cuts_on.entry(cut.pair[self.side]).or_default().push(if self.side == 0 { [a, b] } else { [b, a] });
        }
        self.add_up(&crossings, &windings, &cuts_on, progress)
    }

    fn add_up(
        &self,
        crossings: &Crossings,
        windings: &[i32],
        cuts_on: &HashMap<u32, Vec<[DVec3; 2]>>,
        progress: &Progress,
    ) -> Result<Result<Sum, Refused>, Cancelled> {
        let mut sum = Sum::default();
        for (i, t) in self.own.mesh.triangles.iter().enumerate() {
            let cuts = cuts_on.get(&(i as u32)).map_or(&[][..], Vec::as_slice);
            if cuts.is_empty() && t.iter().all(|v| windings[*v as usize] == 0) {
                continue;
            }
            if i.is_multiple_of(64) {
                progress.at(progress.fraction())?;
            }
            if self.is_buried(i) {
                return Ok(Err(Refused::PartsOverlap));
            }
            let area = self.area_inside(t, crossings, windings, cuts);
            let corner = self.points[t[0] as usize];
            sum.volume_mm3 += (corner - self.near).dot(area) / 3.0;
            sum.area_mm2 += area.length();
        }
        Ok(Ok(sum))
    }

    /// Vector area of the part of a triangle inside the other solid, mm²: half the sum of `x cross dx` round it.
    fn area_inside(&self, t: &[u32; 3], crossings: &Crossings, windings: &[i32], cuts: &[[DVec3; 2]]) -> DVec3 {
        let from = self.points[t[0] as usize];
        let half = |a: DVec3, b: DVec3| (a - from).cross(b - from) * 0.5;
        let mut area: DVec3 = cuts.iter().map(|[a, b]| half(*a, *b)).sum();
        for k in 0..3 {
            let (a, b) = (t[k], t[(k + 1) % 3]);
            let (p, q) = (self.points[a as usize], self.points[b as usize]);
            let (mut last, mut winding) = (p, windings[a as usize]);
            let none = Vec::new();
            let at = crossings.get(&(a.min(b), a.max(b))).unwrap_or(&none);
            let along =
                |(s, grows): &(f64, i32)| if a < b { (p + (q - p) * *s, *grows) } else { (q + (p - q) * *s, -*grows) };
            let mut visit = |(x, grows): (DVec3, i32)| {
                area += half(last, x) * f64::from(winding);
                (last, winding) = (x, winding + grows);
            };
            if a < b {
                at.iter().map(along).for_each(&mut visit);
            } else {
                at.iter().rev().map(along).for_each(&mut visit);
            }
            visit((q, 0));
        }
        area
    }

    /// Where the other surface crosses this one's edges; `None` when one does so exactly at a border.
    fn crossings(&self, pairs: &[TrianglePair]) -> Option<Crossings> {
        let mut found: Vec<((u32, u32), u32, f64, i32)> = Vec::new();
        for pair in pairs {
            let (i, j) = (pair[self.side], pair[1 - self.side]);
            let t = self.own.mesh.triangles[i as usize];
            let other: Triangle = self.other_mesh.triangles[j as usize].map(|v| self.other_points[v as usize]);
            if meeting(&t.map(|v| self.points[v as usize]), &other) == Meeting::Flat {
                return None;
            }
            for k in 0..3 {
                let (a, b) = (t[k].min(t[(k + 1) % 3]), t[k].max(t[(k + 1) % 3]));
                let (p, q) = (self.points[a as usize], self.points[b as usize]);
                match passing(p, q, &other) {
                    Passing::Not => {}
                    Passing::Special => return None,
                    Passing::At(s, grows) => found.push(((a, b), j, s, grows)),
                }
            }
        }
        // Both triangles at an edge find the same.
        found.sort_unstable_by_key(|(edge, other, ..)| (*edge, *other));
        found.dedup_by(|a, b| (a.0, a.1) == (b.0, b.1));
        let mut crossings = Crossings::new();
        for (edge, _, s, grows) in found {
            crossings.entry(edge).or_default().push((s, grows));
        }
        crossings.values_mut().for_each(|at| at.sort_unstable_by(|a, b| a.0.total_cmp(&b.0)));
        Some(crossings)
    }

    /// Every vertex's winding number in the other solid: one ray for all vertices that uncrossed edges join.
    fn windings(&self, crossings: &Crossings, progress: &Progress) -> Result<Vec<i32>, Cancelled> {
        let n = self.points.len();
        let mut crossed = vec![false; n];
        crossings.keys().for_each(|(a, _)| crossed[*a as usize] = true);
        let mut groups = Groups::new(n);
        for t in &self.own.mesh.triangles {
            for k in 0..3 {
                let (a, b) = (t[k].min(t[(k + 1) % 3]), t[k].max(t[(k + 1) % 3]));
                if !crossed[a as usize] || !crossings.contains_key(&(a, b)) {
                    groups.join(a, b);
                }
            }
        }
        let mut windings = vec![0; n];
        let mut of_group: HashMap<u32, i32> = HashMap::new();
        for (i, v) in self.own.mesh.triangles.iter().flatten().enumerate() {
            if i.is_multiple_of(1024) {
                progress.at(progress.fraction())?;
            }
            let root = groups.root(*v);
            let by_ray =
                || winding_by_ray(self.other, self.other_from_world.transform_point(self.points[root as usize]));
            windings[*v as usize] = *of_group.entry(root).or_insert_with(by_ray);
        }
        Ok(windings)
    }

    /// Whether a face of this jaw lies inside another part of the same jaw.
    fn is_buried(&self, triangle: usize) -> bool {
        let [a, b, c] = self.own.mesh.corners(triangle).map(|p| p.as_dvec3());
        let n = (b - a).cross(c - a).normalize_or_zero();
        n != DVec3::ZERO && winding_by_ray(self.own.bvh, (a + b + c) / 3.0 + n * BESIDE_MM) != 0
    }
}

/// What an edge does at a triangle.
enum Passing {
    Not,
    /// Exactly through its border, or in its plane.
    Special,
    /// At this place of the edge, 0 to 1; and by how much the winding of a solid with this face grows there.
    At(f64, i32),
}

fn passing(p: DVec3, q: DVec3, t: &Triangle) -> Passing {
    let side = |x: DVec3| sign(orient3d(t[0], t[1], t[2], x));
    let (at_p, at_q) = (side(p), side(q));
    if at_p == at_q && at_p != 0 {
        return Passing::Not;
    }
    let past = [(0, 1), (1, 2), (2, 0)].map(|(i, j)| sign(orient3d(p, q, t[i], t[j])));
    if past.contains(&1) && past.contains(&-1) {
        return Passing::Not;
    }
    if at_p == 0 || at_q == 0 || past.contains(&0) {
        return Passing::Special;
    }
    let s = (edge_through_plane(p, q, t) - p).dot(q - p) / (q - p).length_squared();
    // Below 0 in orient3d is the side that the face looks to: the outside.
    Passing::At(s, if at_p < 0 { 1 } else { -1 })
}
