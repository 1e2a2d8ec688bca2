//! The contact told by teeth: which teeth each zone lies on, pairs of teeth that meet, and how the contact is spread over the mouth.
use super::parts::ContactPart;
use super::sheet::{ContactSheet, TriangleContact};
use super::zones::{Partners, SPECK_MM2, Zone};
use crate::base::{both, share_out};
use crate::jaw::teeth::less_sure;
use crate::jaw::{Fdi, JawTeeth, OcclusalFrame, Teeth};

/// Two teeth that meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToothPair {
    pub upper: Fdi,
    pub lower: Fdi,
    /// How sure the upper and the lower number are, 0 to 1.
    pub confidences: [f64; 2],
    /// Zones of which most lies between them.
    pub contacts: usize,
    /// Zones that lie partly between them, and mostly elsewhere.
    pub parts: usize,
    /// The upper and the lower tooth's surface in contact with each other, mm².
    pub areas_mm2: [f64; 2],
    /// Smallest gap between them, negative inside.
    pub min_gap_mm: f64,
}

impl ToothPair {
    /// The mean of both teeth's surface, mm².
    pub fn area_mm2(&self) -> f64 {
        (self.areas_mm2[0] + self.areas_mm2[1]) / 2.0
    }

    /// 0 without interpenetration.
    pub fn max_depth_mm(&self) -> f64 {
        (-self.min_gap_mm).max(0.0)
    }
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
    /// Not between two numbered teeth: with the areas of all pairs it adds up to the whole.
    pub no_pair_mm2: f64,
}

/// Regions (places in [`crate::jaw::JawTeeth::regions`]) of the upper and the lower jaw; `None`: gum, or not known.
pub type Places = [Option<usize>; 2];

/// The teeth that a zone lies on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ZoneTeeth {
    /// Those that most of it lies between: it is named by them.
    pub mostly: Places,
    /// The share of its surface that lies between these two, 0 to 1; `None` where one of them is `None`.
    pub share: Option<f64>,
    /// Those that it is deepest (or nearest) between.
    pub deepest: Places,
    /// All of the upper and the lower jaw that have more of it than a speck, and the one that has most.
    pub reaches: [Vec<usize>; 2],
}

/// The contact of a pose by teeth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ByTooth {
    pub zones: Vec<ZoneTeeth>,
    /// Smallest gap of each region of the upper and the lower jaw, negative inside; infinite without contact, mm.
    pub least_gaps_mm: [Vec<f64>; 2],
    /// Surface in contact of each region of the upper and the lower jaw, mm².
    pub areas_mm2: [Vec<f64>; 2],
    /// Only pairs of numbered teeth, the largest area first. A zone that spans several is parted by its surface.
    pub pairs: Vec<ToothPair>,
    pub balance: Balance,
}

/// A zone of which less than this lies on the pair of teeth that it is named by gets a mark.
pub const WHOLE_SHARE: f64 = 0.8;

/// Tells zones by the teeth that they lie on. With the sheet the place of the zones' threshold among its levels for zones, with the
/// zones what faces each triangle of the sheet ([`super::partners`]). Right and left are those of the frame (world coordinates): of
/// the plane through its origin across the patient's right.
pub fn by_tooth(
    (sheet, level): (&ContactSheet, usize),
    (zones, partners): (&[Zone], &Partners),
    teeth: &Teeth,
    frame: &OcclusalFrame,
) -> ByTooth {
    let split = Split { sheet, level, partners, jaws: [&teeth.upper, &teeth.lower] };
    let parted = |zone: &Zone| {
        let of_jaws = split.mostly(zone);
        let parts = split.parts(zone, of_jaws);
        (ZoneTeeth::of(&parts, named_by(&parts, of_jaws)), parts)
    };
    let of_zones = || share_out(zones.iter(), || (), |(), zone| parted(zone));
    let of_jaws = || ([0, 1].map(|side| split.areas(side)), balance((sheet, level), teeth, frame));
    let (parted, (areas_mm2, mut balance)) = both(of_zones, of_jaws);
    let pairs = split.pairs(&parted);
    let (zones, parts): (Vec<ZoneTeeth>, Vec<Vec<ZoneShare>>) = parted.into_iter().unzip();
    let whole_mm2: f64 = parts.iter().flatten().map(ZoneShare::area_mm2).sum();
    let least_gaps_mm = [0, 1].map(|side| split.least_gaps_mm(side, &parts));
    balance.no_pair_mm2 = (whole_mm2 - pairs.iter().map(ToothPair::area_mm2).sum::<f64>()).max(0.0);
    ByTooth { zones, least_gaps_mm, areas_mm2, pairs, balance }
}

