//! The contact told by teeth: which teeth each zone lies on, pairs of teeth that meet, and how the contact is spread over the mouth.
use super::parts::Patch;
use super::sheet::{ContactSheet, SideContact, TriangleContact};
use super::zones::Zone;
use crate::jaw::{Fdi, OcclusalFrame, Teeth};

/// Two teeth that meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToothPair {
    pub upper: Fdi,
    pub lower: Fdi,
    /// The less sure of both numbers, 0 to 1.
    pub confidence: f64,
    /// Zones between them.
    pub contacts: usize,
    /// The mean of both jaws' surface in contact, mm².
    pub area_mm2: f64,
    /// 0 without interpenetration.
    pub max_depth_mm: f64,
    pub min_gap_mm: f64,
}

/// How the surface in contact (the mean of both jaws') is spread, mm². The sides are the patient's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Balance {
    pub right_mm2: f64,
    pub left_mm2: f64,
    /// On incisors and canines, on premolars and molars, and on what is no numbered tooth.
    pub front_mm2: f64,
    pub back_mm2: f64,
    pub no_tooth_mm2: f64,
}

/// The contact of a pose by teeth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ByTooth {
    /// For each zone the region (place in [`crate::jaw::JawTeeth::regions`]) of the upper and the lower jaw that has most of its
    /// surface there; `None`: gum, or not known.
    pub zones: Vec<[Option<usize>; 2]>,
    /// Surface in contact of each region of the upper and the lower jaw, mm².
    pub areas_mm2: [Vec<f64>; 2],
    /// Only pairs of numbered teeth, the largest area first.
    pub pairs: Vec<ToothPair>,
    pub balance: Balance,
}

/// Tells zones by the teeth that they lie on. With the sheet the place of the zones' threshold among its levels for zones. Right
/// and left are those of the frame (world coordinates): of the plane through its origin across the patient's right.
pub fn by_tooth(
    (sheet, level): (&ContactSheet, usize),
    zones: &[Zone],
    teeth: &Teeth,
    frame: &OcclusalFrame,
) -> ByTooth {
    let jaws = [&teeth.upper, &teeth.lower];
    let places = |zone: &Zone| {
        [0, 1].map(|side| most_of((&sheet.sides[side], level), &zone.triangles[side], |t| jaws[side].region_of(t)))
    };
    let places: Vec<[Option<usize>; 2]> = zones.iter().map(places).collect();
    let areas_mm2 = [0, 1].map(|side| {
        let mut areas = vec![0.0; jaws[side].regions.len()];
        for contact in &sheet.sides[side].triangles {
            if let Some(region) = jaws[side].region_of(contact.triangle) {
                areas[region] += within(contact, level).area_mm2;
            }
        }
        areas
    });
    let balance = balance((sheet, level), teeth, frame);
    ByTooth { pairs: pairs(zones, &places, teeth), balance, zones: places, areas_mm2 }
}

/// What of a triangle is in contact.
fn within(contact: &TriangleContact, level: usize) -> Patch {
    contact.within.get(level).copied().unwrap_or_default()
}

/// What most of the area of some triangles belongs to.
fn most_of(
    (side, level): (&SideContact, usize),
    triangles: &[u32],
    of: impl Fn(u32) -> Option<usize>,
) -> Option<usize> {
    let mut areas: Vec<(Option<usize>, f64)> = Vec::new();
    for triangle in triangles {
        let Ok(at) = side.triangles.binary_search_by_key(triangle, |t| t.triangle) else { continue };
        let (place, area_mm2) = (of(*triangle), within(&side.triangles[at], level).area_mm2);
        match areas.iter_mut().find(|a| a.0 == place) {
            Some(known) => known.1 += area_mm2,
            None => areas.push((place, area_mm2)),
        }
    }
    areas.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).and_then(|a| a.0)
}

