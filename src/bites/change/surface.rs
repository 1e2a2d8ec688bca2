//! What of a jaw's surface was ground and what was added, once the jaw lies on itself as it was: the distance of every vertex afterwards from
//! the surface before, and connected places where it is more than noise.
use crate::base::{Rigid, share_out};
use crate::bites::target::Target;
use crate::exact::rays::line_hits;
use crate::exact::{Hint, Searcher};
use crate::jaw::{Fdi, JawTeeth};
use crate::mesh::TriMesh;
use crate::mesh::border::border;
use crate::mesh::topology::twins;
use glam::DVec3;
use std::collections::BTreeMap;

/// A connected place where the surface lies elsewhere than before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patch {
    /// The tooth that most of it lies on.
    pub tooth: Option<Fdi>,
    /// Farthest from the surface before: positive where something was added, negative where it was ground, mm.
    pub max_mm: f64,
    pub area_mm2: f64,
    /// Between both surfaces, in columns along the place's mean normal: its sign is that of `max_mm`, mm³.
    pub volume_mm3: f64,
    /// Its middle, coordinates of the jaw before.
    pub place: DVec3,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SurfaceChange {
    /// Of each vertex of the jaw afterwards, mm; not a number where nothing before is there to be compared.
    pub change_mm: Vec<f32>,
    /// Robust standard deviation of all distances, mm: scans differ by so much where nothing was done.
    pub deviation_mm: f64,
    /// What is beyond this counts as changed, mm.
    pub limit_mm: f64,
    /// Surface that was compared, mm².
    pub compared_mm2: f64,
    /// The largest first, of at least [`LEAST_MM2`].
    pub patches: Vec<Patch>,
}

/// Vertices farther from the jaw before are not compared, mm: they lie beyond its scan.
const RANGE_MM: f64 = 2.0;
const DEVIATION_OF_MEDIAN: f64 = 1.4826;
/// So many deviations are more than noise, and no less than this, mm.
const BEYOND: f64 = 4.0;
const LEAST_LIMIT_MM: f64 = 0.02;
/// A smaller place is a speck, mm².
pub const LEAST_MM2: f64 = 0.05;

/// `teeth`: of the jaw before, which name the places. `limit_mm`: what counts as changed; `None`: what is more than noise.
pub fn surface_change(
    before: &Target,
    teeth: &JawTeeth,
    after: &TriMesh,
    before_from_after: &Rigid,
    limit_mm: Option<f64>,
) -> SurfaceChange {
    let (change_mm, nearest) = distances(before, after, before_from_after);
    let deviation_mm = deviation(&change_mm);
    let limit_mm = limit_mm.unwrap_or((BEYOND * deviation_mm).max(LEAST_LIMIT_MM));
    let ends = border(after, &twins(&after.triangles, after.positions.len()));
    let is_compared =
        |t: usize| !ends.get(t).copied().unwrap_or(false) && corner_mean(&change_mm, after, t).is_finite();
    let compared: Vec<usize> = (0..after.n_scanned).filter(|t| is_compared(*t)).collect();
    let patches = Patches { before, after, before_from_after, change_mm: &change_mm, nearest: &nearest, teeth }
        .find(&compared, limit_mm);
    let compared_mm2 = compared.iter().map(|t| area(after, *t)).sum();
    SurfaceChange { deviation_mm, limit_mm, compared_mm2, patches, change_mm }
}

impl SurfaceChange {
    /// Area and volume of everything that was added (positive) or ground.
    pub fn sum(&self, is_added: bool) -> (f64, f64) {
        let of_kind = self.patches.iter().filter(|patch| (patch.max_mm > 0.0) == is_added);
        of_kind.fold((0.0, 0.0), |(area, volume), patch| (area + patch.area_mm2, volume + patch.volume_mm3))
    }
}

const CHUNK: usize = 512;

/// Signed distances of all vertices, and the triangle before that is nearest to each.
fn distances(before: &Target, after: &TriMesh, before_from_after: &Rigid) -> (Vec<f32>, Vec<Option<u32>>) {
    let found = share_out(
        after.positions.chunks(CHUNK),
        || Searcher::new(before.bvh),
        |searcher, chunk| {
            let mut hint = Hint::NONE;
            let mut distance = |p: &glam::Vec3| {
                let place = before_from_after.transform_point(p.as_dvec3());
                let near = searcher.nearest(place, RANGE_MM, hint)?;
                hint = near.hint;
                let normal = before.mesh.unit_normal(near.triangle as usize);
                let is_outside = (place - near.point).dot(normal) >= 0.0;
                let mm = if is_outside { near.distance_mm } else { -near.distance_mm };
                before.is_partner(near.triangle).then_some((mm as f32, near.triangle))
            };
            chunk.iter().map(&mut distance).collect::<Vec<_>>()
        },
    );
    let split = |found: Option<(f32, u32)>| (found.map_or(f32::NAN, |f| f.0), found.map(|f| f.1));
    found.into_iter().flatten().map(split).unzip()
}

