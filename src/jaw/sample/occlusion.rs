//! Intercuspation: the lower teeth erupt until they meet the upper ones, then give way to them as worn teeth do.
use super::arch::{Arch, away_from_spot};
use super::smooth::smooth_max;
use super::tooth::Tooth;
use super::tooth_table::Top;
use glam::Vec3;

/// How deep the worn spots stay inside the upper jaw, mm: teeth of scans interpenetrate by some hundredths.
const SPOT_DEPTH_MM: f32 = 0.05;
/// Clearance that wear leaves between the spots, mm.
const WORN_CLEARANCE_MM: f32 = 0.38;
/// Size of a spot, mm.
const SPOT_RADIUS_MM: f32 = 0.55;
/// Spots are at least this far apart, mm.
const SPOT_SPACING_MM: f32 = 2.1;
/// Grid on which the lower crowns are searched for spots, mm.
const SEARCH_MM: f32 = 0.35;

/// The lower arch in intercuspation with the upper one.
pub struct Occlusion<'a> {
    pub upper: &'a Arch,
    pub lower: Arch,
    /// Places of contact on the upper teeth.
    pub spots: Vec<Vec3>,
}

/// A place on a lower crown before wear, and how deep it lies inside the upper arch (mm, negative: outside).
struct Probe {
    at: Vec3,
    depth: f32,
}

impl<'a> Occlusion<'a> {
    pub fn new(upper: &'a Arch, mut lower: Arch) -> Self {
        let mut spots = Vec::new();
        for tooth in &mut lower.teeth {
            let surface = occlusal_surface(tooth);
            erupt(tooth, &surface, upper);
            pick_spots(tooth, &surface, upper, &mut spots);
        }
        Self { upper, lower, spots }
    }

    /// The worn lower arch at a point, mm; `near` and `near_upper` as [`Arch::near`] gives them.
    pub fn distance(&self, p: Vec3, near: &[u8], near_upper: &[u8]) -> f32 {
        let own = self.lower.union(p, near).distance();
        if near_upper.is_empty() || own > 1.0 {
            return own;
        }
        let other = self.upper.union(p, near_upper).distance();
        if other > 1.0 {
            return own;
        }
        smooth_max(own, self.clearance(p) - other, 0.12)
    }

    /// The gap that wear leaves at a point, mm; negative at a spot.
    fn clearance(&self, p: Vec3) -> f32 {
        let nearest = self.spots.iter().map(|s| s.distance_squared(p)).fold(f32::INFINITY, f32::min).sqrt();
        WORN_CLEARANCE_MM * away_from_spot(nearest, SPOT_RADIUS_MM) - SPOT_DEPTH_MM
    }
}

/// Points of the biting surface of a crown, in local coordinates, on a grid seen from occlusal.
fn occlusal_surface(tooth: &Tooth) -> Vec<Vec3> {
    let half_m = (0.5 * tooth.shape.mesiodistal_mm / SEARCH_MM) as i32;
    let half_b = (0.5 * tooth.shape.buccolingual_mm / SEARCH_MM) as i32;
    let mut points = Vec::new();
    for i in -half_m..=half_m {
        for j in -half_b..=half_b {
            let at = |o: f32| Vec3::new(i as f32 * SEARCH_MM, j as f32 * SEARCH_MM, o);
            let (mut low, mut high) = (0.5 * tooth.shape.crown_mm, tooth.shape.crown_mm + 0.5);
            if tooth.crown_at(at(low)) > 0.0 {
                continue;
            }
            for _ in 0..14 {
                let middle = 0.5 * (low + high);
                if tooth.crown_at(at(middle)) > 0.0 { high = middle } else { low = middle }
            }
            points.push(at(low));
        }
    }
    points
}

/// Moves a tooth along its axis until it lies as deep in the upper arch as wear will take away again.
fn erupt(tooth: &mut Tooth, surface: &[Vec3], upper: &Arch) {
    let wanted = if matches!(tooth.shape.top, Top::Edge { .. }) { 0.22 } else { 0.55 };
    let start = tooth.tip;
    let (mut low, mut high) = (-2.5, 2.0);
    for _ in 0..10 {
        let middle = 0.5 * (low + high);
        tooth.tip = start + tooth.occlusal * middle;
        let deepest = surface.iter().map(|l| probe(tooth, *l, upper).depth).fold(f32::NEG_INFINITY, f32::max);
        if deepest > wanted { high = middle } else { low = middle }
    }
}

fn probe(tooth: &Tooth, local: Vec3, upper: &Arch) -> Probe {
    let at = tooth.place(local);
    Probe { at, depth: -upper.union(at, &upper.near(at, 0.0)).distance() }
}

/// From the nearest place on the upper teeth to a point inside them.
fn towards_surface(upper: &Arch, p: Vec3) -> Vec3 {
    let near = upper.near(p, 0.5);
    let at = |q: Vec3| upper.union(q, &near).distance();
    let (eps, value) = (0.02, at(p));
    let slope = Vec3::from([Vec3::X, Vec3::Y, Vec3::Z].map(|a| (at(p + a * eps) - value) / eps));
    value * slope / slope.length_squared().max(0.05)
}

/// The deepest places of a tooth, some millimetres apart, become its contact spots.
fn pick_spots(tooth: &Tooth, surface: &[Vec3], upper: &Arch, spots: &mut Vec<Vec3>) {
    let most = match tooth.shape.fdi_digit {
        1..=3 => 1,
        4 | 5 => 2,
        _ => 5,
    };
    let mut probes: Vec<Probe> = surface.iter().map(|l| probe(tooth, *l, upper)).filter(|p| p.depth > 0.08).collect();
    probes.sort_by(|a, b| b.depth.total_cmp(&a.depth));
    let first = spots.len();
    for p in probes {
        if spots.len() - first < most && spots.iter().all(|s| s.distance(p.at) >= SPOT_SPACING_MM) {
            spots.push(p.at - towards_surface(upper, p.at));
        }
    }
}