fn pairs(zones: &[Zone], places: &[[Option<usize>; 2]], teeth: &Teeth) -> Vec<ToothPair> {
    let mut pairs: Vec<ToothPair> = Vec::new();
    for (zone, places) in zones.iter().zip(places) {
        let [Some(upper), Some(lower)] = *places else { continue };
        let (Some(upper), Some(lower)) = (teeth.upper.regions.get(upper), teeth.lower.regions.get(lower)) else {
            continue;
        };
        let (Some(upper_fdi), Some(lower_fdi)) = (upper.fdi, lower.fdi) else { continue };
        let confidence = upper.confidence.min(lower.confidence);
        let new = ToothPair {
            upper: upper_fdi,
            lower: lower_fdi,
            confidence,
            contacts: 1,
            area_mm2: zone.area_mm2.iter().sum::<f64>() / 2.0,
            max_depth_mm: zone.max_depth_mm(),
            min_gap_mm: zone.min_gap_mm,
        };
        match pairs.iter_mut().find(|p| p.upper == new.upper && p.lower == new.lower) {
            Some(known) => {
                known.confidence = known.confidence.min(confidence);
                known.contacts += 1;
                known.area_mm2 += new.area_mm2;
                known.max_depth_mm = known.max_depth_mm.max(new.max_depth_mm);
                known.min_gap_mm = known.min_gap_mm.min(new.min_gap_mm);
            }
            None => pairs.push(new),
        }
    }
    pairs.sort_by(|a, b| b.area_mm2.total_cmp(&a.area_mm2));
    pairs
}

fn balance((sheet, level): (&ContactSheet, usize), teeth: &Teeth, frame: &OcclusalFrame) -> Balance {
    let mut balance = Balance::default();
    for (side, jaw) in [(0, &teeth.upper), (1, &teeth.lower)] {
        for contact in &sheet.sides[side].triangles {
            let patch = within(contact, level);
            let half_mm2 = patch.area_mm2 / 2.0;
            let across = if is_on_the_right(&patch, frame) { &mut balance.right_mm2 } else { &mut balance.left_mm2 };
            *across += half_mm2;
            let along = match jaw.at(contact.triangle).and_then(|tooth| tooth.fdi) {
                Some(fdi) if fdi.is_front() => &mut balance.front_mm2,
                Some(_) => &mut balance.back_mm2,
                None => &mut balance.no_tooth_mm2,
            };
            *along += half_mm2;
        }
    }
    balance
}

/// Of the patient.
fn is_on_the_right(patch: &Patch, frame: &OcclusalFrame) -> bool {
    let middle = patch.moment / patch.area_mm2.max(f64::MIN_POSITIVE);
    frame.local_from_world(middle).x > 0.0
}

#[cfg(test)]
mod tests {
    use super::super::Levels;
    use super::*;
    use crate::jaw::{JawTeeth, ToothRegion, ToothSource};
    use glam::DVec3;
    use std::sync::Arc;

    /// At the level 0 nothing, at the next all of it.
    fn contact(triangle: u32, area_mm2: f64, x: f64) -> TriangleContact {
        let patch = Patch { area_mm2, moment: DVec3::new(x, 0.0, 0.0) * area_mm2 };
        TriangleContact {
            triangle,
            within: vec![Patch::default(), patch],
            min_gap_mm: 0.01,
            lowest: DVec3::ZERO,
            edges_mm: [None; 3],
        }
    }

    fn jaw(of_triangle: &[u8], numbers: &[Option<u8>]) -> JawTeeth {
        let region =
            |n: &Option<u8>| ToothRegion { fdi: n.and_then(Fdi::new), confidence: 0.8, source: ToothSource::Split };
        JawTeeth { of_triangle: Arc::new(of_triangle.to_vec()), regions: numbers.iter().map(region).collect() }
    }

    fn zone(upper: &[u32], lower: &[u32], area_mm2: [f64; 2], min_gap_mm: f64) -> Zone {
        let triangles = [upper.to_vec(), lower.to_vec()];
        Zone { centroid: DVec3::ZERO, area_mm2, penetrating_mm2: [0.0; 2], min_gap_mm, triangles }
    }