/// What of a zone lies between two places.
#[derive(Clone, Copy, Debug)]
struct ZoneShare {
    places: Places,
    areas_mm2: [f64; 2],
    min_gap_mm: f64,
}

impl ZoneShare {
    fn area_mm2(&self) -> f64 {
        (self.areas_mm2[0] + self.areas_mm2[1]) / 2.0
    }
}

/// The teeth that a zone is named by: the two that most of it lies between, which need not be the tooth of either jaw that has most of that jaw's
/// surface. A jaw that nearly all of it is gum of has none.
fn named_by(parts: &[ZoneShare], of_jaws: Places) -> Places {
    let between_teeth = parts.iter().filter(|part| part.places.iter().all(Option::is_some));
    let most = between_teeth.max_by(|a, b| a.area_mm2().total_cmp(&b.area_mm2()));
    most.filter(|_| of_jaws.iter().all(Option::is_some)).map_or(of_jaws, |part| part.places)
}

impl ZoneTeeth {
    fn of(parts: &[ZoneShare], mostly: Places) -> Self {
        let whole_mm2: f64 = parts.iter().map(ZoneShare::area_mm2).sum();
        let own_mm2: f64 = parts.iter().filter(|p| p.places == mostly).map(ZoneShare::area_mm2).sum();
        let deepest = parts.iter().min_by(|a, b| a.min_gap_mm.total_cmp(&b.min_gap_mm));
        let reach = |side: usize| {
            let areas = areas_by_place(parts.iter().map(|part| (part.places[side], part.area_mm2())));
            let is_reached = |place: usize, mm2: f64| mm2 >= SPECK_MM2 || Some(place) == mostly[side];
            areas.into_iter().filter_map(|(place, mm2)| place.filter(|place| is_reached(*place, mm2))).collect()
        };
        Self {
            mostly,
            share: (mostly.iter().all(Option::is_some) && whole_mm2 > 0.0).then(|| own_mm2 / whole_mm2),
            deepest: deepest.map_or([None; 2], |part| part.places),
            reaches: [0, 1].map(reach),
        }
    }
}

/// What each place has together, mm², in the order in which they come first.
fn areas_by_place(parts: impl Iterator<Item = (Option<usize>, f64)>) -> Vec<(Option<usize>, f64)> {
    let mut areas: Vec<(Option<usize>, f64)> = Vec::new();
    for (place, area_mm2) in parts {
        match areas.iter_mut().find(|a| a.0 == place) {
            Some(known) => known.1 += area_mm2,
            None => areas.push((place, area_mm2)),
        }
    }
    areas
}

struct Split<'a> {
    sheet: &'a ContactSheet,
    level: usize,
    partners: &'a Partners,
    jaws: [&'a JawTeeth; 2],
}

impl<'a> Split<'a> {
    /// A zone's triangles of one jaw: their place in the sheet, and what they have of contact.
    fn of_zone(&self, zone: &'a Zone, side: usize) -> impl Iterator<Item = (usize, &'a TriangleContact)> {
        let all = &self.sheet.sides[side].triangles;
        let mut at = 0;
        zone.triangles[side].iter().filter_map(move |triangle| {
            at += n_before(&all[at..], *triangle);
            all.get(at).filter(|contact| contact.triangle == *triangle).map(|contact| (at, contact))
        })
    }

    /// The tooth that most of a zone's surface on a jaw belongs to; none where nearly all of it is gum.
    fn mostly(&self, zone: &Zone) -> Places {
        [0, 1].map(|side| {
            let part = |(_, contact): (usize, &TriangleContact)| {
                (self.jaws[side].region_of(contact.triangle), self.area(side, contact))
            };
            let areas = areas_by_place(self.of_zone(zone, side).map(part));
            let whole_mm2: f64 = areas.iter().map(|a| a.1).sum();
            // Gum beside a tooth, as a spike of it that reaches the other jaw, does not take away the tooth's name.
            let is_name = |a: &(Option<usize>, f64)| a.0.is_some() || a.1 > WHOLE_SHARE * whole_mm2;
            areas.into_iter().filter(is_name).max_by(|a, b| a.1.total_cmp(&b.1)).and_then(|a| a.0)
        })
    }

