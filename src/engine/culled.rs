//! The exact test of what the z-lists offer: triangles that meet, looked for only around candidate faces.
//!
//! Shinya and Forgue 1991, "Introduction": "the algorithm can be used as an efficient culling algorithm". A pixel samples
//! one point, so that the offered pairs are not all that meet; but curves of intersection go on from face to neighbour.
//! The candidates and their neighbours are tested, the neighbours of those that meet are added, until nothing new meets:
//! every curve that one of the candidates lies on is then found whole.
use crate::base::{Rigid, Warning};
use crate::exact::{Bvh, TrianglePair, intersecting_pairs};
use crate::mesh::TriMesh;
use std::sync::Arc;

/// Triangles that meet, as far as the candidates lead to them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CulledPairs {
    /// Upper and lower triangle, sorted, each once.
    pub pairs: Vec<TrianglePair>,
    /// Pairs that the lists offered.
    pub n_offered: usize,
    /// Upper and lower faces that took part in the exact test in the end.
    pub n_faces: [usize; 2],
    /// How often neighbours were added.
    pub n_steps: usize,
    /// What the lists left out.
    pub warnings: Vec<Warning>,
}

/// Both jaws as the exact test needs them.
pub struct ExactStage {
    jaws: [Candidates; 2],
}

/// One jaw's triangles, its neighbourhood, and the faces that take part.
struct Candidates {
    mesh: Arc<TriMesh>,
    /// Triangles at each vertex: `at[first[v]..first[v + 1]]`.
    first: Vec<u32>,
    at: Vec<u32>,
    chosen: Vec<bool>,
}

impl ExactStage {
    pub fn new(upper: &Arc<TriMesh>, lower: &Arc<TriMesh>) -> Self {
        Self { jaws: [upper, lower].map(Candidates::new) }
    }

    /// All pairs that meet and that a chain of neighbouring faces links to an offered pair.
    pub fn meeting_pairs(&mut self, offered: &[TrianglePair], upper_from_lower: &Rigid) -> CulledPairs {
        let mut found = CulledPairs { n_offered: offered.len(), ..CulledPairs::default() };
        self.jaws.iter_mut().for_each(|jaw| jaw.chosen.fill(false));
        let mut is_new = self.add(offered, Candidates::with_neighbours);
        while is_new {
            found.pairs = self.test(upper_from_lower);
            is_new = self.add(&found.pairs, Candidates::with_neighbours);
            found.n_steps += 1;
        }
        found.n_faces = [0, 1].map(|side| self.jaws[side].chosen.iter().filter(|c| **c).count());
        found
    }

    /// Chooses faces around those of the pairs; whether any was not chosen before.
    fn add(&mut self, pairs: &[TrianglePair], around: impl Fn(&Candidates, u32, &mut dyn FnMut(u32))) -> bool {
        let mut is_new = false;
        for (side, jaw) in self.jaws.iter_mut().enumerate() {
            let mut chosen = std::mem::take(&mut jaw.chosen);
            let mut add = |triangle: u32| {
                if let Some(chosen) = chosen.get_mut(triangle as usize) {
                    is_new |= !std::mem::replace(chosen, true);
                }
            };
            pairs.iter().for_each(|pair| around(jaw, pair[side], &mut add));
            jaw.chosen = chosen;
        }
        is_new
    }

    fn test(&self, upper_from_lower: &Rigid) -> Vec<TrianglePair> {
        let [(upper, upper_ids), (lower, lower_ids)] = [self.jaws[0].part(), self.jaws[1].part()];
        // The ids ascend with the places, so that the pairs stay sorted.
        let whole = |[u, l]: TrianglePair| [upper_ids[u as usize], lower_ids[l as usize]];
        intersecting_pairs(&upper, &lower, upper_from_lower).into_iter().map(whole).collect()
    }
}

impl Candidates {
    fn new(mesh: &Arc<TriMesh>) -> Self {
        let mut first = vec![0u32; mesh.positions.len() + 1];
        for vertex in mesh.triangles.iter().flatten() {
            first[*vertex as usize + 1] += 1;
        }
        for v in 1..first.len() {
            first[v] += first[v - 1];
        }
        let (mut next, mut at) = (first.clone(), vec![0; 3 * mesh.triangles.len()]);
        for (i, triangle) in mesh.triangles.iter().enumerate() {
            for vertex in triangle {
                at[next[*vertex as usize] as usize] = i as u32;
                next[*vertex as usize] += 1;
            }
        }
        Self { mesh: mesh.clone(), first, at, chosen: vec![false; mesh.triangles.len()] }
    }

    /// Calls `add` with a triangle's neighbours over its corners, and with itself.
    fn with_neighbours(&self, triangle: u32, add: &mut dyn FnMut(u32)) {
        for vertex in self.mesh.triangles.get(triangle as usize).into_iter().flatten() {
            let (from, to) = (self.first[*vertex as usize], self.first[*vertex as usize + 1]);
            self.at[from as usize..to as usize].iter().for_each(|t| add(*t));
        }
    }

    /// The tree of the chosen triangles, and their ids by place.
    fn part(&self) -> (Bvh, Vec<u32>) {
        let ids: Vec<u32> = (0..self.chosen.len() as u32).filter(|t| self.chosen[*t as usize]).collect();
        (Bvh::new(&self.mesh.part(&ids)), ids)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes;
    use glam::DVec3;

    #[test]
    fn one_offered_pair_leads_to_its_whole_curve_and_to_no_other() {
        // Two spheres that cut each other, twice, far apart.
        let ball = shapes::sphere(24, 5.0);
        let twice = |offset: glam::Vec3| {
            let mut both = ball.clone();
            let n = both.positions.len() as u32;
            both.positions.extend(ball.positions.iter().map(|p| *p + offset));
            both.triangles.extend(ball.triangles.iter().map(|t| t.map(|v| v + n)));
            both.n_scanned = both.triangles.len();
            both
        };
        let meshes = [twice(glam::Vec3::X * 40.0), twice(glam::Vec3::X * 40.0)].map(Arc::new);
        let pose = Rigid::from_translation(DVec3::new(0.3, 0.2, -4.1));
        let all = intersecting_pairs(&Bvh::new(&meshes[0]), &Bvh::new(&meshes[1]), &pose);
        let (first, second): (Vec<TrianglePair>, Vec<TrianglePair>) =
            all.iter().partition(|[u, _]| (*u as usize) < ball.triangles.len());
        assert!(first.len() > 40 && second.len() > 40);
        let mut stage = ExactStage::new(&meshes[0], &meshes[1]);
        let found = stage.meeting_pairs(&[first[0]], &pose);
        assert_eq!(found.pairs, first);
        assert!(found.n_faces[0] < meshes[0].triangles.len() / 4, "{:?}", found.n_faces);
        assert_eq!(stage.meeting_pairs(&[first[0], second[0]], &pose).pairs, all);
        // Candidates that do not meet, nor their neighbours, lead nowhere.
        let away = stage.meeting_pairs(&[[first[0][0], second[0][1]]], &pose);
        assert_eq!((away.pairs.len(), away.n_steps), (0, 1));
        assert_eq!(stage.meeting_pairs(&[], &pose), CulledPairs::default());
    }
}
