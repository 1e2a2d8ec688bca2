//! Two arches of 14 teeth, set on half ellipses and on the curves of Spee and Wilson (Monson's sphere).
//!
//! Axes of the sample case, in millimetres: `x` towards the patient's left, `y` from the lower towards the upper jaw,
//! `z` towards the front; the origin lies in the occlusal plane between the first molars.
use super::smooth::{noise, smooth_step};
use super::tooth::{Tooth, Union};
use super::tooth_table::{LOWER, ToothShape, Top, UPPER};
use crate::jaw::JawSide;
use crate::jaw::arch_form::{ArchForm, LOWER_FORM, UPPER_FORM, on_ellipse};
use glam::{Quat, Vec3};

/// Radius of Monson's sphere, and where its lowest point lies.
const MONSON_MM: f32 = 100.0;
const MONSON_Z_MM: f32 = 2.0;
/// Height of the sphere under the arches' teeth, taken off so that the occlusal plane is y = 0.
const MONSON_MEAN_MM: f32 = 2.9;
/// The scan ends about this far beyond the gum line.
const RIM_MM: f32 = 4.8;

/// One arch as a solid.
pub struct Arch {
    pub teeth: Vec<Tooth>,
}

impl Arch {
    /// 14 teeth from the patient's right second molar to the left one.
    pub fn new(side: JawSide) -> Self {
        let shapes: &[ToothShape] = if side == JawSide::Upper { &UPPER } else { &LOWER };
        Self::of_shapes(side, [shapes; 2], PROXIMAL_MM)
    }