    fn example() -> (ContactSheet, Vec<Zone>, Teeth, OcclusalFrame) {
        let upper = vec![contact(0, 2.0, 5.0), contact(1, 1.0, 5.0), contact(2, 4.0, -5.0), contact(3, 0.5, -5.0)];
        let lower = vec![contact(0, 3.0, 5.0), contact(1, 2.0, -5.0), contact(5, 0.5, 1.0)];
        let side = |triangles| SideContact { triangles, within_mm2: vec![] };
        let (levels, zone_levels) = (Levels::new([0.1]), Levels::new([0.1]));
        let sheet = ContactSheet { levels, zone_levels, sides: [side(upper), side(lower)] };
        let zones = vec![
            zone(&[0, 1], &[0], [3.0, 3.0], -0.02),
            zone(&[2], &[1], [4.0, 2.0], 0.03),
            zone(&[3], &[5], [0.5, 0.5], -0.05),
        ];
        // Upper triangles 0 and 1 lie on two teeth, 3 on the gum; the lower 5 is beyond what is known.
        let teeth = Teeth {
            upper: jaw(&[1, 2, 3, 0], &[Some(16), Some(15), Some(23)]),
            lower: jaw(&[1, 2], &[Some(46), Some(33)]),
        };
        let frame = OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, DVec3::Y).unwrap();
        assert_eq!(frame.right, DVec3::X);
        (sheet, zones, teeth, frame)
    }

    #[test]
    fn zones_go_to_the_teeth_with_most_of_their_surface() {
        let (sheet, zones, teeth, frame) = example();
        let found = by_tooth((&sheet, 1), &zones, &teeth, &frame);
        assert_eq!(found.zones, [[Some(0), Some(0)], [Some(2), Some(1)], [None, None]]);
        assert_eq!(found.areas_mm2, [vec![2.0, 1.0, 4.0], vec![3.0, 2.0]]);
        let names: Vec<_> =
            found.pairs.iter().map(|p| (p.upper.number(), p.lower.number(), p.contacts, p.area_mm2)).collect();
        assert_eq!(names, [(16, 46, 1, 3.0), (23, 33, 1, 3.0)]);
        assert_eq!((found.pairs[0].max_depth_mm, found.pairs[0].min_gap_mm), (0.02, -0.02));
        // The twin: with the larger of the two triangles on the other tooth it is that tooth.
        let mut other = teeth;
        other.upper.of_triangle = Arc::new(vec![2, 1, 3, 0]);
        assert_eq!(by_tooth((&sheet, 1), &zones, &other, &frame).zones[0], [Some(1), Some(0)]);
    }

    #[test]
    fn two_zones_of_one_pair_are_counted_together() {
        let (sheet, mut zones, mut teeth, frame) = example();
        teeth.upper.regions[2].fdi = Fdi::new(16);
        teeth.lower.regions[1].fdi = Fdi::new(46);
        zones[1].min_gap_mm = -0.04;
        teeth.lower.regions[1].confidence = 0.3;
        let pairs = by_tooth((&sheet, 1), &zones, &teeth, &frame).pairs;
        assert_eq!(pairs.len(), 1);
        assert_eq!((pairs[0].contacts, pairs[0].area_mm2, pairs[0].max_depth_mm), (2, 6.0, 0.04));
        assert_eq!(pairs[0].confidence, 0.3);
    }

    #[test]
    fn sides_are_the_patients_and_nothing_is_lost() {
        let (sheet, zones, teeth, frame) = example();
        let balance = by_tooth((&sheet, 1), &zones, &teeth, &frame).balance;
        // Upper: 3 right, 4.5 left; lower: 3.5 right, 2 left; a half of each counts.
        assert_eq!((balance.right_mm2, balance.left_mm2), (3.25, 3.25));
        assert_eq!((balance.front_mm2, balance.back_mm2, balance.no_tooth_mm2), (3.0, 3.0, 0.5));
        // The twin: seen from behind, right is left; with the middle elsewhere, all is on one side.
        let turned = OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, -DVec3::Y).unwrap();
        let mut moved = sheet.clone();
        moved.sides[0].triangles.pop();
        let (a, b) = (
            by_tooth((&moved, 1), &zones, &teeth, &frame).balance,
            by_tooth((&moved, 1), &zones, &teeth, &turned).balance,
        );
        assert_eq!((a.right_mm2, a.left_mm2), (b.left_mm2, b.right_mm2));
        assert_ne!(a.right_mm2, a.left_mm2);
        // At the level 0 nothing is in contact.
        assert_eq!(by_tooth((&sheet, 0), &zones, &teeth, &frame).balance, Balance::default());
        let aside = OcclusalFrame { origin: DVec3::new(100.0, 0.0, 0.0), ..frame };
        assert_eq!(by_tooth((&sheet, 1), &zones, &teeth, &aside).balance.right_mm2, 0.0);
    }
}
