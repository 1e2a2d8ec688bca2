//! Holes of a scan, bridged in the map of heights along the arch: where nothing was scanned there would be a notch between two teeth that is none.

/// Cells with nothing round them, so many steps to all sides, lie in a hole; single cells that no sample fell into are none.
const DEEP: usize = 2;
/// A hole goes on so many steps beyond those.
const EDGE: usize = 3;
/// What is larger is no hole, cells: 80 mm².
const MOST_CELLS: usize = 1280;
/// Sweeps in which what is put into a hole comes to rest; a hole 10 mm wide has 40 cells.
const SWEEPS: usize = 400;

/// Puts a smooth surface into holes that are scanned round about (harmonic: each cell the mean of those beside it). `heights`: rows of
/// `n_across` cells, minus infinity where nothing was scanned; `is_tissue`: where something was, and is no part of the jaw.
pub fn bridge_holes(heights: &mut [f64], is_tissue: &[bool], n_across: usize) {
    let map = Map { n_across, n_rows: heights.len() / n_across.max(1) };
    let is_open = map.open(heights);
    let mut seen = vec![false; heights.len()];
    for start in 0..heights.len() {
        if is_open[start] && !seen[start] {
            let cells = map.hanging_together(start, &is_open, &mut seen);
            let is_hole =
                cells.len() <= MOST_CELLS && !cells.iter().any(|cell| map.is_at_edge(*cell) || is_tissue[*cell]);
            if is_hole {
                map.fill(&cells, heights);
            }
        }
    }
}

/// How cells lie beside each other.
#[derive(Clone, Copy)]
struct Map {
    n_across: usize,
    n_rows: usize,
}

impl Map {
    /// Cells in holes, and beyond the edges of the scan.
    fn open(self, heights: &[f64]) -> Vec<bool> {
        let is_deep = |cell: &usize| self.near(*cell, DEEP).all(|near| !heights[near].is_finite());
        let mut is_open = vec![false; heights.len()];
        for deep in (0..heights.len()).filter(is_deep) {
            self.near(deep, EDGE).filter(|near| !heights[*near].is_finite()).for_each(|near| is_open[near] = true);
        }
        is_open
    }

    fn near(self, cell: usize, reach: usize) -> impl Iterator<Item = usize> {
        let (row, across) = (cell / self.n_across, cell % self.n_across);
        let rows = row.saturating_sub(reach)..(row + reach + 1).min(self.n_rows);
        let columns = across.saturating_sub(reach)..(across + reach + 1).min(self.n_across);
        rows.flat_map(move |row| columns.clone().map(move |across| row * self.n_across + across))
    }

    fn is_at_edge(self, cell: usize) -> bool {
        let (row, across) = (cell / self.n_across, cell % self.n_across);
        row == 0 || across == 0 || row + 1 == self.n_rows || across + 1 == self.n_across
    }

    /// The four beside a cell that is not at the edge.
    fn beside(self, cell: usize) -> [usize; 4] {
        [cell - 1, cell + 1, cell - self.n_across, cell + self.n_across]
    }

    fn hanging_together(self, start: usize, is_open: &[bool], seen: &mut [bool]) -> Vec<usize> {
        seen[start] = true;
        let mut cells = vec![start];
        let mut next = 0;
        while let Some(cell) = cells.get(next).copied() {
            next += 1;
            for near in self.near(cell, 1).filter(|near| is_open[*near]) {
                if !std::mem::replace(&mut seen[near], true) {
                    cells.push(near);
                }
            }
        }
        cells
    }

    fn fill(self, cells: &[usize], heights: &mut [f64]) {
        let rim: Vec<f64> = cells
            .iter()
            .flat_map(|cell| self.beside(*cell))
            .map(|cell| heights[cell])
            .filter(|h| h.is_finite())
            .collect();
        if rim.is_empty() {
            return;
        }
        let mean = rim.iter().sum::<f64>() / rim.len() as f64;
        cells.iter().for_each(|cell| heights[*cell] = mean);
        for _ in 0..SWEEPS {
            for cell in cells {
                let beside = self.beside(*cell).map(|near| heights[near]);
                let known = || beside.iter().filter(|h| h.is_finite());
                heights[*cell] = known().sum::<f64>() / known().count().max(1) as f64;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACROSS: usize = 60;
    const ROWS: usize = 80;

    fn slope(cell: usize) -> f64 {
        0.1 * (cell / ACROSS) as f64 - 0.03 * (cell % ACROSS) as f64
    }

    /// A slope without the cells within a distance of a place.
    fn holed((row, across): (usize, usize), radius: f64) -> Vec<f64> {
        let away = |cell: usize| {
            let (r, a) = ((cell / ACROSS) as f64 - row as f64, (cell % ACROSS) as f64 - across as f64);
            r.hypot(a)
        };
        (0..ROWS * ACROSS).map(|cell| if away(cell) < radius { f64::NEG_INFINITY } else { slope(cell) }).collect()
    }

    #[test]
    fn a_hole_is_bridged_by_what_is_round_it() {
        let mut heights = holed((40, 30), 10.0);
        bridge_holes(&mut heights, &[false; ROWS * ACROSS], ACROSS);
        let worst = heights.iter().enumerate().map(|(cell, h)| (h - slope(cell)).abs()).fold(0.0, f64::max);
        assert!(worst < 0.01, "{worst}");
    }

    #[test]
    fn what_the_scan_does_not_surround_stays_open() {
        // At the map's edge; larger than any hole; and single cells.
        for (place, radius) in [((40, 5), 10.0), ((40, 30), 25.0), ((40, 30), 1.2)] {
            let before = holed(place, radius);
            let mut heights = before.clone();
            bridge_holes(&mut heights, &[false; ROWS * ACROSS], ACROSS);
            assert_eq!(heights, before, "{place:?} {radius}");
        }
        // And where a sheet of tissue was taken away.
        let before = holed((40, 30), 10.0);
        let (mut heights, mut is_tissue) = (before.clone(), [false; ROWS * ACROSS]);
        is_tissue[40 * ACROSS + 30] = true;
        bridge_holes(&mut heights, &is_tissue, ACROSS);
        assert_eq!(heights, before);
    }
}
