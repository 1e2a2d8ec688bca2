//! Nearest points of triangles and segments (Ericson 2005, sect. 5.1; Real-Time Rendering, sect. 25.3.2).
use super::intersect_triangle_triangle::{Triangle, triangles_meet};
use glam::DVec3;

/// The point of a closed triangle nearest to `p`. Right for triangles without area as well.
pub fn closest_point_triangle(p: DVec3, [a, b, c]: &Triangle) -> DVec3 {
    let (ab, ac, ap) = (*b - *a, *c - *a, p - *a);
    let (d1, d2) = (ab.dot(ap), ac.dot(ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return *a;
    }
    let bp = p - *b;
    let (d3, d4) = (ab.dot(bp), ac.dot(bp));
    if d3 >= 0.0 && d4 <= d3 {
        return *b;
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return *a + ab * (d1 / (d1 - d3));
    }
    let cp = p - *c;
    let (d5, d6) = (ab.dot(cp), ac.dot(cp));
    if d6 >= 0.0 && d5 <= d6 {
        return *c;
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return *a + ac * (d2 / (d2 - d6));
    }
    let va = d3 * d6 - d5 * d4;
    let (toward_c, toward_b) = (d4 - d3, d5 - d6);
    if va <= 0.0 && toward_c >= 0.0 && toward_b >= 0.0 {
        return *b + (*c - *b) * (toward_c / (toward_c + toward_b));
    }
    // Above the face. Along the normal, not by the weights of the corners: on slivers those are mostly rounding.
    let n = ab.cross(ac);
    let flat = 1e-14 * ab.length_squared() * ac.length_squared();
    if n.length_squared() > flat {
        p - n * (n.dot(ap) / n.length_squared())
    } else {
        closest_on_edges(p, &[*a, *b, *c])
    }
}

fn closest_on_edges(p: DVec3, t: &Triangle) -> DVec3 {
    let on = |a: DVec3, b: DVec3| {
        let d = b - a;
        let s = (p - a).dot(d) / d.length_squared();
        a + d * if s > 0.0 { s.min(1.0) } else { 0.0 }
    };
    let candidates = [on(t[0], t[1]), on(t[1], t[2]), on(t[2], t[0])];
    let nearer = |a: DVec3, b: DVec3| if b.distance_squared(p) < a.distance_squared(p) { b } else { a };
    candidates.into_iter().fold(candidates[0], nearer)
}

/// The nearest points of two closed segments.
pub fn closest_points_segments(p: DVec3, q: DVec3, a: DVec3, b: DVec3) -> (DVec3, DVec3) {
    let (d1, d2, r) = (q - p, b - a, p - a);
    let (l1, l2, f) = (d1.length_squared(), d2.length_squared(), d2.dot(r));
    let unit = |x: f64| if x > 0.0 { x.min(1.0) } else { 0.0 };
    let (c, k) = (d1.dot(r), d1.dot(d2));
    let denominator = l1 * l2 - k * k;
    let mut s = if denominator > 0.0 { unit((k * f - c * l2) / denominator) } else { 0.0 };
    let mut t = (k * s + f) / l2;
    if !(0.0..=1.0).contains(&t) {
        t = unit(t);
        s = unit((t * k - c) / l1);
    }
    (p + d1 * s, a + d2 * t)
}

/// The nearest points of two closed triangles; equal when they meet, which is decided exactly.
pub fn closest_points_triangles(t: &Triangle, o: &Triangle) -> (DVec3, DVec3) {
    let mut best = (t[0], o[0]);
    let mut least = best.0.distance_squared(best.1);
    let mut offer = |a: DVec3, b: DVec3| {
        let d = a.distance_squared(b);
        if d < least {
            (least, best) = (d, (a, b));
        }
    };
    for i in 0..3 {
        offer(t[i], closest_point_triangle(t[i], o));
        offer(closest_point_triangle(o[i], t), o[i]);
        for j in 0..3 {
            let (a, b) = closest_points_segments(t[i], t[(i + 1) % 3], o[j], o[(j + 1) % 3]);
            offer(a, b);
        }
    }
    // An edge through the inside of the other triangle is near in none of these ways.
    if least > 0.0 && triangles_meet(t, o) {
        let middle = (best.0 + best.1) * 0.5;
        return (middle, middle);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::test_support::Random;
    use super::*;

    /// The least distance over a fine grid of both triangles: an upper bound, near the truth.
    fn on_grid(t: &Triangle, n: usize) -> impl Iterator<Item = DVec3> + '_ {
        let at = move |i: usize, j: usize| {
            t[0] + (t[1] - t[0]) * (i as f64 / n as f64) + (t[2] - t[0]) * (j as f64 / n as f64)
        };
        (0..=n).flat_map(move |i| (0..=n - i).map(move |j| at(i, j)))
    }

    /// Whether `near` can be the point of `t` nearest to `p`: on the triangle, and no sample nearer nor much farther.
    fn can_be_nearest(p: DVec3, t: &Triangle, near: DVec3) -> bool {
        let sampled = on_grid(t, 60).map(|s| s.distance(p)).fold(f64::MAX, f64::min);
        let distance = near.distance(p);
        // Edges are up to 3.5 long, samples a sixtieth of that apart.
        let on_triangle = closest_on_edges_or_face(near, t) < 1e-7;
        on_triangle && distance <= sampled + 1e-12 && sampled < distance + 0.06
    }

    /// By weights of the corners and along the edges; shares no step with the function under test.
    fn closest_on_edges_or_face(p: DVec3, t: &Triangle) -> f64 {
        let n = (t[1] - t[0]).cross(t[2] - t[0]);
        let by_edges = closest_on_edges(p, t).distance(p);
        let inside = (0..3).all(|i| n.dot((t[(i + 1) % 3] - t[i]).cross(p - t[i])) >= 0.0);
        if inside && n.length() > 1e-9 { by_edges.min((n.dot(p - t[0]) / n.length()).abs()) } else { by_edges }
    }

    #[test]
    fn nearest_points_are_on_the_triangles_and_no_sample_is_nearer() {
        let mut random = Random::new(21);
        let mut n_twins = 0;
        for round in 0..400 {
            let mut triangle = || [random.vector(), random.vector(), random.vector()];
            let (mut t, o) = (triangle(), triangle());
            let p = random.vector() * 2.0;
            if round % 4 == 0 {
                t[2] = t[0] + (t[1] - t[0]) * 0.3;
            }
            let near = closest_point_triangle(p, &t);
            assert!(can_be_nearest(p, &t, near), "{p} {t:?} {near}");
            let (a, b) = closest_points_triangles(&t, &o);
            let both = |o: &Triangle| {
                on_grid(&t, 24).flat_map(|a| on_grid(o, 24).map(move |b| a.distance(b))).fold(f64::MAX, f64::min)
            };
            let agree = |sampled: f64| a.distance(b) <= sampled + 1e-12 && sampled < a.distance(b) + 0.15;
            assert!(agree(both(&o)), "{} {}", a.distance(b), both(&o));
            // The twins: one corner moved to the point, or to the other triangle.
            if near.distance(p) > 0.1 {
                let moved = [p, t[1], t[2]];
                assert!(!can_be_nearest(p, &t, closest_point_triangle(p, &moved)));
                n_twins += 1;
            }
            if a.distance(b) > 0.2 {
                assert!(!agree(both(&[a, o[1], o[2]])));
                n_twins += 1;
            }
        }
        assert!(n_twins > 300, "{n_twins}");
    }
}
