//! Where the growth of teeth and gum begins: each tooth at its own top, gum where no crown reaches.
use super::cuts::ToothReading;
use super::faces::{Face, Surface};
use super::numbering::{crown_mm, depth_mm, is_molar};
use crate::jaw::JawSide;
use glam::DVec2;

const MIDDLE_SHARE: f64 = 0.56;
/// A tooth grows from what lies at most so far below its own tips, mm; in its midst (half of the half width across the arch), where
/// the fissures are and no gum is, farther.
const TOP_MM: f64 = 1.5;
const MIDST_MM: f64 = 4.0;
const MIDST: f64 = 0.5;
/// The last tooth of a row ends so far from its middle, of the way to the corner of its usual size.
const CORNER: f64 = 1.15;
/// The top of a tooth is where so much of it lies higher, seen along the occlusal normal, mm²: more than a spike of gum beside it has.
const TIP_MM2: f64 = 1.0;
const MOLAR_TIP_MM2: f64 = 3.0;
/// Tops apart from the largest are the same tooth's if they have this share of its area: cusps do, gum of the same height does not
/// hang together with any.
const CUSP_SHARE: f64 = 0.3;
/// Crowns lie so near to the arch's curve, mm.
const NEAR_CURVE_MM: f64 = 7.5;
/// Gum beside the last crown: so far below its tips, of its usual height; looking up by so much; and so far from its middle, of the way
/// to its corner.
const SHELF_BELOW: f64 = 0.4;
const SHELF_UP: f64 = 0.5;
const SHELF_AWAY: f64 = 0.8;
/// What lies so much lower than its tips, of its usual height, is below it.
const ROOT_BELOW: f64 = 1.1;
/// Height of what stands between teeth that do not touch, mm.
const GAP_MM: f64 = 1.5;
/// Where the scan was cut off round the teeth, gum may be what lies on its rim so far below the tips, of the usual height; it begins so much
/// later, mm, that a crown without a crease below it is there first.
const RIM_BELOW: f64 = 0.6;
const RIM_WAY_MM: f64 = 1.0;
/// Gum grows from what lies so much lower than a usual crown is high, or so far beside the arch, mm.
const BELOW_CROWN_MM: f64 = 3.0;
const BESIDE_MM: f64 = 9.5;

/// The region of the gum.
pub fn gum_of(teeth: &[ToothReading]) -> u8 {
    teeth.len() as u8 + 1
}

/// What a crown takes up, as far as its top and the usual sizes of its kind tell.
#[derive(Clone, Debug)]
pub struct Crown {
    /// Triangles of its top.
    top: Vec<usize>,
    pub span: [f64; 2],
    /// The middle of its top: towards the patient's right and the front, mm.
    middle: DVec2,
    /// Its middle across the arch, mm.
    across_mm: f64,
    /// Half of the usual width across the arch, and the usual height, mm.
    half_mm: f64,
    height_mm: f64,
    /// Height of its tips, mm.
    tip_mm: f64,
}

impl Crown {
    /// 1 in the midst of the crown's upper part, 0 where gum may be.
    pub fn inside(&self, face: &Face) -> f64 {
        let [u, v, w] = self.measures(face);
        let deep = |x: f64, full: f64, none: f64| ((none - x) / (none - full)).clamp(0.0, 1.0);
        deep(u, 0.6, 1.0) * deep(v, 0.5, 0.9) * deep(w, 0.3, 0.6)
    }

    /// How far a height lies below its tips, of the usual height.
    pub fn above(&self, height_mm: f64) -> f64 {
        (self.tip_mm - height_mm) / self.height_mm
    }

    /// Whether the last tooth of a row may reach so far: behind it the curve is not sure enough to measure along.
    pub fn reaches(&self, face: &Face) -> bool {
        let [from, to] = self.span;
        let corner_mm = (0.5 * (to - from)).hypot(self.half_mm);
        face.middle.truncate().distance(self.middle) < CORNER * corner_mm
    }

