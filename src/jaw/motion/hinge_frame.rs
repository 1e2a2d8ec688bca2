//! Where the hinge frame lies in the scans.
use super::articulator::Articulator;
use super::plane::seen_from_lower;
use crate::base::Rigid;
use crate::jaw::OcclusalFrame;
use glam::{DMat3, DVec3};

/// The hinge frame in world (= upper) coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HingeFrame {
    pub world_from_hinge: Rigid,
    /// The lower incisal point at the start, hinge frame, mm.
    pub incisal: DVec3,
}

impl HingeFrame {
    /// Of average anatomy: behind and above the lower incisal point (world coordinates).
    pub fn average(frame: &OcclusalFrame, incisal: DVec3, articulator: &Articulator) -> Self {
        let pitch_deg = articulator.pitches.above_occlusal_deg(articulator.plane);
        // What is right, front and up of the reference plane, told in the occlusal frame.
        let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| {
            let v = seen_from_lower(axis, pitch_deg);
            frame.right * v.x + frame.front * v.y + frame.up * v.z
        });
        let rotation = DMat3::from_cols(axes[0], axes[1], axes[2]);
        let local = articulator.incisal_point();
        Self { world_from_hinge: Rigid { rotation, translation: incisal - rotation * local }, incisal: local }
    }

    /// As a facebow has it; the lower incisal point in world coordinates.
    pub fn measured(world_from_hinge: Rigid, incisal: DVec3) -> Self {
        Self { incisal: world_from_hinge.inverse().transform_point(incisal), world_from_hinge }
    }

    /// Without scans: the incisal point is where the averages have it.
    pub fn alone(articulator: &Articulator) -> Self {
        Self { world_from_hinge: Rigid::IDENTITY, incisal: articulator.incisal_point() }
    }

    /// The pose of the lower scan, which at the start is `start`, after a motion told in the hinge frame.
    pub fn upper_from_lower(&self, motion: &Rigid, start: &Rigid) -> Rigid {
        self.world_from_hinge * *motion * self.world_from_hinge.inverse() * *start
    }

    /// The motion, hinge frame, that takes the lower scan from `start` to a pose.
    pub fn motion(&self, upper_from_lower: &Rigid, start: &Rigid) -> Rigid {
        self.world_from_hinge.inverse() * *upper_from_lower * start.inverse() * self.world_from_hinge
    }

    /// Both condyles, right first, in the bite and in a motion, world coordinates.
    pub fn condyles(&self, half_width_mm: f64, motion: &Rigid) -> [DVec3; 2] {
        let at = |x: f64| self.world_from_hinge.transform_point(motion.transform_point(DVec3::X * x));
        [at(half_width_mm), at(-half_width_mm)]
    }

    /// A made-up point on the lower first molar of each side, where teeth are not known: 32 mm behind the incisal point.
    pub fn molars(&self) -> [DVec3; 2] {
        [24.0, -24.0].map(|x| DVec3::new(x, self.incisal.y - 32.0, self.incisal.z + 0.5))
    }
}
