//! From the row's teeth to every triangle: each tooth grows from its top over the surface until it meets its neighbours and the
//! gum. Creases are dear to cross, so the borders come to lie in them.
use super::arch_curve::{ArchCurve, local};
use super::cuts::{Row, ToothReading};
use super::numbering::crown_mm;
use crate::base::{Cancelled, Progress};
use crate::jaw::{JawSide, OcclusalFrame};
use crate::mesh::TriMesh;
use crate::mesh::topology::{NO_TWIN, twins};
use glam::{DVec2, DVec3};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A tooth grows from what lies at most so far below the tips, mm, in the middle part of its span.
const TOP_MM: f64 = 3.0;
const MIDDLE_SHARE: f64 = 0.56;
/// Gum grows from what lies so much lower than a usual crown is high, or so far beside the arch, mm.
const BELOW_CROWN_MM: f64 = 3.0;
const BESIDE_MM: f64 = 9.5;
/// Crossing a crease of one radian is like so many mm of way; flatter ones are none.
const CREASE_MM: f64 = 5.0;
const FLAT_RAD: f64 = 0.06;
/// No tooth reaches farther than this beyond its span, mm.
const BEYOND_SPAN_MM: f64 = 1.5;
/// A body of its own is one tooth if it is no larger than this, mm², and this share of what it has of teeth is of one.
const LARGEST_TOOTH_MM2: f64 = 500.0;
const MOSTLY: f64 = 0.6;

/// What the growth needs to know of a triangle.
#[derive(Clone, Copy, Debug)]
struct Face {
    middle: DVec3,
    normal: DVec3,
    area_mm2: f64,
    /// Along and across the arch.
    place: DVec2,
    /// Seed or border of the gum; `tips` below which it lies, mm.
    below_tips_mm: f64,
}

/// Region of each triangle of the mesh: 0 = none, else the tooth's place in `teeth` plus 1. `label_of_gum` never leaves here.
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn grow(
    mesh: &TriMesh,
    (frame, side): (&OcclusalFrame, JawSide),
    curve: &ArchCurve,
    row: &Row,
    teeth: &[ToothReading],
    progress: &Progress,
) -> Result<Vec<u8>, Cancelled> {
    let face = |triangle: usize| {
        let corners = mesh.corners(triangle).map(|p| local(frame, side, p.as_dvec3()));
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        let doubled = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        let place = curve.project(middle.truncate());
        let below_tips_mm = row.tips[row.step_at(place.x)] - middle.z;
        Face { middle, normal: doubled.normalize_or_zero(), area_mm2: doubled.length() / 2.0, place, below_tips_mm }
    };
    let n = mesh.n_scanned.min(mesh.triangles.len());
    let mut faces: Vec<Face> = (0..n).map(face).collect();
    // Mirroring the upper jaw's height turned its faces round.
    if side == JawSide::Upper {
        faces.iter_mut().for_each(|f| f.normal = -f.normal);
    }
    progress.check()?;
    let twins = twins(&mesh.triangles, mesh.positions.len());
    let growth = Growth { faces: &faces, twins: &twins, teeth, side };
    let mut regions = growth.run(progress)?;
    growth.whole_bodies(&mut regions);
    regions.resize(mesh.triangles.len(), 0);
    Ok(regions.into_iter().map(|r| if usize::from(r) > teeth.len() { 0 } else { r }).collect())
}

struct Growth<'a> {
    faces: &'a [Face],
    twins: &'a [u32],
    teeth: &'a [ToothReading],
    side: JawSide,
}

