//! Intercuspation: the lower teeth erupt until they meet the upper ones, their working cusps grow or wear until each
//! meets its fossa, and where the lower teeth would still lie too deep they give way as worn teeth do.
use super::arch::{Arch, away_from_spot};
use super::smooth::smooth_max;
use super::tooth::Tooth;
use super::tooth_table::Top;
use crate::jaw::JawSide;
use glam::Vec3;

/// How deep the worn spots stay inside the upper jaw, mm: teeth of scans interpenetrate by some hundredths. Front
/// teeth meet on steep faces, where the same depth counts for more along the occlusal normal.
const SPOT_DEPTH_MM: f32 = 0.05;
const FRONT_SPOT_DEPTH_MM: f32 = 0.025;
/// Clearance that wear leaves between the spots, mm.
const WORN_CLEARANCE_MM: f32 = 0.30;
/// Size of a spot, mm.
const SPOT_RADIUS_MM: f32 = 0.66;
/// Spots are at least this far apart, mm.
const SPOT_SPACING_MM: f32 = 2.0;
/// Grid on which the lower crowns are searched for spots, mm.
const SEARCH_MM: f32 = 0.35;
/// How deep the teeth lie in each other before wear, mm.
const BEFORE_WEAR_MM: f32 = 0.28;

/// Two arches in intercuspation.
pub struct Occlusion {
    pub upper: Arch,
    pub lower: Arch,
    pub spots: Vec<Spot>,
}

/// A place of contact on an upper tooth.
pub struct Spot {
    pub at: Vec3,
    pub depth_mm: f32,
}

/// A place on a crown before wear, and how deep it lies inside the other arch (mm, negative: outside).
struct Probe {
    at: Vec3,
    depth: f32,
}

impl Occlusion {
    pub fn new(mut upper: Arch, mut lower: Arch) -> Self {
        for tooth in &mut lower.teeth {
            erupt(tooth, &upper);
            fit_cusps(tooth, JawSide::Lower, &upper);
        }
        for tooth in &mut upper.teeth {
            fit_cusps(tooth, JawSide::Upper, &lower);
        }
        let mut spots = Vec::new();
        for tooth in &lower.teeth {
            pick_spots(tooth, &upper, &mut spots);
        }
        Self { upper, lower, spots }
    }

    /// The worn lower arch at a point, mm; `near` and `near_upper` as [`Arch::near`] gives them.
    pub fn lower_distance(&self, p: Vec3, near: &[u8], near_upper: &[u8]) -> f32 {
        self.worn(self.lower.union(p, near).distance(), p, near_upper)
    }

    /// A lower tooth's surface after wear, from its distance `own` (mm) before it.
    pub fn worn(&self, own: f32, p: Vec3, near_upper: &[u8]) -> f32 {
        if near_upper.is_empty() || own > 1.0 {
            return own;
        }
        let other = self.upper.union(p, near_upper).distance();
        if other > 1.0 {
            return own;
        }
        smooth_max(own, self.clearance(p) - other, 0.1)
    }

    /// The gap that wear leaves at a point, mm; negative at a spot.
    fn clearance(&self, p: Vec3) -> f32 {
        let distance = |s: &Spot| s.at.distance_squared(p);
        let nearest = self.spots.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest.map_or(WORN_CLEARANCE_MM, |s| {
            (WORN_CLEARANCE_MM + s.depth_mm) * away_from_spot(s.at.distance(p), SPOT_RADIUS_MM) - s.depth_mm
        })
    }
}

/// Points of the biting surface of a crown within `reach` mm of a place, in local coordinates, on a grid seen from
/// occlusal.
fn occlusal_surface(tooth: &Tooth, middle: [f32; 2], reach: f32) -> Vec<Vec3> {
    let half = 0.5 * glam::Vec2::new(tooth.shape.mesiodistal_mm, tooth.shape.buccolingual_mm);
    let steps = (reach / SEARCH_MM) as i32;
    let mut points = Vec::new();
    for i in -steps..=steps {
        for j in -steps..=steps {
            let (m, b) = (middle[0] + i as f32 * SEARCH_MM, middle[1] + j as f32 * SEARCH_MM);
            let at = |o: f32| Vec3::new(m, b, o);
            let (mut low, mut high) = (0.5 * tooth.shape.crown_mm, tooth.shape.crown_mm + 1.0);
            if m.abs() > half.x || b.abs() > half.y || tooth.crown_at(at(low)) > 0.0 {
                continue;
            }
            for _ in 0..12 {
                let middle = 0.5 * (low + high);
                if tooth.crown_at(at(middle)) > 0.0 { high = middle } else { low = middle }
            }
            points.push(at(low));
        }
    }
    points
}

