//! The average arches: where the middles of the crowns stand in the occlusal plane, in millimetres.
use glam::Vec2;

/// The curve on which the middles of the crowns stand: half an ellipse, open at the back.
pub struct ArchForm {
    half_width_mm: f32,
    depth_mm: f32,
    /// Where the ellipse's centre lies in front of the origin.
    centre_z_mm: f32,
}

/// The middle of a whole arch's depth lies so far in front of the origin, mm.
pub const MIDDLE_MM: f64 = 12.0;
pub const UPPER_FORM: ArchForm = ArchForm { half_width_mm: 25.9, depth_mm: 45.0, centre_z_mm: -15.0 };
pub const LOWER_FORM: ArchForm = ArchForm { half_width_mm: 23.1, depth_mm: 42.2, centre_z_mm: -13.4 };

/// Unit vector out of the arch at a place of the occlusal plane (right and front of the middle of the arch's depth, mm); `None` at its centre.
pub fn outwards(form: &ArchForm, at: Vec2) -> Option<Vec2> {
    let from_centre = at + Vec2::Y * (MIDDLE_MM as f32 - form.centre_z_mm);
    (from_centre / Vec2::new(form.half_width_mm, form.depth_mm).powf(2.0)).try_normalize()
}

/// The point (x, z) of the right-hand quarter of the ellipse at an arc length from its front, and the outward normal.
pub fn on_ellipse(form: &ArchForm, arc_mm: f32) -> (Vec2, Vec2) {
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
