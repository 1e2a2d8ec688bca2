//! The orbiting camera, in world (= upper) coordinates, mm. Pixels count from the top left corner of the view, y down.
//!
//! Camera axes: x to the right, y up on the screen, z towards the viewer.
use crate::base::Rigid;
use crate::jaw::OcclusalFrame;
use glam::{DMat3, DMat4, DQuat, DVec2, DVec3};

/// Turn of the camera for a drag of one pixel, radians: half a turn for 600 pixels.
pub const RAD_PER_PX: f64 = std::f64::consts::PI / 600.0;
/// Limits of the visible height, mm: from a fraction of a contact spot to several heads.
const HEIGHT_LIMITS_MM: (f64, f64) = (0.2, 2000.0);
/// Part of the view that [`Camera::fit`] fills.
const FILL: f64 = 0.92;

/// Pixels along the edges of a view that something else covers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Margins {
    pub left: u32,
    pub top: u32,
    pub right: u32,
    pub bottom: u32,
}

impl Margins {
    /// Those of a picture so many times as large.
    pub fn times(self, n: u32) -> Self {
        let Self { left, top, right, bottom } = self;
        Self { left: left * n, top: top * n, right: right * n, bottom: bottom * n }
    }

    /// Size of the part that is left free, and how far its middle lies from the view's, pixels (y down). Margins that
    /// would leave less than a third of a side are not kept.
    pub fn free(&self, size: [u32; 2]) -> ([u32; 2], DVec2) {
        let side = |all: u32, before: u32, after: u32| {
            let free = all.saturating_sub(before.saturating_add(after));
            match free >= (all / 3).max(1) {
                true => (free, 0.5 * (f64::from(before) - f64::from(after))),
                false => (all.max(1), 0.0),
            }
        };
        let (width, x) = side(size[0], self.left, self.right);
        let (height, y) = side(size[1], self.top, self.bottom);
        ([width, height], DVec2::new(x, y))
    }
}

/// The views that dentists know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StandardView {
    /// Facing the patient, whose right is on the viewer's left.
    Front,
    /// The patient's right side.
    Right,
    /// The patient's left side.
    Left,
    /// From behind, the patient's right on the viewer's right.
    Back,
    /// The upper teeth seen from below, incisors at the top, the patient's right on the viewer's left.
    UpperOcclusal,
    /// The lower teeth seen from above, incisors at the bottom, the patient's right on the viewer's left.
    LowerOcclusal,
}

impl StandardView {
    pub const ALL: [Self; 6] =
        [Self::Front, Self::Right, Self::Left, Self::Back, Self::UpperOcclusal, Self::LowerOcclusal];

    /// Rotation from camera axes to world axes.
    pub fn orientation(self, frame: &OcclusalFrame) -> DQuat {
        let (towards_viewer, up) = match self {
            Self::Front => (frame.front, frame.up),
            Self::Right => (frame.right, frame.up),
            Self::Left => (-frame.right, frame.up),
            Self::Back => (-frame.front, frame.up),
            Self::UpperOcclusal => (-frame.up, frame.front),
            Self::LowerOcclusal => (frame.up, -frame.front),
        };
        // Removes what little the frame's axes lack of being orthonormal.
        let z = towards_viewer.normalize_or(DVec3::Z);
        let x = up.cross(z).normalize_or(z.any_orthonormal_vector());
        DQuat::from_mat3(&DMat3::from_cols(x, z.cross(x), z))
    }

    /// The frame about `origin` of which `camera` shows this view: the inverse of [`StandardView::orientation`].
    pub fn frame_seen(self, camera: &Camera, origin: DVec3) -> Option<OcclusalFrame> {
        let (towards_viewer, up) = (camera.towards_viewer(), camera.up());
        let (up, front) = match self {
            Self::Front => (up, towards_viewer),
            Self::Right => (up, up.cross(towards_viewer)),
            Self::Left => (up, towards_viewer.cross(up)),
            Self::Back => (up, -towards_viewer),
            Self::UpperOcclusal => (-towards_viewer, up),
            Self::LowerOcclusal => (towards_viewer, -up),
        };
        OcclusalFrame::from_up_and_front(origin, up, front)
    }
}

