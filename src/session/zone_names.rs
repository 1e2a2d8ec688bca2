//! Numbers of contacts that stay with them while the jaw moves: a contact that is found again has the number that it had. At rest they
//! are counted anew, the largest first, as in every record.
use crate::field::contact::Zone;
use glam::DVec3;

/// A contact without a common triangle is still the same one if its middle has moved by no more than this, mm.
const SAME_PLACE_MM: f64 = 1.0;

/// Every contact that has had a number since the jaw rested, as it was seen last.
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

    /// Counts the contacts of a pose at rest from 1 on, whatever numbers there were before.
    pub fn count_anew(&mut self, zones: &[Zone]) -> Vec<u32> {
        self.known.clear();
        self.name(zones)
    }

    /// Pairs of a zone and a known one with common triangles, those with most first when sorted.
    fn shared(&self, zones: &[Zone]) -> Vec<(f64, usize, usize)> {
        let mut counts = vec![0_u32; zones.len() * self.known.len()];
        for side in [0, 1] {
            let on = ZonesOn::of(zones, side);
            for (known, triangles) in self.known.iter().map(|known| &known.triangles[side]).enumerate() {
                let zones = triangles.iter().flat_map(|triangle| on.triangle(*triangle));
                zones.for_each(|zone| counts[zone * self.known.len() + known] += 1);
            }
        }
        let pair = |(i, n): (usize, u32)| (-f64::from(n), i / self.known.len(), i % self.known.len());
        counts.into_iter().enumerate().filter(|(_, n)| *n > 0).map(pair).collect()
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

/// Which zones lie on each triangle of a jaw: looked up for every contact that was ever seen, while the jaw moves.
struct ZonesOn {
    /// By triangle: its last place in `places`.
    last: Vec<Option<u32>>,
    /// A zone, and the place before it of the same triangle.
    places: Vec<(usize, Option<u32>)>,
}

impl ZonesOn {
    fn of(zones: &[Zone], side: usize) -> Self {
        let n_triangles = zones.iter().flat_map(|zone| &zone.triangles[side]).max().map_or(0, |t| *t as usize + 1);
        let mut on = Self { last: vec![None; n_triangles], places: Vec::new() };
        for (i, zone) in zones.iter().enumerate() {
            for triangle in &zone.triangles[side] {
                let last = &mut on.last[*triangle as usize];
                on.places.push((i, *last));
                *last = Some(on.places.len() as u32 - 1);
            }
        }
        on
    }

    fn triangle(&self, triangle: u32) -> impl Iterator<Item = usize> {
        let last = self.last.get(triangle as usize).copied().flatten();
        std::iter::successors(last, |place| self.places[*place as usize].1).map(|place| self.places[place as usize].0)
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
        // At rest they are counted, and keep those numbers.
        let rests = [zone(40.0, 90..95), zone(20.3, 50..53)];
        assert_eq!((names.count_anew(&rests), names.name(&rests)), (vec![1, 2], vec![1, 2]));
        assert_eq!(
            names.name(&[zone(20.3, 50..53), zone(1.2, 20..25)]),
            [2, 3],
            "what was there before the rest is new"
        );
    }

    #[test]
    fn a_triangle_may_be_of_several_contacts() {
        let on = ZonesOn::of(&[zone(0.0, 0..5), zone(9.0, 4..7)], 0);
        let of = |triangle| on.triangle(triangle).collect::<Vec<_>>();
        assert_eq!([of(0), of(4), of(6)], [vec![0], vec![1, 0], vec![1]]);
        assert!(of(7).is_empty() && ZonesOn::of(&[], 0).triangle(0).next().is_none());
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
