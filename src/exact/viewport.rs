//! A pixel grid along a given direction over what both jaws cover, for use without a raster engine's own choice.
use crate::base::Rigid;
use crate::field::{ChosenBy, Projection};
use crate::mesh::TriMesh;
use glam::DVec3;

/// Square pixels over the rectangle in which both jaws' shadows overlap, 2 % more on every side, the longer side
/// `resolution` pixels; the origin's plane lies before both jaws. `None` when the shadows do not overlap.
pub fn projection_along(
    upper: &TriMesh,
    lower: &TriMesh,
    upper_from_lower: &Rigid,
    direction: DVec3,
    resolution: u32,
) -> Option<Projection> {
    let direction = direction.try_normalize()?;
    let u = direction.any_orthonormal_vector();
    let v = direction.cross(u);
    let bounds = |mesh: &TriMesh, pose: &Rigid| {
        let seen = mesh.positions.iter().map(|p| {
            let p = pose.transform_point(p.as_dvec3());
            DVec3::new(p.dot(u), p.dot(v), p.dot(direction))
        });
        let none = (DVec3::splat(f64::INFINITY), DVec3::splat(f64::NEG_INFINITY));
        seen.fold(none, |(lo, hi), p| (lo.min(p), hi.max(p)))
    };
    let (upper, lower) = (bounds(upper, &Rigid::IDENTITY), bounds(lower, upper_from_lower));
    let (lo, hi) = (upper.0.max(lower.0).truncate(), upper.1.min(lower.1).truncate());
    if !lo.cmplt(hi).all() || resolution == 0 {
        return None;
    }
    let margin = (hi - lo).max_element() * 0.02;
    let (lo, size) = (lo - margin, hi - lo + 2.0 * margin);
    let pitch = size.max_element() / f64::from(resolution);
    let cells = |side: f64| ((side / pitch).ceil() as u32).clamp(1, resolution);
    Some(Projection {
        direction,
        u,
        v,
        origin: u * lo.x + v * lo.y + direction * (upper.0.z.min(lower.0.z) - 1.0),
        u_mm: pitch,
        v_mm: pitch,
        cols: cells(size.x),
        rows: cells(size.y),
        chosen_by: ChosenBy::Given,
    })
}
