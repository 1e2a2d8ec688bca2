//! How far a jaw reaches along any axes, without a look at each of its corners: asked in every frame.
use crate::base::Rigid;
use crate::mesh::TriMesh;
use crate::mesh::clusters::{box_of, runs};
use glam::{DVec3, Mat3, Vec3};
use std::ops::Range;
use std::sync::Arc;

/// The jaw's own mesh, in its own coordinates, and the boxes of its clusters.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    mesh: Arc<TriMesh>,
    runs: Vec<Run>,
    /// The corners of one run after the other, each once.
    corners: Vec<u32>,
}

/// Corners that lie together in a box.
#[derive(Clone, Debug)]
struct Run {
    corners: Range<usize>,
    centre: Vec3,
    half: Vec3,
}

impl Outline {
    pub fn of(mesh: &Arc<TriMesh>) -> Self {
        // The run that a vertex stands in last, counted from 1.
        let (mut corners, mut stands_in) = (Vec::new(), vec![0; mesh.positions.len()]);
        let run = |(number, triangles): (u32, Range<usize>)| {
            let (lo, hi) = box_of(mesh, triangles.clone());
            let first = corners.len();
            let is_new = |v: &u32| std::mem::replace(&mut stands_in[*v as usize], number) != number;
            corners.extend(mesh.triangles[triangles].iter().flatten().copied().filter(is_new));
            Run { corners: first..corners.len(), centre: (lo + hi) / 2.0, half: (hi - lo) / 2.0 }
        };
        let runs = (1..).zip(runs(mesh)).map(run).collect();
        Self { mesh: mesh.clone(), runs, corners }
    }

    /// Lowest and highest coordinates that the corners have in a projection; `None` without corners. Single precision: margins
    /// are far wider than its rounding.
    pub fn bounds(&self, view_from_jaw: &Rigid) -> Option<(DVec3, DVec3)> {
        let (rotation, translation) = (view_from_jaw.rotation.as_mat3(), view_from_jaw.translation.as_vec3());
        let columns = rotation.to_cols_array_2d().map(|c| Vec3::from(c).abs());
        let reach = Mat3::from_cols(columns[0], columns[1], columns[2]);
        let mut boxes = Vec::with_capacity(self.runs.len());
        // Of each axis and way the run whose box reaches farthest.
        let (mut farthest, mut first) = ((Vec3::MAX, Vec3::MIN), [[0; 3]; 2]);
        for (i, run) in self.runs.iter().enumerate() {
            // A hair, for the rounding of the boxes against that of the corners.
            let (middle, half) = (rotation * run.centre + translation, reach * run.half + 1e-3);
            let (lo, hi) = (middle - half, middle + half);
            boxes.push((lo, hi));
            if lo.cmplt(farthest.0).any() || hi.cmpgt(farthest.1).any() {
                for axis in 0..3 {
                    first[0][axis] = if lo[axis] < farthest.0[axis] { i } else { first[0][axis] };
                    first[1][axis] = if hi[axis] > farthest.1[axis] { i } else { first[1][axis] };
                }
                farthest = (lo.min(farthest.0), hi.max(farthest.1));
            }
        }
        let (mut lo, mut hi) = (Vec3::MAX, Vec3::MIN);
        let mut look = |run: &Run| {
            for vertex in &self.corners[run.corners.clone()] {
                let seen = rotation * self.mesh.positions[*vertex as usize] + translation;
                (lo, hi) = (lo.min(seen), hi.max(seen));
            }
            (lo, hi)
        };
        let mut found = (Vec3::MAX, Vec3::MIN);
        // What reaches farthest is looked at first; then hardly any box reaches beyond its corners.
        for run in first.as_flattened().iter().filter_map(|i| self.runs.get(*i)) {
            found = look(run);
        }
        for (run, (box_lo, box_hi)) in self.runs.iter().zip(&boxes) {
            if box_lo.cmplt(found.0).any() || box_hi.cmpgt(found.1).any() {
                found = look(run);
            }
        }
        (!self.runs.is_empty()).then(|| (found.0.as_dvec3(), found.1.as_dvec3()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes;

    #[test]
    fn bounds_are_those_of_every_corner() {
        let mut mesh = shapes::sphere(40, 5.0);
        crate::mesh::clusters::order_triangles(&mut mesh);
        // A spike that only one corner reaches.
        mesh.positions[700] *= 1.7;
        let mesh = Arc::new(mesh);
        let outline = Outline::of(&mesh);
        for i in 0..40 {
            let x = f64::from(i);
            let pose = Rigid::from_six([x, -2.0 * x, 3.0, 17.0 * x, 31.0 * x, 5.0 * x]);
            let (rotation, translation) = (pose.rotation.as_mat3(), pose.translation.as_vec3());
            let seen = mesh.positions.iter().map(|p| rotation * *p + translation);
            let all = seen.fold((Vec3::MAX, Vec3::MIN), |(lo, hi), p| (lo.min(p), hi.max(p)));
            let (lo, hi) = outline.bounds(&pose).expect("corners");
            assert_eq!((lo.as_vec3(), hi.as_vec3()), all, "{i}");
        }
        let mut shorter = TriMesh::clone(&mesh);
        shorter.positions[700] /= 1.7;
        assert_ne!(
            Outline::of(&Arc::new(shorter)).bounds(&Rigid::IDENTITY),
            outline.bounds(&Rigid::IDENTITY),
            "the twin"
        );
        assert!(Outline::default().bounds(&Rigid::IDENTITY).is_none());
    }
}