    /// A zone parted by its surface: each triangle lies between its own tooth and that of the triangle that faces it nearest, or,
    /// where none is known, the one that most of the zone lies on.
    fn parts(&self, zone: &Zone, mostly: Places) -> Vec<ZoneShare> {
        let mut parts: Vec<ZoneShare> = Vec::new();
        for side in [0, 1] {
            for (at, contact) in self.of_zone(zone, side) {
                let partner = self.partners[side].get(at).copied().flatten();
                let mut places = mostly;
                places[side] = self.jaws[side].region_of(contact.triangle);
                if let Some(partner) = partner {
                    places[1 - side] = self.jaws[1 - side].region_of(partner);
                }
                let part = match parts.iter_mut().position(|p| p.places == places) {
                    Some(known) => &mut parts[known],
                    None => {
                        parts.push(ZoneShare { places, areas_mm2: [0.0; 2], min_gap_mm: f64::INFINITY });
                        parts.last_mut().expect("one has just been added")
                    }
                };
                part.areas_mm2[side] += self.area(side, contact);
                part.min_gap_mm = part.min_gap_mm.min(contact.min_gap_mm);
            }
        }
        parts
    }

    fn area(&self, side: usize, contact: &TriangleContact) -> f64 {
        self.sheet.sides[side].within(contact, self.level).area_mm2
    }

    /// Surface in contact of each region of a jaw, mm².
    fn areas(&self, side: usize) -> Vec<f64> {
        let mut areas = vec![0.0; self.jaws[side].regions.len()];
        for contact in &self.sheet.sides[side].triangles {
            if let Some(region) = self.jaws[side].region_of(contact.triangle) {
                areas[region] += self.area(side, contact);
            }
        }
        areas
    }

    fn least_gaps_mm(&self, side: usize, parts: &[Vec<ZoneShare>]) -> Vec<f64> {
        let mut least_mm = vec![f64::INFINITY; self.jaws[side].regions.len()];
        for part in parts.iter().flatten() {
            if let Some(least_mm) = part.places[side].and_then(|place| least_mm.get_mut(place)) {
                *least_mm = least_mm.min(part.min_gap_mm);
            }
        }
        least_mm
    }

    fn pairs(&self, zones: &[(ZoneTeeth, Vec<ZoneShare>)]) -> Vec<ToothPair> {
        let mut pairs: Vec<ToothPair> = Vec::new();
        for (zone, parts) in zones {
            for part in parts {
                let Some(new) = self.pair(part, part.places == zone.mostly) else { continue };
                match pairs.iter_mut().find(|p| p.upper == new.upper && p.lower == new.lower) {
                    Some(known) => known.join(&new),
                    None => pairs.push(new),
                }
            }
        }
        pairs.sort_by(|a, b| b.area_mm2().total_cmp(&a.area_mm2()));
        pairs
    }

    /// A part of a zone as a pair of its own; `None` unless it lies between two numbered teeth.
    fn pair(&self, part: &ZoneShare, is_most: bool) -> Option<ToothPair> {
        let [upper, lower] = [0, 1].map(|side| part.places[side].and_then(|at| self.jaws[side].regions.get(at)));
        let (upper, lower) = (upper?, lower?);
        Some(ToothPair {
            upper: upper.fdi?,
            lower: lower.fdi?,
            confidences: [upper.confidence, lower.confidence],
            contacts: usize::from(is_most),
            parts: usize::from(!is_most),
            areas_mm2: part.areas_mm2,
            min_gap_mm: part.min_gap_mm,
        })
    }
}

/// How many come before a triangle, found in steps that double: mostly it is among the next.
fn n_before(ascending: &[TriangleContact], triangle: u32) -> usize {
    let mut end = 1;
    while end < ascending.len() && ascending[end].triangle < triangle {
        end *= 2;
    }
    let (begin, end) = (end / 2, end.min(ascending.len()));
    begin + ascending[begin..end].partition_point(|contact| contact.triangle < triangle)
}

impl ToothPair {
    fn join(&mut self, other: &Self) {
        self.confidences = less_sure(self.confidences, other.confidences);
        self.contacts += other.contacts;
        self.parts += other.parts;
        self.areas_mm2 = [0, 1].map(|side| self.areas_mm2[side] + other.areas_mm2[side]);
        self.min_gap_mm = self.min_gap_mm.min(other.min_gap_mm);
    }
}

