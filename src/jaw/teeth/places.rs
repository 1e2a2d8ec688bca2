//! Which tooth a place on the surface belongs to.
use super::JawTeeth;
use crate::mesh::TriMesh;
use glam::Vec3;
use std::collections::HashMap;

/// Triangles are looked for so far from a place, mm.
const REACH_MM: f32 = 1.0;

/// The middles of a jaw's scanned triangles, by cells of [`REACH_MM`].
#[derive(Clone, Debug, Default)]
pub struct Places {
    cells: HashMap<[i16; 3], Vec<(Vec3, u32)>>,
}

impl Places {
    pub fn of(mesh: &TriMesh) -> Self {
        let mut cells: HashMap<[i16; 3], Vec<(Vec3, u32)>> = HashMap::new();
        for triangle in 0..mesh.n_scanned.min(mesh.triangles.len()) {
            let [a, b, c] = mesh.corners(triangle);
            let middle = (a + b + c) / 3.0;
            cells.entry(cell(middle)).or_default().push((middle, triangle as u32));
        }
        Self { cells }
    }

    /// The triangle whose middle is nearest to a place on the jaw (its own coordinates).
    pub fn triangle_at(&self, place: Vec3) -> Option<u32> {
        let [x, y, z] = cell(place);
        let mut nearest: Option<(f32, u32)> = None;
        let around = |c: i16| c.saturating_sub(1)..=c.saturating_add(1);
        for key in around(x).flat_map(|x| around(y).flat_map(move |y| around(z).map(move |z| [x, y, z]))) {
            for (middle, triangle) in self.cells.get(&key).into_iter().flatten() {
                let distance = middle.distance(place);
                if distance <= REACH_MM && nearest.is_none_or(|(least, _)| distance < least) {
                    nearest = Some((distance, *triangle));
                }
            }
        }
        nearest.map(|n| n.1)
    }

    /// The region at a place.
    pub fn region_at(&self, teeth: &JawTeeth, place: Vec3) -> Option<usize> {
        teeth.region_of(self.triangle_at(place)?)
    }
}

fn cell(p: Vec3) -> [i16; 3] {
    // Places beyond the numbers' range share the outermost cells.
    (p / REACH_MM).floor().to_array().map(|x| x as i16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes;

    #[test]
    fn the_nearest_triangle_is_found() {
        let mesh = shapes::sphere(40, 5.0);
        let places = Places::of(&mesh);
        for triangle in (0..mesh.triangles.len()).step_by(97) {
            let [a, b, c] = mesh.corners(triangle);
            assert_eq!(places.triangle_at((a + b + c) / 3.0), Some(triangle as u32));
        }
        assert_eq!(places.triangle_at(Vec3::ZERO), None, "the middle of the ball is no place on it");
        assert_eq!(places.triangle_at(Vec3::splat(f32::NAN)), None);
    }
}
