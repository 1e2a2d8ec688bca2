//! Where a section through both jaws lies: across the arch at a place along it, sagittal, frontal, or as a hand has turned it.
use super::teeth::arch_curve::{ArchCurve, samples};
use super::{JawPair, JawSide, OcclusalFrame};
use crate::base::words::{decimal, say};
use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};

/// How the plane of a section lies in the patient.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SectionKind {
    /// Square to the line along which the teeth stand.
    #[default]
    Arch,
    Sagittal,
    Frontal,
    /// As a hand has turned it.
    Free,
}

impl SectionKind {
    pub const ALL: [Self; 4] = [Self::Arch, Self::Sagittal, Self::Frontal, Self::Free];

    pub fn name(self) -> &'static str {
        match self {
            Self::Arch => say!("section-kind-arch"),
            Self::Sagittal => say!("section-kind-sagittal"),
            Self::Frontal => say!("section-kind-frontal"),
            Self::Free => say!("section-kind-free"),
        }
    }
}

/// Where a section lies, in the patient's directions; plain data, as a case keeps it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SectionPlace {
    pub kind: SectionKind,
    /// Along the arch from the midline, negative on the patient's right; of a sagittal plane towards the patient's left, of a frontal one to the
    /// front of the middle of the arches; of a free one along its normal.
    pub at_mm: f64,
    /// Of a free plane: its turn about the occlusal normal; at 0 it is sagittal.
    pub turn_deg: f64,
    /// Of a free plane: its lean, about the line in which it meets the occlusal plane.
    pub tilt_deg: f64,
    /// A point of a free plane: right, front and up from the middle of the arches, mm.
    pub through_mm: [f64; 3],
}

/// A section that stands where it was put, with its ruler: what a case keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct KeptSection {
    #[serde(flatten)]
    pub place: SectionPlace,
    /// Both ends in the plane: (u, v), mm.
    pub ruler_mm: Option<[[f64; 2]; 2]>,
}

impl KeptSection {
    pub fn is_sound(&self) -> bool {
        self.place.is_sound() && self.ruler_mm.iter().flatten().flatten().all(|mm| mm.abs() <= 2.0 * FARTHEST_MM)
    }

    pub fn ruler(&self) -> Option<[DVec2; 2]> {
        self.ruler_mm.map(|ends| ends.map(DVec2::from_array))
    }

    /// The jaws have changed roles: the picture is upside down, and so is the ruler in it.
    pub fn swapped(&self) -> Self {
        // Of a frontal plane right and left change as well.
        let [x, y] = if self.place.kind == SectionKind::Frontal { [-1.0, -1.0] } else { [1.0, -1.0] };
        Self { place: self.place.swapped(), ruler_mm: self.ruler_mm.map(|ends| ends.map(|[u, v]| [x * u, y * v])) }
    }
}

/// No place of a section is farther off, mm.
const FARTHEST_MM: f64 = 500.0;

/// A plane with the directions of its picture, world coordinates. Seen against its normal `u` is on the right and `v` upwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SectionPlane {
    pub origin: DVec3,
    pub u: DVec3,
    pub v: DVec3,
    /// So far to both sides of the origin it is about: a plane across the arch meets the other side of the mouth as well.
    pub reach_mm: f64,
}

/// A plane across the arch is about one tooth and what is beside it, mm.
const ACROSS_MM: f64 = 15.0;

impl SectionPlane {
    pub fn normal(&self) -> DVec3 {
        self.u.cross(self.v)
    }

    pub fn plane_from_world(&self, world: DVec3) -> DVec2 {
        let d = world - self.origin;
        DVec2::new(d.dot(self.u), d.dot(self.v))
    }

    pub fn world_from_plane(&self, place: DVec2) -> DVec3 {
        self.origin + self.u * place.x + self.v * place.y
    }
}

