//! Faces with three and more corners, and their cutting into triangles.
use super::ImportError;
use super::imported::PROGRESS_STRIDE;
use crate::base::{Progress, Warning};
use earcut::{Earcut, utils3d::project3d_to_2d};
use glam::{DVec3, Vec3};

/// Ear cutting takes quadratic time at worst; scans and modelling programs stay far below this.
const MAX_CORNERS: usize = 1024;

/// The faces of a PLY or OBJ file, in its order, their corners laid end to end.
#[derive(Clone, Debug, Default)]
pub struct Polygons {
    /// Vertex indices as the file gives them, counted from 0; perhaps out of range.
    corners: Vec<i64>,
    n_corners: Vec<u32>,
}

impl Polygons {
    /// Adds a corner to the face that the next [`Polygons::end_face`] completes.
    pub fn push_corner(&mut self, vertex_idx: i64) {
        self.corners.push(vertex_idx);
    }

    /// Completes a face of the last `n` corners.
    ///
    /// # Errors
    /// When the face has more corners than can be cut in good time.
    pub fn end_face(&mut self, n: usize) -> Result<(), ImportError> {
        let face = self.n_corners.len() + 1;
        if n > MAX_CORNERS {
            return Err(ImportError::PolygonTooLarge { face, corners: n, limit: MAX_CORNERS });
        }
        self.n_corners.push(n as u32);
        Ok(())
    }

    pub fn len(&self) -> usize {
        self.n_corners.len()
    }

    /// Cuts all faces into triangles that keep the faces' winding; adds a warning when faces with fewer than three
    /// corners were left out. Needs finite `positions`.
    ///
    /// # Errors
    /// `IndexOutOfRange` and `Cancelled`.
    pub fn triangulate(
        &self,
        positions: &[Vec3],
        progress: &Progress,
        warnings: &mut Vec<Warning>,
    ) -> Result<Vec<[u32; 3]>, ImportError> {
        if u32::try_from(positions.len()).is_err() {
            return Err(ImportError::TooManyVertices);
        }
        let mut triangles = Vec::with_capacity(self.corners.len().saturating_sub(2 * self.len()));
        let mut cutter = Cutter::default();
        let (mut face, mut n_short, mut start) = (Vec::new(), 0, 0);
        for (face_idx, n) in self.n_corners.iter().enumerate() {
            // Faces with many corners are slow to cut; between them the cancel button must be heard too.
            if face_idx % PROGRESS_STRIDE == 0 || *n > 64 {
                progress.at(0.8 + 0.2 * face_idx as f64 / self.len() as f64)?;
            }
            let end = start + *n as usize;
            face.clear();
            for corner in &self.corners[start..end] {
                face.push(checked_index(*corner, face_idx, positions.len())?);
            }
            start = end;
            match face[..] {
                [] | [_] | [_, _] => n_short += 1,
                [a, b, c] => triangles.push([a, b, c]),
                _ => cutter.cut(&face, positions, &mut triangles),
            }
        }
        if n_short > 0 {
            warnings.push(Warning::new(format!("Faces with fewer than three corners were left out ({n_short}).")));
        }
        Ok(triangles)
    }
}

fn checked_index(corner: i64, face_idx: usize, n_vertices: usize) -> Result<u32, ImportError> {
    match u32::try_from(corner) {
        Ok(index) if (index as usize) < n_vertices => Ok(index),
        _ => Err(ImportError::IndexOutOfRange { face: face_idx + 1, vertex: corner.saturating_add(1), n_vertices }),
    }
}

/// Cuts faces of four and more corners; keeps its buffers from face to face.
struct Cutter {
    earcut: Earcut<f64>,
    points: Vec<[f64; 3]>,
    flat: Vec<[f64; 2]>,
    cut: Vec<u32>,
}

impl Default for Cutter {
    fn default() -> Self {
        Self { earcut: Earcut::new(), points: Vec::new(), flat: Vec::new(), cut: Vec::new() }
    }
}

impl Cutter {
    /// A fan where one is right (every convex face: it keeps all corners, so that no neighbour comes apart), ears where
    /// the face has a notch, and a plain fan where the face has no plane at all (the mesh floor drops such slivers).
    fn cut(&mut self, face: &[u32], positions: &[Vec3], triangles: &mut Vec<[u32; 3]>) {
        self.points.clear();
        self.points.extend(face.iter().map(|i| positions[*i as usize].as_dvec3().to_array()));
        if let Some(apex) = fan_apex(&self.points) {
            push_fan(face, apex, triangles);
            return;
        }
        self.cut.clear();
        if project3d_to_2d(&self.points, self.points.len(), &mut self.flat) {
            self.earcut.earcut(self.flat.iter().copied(), &[], &mut self.cut);
        }
        if self.cut.is_empty() {
            push_fan(face, 0, triangles);
            return;
        }
        let ears = self.cut.as_chunks::<3>().0;
        triangles.extend(ears.iter().map(|ear| ear.map(|i| face[i as usize])));
    }
}

fn push_fan(face: &[u32], apex: usize, triangles: &mut Vec<[u32; 3]>) {
    let corner = |i: usize| face[(apex + i) % face.len()];
    triangles.extend((1..face.len() - 1).map(|i| [corner(0), corner(i), corner(i + 1)]));
}

