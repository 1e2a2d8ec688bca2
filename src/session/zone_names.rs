//! Numbers of contacts that stay with them: a contact that is found again, after a motion or at another threshold, has the
//! number that it had.
use crate::field::contact::Zone;
use glam::DVec3;
use std::collections::HashMap;

/// A contact without a common triangle is still the same one if its middle has moved by no more than this, mm.
const SAME_PLACE_MM: f64 = 1.0;

/// Every contact that has had a number, as it was seen last.
#[derive(Clone, Debug, Default)]
pub struct ZoneNames {
    known: Vec<Known>,
}

#[derive(Clone, Debug)]
struct Known {
    centroid: DVec3,
    triangles: [Vec<u32>; 2],
}

impl ZoneNames {
    /// A number from 1 on for each of the contacts of a pose. Of several that share triangles with an old one it goes to the
    /// one that shares most; what shares none is told by its place.
    pub fn name(&mut self, zones: &[Zone]) -> Vec<u32> {
        let mut names = vec![None; zones.len()];
        let mut taken = vec![false; self.known.len()];
        for mut pairs in [self.shared(zones), self.near(zones)] {
            pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
            for (_, zone, known) in pairs {
                if names[zone].is_none() && !taken[known] {
                    (names[zone], taken[known]) = (Some(known), true);
                }
            }
        }
        let mut next = self.known.len();
        let names = names.into_iter().map(|name| {
            name.unwrap_or_else(|| {
                next += 1;
                next - 1
            })
        });
        let names: Vec<usize> = names.collect();
        self.remember(zones, &names);
        names.iter().map(|name| *name as u32 + 1).collect()
    }

    /// Pairs of a zone and a known one with common triangles, those with most first when sorted.
    fn shared(&self, zones: &[Zone]) -> Vec<(f64, usize, usize)> {
        let mut of_triangle: HashMap<(usize, u32), Vec<usize>> = HashMap::new();
        for (known, zone) in self.known.iter().enumerate() {
            for side in [0, 1] {
                zone.triangles[side].iter().for_each(|t| of_triangle.entry((side, *t)).or_default().push(known));
            }
        }
        let mut counts: HashMap<(usize, usize), f64> = HashMap::new();
        for (i, zone) in zones.iter().enumerate() {
            for side in [0, 1] {
                let known = zone.triangles[side].iter().filter_map(|t| of_triangle.get(&(side, *t))).flatten();
                known.for_each(|known| *counts.entry((i, *known)).or_default() += 1.0);
            }
        }
        counts.into_iter().map(|((zone, known), n)| (-n, zone, known)).collect()
    }

    /// Pairs of a zone and a known one at the same place, the nearest first when sorted.
    fn near(&self, zones: &[Zone]) -> Vec<(f64, usize, usize)> {
        let pair = |(i, zone): (usize, &Zone)| {
            let centroid = zone.centroid;
            let off = self.known.iter().enumerate().map(move |(k, known)| (known.centroid.distance(centroid), i, k));
            off.filter(|(mm, ..)| *mm <= SAME_PLACE_MM).collect::<Vec<_>>()
        };
        zones.iter().enumerate().flat_map(pair).collect()
    }

    fn remember(&mut self, zones: &[Zone], names: &[usize]) {
        for (zone, name) in zones.iter().zip(names) {
            let seen = Known { centroid: zone.centroid, triangles: zone.triangles.clone() };
            match self.known.get_mut(*name) {
                Some(known) => *known = seen,
                None => self.known.push(seen),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zone(x: f64, upper: std::ops::Range<u32>) -> Zone {
        Zone {
            centroid: DVec3::X * x,
            area_mm2: [1.0; 2],
            penetrating_mm2: [0.0; 2],
            min_gap_mm: 0.05,
            triangles: [upper.collect(), Vec::new()],
        }
    }

    #[test]
    fn a_contact_keeps_its_number_while_it_moves_grows_and_comes_back() {
        let mut names = ZoneNames::default();
        assert_eq!(names.name(&[zone(0.0, 0..10), zone(20.0, 50..55)]), [1, 2]);
        // The second has grown and comes first; the first has slid on by half.
        assert_eq!(names.name(&[zone(20.3, 48..60), zone(0.5, 5..15)]), [2, 1]);
        // Slid on without a common triangle, but by no more than a mm; a new one; the second is gone.
        assert_eq!(names.name(&[zone(1.2, 20..25), zone(-9.0, 70..72)]), [1, 3]);
        assert_eq!(names.name(&[zone(20.3, 50..53)]), [2], "it is back");
        // The twin: elsewhere it is another one.
        assert_eq!(names.name(&[zone(40.0, 90..95)]), [4]);
    }

    #[test]
    fn of_two_parts_the_larger_keeps_the_number() {
        let mut names = ZoneNames::default();
        names.name(&[zone(0.0, 0..20)]);
        assert_eq!(names.name(&[zone(-2.0, 0..5), zone(2.0, 6..20)]), [2, 1]);
        // And together again they have the number of the one that they share most with.
        assert_eq!(names.name(&[zone(0.0, 0..20)]), [1]);
    }
}
