//! Signs of determinants, exact in spite of rounding (Shewchuk 1997, by the crate `robust`), and what follows from them.
//!
//! Exact as long as no product leaves the range of doubles: for lengths between 1e-70 and 1e70, 0 included.
use glam::{DVec2, DVec3};
use robust::{Coord, Coord3D};

/// Above 0: `a`, `b`, `c` turn counter-clockwise; 0: they lie on one line. Twice the triangle's area, rounded.
pub fn orient2d(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    let coord = |p: DVec2| Coord { x: p.x, y: p.y };
    robust::orient2d(coord(a), coord(b), coord(c))
}

/// Above 0: seen from `d`, `a`, `b`, `c` turn clockwise; 0: all lie in one plane. Six times the tetrahedron, rounded.
pub fn orient3d(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> f64 {
    let coord = |p: DVec3| Coord3D { x: p.x, y: p.y, z: p.z };
    robust::orient3d(coord(a), coord(b), coord(c), coord(d))
}

/// -1, 0 or 1.
pub fn sign(x: f64) -> i8 {
    i8::from(x > 0.0) - i8::from(x < 0.0)
}

/// The three projections along an axis.
pub const PROJECTIONS: [fn(DVec3) -> DVec2; 3] =
    [|p| DVec2::new(p.y, p.z), |p| DVec2::new(p.z, p.x), |p| DVec2::new(p.x, p.y)];

/// A projection along an axis in which the triangle keeps an area; `None` when its corners lie on one line. On the
/// triangle's plane such a projection is one to one.
pub fn faithful_projection([a, b, c]: &[DVec3; 3]) -> Option<fn(DVec3) -> DVec2> {
    PROJECTIONS.into_iter().find(|flat| orient2d(flat(*a), flat(*b), flat(*c)) != 0.0)
}

/// Whether two closed segments in the plane have a point in common. Segments without length are points.
pub fn segments_meet_2d(p: DVec2, q: DVec2, a: DVec2, b: DVec2) -> bool {
    let (pa, pb) = (sign(orient2d(p, q, a)), sign(orient2d(p, q, b)));
    let (ap, aq) = (sign(orient2d(a, b, p)), sign(orient2d(a, b, q)));
    if pa * pb > 0 || ap * aq > 0 {
        return false;
    }
    if pa != 0 || pb != 0 || ap != 0 || aq != 0 {
        return true;
    }
    // All on one line: their boxes meet.
    (p.min(q).cmple(a.max(b)) & a.min(b).cmple(p.max(q))).all()
}

/// Whether two closed segments in space have a point in common.
///
/// When the four ends lie in one plane, some projection along an axis is one to one on it and decides; the others can
/// only lose distinctions. So they meet exactly if they do in all three.
pub fn segments_meet(p: DVec3, q: DVec3, a: DVec3, b: DVec3) -> bool {
    orient3d(p, q, a, b) == 0.0
        && PROJECTIONS.into_iter().all(|flat| segments_meet_2d(flat(p), flat(q), flat(a), flat(b)))
}
