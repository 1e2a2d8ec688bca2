//! The surface about a place: what a brush of some radius covers.
use super::TriMesh;
use super::topology::{NO_TWIN, twins};
use glam::Vec3;
use std::collections::HashSet;
use std::sync::Arc;

/// A jaw's scanned triangles with their neighbours.
#[derive(Clone, Debug)]
pub struct NearbySurface {
    mesh: Arc<TriMesh>,
    /// Half-edges across the edges of scanned triangles.
    twins: Vec<u32>,
}

impl NearbySurface {
    pub fn of(mesh: &Arc<TriMesh>) -> Self {
        let n_scanned = mesh.n_scanned.min(mesh.triangles.len());
        Self { mesh: mesh.clone(), twins: twins(&mesh.triangles[..n_scanned], mesh.positions.len()) }
    }

    /// The triangles whose middles lie within a radius of a line, as far as they hang together with `from` over others of the kind;
    /// that one always. In the mesh's own coordinates, mm. Ascending.
    pub fn along(&self, from: u32, [a, b]: [Vec3; 2], radius_mm: f32) -> Vec<u32> {
        let is_scanned = (from as usize) < self.twins.len() / 3;
        let mut found: HashSet<u32> = is_scanned.then_some(from).into_iter().collect();
        let mut waiting: Vec<u32> = found.iter().copied().collect();
        while let Some(triangle) = waiting.pop() {
            let across = (3 * triangle..3 * triangle + 3).map(|half| self.twins[half as usize]);
            for next in across.filter(|half| *half != NO_TWIN).map(|half| half / 3) {
                if self.away_mm(next, a, b) <= radius_mm && found.insert(next) {
                    waiting.push(next);
                }
            }
        }
        let mut found: Vec<u32> = found.into_iter().collect();
        found.sort_unstable();
        found
    }

    /// How far the middle of a triangle lies from a line from a place to another.
    fn away_mm(&self, triangle: u32, a: Vec3, b: Vec3) -> f32 {
        let middle = self.mesh.corners(triangle as usize).iter().sum::<Vec3>() / 3.0;
        let along = (middle - a).dot(b - a) / (b - a).length_squared().max(f32::MIN_POSITIVE);
        middle.distance(a.lerp(b, along.clamp(0.0, 1.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::shapes;
    use super::*;

    /// The triangle of a ball whose middle is nearest to a place.
    fn nearest(mesh: &TriMesh, place: Vec3) -> u32 {
        let away = |t: &u32| (mesh.corners(*t as usize).iter().sum::<Vec3>() / 3.0).distance(place);
        (0..mesh.triangles.len() as u32).min_by(|a, b| away(a).total_cmp(&away(b))).expect("triangles")
    }

    #[test]
    fn a_brush_covers_the_disc_about_a_place_and_the_strip_along_a_stroke() {
        let mesh = Arc::new(shapes::sphere(160, 10.0));
        let surface = NearbySurface::of(&mesh);
        let place = Vec3::X * 10.0;
        let from = nearest(&mesh, place);
        let area =
            |found: &[u32]| -> f32 { found.iter().map(|t| mesh.doubled_area_normal(*t as usize).length() / 2.0).sum() };
        let disc = surface.along(from, [place; 2], 2.0);
        assert!(disc.is_sorted() && disc.contains(&from));
        // A cap that far about a place of a ball has the area of a disc; its rim runs through triangles 0.4 mm long.
        let wanted = std::f32::consts::PI * 4.0;
        assert!((area(&disc) / wanted - 1.0).abs() < 0.1, "{} of {wanted}", area(&disc));
        let end = Vec3::new(9.5, 3.1, 0.0);
        let strip = surface.along(from, [place, end], 2.0);
        assert!(area(&strip) > 1.7 * wanted && disc.iter().all(|t| strip.contains(t)), "{}", area(&strip));
        // The twin: smaller than a triangle it covers the one that it is on.
        assert_eq!(surface.along(from, [place; 2], 1e-3), [from]);
    }

    #[test]
    fn what_does_not_hang_together_and_what_closing_added_is_not_covered() {
        // Two balls that nearly touch, the second one half added.
        let mut mesh = shapes::sphere(60, 3.0);
        let (n_vertices, n_first) = (mesh.positions.len() as u32, mesh.triangles.len());
        let other = mesh.clone();
        mesh.positions.extend(other.positions.iter().map(|p| *p + Vec3::X * 6.05));
        mesh.triangles.extend(other.triangles.iter().map(|t| t.map(|i| i + n_vertices)));
        mesh.n_scanned = n_first + n_first / 2;
        let mesh = Arc::new(mesh);
        let surface = NearbySurface::of(&mesh);
        let place = Vec3::X * 3.0;
        let found = surface.along(nearest(&mesh, place), [place; 2], 1.0);
        assert!(found.len() > 10 && found.iter().all(|t| (*t as usize) < n_first), "the other ball is as near");
        let whole = surface.along(n_first as u32, [place; 2], 100.0);
        assert!(whole.iter().all(|t| (n_first..mesh.n_scanned).contains(&(*t as usize))));
        assert!(surface.along(mesh.n_scanned as u32, [place; 2], 1.0).is_empty(), "it was added");
    }
}
