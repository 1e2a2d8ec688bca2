//! A jaw's scanned triangles as the growth of teeth sees them.
use crate::mesh::topology::NO_TWIN;
use glam::{DVec2, DVec3};

/// What the growth needs to know of a triangle.
#[derive(Clone, Copy, Debug)]
pub struct Face {
    pub middle: DVec3,
    pub normal: DVec3,
    pub area_mm2: f64,
    /// Along and across the arch, mm.
    pub place: DVec2,
    /// How far below the row's tips it lies, mm.
    pub below_tips_mm: f64,
}

/// The scanned triangles and what lies beside each.
#[derive(Clone, Copy)]
pub struct Surface<'a> {
    pub faces: &'a [Face],
    pub twins: &'a [u32],
}

impl Surface<'_> {
    pub fn neighbours(&self, triangle: usize) -> impl Iterator<Item = usize> {
        scanned_neighbours(self.twins, self.faces.len(), triangle)
    }
}

/// Those of the first `n_scanned` triangles that share an edge with one. Faces that closing added come after all others and are none of
/// the surface.
pub fn scanned_neighbours(twins: &[u32], n_scanned: usize, triangle: usize) -> impl Iterator<Item = usize> {
    let twins = twins.get(3 * triangle..3 * triangle + 3).unwrap_or_default();
    twins.iter().filter(|t| **t != NO_TWIN).map(|t| *t as usize / 3).filter(move |t| *t < n_scanned)
}

/// What hangs together with a triangle and was not seen before, nothing where that one was.
pub fn hanging_together(twins: &[u32], begin: usize, seen: &mut [bool]) -> Vec<usize> {
    let mut body = Vec::new();
    if !std::mem::replace(&mut seen[begin], true) {
        body.push(begin);
    }
    let mut next = 0;
    while let Some(triangle) = body.get(next).copied() {
        next += 1;
        for other in scanned_neighbours(twins, seen.len(), triangle) {
            if !std::mem::replace(&mut seen[other], true) {
                body.push(other);
            }
        }
    }
    body
}
