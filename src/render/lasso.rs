//! Which of the surface that is seen lies inside a closed line that was drawn over the picture.
use super::Camera;
use crate::base::{Rigid, both};
use crate::mesh::TriMesh;
use glam::{DVec2, Vec2};

/// Cells along the longer side of what the line encloses, at most: each decides what is in front.
const MOST_CELLS: f64 = 1024.0;
/// A surface that is so far in front hides what lies behind it, mm; the cells' size comes on top.
const IN_FRONT_MM: f64 = 0.1;
/// Of a surface that slants more the part within a cell counts as no deeper than this times its width.
const STEEPEST: f64 = 6.0;
/// Fewer corners make no area.
const FEWEST_CORNERS: usize = 3;

/// A jaw in the picture.
#[derive(Clone, Copy, Debug)]
pub struct JawInView<'a> {
    pub mesh: &'a TriMesh,
    pub world_from_jaw: Rigid,
    /// It is seen, and hides what lies behind it.
    pub is_shown: bool,
    /// What closing added hides as well.
    pub shows_added: bool,
}

/// The view of a picture of some pixels.
#[derive(Clone, Copy, Debug)]
pub struct LassoView {
    pub camera: Camera,
    pub size: [u32; 2],
}

/// Scanned triangles of both jaws that face the viewer, whose middles lie inside the line (pixels; closed by itself) and are hidden
/// by nothing. Ascending.
pub fn enclosed(view: &LassoView, outline: &[DVec2], jaws: [JawInView<'_>; 2]) -> [Vec<u32>; 2] {
    let Some(mut front) = Front::inside(outline) else { return Default::default() };
    let [upper, lower] = jaws;
    let (upper_seen, lower_seen) = both(|| Seen::of(view, &upper), || Seen::of(view, &lower));
    for (jaw, seen) in [(&upper, &upper_seen), (&lower, &lower_seen)] {
        front.draw(jaw, seen);
    }
    let (front, mm_per_px) = (&front, view.camera.mm_per_px(view.size));
    let (upper, lower) =
        both(|| front.visible(&upper, &upper_seen, mm_per_px), || front.visible(&lower, &lower_seen, mm_per_px));
    [upper, lower]
}

/// A jaw's vertices in the picture: pixels, and how near to the viewer; nothing of a jaw that is not shown.
struct Seen(Vec<Option<(Vec2, f32)>>);

impl Seen {
    fn of(view: &LassoView, jaw: &JawInView<'_>) -> Self {
        let LassoView { camera, size } = view;
        let towards = camera.towards_viewer();
        let vertex = |p: &glam::Vec3| {
            let world = jaw.world_from_jaw.transform_point(p.as_dvec3());
            let near_mm = (world - camera.target).dot(towards);
            Some((camera.project(world, *size)?.as_vec2(), near_mm as f32))
        };
        let shown = if jaw.is_shown { jaw.mesh.positions.as_slice() } else { &[] };
        Self(shown.iter().map(vertex).collect())
    }

    fn corners(&self, triangle: &[u32; 3]) -> Option<[(Vec2, f32); 3]> {
        let corner = |i: u32| self.0.get(i as usize).copied().flatten();
        Some([corner(triangle[0])?, corner(triangle[1])?, corner(triangle[2])?])
    }
}

/// The part of the picture that the line encloses, in cells.
struct Front {
    origin: DVec2,
    cell_px: f64,
    cols: usize,
    rows: usize,
    inside: Vec<bool>,
    /// How near to the viewer the nearest surface is, mm before the target's plane.
    near_mm: Vec<f32>,
}

impl Front {
    fn inside(outline: &[DVec2]) -> Option<Self> {
        let is_area = outline.len() >= FEWEST_CORNERS && outline.iter().all(|p| p.is_finite());
        let first = *outline.first().filter(|_| is_area)?;
        let (lo, hi) = outline.iter().fold((first, first), |(lo, hi), p| (lo.min(*p), hi.max(*p)));
        let cell_px = ((hi - lo).max_element() / MOST_CELLS).max(1.0);
        let cells = ((hi - lo) / cell_px).ceil().as_uvec2() + 1;
        let (cols, rows) = (cells.x as usize, cells.y as usize);
        let mut front = Self {
            origin: lo,
            cell_px,
            cols,
            rows,
            inside: vec![false; cols * rows],
            near_mm: vec![f32::NEG_INFINITY; cols * rows],
        };
        (0..rows).for_each(|row| front.fill_row(outline, row));
        Some(front)
    }

    /// Between the first and the second crossing of the line with the row's middle, the third and the fourth, and so on.
    fn fill_row(&mut self, outline: &[DVec2], row: usize) {
        let y = self.origin.y + (row as f64 + 0.5) * self.cell_px;
        let edges = outline.iter().zip(outline.iter().cycle().skip(1));
        let crossing =
            |(a, b): (&DVec2, &DVec2)| ((a.y <= y) != (b.y <= y)).then(|| a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y));
        let mut crossings: Vec<f64> = edges.filter_map(crossing).collect();
        crossings.sort_by(f64::total_cmp);
        for pair in crossings.as_chunks::<2>().0 {
            let [from, to] = pair.map(|x| ((x - self.origin.x) / self.cell_px - 0.5).ceil().max(0.0) as usize);
            let to = to.min(self.cols);
            self.inside[row * self.cols + from.min(to)..row * self.cols + to].fill(true);
        }
    }

    fn cell_of(&self, place: DVec2) -> Option<usize> {
        let at = ((place - self.origin) / self.cell_px).floor();
        let is_in = at.x >= 0.0 && at.y >= 0.0 && at.x < self.cols as f64 && at.y < self.rows as f64;
        is_in.then(|| at.y as usize * self.cols + at.x as usize)
    }

    /// Takes in the surface of a jaw.
    fn draw(&mut self, jaw: &JawInView<'_>, seen: &Seen) {
        let n = if jaw.shows_added { jaw.mesh.triangles.len() } else { jaw.mesh.n_scanned };
        let triangles = jaw.mesh.triangles.iter().take(n);
        triangles.filter_map(|t| seen.corners(t)).for_each(|corners| self.draw_triangle(corners));
    }

    fn draw_triangle(&mut self, corners: [(Vec2, f32); 3]) {
        let places = corners.map(|(place, _)| (place.as_dvec2() - self.origin) / self.cell_px - 0.5);
        let [a, b, c] = places;
        let (lo, hi) = (a.min(b).min(c).ceil(), a.max(b).max(c).floor());
        let area = (b - a).perp_dot(c - a);
        let is_away = hi.x < 0.0 || hi.y < 0.0 || lo.x >= self.cols as f64 || lo.y >= self.rows as f64;
        if is_away || area == 0.0 {
            return;
        }
        let [near_a, near_b, near_c] = corners.map(|(_, near_mm)| f64::from(near_mm));
        for row in lo.y.max(0.0) as usize..=(hi.y as usize).min(self.rows - 1) {
            for col in lo.x.max(0.0) as usize..=(hi.x as usize).min(self.cols - 1) {
                let at = DVec2::new(col as f64, row as f64);
                let of_b = (at - a).perp_dot(c - a) / area;
                let of_c = (b - a).perp_dot(at - a) / area;
                if of_b >= 0.0 && of_c >= 0.0 && of_b + of_c <= 1.0 {
                    let near_mm = near_a + of_b * (near_b - near_a) + of_c * (near_c - near_a);
                    let cell = &mut self.near_mm[row * self.cols + col];
                    *cell = cell.max(near_mm as f32);
                }
            }
        }
    }

    /// Scanned triangles of a jaw that are inside, face the viewer and are hidden by nothing.
    fn visible(&self, jaw: &JawInView<'_>, seen: &Seen, mm_per_px: f64) -> Vec<u32> {
        let scanned = jaw.mesh.triangles.iter().take(jaw.mesh.n_scanned).zip(0..);
        let is_seen = |corners| self.sees(corners, mm_per_px);
        scanned.filter(|(t, _)| seen.corners(t).is_some_and(is_seen)).map(|(_, triangle)| triangle).collect()
    }

    fn sees(&self, corners: [(Vec2, f32); 3], mm_per_px: f64) -> bool {
        let [a, b, c] = corners.map(|(place, _)| place.as_dvec2());
        // Rows count downwards: what is counter-clockwise from outside is clockwise here.
        let area = -(b - a).perp_dot(c - a);
        let near = corners.map(|(_, near_mm)| f64::from(near_mm));
        let Some(cell) = self.cell_of((a + b + c) / 3.0).filter(|cell| area > 0.0 && self.inside[*cell]) else {
            return false;
        };
        // By how much the surface comes nearer for each mm across the screen.
        let slope = ((c - a) * (near[1] - near[0]) - (b - a) * (near[2] - near[0])).length() / (area * mm_per_px);
        let within_mm = IN_FRONT_MM + self.cell_px * mm_per_px * slope.min(STEEPEST);
        let own_mm = near.iter().sum::<f64>() / 3.0;
        f64::from(self.near_mm[cell]) <= own_mm + within_mm
    }
}