/// A half line in world coordinates; `direction` is a unit vector away from the viewer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    pub origin: DVec3,
    pub direction: DVec3,
}

/// Where one looks from. Orthographic unless `fov_rad` is given: shapes keep their size, and millimetres on the
/// screen mean the same everywhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The point in the middle of the view, about which the camera orbits, mm.
    pub target: DVec3,
    /// Rotation from camera axes to world axes.
    pub orientation: DQuat,
    /// Height of the view in the plane through `target`, mm.
    pub height_mm: f64,
    /// Vertical field of view, radians; `None` = orthographic.
    pub fov_rad: Option<f64>,
}

impl Default for Camera {
    fn default() -> Self {
        Self { target: DVec3::ZERO, orientation: DQuat::IDENTITY, height_mm: 80.0, fov_rad: None }
    }
}

impl Camera {
    /// A standard view that shows all of `points` (world, mm; see [`super::SceneRenderer::outline`]).
    pub fn standard_view(view: StandardView, frame: &OcclusalFrame, points: &[DVec3], size: [u32; 2]) -> Self {
        let mut camera = Self { target: frame.origin, orientation: view.orientation(frame), ..Self::default() };
        camera.fit(points, size);
        camera
    }

    /// The same view of a world that a motion has taken elsewhere.
    pub fn moved(&self, motion: &Rigid) -> Self {
        let turned = DQuat::from_mat3(&motion.rotation) * self.orientation;
        Self { target: motion.transform_point(self.target), orientation: turned.normalize(), ..*self }
    }

    pub fn right(&self) -> DVec3 {
        self.orientation * DVec3::X
    }

    pub fn up(&self) -> DVec3 {
        self.orientation * DVec3::Y
    }

    /// Unit vector from the target towards the viewer.
    pub fn towards_viewer(&self) -> DVec3 {
        self.orientation * DVec3::Z
    }

    /// Distance of the eye from the target, mm; `None` for an orthographic camera.
    pub fn eye_distance_mm(&self) -> Option<f64> {
        self.fov_rad.map(|fov| 0.5 * self.height_mm / (0.5 * fov).tan())
    }

    /// Millimetres a pixel in the plane through the target.
    pub fn mm_per_px(&self, size: [u32; 2]) -> f64 {
        self.height_mm / f64::from(size[1].max(1))
    }

    /// World from camera coordinates: the origin is the target.
    fn world_from_camera(&self) -> DMat4 {
        DMat4::from_rotation_translation(self.orientation, self.target)
    }

    /// World to clip coordinates (depth 0 to 1), with a depth range that holds all of `points`.
    pub fn clip_from_world(&self, size: [u32; 2], points: &[DVec3]) -> DMat4 {
        let camera_from_world = self.world_from_camera().inverse();
        let (nearest, farthest) = points
            .iter()
            .map(|p| camera_from_world.transform_point3(*p).z)
            .fold((f64::NEG_INFINITY, f64::INFINITY), |(hi, lo), z| (hi.max(z), lo.min(z)));
        let (nearest, farthest) = if nearest >= farthest { (nearest, farthest) } else { (100.0, -100.0) };
        let margin = 1.0 + 0.05 * (nearest - farthest);
        let (nearest, farthest) = (nearest + margin, farthest - margin);
        let aspect = f64::from(size[0].max(1)) / f64::from(size[1].max(1));
        let clip_from_camera = match (self.fov_rad, self.eye_distance_mm()) {
            (Some(fov), Some(distance)) => {
                let near = (distance - nearest).max(0.02 * distance);
                let far = (distance - farthest).max(near * 1.01);
                glam::dcamera::rh::proj::directx::perspective(fov, aspect, near, far)
                    * DMat4::from_translation(DVec3::new(0.0, 0.0, -distance))
            }
            _ => {
                let (w, h) = (0.5 * self.height_mm * aspect, 0.5 * self.height_mm);
                glam::dcamera::rh::proj::directx::orthographic(-w, w, -h, h, -nearest, -farthest)
            }
        };
        clip_from_camera * camera_from_world
    }