    /// Whether a place outside the span is gum: below the crown, or looking up beside it, where a crown's flank would be steep.
    fn is_shelf(&self, face: &Face) -> bool {
        let [from, to] = self.span;
        let away_mm = face.middle.truncate().distance(self.middle);
        let is_low = self.tip_mm - face.middle.z > SHELF_BELOW * self.height_mm;
        let is_root = self.tip_mm - face.middle.z > ROOT_BELOW * self.height_mm;
        is_root || is_low && face.normal.z > SHELF_UP && away_mm > SHELF_AWAY * (0.5 * (to - from)).hypot(self.half_mm)
    }

    /// How far a triangle lies from the crown's middle along and across the arch and from its tip, of the usual.
    fn measures(&self, face: &Face) -> [f64; 3] {
        let [from, to] = self.span;
        let u = (face.place.x - 0.5 * (from + to)).abs() / (0.5 * (to - from)).max(1.0);
        [u, (face.place.y - self.across_mm).abs() / self.half_mm, (self.tip_mm - face.middle.z) / self.height_mm]
    }
}

/// The crowns of the teeth of a row.
pub fn crowns(surface: &Surface<'_>, teeth: &[ToothReading], side: JawSide) -> Vec<Crown> {
    let mut middles: Vec<Vec<usize>> = vec![Vec::new(); teeth.len()];
    for (triangle, face) in surface.faces.iter().enumerate() {
        if let Some(tooth) = teeth.iter().position(|t| is_middle(face, t)) {
            middles[tooth].push(triangle);
        }
    }
    teeth.iter().zip(middles).map(|(tooth, middle)| crown(surface, tooth, side, middle)).collect()
}

/// What begins at a triangle.
#[derive(Clone, Copy, Debug)]
pub struct Seed {
    /// 0: nothing, a tooth's place plus 1, or the gum's.
    pub region: u8,
    /// The way that it has behind it, mm.
    pub way_mm: f64,
}

/// What begins at each triangle. `on_rim`: of each whether the scan ends there.
pub fn seeds(surface: &Surface<'_>, crowns: &[Crown], on_rim: &[bool]) -> Vec<Seed> {
    let gum = crowns.len() as u8 + 1;
    let of = |(face, on_rim): (&Face, &bool)| match gum_height_mm(face, crowns) {
        None => Seed { region: gum, way_mm: 0.0 },
        Some(height_mm) if face.below_tips_mm > height_mm + BELOW_CROWN_MM => Seed { region: gum, way_mm: 0.0 },
        Some(height_mm) if *on_rim && is_between_ends(face, crowns) && face.below_tips_mm > RIM_BELOW * height_mm => {
            Seed { region: gum, way_mm: RIM_WAY_MM }
        }
        Some(_) => Seed { region: 0, way_mm: 0.0 },
    };
    let mut seeds: Vec<Seed> = surface.faces.iter().zip(on_rim).map(of).collect();
    for (crown, region) in crowns.iter().zip(1..) {
        crown.top.iter().for_each(|t| seeds[*t] = Seed { region, way_mm: 0.0 });
    }
    seeds
}

/// How far the crown at a place reaches down from the tips, mm; `None` beside every crown or behind the row, where all is gum.
fn gum_height_mm(face: &Face, crowns: &[Crown]) -> Option<f64> {
    let mut height_mm = GAP_MM;
    if let Some(inside) = crowns.iter().find(|c| (c.span[0]..c.span[1]).contains(&face.place.x)) {
        height_mm = inside.height_mm;
    } else if let (Some(first), Some(last)) = (crowns.first(), crowns.last()) {
        let end = if face.place.x < first.span[0] { first } else { last };
        let is_behind = face.place.x < first.span[0] || face.place.x > last.span[1];
        if is_behind && (!end.reaches(face) || end.is_shelf(face)) {
            return None;
        } else if is_behind {
            height_mm = end.height_mm;
        }
    }
    (face.place.y.abs() <= BESIDE_MM).then_some(height_mm)
}