/// The line along which the teeth of a pair stand, in the directions of the patient; `None` where there is no arch.
/// `frames`: those in the coordinates of the upper and of the lower scan.
pub fn arch_of(pair: &JawPair, frames: &[OcclusalFrame; 2]) -> Option<ArchCurve> {
    let of = |side: JawSide| ArchCurve::new(&samples(&pair.jaw(side).mesh, &frames[side as usize], side), side);
    of(JawSide::Upper).or_else(|| of(JawSide::Lower))
}

fn whole(origin: DVec3, u: DVec3, v: DVec3) -> SectionPlane {
    SectionPlane { origin, u, v, reach_mm: f64::INFINITY }
}

impl SectionPlace {
    /// Whether there can be such a place.
    pub fn is_sound(&self) -> bool {
        let [x, y, z] = self.through_mm;
        let lengths = [self.at_mm, x, y, z].iter().all(|mm| mm.abs() <= FARTHEST_MM);
        lengths && [self.turn_deg, self.tilt_deg].iter().all(|deg| deg.abs() <= 360.0)
    }

    /// The plane; `None` where it is to lie across an arch and there is none.
    pub fn plane(&self, frame: &OcclusalFrame, arch: Option<&ArchCurve>) -> Option<SectionPlane> {
        let OcclusalFrame { right, front, up, .. } = *frame;
        let world = |x: f64, y: f64, z: f64| frame.world_from_local(DVec3::new(x, y, z));
        Some(match self.kind {
            SectionKind::Arch => {
                let (point, along) = arch?.at(self.at_mm);
                // Outwards, whichever side of the patient it is on.
                let u = right * along.y - front * along.x;
                SectionPlane { origin: world(point.x, point.y, 0.0), u, v: up, reach_mm: ACROSS_MM }
            }
            SectionKind::Sagittal => whole(world(-self.at_mm, 0.0, 0.0), front, up),
            SectionKind::Frontal => whole(world(0.0, self.at_mm, 0.0), -right, up),
            SectionKind::Free => self.free_plane(frame),
        })
    }

    fn free_plane(&self, frame: &OcclusalFrame) -> SectionPlane {
        let (sin, cos) = self.turn_deg.to_radians().sin_cos();
        let u = frame.front * cos - frame.right * sin;
        let level = u.cross(frame.up);
        let (sin, cos) = self.tilt_deg.to_radians().sin_cos();
        let v = frame.up * cos + level * sin;
        let through = frame.world_from_local(DVec3::from_array(self.through_mm));
        whole(through + u.cross(v) * self.at_mm, u, v)
    }

    /// The section of this kind that goes through a place; a free one keeps its turn.
    pub fn through(&self, world: DVec3, frame: &OcclusalFrame, arch: Option<&ArchCurve>) -> Self {
        let p = frame.local_from_world(world);
        let at_mm = match self.kind {
            SectionKind::Arch => arch.map_or(self.at_mm, |arch| arch.project(p.truncate()).x),
            SectionKind::Sagittal => -p.x,
            SectionKind::Frontal => p.y,
            SectionKind::Free => {
                let plane = Self { at_mm: 0.0, ..*self }.free_plane(frame);
                (world - plane.origin).dot(plane.normal())
            }
        };
        Self { at_mm: at_mm.clamp(-FARTHEST_MM, FARTHEST_MM), ..*self }
    }

    /// A section of another kind through the middle of this one; a free one begins as this one lies.
    pub fn of_kind(&self, kind: SectionKind, frame: &OcclusalFrame, arch: Option<&ArchCurve>) -> Self {
        let Some(plane) = self.plane(frame, arch).filter(|_| kind != self.kind) else { return Self { kind, ..*self } };
        if kind == SectionKind::Free {
            let turn_deg = (-plane.u.dot(frame.right)).atan2(plane.u.dot(frame.front)).to_degrees();
            let through_mm = frame.local_from_world(plane.origin).to_array();
            return Self { kind, at_mm: 0.0, turn_deg, tilt_deg: 0.0, through_mm };
        }
        Self { kind, ..Self::default() }.through(plane.origin, frame, arch)
    }

