//! Places where the lower jaw settled, and which of them are worth a closer look.
use super::meeting::{ARM_MM, Settled};
use crate::base::Rigid;
use crate::jaw::OcclusalFrame;
use glam::DVec3;

/// So many came to hardly less contact than the best: no other place is looked for.
const AGREED: (usize, f64) = (8, 0.95);
/// Two places are one if no part of the arch lies farther from where it lies in the other, and differ if one lies so far, mm.
const ONE_PLACE_MM: f64 = 0.1;
const DIFFER_MM: f64 = 0.25;
/// Of places that differ, the best so many are looked round and ended exactly, if they have such a share of the contact of the best.
const ENDED: usize = 4;
const WORTH_ENDING: f64 = 0.8;

/// A place, and how often the jaw came to it.
struct Place {
    settled: Settled,
    times: usize,
}

/// Where the lower jaw settled so far, the place with most contact first.
pub struct Places<'a> {
    frame: &'a OcclusalFrame,
    all: Vec<Place>,
}

impl<'a> Places<'a> {
    pub fn new(frame: &'a OcclusalFrame) -> Self {
        Self { frame, all: Vec::new() }
    }

    /// Adds where jaws settled; of those that came to one place the best stands for it.
    ///
    /// # Errors
    /// The first of theirs.
    pub fn add<E>(&mut self, settled: Vec<Result<Option<Settled>, E>>) -> Result<(), E> {
        for settled in settled {
            let Some(settled) = settled? else { continue };
            match self.all.iter().position(|place| apart_mm(self.frame, &place.settled, &settled) < ONE_PLACE_MM) {
                Some(i) => self.all[i].is_reached_by(settled),
                None => self.all.push(Place { settled, times: 1 }),
            }
        }
        self.all.sort_by(|a, b| b.settled.spread_mm2.total_cmp(&a.settled.spread_mm2));
        Ok(())
    }

    fn with_share(&self, share: f64) -> impl Iterator<Item = &Place> {
        let least = self.all.first().map_or(0.0, |best| share * best.settled.spread_mm2);
        self.all.iter().take_while(move |place| place.settled.spread_mm2 >= least)
    }

    /// Whether many came to hardly less contact than the best.
    pub fn agree(&self) -> bool {
        let (most, share) = AGREED;
        self.with_share(share).map(|place| place.times).sum::<usize>() >= most
    }

    /// The best places that differ.
    pub fn worth_ending(&self) -> Vec<Settled> {
        let mut best: Vec<Settled> = Vec::new();
        for Place { settled, .. } in self.with_share(WORTH_ENDING) {
            if best.len() < ENDED && best.iter().all(|known| apart_mm(self.frame, known, settled) > DIFFER_MM) {
                best.push(*settled);
            }
        }
        best
    }
}

impl Place {
    fn is_reached_by(&mut self, settled: Settled) {
        self.times += 1;
        if settled.spread_mm2 > self.settled.spread_mm2 {
            self.settled = settled;
        }
    }
}

/// How far the arches lie apart in two poses: the farthest of their front and both ends, mm.
fn apart_mm(frame: &OcclusalFrame, a: &Settled, b: &Settled) -> f64 {
    let between: Rigid = a.pose * b.pose.inverse();
    let far = |way: DVec3| {
        let at = frame.origin + way * ARM_MM;
        between.transform_point(at).distance(at)
    };
    [frame.right, -frame.right, frame.front].into_iter().map(far).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    const FRAME: OcclusalFrame = OcclusalFrame { origin: DVec3::ZERO, up: DVec3::Z, front: DVec3::Y, right: DVec3::X };

    fn at(mm: f64, spread_mm2: f64) -> Result<Option<Settled>, Infallible> {
        Ok(Some(Settled { pose: Rigid::from_translation(DVec3::X * mm), spread_mm2 }))
    }

    fn places(settled: Vec<Result<Option<Settled>, Infallible>>) -> Places<'static> {
        let mut places = Places::new(&FRAME);
        places.add(settled).expect("nothing was cancelled");
        places
    }

    #[test]
    fn the_best_that_differ_are_ended_each_once() {
        let found = places(vec![at(0.0, 9.0), at(0.02, 10.0), at(0.2, 9.5), at(1.0, 8.5), at(2.0, 7.0), Ok(None)]);
        let spreads: Vec<f64> = found.worth_ending().iter().map(|place| place.spread_mm2).collect();
        // The second stands for the first, the third is too near to it, the last has too little.
        assert_eq!(spreads, [10.0, 8.5]);
        let many = places((0..9).map(|i| at(f64::from(i), 10.0)).collect());
        assert_eq!(many.worth_ending().len(), ENDED);
        assert!(places(vec![Ok(None)]).worth_ending().is_empty());
    }

    #[test]
    fn they_agree_once_many_have_hardly_less_than_the_best() {
        let alike = || (0..AGREED.0).map(|i| at(0.001 * i as f64, 10.0)).collect::<Vec<_>>();
        assert!(places(alike()).agree());
        assert!(!places(alike().split_off(1)).agree(), "one too few");
        let mut better = alike();
        better.push(at(5.0, 11.0));
        assert!(!places(better).agree(), "what has more is elsewhere");
    }

    #[test]
    fn a_turn_tells_places_apart_by_how_far_it_moves_the_arch() {
        let turned = |deg: f64| Settled {
            pose: Rigid::from_axis_angle(DVec3::ZERO, DVec3::Z, deg.to_radians()),
            spread_mm2: 1.0,
        };
        let far = apart_mm(&FRAME, &turned(0.0), &turned(1.0));
        assert!((far - 2.0 * ARM_MM * 0.5_f64.to_radians().sin()).abs() < 1e-12, "{far}");
    }
}
