//! The articulator: all that guides the jaw, in numbers that can be set.
use super::guide::CondylarGuide;
use super::incisal::IncisalGuide;
use super::plane::{PlanePitches, ReferencePlane};
use super::sides::BothSides;
use crate::jaw::hinge::AVERAGE_ANATOMY;
use glam::DVec3;
use std::ops::RangeInclusive;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Articulator {
    /// What the hinge frame's x-y plane is, and what angles are given to.
    pub plane: ReferencePlane,
    pub pitches: PlanePitches,
    /// Between the condyles, mm.
    pub intercondylar_mm: f64,
    /// From the lower incisal point to either condyle, mm.
    pub arm_mm: f64,
    /// Between the occlusal plane and the plane through the incisal point and both condyles, degrees.
    pub balkwill_deg: f64,
    pub guides: BothSides<CondylarGuide>,
    /// `None`: there is no incisal table.
    pub incisal: Option<IncisalGuide>,
    /// By how much the incisal pin opens the jaw before it moves: the chord at the incisal point, mm.
    pub pin_mm: f64,
    /// The guides are on the upper member. Else they turn with the lower one as the pin opens it.
    pub arcon: bool,
    pub opening: OpeningRule,
}

/// Condyles of no head are nearer to each other, or farther apart, mm.
pub const CONDYLES_APART_MM: RangeInclusive<f64> = 40.0..=200.0;

/// How much the condyles go forward while the mouth opens. Sources disagree: textbooks have a pure turn up to 20 or 25 mm, others up to
/// 12 or 16 mm, and whoever tracks jaws sees the condyles go at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpeningRule {
    /// The condyles turn only, until the incisal point has moved so far (chord, mm).
    pub rotation_mm: f64,
    /// From there on they go along their paths evenly: so far (chord, mm) ...
    pub condyle_mm: f64,
    /// ... where the incisal point has moved so far.
    pub at_opening_mm: f64,
}

/// A pure turn up to 25 mm; then as measured in women and men at their widest opening (Travers): condyles 11.9 mm at 46.6 mm.
impl Default for OpeningRule {
    fn default() -> Self {
        Self { rotation_mm: 25.0, condyle_mm: 11.9, at_opening_mm: 46.6 }
    }
}

impl OpeningRule {
    /// How far the condyles are along their paths, mm.
    pub fn condyle_mm(&self, opening_mm: f64) -> f64 {
        let beyond = (opening_mm - self.rotation_mm).max(0.0);
        self.condyle_mm * beyond / (self.at_opening_mm - self.rotation_mm)
    }

    /// The opening at which they are so far along them, mm; infinite where they only turn.
    pub fn opening_mm(&self, condyle_mm: f64) -> f64 {
        self.rotation_mm + (self.at_opening_mm - self.rotation_mm) * condyle_mm / self.condyle_mm
    }
}

/// Average values, to Camper's plane: Bonwill 110 mm, Balkwill 22, inclination 30, Bennett 15 degrees.
impl Default for Articulator {
    fn default() -> Self {
        Self::average(ReferencePlane::Camper, 30.0)
    }
}

impl Articulator {
    /// Average values with the inclination that belongs to a plane.
    pub fn average(plane: ReferencePlane, sagittal_deg: f64) -> Self {
        Self {
            plane,
            pitches: PlanePitches::default(),
            intercondylar_mm: AVERAGE_ANATOMY.intercondylar_mm,
            arm_mm: AVERAGE_ANATOMY.incisal_to_condyle_mm,
            balkwill_deg: 22.0,
            guides: BothSides::same(CondylarGuide::new(plane, sagittal_deg, 15.0)),
            incisal: None,
            pin_mm: 0.0,
            arcon: true,
            opening: OpeningRule::default(),
        }
    }

    /// The same articulator, told to another plane.
    pub fn to(self, plane: ReferencePlane) -> Self {
        let pitches = self.pitches;
        let guides = self.guides.map(|guide| guide.to(plane, &pitches));
        Self { plane, guides, incisal: self.incisal.map(|table| table.to(plane, &pitches)), ..self }
    }

    pub fn half_width_mm(&self) -> f64 {
        self.intercondylar_mm / 2.0
    }

    /// From the middle of the axis to the incisal point, mm.
    pub fn height_mm(&self) -> f64 {
        (self.arm_mm.powi(2) - self.half_width_mm().powi(2)).max(0.0).sqrt()
    }

    /// Where the lower incisal point is by the averages: in front and below, hinge frame, mm.
    pub fn incisal_point(&self) -> DVec3 {
        let (sin, cos) = (self.balkwill_deg + self.pitches.above_occlusal_deg(self.plane)).to_radians().sin_cos();
        DVec3::new(0.0, cos, -sin) * self.height_mm()
    }

    /// The opening at which the pin holds the jaw before it moves, radians.
    pub fn pin_opening_rad(&self, incisal_point: DVec3) -> f64 {
        2.0 * (self.pin_mm / (2.0 * incisal_point.y.hypot(incisal_point.z))).clamp(-1.0, 1.0).asin()
    }

    /// The guides as the upper jaw sees them, to this articulator's plane: those of a non-arcon one have turned with the lower member.
    pub fn guides_seen(&self, incisal_point: DVec3) -> BothSides<CondylarGuide> {
        let turned_deg = if self.arcon { 0.0 } else { self.pin_opening_rad(incisal_point).to_degrees() };
        self.guides.map(|guide| CondylarGuide { sagittal_deg: guide.sagittal_deg + turned_deg, ..guide })
    }

    /// Why it is none, if so.
    pub fn fault(&self) -> Option<String> {
        let within = |name: &str, value: f64, least: f64, most: f64| {
            (!(least..=most).contains(&value))
                .then(|| format!("{name} is {value}, and must lie between {least} and {most}"))
        };
        let OpeningRule { rotation_mm, condyle_mm, at_opening_mm } = self.opening;
        let (nearest, farthest) = CONDYLES_APART_MM.into_inner();
        within("intercondylar_mm", self.intercondylar_mm, nearest, farthest)
            .or_else(|| within("arm_mm", self.arm_mm, self.half_width_mm() + 10.0, 300.0))
            .or_else(|| within("balkwill_deg", self.balkwill_deg, -20.0, 60.0))
            .or_else(|| within("pin_mm", self.pin_mm, -10.0, 20.0))
            .or_else(|| within("opening_rotation_mm", rotation_mm, 0.0, 60.0))
            .or_else(|| within("opening_condyle_mm", condyle_mm, 0.0, 25.0))
            .or_else(|| within("opening_at_mm", at_opening_mm, rotation_mm + 1.0, 90.0))
            .or_else(|| self.guides.right.fault().or_else(|| self.guides.left.fault()))
            .or_else(|| self.incisal.and_then(|table| table.fault()))
    }
}
