//! Both jaws in runs of neighbouring triangles, each with a box: to be cut by planes and searched for nearest points, at once and without
//! search trees, which take longer to make.
use super::closest_point_triangle::closest_point_triangle;
use crate::jaw::{JawPair, JawSide};
use crate::mesh::TriMesh;
use crate::mesh::clusters::{Cluster, clusters};
use glam::DVec3;
use std::sync::Arc;

pub struct JawRuns {
    meshes: [Arc<TriMesh>; 2],
    runs: [Vec<Cluster>; 2],
}

impl JawRuns {
    pub fn of(pair: &JawPair) -> Self {
        let meshes = [JawSide::Upper, JawSide::Lower].map(|side| pair.jaw(side).mesh.clone());
        Self { runs: meshes.each_ref().map(|mesh| clusters(mesh)), meshes }
    }

    /// Whether they are of these jaws, by these roles.
    pub fn are_of(&self, pair: &JawPair) -> bool {
        Arc::ptr_eq(&self.meshes[0], &pair.upper.mesh) && Arc::ptr_eq(&self.meshes[1], &pair.lower.mesh)
    }

    pub fn mesh(&self, side: JawSide) -> &TriMesh {
        &self.meshes[side as usize]
    }

    pub fn runs(&self, side: JawSide) -> &[Cluster] {
        &self.runs[side as usize]
    }

    /// Whether a jaw's scanned surface lies on a half line, farther along it than so much; all in its own coordinates.
    pub fn is_on_way(&self, side: JawSide, from: DVec3, direction: DVec3, beyond_mm: f64) -> bool {
        let mesh = self.mesh(side);
        let mut scanned = self.runs(side).iter().filter(|run| (run.first as usize) < mesh.n_scanned);
        scanned.any(|run| {
            let corners = |triangle: u32| mesh.corners(triangle as usize).map(|p| p.as_dvec3());
            let mut triangles = run.first..run.first + run.n_triangles;
            meets_box(run, from, direction)
                && triangles.any(|triangle| meets(&corners(triangle), from, direction).is_some_and(|t| t > beyond_mm))
        })
    }

    /// The point of a jaw's scanned surface that is nearest to a place, both in its own coordinates; `None` where nothing was scanned.
    pub fn nearest(&self, side: JawSide, place: DVec3) -> Option<DVec3> {
        let mesh = self.mesh(side);
        let scanned = self.runs(side).iter().filter(|run| (run.first as usize) < mesh.n_scanned);
        let away = |run: &Cluster| {
            let (lo, hi) = (run.lo.as_dvec3(), run.hi.as_dvec3());
            (lo - place).max(place - hi).max(DVec3::ZERO).length_squared()
        };
        // A good one first: then most need not be looked into.
        let first = scanned.clone().min_by(|a, b| away(a).total_cmp(&away(b)))?;
        let (mut least, mut best) = (f64::INFINITY, None);
        for run in std::iter::once(first).chain(scanned) {
            if away(run) >= least {
                continue;
            }
            for triangle in run.first..run.first + run.n_triangles {
                let corners = mesh.corners(triangle as usize).map(|p| p.as_dvec3());
                let on = closest_point_triangle(place, &corners);
                let distance = on.distance_squared(place);
                if distance < least {
                    (least, best) = (distance, Some(on));
                }
            }
        }
        best
    }
}

/// Whether the half line goes through the box. A division by zero gives an infinite place, which is right here.
fn meets_box(run: &Cluster, from: DVec3, direction: DVec3) -> bool {
    let (a, b) = ((run.lo.as_dvec3() - from) / direction, (run.hi.as_dvec3() - from) / direction);
    a.min(b).max_element().max(0.0) <= a.max(b).min_element()
}

/// How far along the line the triangle is met, after Möller and Trumbore.
fn meets([a, b, c]: &[DVec3; 3], from: DVec3, direction: DVec3) -> Option<f64> {
    let (ab, ac) = (*b - *a, *c - *a);
    let across = direction.cross(ac);
    let scale = ab.dot(across);
    let (to, u) = (from - *a, (from - *a).dot(across) / scale);
    let turned = to.cross(ab);
    let v = direction.dot(turned) / scale;
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0).then(|| ac.dot(turned) / scale)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;
    use crate::exact::test_support::sample;

    #[test]
    fn what_lies_on_the_way_is_what_any_triangle_says() {
        let pair = sample();
        let (jaws, mut random) = (JawRuns::of(pair), Random::new(8));
        let mut n = [0; 2];
        for _ in 0..60 {
            let (from, direction) = (pair.frame.origin + random.vector() * 25.0, random.vector().normalize());
            let mesh = &pair.upper.mesh;
            let all = (0..mesh.n_scanned).map(|t| mesh.corners(t).map(|p| p.as_dvec3()));
            let truth = all.filter_map(|t| meets(&t, from, direction)).any(|t| t > 2.0);
            assert_eq!(jaws.is_on_way(JawSide::Upper, from, direction, 2.0), truth);
            n[usize::from(truth)] += 1;
        }
        assert!(n.iter().all(|n| *n > 5), "both answers are given: {n:?}");
    }

    #[test]
    fn the_nearest_point_is_that_of_all_triangles() {
        let pair = sample();
        let (jaws, mut random) = (JawRuns::of(pair), Random::new(5));
        assert!(jaws.are_of(pair) && !jaws.are_of(&JawPair { upper: pair.lower.clone(), ..pair.clone() }));
        for i in 0..12 {
            let side = if i % 2 == 0 { JawSide::Upper } else { JawSide::Lower };
            let mesh = jaws.mesh(side);
            let place = pair.frame.origin + random.vector() * 25.0;
            let scanned = (0..mesh.n_scanned).map(|t| mesh.corners(t).map(|p| p.as_dvec3()));
            let least =
                scanned.map(|t| closest_point_triangle(place, &t).distance(place)).fold(f64::INFINITY, f64::min);
            let found = jaws.nearest(side, place).expect("a surface").distance(place);
            assert_eq!(found, least);
            // The twin: the other jaw is elsewhere.
            assert_ne!(jaws.nearest(side.other(), place).expect("a surface").distance(place), least);
        }
    }
}