    /// The same plane once the jaws have changed roles: up is down then, and right is left.
    pub fn swapped(&self) -> Self {
        let [x, y, z] = self.through_mm;
        let at_mm = if self.kind == SectionKind::Frontal { self.at_mm } else { -self.at_mm };
        // Turned about an axis that points the other way now; the line that it leans about stays.
        Self { at_mm, turn_deg: -self.turn_deg, through_mm: [-x, y, -z], ..*self }
    }

    /// "across the arch, 23.4 mm along it to the left".
    pub fn words(&self) -> String {
        let way = match (self.kind, self.at_mm < 0.0) {
            (SectionKind::Arch, true) => "arch-right",
            (SectionKind::Arch, false) => "arch-left",
            (SectionKind::Sagittal, true) => "sagittal-right",
            (SectionKind::Sagittal, false) => "sagittal-left",
            (SectionKind::Frontal, true) => "frontal-back",
            (SectionKind::Frontal, false) => "frontal-front",
            (SectionKind::Free, _) => {
                return say!("section-at-free", turn = decimal(self.turn_deg, 1), lean = decimal(self.tilt_deg, 1));
            }
        };
        say!("section-at", way = way, mm = decimal(self.at_mm.abs(), 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::words;
    use std::f64::consts::PI;

    fn frame() -> OcclusalFrame {
        let up = DVec3::new(0.1, 0.2, 0.9);
        OcclusalFrame::from_up_and_front(DVec3::new(3.0, -2.0, 1.0), up, DVec3::Y).expect("a frame")
    }

    /// Half a circle round the middle.
    fn arch(radius: f64) -> ArchCurve {
        let sample = |i: i32| super::super::teeth::arch_curve::Sample {
            plan: DVec2::from_angle(PI * f64::from(i) / 2000.0) * radius,
            height: 0.0,
            area_mm2: 1.0,
        };
        ArchCurve::new(&(0..=2000).map(sample).collect::<Vec<_>>(), JawSide::Lower).expect("an arch")
    }

    #[test]
    fn where_it_lies_is_said_in_the_language_of_the_moment() {
        let at = |kind, at_mm| SectionPlace { kind, at_mm, ..SectionPlace::default() };
        assert_eq!(at(SectionKind::Arch, -23.44).words(), "across the arch, 23.4 mm along it to the right");
        assert_eq!(at(SectionKind::Sagittal, 2.0).words(), "sagittal, 2.0 mm to the left");
        assert_eq!(at(SectionKind::Frontal, -2.0).words(), "frontal, 2.0 mm to the back");
        let free = SectionPlace { turn_deg: 12.0, tilt_deg: 3.5, ..at(SectionKind::Free, 0.0) };
        assert_eq!(free.words(), "free, turned 12.0°, leaning 3.5°");
        let _german = words::speak(words::Language::German);
        assert_eq!(at(SectionKind::Arch, 23.44).words(), "quer zum Zahnbogen, auf ihm 23,4 mm nach links");
    }

    #[test]
    fn planes_lie_as_their_kind_says() {
        let (frame, arch) = (frame(), arch(25.0));
        for at_mm in [-30.0, -10.0, 0.0, 12.0, 35.0] {
            let plane = SectionPlace { at_mm, ..SectionPlace::default() }.plane(&frame, Some(&arch)).expect("a plane");
            // Square to a circle: through its middle, at the angle that the length makes, on the right for negative ones.
            let local = frame.local_from_world(plane.origin);
            let angle = 0.5 * PI + at_mm / 25.0;
            assert!(local.distance(DVec3::new(angle.cos(), angle.sin(), 0.0) * 25.0) < 0.1, "{at_mm}: {local}");
            assert!(
                (frame.origin - plane.origin).dot(plane.normal()).abs() < 0.2
                    && plane.u.dot(plane.origin - frame.origin) > 24.0
            );
            assert!(plane.v.distance(frame.up) < 1e-12 && (plane.u.length() - 1.0).abs() < 1e-9);
        }
        assert!(SectionPlace::default().plane(&frame, None).is_none(), "no arch, no plane across it");
        let frontal = SectionPlace { kind: SectionKind::Frontal, at_mm: 7.0, ..SectionPlace::default() };
        let plane = frontal.plane(&frame, None).expect("a plane");
        assert!(plane.normal().distance(frame.front) < 1e-12, "seen from the front");
        assert!((frame.local_from_world(plane.origin).y - 7.0).abs() < 1e-12);
    }

    #[test]
    fn a_section_goes_through_the_place_that_it_was_put_to() {
        let (frame, arch) = (frame(), arch(25.0));
        let place = frame.world_from_local(DVec3::new(11.0, 21.0, 4.0));
        for kind in SectionKind::ALL {
            let free = SectionPlace {
                kind,
                turn_deg: 40.0,
                tilt_deg: 12.0,
                through_mm: [1.0, 2.0, 3.0],
                ..SectionPlace::default()
            };
            let plane = free.through(place, &frame, Some(&arch)).plane(&frame, Some(&arch)).expect("a plane");
            // The curve is known at 600 points.
            assert!((place - plane.origin).dot(plane.normal()).abs() < 0.1, "{kind:?}");
            let other = free.plane(&frame, Some(&arch)).expect("a plane");
            assert!((place - other.origin).dot(other.normal()).abs() > 1.0, "the twin: {kind:?} where it was");
        }
    }

    #[test]
    fn a_free_plane_begins_as_the_plane_lay() {
        let (frame, arch) = (frame(), arch(25.0));
        for kind in [SectionKind::Arch, SectionKind::Sagittal, SectionKind::Frontal] {
            let place = SectionPlace { kind, at_mm: -14.0, ..SectionPlace::default() };
            let plane = place.plane(&frame, Some(&arch)).expect("a plane");
            let free = place.of_kind(SectionKind::Free, &frame, Some(&arch)).plane(&frame, None).expect("a plane");
            assert!(free.origin.distance(plane.origin) < 1e-9 && free.u.distance(plane.u) < 1e-9, "{kind:?}");
        }
    }

    #[test]
    fn the_same_plane_is_meant_when_the_jaws_have_changed_roles() {
        let frame = frame();
        let flipped = OcclusalFrame { up: -frame.up, right: -frame.right, ..frame };
        for kind in [SectionKind::Sagittal, SectionKind::Frontal, SectionKind::Free] {
            let place = SectionPlace { kind, at_mm: 5.0, turn_deg: 33.0, tilt_deg: 21.0, through_mm: [4.0, 3.0, -2.0] };
            let plane = place.plane(&frame, None).expect("a plane");
            let swapped = place.swapped().plane(&flipped, None).expect("a plane");
            assert!(
                plane.normal().cross(swapped.normal()).length() < 1e-9,
                "{kind:?} {} {}",
                plane.normal(),
                swapped.normal()
            );
            assert!((swapped.origin - plane.origin).dot(plane.normal()).abs() < 1e-9, "{kind:?}");
            assert_eq!(place.swapped().swapped(), place);
        }
    }

    #[test]
    fn no_place_is_out_of_this_world() {
        let sound = SectionPlace::default();
        assert!(sound.is_sound());
        for bad in [
            SectionPlace { at_mm: f64::NAN, ..sound },
            SectionPlace { at_mm: 1e9, ..sound },
            SectionPlace { turn_deg: f64::INFINITY, ..sound },
            SectionPlace { through_mm: [0.0, 0.0, 1e6], ..sound },
        ] {
            assert!(!bad.is_sound(), "{bad:?}");
        }
    }
}
