//! Finer tiles where the contact is coarser than what is asked of it (hierarchical maps, Myszkowski et al. 1995,
//! sect. 9).
use super::merge::{Owners, TileMap};
use super::tile::Tile;
use glam::UVec2;

/// A pixel is parted into so many at most, along each side, from one level to the next.
const MOST_PARTS: f64 = 5.0;
/// No threshold asks for finer pixels than this, mm: scans are three hundred times coarser.
const FINEST_MM: f64 = 0.001;
/// Pixels around a contact that are drawn finer with it.
const BORDER: u32 = 2;
/// Contacts closer than this, in pixels, share a tile.
const TOGETHER: u32 = 4;

/// Rectangles of a tile to be drawn finer: around the pixels it speaks for whose gap ends, within the pixel, at a
/// threshold that is finer than the pixel. Deep inside a contact and far from it nothing changes with the pixel.
///
/// `owners` are those of the tile's pixels. Empty where the tile is as fine as its smallest threshold.
pub fn finer_tiles(map: &TileMap, owners: &[Owners], thresholds_mm: &[f64]) -> Vec<Tile> {
    let p = &map.field.projection;
    let pitch_mm = p.u_mm.max(p.v_mm);
    let asked = thresholds_mm.iter().map(|t| t.max(FINEST_MM)).filter(|t| *t < pitch_mm);
    let Some([finest, coarsest]) =
        asked.fold(None, |e: Option<[f64; 2]>, t| Some(e.map_or([t, t], |[lo, hi]| [lo.min(t), hi.max(t)])))
    else {
        return Vec::new();
    };
    let parts = (pitch_mm / finest).ceil().clamp(2.0, MOST_PARTS) as u32;
    let is_wanted = |pixel: usize| {
        let gap_mm = f64::from(map.field.gap_mm[pixel]);
        // Surfaces in contact lie within 45 degrees of each other: the gap changes by less than the pitch in a pixel.
        owners[pixel] != [false; 2] && (-pitch_mm..=coarsest + pitch_mm).contains(&gap_mm)
    };
    let size = UVec2::new(p.cols, p.rows);
    let wanted: Vec<bool> = (0..owners.len()).map(is_wanted).collect();
    rectangles(&wanted, size).into_iter().map(|[from, to]| map.tile.finer([from, to], parts)).collect()
}

/// Disjoint rectangles, from and to (left out), that hold all wanted pixels of a row-major map with their border.
fn rectangles(wanted: &[bool], size: UVec2) -> Vec<[UVec2; 2]> {
    let mut found: Vec<[UVec2; 2]> = Vec::new();
    for (i, _) in wanted.iter().enumerate().filter(|(_, w)| **w) {
        let at = UVec2::new(i as u32 % size.x, i as u32 / size.x);
        let grown = [at.saturating_sub(UVec2::splat(BORDER)), (at + 1 + BORDER).min(size)];
        match found.iter_mut().rev().find(|r| are_near(r, &grown)) {
            Some(rectangle) => *rectangle = hull(rectangle, &grown),
            None => found.push(grown),
        }
    }
    merged(found)
}

fn hull([a, b]: &[UVec2; 2], [c, d]: &[UVec2; 2]) -> [UVec2; 2] {
    [a.min(*c), b.max(*d)]
}

fn are_near([a, b]: &[UVec2; 2], [c, d]: &[UVec2; 2]) -> bool {
    let near = UVec2::splat(TOGETHER);
    a.cmplt(*d + near).all() && c.cmplt(*b + near).all()
}

/// Joins rectangles until all are disjoint.
fn merged(mut rectangles: Vec<[UVec2; 2]>) -> Vec<[UVec2; 2]> {
    let mut i = 0;
    while i < rectangles.len() {
        match (i + 1..rectangles.len()).find(|j| are_near(&rectangles[i], &rectangles[*j])) {
            Some(j) => {
                let other = rectangles.swap_remove(j);
                rectangles[i] = hull(&rectangles[i], &other);
                // It may now reach one that it did not before.
                i = 0;
            }
            None => i += 1,
        }
    }
    rectangles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_hold_what_is_wanted_and_are_disjoint() {
        let size = UVec2::new(40, 30);
        let mut wanted = vec![false; 1200];
        for (x, y) in [(1, 1), (2, 1), (3, 2), (30, 20), (31, 22), (20, 3)] {
            wanted[y * 40 + x] = true;
        }
        let found = rectangles(&wanted, size);
        assert_eq!(found.len(), 3, "{found:?}");
        let holds = |[from, to]: &[UVec2; 2], x: u32, y: u32| from.x <= x && x < to.x && from.y <= y && y < to.y;
        for y in 0..30 {
            for x in 0..40 {
                let n = found.iter().filter(|r| holds(r, x, y)).count();
                assert!(n <= 1 && (n == 1 || !wanted[(y * 40 + x) as usize]), "{x} {y}: {n}");
            }
        }
        assert!(rectangles(&vec![false; 1200], size).is_empty());
    }
}
