//! A jaw as other programs are given it: corners in world coordinates, and the closest gap at each, also within triangles whose own
//! corners do not tell it.
use crate::base::Rigid;
use crate::field::{FineGaps, FineTriangle, SurfaceGaps, n_samples, parted, pieces, sample_place};
use crate::jaw::{JawPair, JawSide, JawTrim, Trim};
use crate::mesh::TriMesh;
use glam::Vec3;

/// More corners than so many are not added within triangles; what would be more is taken coarser.
const MOST_ADDED: usize = 250_000;

/// Corners, mm; triangles; for each corner the gap, mm, NaN where none is known or it is not judged.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PaintedJaw {
    pub positions: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
    pub gaps_mm: Vec<f32>,
    /// So many of the triangles, the last ones, are trimmed.
    pub n_trimmed: usize,
}

impl PaintedJaw {
    /// Both jaws in a pose. `added`: with the faces that closing has added.
    pub fn pair(
        pair: &JawPair,
        upper_from_lower: &Rigid,
        (gaps, trim): (&SurfaceGaps, &Trim),
        added: bool,
    ) -> [Self; 2] {
        let of = |side: JawSide| {
            let mesh = &pair.jaw(side).mesh;
            let n = if added { mesh.triangles.len() } else { mesh.n_scanned };
            let gaps = (gaps.vertices[side as usize].as_slice(), &gaps.fine[side as usize]);
            Self::of((mesh, n), gaps, trim.jaw(side)).posed(&side.world_from_jaw(upper_from_lower))
        };
        [of(JawSide::Upper), of(JawSide::Lower)]
    }

    /// The first `n` triangles of a mesh.
    fn of((mesh, n): (&TriMesh, usize), (vertices, fine): (&[f32], &FineGaps), trim: &JawTrim) -> Self {
        let stride = stride_within(fine, MOST_ADDED);
        let mut jaw = Self { positions: mesh.positions.clone(), ..Self::default() };
        jaw.gaps_mm = (0..mesh.positions.len()).map(|i| vertices.get(i).copied().map_or(f32::NAN, judged)).collect();
        let add = |jaw: &mut Self, number: u32| match (fine.find(number), mesh.triangles[number as usize]) {
            (Some(place), corners) => jaw.add_pieces(corners, (fine, place), stride),
            (None, corners) => jaw.triangles.push(corners),
        };
        (0..n as u32).filter(|number| !trim.has(*number)).for_each(|number| add(&mut jaw, number));
        let judged = jaw.triangles.len();
        trim.triangles().filter(|number| (*number as usize) < n).for_each(|number| add(&mut jaw, number));
        jaw.n_trimmed = jaw.triangles.len() - judged;
        jaw.compact()
    }

    /// A triangle with a grid of gaps, as the small ones of that grid.
    fn add_pieces(&mut self, corners: [u32; 3], (fine, place): (&FineGaps, usize), stride: usize) {
        let samples = fine.samples_of(place);
        let whole = fine.triangles[place].steps();
        let steps = (whole / stride).max(1);
        let apart = whole / steps;
        let [a, b, c] = corners.map(|corner| self.positions[corner as usize]);
        let first = self.positions.len() as u32;
        for j in 0..=steps {
            for i in 0..=steps - j {
                let [u, v] = [i, j].map(|k| k as f32 / steps as f32);
                self.positions.push(a + (b - a) * u + (c - a) * v);
                self.gaps_mm.push(judged(samples[sample_place(whole, [i * apart, j * apart])]));
            }
        }
        let corner = |at: [usize; 2]| first + sample_place(steps, at) as u32;
        self.triangles.extend(pieces(steps).map(|piece| piece.map(corner)));
    }

    /// Without corners that no triangle has.
    fn compact(mut self) -> Self {
        let mut new = vec![u32::MAX; self.positions.len()];
        let triangles = std::mem::take(&mut self.triangles);
        let mut kept = Self { triangles, n_trimmed: self.n_trimmed, ..Self::default() };
        for corner in kept.triangles.iter_mut().flatten() {
            let old = *corner as usize;
            if new[old] == u32::MAX {
                new[old] = kept.positions.len() as u32;
                kept.positions.push(self.positions[old]);
                kept.gaps_mm.push(self.gaps_mm[old]);
            }
            *corner = new[old];
        }
        kept
    }

