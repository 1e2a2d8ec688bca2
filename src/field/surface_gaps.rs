//! The closest gap over both jaws: what the teeth are painted by.
use super::contact::CutTriangle;
use super::fine_gaps::{FineGaps, pieces, sample_place};
use crate::mesh::TriMesh;
use glam::DVec3;

/// The gap where nothing faces a vertex within the range: far beyond any gap, also when it runs over a triangle to a vertex that
/// has one.
pub const NO_GAP: f32 = 1.0e30;
/// Added to the gap of what is not judged. A triangle between what is and what is not has gaps that are neither.
pub const BESIDE_MM: f32 = 4096.0;

/// A gap, mm, and what was added to tell its kind; `None` where there is none.
pub fn parted(value: f32) -> Option<(f32, f32)> {
    let kind = (value / BESIDE_MM).round() * BESIDE_MM;
    (value < 0.1 * NO_GAP).then_some((value - kind, kind))
}

/// Closest gaps of a pose, mm.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SurfaceGaps {
    /// For each vertex of the upper and of the lower jaw's mesh the gap, negative inside; [`NO_GAP`] beyond the range and where what
    /// is nearest was added by closing; [`BESIDE_MM`] more where it is not judged.
    pub vertices: [Vec<f32>; 2],
    /// The same within triangles that may be in contact and whose corners do not tell it.
    pub fine: [FineGaps; 2],
}

impl SurfaceGaps {
    /// Surface of a jaw that is painted as contact within a threshold, mm²: as a picture cuts each triangle, along the line where the
    /// gap between its corners, or between its samples, is the threshold.
    pub fn painted_mm2(&self, side: usize, threshold_mm: f64, mesh: &TriMesh) -> f64 {
        let scanned = 0..mesh.n_scanned.min(mesh.triangles.len()) as u32;
        scanned.map(|triangle| self.painted_of(side, threshold_mm, mesh, triangle)).sum()
    }

    fn painted_of(&self, side: usize, threshold_mm: f64, mesh: &TriMesh, triangle: u32) -> f64 {
        let [a, b, c] = mesh.corners(triangle as usize).map(|p| p.as_dvec3());
        let area_mm2 = (b - a).cross(c - a).length() / 2.0;
        let Some(place) = self.fine[side].find(triangle) else {
            let values = mesh.triangles[triangle as usize].map(|v| self.vertices[side].get(v as usize).copied());
            return area_mm2 * painted_between(values.map(|v| v.unwrap_or(NO_GAP)), threshold_mm);
        };
        let (steps, samples) = (self.fine[side].triangles[place].steps(), self.fine[side].samples_of(place));
        let piece = |at: [[usize; 2]; 3]| painted_within(at.map(|p| samples[sample_place(steps, p)]), threshold_mm);
        area_mm2 * pieces(steps).map(piece).sum::<f64>() / (steps * steps) as f64
    }
}

/// The share of a triangle that is painted by its vertices: nothing unless all are judged.
fn painted_between(values: [f32; 3], threshold_mm: f64) -> f64 {
    let is_judged = values.iter().all(|v| parted(*v).is_some_and(|(_, kind)| kind == 0.0));
    if is_judged { share_within(values.map(f64::from), threshold_mm) } else { 0.0 }
}

/// The share of a piece between samples: each point is of the kind of the nearest one, and has the gap of all that are known.
fn painted_within(values: [f32; 3], threshold_mm: f64) -> f64 {
    let known = values.map(parted);
    let gap_mm = |weights: DVec3| {
        let parts =
            known.iter().zip(weights.to_array()).filter_map(|(k, weight)| Some((f64::from(k.as_ref()?.0), weight)));
        let (sum, weight) = parts.fold((0.0, 0.0), |(sum, all), (gap, weight)| (sum + gap * weight, all + weight));
        sum / weight
    };
    let corners = [DVec3::X, DVec3::Y, DVec3::Z];
    let third = |k: usize| {
        let (own, next, last) = (corners[k], corners[(k + 1) % 3], corners[(k + 2) % 3]);
        let half = |other: DVec3| {
            let places = [own, (own + other) / 2.0, DVec3::ONE / 3.0];
            share_within(places.map(gap_mm), threshold_mm) / 6.0
        };
        half(next) + half(last)
    };
    if known.iter().all(|k| k.is_some_and(|(_, kind)| kind == 0.0)) {
        return share_within(values.map(f64::from), threshold_mm);
    }
    (0..3).filter(|k| known[*k].is_some_and(|(_, kind)| kind == 0.0)).map(third).sum()
}

fn share_within(mut gaps_mm: [f64; 3], threshold_mm: f64) -> f64 {
    gaps_mm.sort_by(f64::total_cmp);
    CutTriangle::new(gaps_mm).share_within(threshold_mm)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    /// Two triangles of 2 mm² side by side.
    fn mesh() -> TriMesh {
        let positions = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]].map(|[x, y]| Vec3::new(x, y, 0.0)).to_vec();
        TriMesh { positions, triangles: vec![[0, 1, 2], [0, 2, 3]], n_scanned: 2, colors: None }
    }

    #[test]
    fn samples_count_in_the_place_of_corners() {
        let mesh = mesh();
        let mut gaps = SurfaceGaps { vertices: [vec![0.2; 4], Vec::new()], ..SurfaceGaps::default() };
        assert_eq!(gaps.painted_mm2(0, 0.1, &mesh), 0.0);
        // The middles of the second triangle's edges are deep: the whole of the piece between them, and 3/4 of the others.
        gaps.fine[0].push(1, [0, 2, 3], 1, &[0.2, 0.0, 0.2, 0.0, 0.0, 0.2]);
        let painted = gaps.painted_mm2(0, 0.1, &mesh);
        assert!((painted - 2.0 * (0.25 + 0.75 * 0.75)).abs() < 1e-6, "{painted}");
        assert_eq!(gaps.painted_mm2(1, 0.1, &mesh), 0.0, "the other jaw has none");
    }

    #[test]
    fn a_piece_between_kinds_is_parted_by_the_nearest_sample() {
        let third = painted_within([0.0, 0.0, BESIDE_MM], 0.1);
        assert!((third - 2.0 / 3.0).abs() < 1e-9, "{third}");
        assert!((painted_within([0.0, NO_GAP, NO_GAP], 0.1) - 1.0 / 3.0).abs() < 1e-9);
        // The gap is that of all that are known, whatever their kind: it rises towards the far corner.
        let rising = painted_within([0.0, 0.0, BESIDE_MM + 0.2], 0.1);
        assert!(rising < third && rising > 0.6, "{rising}");
        // The twin: between vertices alone nothing is painted.
        assert_eq!(painted_between([0.0, 0.0, BESIDE_MM], 0.1), 0.0);
        assert_eq!([0.3, BESIDE_MM + 0.25, NO_GAP].map(parted), [Some((0.3, 0.0)), Some((0.25, BESIDE_MM)), None]);
    }
}