fn balance((sheet, level): (&ContactSheet, usize), teeth: &Teeth, frame: &OcclusalFrame) -> Balance {
    let mut balance = Balance::default();
    for (side, jaw) in [(0, &teeth.upper), (1, &teeth.lower)] {
        for contact in &sheet.sides[side].triangles {
            let part = sheet.sides[side].within(contact, level);
            let half_mm2 = part.area_mm2 / 2.0;
            let across = if is_on_the_right(&part, frame) { &mut balance.right_mm2 } else { &mut balance.left_mm2 };
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
fn is_on_the_right(part: &ContactPart, frame: &OcclusalFrame) -> bool {
    let middle = part.moment / part.area_mm2.max(f64::MIN_POSITIVE);
    frame.local_from_world(middle).x > 0.0
}

#[cfg(test)]
mod tests {
    use super::super::{Levels, SideContact};
    use super::*;
    use crate::jaw::{JawTeeth, ToothRegion, ToothSource};
    use glam::DVec3;
    use std::sync::Arc;

    /// Triangles with their area and place; at the level 0 nothing of them, at the next all.
    fn side(all: &[(u32, f64, f64)]) -> SideContact {
        let mut side = SideContact::default();
        for (triangle, area_mm2, x) in all {
            let part = ContactPart { area_mm2: *area_mm2, moment: DVec3::new(*x, 0.0, 0.0) * *area_mm2 };
            let within = side.patches.add(&[ContactPart::default(), part]);
            let (triangle, min_gap_mm, lowest, opposite, edges_mm) = (*triangle, 0.01, DVec3::ZERO, None, [None; 3]);
            side.triangles.push(TriangleContact { triangle, within, min_gap_mm, lowest, opposite, edges_mm });
        }
        side
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

    /// The zones' triangles 0 face each other, the upper one 1 the lower one 0 as well; of the others nothing is known.
    const NEAREST: [&[Option<u32>]; 2] = [&[Some(0), Some(0), None, None], &[Some(0), None, None]];

    fn told(sheet: &ContactSheet, level: usize, zones: &[Zone], teeth: &Teeth, frame: &OcclusalFrame) -> ByTooth {
        by_tooth((sheet, level), (zones, &NEAREST.map(<[_]>::to_vec)), teeth, frame)
    }

    fn example() -> (ContactSheet, Vec<Zone>, Teeth, OcclusalFrame) {
        let upper = [(0, 2.0, 5.0), (1, 1.0, 5.0), (2, 4.0, -5.0), (3, 0.5, -5.0)];
        let lower = [(0, 3.0, 5.0), (1, 2.0, -5.0), (5, 0.5, 1.0)];
        let (levels, zone_levels) = (Levels::new([0.1]), Levels::new([0.1]));
        let sheet = ContactSheet { levels, zone_levels, sides: [side(&upper), side(&lower)] };
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
        let found = told(&sheet, 1, &zones, &teeth, &frame);
        let of_each = |of: fn(&ZoneTeeth) -> Places| found.zones.iter().map(of).collect::<Vec<_>>();
        assert_eq!(of_each(|zone| zone.mostly), [[Some(0), Some(0)], [Some(2), Some(1)], [None, None]]);
        assert_eq!(found.areas_mm2, [vec![2.0, 1.0, 4.0], vec![3.0, 2.0]]);
        // Of the first zone's upper surface a third lies on tooth 15: a pair of its own, and of the zone's areas as much.
        let names: Vec<_> = found
            .pairs
            .iter()
            .map(|p| (p.upper.number(), p.lower.number(), [p.contacts, p.parts], p.areas_mm2))
            .collect();
        let wanted = [(23, 33, [1, 0], [4.0, 2.0]), (16, 46, [1, 0], [2.0, 3.0]), (15, 46, [0, 1], [1.0, 0.0])];
        assert_eq!(names, wanted);
        assert_eq!([0, 1, 2].map(|i| found.zones[i].share), [Some(2.5 / 3.0), Some(1.0), None]);
        assert_eq!((found.pairs[0].max_depth_mm(), found.pairs[0].min_gap_mm), (0.0, 0.01));
        // It is a contact of both upper teeth, and deepest where the gap is least.
        let reaches: Vec<_> = found.zones.iter().map(|zone| zone.reaches.clone()).collect();
        assert_eq!(reaches, [[vec![0, 1], vec![0]], [vec![2], vec![1]], [vec![], vec![]]]);
        let mut deep = sheet.clone();
        deep.sides[0].triangles[1].min_gap_mm = -0.3;
        let deep = told(&deep, 1, &zones, &teeth, &frame);
        assert_eq!((found.zones[0].deepest, deep.zones[0].deepest), ([Some(0), Some(0)], [Some(1), Some(0)]));
        assert_eq!(deep.least_gaps_mm, [vec![0.01, -0.3, 0.01], vec![-0.3, 0.01]]);
        assert_eq!((deep.pairs[1].min_gap_mm, deep.pairs[2].min_gap_mm), (0.01, -0.3), "16-46 and 15-46");
        // The twin: with the larger of the two triangles on the other tooth it is that tooth.
        let mut other = teeth.clone();
        other.upper.of_triangle = Arc::new(vec![2, 1, 3, 0]);
        let found = told(&sheet, 1, &zones, &other, &frame);
        assert_eq!(found.zones[0].mostly, [Some(1), Some(0)]);
        // Gum of twice the tooth's surface leaves the zone its tooth; nine tenths of gum do not.
        other.upper.of_triangle = Arc::new(vec![0, 1, 3, 0]);
        assert_eq!(told(&sheet, 1, &zones, &other, &frame).zones[0].mostly, [Some(0), Some(0)]);
        let mut gum = sheet.clone();
        gum.sides[0] = side(&[(0, 9.0, 5.0), (1, 1.0, 5.0), (2, 4.0, -5.0), (3, 0.5, -5.0)]);
        assert_eq!(told(&gum, 1, &zones, &other, &frame).zones[0].mostly, [None, Some(0)]);
        // And where the lower triangle faces one of another tooth, its surface goes there, and with it the name: most of the upper surface is of 16,
        // most of both together lies between 15 and 46.
        let other_faces = [NEAREST[0].to_vec(), vec![Some(1), None, None]];
        let found = by_tooth((&sheet, 1), (&zones, &other_faces), &teeth, &frame);
        assert_eq!(found.pairs[1].areas_mm2, [1.0, 3.0]);
        assert_eq!((found.zones[0].mostly, found.zones[0].share), ([Some(1), Some(0)], Some(2.0 / 3.0)));
    }

    #[test]
    fn two_zones_of_one_pair_are_counted_together() {
        let (mut sheet, zones, mut teeth, frame) = example();
        teeth.upper.regions[2].fdi = Fdi::new(16);
        teeth.lower.regions[1].fdi = Fdi::new(46);
        sheet.sides[0].triangles[2].min_gap_mm = -0.04;
        teeth.lower.regions[1].confidence = 0.3;
        let pairs = told(&sheet, 1, &zones, &teeth, &frame).pairs;
        assert_eq!((pairs.len(), pairs[1].upper.number()), (2, 15));
        assert_eq!((pairs[0].contacts, pairs[0].area_mm2(), pairs[0].max_depth_mm()), (2, 5.5, 0.04));
        assert_eq!(pairs[0].confidences, [0.8, 0.3]);
    }

    #[test]
    fn sides_are_the_patients_and_nothing_is_lost() {
        let (sheet, zones, teeth, frame) = example();
        let balance = told(&sheet, 1, &zones, &teeth, &frame).balance;
        // Upper: 3 right, 4.5 left; lower: 3.5 right, 2 left; a half of each counts.
        assert_eq!((balance.right_mm2, balance.left_mm2), (3.25, 3.25));
        assert_eq!((balance.front_mm2, balance.back_mm2, balance.no_tooth_mm2), (3.0, 3.0, 0.5));
        let found = told(&sheet, 1, &zones, &teeth, &frame);
        let in_pairs: f64 = found.pairs.iter().map(ToothPair::area_mm2).sum();
        assert_eq!((in_pairs, balance.no_pair_mm2), (6.0, 0.5));
        // The twin: seen from behind, right is left; with the middle elsewhere, all is on one side.
        let turned = OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, -DVec3::Y).unwrap();
        let mut moved = sheet.clone();
        moved.sides[0].triangles.pop();
        let (a, b) =
            (told(&moved, 1, &zones, &teeth, &frame).balance, told(&moved, 1, &zones, &teeth, &turned).balance);
        assert_eq!((a.right_mm2, a.left_mm2), (b.left_mm2, b.right_mm2));
        assert_ne!(a.right_mm2, a.left_mm2);
        // At the level 0 nothing is in contact.
        assert_eq!(told(&sheet, 0, &zones, &teeth, &frame).balance, Balance::default());
        let aside = OcclusalFrame { origin: DVec3::new(100.0, 0.0, 0.0), ..frame };
        assert_eq!(told(&sheet, 1, &zones, &teeth, &aside).balance.right_mm2, 0.0);
    }
}