fn deviation(change_mm: &[f32]) -> f64 {
    let mut known: Vec<f32> = change_mm.iter().filter(|mm| mm.is_finite()).map(|mm| mm.abs()).collect();
    if known.is_empty() {
        return 0.0;
    }
    let middle = known.len() / 2;
    known.select_nth_unstable_by(middle, f32::total_cmp);
    DEVIATION_OF_MEDIAN * f64::from(known[middle])
}

fn corner_mean(change_mm: &[f32], mesh: &TriMesh, triangle: usize) -> f64 {
    mesh.triangles[triangle].iter().map(|v| f64::from(change_mm[*v as usize])).sum::<f64>() / 3.0
}

fn area(mesh: &TriMesh, triangle: usize) -> f64 {
    f64::from(mesh.doubled_area_normal(triangle).length()) / 2.0
}

struct Patches<'a> {
    before: &'a Target<'a>,
    after: &'a TriMesh,
    before_from_after: &'a Rigid,
    change_mm: &'a [f32],
    nearest: &'a [Option<u32>],
    teeth: &'a JawTeeth,
}

impl Patches<'_> {
    fn find(&self, compared: &[usize], limit_mm: f64) -> Vec<Patch> {
        let mut all = Vec::new();
        for sign in [1.0, -1.0] {
            let is_changed = |t: &usize| sign * corner_mean(self.change_mm, self.after, *t) > limit_mm;
            let changed: Vec<usize> = compared.iter().copied().filter(is_changed).collect();
            all.extend(self.connected(&changed).iter().map(|part| self.patch(part, sign)));
        }
        all.retain(|patch| patch.area_mm2 >= LEAST_MM2);
        all.sort_by(|a, b| b.area_mm2.total_cmp(&a.area_mm2));
        all
    }

    /// Triangles that share a corner belong together.
    fn connected(&self, triangles: &[usize]) -> Vec<Vec<usize>> {
        let mut roots: BTreeMap<u32, u32> = BTreeMap::new();
        for t in triangles {
            let found = self.after.triangles[*t].map(|v| root(&mut roots, v));
            found.iter().for_each(|other| _ = roots.insert(*other, found[0]));
        }
        let mut parts: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for t in triangles {
            parts.entry(root(&mut roots, self.after.triangles[*t][0])).or_default().push(*t);
        }
        parts.into_values().collect()
    }

    /// From a place of the surface afterwards as far as the surface before along a direction that leads out of the jaw: backwards where something
    /// was added. The nearest point is nearer where either surface is askew, so that a ground cusp would have a fifth too little.
    fn height_mm(&self, place: DVec3, out: DVec3, sign: f64) -> Option<f64> {
        let hits = line_hits(self.before.bvh, place, out);
        let heights = hits.iter().filter(|hit| !hit.entered).map(|hit| -sign * hit.distance_mm);
        heights.filter(|mm| (0.0..HIGHEST_MM).contains(mm)).min_by(f64::total_cmp)
    }

    fn patch(&self, triangles: &[usize], sign: f64) -> Patch {
        let (mut sum, mut volume, mut place, mut max_mm) = (0.0, 0.0, DVec3::ZERO, 0.0);
        let mut of_tooth: BTreeMap<Option<Fdi>, f64> = BTreeMap::new();
        let area_of =
            |t: &usize| self.before_from_after.transform_vector(self.after.doubled_area_normal(*t).as_dvec3()) / 2.0;
        let normal = triangles.iter().map(area_of).sum::<DVec3>().normalize_or_zero();
        for t in triangles {
            let mm2 = area(self.after, *t);
            let corners = self.after.corners(*t).map(|p| self.before_from_after.transform_point(p.as_dvec3()));
            let middle = corners.iter().sum::<DVec3>() / 3.0;
            sum += mm2;
            volume += match self.height_mm(middle, normal, sign) {
                Some(mm) => sign * mm * area_of(t).dot(normal),
                None => mm2 * corner_mean(self.change_mm, self.after, *t),
            };
            place += middle * mm2;
            for v in self.after.triangles[*t] {
                max_mm = sign * f64::max(sign * max_mm, sign * f64::from(self.change_mm[v as usize]));
                let tooth = self.nearest[v as usize].and_then(|t| self.teeth.at(t)).and_then(|tooth| tooth.fdi);
                *of_tooth.entry(tooth).or_default() += mm2 / 3.0;
            }
        }
        let tooth = of_tooth.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).and_then(|(tooth, _)| tooth);
        Patch { tooth, max_mm, area_mm2: sum, volume_mm3: volume, place: place / sum.max(f64::MIN_POSITIVE) }
    }
}

/// A higher column leads to another place of the jaw before, mm.
const HIGHEST_MM: f64 = 3.0;

/// The corner that stands for all that are joined with this one.
fn root(roots: &mut BTreeMap<u32, u32>, corner: u32) -> u32 {
    let mut at = corner;
    while let Some(next) = roots.get(&at).copied().filter(|next| *next != at) {
        // Each look halves the way of the next.
        if let Some(after) = roots.get(&next).copied() {
            roots.insert(at, after);
        }
        at = next;
    }
    roots.entry(at).or_insert(at);
    at
}
