//! Whether a triangle meets a box along the axes (Smith et al. 1995, sect. 3.7).
//!
//! The paper clips the triangle at the box's walls; here the 13 axes that can part the two are tried instead (separating
//! axes, Akenine-Möller 2001), which needs no list of clipped corners and decides the same. Both are closed sets:
//! touching is meeting.
//!
//! The answer "apart" is always true. In the other direction a triangle that is closer to the box than rounding can tell
//! (some 1e-14 of the sizes involved) counts as meeting.
use glam::DVec3;

/// Whether a triangle has a point in the box `lo..=hi`. Of corners that are not numbers: `true` or `false`, no panic.
pub fn triangle_meets_box(t: &[DVec3; 3], lo: DVec3, hi: DVec3) -> bool {
    let (t_lo, t_hi) = (t[0].min(t[1]).min(t[2]), t[0].max(t[1]).max(t[2]));
    // The box's own three axes; these comparisons do not round.
    if (t_lo.cmpgt(hi) | t_hi.cmplt(lo)).any() {
        return false;
    }
    if t.iter().any(|p| (p.cmpge(lo) & p.cmple(hi)).all()) {
        return true;
    }
    let centre = lo * 0.5 + hi * 0.5;
    let half = (hi - centre).max(centre - lo);
    !parted(t, t.map(|p| p - centre), half)
}

/// The triangle's normal, and the nine products of an edge with an axis. `v` are the corners seen from the centre.
fn parted(t: &[DVec3; 3], v: [DVec3; 3], half: DVec3) -> bool {
    // Differences of the corners themselves: their rounding is in proportion to the edge and not to the distance.
    let edges = [t[1] - t[0], t[2] - t[1], t[0] - t[2]];
    let reach = v[0].abs().max(v[1].abs()).max(v[2].abs()).max_element() + half.max_element();
    // A projection is a sum of two products of a difference and a difference: factors, products and the sum round by
    // half an epsilon each, the box's radius likewise: below 8 epsilons of the largest factors. Twice that.
    let parts = |e: DVec3| {
        let pad = 16.0 * f64::EPSILON * e.abs().max_element() * reach;
        let [x, y, z] = [(e.y, e.z, 1, 2), (e.z, e.x, 2, 0), (e.x, e.y, 0, 1)]
            .map(|(a, b, i, j)| beyond(v.map(|p| b * p[i] - a * p[j]), b.abs() * half[i] + a.abs() * half[j] + pad));
        x || y || z
    };
    if edges.into_iter().any(parts) {
        return true;
    }
    // The normal adds one more difference of products: below 24 epsilons of the largest factors. More than twice that.
    let normal = edges[0].cross(edges[1]);
    let pad = 64.0 * f64::EPSILON * edges[0].abs().max_element() * edges[1].abs().max_element() * reach;
    normal.dot(v[0]).abs() > normal.abs().dot(half) + pad
}

/// Whether all three lie beyond the same end of `-radius..=radius`.
fn beyond([a, b, c]: [f64; 3], radius: f64) -> bool {
    a.min(b).min(c) > radius || a.max(b).max(c) < -radius
}

#[cfg(test)]
mod tests;
