//! What says where condyles and reference plane of a patient are, where they are not taken by the averages.
use super::articulator::CONDYLES_APART_MM;
use super::hinge_frame::HingeFrame;
use super::plane::seen_from_lower;
use crate::base::Rigid;
use glam::{DMat3, DVec3};

/// World (= upper) coordinates, mm. Its front lies in the articulator's reference plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Facebow {
    /// Middle of the axis, direction to the patient's right, and to the front along the reference plane.
    Axis { point: DVec3, right: DVec3, front: DVec3 },
    /// Both condyles, and a third point in front of them in the reference plane: the orbit's rim, or the wing of the nose.
    Points { right: DVec3, left: DVec3, front: DVec3 },
    /// The transform that a facebow gave.
    Typed { hinge_from_world: Rigid },
}

/// One of the three points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisPoint {
    RightCondyle,
    LeftCondyle,
    /// In front of them, in the reference plane.
    Front,
}

impl AxisPoint {
    pub const ALL: [Self; 3] = [Self::RightCondyle, Self::LeftCondyle, Self::Front];
}

/// From the axis to the orbit's rim or the wing of the nose, mm: about, for a point that nobody has picked yet.
const FRONT_MM: f64 = 80.0;
/// Scans lie no farther from where their coordinates begin, mm.
const FARTHEST_MM: f64 = 10_000.0;

impl Facebow {
    /// Three points that say what a hinge frame says already, to be corrected one by one.
    pub fn points_of(hinge: &HingeFrame, half_width_mm: f64) -> Self {
        let at = |p: DVec3| hinge.world_from_hinge.transform_point(p);
        let [right, left] = [half_width_mm, -half_width_mm].map(|x| at(DVec3::X * x));
        Self::Points { right, left, front: at(DVec3::Y * FRONT_MM) }
    }

    /// As in [`AxisPoint::ALL`]; `None` of one that is not made of points.
    pub fn points(&self) -> Option<[DVec3; 3]> {
        match *self {
            Self::Points { right, left, front } => Some([right, left, front]),
            Self::Axis { .. } | Self::Typed { .. } => None,
        }
    }

    /// The same with one of its points elsewhere.
    pub fn with_point(self, point: AxisPoint, at: DVec3) -> Self {
        match (self, point) {
            (Self::Points { left, front, .. }, AxisPoint::RightCondyle) => Self::Points { right: at, left, front },
            (Self::Points { right, front, .. }, AxisPoint::LeftCondyle) => Self::Points { right, left: at, front },
            (Self::Points { right, left, .. }, AxisPoint::Front) => Self::Points { right, left, front: at },
            (other, _) => other,
        }
    }

    /// `None` when directions have no length or are parallel, or condyles coincide.
    pub fn world_from_hinge(&self) -> Option<Rigid> {
        match *self {
            Self::Axis { point, right, front } => frame(point, right, front),
            Self::Points { right, left, front } => {
                let middle = (right + left) / 2.0;
                frame(middle, right - left, front - middle)
            }
            Self::Typed { hinge_from_world } => Some(hinge_from_world.inverse()),
        }
    }

    /// The distance of condyles that were picked, whatever it is, mm.
    pub fn condyles_apart_mm(&self) -> Option<f64> {
        self.points().map(|[right, left, _]| right.distance(left))
    }

    /// The distance of condyles that were picked, mm; `None` as well where no head has it.
    pub fn intercondylar_mm(&self) -> Option<f64> {
        self.condyles_apart_mm().filter(|mm| CONDYLES_APART_MM.contains(mm))
    }

    /// Whether a head can have its axis there.
    pub fn is_sound(&self) -> bool {
        let is_apart = self.points().is_none() || self.intercondylar_mm().is_some();
        is_apart && self.world_from_hinge().is_some_and(|world| world.translation.abs().max_element() < FARTHEST_MM)
    }

