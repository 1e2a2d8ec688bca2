//! What a seat makes as large as possible: contact, spread over the arch.
use crate::field::contact::ContactSheet;
use crate::jaw::OcclusalFrame;
use glam::DVec3;
use std::f64::consts::TAU;

/// Parts of the arch, seen from its middle: about a tooth each.
pub const PLACES: usize = 16;

/// The part of the arch that a place belongs to (world coordinates).
pub fn place_of(frame: &OcclusalFrame, at: DVec3) -> usize {
    let local = at - frame.origin;
    let turn = local.dot(frame.right).atan2(local.dot(frame.front)).rem_euclid(TAU) / TAU;
    ((turn * PLACES as f64) as usize).min(PLACES - 1)
}

/// The square of the sum of roots over the number of parts: the whole area where all parts have as much, less where a few have it all, and
/// more with every bit of contact.
pub fn spread_of(areas: &[f64; PLACES]) -> f64 {
    areas.iter().map(|area| area.max(0.0).sqrt()).sum::<f64>().powi(2) / PLACES as f64
}

/// Of a contact at the largest of its zones' levels, the mean of both jaws, mm².
pub fn spread_mm2(sheet: &ContactSheet, frame: &OcclusalFrame) -> f64 {
    let mut areas = [0.0; PLACES];
    for side in &sheet.sides {
        for triangle in &side.triangles {
            areas[place_of(frame, triangle.lowest)] += side.within_largest(triangle).area_mm2 / 2.0;
        }
    }
    spread_of(&areas)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_contact_counts_whole_and_heaped_contact_less() {
        let even = spread_of(&[2.0; PLACES]);
        let mut heaped = [0.0; PLACES];
        heaped[3] = 2.0 * PLACES as f64;
        assert!((even - 2.0 * PLACES as f64).abs() < 1e-9);
        assert!((spread_of(&heaped) - 2.0).abs() < 1e-9, "the same area in one place");
        heaped[4] = 0.5;
        assert!(spread_of(&heaped) > 2.0, "more contact is never worse");
    }
}
