//! The incisal table: what the incisal pin slides on.
use super::plane::{PlanePitches, ReferencePlane, seen_from_lower};
use super::sides::{BothSides, Side};
use glam::DVec3;

/// A table of two faces that meet in the sagittal plane, a roof that the lower incisal point stays below. Its angles are to `plane`,
/// degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IncisalGuide {
    pub plane: ReferencePlane,
    /// By how much it falls to the front.
    pub sagittal_deg: f64,
    /// By how much each face falls sideways; the right one guides the jaw to the right.
    pub wings_deg: BothSides<f64>,
}

impl IncisalGuide {
    /// The same table, its angles to another plane.
    pub fn to(self, plane: ReferencePlane, pitches: &PlanePitches) -> Self {
        let lower_deg = pitches.lower_deg(self.plane, plane);
        let seen = |side: Side| seen_from_lower(self.normal(side), lower_deg);
        let wing = |side: Side| (seen(side).x.abs() / seen(side).z).atan().to_degrees();
        let sagittal = seen(Side::Right);
        let sagittal_deg = (sagittal.y / sagittal.z).atan().to_degrees();
        Self { plane, sagittal_deg, wings_deg: BothSides { right: wing(Side::Right), left: wing(Side::Left) } }
    }

    /// Upwards, of the face that guides to one side; of no special length.
    pub fn normal(&self, side: Side) -> DVec3 {
        let slope = |deg: f64| deg.to_radians().tan();
        let sideways = match side {
            Side::Right => slope(self.wings_deg.right),
            Side::Left => -slope(self.wings_deg.left),
        };
        DVec3::new(sideways, slope(self.sagittal_deg), 1.0)
    }

    /// Why it is none, if so.
    pub fn fault(&self) -> Option<String> {
        let is_slope = |deg: &f64| (-60.0..=80.0).contains(deg);
        if !is_slope(&self.sagittal_deg) {
            return Some(format!("incisal_deg is {}, and must lie between -60 and 80", self.sagittal_deg));
        }
        let wings = [self.wings_deg.right, self.wings_deg.left];
        let steep = wings.into_iter().find(|deg| !(0.0..=80.0).contains(deg));
        steep.map(|deg| format!("wings_deg has {deg}, and both must lie between 0 and 80"))
    }
}