    /// Where a world point is on the screen, pixels; `None` behind a perspective camera's eye.
    pub fn project(&self, point: DVec3, size: [u32; 2]) -> Option<DVec2> {
        let p = self.orientation.inverse() * (point - self.target);
        let scale = self.depth_scale(point)?;
        let offset = DVec2::new(p.x, -p.y) / (scale * self.mm_per_px(size));
        Some(middle(size) + offset)
    }

    /// How many times larger a pixel is at `point` than at the target; 1 when orthographic.
    fn depth_scale(&self, point: DVec3) -> Option<f64> {
        let Some(distance) = self.eye_distance_mm() else { return Some(1.0) };
        let scale = 1.0 - (point - self.target).dot(self.towards_viewer()) / distance;
        (scale > 1e-6).then_some(scale)
    }

    /// The point of the plane through the target, parallel to the screen, under the cursor.
    pub fn point_in_target_plane(&self, cursor: DVec2, size: [u32; 2]) -> DVec3 {
        let offset = (cursor - middle(size)) * self.mm_per_px(size);
        self.target + self.right() * offset.x - self.up() * offset.y
    }

    /// The ray under the cursor. An orthographic ray starts 1 m before the target's plane.
    pub fn ray(&self, cursor: DVec2, size: [u32; 2]) -> Ray {
        let in_plane = self.point_in_target_plane(cursor, size);
        match self.eye_distance_mm() {
            None => Ray { origin: in_plane + self.towards_viewer() * 1000.0, direction: -self.towards_viewer() },
            Some(distance) => {
                let eye = self.target + self.towards_viewer() * distance;
                Ray { origin: eye, direction: (in_plane - eye).normalize_or(-self.towards_viewer()) }
            }
        }
    }

    /// The motion in the view plane that takes what is under `from` to `to`, at the depth of `grabbed`, mm.
    pub fn motion_in_view(&self, from: DVec2, to: DVec2, grabbed: DVec3, size: [u32; 2]) -> DVec3 {
        let delta = (to - from) * self.mm_per_px(size) * self.depth_scale(grabbed).unwrap_or(1.0);
        self.right() * delta.x - self.up() * delta.y
    }

    /// Moves the view so that the point `grabbed` (or the target's plane) stays under the cursor.
    pub fn pan(&mut self, from: DVec2, to: DVec2, grabbed: Option<DVec3>, size: [u32; 2]) {
        self.target -= self.motion_in_view(from, to, grabbed.unwrap_or(self.target), size);
    }

    /// Zooms in by `factor` (> 1 enlarges); what is under the cursor in the target's plane stays there.
    pub fn zoom(&mut self, cursor: DVec2, factor: f64, size: [u32; 2]) {
        if !(factor.is_finite() && factor > 0.0) {
            return;
        }
        let fixed = self.point_in_target_plane(cursor, size);
        let height = (self.height_mm / factor).clamp(HEIGHT_LIMITS_MM.0, HEIGHT_LIMITS_MM.1);
        self.target = fixed + (self.target - fixed) * (height / self.height_mm);
        self.height_mm = height;
    }

    /// Turns like a turntable whose axis is `up`: sideways about `up`, up and down about the screen's horizontal;
    /// never upside down. `pivot` stays where it is on the screen.
    pub fn orbit(&mut self, delta_px: DVec2, up: DVec3, pivot: DVec3) {
        let up = up.normalize_or(DVec3::Y);
        self.turn(DQuat::from_axis_angle(up, -delta_px.x * RAD_PER_PX), pivot);
        // The camera's up may lean back to lying flat (looking along the axis), not further.
        let lean = self.towards_viewer().dot(up).atan2(self.up().dot(up));
        let limit = std::f64::consts::FRAC_PI_2;
        let wanted = (lean + delta_px.y * RAD_PER_PX).clamp(-limit.max(-lean), limit.max(lean));
        self.turn(DQuat::from_axis_angle(self.right(), lean - wanted), pivot);
    }

