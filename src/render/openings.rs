//! Where a picture looks through faces that are hidden into what they close: a coarse grid of its pixels.
use glam::{DMat4, DVec2, DVec3, Vec3};

/// Cells along each side.
const N_CELLS: usize = 64;
/// Most triangles and cells that are looked at for one picture, a millisecond: scans have some hundred triangles there.
const MOST_LOOKS: usize = 1 << 18;
/// Of the cosine between a triangle's normal and the view: triangles seen edge on, which a raster may take either way.
const EDGE_ON: f32 = 0.02;

/// For each cell of a picture, how near the nearest opening is that it looks through.
pub struct Openings {
    nearest: Vec<f64>,
    cells_from_px: DVec2,
    n_looks: usize,
}

impl Openings {
    /// Through those of the hidden triangles `corners` (jaw coordinates, mm) that do not face along `away`, the direction of the view there;
    /// `px_from_jaw` gives pixels of a picture of `size` and a depth. Of too many triangles all of the picture counts as seen through.
    pub fn through(corners: &[[Vec3; 3]], away: Vec3, px_from_jaw: &DMat4, size: [u32; 2]) -> Self {
        let cells_from_px = N_CELLS as f64 / DVec2::new(f64::from(size[0].max(1)), f64::from(size[1].max(1)));
        let mut openings = Self { nearest: Vec::new(), cells_from_px, n_looks: corners.len() };
        let faces_viewer = |t: &&[Vec3; 3]| (t[1] - t[0]).cross(t[2] - t[0]).normalize_or_zero().dot(away) <= EDGE_ON;
        for t in corners.iter().filter(faces_viewer) {
            openings.nearest.resize(N_CELLS * N_CELLS, f64::INFINITY);
            if openings.n_looks > MOST_LOOKS {
                openings.nearest.fill(f64::NEG_INFINITY);
                break;
            }
            openings.add(t.map(|corner| px_from_jaw.transform_point3(corner.as_dvec3())));
        }
        openings
    }

    /// Whether some of a box of pixels and depths may be seen through an opening.
    pub fn show(&self, (lo, hi): (DVec3, DVec3)) -> bool {
        let mut cells = self.cells(lo.truncate(), hi.truncate());
        !self.nearest.is_empty() && cells.any(|(col, row)| self.nearest[row * N_CELLS + col] <= hi.z)
    }

    /// The cells that a box of pixels touches, one pixel of margin included.
    fn cells(&self, lo: DVec2, hi: DVec2) -> impl Iterator<Item = (usize, usize)> + use<> {
        let [lo, hi] =
            [lo - 1.0, hi + 1.0].map(|px| (px * self.cells_from_px).clamp(DVec2::ZERO, DVec2::splat(N_CELLS as f64)));
        let ([first_col, first_row], [end_col, end_row]) =
            (lo.floor().as_usizevec2().to_array(), hi.ceil().as_usizevec2().to_array());
        (first_row..end_row).flat_map(move |row| (first_col..end_col).map(move |col| (col, row)))
    }

    fn add(&mut self, corners: [DVec3; 3]) {
        let [a, b, c] = corners.map(|p| p.truncate());
        let half = 0.5 / self.cells_from_px + 1.0;
        let area = (b - a).perp_dot(c - a);
        let turn = area.signum();
        // How the depth of its plane grows by pixels; seen edge on, it has none.
        let [over_b, over_c] = [corners[1].z - corners[0].z, corners[2].z - corners[0].z];
        let slope = ((c - a).perp() * -over_b + (b - a).perp() * over_c) / area;
        let nearest = corners.iter().map(|p| p.z).fold(f64::INFINITY, f64::min);
        for (col, row) in self.cells(a.min(b).min(c), a.max(b).max(c)) {
            self.n_looks += 1;
            let middle = (DVec2::new(col as f64, row as f64) + 0.5) / self.cells_from_px;
            // A cell that lies beside the triangle lies wholly beyond one of its edges.
            let is_beyond = |from: DVec2, to: DVec2| {
                let across = (to - from).perp() * turn;
                across.dot(middle - from) + across.abs().dot(half) < 0.0
            };
            if !(is_beyond(a, b) || is_beyond(b, c) || is_beyond(c, a)) {
                let cell = &mut self.nearest[row * N_CELLS + col];
                let in_cell = corners[0].z + slope.dot(middle - a) - slope.abs().dot(half);
                // `max` takes the other number for none.
                *cell = cell.min(in_cell.max(nearest));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A triangle at depth 5, in the left half of a picture of 640 x 640, that is seen from its front.
    const TRIANGLE: [[Vec3; 3]; 1] =
        [[Vec3::new(0.0, 0.0, 5.0), Vec3::new(0.0, 600.0, 5.0), Vec3::new(300.0, 0.0, 5.0)]];

    fn seen(corners: &[[Vec3; 3]], at: DVec3) -> bool {
        let openings = Openings::through(corners, Vec3::Z, &DMat4::IDENTITY, [640, 640]);
        openings.show((at - DVec3::new(2.0, 2.0, 0.5), at + DVec3::new(2.0, 2.0, 0.5)))
    }

    #[test]
    fn what_lies_behind_an_opening_is_seen_through_it() {
        assert!(seen(&TRIANGLE, DVec3::new(100.0, 100.0, 9.0)));
        assert!(!seen(&TRIANGLE, DVec3::new(100.0, 100.0, 3.0)), "before it");
        assert!(!seen(&TRIANGLE, DVec3::new(250.0, 450.0, 9.0)), "beside it, in its box");
        assert!(!seen(&TRIANGLE, DVec3::new(500.0, 100.0, 9.0)));
        assert!(!seen(&[], DVec3::new(100.0, 100.0, 9.0)));
        assert!(seen(&TRIANGLE.repeat(5000), DVec3::new(500.0, 100.0, 3.0)), "more than is looked at: everywhere");
        // From behind it is no opening: rays leave the solid there.
        assert!(!seen(&TRIANGLE.map(|[a, b, c]| [a, c, b]), DVec3::new(100.0, 100.0, 9.0)));
        // Edge on, it may be either.
        let wall = [[Vec3::new(0.0, 100.0, 5.0), Vec3::new(300.0, 100.0, 5.0), Vec3::new(0.0, 100.0, 8.0)]];
        assert!(seen(&wall, DVec3::new(100.0, 100.0, 9.0)));
    }

    #[test]
    fn a_sloping_opening_is_as_near_as_it_is_there() {
        let slope = TRIANGLE.map(|t| t.map(|p| p.with_z(5.0 + 0.1 * p.x)));
        assert!(seen(&slope, DVec3::new(20.0, 20.0, 9.0)));
        assert!(!seen(&slope, DVec3::new(200.0, 20.0, 20.0)), "15 before it");
        assert!(seen(&slope, DVec3::new(200.0, 20.0, 27.0)));
    }
}
