//! Where on the teeth a bite touches: the triangles of both jaws in contact, and a place for each pair of teeth.
use crate::engine::Contact;
use crate::jaw::{Fdi, OcclusalFrame, Teeth};
use glam::DVec3;
use std::collections::BTreeMap;

/// Of one bite.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BiteMarks {
    /// Of the upper and the lower jaw every triangle in contact, ascending.
    pub triangles: [Vec<u32>; 2],
    /// The middle of each pair's largest contact, world coordinates.
    pub(super) places: BTreeMap<(Fdi, Fdi), DVec3>,
}

impl BiteMarks {
    /// `frame`: world coordinates.
    pub fn of(contact: &Contact, threshold_mm: f64, teeth: &Teeth, frame: &OcclusalFrame) -> Self {
        let triangles =
            [0, 1].map(|side| contact.sheet.sides[side].triangles.iter().map(|t| t.triangle).collect::<Vec<_>>());
        let mut places = BTreeMap::new();
        let by_tooth = contact.by_tooth(threshold_mm, teeth, frame);
        let zones = contact.zones(threshold_mm).unwrap_or_default();
        let number = |jaw: &crate::jaw::JawTeeth, region: Option<usize>| jaw.regions.get(region?)?.fdi;
        for (zone, on) in zones.iter().zip(by_tooth.iter().flat_map(|found| &found.zones)) {
            let [upper, lower] = on.mostly;
            if let Some(pair) = number(&teeth.upper, upper).zip(number(&teeth.lower, lower)) {
                // The largest zone comes first.
                places.entry(pair).or_insert(zone.centroid);
            }
        }
        Self { triangles, places }
    }

    /// Where two teeth meet; of a pair that has no zone of its own where either of both touches anything.
    pub fn place(&self, (upper, lower): (Fdi, Fdi)) -> Option<DVec3> {
        let beside = || self.places.iter().find(|((u, l), _)| *u == upper || *l == lower).map(|(_, place)| place);
        self.places.get(&(upper, lower)).or_else(beside).copied()
    }
}

/// Triangles by whether they touch in the one bite, in the other, or in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Touches {
    OnlyInFirst,
    OnlyInSecond,
    InBoth,
}

/// Of one jaw, both lists ascending.
pub fn touches(first: &[u32], second: &[u32]) -> BTreeMap<u32, Touches> {
    let mut all: BTreeMap<u32, Touches> = first.iter().map(|t| (*t, Touches::OnlyInFirst)).collect();
    for triangle in second {
        let of = all.entry(*triangle).or_insert(Touches::OnlyInSecond);
        if *of == Touches::OnlyInFirst {
            *of = Touches::InBoth;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_are_told_by_the_bites_they_touch_in() {
        let found = touches(&[1, 2, 5], &[2, 7]);
        let wanted =
            [(1, Touches::OnlyInFirst), (2, Touches::InBoth), (5, Touches::OnlyInFirst), (7, Touches::OnlyInSecond)];
        assert_eq!(found, BTreeMap::from(wanted));
        // The twin: the other way round first and second change places.
        assert_eq!(touches(&[2, 7], &[1, 2, 5])[&7], Touches::OnlyInFirst);
    }

    #[test]
    fn a_pair_has_the_place_of_its_own_contact_else_one_beside_it() {
        let fdi = |n| Fdi::new(n).expect("a tooth");
        let places = BTreeMap::from([((fdi(16), fdi(46)), DVec3::X), ((fdi(11), fdi(41)), DVec3::Y)]);
        let marks = BiteMarks { triangles: Default::default(), places };
        assert_eq!(marks.place((fdi(11), fdi(41))), Some(DVec3::Y));
        assert_eq!(marks.place((fdi(15), fdi(46))), Some(DVec3::X));
        assert_eq!(marks.place((fdi(26), fdi(36))), None, "the twin: neither tooth touches");
    }
}