    /// Turns freely about the screen's axes. `pivot` stays where it is on the screen.
    pub fn trackball(&mut self, delta_px: DVec2, pivot: DVec3) {
        let axis = self.right() * delta_px.y + self.up() * delta_px.x;
        if let Some(axis) = axis.try_normalize() {
            self.turn(DQuat::from_axis_angle(axis, -delta_px.length() * RAD_PER_PX), pivot);
        }
    }

    /// Turns about the line of sight, radians, counter-clockwise picture for a positive angle.
    pub fn roll(&mut self, angle_rad: f64) {
        self.turn(DQuat::from_axis_angle(self.towards_viewer(), -angle_rad), self.target);
    }

    fn turn(&mut self, rotation: DQuat, pivot: DVec3) {
        self.orientation = (rotation * self.orientation).normalize();
        self.target = pivot + rotation * (self.target - pivot);
    }

    /// Makes `point` the middle of the view.
    pub fn focus(&mut self, point: DVec3) {
        self.target = point;
    }

    /// Moves and zooms, without turning, so that all of `points` fill the view. No points: nothing changes.
    pub fn fit(&mut self, points: &[DVec3], size: [u32; 2]) {
        let camera_from_world = self.orientation.inverse();
        let mut in_camera = points.iter().map(|p| camera_from_world * *p);
        let Some(first) = in_camera.next() else { return };
        let (lo, hi) = in_camera.fold((first, first), |(lo, hi), p| (lo.min(p), hi.max(p)));
        let extent = hi - lo;
        let aspect = f64::from(size[0].max(1)) / f64::from(size[1].max(1));
        // With perspective the near half is larger than in the middle plane.
        let nearer = if self.fov_rad.is_some() { 0.5 * extent.z } else { 0.0 };
        let height = extent.y.max(extent.x / aspect) / FILL + nearer;
        self.target = self.orientation * (0.5 * (lo + hi));
        self.height_mm = height.clamp(HEIGHT_LIMITS_MM.0, HEIGHT_LIMITS_MM.1);
    }

    /// As [`Camera::fit`], into the part of the view that the margins leave free.
    pub fn fit_in(&mut self, points: &[DVec3], size: [u32; 2], margins: &Margins) {
        if points.is_empty() {
            return;
        }
        let (free, shift) = margins.free(size);
        self.fit(points, free);
        let mm_per_px = self.mm_per_px(free);
        self.height_mm = mm_per_px * f64::from(size[1].max(1));
        self.target -= (self.right() * shift.x - self.up() * shift.y) * mm_per_px;
    }
}