impl Growth<'_> {
    fn gum(&self) -> u8 {
        self.teeth.len() as u8 + 1
    }

    /// The region that begins at a triangle, 0 of most.
    fn seed(&self, face: &Face) -> u8 {
        let mut inside = None;
        for (tooth, region) in self.teeth.iter().zip(1..) {
            let [from, to] = tooth.span;
            if (from..to).contains(&face.place.x) {
                inside = Some(tooth);
                let is_middle = (face.place.x - 0.5 * (from + to)).abs() < 0.5 * MIDDLE_SHARE * (to - from);
                if is_middle && face.below_tips_mm < TOP_MM && face.place.y.abs() < BESIDE_MM {
                    return region;
                }
            }
        }
        let crown = inside.map_or(1.5, |tooth| crown_mm(self.side, tooth.place));
        if face.below_tips_mm > crown + BELOW_CROWN_MM || face.place.y.abs() > BESIDE_MM { self.gum() } else { 0 }
    }

    fn may_be(&self, region: u8, face: &Face) -> bool {
        self.teeth.get(usize::from(region) - 1).is_none_or(|tooth| {
            face.place.x > tooth.span[0] - BEYOND_SPAN_MM && face.place.x < tooth.span[1] + BEYOND_SPAN_MM
        })
    }

    fn way_mm(&self, a: &Face, b: &Face) -> f64 {
        let step = b.middle - a.middle;
        let is_concave = step.dot(a.normal) > 0.0;
        let bend = if is_concave { a.normal.dot(b.normal).clamp(-1.0, 1.0).acos() } else { 0.0 };
        step.length() + CREASE_MM * (bend - FLAT_RAD).max(0.0)
    }

    fn neighbours(&self, triangle: usize) -> impl Iterator<Item = usize> {
        let twins = self.twins.get(3 * triangle..3 * triangle + 3).unwrap_or_default();
        // Faces that closing added come after all others and are none of the surface.
        twins.iter().filter(|t| **t != NO_TWIN).map(|t| *t as usize / 3).filter(|t| *t < self.faces.len())
    }

    /// Dijkstra from all seeds at once.
    fn run(&self, progress: &Progress) -> Result<Vec<u8>, Cancelled> {
        let mut regions = vec![0_u8; self.faces.len()];
        let mut ways = vec![f64::INFINITY; self.faces.len()];
        // Ways as micrometres, so that they can be compared.
        let mut next: BinaryHeap<Reverse<(u64, u32, u8)>> = BinaryHeap::new();
        for (triangle, face) in self.faces.iter().enumerate() {
            let region = self.seed(face);
            if region > 0 {
                ways[triangle] = 0.0;
                next.push(Reverse((0, triangle as u32, region)));
            }
        }
        let mut n_done = 0_usize;
        while let Some(Reverse((_, triangle, region))) = next.pop() {
            let triangle = triangle as usize;
            if regions[triangle] > 0 {
                continue;
            }
            regions[triangle] = region;
            n_done += 1;
            if n_done.is_multiple_of(1 << 14) {
                progress.check()?;
            }
            for other in self.neighbours(triangle) {
                if regions[other] > 0 || !self.may_be(region, &self.faces[other]) {
                    continue;
                }
                let way = ways[triangle] + self.way_mm(&self.faces[triangle], &self.faces[other]);
                if way < ways[other] {
                    ways[other] = way;
                    next.push(Reverse(((way * 1e3) as u64, other as u32, region)));
                }
            }
        }
        Ok(regions)
    }

    /// A crown that is a body of its own, not grown together with anything, is one tooth.
    fn whole_bodies(&self, regions: &mut [u8]) {
        let mut seen = vec![false; regions.len()];
        for start in 0..regions.len() {
            if seen[start] {
                continue;
            }
            seen[start] = true;
            let mut body = vec![start];
            let mut next = 0;
            while let Some(triangle) = body.get(next).copied() {
                next += 1;
                for other in self.neighbours(triangle) {
                    if !std::mem::replace(&mut seen[other], true) {
                        body.push(other);
                    }
                }
            }
            if let Some(region) = self.tooth_of(&body, regions) {
                body.iter().for_each(|t| regions[*t] = region);
            }
        }
    }

    fn tooth_of(&self, body: &[usize], regions: &[u8]) -> Option<u8> {
        let mut areas = vec![0.0; usize::from(self.gum()) + 1];
        body.iter().for_each(|t| areas[usize::from(regions[*t])] += self.faces[*t].area_mm2);
        let whole: f64 = areas.iter().sum();
        let of_teeth = &areas[1..usize::from(self.gum())];
        let (place, most) = of_teeth.iter().copied().enumerate().max_by(|a, b| a.1.total_cmp(&b.1))?;
        let all: f64 = of_teeth.iter().sum();
        let is_one = whole <= LARGEST_TOOTH_MM2 && all > 0.2 * whole && most >= MOSTLY * all;
        is_one.then_some(place as u8 + 1)
    }
}
