//! Points on a scan's surface, evenly by area: what is aligned does not depend on how large the triangles are.
use crate::base::Random;
use crate::mesh::TriMesh;
use glam::{DVec3, IVec3};
use std::collections::HashMap;

/// A place on a surface, mm, and its outward normal, smoothed over the cell around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfacePoint {
    pub place: DVec3,
    pub normal: DVec3,
}

/// A cell of space while its surface is gathered.
struct Cell {
    normal: DVec3,
    /// One of its places, by lot: the one that is nearest to the cell's middle, say, would be where noise takes the surface there.
    place: DVec3,
    lot: u64,
    area: f64,
}

/// Evenly so many of them at most.
pub fn thinned(points: &[SurfacePoint], most: usize) -> Vec<SurfacePoint> {
    let step = points.len().div_ceil(most).max(1);
    points.iter().step_by(step).copied().collect()
}

/// Cells whose surface's normals agree less than this hold both sides of something thin, or debris.
const LEAST_AGREEMENT: f64 = 0.5;

/// One point in every cube of `spacing_mm` that holds surface of the scan, in the order of the triangles. The place lies on the surface
/// itself; where the cube's normals do not agree there is none.
pub fn surface_points(mesh: &TriMesh, spacing_mm: f64, is_wanted: impl Fn(u32) -> bool) -> Vec<SurfacePoint> {
    points_of(mesh, spacing_mm, (0..mesh.n_scanned as u32).filter(|t| is_wanted(*t)))
}

/// [`surface_points`] of these triangles alone.
pub fn points_of(mesh: &TriMesh, spacing_mm: f64, triangles: impl IntoIterator<Item = u32>) -> Vec<SurfacePoint> {
    let mut cells: HashMap<IVec3, usize> = HashMap::new();
    let mut all: Vec<Cell> = Vec::new();
    let mut lots = Random::new(1);
    for triangle in triangles {
        each_piece(mesh, triangle, spacing_mm / 2.0, |place, area_normal| {
            let key = (place / spacing_mm).floor();
            let at = *cells.entry(key.as_ivec3()).or_insert_with(|| {
                all.push(Cell { normal: DVec3::ZERO, place, lot: u64::MAX, area: 0.0 });
                all.len() - 1
            });
            let (cell, lot) = (&mut all[at], lots.next_u64());
            cell.normal += area_normal;
            cell.area += area_normal.length();
            if lot < cell.lot {
                (cell.place, cell.lot) = (place, lot);
            }
        });
    }
    let agrees = |cell: &&Cell| cell.normal.length() > LEAST_AGREEMENT * cell.area && cell.area > 0.0;
    all.iter().filter(agrees).map(|c| SurfacePoint { place: c.place, normal: c.normal.normalize() }).collect()
}

/// Calls back with the middle and the normal (as long as its area) of pieces of a triangle no larger than `size_mm`.
fn each_piece(mesh: &TriMesh, triangle: u32, size_mm: f64, mut with: impl FnMut(DVec3, DVec3)) {
    /// Nobody scans a triangle this large: what closes nothing and shows nothing.
    const MOST_CUTS: f64 = 256.0;
    let [a, b, c] = mesh.corners(triangle as usize).map(|p| p.as_dvec3());
    let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
    let n = (longest / size_mm).ceil().clamp(1.0, MOST_CUTS) as u32;
    let (u, v, normal) = ((b - a) / f64::from(n), (c - a) / f64::from(n), (b - a).cross(c - a) / 2.0);
    let piece = normal / f64::from(n * n);
    for i in 0..n {
        for j in 0..n - i {
            let corner = a + u * f64::from(i) + v * f64::from(j);
            with(corner + (u + v) / 3.0, piece);
            if i + j + 2 <= n {
                with(corner + (u + v) * (2.0 / 3.0), piece);
            }
        }
    }
}
