//! One place of a path.
use super::condyles::Condyles;
use super::course::Target;
use crate::base::Rigid;

/// One place of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Of the movement's amount so much is done, mm.
    pub s_mm: f64,
    /// Immediate side shift so far, mm.
    pub shift_mm: f64,
    pub condyles: Condyles,
    /// About the axis as it lies now, from the start on; `None`: nothing guides the jaw here, the path has a hole.
    pub opening_rad: Option<f64>,
    /// The jaw has leapt here from the step before.
    pub is_jump: bool,
    /// Of teeth as guide: whether it was proven that nothing touches before.
    pub is_proven: bool,
}

impl Step {
    /// Of a target at an opening.
    pub fn new(target: &Target, opening_rad: Option<f64>) -> Self {
        let Target { s_mm, shift_mm, condyles } = *target;
        Self { s_mm, shift_mm, condyles, opening_rad, is_jump: false, is_proven: true }
    }

    /// The motion from the start, hinge frame.
    pub fn motion(&self) -> Option<Rigid> {
        self.opening_rad.map(|opening_rad| self.condyles.pose(opening_rad))
    }
}