/// Between the first and the last crown: at a row's end the rim often runs over the last tooth itself.
fn is_between_ends(face: &Face, crowns: &[Crown]) -> bool {
    match (crowns.first(), crowns.last()) {
        (Some(first), Some(last)) => (first.span[1]..last.span[0]).contains(&face.place.x),
        _ => false,
    }
}

fn is_middle(face: &Face, tooth: &ToothReading) -> bool {
    let [from, to] = tooth.span;
    (face.place.x - 0.5 * (from + to)).abs() < 0.5 * MIDDLE_SHARE * (to - from) && face.place.y.abs() < NEAR_CURVE_MM
}

/// A tooth's crown, from the triangles in the middle of its span.
fn crown(surface: &Surface<'_>, tooth: &ToothReading, side: JawSide, middle: Vec<usize>) -> Crown {
    let faces = surface.faces;
    let mut by_height = middle;
    by_height.sort_by(|a, b| faces[*b].middle.z.total_cmp(&faces[*a].middle.z));
    let seen_mm2 = |t: &usize| faces[*t].area_mm2 * faces[*t].normal.z.max(0.0);
    let tip_mm2 = if is_molar(tooth.place) { MOLAR_TIP_MM2 } else { TIP_MM2 };
    let mut sum = 0.0;
    let tip = by_height.iter().find(|t| {
        sum += seen_mm2(t);
        sum >= tip_mm2
    });
    let tip_mm = tip.map_or(f64::INFINITY, |t| faces[*t].middle.z);
    let mut crown = Crown {
        top: Vec::new(),
        span: tooth.span,
        middle: DVec2::ZERO,
        across_mm: 0.0,
        half_mm: 0.5 * depth_mm(side, tooth.place),
        height_mm: crown_mm(side, tooth.place),
        tip_mm,
    };
    let mut across: Vec<(f64, f64)> = by_height
        .iter()
        .filter(|t| faces[**t].middle.z > tip_mm - 2.0)
        .map(|t| (faces[*t].place.y, seen_mm2(t)))
        .collect();
    across.sort_by(|a, b| a.0.total_cmp(&b.0));
    let total: f64 = across.iter().map(|a| a.1).sum();
    let mut sum = 0.0;
    crown.across_mm = across
        .iter()
        .find(|a| {
            sum += a.1;
            2.0 * sum >= total
        })
        .map_or(0.0, |a| a.0);
    let is_top = |t: &usize| {
        let below = tip_mm - faces[*t].middle.z;
        below < TOP_MM || below < MIDST_MM && crown.measures(&faces[*t])[1] < MIDST
    };
    let mut high: Vec<usize> = by_height.into_iter().filter(is_top).collect();
    high.sort_unstable();
    let bodies = bodies(surface, &high);
    let mm2 = |body: &Vec<usize>| body.iter().map(|t| faces[*t].area_mm2).sum::<f64>();
    let most = bodies.iter().map(mm2).fold(0.0, f64::max);
    crown.top = bodies.into_iter().filter(|body| mm2(body) >= CUSP_SHARE * most).flatten().collect();
    let whole_mm2: f64 = crown.top.iter().map(|t| faces[*t].area_mm2).sum();
    let moment: DVec2 = crown.top.iter().map(|t| faces[*t].middle.truncate() * faces[*t].area_mm2).sum();
    crown.middle = moment / whole_mm2.max(f64::MIN_POSITIVE);
    crown
}

/// What hangs together of some triangles, which are sorted.
fn bodies(surface: &Surface<'_>, of: &[usize]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; of.len()];
    let mut bodies = Vec::new();
    for start in 0..of.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut body = vec![of[start]];
        let mut next = 0;
        while let Some(triangle) = body.get(next).copied() {
            next += 1;
            for other in surface.neighbours(triangle) {
                let Ok(at) = of.binary_search(&other) else { continue };
                if !std::mem::replace(&mut seen[at], true) {
                    body.push(other);
                }
            }
        }
        bodies.push(body);
    }
    bodies
}