    /// The same axis told to a plane whose front lies so much lower, degrees: what is in front turns about the axis.
    pub fn to_lower(self, lower_deg: f64) -> Self {
        let turned = |axis: DVec3, v: DVec3| match axis.try_normalize() {
            Some(axis) => DMat3::from_axis_angle(axis, -lower_deg.to_radians()) * v,
            None => v,
        };
        match self {
            Self::Axis { point, right, front } => Self::Axis { point, right, front: turned(right, front) },
            Self::Points { right, left, front } => {
                let middle = (right + left) / 2.0;
                Self::Points { right, left, front: middle + turned(right - left, front - middle) }
            }
            Self::Typed { hinge_from_world } => {
                let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| seen_from_lower(axis, lower_deg));
                let rotation = DMat3::from_cols(axes[0], axes[1], axes[2]);
                Self::Typed { hinge_from_world: Rigid { rotation, translation: DVec3::ZERO } * hinge_from_world }
            }
        }
    }

    /// Of the same head where the lower scan is the upper one: right and left, up and down change places. `lower_from_upper` before.
    pub fn swapped(self, lower_from_upper: &Rigid) -> Self {
        let at = |p: DVec3| lower_from_upper.transform_point(p);
        match self {
            Self::Axis { point, right, front } => {
                let [right, front] = [-right, front].map(|v| lower_from_upper.transform_vector(v));
                Self::Axis { point: at(point), right, front }
            }
            Self::Points { right, left, front } => Self::Points { right: at(left), left: at(right), front: at(front) },
            Self::Typed { hinge_from_world } => {
                let turned =
                    Rigid { rotation: DMat3::from_diagonal(DVec3::new(-1.0, 1.0, -1.0)), translation: DVec3::ZERO };
                Self::Typed { hinge_from_world: turned * hinge_from_world * lower_from_upper.inverse() }
            }
        }
    }
}