    fn posed(mut self, pose: &Rigid) -> Self {
        for p in &mut self.positions {
            *p = pose.transform_point(p.as_dvec3()).as_vec3();
        }
        self
    }

    /// The smallest box around it: least and largest coordinates, mm; `None` of nothing.
    pub fn bounds(&self) -> Option<[Vec3; 2]> {
        let corner = |f: fn(Vec3, Vec3) -> Vec3| self.positions.iter().copied().reduce(f);
        Some([corner(Vec3::min)?, corner(Vec3::max)?])
    }
}

/// Every so many samples along an edge are taken, so that all together are no more than `most`.
fn stride_within(fine: &FineGaps, most: usize) -> usize {
    let samples = |stride: usize| {
        let of = |triangle: &FineTriangle| n_samples((triangle.steps() / stride).max(1));
        fine.triangles.iter().map(of).sum::<usize>()
    };
    let mut stride = 1;
    while samples(stride) > most && stride < 128 {
        stride *= 2;
    }
    stride
}

/// A gap that is judged; else none.
fn judged(value: f32) -> f32 {
    parted(value).map_or(f32::NAN, |(gap_mm, kind)| if kind == 0.0 { gap_mm } else { f32::NAN })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{BESIDE_MM, NO_GAP};

    /// Two triangles of 2 mm² side by side, and a corner of none.
    fn mesh() -> TriMesh {
        let places = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0], [9.0, 9.0]];
        let positions = places.map(|[x, y]| Vec3::new(x, y, 0.0)).to_vec();
        TriMesh { positions, triangles: vec![[0, 1, 2], [0, 2, 3]], n_scanned: 1, colors: None }
    }

    fn area(jaw: &PaintedJaw) -> f32 {
        let of = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|i| jaw.positions[i as usize]);
            (b - a).cross(c - a).z / 2.0
        };
        jaw.triangles.iter().map(of).sum()
    }

    #[test]
    fn samples_within_a_triangle_become_corners_and_the_surface_stays_the_same() {
        let vertices = [0.2, 0.1, BESIDE_MM + 0.1, NO_GAP, 0.0];
        let mut fine = FineGaps::default();
        fine.push(1, [0, 2, 3], 1, &[0.2, 0.05, 0.2, -0.1, 0.0, 0.2]);
        let jaw = PaintedJaw::of((&mesh(), 2), (&vertices, &fine), &JawTrim::default());
        assert_eq!((jaw.triangles.len(), area(&jaw)), (1 + 4, 4.0));
        assert_eq!(jaw.positions.len(), 3 + 6, "the corner of none is left out");
        let at =
            |x: f32, y: f32| jaw.positions.iter().rposition(|p| *p == Vec3::new(x, y, 0.0)).map(|i| jaw.gaps_mm[i]);
        assert_eq!((at(1.0, 1.0), at(0.0, 1.0)), (Some(0.05), Some(-0.1)));
        let none = jaw.gaps_mm.iter().filter(|g| g.is_nan()).count();
        assert_eq!(none, 1, "the corner that is not judged, of the first triangle");
        // Without the faces that closing has added, and coarser.
        let scanned = PaintedJaw::of((&mesh(), 1), (&vertices, &fine), &JawTrim::default());
        assert_eq!((scanned.triangles.len(), scanned.positions.len(), scanned.n_trimmed), (1, 3, 0));
        // What is trimmed comes last, and is as large as before.
        let trimmed = PaintedJaw::of((&mesh(), 2), (&vertices, &fine), &JawTrim::of([0, 7]));
        assert_eq!((trimmed.triangles.len(), trimmed.n_trimmed, area(&trimmed)), (5, 1, 4.0));
        let last = trimmed.triangles[4].map(|corner| trimmed.positions[corner as usize]);
        assert_eq!(last, mesh().triangles[0].map(|corner| mesh().positions[corner as usize]));
        assert_eq!((stride_within(&fine, 6), stride_within(&fine, 5)), (1, 2));
    }
}
