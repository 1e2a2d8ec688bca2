//! From the row's teeth to every triangle: each tooth grows from its top over the surface until it meets its neighbours and the
//! gum. Creases are dear to cross, so the borders come to lie in them.
use super::arch_curve::{ArchCurve, local};
use super::cuts::ToothReading;
use super::faces::{Face, Surface, hanging_together};
use super::numbering::{is_third_molar, width_mm};
use super::row::Row;
use super::seeds::{Crown, Seed, crowns, gum_of, seeds};
use crate::base::{Cancelled, Progress};
use crate::jaw::{JawSide, OcclusalFrame};
use crate::mesh::TriMesh;
use crate::mesh::border::outer_rim_vertices;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Crossing a crease of one radian is like so many mm of way; a bend of so much a mm is none, over no less than a short step.
const CREASE_MM: f64 = 5.0;
const FLAT_RAD_PER_MM: f64 = 0.15;
const SHORT_MM: f64 = 0.1;
/// A flat mm counts so little that creases alone decide where regions meet, however far away they began ...
const WAY: f64 = 0.05;
/// ... but gum does not easily go where a crown's upper part usually is: so much more a mm there.
const GUM_IN_CROWN: f64 = 1.0;
/// A tooth with so good a crease round it, of the row's usual one, is no gum. With less of one it is if its height above the gum line,
/// of the usual height, times that is less than one of the other numbers: ridges where a tooth is missing; and, where a third molar
/// was read, humps behind the last molar.
const SURE_CREASE: f64 = 0.7;
const LEAST_STANDING: [f64; 2] = [0.2, 0.45];
/// A crease that costs more than this to cross is as good as any, mm.
const FULL_CREASE_MM: f64 = 5.0;
/// Where behind the last tooth the gum is nearly as high as the tooth, the row's reading may go on over it: with less than a sure crease
/// the tooth is tried with a span that ends earlier by steps of so much, mm, and is no shorter than this share of its usual width; not where
/// less than this was scanned behind it, mm, and the tooth itself may have been cut.
const SHORTER_BY_MM: f64 = 1.0;
const SHORTEST: f64 = 0.7;
const LEAST_BEHIND_MM: f64 = 1.5;
/// No tooth reaches farther than this beyond its span, mm.
const BEYOND_SPAN_MM: f64 = 1.5;
/// A body of its own is one tooth if it is no larger than this, mm², and this share of what it has of teeth is of one.
const LARGEST_TOOTH_MM2: f64 = 500.0;
const MOSTLY: f64 = 0.6;
/// A body with less than this share of a tooth's surface is no part of it.
const LEAST_OF_TOOTH: f64 = 0.3;

/// What has grown.
pub struct Grown {
    /// For each triangle of the mesh 0 (none) or the tooth's place among those read plus 1.
    pub of_triangle: Vec<u8>,
    /// Of each tooth that was read, whether it stands out of the gum as crowns do; one that does not has no triangles.
    pub stands: Vec<bool>,
}

/// Grows the teeth that were read over the surface.
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn grow(
    (mesh, twins): (&TriMesh, &[u32]),
    (frame, side): (&OcclusalFrame, JawSide),
    curve: &ArchCurve,
    row: &Row,
    teeth: &[ToothReading],
    progress: &Progress,
) -> Result<Grown, Cancelled> {
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
    let surface = Surface { faces: &faces, twins };
    let on_rim = on_rim(mesh, twins, n);
    let mut growth = Growth::new(surface, &on_rim, side, teeth.to_vec());
    progress.check()?;
    let mut reached = growth.run(None, progress)?;
    growth.shorten_ends(row, &mut reached, progress)?;
    let out_of_gum = growth.out_of_gum(&growth.gum_lines(&reached));
    let whole = growth.whole_bodies(&mut reached.regions);
    let stands = |at: usize| whole[at] || out_of_gum[at];
    let stands: Vec<bool> = (0..teeth.len()).map(stands).collect();
    let kept = |region: u8| stands.get(usize::from(region).wrapping_sub(1)).copied().unwrap_or(false);
    let mut of_triangle: Vec<u8> = reached.regions.into_iter().map(|r| if kept(r) { r } else { 0 }).collect();
    of_triangle.resize(mesh.triangles.len(), 0);
    Ok(Grown { of_triangle, stands })
}

