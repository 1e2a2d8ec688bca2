//! Whether two triangles in space meet, decided exactly, and the segment that they share.
//!
//! Triangles are closed sets: they meet when they have **at least one point in common**. Touching at a corner, along an
//! edge, or lying in one plane with any overlap is meeting. A triangle without area is the segment or the point that its
//! corners make, and is decided as such. The answer depends neither on the order of the two nor on that of the corners.
//!
//! The test: two triangles meet exactly if an edge of one meets the other. (The common set of two triangles is convex and
//! compact. Out of one plane it is a segment or a point, the end of which lies on the border of one of them; within one
//! plane either borders cross or one triangle, borders and all, lies in the other.) Everything rests on the sign of
//! determinants, which [`super::predicates`] gives without rounding.
use super::predicates::{faithful_projection, orient2d, orient3d, segments_meet, segments_meet_2d, sign};
use glam::DVec3;

/// Corners in space, mm.
pub type Triangle = [DVec3; 3];

/// How two triangles meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    Apart,
    /// They meet, and span a plane each, not the same.
    Crossing,
    /// They meet and lie in one plane, or one of them has no area: what they share may be an area.
    Flat,
}

/// Whether two closed triangles have a point in common.
pub fn triangles_meet(a: &Triangle, b: &Triangle) -> bool {
    meeting(a, b) != Meeting::Apart
}

/// Whether and how two closed triangles meet.
pub fn meeting(a: &Triangle, b: &Triangle) -> Meeting {
    if boxes_apart(a, b) {
        return Meeting::Apart;
    }
    let sides_of_a = sides(b, a);
    if sides_of_a == [1; 3] || sides_of_a == [-1; 3] {
        return Meeting::Apart;
    }
    let sides_of_b = sides(a, b);
    if sides_of_b == [1; 3] || sides_of_b == [-1; 3] {
        return Meeting::Apart;
    }
    if sides_of_a == [0; 3] || sides_of_b == [0; 3] {
        return if flat_triangles_meet(a, b) { Meeting::Flat } else { Meeting::Apart };
    }
    // Both span a plane: a triangle without area has all determinants 0.
    if any_edge_crosses(a, sides_of_a, b) || any_edge_crosses(b, sides_of_b, a) {
        Meeting::Crossing
    } else {
        Meeting::Apart
    }
}

fn boxes_apart(a: &Triangle, b: &Triangle) -> bool {
    let lo_hi = |t: &Triangle| (t[0].min(t[1]).min(t[2]), t[0].max(t[1]).max(t[2]));
    let ((a_lo, a_hi), (b_lo, b_hi)) = (lo_hi(a), lo_hi(b));
    (a_hi.cmplt(b_lo) | b_hi.cmplt(a_lo)).any()
}

/// On which side of the plane of `plane` each corner lies, as the signs of [`orient3d`]; plain arithmetic where rounding
/// cannot hide the sign.
fn sides(plane: &Triangle, of: &Triangle) -> [i8; 3] {
    let (u, v) = (plane[1] - plane[0], plane[2] - plane[0]);
    let n = u.cross(v);
    // A distance is six products of three differences. Differences, products and sums round some eight times, each by
    // half an epsilon: below 24 epsilons of the product of the largest factors. Four times that.
    let bound = 96.0 * f64::EPSILON * u.abs().max_element() * v.abs().max_element();
    let side = |p: DVec3| {
        let w = p - plane[0];
        let distance = n.dot(w);
        if distance.abs() > bound * w.abs().max_element() {
            -sign(distance)
        } else {
            sign(orient3d(plane[0], plane[1], plane[2], p))
        }
    };
    [side(of[0]), side(of[1]), side(of[2])]
}

/// Whether an edge of `t` crosses `other`. `sides` are those of `t`'s corners against `other`'s plane, which holds not
/// all of them.
fn any_edge_crosses(t: &Triangle, sides: [i8; 3], other: &Triangle) -> bool {
    let crosses = |i: usize, j: usize| edge_crosses(t[i], t[j], sides[i], sides[j], other);
    crosses(0, 1) || crosses(1, 2) || crosses(2, 0)
}

