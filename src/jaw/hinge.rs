//! The hinge axis of the mandible, estimated from average anatomy, and opening about it.
//!
//! Bonwill's triangle: the lower incisal point and the two condyles are 110 mm from each other. Balkwill's angle:
//! that triangle rises 22 degrees from the occlusal plane towards the condyles. Both are averages of textbooks of
//! prosthodontics (Bonwill 1885, Balkwill 1866), as an articulator of average values has them (decision 037); every
//! figure can be changed for a patient whose own is known.
use super::OcclusalFrame;
use crate::base::Rigid;
use crate::mesh::TriMesh;
use glam::DVec3;

/// Average anatomy behind the estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HingeAnatomy {
    /// Distance between the condyles' centres, mm.
    pub intercondylar_mm: f64,
    /// Distance from the lower incisal point to either condyle, mm.
    pub incisal_to_condyle_mm: f64,
    /// Angle between the occlusal plane and the plane through the incisal point and the condyles, radians.
    pub balkwill_angle_rad: f64,
}

/// Bonwill 110 mm, Balkwill 22 degrees: of the window and of the command line alike.
pub const AVERAGE_ANATOMY: HingeAnatomy = HingeAnatomy {
    intercondylar_mm: 110.0,
    incisal_to_condyle_mm: 110.0,
    balkwill_angle_rad: 22.0 * std::f64::consts::PI / 180.0,
};

/// The line through both condyles, in the coordinates of the frame (world = upper).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HingeAxis {
    /// Midpoint between the condyles, mm.
    pub point: DVec3,
    /// Unit vector towards the patient's right.
    pub direction: DVec3,
    /// Half the distance between the condyles, mm.
    pub half_width_mm: f64,
    /// The lower incisal point that it was measured from, mm.
    pub incisal: DVec3,
}

impl HingeAxis {
    /// The axis of average anatomy behind and above the lower incisal point.
    pub fn estimate(frame: &OcclusalFrame, incisal_point: DVec3) -> Self {
        Self::with_anatomy(frame, incisal_point, &AVERAGE_ANATOMY)
    }

    /// The axis of a patient's own figures. A side shorter than half the base counts as half the base.
    pub fn with_anatomy(frame: &OcclusalFrame, incisal_point: DVec3, anatomy: &HingeAnatomy) -> Self {
        let half_width_mm = 0.5 * anatomy.intercondylar_mm;
        let height = (anatomy.incisal_to_condyle_mm.powi(2) - half_width_mm.powi(2)).max(0.0).sqrt();
        let (sin, cos) = anatomy.balkwill_angle_rad.sin_cos();
        let point = incisal_point + height * (sin * frame.up - cos * frame.front);
        Self { point, direction: frame.right, half_width_mm, incisal: incisal_point }
    }

    /// The turn of the mandible that opens the mouth by `angle_rad` (negative closes): the lower incisors move down
    /// and back.
    pub fn opening(&self, angle_rad: f64) -> Rigid {
        // About the patient's right, a positive turn takes front to up; opening takes front to down.
        Rigid::from_axis_angle(self.point, self.direction, -angle_rad)
    }

    /// Centres of the right and the left condyle, mm.
    pub fn condyles(&self) -> [DVec3; 2] {
        [self.point + self.direction * self.half_width_mm, self.point - self.direction * self.half_width_mm]
    }
}

/// The lower incisal point: the highest edge near the midline at the front of the lower arch, mm. `lower` is in the
/// frame's coordinates (posed in occlusion). `None` when the mesh has nothing near the midline in front.
pub fn incisal_point(frame: &OcclusalFrame, lower: &TriMesh) -> Option<DVec3> {
    let near_midline = || {
        lower
            .positions
            .iter()
            .map(|p| frame.local_from_world(p.as_dvec3()))
            .filter(|p| p.x.abs() <= 4.0 && p.z.abs() <= 8.0)
    };
    // The foremost surface close to the occlusal plane belongs to the incisors; the edge is the highest part of what
    // lies within one tooth's thickness behind it.
    let foremost = near_midline().map(|p| p.y).reduce(f64::max)?;
    let edge: Vec<DVec3> = near_midline().filter(|p| p.y >= foremost - 8.0).collect();
    let top = edge.iter().map(|p| p.z).reduce(f64::max)?;
    let crest: Vec<&DVec3> = edge.iter().filter(|p| p.z >= top - 0.5).collect();
    let mean = crest.iter().copied().sum::<DVec3>() / crest.len() as f64;
    Some(frame.world_from_local(DVec3::new(0.0, mean.y, mean.z)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame() -> OcclusalFrame {
        let (up, front) = (DVec3::new(0.1, 0.9, -0.2), DVec3::new(0.3, 0.1, 1.0));
        OcclusalFrame::from_up_and_front(DVec3::new(5.0, -7.0, 11.0), up, front).unwrap()
    }

    #[test]
    fn bonwill_triangle_has_its_sides_and_balkwill_angle() {
        let frame = frame();
        let incisal = frame.world_from_local(DVec3::new(0.0, 24.0, 1.0));
        let axis = HingeAxis::estimate(&frame, incisal);
        let [right, left] = axis.condyles();
        for (a, b) in [(right, left), (right, incisal), (left, incisal)] {
            assert!((a.distance(b) - 110.0).abs() < 1e-9);
        }
        let normal = (right - incisal).cross(left - incisal).normalize();
        let angle = normal.dot(frame.up).abs().acos().to_degrees();
        assert!((angle - 22.0).abs() < 1e-6, "{angle}");
        // Behind and above the incisors, and the right condyle is on the patient's right.
        let local = frame.local_from_world(axis.point);
        assert!(local.y < -50.0 && local.z > 20.0 && frame.local_from_world(right).x > 49.0, "{local}");
    }

    #[test]
    fn opening_moves_the_incisors_down_and_back() {
        let frame = frame();
        let incisal = frame.world_from_local(DVec3::new(0.0, 24.0, 1.0));
        let axis = HingeAxis::estimate(&frame, incisal);
        let path = |deg: f64| {
            frame.local_from_world(axis.opening(deg.to_radians()).transform_point(incisal))
                - frame.local_from_world(incisal)
        };
        for deg in [0.5, 5.0, 20.0] {
            let moved = path(deg);
            assert!(moved.z < 0.0 && moved.y < 0.0 && moved.x.abs() < 1e-9, "{deg} degrees: {moved}");
        }
        // The negative twin: closing goes up, and forward from occlusion.
        let moved = path(-5.0);
        assert!(moved.z > 0.0 && moved.y > 0.0, "{moved}");
        // The chord of 10 degrees at the radius of the triangle's height.
        let chord = 2.0 * 110.0 * 0.75_f64.sqrt() * 5.0_f64.to_radians().sin();
        assert!((path(10.0).length() - chord).abs() < 1e-9);
    }

    #[test]
    fn the_incisal_point_is_the_front_edge() {
        let frame = frame();
        let mut lower = TriMesh::default();
        for (x, y, z) in [(0.0, 20.0, 2.0), (1.0, 20.5, 2.1), (0.0, 24.0, -5.0), (0.0, -10.0, 7.0), (30.0, 22.0, 6.0)] {
            lower.positions.push(frame.world_from_local(DVec3::new(x, y, z)).as_vec3());
        }
        let local = frame.local_from_world(incisal_point(&frame, &lower).unwrap());
        assert!((local - DVec3::new(0.0, 20.25, 2.05)).length() < 1e-4, "{local}");
        assert!(incisal_point(&frame, &TriMesh::default()).is_none());
    }
}