#[cfg(test)]
mod tests {
    use super::super::StandardView;
    use super::super::test_scene::{block_pair, frame};
    use super::*;
    use crate::jaw::JawPair;
    use glam::DVec3;

    const SIZE: [u32; 2] = [400, 300];
    const NOTHING: [Vec<u32>; 2] = [Vec::new(), Vec::new()];

    fn jaws(pair: &JawPair, shown: [bool; 2]) -> [JawInView<'_>; 2] {
        let jaw = |mesh, is_shown| JawInView { mesh, world_from_jaw: Rigid::IDENTITY, is_shown, shows_added: true };
        [jaw(&*pair.upper.mesh, shown[0]), jaw(&*pair.lower.mesh, shown[1])]
    }

    /// From above, 20 mm of block in 300 rows.
    fn view(fov_rad: Option<f64>) -> LassoView {
        let orientation = StandardView::LowerOcclusal.orientation(&frame());
        LassoView { camera: Camera { target: DVec3::ZERO, orientation, height_mm: 24.0, fov_rad }, size: SIZE }
    }

    fn square(view: &LassoView, from: DVec3, to: DVec3) -> Vec<DVec2> {
        let corners = [from, DVec3::new(to.x, from.y, 0.0), to, DVec3::new(from.x, to.y, 0.0)];
        corners.iter().map(|p| view.camera.project(*p, view.size).expect("before the eye")).collect()
    }