fn edge_crosses(p: DVec3, q: DVec3, side_p: i8, side_q: i8, t: &Triangle) -> bool {
    if side_p == side_q && side_p != 0 {
        return false;
    }
    if side_p == 0 && side_q == 0 {
        return flat_segment_meets(p, q, t);
    }
    // The line through p and q meets the plane in one point, between them; the point is in the triangle if the line
    // passes all edges on the same side.
    let side = |i: usize, j: usize| sign(orient3d(p, q, t[i], t[j]));
    let s = [side(0, 1), side(1, 2), side(2, 0)];
    s.iter().all(|s| *s >= 0) || s.iter().all(|s| *s <= 0)
}

/// Whether a segment in the triangle's plane meets it. The triangle has an area.
fn flat_segment_meets(p: DVec3, q: DVec3, t: &Triangle) -> bool {
    let Some(flat) = faithful_projection(t) else { return false };
    let (p, q, t) = (flat(p), flat(q), t.map(flat));
    let turn = sign(orient2d(t[0], t[1], t[2]));
    let edges = [(0, 1), (1, 2), (2, 0)].map(|(i, j)| (t[i], t[j]));
    edges.iter().all(|(a, b)| sign(orient2d(*a, *b, p)) * turn >= 0)
        || edges.iter().any(|(a, b)| segments_meet_2d(p, q, *a, *b))
}

/// Two triangles of which one lies in the other's plane or has no area.
fn flat_triangles_meet(a: &Triangle, b: &Triangle) -> bool {
    match (faithful_projection(a).is_some(), faithful_projection(b).is_some()) {
        // The common plane holds both.
        (true, true) => {
            edges(a).any(|(p, q)| flat_segment_meets(p, q, b)) || edges(b).any(|(p, q)| flat_segment_meets(p, q, a))
        }
        (true, false) => edges(b).any(|(p, q)| segment_meets(p, q, a)),
        (false, true) => edges(a).any(|(p, q)| segment_meets(p, q, b)),
        // Each is the union of its edges.
        (false, false) => edges(a).any(|(p, q)| edges(b).any(|(r, s)| segments_meet(p, q, r, s))),
    }
}

fn edges(t: &Triangle) -> impl Iterator<Item = (DVec3, DVec3)> + '_ {
    [(0, 1), (1, 2), (2, 0)].into_iter().map(|(i, j)| (t[i], t[j]))
}

/// Any segment or point against a triangle with an area.
fn segment_meets(p: DVec3, q: DVec3, t: &Triangle) -> bool {
    let side = |x| sign(orient3d(t[0], t[1], t[2], x));
    edge_crosses(p, q, side(p), side(q), t)
}

/// Where an edge passes through a triangle's plane. Called with the edge's ends and the triangle's corners in the same
/// order for every pair that shares them, it gives the same bits.
pub fn edge_through_plane(p: DVec3, q: DVec3, t: &Triangle) -> DVec3 {
    let (at_p, at_q) = (orient3d(t[0], t[1], t[2], p), orient3d(t[0], t[1], t[2], q));
    if at_p == 0.0 {
        p
    } else if at_q == 0.0 {
        q
    } else {
        p + (q - p) * (at_p / (at_p - at_q))
    }
}

/// The points in which the edges of `t` meet `other`, for triangles that cross ([`Meeting::Crossing`]). An edge is
/// taken from the end with the smaller number in `ids`, so that neighbours find the same point.
pub fn edge_points(t: &Triangle, ids: [u32; 3], other: &Triangle, mut found: impl FnMut(DVec3)) {
    let side = sides(other, t);
    for (i, j) in [(0, 1), (1, 2), (2, 0)] {
        // An edge in the other's plane ends at corners, which the other two edges find, or on the other's edges.
        let in_plane = side[i] == 0 && side[j] == 0;
        if !in_plane && edge_crosses(t[i], t[j], side[i], side[j], other) {
            let (i, j) = if ids[i] <= ids[j] { (i, j) } else { (j, i) };
            found(edge_through_plane(t[i], t[j], other));
        }
    }
}

#[cfg(test)]
mod tests;