/// Of the first `n` triangles whether they have a corner where the scan ends.
fn on_rim(mesh: &TriMesh, twins: &[u32], n: usize) -> Vec<bool> {
    let mut vertices = vec![false; mesh.positions.len()];
    outer_rim_vertices(mesh, twins).into_iter().for_each(|v| vertices[v as usize] = true);
    mesh.triangles[..n].iter().map(|t| t.iter().any(|v| vertices[*v as usize])).collect()
}

/// Where a tooth meets the gum: the mean cost of crossing there, and its mean height, mm.
struct GumLine {
    crease_mm: f64,
    height_mm: f64,
}

/// The crease that half of the teeth have at least, mm.
fn usual_crease_mm(lines: &[GumLine]) -> f64 {
    let mut creases: Vec<f64> = lines.iter().map(|l| l.crease_mm).collect();
    creases.sort_by(f64::total_cmp);
    creases.get(creases.len() / 2).copied().unwrap_or(0.0).max(f64::MIN_POSITIVE)
}

/// Regions of the triangles, and the way from each one's seed, mm.
struct Reached {
    regions: Vec<u8>,
    ways: Vec<f64>,
}

struct Growth<'a> {
    surface: Surface<'a>,
    /// Of each triangle whether the scan ends there.
    on_rim: &'a [bool],
    side: JawSide,
    teeth: Vec<ToothReading>,
    crowns: Vec<Crown>,
}

/// What grows once more: the triangles from the middle of the last tooth but one on, at an end of the row.
struct Again<'a> {
    before: &'a Reached,
    is_first: bool,
    /// Along the arch, mm.
    from_mm: f64,
}

impl Again<'_> {
    fn holds(&self, face: &Face) -> bool {
        if self.is_first { face.place.x < self.from_mm } else { face.place.x > self.from_mm }
    }
}

impl<'a> Growth<'a> {
    fn new(surface: Surface<'a>, on_rim: &'a [bool], side: JawSide, teeth: Vec<ToothReading>) -> Self {
        let crowns = crowns(&surface, &teeth, side);
        Self { surface, on_rim, side, teeth, crowns }
    }

    fn gum(&self) -> u8 {
        gum_of(&self.teeth)
    }

    /// Whether a tooth may reach so far. At the end of a row its span is less certain than between neighbours.
    fn may_be(&self, region: u8, face: &Face) -> bool {
        let at = usize::from(region) - 1;
        let Some(tooth) = self.teeth.get(at) else { return true };
        let [from, to] = tooth.span;
        let (is_first, is_last) = (at == 0, at + 1 == self.teeth.len());
        let is_within = |is_end: bool, beyond_mm: f64| {
            beyond_mm < BEYOND_SPAN_MM || is_end && self.crowns.get(at).is_some_and(|c| c.reaches(face))
        };
        is_within(is_first, from - face.place.x) && is_within(is_last, face.place.x - to)
    }

    fn way_mm(&self, region: u8, a: &Face, b: &Face) -> f64 {
        let step = b.middle - a.middle;
        let is_concave = step.dot(a.normal - b.normal) > 0.0;
        let bend = if is_concave { a.normal.dot(b.normal).clamp(-1.0, 1.0).acos() } else { 0.0 };
        let in_crown = || self.crowns.iter().map(|c| c.inside(b)).fold(0.0, f64::max);
        let flat = if region == self.gum() { WAY + GUM_IN_CROWN * in_crown() } else { WAY };
        flat * step.length() + CREASE_MM * (bend - FLAT_RAD_PER_MM * step.length().max(SHORT_MM)).max(0.0)
    }