    #[test]
    fn what_faces_the_viewer_inside_the_line_is_enclosed() {
        let pair = block_pair(101);
        for fov_rad in [None, Some(0.3)] {
            let view = view(fov_rad);
            let outline = square(&view, DVec3::new(2.0, -3.0, 0.0), DVec3::new(8.0, 5.0, 0.0));
            let [upper, lower] = enclosed(&view, &outline, jaws(&pair, [false, true]));
            assert!(upper.is_empty(), "it is hidden");
            let mesh = &pair.lower.mesh;
            // As seen from above.
            let area: f32 = lower.iter().map(|t| mesh.doubled_area_normal(*t as usize).z / 2.0).sum();
            // 6 mm by 8 mm, but for triangles along the line and, with an eye, what is nearer to it.
            assert!((area / 48.0 - 1.0).abs() < 0.06, "{area} of {fov_rad:?}");
            let middles = lower.iter().map(|t| mesh.corners(*t as usize).iter().sum::<glam::Vec3>() / 3.0);
            assert!(middles.clone().all(|p| (1.8..8.2).contains(&p.x) && (-3.2..5.2).contains(&p.y)));
            assert!(lower.iter().all(|t| (*t as usize) < mesh.n_scanned), "not what closing added");
        }
    }

    #[test]
    fn what_is_hidden_or_faces_away_is_not() {
        let pair = block_pair(101);
        let view = view(None);
        let outline = square(&view, DVec3::new(-5.0, -5.0, 0.0), DVec3::new(5.0, 5.0, 0.0));
        // The upper block lies over the lower one; its scanned face looks down.
        assert_eq!(enclosed(&view, &outline, jaws(&pair, [true, true])), NOTHING);
        // An open sheet hides as well, but for where the hill comes through it.
        let open = jaws(&pair, [true, true]).map(|jaw| JawInView { shows_added: false, ..jaw });
        let through = &enclosed(&view, &outline, open)[1];
        let height = |t: &u32| pair.lower.mesh.corners(*t as usize).iter().map(|p| p.z).sum::<f32>() / 3.0;
        // As near behind the sheet as counts for beside it, and the slope within a pixel.
        assert!(!through.is_empty() && through.iter().all(|t| height(t) > 0.9 - 0.15), "{}", through.len());
        let alone = enclosed(&view, &outline, jaws(&pair, [false, true]));
        assert!(alone[1].len() > 4000, "the twin: {}", alone[1].len());
        for line in [&outline[..2], &[DVec2::NAN; 4]] {
            assert_eq!(enclosed(&view, line, jaws(&pair, [false, true])), NOTHING);
        }
    }

    #[test]
    fn a_line_drawn_the_other_way_round_or_about_two_places_encloses_the_same() {
        let pair = block_pair(61);
        let view = view(None);
        let outline = square(&view, DVec3::new(-4.0, -4.0, 0.0), DVec3::new(4.0, 4.0, 0.0));
        let turned: Vec<DVec2> = outline.iter().rev().copied().collect();
        let of = |outline: &[DVec2]| enclosed(&view, outline, jaws(&pair, [false, true]));
        assert_eq!(of(&outline), of(&turned));
        let smaller = square(&view, DVec3::new(-2.0, -4.0, 0.0), DVec3::new(2.0, 4.0, 0.0));
        assert!(of(&smaller)[1].len() < of(&outline)[1].len() * 6 / 10, "the twin");
    }
}