/// The first corner from which a fan covers the face: all its triangles face the face's own way and none is a sliver.
/// `None` when none of the first few corners will do.
fn fan_apex(points: &[[f64; 3]]) -> Option<usize> {
    let n = points.len();
    let point = |i: usize| DVec3::from(points[i % n]);
    let origin = point(0);
    // Twice the face's area along its normal (Newell); taken from a corner, so that far away faces keep their digits.
    let normal: DVec3 = (0..n).map(|i| (point(i) - origin).cross(point(i + 1) - origin)).sum();
    // A triangle this much smaller than the face is taken for a sliver: f32 coordinates carry seven digits.
    let least = 1e-6 * normal.length_squared();
    // All triangles facing one way means that the apex sees the whole face, if its outline does not cross itself.
    (0..n.min(8)).find(|&apex| {
        let a = point(apex);
        (1..n - 1).all(|i| (point(apex + i) - a).cross(point(apex + i + 1) - a).dot(normal) > least)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(points: &[[f32; 3]], n_triangles: usize, area: f32) {
        let positions: Vec<Vec3> = points.iter().copied().map(Vec3::from).collect();
        let mut polygons = Polygons::default();
        (0..points.len()).for_each(|i| polygons.push_corner(i as i64));
        polygons.end_face(points.len()).unwrap();
        let triangles = polygons.triangulate(&positions, &Progress::default(), &mut Vec::new()).unwrap();
        assert_eq!(triangles.len(), n_triangles, "{triangles:?}");
        // Signed areas along z: an overlap or a turned triangle would show.
        let areas: Vec<f32> = triangles
            .iter()
            .map(|t| t.map(|i| positions[i as usize]))
            .map(|[a, b, c]| (b - a).cross(c - a).z / 2.0)
            .collect();
        assert!(areas.iter().all(|a| *a > 0.0), "{areas:?}");
        assert!((areas.iter().sum::<f32>() - area).abs() < 1e-5, "{areas:?}");
    }

    #[test]
    fn convex_faces_become_fans() {
        check(&[[0., 0., 0.], [1., 0., 0.], [1., 1., 0.], [0., 1., 0.]], 2, 1.0);
        check(&[[0., 0., 0.], [2., 0., 0.], [3., 1., 0.], [2., 2., 0.], [0., 2., 0.]], 3, 5.0);
    }

    #[test]
    fn corners_in_the_middle_of_an_edge_are_kept() {
        // A fan from the first corner would have a triangle without area.
        check(&[[0., 0., 0.], [1., 0., 0.], [2., 0., 0.], [1., 2., 0.]], 2, 2.0);
    }

    #[test]
    fn notched_faces_are_cut_inside() {
        // An arrow head, whose fan from the first corner would leave it, and an L.
        check(&[[0., 2., 0.], [-1., 0., 0.], [0., 1., 0.], [1., 0., 0.]], 2, 1.0);
        check(&[[0., 0., 0.], [3., 0., 0.], [3., 1., 0.], [1., 1., 0.], [1., 3., 0.], [0., 3., 0.]], 4, 5.0);
        let comb: Vec<[f32; 3]> = (0..40)
            .map(|i| [40.0 - i as f32, if i % 2 == 0 { 2.0 } else { 1.0 }, 0.0])
            .chain([[0.0, 0.0, 0.0], [41.0, 0.0, 0.0]])
            .collect();
        let area = comb.iter().zip(comb.iter().cycle().skip(1)).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f32>();
        check(&comb, 40, area / 2.0);
    }

    #[test]
    fn faces_without_area_stay_in_range() {
        for points in [[[0.0_f32; 3]; 5], [[0., 0., 0.], [1., 1., 1.], [2., 2., 2.], [3., 3., 3.], [4., 4., 4.]]] {
            let positions = points.map(Vec3::from);
            let mut triangles = Vec::new();
            Cutter::default().cut(&[0, 1, 2, 3, 4], &positions, &mut triangles);
            assert_eq!(triangles.len(), 3);
        }
    }

    #[test]
    fn tangled_faces_are_cut_in_good_time_and_stay_in_range() {
        // A linear congruential generator (Numerical Recipes) for corners anywhere, some far beyond any jaw.
        let mut seed = 1_u32;
        let mut random = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / 8_388_608.0 - 1.0
        };
        let mut cutter = Cutter::default();
        for (round, scale) in [1.0_f32, 1e-30, 1e30, f32::MAX].into_iter().cycle().take(400).enumerate() {
            let n = if round % 20 == 0 { MAX_CORNERS } else { 4 + round % 100 };
            let positions: Vec<Vec3> = (0..n).map(|_| Vec3::new(random(), random(), random()) * scale).collect();
            let face: Vec<u32> = (0..n as u32).collect();
            let mut triangles = Vec::new();
            cutter.cut(&face, &positions, &mut triangles);
            assert!(!triangles.is_empty() && triangles.len() <= 2 * n, "{} of {n}", triangles.len());
            assert!(triangles.iter().flatten().all(|i| (*i as usize) < n));
        }
    }

    #[test]
    fn huge_faces_are_refused() {
        let mut polygons = Polygons::default();
        assert!(matches!(polygons.end_face(1025), Err(ImportError::PolygonTooLarge { face: 1, .. })));
    }
}
