//! The closest gap at some vertices, in one pose after the other.
use super::closest::Hint;
use super::engine::BvhEngine;
use super::signed::signed_nearest;
use crate::base::Rigid;
use crate::field::contact::near_triangles;
use crate::field::multi_projection::PosedMeshes;
use crate::jaw::JawSide;
use glam::DVec3;

impl BvhEngine {
    /// Vertices of the upper and the lower jaw's triangles that may come within `reach_mm` of the other jaw, ascending.
    pub fn vertices_within(&self, pose: &Rigid, reach_mm: f64) -> [Vec<u32>; 2] {
        let (upper, lower) = self.meshes();
        let jaws = PosedMeshes { meshes: [upper, lower], upper_from_lower: *pose };
        [0, 1].map(|side| {
            let mesh = jaws.meshes[side];
            let all: Vec<u32> = (0..mesh.positions.len() as u32).collect();
            let gaps_mm = self.gaps_at(side, &all, pose, FARTHEST_MM);
            let near = near_triangles(&jaws, side, &gaps_mm, reach_mm);
            let mut is_near = vec![false; all.len()];
            near.iter().flat_map(|t| mesh.triangles[*t as usize]).for_each(|v| is_near[v as usize] = true);
            all.into_iter().filter(|v| is_near[*v as usize]).collect()
        })
    }

    /// The closest gap at vertices of the upper (0) or the lower jaw (1), mm; infinite beyond `range_mm` and where what is nearest was
    /// added by closing.
    pub fn gaps_at(&self, side: usize, vertices: &[u32], pose: &Rigid, range_mm: f64) -> Vec<f32> {
        let (upper, lower) = self.meshes();
        let (mesh, other, opposite) =
            if side == 0 { (upper, lower, JawSide::Lower) } else { (lower, upper, JawSide::Upper) };
        let other_from_own = if side == 1 { *pose } else { pose.inverse() };
        let place = |v: &u32| other_from_own.transform_point(mesh.positions[*v as usize].as_dvec3());
        let points: Vec<DVec3> = vertices.iter().map(place).collect();
        let mut hints = vec![Hint::NONE; points.len()];
        let found = signed_nearest(self.bvh(opposite), &self.sides(opposite), &points, range_mm, &mut hints);
        let is_scanned = |triangle: u32| (triangle as usize) < other.n_scanned;
        let gap =
            found.into_iter().map(|near| near.filter(|n| is_scanned(n.nearest.triangle)).map(|n| n.signed_mm as f32));
        gap.map(|gap_mm| gap_mm.unwrap_or(f32::INFINITY)).collect()
    }
}

/// Vertices farther away than this have no triangle that comes near, mm.
const FARTHEST_MM: f64 = 4.0;