fn middle(size: [u32; 2]) -> DVec2 {
    DVec2::new(f64::from(size[0]), f64::from(size[1])) * 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: [u32; 2] = [800, 600];

    /// A frame that lies askew in its file.
    fn frame() -> OcclusalFrame {
        let turn = DQuat::from_euler(glam::EulerRot::XYZ, 0.7, -0.4, 1.9);
        let (front, up) = (turn * DVec3::Y, turn * DVec3::Z);
        OcclusalFrame { origin: DVec3::new(5.0, -7.0, 11.0), up, front, right: front.cross(up) }
    }

    fn around(frame: &OcclusalFrame) -> Vec<DVec3> {
        [-1.0, 1.0]
            .iter()
            .flat_map(|s| [frame.up * 20.0, frame.front * 25.0, frame.right * 30.0].map(|d| frame.origin + d * *s))
            .collect()
    }

    fn cameras() -> Vec<Camera> {
        let mut camera = Camera::standard_view(StandardView::Right, &frame(), &around(&frame()), SIZE);
        camera.trackball(DVec2::new(37.0, -91.0), camera.target);
        vec![camera, Camera { fov_rad: Some(0.5), ..camera }]
    }

    fn near(a: DVec2, b: DVec2) -> bool {
        (a - b).length() < 1e-6
    }

    #[test]
    fn the_patients_right_is_where_dentists_expect_it() {
        let f = frame();
        let on_screen = |view, p: DVec3| {
            let camera = Camera::standard_view(view, &f, &around(&f), SIZE);
            camera.project(f.origin + p * 10.0, SIZE).unwrap() - camera.project(f.origin, SIZE).unwrap()
        };
        for view in [StandardView::Front, StandardView::UpperOcclusal, StandardView::LowerOcclusal] {
            assert!(on_screen(view, f.right).x < -10.0, "{view:?}: right is on the viewer's left");
        }
        for view in [StandardView::Front, StandardView::Right, StandardView::Left] {
            assert!(on_screen(view, f.up).y < -10.0, "{view:?}: the upper jaw is above");
        }
        assert!(on_screen(StandardView::Right, f.front).x > 10.0);
        assert!(on_screen(StandardView::Left, f.front).x < -10.0);
        assert!(on_screen(StandardView::UpperOcclusal, f.front).y < -10.0);
        assert!(on_screen(StandardView::LowerOcclusal, f.front).y > 10.0);
        let towards = |v: StandardView| v.orientation(&f) * DVec3::Z;
        assert!(towards(StandardView::UpperOcclusal).dot(f.up) < -0.999, "seen from below");
        assert!(towards(StandardView::LowerOcclusal).dot(f.up) > 0.999, "seen from above");
    }

    #[test]
    fn clip_coordinates_and_screen_agree() {
        let points = around(&frame());
        for camera in cameras() {
            let clip = camera.clip_from_world(SIZE, &points);
            for p in &points {
                let ndc = clip.project_point3(*p);
                assert!((0.0..=1.0).contains(&ndc.z), "{ndc}");
                let px = DVec2::new((ndc.x * 0.5 + 0.5) * 800.0, (0.5 - ndc.y * 0.5) * 600.0);
                assert!(near(px, camera.project(*p, SIZE).unwrap()));
            }
        }
    }

    #[test]
    fn rays_pass_through_what_they_point_at() {
        for camera in cameras() {
            for p in around(&frame()) {
                let ray = camera.ray(camera.project(p, SIZE).unwrap(), SIZE);
                let off = (p - ray.origin).cross(ray.direction).length();
                assert!(off < 1e-6 && (p - ray.origin).dot(ray.direction) > 0.0, "{off}");
            }
        }
    }

    #[test]
    fn panning_and_zooming_keep_the_point_under_the_cursor() {
        let (from, to) = (DVec2::new(123.0, 456.0), DVec2::new(300.0, 220.0));
        for mut camera in cameras() {
            let grabbed = camera.ray(from, SIZE).origin + camera.ray(from, SIZE).direction * 70.0;
            let grabbed = if camera.fov_rad.is_some() { grabbed } else { camera.point_in_target_plane(from, SIZE) };
            camera.pan(from, to, Some(grabbed), SIZE);
            assert!(near(camera.project(grabbed, SIZE).unwrap(), to));
            let fixed = camera.point_in_target_plane(to, SIZE);
            let before = camera.height_mm;
            camera.zoom(to, 1.7, SIZE);
            assert!((camera.height_mm * 1.7 - before).abs() < 1e-9);
            assert!(near(camera.project(fixed, SIZE).unwrap(), to));
            camera.zoom(to, f64::NAN, SIZE);
            camera.zoom(to, 1e9, SIZE);
            assert_eq!(camera.height_mm, HEIGHT_LIMITS_MM.0);
        }
    }

    #[test]
    fn the_turntable_keeps_its_axis_upright_and_its_pivot_in_place() {
        let f = frame();
        for view in StandardView::ALL {
            let mut camera = Camera::standard_view(view, &f, &around(&f), SIZE);
            let pivot = f.origin + f.right * 9.0 - f.up * 4.0;
            let at = camera.project(pivot, SIZE).unwrap();
            for step in 0..200 {
                let delta = DVec2::new((step % 7) as f64 * 5.0 - 8.0, (step % 11) as f64 * 9.0 - 30.0);
                camera.orbit(delta, f.up, pivot);
                assert!(camera.right().dot(f.up).abs() < 1e-6, "{view:?} step {step}: the horizon is level");
                assert!(camera.up().dot(f.up) > -1e-6, "{view:?} step {step}: never upside down");
            }
            assert!(near(camera.project(pivot, SIZE).unwrap(), at));
        }
        // Negative twin: the free trackball does lose the horizon.
        let mut camera = Camera::standard_view(StandardView::Front, &f, &around(&f), SIZE);
        camera.trackball(DVec2::new(50.0, 50.0), f.origin);
        camera.trackball(DVec2::new(90.0, -20.0), f.origin);
        assert!(camera.right().dot(f.up).abs() > 0.01);
    }

    #[test]
    fn dragging_turns_the_scene_with_the_hand() {
        let f = frame();
        let mut camera = Camera::standard_view(StandardView::Front, &f, &around(&f), SIZE);
        let nearest = f.origin + f.front * 20.0;
        let before = camera.project(nearest, SIZE).unwrap();
        camera.orbit(DVec2::new(40.0, 25.0), f.up, f.origin);
        let after = camera.project(nearest, SIZE).unwrap();
        assert!(after.x > before.x + 5.0 && after.y > before.y + 5.0, "{before} {after}");
        let mut free = Camera::standard_view(StandardView::Front, &f, &around(&f), SIZE);
        free.trackball(DVec2::new(40.0, 25.0), f.origin);
        let after = free.project(nearest, SIZE).unwrap();
        assert!(after.x > before.x + 5.0 && after.y > before.y + 5.0, "{before} {after}");
    }

    #[test]
    fn a_view_gives_its_frame_back() {
        let f = frame();
        for view in StandardView::ALL {
            let camera = Camera::standard_view(view, &f, &around(&f), SIZE);
            let seen = view.frame_seen(&camera, f.origin).unwrap();
            for (a, b) in [(seen.up, f.up), (seen.front, f.front), (seen.right, f.right)] {
                assert!(a.distance(b) < 1e-9, "{view:?}");
            }
            // Negative twin: taken for another view it is another frame.
            let other = if view == StandardView::Front { StandardView::Left } else { StandardView::Front };
            assert!(other.frame_seen(&camera, f.origin).unwrap().front.distance(f.front) > 0.5, "{view:?}");
        }
    }

    #[test]
    fn what_covers_the_edges_covers_nothing_of_the_jaws() {
        let points = around(&frame());
        for margins in [
            Margins { bottom: 90, ..Margins::default() },
            Margins { left: 100, top: 20, right: 250, bottom: 0 },
            Margins::default(),
        ] {
            for view in StandardView::ALL {
                let mut camera = Camera::standard_view(view, &frame(), &points, SIZE);
                camera.fit_in(&points, SIZE, &margins);
                let (lo, hi) = (
                    DVec2::new(f64::from(margins.left), f64::from(margins.top)),
                    DVec2::new(f64::from(SIZE[0] - margins.right), f64::from(SIZE[1] - margins.bottom)),
                );
                let seen = points.iter().map(|p| camera.project(*p, SIZE).unwrap());
                let (least, most) = seen.fold((hi, lo), |(l, m), q| (l.min(q), m.max(q)));
                assert!(least.cmpge(lo).all() && most.cmple(hi).all(), "{view:?} {margins:?}: {least} {most}");
                assert!((0.5 * (least + most)).distance(0.5 * (lo + hi)) < 1e-6, "in the middle of what is free");
                let share = (most - least) / (hi - lo);
                assert!((share.max_element() - FILL).abs() < 1e-6, "and as large as it can be: {share}");
            }
        }
        // Margins that leave nothing are not kept.
        let all = Margins { bottom: 590, ..Margins::default() };
        assert_eq!(all.free(SIZE), (SIZE, DVec2::ZERO));
    }

    #[test]
    fn fitting_shows_everything_and_nothing_is_no_harm() {
        let points = around(&frame());
        for view in StandardView::ALL {
            for size in [[800, 600], [300, 900], [1, 1]] {
                let camera = Camera::standard_view(view, &frame(), &points, size);
                let inside = |p: &DVec3| {
                    let q = camera.project(*p, size).unwrap();
                    q.min_element() >= 0.0 && q.x <= f64::from(size[0]) && q.y <= f64::from(size[1])
                };
                assert!(points.iter().all(inside), "{view:?} {size:?}");
            }
        }
        let mut camera = Camera::default();
        camera.fit(&[], SIZE);
        assert_eq!(camera, Camera::default());
    }
}