fn probe(tooth: &Tooth, local: Vec3, other: &Arch) -> Probe {
    let at = tooth.place(local);
    Probe { at, depth: -other.union(at, &other.near(at, 0.0)).distance() }
}

fn deepest(tooth: &Tooth, surface: &[Vec3], other: &Arch) -> f32 {
    surface.iter().map(|l| probe(tooth, *l, other).depth).fold(f32::NEG_INFINITY, f32::max)
}

/// Moves a lower tooth along its axis until it lies as deep in the upper arch as wear will take away again.
fn erupt(tooth: &mut Tooth, upper: &Arch) {
    let surface = occlusal_surface(tooth, [0.0, 0.0], 6.0);
    let wanted = if matches!(tooth.shape.top, Top::Edge { .. }) { 0.2 } else { BEFORE_WEAR_MM };
    let start = tooth.tip;
    let (mut low, mut high) = (-2.5, 2.0);
    for _ in 0..9 {
        let middle = 0.5 * (low + high);
        tooth.tip = start + tooth.occlusal * middle;
        if deepest(tooth, &surface, upper) > wanted { high = middle } else { low = middle }
    }
}

/// Lets every working cusp (lower buccal, upper palatal) grow or wear until it meets the other arch.
fn fit_cusps(tooth: &mut Tooth, side: JawSide, other: &Arch) {
    let Top::Table { cusps, .. } = tooth.shape.top else { return };
    for (k, cusp) in cusps.iter().enumerate() {
        if (cusp.b > 0.0) != (side == JawSide::Lower) {
            continue;
        }
        let tip = [0.5 * cusp.m * tooth.shape.mesiodistal_mm, 0.5 * cusp.b * tooth.shape.buccolingual_mm];
        let (mut low, mut high) = (-0.9, 0.7);
        for _ in 0..6 {
            let middle = 0.5 * (low + high);
            tooth.cusp_wear_mm[k] = middle;
            let surface = occlusal_surface(tooth, tip, 1.1);
            if deepest(tooth, &surface, other) > BEFORE_WEAR_MM { low = middle } else { high = middle }
        }
    }
}

/// The deepest places of a lower tooth, some millimetres apart, become its contact spots.
fn pick_spots(tooth: &Tooth, upper: &Arch, spots: &mut Vec<Spot>) {
    let (most, depth_mm) = match tooth.shape.fdi_digit {
        1..=3 => (1, FRONT_SPOT_DEPTH_MM),
        4 | 5 => (2, SPOT_DEPTH_MM),
        _ => (5, SPOT_DEPTH_MM),
    };
    let surface = occlusal_surface(tooth, [0.0, 0.0], 6.0);
    let mut probes: Vec<Probe> = surface.iter().map(|l| probe(tooth, *l, upper)).filter(|p| p.depth > 0.08).collect();
    probes.sort_by(|a, b| b.depth.total_cmp(&a.depth));
    let first = spots.len();
    for p in probes {
        let at = p.at - towards_surface(upper, p.at);
        if spots.len() - first < most && spots.iter().all(|s| s.at.distance(at) >= SPOT_SPACING_MM) {
            spots.push(Spot { at, depth_mm });
        }
    }
}

/// From the nearest place on the upper teeth to a point inside them.
fn towards_surface(upper: &Arch, p: Vec3) -> Vec3 {
    let near = upper.near(p, 0.5);
    let at = |q: Vec3| upper.union(q, &near).distance();
    let (eps, value) = (0.02, at(p));
    let slope = Vec3::from([Vec3::X, Vec3::Y, Vec3::Z].map(|a| (at(p + a * eps) - value) / eps));
    value * slope / slope.length_squared().max(0.05)
}
