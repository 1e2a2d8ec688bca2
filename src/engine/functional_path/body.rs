//! From heights over a raster to a closed body: two triangles a cell above and below, walls round what is covered.
use super::Envelope;
use crate::mesh::TriMesh;

/// Smaller islands of the surface are left out, mm².
const LEAST_ISLAND_MM2: f64 = 1.0;

/// The closed body between the surface and a flat base `below_mm` under its lowest place; target coordinates.
pub fn body(envelope: &Envelope, below_mm: f64) -> TriMesh {
    let cells = Cells::of(envelope);
    let (cols, cell_cols) = (envelope.cols, envelope.cols - 1);
    let mut vertices: Vec<u32> = vec![u32::MAX; envelope.heights.len()];
    let mut nodes = Vec::new();
    for cell in cells.covered() {
        for node in cells.nodes(cell) {
            if vertices[node] == u32::MAX {
                vertices[node] = nodes.len() as u32;
                nodes.push(node);
            }
        }
    }
    let least = nodes.iter().map(|node| envelope.heights[*node]).fold(f32::INFINITY, f32::min);
    let base = f64::from(least) - below_mm;
    let place = |node: usize, height: f64| envelope.place(node % cols, node / cols, height).as_vec3();
    let mut positions: Vec<_> = nodes.iter().map(|n| place(*n, f64::from(envelope.heights[*n]))).collect();
    positions.extend(nodes.iter().map(|n| place(*n, base)));
    let under = nodes.len() as u32;
    let mut triangles = Vec::new();
    for cell in cells.covered() {
        let [a, b, c, d] = cells.nodes(cell).map(|node| vertices[node]);
        triangles.extend([[a, b, c], [a, c, d]]);
        triangles.extend([[a, c, b], [a, d, c]].map(|t| t.map(|v| v + under)));
        let (col, row) = (cell % cell_cols, cell / cell_cols);
        let is_open = |col: Option<usize>, row: Option<usize>| !cells.is_covered(col, row);
        let sides = [
            (a, b, is_open(Some(col), row.checked_sub(1))),
            (b, c, is_open(Some(col + 1), Some(row))),
            (c, d, is_open(Some(col), Some(row + 1))),
            (d, a, is_open(col.checked_sub(1), Some(row))),
        ];
        for (p, q, _) in sides.into_iter().filter(|(.., is_open)| *is_open) {
            triangles.extend([[p + under, q + under, q], [p + under, q, p]]);
        }
    }
    TriMesh { n_scanned: triangles.len(), positions, triangles, colors: None }
}

/// Squares between four nodes, and which of them have all four.
struct Cells {
    cols: usize,
    rows: usize,
    covered: Vec<bool>,
}

impl Cells {
    fn of(envelope: &Envelope) -> Self {
        let (cols, rows) = (envelope.cols - 1, envelope.rows - 1);
        let mut cells = Self { cols, rows, covered: vec![false; cols * rows] };
        for cell in 0..cells.covered.len() {
            cells.covered[cell] = cells.nodes(cell).into_iter().all(|node| !envelope.heights[node].is_nan());
        }
        while cells.part_corners() {}
        cells.drop_islands(LEAST_ISLAND_MM2 / envelope.cell_mm.powi(2));
        cells
    }

    fn covered(&self) -> impl Iterator<Item = usize> {
        (0..self.covered.len()).filter(|cell| self.covered[*cell])
    }

    fn is_covered(&self, col: Option<usize>, row: Option<usize>) -> bool {
        let (Some(col), Some(row)) = (col, row) else { return false };
        col < self.cols && row < self.rows && self.covered[row * self.cols + col]
    }

    /// Counter-clockwise from above.
    fn nodes(&self, cell: usize) -> [usize; 4] {
        let node = cell / self.cols * (self.cols + 1) + cell % self.cols;
        [node, node + 1, node + self.cols + 2, node + self.cols + 1]
    }

    /// Two cells that meet in a corner alone would share an upright edge with four walls: one of them goes. Whether any did.
    fn part_corners(&mut self) -> bool {
        let mut any = false;
        for row in 0..self.rows.saturating_sub(1) {
            for col in 0..self.cols.saturating_sub(1) {
                let at = [0, 1, self.cols, self.cols + 1].map(|off| row * self.cols + col + off);
                let [a, b, c, d] = at.map(|cell| self.covered[cell]);
                if a == d && b == c && a != b {
                    self.covered[if a { at[3] } else { at[2] }] = false;
                    any = true;
                }
            }
        }
        any
    }

    fn drop_islands(&mut self, least_cells: f64) {
        let mut seen = vec![false; self.covered.len()];
        for first in 0..self.covered.len() {
            if seen[first] || !self.covered[first] {
                continue;
            }
            let (mut island, mut next) = (vec![first], 0);
            seen[first] = true;
            while let Some(cell) = island.get(next).copied() {
                next += 1;
                let beside = self.beside(cell).into_iter().flatten();
                let new: Vec<usize> = beside.filter(|cell| self.covered[*cell] && !seen[*cell]).collect();
                for cell in new {
                    seen[cell] = true;
                    island.push(cell);
                }
            }
            if (island.len() as f64) < least_cells {
                island.into_iter().for_each(|cell| self.covered[cell] = false);
            }
        }
    }

    fn beside(&self, cell: usize) -> [Option<usize>; 4] {
        let (col, row) = (cell % self.cols, cell / self.cols);
        [
            (col > 0).then(|| cell - 1),
            (col + 1 < self.cols).then(|| cell + 1),
            (row > 0).then(|| cell - self.cols),
            (row + 1 < self.rows).then(|| cell + self.cols),
        ]
    }
}
