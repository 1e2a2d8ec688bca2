//! The closest gap at every vertex of both jaws: what the teeth are painted by.

/// The gap where nothing faces a vertex within the range: far beyond any gap, also when it runs over a triangle to a vertex that
/// has one.
pub const NO_GAP: f32 = 1.0e30;
/// Added to the gap of what is not judged. A triangle between what is and what is not has gaps that are neither.
pub const BESIDE_MM: f32 = 4096.0;

/// Closest gaps of a pose, mm.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SurfaceGaps {
    /// For each vertex of the upper and of the lower jaw's mesh the gap, negative inside; [`NO_GAP`] beyond the range and where what
    /// is nearest was added by closing; [`BESIDE_MM`] more where it is not judged.
    pub vertices: [Vec<f32>; 2],
}

impl SurfaceGaps {
    /// Surface of a jaw that is painted as contact within a threshold, mm²: as a picture cuts each triangle, along the line where the
    /// gap between its corners is the threshold. `triangles`: the jaw's scanned ones, with its corners in mm.
    pub fn painted_mm2(
        &self,
        side: usize,
        threshold_mm: f64,
        triangles: impl Iterator<Item = ([u32; 3], [glam::Vec3; 3])>,
    ) -> f64 {
        let gap = |vertex: u32| f64::from(self.vertices[side].get(vertex as usize).copied().unwrap_or(NO_GAP));
        let part = |(corners, places): ([u32; 3], [glam::Vec3; 3])| {
            let [a, b, c] = places.map(|p| p.as_dvec3());
            let mut gaps_mm = corners.map(gap);
            gaps_mm.sort_by(f64::total_cmp);
            let is_known = gaps_mm[2] < f64::from(BESIDE_MM) / 2.0;
            let area_mm2 = (b - a).cross(c - a).length() / 2.0;
            if is_known { area_mm2 * super::contact::CutTriangle::new(gaps_mm).share_within(threshold_mm) } else { 0.0 }
        };
        triangles.map(part).sum()
    }
}
