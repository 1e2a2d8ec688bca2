//! A first look at a scan: a small grey picture of it, in whatever unit and before anything is repaired, so that who opened it sees what it is.
use super::frame::principal_axes::weighted_principal_axes;
use crate::base::{Cancelled, Progress, RawMesh};
use glam::{DMat3, DVec2, DVec3};

/// Row by row how bright each pixel is; 0: nothing is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glimpse {
    pub size: [usize; 2],
    pub shades: Vec<u8>,
}

/// What is left of the sum of all normals where a scan is open, of their lengths; a closed body leaves nothing.
const OPEN: f64 = 0.08;
/// A triangle of a model's flat base looks along the base: the cosine.
const FLAT: f64 = 0.995;
/// Of the picture's width and height.
const MARGIN: f64 = 0.04;
/// Pixels looked at for one picture: of a scan it takes a fiftieth, and a heap of huge triangles ends in time.
const MOST_PIXELS: usize = 100_000_000;
/// The darkest that a surface gets; and how bright is what is seen from inside, as a share.
const DARKEST: f64 = 36.0;
const INSIDE: f64 = 0.45;

/// Looks at a scan as its teeth are seen, the front up as far as its shape tells. Without anything to be seen nothing is there.
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn glimpse(raw: &RawMesh, size: [usize; 2], progress: &Progress) -> Result<Glimpse, Cancelled> {
    let mut picture = Glimpse { size, shades: vec![0; size[0] * size[1]] };
    let Some(seen) = Seen::of(raw, size) else { return Ok(picture) };
    let mut depths = vec![f64::NEG_INFINITY; picture.shades.len()];
    let mut left = MOST_PIXELS;
    for (i, triangle) in raw.triangles.iter().enumerate() {
        if i.is_multiple_of(8192) {
            progress.check()?;
        }
        let corners = triangle.map(|v| seen.place(raw.positions[v as usize].as_dvec3()));
        let shade = seen.shade(raw, triangle);
        left = left.saturating_sub(draw(&corners, shade, (&mut picture, &mut depths)));
        if left == 0 {
            break;
        }
    }
    Ok(picture)
}

/// How a scan is seen.
struct Seen {
    /// To the picture's right and up, and towards the viewer.
    axes: DMat3,
    middle: DVec3,
    px_per_unit: f64,
    size: DVec2,
}

impl Seen {
    /// `None` where all is in one place.
    fn of(raw: &RawMesh, size: [usize; 2]) -> Option<Self> {
        let corners = |t: &[u32; 3]| t.map(|v| raw.positions[v as usize].as_dvec3());
        let normal = |t: &[u32; 3]| doubled_area_normal(&corners(t));
        let weighed = raw.triangles.iter().map(|t| (corners(t).iter().sum::<DVec3>() / 3.0, normal(t).length()));
        let shape = weighted_principal_axes(weighed)?;
        let sums = raw.triangles.iter().map(normal).fold((DVec3::ZERO, 0.0), |(s, l), n| (s + n, l + n.length()));
        let thin = shape.axes[2];
        let towards = if sums.0.length() > OPEN * sums.1 {
            sums.0.normalize_or(thin)
        } else {
            // A model stands on a flat base, teeth are not flat.
            let flat = |way: DVec3| {
                let lies = raw.triangles.iter().map(normal).filter(|n| n.dot(way) > FLAT * n.length());
                lies.map(DVec3::length).sum::<f64>()
            };
            if flat(thin) > flat(-thin) { -thin } else { thin }
        };
        // An arch is wider than deep, and has more of itself where it is closed, which is in front.
        let right = shape.axes[0].reject_from(towards).normalize_or(towards.any_orthonormal_vector());
        let axes = DMat3::from_cols(right, towards.cross(right), towards);
        let all = raw.triangles.iter().flatten().map(|v| axes.transpose() * raw.positions[*v as usize].as_dvec3());
        let (lo, hi) = all.fold((DVec3::MAX, DVec3::MIN), |(lo, hi), p| (lo.min(p), hi.max(p)));
        let (middle, extent) = ((lo + hi) / 2.0, hi - lo);
        let is_open_end_up = (axes.transpose() * shape.centre).y < middle.y;
        let axes = if is_open_end_up { DMat3::from_cols(-axes.x_axis, -axes.y_axis, axes.z_axis) } else { axes };
        let middle = if is_open_end_up { DVec3::new(-middle.x, -middle.y, middle.z) } else { middle };
        let size = DVec2::from(size.map(|n| n as f64));
        let fitting = size * (1.0 - 2.0 * MARGIN) / extent.truncate();
        let px_per_unit = fitting.min_element();
        (px_per_unit.is_finite() && px_per_unit > 0.0).then_some(Self { axes, middle, px_per_unit, size })
    }

    /// Column and row (pixels, centres at +0.5), and how near the viewer.
    fn place(&self, p: DVec3) -> DVec3 {
        let from_middle = (self.axes.transpose() * p - self.middle) * self.px_per_unit;
        DVec3::new(self.size.x / 2.0 + from_middle.x, self.size.y / 2.0 - from_middle.y, from_middle.z)
    }

