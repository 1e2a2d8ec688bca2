//! Which triangle a place on the surface belongs to.
use crate::mesh::TriMesh;
use glam::Vec3;
use std::sync::Arc;

/// Triangles are looked for so far from a place, mm.
const REACH_MM: f32 = 1.0;

/// A jaw's scanned triangles by the cells of [`REACH_MM`] that their middles lie in.
#[derive(Clone, Debug)]
pub struct Places {
    mesh: Arc<TriMesh>,
    /// Cell after cell, within a cell ascending.
    triangles: Vec<u32>,
    /// Where each cell begins in them, ascending.
    cells: Vec<(Cell, u32)>,
}

type Cell = [i16; 3];

impl Places {
    pub fn of(mesh: &Arc<TriMesh>) -> Self {
        let scanned = 0..mesh.n_scanned.min(mesh.triangles.len());
        let mut all: Vec<(Cell, u32)> = scanned.map(|t| (cell(middle(mesh, t as u32)), t as u32)).collect();
        all.sort_unstable();
        let firsts = (0..all.len()).filter(|i| *i == 0 || all[i - 1].0 != all[*i].0);
        let cells = firsts.map(|i| (all[i].0, i as u32)).collect();
        // Anew: in the place of the list it would keep all of its room.
        let triangles = all.iter().map(|(_, triangle)| *triangle).collect();
        Self { mesh: mesh.clone(), triangles, cells }
    }

    fn within(&self, key: Cell) -> &[u32] {
        let Ok(i) = self.cells.binary_search_by_key(&key, |(cell, _)| *cell) else { return &[] };
        let end = self.cells.get(i + 1).map_or(self.triangles.len(), |(_, first)| *first as usize);
        &self.triangles[self.cells[i].1 as usize..end]
    }

    /// The triangle whose middle is nearest to a place on the jaw (its own coordinates).
    pub fn triangle_at(&self, place: Vec3) -> Option<u32> {
        let [x, y, z] = cell(place);
        let mut nearest: Option<(f32, u32)> = None;
        let around = |c: i16| c.saturating_sub(1)..=c.saturating_add(1);
        for key in around(x).flat_map(|x| around(y).flat_map(move |y| around(z).map(move |z| [x, y, z]))) {
            for triangle in self.within(key) {
                let distance = middle(&self.mesh, *triangle).distance(place);
                if distance <= REACH_MM && nearest.is_none_or(|(least, _)| distance < least) {
                    nearest = Some((distance, *triangle));
                }
            }
        }
        nearest.map(|n| n.1)
    }
}

fn middle(mesh: &TriMesh, triangle: u32) -> Vec3 {
    let [a, b, c] = mesh.corners(triangle as usize);
    (a + b + c) / 3.0
}

fn cell(p: Vec3) -> Cell {
    // Places beyond the numbers' range share the outermost cells.
    (p / REACH_MM).floor().to_array().map(|x| x as i16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes;

    #[test]
    fn the_nearest_triangle_is_found() {
        let mesh = Arc::new(shapes::sphere(40, 5.0));
        let places = Places::of(&mesh);
        for triangle in (0..mesh.triangles.len()).step_by(97) {
            let [a, b, c] = mesh.corners(triangle);
            assert_eq!(places.triangle_at((a + b + c) / 3.0), Some(triangle as u32));
        }
        assert_eq!(places.triangle_at(Vec3::ZERO), None, "the middle of the ball is no place on it");
        assert_eq!(places.triangle_at(Vec3::splat(f32::NAN)), None);
    }
}