/// The axis is kept, the front made square to it.
fn frame(origin: DVec3, right: DVec3, front: DVec3) -> Option<Rigid> {
    let x = right.try_normalize()?;
    let across = front - x * x.dot(front);
    let y = (across.length() > 1e-6 * front.length()).then(|| across.try_normalize())??;
    origin.is_finite().then(|| Rigid { rotation: DMat3::from_cols(x, y, x.cross(y)), translation: origin })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jaw::motion::{
        Articulator, Course, Guide, Movement, MovementKind, PlanePitches, ReferencePlane, Side, Step, opening_rad,
    };

    fn all() -> [Facebow; 3] {
        let turned = Rigid::from_six([4.0, 5.0, 6.0, 10.0, 20.0, 30.0]);
        let at = |p: DVec3| turned.transform_point(p);
        let [point, right, front] = [at(DVec3::ZERO), turned.rotation * DVec3::X, turned.rotation * DVec3::Y];
        [
            Facebow::Points { right: at(DVec3::X * 50.0), left: at(DVec3::X * -50.0), front: at(DVec3::Y * 70.0) },
            Facebow::Axis { point, right, front },
            Facebow::Typed { hinge_from_world: turned.inverse() },
        ]
    }

    /// Where a point of the lower jaw goes in a laterotrusion in which the condyle goes 4 mm along its way, world coordinates.
    fn goes(articulator: &Articulator, facebow: &Facebow) -> DVec3 {
        let incisal = DVec3::new(10.0, 90.0, -20.0);
        let hinge = HingeFrame::measured(facebow.world_from_hinge().expect("a frame"), incisal);
        let kind = MovementKind::Lateral { working: Side::Right, forward: 0.0 };
        // The amount is told along the plane.
        let amount_mm = 4.0 * articulator.guides.left.sagittal_deg.to_radians().cos();
        let course = Course::new(articulator, &hinge, Movement { kind, amount_mm });
        let target = course.at(course.length_mm());
        let motion = Step::new(&target, opening_rad(&course, Guide::Free, &target)).motion().expect("a pose");
        hinge.upper_from_lower(&motion, &Rigid::IDENTITY).transform_point(incisal)
    }

    /// Another plane tells the same guides in other angles: the jaw goes where it went.
    #[test]
    fn another_plane_moves_nothing() {
        let before = Articulator::average(ReferencePlane::Frankfurt, 40.0);
        let after = before.to(ReferencePlane::Camper);
        let lower_deg = PlanePitches::default().lower_deg(before.plane, after.plane);
        assert_eq!(lower_deg, 10.0);
        for facebow in all() {
            let told = facebow.to_lower(lower_deg);
            let off = goes(&before, &facebow).distance(goes(&after, &told));
            assert!(off < 1e-9, "{facebow:?}: {off}");
            assert!(goes(&before, &facebow).distance(goes(&after, &facebow)) > 0.1, "the twin: without it is another");
            assert_eq!(told.intercondylar_mm(), facebow.intercondylar_mm());
        }
    }

    /// With the jaws' roles changed the axis lies where it lay, and up is down.
    #[test]
    fn swapped_jaws_have_the_same_axis() {
        let lower_from_upper = Rigid::from_six([1.0, -2.0, 3.0, 5.0, -7.0, 9.0]);
        for facebow in all() {
            let world = facebow.world_from_hinge().expect("a frame");
            let now = facebow.swapped(&lower_from_upper).world_from_hinge().expect("a frame");
            let expected = [-DVec3::X, DVec3::Y, -DVec3::Z].map(|v| lower_from_upper.rotation * (world.rotation * v));
            for (axis, expected) in [now.rotation.x_axis, now.rotation.y_axis, now.rotation.z_axis].iter().zip(expected)
            {
                assert!(axis.distance(expected) < 1e-9, "{facebow:?}");
            }
            assert!(now.translation.distance(lower_from_upper.transform_point(world.translation)) < 1e-9);
            let back = facebow.swapped(&lower_from_upper).swapped(&lower_from_upper.inverse());
            let back = back.world_from_hinge().expect("a frame");
            assert!((back.to_dmat4() - world.to_dmat4()).abs_diff_eq(glam::DMat4::ZERO, 1e-9));
        }
    }

    #[test]
    fn points_begin_where_the_axis_is_and_are_corrected_one_by_one() {
        let world_from_hinge = Rigid::from_six([4.0, 5.0, 6.0, 10.0, 20.0, 30.0]);
        let hinge = HingeFrame { world_from_hinge, incisal: DVec3::new(0.0, 85.0, -30.0) };
        let begun = Facebow::points_of(&hinge, 52.0);
        let found = begun.world_from_hinge().expect("a frame");
        assert!((found.to_dmat4() - world_from_hinge.to_dmat4()).abs_diff_eq(glam::DMat4::ZERO, 1e-9));
        assert!(begun.intercondylar_mm().is_some_and(|mm| (mm - 104.0).abs() < 1e-9));
        for (i, point) in AxisPoint::ALL.into_iter().enumerate() {
            let moved = begun.with_point(point, DVec3::splat(7.0)).points().expect("points");
            let before = begun.points().expect("points");
            for (k, (now, was)) in moved.iter().zip(before).enumerate() {
                assert_eq!(*now == DVec3::splat(7.0), k == i);
                assert_eq!(*now == was, k != i);
            }
        }
        let onto_the_other = begun.with_point(AxisPoint::RightCondyle, begun.points().expect("points")[1]);
        assert!(begun.is_sound() && !onto_the_other.is_sound() && onto_the_other.intercondylar_mm().is_none());
        let on_the_axis = begun.with_point(AxisPoint::Front, world_from_hinge.transform_point(DVec3::X * 9.0));
        assert!(!on_the_axis.is_sound(), "no plane");
        let typed = Facebow::Typed { hinge_from_world: world_from_hinge };
        assert_eq!(typed.with_point(AxisPoint::Front, DVec3::ZERO), typed, "the twin: it has no points");
    }
}
