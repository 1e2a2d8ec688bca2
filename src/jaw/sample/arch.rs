//! Two arches of 14 teeth, set on half ellipses and on the curves of Spee and Wilson (Monson's sphere).
//!
//! Axes of the sample case, in millimetres: `x` towards the patient's left, `y` from the lower towards the upper jaw,
//! `z` towards the front; the origin lies in the occlusal plane between the first molars.
use super::smooth::{noise, smooth_step};
use super::tooth::{Tooth, Union};
use super::tooth_table::{LOWER, ToothShape, Top, UPPER};
use crate::jaw::JawSide;
use glam::{Quat, Vec2, Vec3};

/// The curve on which the middles of the crowns stand: half an ellipse, open at the back.
struct ArchForm {
    half_width_mm: f32,
    depth_mm: f32,
    /// Where the ellipse's centre lies in front of the origin.
    centre_z_mm: f32,
}

const UPPER_FORM: ArchForm = ArchForm { half_width_mm: 25.2, depth_mm: 45.0, centre_z_mm: -15.0 };
const LOWER_FORM: ArchForm = ArchForm { half_width_mm: 22.8, depth_mm: 42.0, centre_z_mm: -13.4 };
/// Radius of Monson's sphere, and where its lowest point lies.
const MONSON_MM: f32 = 100.0;
const MONSON_Z_MM: f32 = 2.0;
/// Height of the sphere under the arches' teeth, taken off so that the occlusal plane is y = 0.
const MONSON_MEAN_MM: f32 = 2.9;
/// The scan ends about this far beyond the gum line.
const RIM_MM: f32 = 5.6;

/// One arch as a solid.
pub struct Arch {
    pub teeth: Vec<Tooth>,
}

impl Arch {
    /// 14 teeth from the patient's right second molar to the left one.
    pub fn new(side: JawSide) -> Self {
        let (shapes, form) = match side {
            JawSide::Upper => (&UPPER, &UPPER_FORM),
            JawSide::Lower => (&LOWER, &LOWER_FORM),
        };
        let mut middles = Vec::new();
        let mut arc = 0.0;
        for shape in shapes {
            middles.push(arc + 0.5 * shape.mesiodistal_mm);
            arc += shape.mesiodistal_mm;
        }
        let right = (0..7).rev().map(|i| (i, -1.0));
        let left = (0..7).map(|i| (i, 1.0));
        let teeth = right.chain(left).map(|(i, left)| place(side, &shapes[i], form, middles[i], left)).collect();
        Self { teeth }
    }

    /// The teeth whose crown or gum can matter within `radius` of a point.
    pub fn near(&self, p: Vec3, radius: f32) -> Vec<u8> {
        let close = |tooth: &Tooth| {
            let l = tooth.local(p);
            l.x.abs() <= 0.5 * tooth.shape.mesiodistal_mm + 2.4 + radius
                && l.y.abs() <= 0.5 * tooth.shape.buccolingual_mm + 4.0 + radius
                && l.z <= tooth.shape.crown_mm + 1.5 + radius
        };
        (0..self.teeth.len()).filter(|i| close(&self.teeth[*i])).map(|i| i as u8).collect()
    }

    /// Crowns and gum at a point, of the given teeth only.
    pub fn union(&self, p: Vec3, near: &[u8]) -> Union {
        let mut union = Union::NOTHING;
        for i in near {
            let tooth = &self.teeth[usize::from(*i)];
            union.add(tooth.fields(tooth.local(p)));
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
    let mesial = -left * outwards.cross(Vec3::Y);
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
    Tooth { shape, tip, mesial: turn * mesial, buccal: turn * buccal, occlusal }
}

/// The point (x, z) of the right-hand quarter of the ellipse at an arc length from its front, and the outward normal.
fn on_ellipse(form: &ArchForm, arc_mm: f32) -> (Vec2, Vec2) {
    let (a, b) = (form.half_width_mm, form.depth_mm);
    let point = |t: f32| Vec2::new(a * t.sin(), b * t.cos() + form.centre_z_mm);
    let step = 1e-3;
    let (mut t, mut length) = (0.0, 0.0);
    while length < arc_mm && t < 2.0 {
        length += point(t).distance(point(t + step));
        t += step;
    }
    (point(t), Vec2::new(b * t.sin(), a * t.cos()).normalize())
}

/// How much clearance a distance (mm) from a contact spot earns: 0 at the spot, 1 far away.
pub fn away_from_spot(distance_mm: f32, spot_mm: f32) -> f32 {
    smooth_step(distance_mm / (2.2 * spot_mm))
}
