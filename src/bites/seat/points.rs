//! Both jaws as points: evenly over the surface, and along the edges of triangles.
use crate::base::Rigid;
use crate::bites::surface_points::{SurfacePoint, points_of};
use crate::bites::target::Target;
use crate::exact::{Hint, Searcher};
use crate::mesh::TriMesh;
use crate::mesh::topology::edge_keys;
use glam::DVec3;
use std::collections::BTreeMap;

/// Spacing along edges, mm.
const EDGE_MM: f64 = 0.12;

/// Triangles of the upper and the lower jaw, in their order.
pub type Parts = [Vec<u32>; 2];

/// Of the upper and the lower jaw, with where each was near last.
pub struct Points {
    pub of: [Vec<SurfacePoint>; 2],
    pub hints: [Vec<Hint>; 2],
    pub spacing_mm: f64,
}

impl Points {
    /// Evenly over these triangles.
    pub fn new(targets: &[Target; 2], parts: &Parts, spacing_mm: f64) -> Self {
        let points = |side: usize| points_of(targets[side].mesh, spacing_mm, parts[side].iter().copied());
        Self::of([0, 1].map(points), spacing_mm)
    }

    fn of(of: [Vec<SurfacePoint>; 2], spacing_mm: f64) -> Self {
        let hints = of.each_ref().map(|points| vec![Hint::NONE; points.len()]);
        Self { of, hints, spacing_mm }
    }

    /// Places along the edges of triangles, corners among them: where two meshes meet first, an edge of one of them does. They stand for no
    /// area.
    pub fn edges(targets: &[Target; 2], parts: &Parts) -> Self {
        Self::of([0, 1].map(|side| along_edges(targets[side].mesh, &parts[side])), 0.0)
    }

    /// Those that lie within reach of the other jaw.
    pub fn near(&self, [upper, lower]: &[Target; 2], pose: &Rigid, reach_mm: f64) -> Self {
        let back = pose.inverse();
        let near = |points: &[SurfacePoint], target: &Target, pose: &Rigid| {
            let mut searcher = Searcher::new(target.bvh);
            let mut hint = Hint::NONE;
            let mut is_near = |p: &&SurfacePoint| {
                let found = searcher.any_within(pose.transform_point(p.place), reach_mm, hint, |_| true);
                hint = found.unwrap_or(hint);
                found.is_some()
            };
            points.iter().filter(|p| is_near(p)).copied().collect()
        };
        Self::of([near(&self.of[0], lower, &back), near(&self.of[1], upper, pose)], self.spacing_mm)
    }
}

/// Places along the edges of triangles, with the mean normal of those that share an edge.
fn along_edges(mesh: &TriMesh, triangles: &[u32]) -> Vec<SurfacePoint> {
    let mut normals: BTreeMap<[u32; 2], DVec3> = BTreeMap::new();
    for &t in triangles {
        let normal = mesh.unit_normal(t as usize);
        edge_keys(mesh.triangles[t as usize]).into_iter().for_each(|edge| *normals.entry(edge).or_default() += normal);
    }
    let mut points = Vec::new();
    for (edge, normal) in normals {
        let [a, b] = edge.map(|v| mesh.positions[v as usize].as_dvec3());
        let Some(normal) = normal.try_normalize() else { continue };
        let n = (a.distance(b) / EDGE_MM).ceil().clamp(1.0, 64.0);
        points.extend((0..n as u32).map(|i| SurfacePoint { place: a.lerp(b, f64::from(i) / n), normal }));
    }
    points
}