    /// Dijkstra from all seeds at once; of what grows once more from its own seeds and from what lies beside it, the rest stays as it was.
    fn run(&self, again: Option<&Again>, progress: &Progress) -> Result<Reached, Cancelled> {
        let faces = self.surface.faces;
        let grows = |triangle: usize| again.is_none_or(|again| again.holds(&faces[triangle]));
        let (mut regions, mut ways) = (vec![0_u8; faces.len()], vec![f64::INFINITY; faces.len()]);
        // Ways as micrometres, so that they can be compared.
        let mut next: BinaryHeap<Reverse<(u64, u32, u8)>> = BinaryHeap::new();
        for (triangle, seed) in seeds(&self.surface, &self.crowns, self.on_rim).into_iter().enumerate() {
            let begins = match again {
                Some(Again { before, .. }) if !grows(triangle) => {
                    let is_beside = self.surface.neighbours(triangle).any(grows);
                    let stays = Seed { region: before.regions[triangle], way_mm: before.ways[triangle] };
                    if !is_beside {
                        (regions[triangle], ways[triangle]) = (stays.region, stays.way_mm);
                        continue;
                    }
                    stays
                }
                _ => seed,
            };
            if begins.region > 0 {
                ways[triangle] = begins.way_mm;
                next.push(Reverse(((begins.way_mm * 1e3) as u64, triangle as u32, begins.region)));
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
            for other in self.surface.neighbours(triangle) {
                if regions[other] > 0 || !self.may_be(region, &self.surface.faces[other]) {
                    continue;
                }
                let way =
                    ways[triangle] + self.way_mm(region, &self.surface.faces[triangle], &self.surface.faces[other]);
                if way < ways[other] {
                    ways[other] = way;
                    next.push(Reverse(((way * 1e3) as u64, other as u32, region)));
                }
            }
        }
        Ok(Reached { regions, ways })
    }

    /// Ends the first and the last tooth earlier where that gives them a sure crease, so that they do not go on over the gum behind. A third
    /// molar must stand as it was read: behind the second one there is mostly gum.
    fn shorten_ends(&mut self, row: &Row, reached: &mut Reached, progress: &Progress) -> Result<(), Cancelled> {
        let lines = self.gum_lines(reached);
        let (stands, sure_mm) = (self.out_of_gum(&lines), SURE_CREASE * usual_crease_mm(&lines));
        let last = self.teeth.len().saturating_sub(1);
        for (at, neighbour) in [(0, 1), (last, last.saturating_sub(1))] {
            let (Some(tooth), Some(neighbour)) = (self.teeth.get(at), self.teeth.get(neighbour)) else { return Ok(()) };
            let is_meant = stands[at] || !is_third_molar(tooth.place);
            let is_whole = row.scanned_beyond_mm(tooth.span, at == 0) >= LEAST_BEHIND_MM;
            if is_meant && is_whole && lines[at].crease_mm < sure_mm {
                let from_mm = 0.5 * (neighbour.span[0] + neighbour.span[1]);
                self.shorten(at, from_mm, sure_mm, reached, progress)?;
            }
        }
        Ok(())
    }

    /// Ends a tooth earlier until it has a sure crease; as it was where it never has. What lies beyond a place along the arch grows anew.
    fn shorten(
        &mut self,
        at: usize,
        from_mm: f64,
        sure_mm: f64,
        reached: &mut Reached,
        progress: &Progress,
    ) -> Result<(), Cancelled> {
        let least_mm = SHORTEST * width_mm(self.side, self.teeth[at].place);
        let mut teeth = self.teeth.clone();
        loop {
            let [from, to] = &mut teeth[at].span;
            if at == 0 {
                *from += SHORTER_BY_MM
            } else {
                *to -= SHORTER_BY_MM
            }
            if *to - *from < least_mm {
                return Ok(());
            }
            progress.check()?;
            let shorter = Growth::new(self.surface, self.on_rim, self.side, teeth.clone());
            let found = shorter.run(Some(&Again { before: reached, is_first: at == 0, from_mm }), progress)?;
            if shorter.gum_lines(&found)[at].crease_mm >= sure_mm {
                (*self, *reached) = (shorter, found);
                return Ok(());
            }
        }
    }

    /// Whether each tooth stands out of the gum. A crown does so by a crease all round it, be it ever so short; gum that was taken for
    /// one rises gently and not far.
    fn out_of_gum(&self, lines: &[GumLine]) -> Vec<bool> {
        let usual_mm = usual_crease_mm(lines);
        let stands = |((line, crown), tooth): ((&GumLine, &Crown), &ToothReading)| {
            let (crease, height) = ((line.crease_mm / usual_mm).min(1.0), crown.above(line.height_mm).min(1.0));
            crease >= SURE_CREASE || crease * height >= LEAST_STANDING[usize::from(is_third_molar(tooth.place))]
        };
        lines.iter().zip(&self.crowns).zip(&self.teeth).map(stands).collect()
    }

    /// Of each tooth.
    fn gum_lines(&self, reached: &Reached) -> Vec<GumLine> {
        let faces = self.surface.faces;
        // Weights, and creases and heights times them.
        let mut sums = vec![[0.0; 3]; self.teeth.len()];
        for (triangle, region) in reached.regions.iter().enumerate() {
            let Some([weights, crease, height]) = usize::from(*region).checked_sub(1).and_then(|at| sums.get_mut(at))
            else {
                continue;
            };
            let is_gum = |o: &usize| reached.regions[*o] == self.gum() || reached.regions[*o] == 0;
            for other in self.surface.neighbours(triangle).filter(is_gum) {
                // In place of the edge's length.
                let weight = faces[triangle].area_mm2.sqrt();
                let step = self.way_mm(*region, &faces[triangle], &faces[other]);
                // Both fronts have crossed a part of the crease.
                let crossed = reached.ways[triangle] + reached.ways[other] + step;
                *weights += weight;
                *height += weight * faces[triangle].middle.z;
                *crease += weight * if reached.regions[other] == 0 { 0.0 } else { crossed.min(FULL_CREASE_MM) };
            }
        }
        let line = |[weights, crease, height]: [f64; 3]| match weights > 0.0 {
            true => GumLine { crease_mm: crease / weights, height_mm: height / weights },
            false => GumLine { crease_mm: FULL_CREASE_MM, height_mm: f64::NEG_INFINITY },
        };
        sums.into_iter().map(line).collect()
    }

    /// A crown that is a body of its own, not grown together with anything, is one tooth. Says which are. Of a body that has little of
    /// a tooth, a flap of tissue beside it, nothing is that tooth.
    fn whole_bodies(&self, regions: &mut [u8]) -> Vec<bool> {
        let all = self.areas_mm2(0..regions.len(), regions);
        let mut whole = vec![false; self.teeth.len()];
        let mut seen = vec![false; regions.len()];
        for start in 0..regions.len() {
            let body = hanging_together(self.surface.twins, start, &mut seen);
            if body.is_empty() {
                continue;
            }
            let areas = self.areas_mm2(body.iter().copied(), regions);
            let is_scrap = |region: u8| areas[usize::from(region)] < LEAST_OF_TOOTH * all[usize::from(region)];
            if let Some(region) = self.tooth_of(&areas).filter(|region| !is_scrap(*region)) {
                body.iter().for_each(|t| regions[*t] = region);
                whole[usize::from(region) - 1] = true;
            } else {
                let scraps: Vec<usize> = body.into_iter().filter(|t| is_scrap(regions[*t])).collect();
                scraps.into_iter().for_each(|t| regions[t] = 0);
            }
        }
        whole
    }

    /// Surface of each region among some triangles, mm².
    fn areas_mm2(&self, triangles: impl Iterator<Item = usize>, regions: &[u8]) -> Vec<f64> {
        let mut areas = vec![0.0; usize::from(self.gum()) + 1];
        triangles.for_each(|t| areas[usize::from(regions[t])] += self.surface.faces[t].area_mm2);
        areas
    }

    fn tooth_of(&self, areas: &[f64]) -> Option<u8> {
        let whole: f64 = areas.iter().sum();
        let of_teeth = &areas[1..usize::from(self.gum())];
        let (place, most) = of_teeth.iter().copied().enumerate().max_by(|a, b| a.1.total_cmp(&b.1))?;
        let all: f64 = of_teeth.iter().sum();
        let is_one = whole <= LARGEST_TOOTH_MM2 && all > 0.2 * whole && most >= MOSTLY * all;
        is_one.then_some(place as u8 + 1)
    }
}