    fn shade(&self, raw: &RawMesh, triangle: &[u32; 3]) -> u8 {
        let normal = doubled_area_normal(&triangle.map(|v| raw.positions[v as usize].as_dvec3()));
        let normal = self.axes.transpose() * normal.normalize_or_zero();
        let light = DVec3::new(-0.35, 0.5, 0.8).normalize();
        // Both sides are seen; the inner one is darker.
        let bright = if normal.z < 0.0 { INSIDE * (-normal).dot(light).max(0.0) } else { normal.dot(light).max(0.0) };
        (DARKEST + (255.0 - DARKEST) * bright) as u8
    }
}

fn doubled_area_normal([a, b, c]: &[DVec3; 3]) -> DVec3 {
    (*b - *a).cross(*c - *a)
}

/// Draws a triangle where it is nearer than what is there; how many pixels were looked at.
fn draw([a, b, c]: &[DVec3; 3], shade: u8, (picture, depths): (&mut Glimpse, &mut [f64])) -> usize {
    let [cols, rows] = picture.size;
    let (lo, hi) = (a.min(*b).min(*c), a.max(*b).max(*c));
    let pixels = |lo: f64, hi: f64, n: usize| {
        (lo - 0.5).ceil().clamp(0.0, n as f64) as usize..(hi + 0.5).floor().clamp(0.0, n as f64) as usize
    };
    let (of_cols, of_rows) = (pixels(lo.x, hi.x, cols), pixels(lo.y, hi.y, rows));
    let (ab, ac) = ((*b - *a).truncate(), (*c - *a).truncate());
    let area = ab.perp_dot(ac);
    if area == 0.0 {
        return 1;
    }
    for row in of_rows.clone() {
        for col in of_cols.clone() {
            let from_a = DVec2::new(col as f64 + 0.5, row as f64 + 0.5) - a.truncate();
            let (s, t) = (from_a.perp_dot(ac) / area, ab.perp_dot(from_a) / area);
            let depth = a.z + s * (b.z - a.z) + t * (c.z - a.z);
            let at = row * cols + col;
            if s >= 0.0 && t >= 0.0 && s + t <= 1.0 && depth > depths[at] {
                (depths[at], picture.shades[at]) = (depth, shade);
            }
        }
    }
    1 + of_rows.len() * of_cols.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{MeshFormat, Rigid};
    use crate::jaw::sample_case;
    use glam::Vec3;

    const SIZE: [usize; 2] = [120, 80];

    fn raw(positions: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> RawMesh {
        RawMesh { format: MeshFormat::Generated, positions, triangles, colors: None }
    }

    fn seen(raw: &RawMesh) -> Glimpse {
        glimpse(raw, SIZE, &Progress::default()).expect("wanted")
    }

    /// How many pixels show something in a part of the picture.
    fn n_seen(picture: &Glimpse, cols: std::ops::Range<usize>, rows: std::ops::Range<usize>) -> usize {
        rows.flat_map(|row| cols.clone().map(move |col| (row, col)))
            .filter(|(row, col)| picture.shades[row * SIZE[0] + col] > 0)
            .count()
    }

    #[test]
    fn an_arch_is_seen_whole_with_its_open_end_down_however_it_lies_and_in_any_unit() {
        let (upper, lower) = sample_case(&Progress::default()).expect("wanted");
        for jaw in [&upper, &lower] {
            for turn in [[0.0; 3], [90.0, 0.0, 0.0], [37.0, 140.0, -75.0]] {
                for per_mm in [1.0, 0.001] {
                    let pose = Rigid::from_six([3.0, -40.0, 900.0, turn[0], turn[1], turn[2]]);
                    let place = |p: &Vec3| pose.transform_point(p.as_dvec3()).as_vec3() * per_mm;
                    let picture = seen(&raw(jaw.positions.iter().map(place).collect(), jaw.triangles.clone()));
                    let all = n_seen(&picture, 0..SIZE[0], 0..SIZE[1]);
                    assert!(all > SIZE[0] * SIZE[1] / 8, "{turn:?}: {all}");
                    // Nothing at its edges; between the ends of the arch, below, there is less than in front.
                    assert_eq!(n_seen(&picture, 0..SIZE[0], 0..2) + n_seen(&picture, 0..2, 0..SIZE[1]), 0);
                    let middle = 50..70;
                    let (front, back) = (n_seen(&picture, middle.clone(), 0..40), n_seen(&picture, middle, 40..80));
                    assert!(front > 2 * back, "{turn:?}: {front} and {back}");
                }
            }
        }
    }

    #[test]
    fn nothing_and_a_heap_of_huge_triangles_end() {
        let point = raw(vec![Vec3::ONE; 3], vec![[0, 1, 2]; 5]);
        assert_eq!(n_seen(&seen(&point), 0..SIZE[0], 0..SIZE[1]), 0);
        let corners = vec![Vec3::ZERO, Vec3::X * 1e30, Vec3::new(0.0, 1e30, 1.0)];
        let huge = raw(corners, vec![[0, 1, 2]; 60_000]);
        assert!(n_seen(&seen(&huge), 0..SIZE[0], 0..SIZE[1]) > 500);
        let unwanted = Progress::default();
        unwanted.cancel();
        assert!(glimpse(&huge, SIZE, &unwanted).is_err());
    }
}