    /// Teeth of these shapes from the midline backwards, on the patient's right and left; neighbours are pressed into each other so
    /// far, mm (negative: apart).
    pub fn of_shapes(side: JawSide, [right, left]: [&'static [ToothShape]; 2], proximal_mm: f32) -> Self {
        let form = if side == JawSide::Upper { &UPPER_FORM } else { &LOWER_FORM };
        let mut teeth = one_side((side, form), right, -1.0, proximal_mm);
        teeth.reverse();
        teeth.extend(one_side((side, form), left, 1.0, proximal_mm));
        Self { teeth }
    }

    /// The teeth whose crown or gum can matter within `radius` of a point.
    pub fn near(&self, p: Vec3, radius: f32) -> Vec<u8> {
        let close = |tooth: &Tooth| {
            let l = tooth.local(p);
            l.x.abs() <= 0.5 * tooth.shape.mesiodistal_mm + 3.2 + radius
                && l.y.abs() <= 0.5 * tooth.shape.buccolingual_mm + 4.0 + radius
                && l.z <= tooth.shape.crown_mm + 1.5 + radius
        };
        (0..self.teeth.len()).filter(|i| close(&self.teeth[*i])).map(|i| i as u8).collect()
    }

    /// Crowns and gum at a point, of the given teeth only.
    pub fn union(&self, p: Vec3, near: &[u8]) -> Union {
        let mut union = Union::NOTHING;
        let mut locals = [(f32::INFINITY, Vec3::ZERO, 0); 16];
        let mut n = 0;
        for i in near.iter().take(locals.len()) {
            let tooth = &self.teeth[usize::from(*i)];
            let l = tooth.local(p);
            locals[n] = (l.x.abs() - 0.5 * tooth.shape.mesiodistal_mm, l, *i);
            // The nearest first, so that most of the others need no look.
            if n > 0 && locals[n].0 < locals[0].0 {
                locals.swap(0, n);
            }
            n += 1;
        }
        for (beside_mm, l, i) in &locals[..n] {
            if !union.hides(*beside_mm) {
                union.add(self.teeth[usize::from(*i)].fields(*l));
            }
        }
        union
    }

    /// Whether a point lies beyond the rim where the scan ends: some millimetres of gum, with a wavy edge.
    pub fn beyond_rim(&self, p: Vec3, near: &[u8]) -> bool {
        let (mut height, mut weights) = (0.0, 0.0);
        for i in near {
            let tooth = &self.teeth[usize::from(*i)];
            let l = tooth.local(p);
            let weight = ((l.x / tooth.shape.mesiodistal_mm).powi(2) + 0.05).powi(-3);
            height += weight * l.z;
            weights += weight;
        }
        let wave =
            0.5 * (0.45 * p.x + 0.2 * p.z).sin() + 0.35 * (0.9 * p.z - 0.6 * p.x).sin() + 0.2 * (2.3 * p.x).sin();
        weights <= 0.0 || height / weights < -RIM_MM - wave
    }
}

/// How far neighbours press into each other at their contact point, mm.
const PROXIMAL_MM: f32 = 0.06;

/// Teeth from the midline backwards, each moved along the arch until it touches the one before it.
fn one_side(
    (side, form): (JawSide, &ArchForm),
    shapes: &'static [ToothShape],
    left: f32,
    proximal_mm: f32,
) -> Vec<Tooth> {
    let mut teeth: Vec<Tooth> = Vec::new();
    let mut arc = 0.0;
    for shape in shapes {
        let face = mesial_face(&place(side, shape, form, arc, left));
        // Neighbours stand about half the sum of their widths apart.
        let widths = shape.mesiodistal_mm + teeth.last().map_or(0.0, |last| last.shape.mesiodistal_mm);
        let (mut low, mut high) = (arc + 0.38 * widths, arc + 0.6 * widths);
        for _ in 0..12 {
            arc = 0.5 * (low + high);
            let tooth = place(side, shape, form, arc, left);
            // The first tooth meets the midline, every other one its neighbour.
            let pressed = |l: &Vec3| match teeth.last() {
                None => -left * tooth.place(*l).x + 0.5 * proximal_mm,
                Some(last) => -last.crown_at(last.local(tooth.place(*l))),
            };
            let deepest = face.iter().map(pressed).fold(f32::NEG_INFINITY, f32::max);
            if deepest > proximal_mm { low = arc } else { high = arc }
        }
        arc = high;
        teeth.push(place(side, shape, form, arc, left));
    }
    teeth
}

/// Points of a crown's mesial face, in local coordinates.
fn mesial_face(tooth: &Tooth) -> Vec<Vec3> {
    let mut points = Vec::new();
    for i in -4..=5 {
        for k in 3..=9 {
            let b = 0.1 * i as f32 * tooth.shape.buccolingual_mm;
            let at = |m: f32| Vec3::new(m, b, 0.1 * k as f32 * tooth.shape.crown_mm);
            let (mut low, mut high) = (0.0, 0.7 * tooth.shape.mesiodistal_mm);
            if tooth.crown_at(at(low)) > 0.0 {
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

/// Sets one tooth at an arc length from the midline, on the patient's left (+1) or right (-1).
fn place(side: JawSide, shape: &'static ToothShape, form: &ArchForm, arc_mm: f32, left: f32) -> Tooth {
    let (at, outwards) = on_ellipse(form, arc_mm);
    let at = Vec3::new(left * at.x, 0.0, at.y);
    let outwards = Vec3::new(left * outwards.x, 0.0, outwards.y);
    let sphere = (at.x * at.x + (at.z - MONSON_Z_MM).powi(2)) / (2.0 * MONSON_MM) - MONSON_MEAN_MM;
    let inwards = Vec3::new(-at.x, MONSON_MM, MONSON_Z_MM - at.z).normalize();
    // Front teeth lean as their torque says; back teeth stand square to the sphere.
    let up = if matches!(shape.top, Top::Edge { .. }) { Vec3::Y } else { inwards };
    let occlusal = if side == JawSide::Upper { -up } else { up };
    let mesial = left * outwards.cross(Vec3::Y);
    let mesial = (mesial - occlusal * occlusal.dot(mesial)).normalize();
    let buccal = (outwards - occlusal * occlusal.dot(outwards) - mesial * mesial.dot(outwards)).normalize();

    let seed =
        u32::from(shape.fdi_digit) + if left > 0.0 { 10 } else { 20 } + if side == JawSide::Upper { 100 } else { 200 };
    let vary = |k: u32| noise(seed * 7 + k);
    let (sin, cos) = (shape.torque_deg + 1.2 * vary(0)).to_radians().sin_cos();
    let (occlusal, buccal) = (occlusal * cos + buccal * sin, buccal * cos - occlusal * sin);
    let turn = Quat::from_axis_angle(occlusal, (1.8 * vary(1)).to_radians());
    let tip = at
        + Vec3::Y * sphere
        + outwards * (shape.tip_out_mm + 0.12 * vary(2))
        + occlusal * (shape.tip_rise_mm + 0.1 * vary(3));
    let root_lean = (buccal.y / occlusal.y).clamp(-0.5, 0.5) * 0.85;
    Tooth { shape, tip, mesial: turn * mesial, buccal: turn * buccal, occlusal, cusp_wear_mm: [0.0; 5], root_lean }
}

/// How much clearance a distance (mm) from a contact spot earns: 0 at the spot, 1 far away.
pub fn away_from_spot(distance_mm: f32, spot_mm: f32) -> f32 {
    smooth_step(distance_mm / (2.2 * spot_mm))
}
