//! Against clipping as the paper does it, in fractions of whole numbers, where nothing rounds.
use super::super::test_support::Random;
use super::*;

/// `numerator / denominator`, the denominator above 0.
type Fraction = (i128, i128);
type Point = [Fraction; 3];

fn reduced(n: i128, d: i128) -> Fraction {
    let (mut a, mut b) = (n.abs(), d.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let a = a.max(1) * d.signum();
    (n / a, d / a)
}

fn minus(a: Fraction, b: Fraction) -> Fraction {
    reduced(a.0 * b.1 - b.0 * a.1, a.1 * b.1)
}

fn times(a: Fraction, b: Fraction) -> Fraction {
    reduced(a.0 * b.0, a.1 * b.1)
}

/// What of the polygon lies where `sign * (p[axis] - wall) <= 0`.
fn clip(polygon: &[Point], axis: usize, wall: i128, sign: i128) -> Vec<Point> {
    let beyond = |p: &Point| {
        let d = minus(p[axis], (wall, 1));
        (d.0 * sign, d.1)
    };
    let mut kept = Vec::new();
    for (i, p) in polygon.iter().enumerate() {
        let q = &polygon[(i + 1) % polygon.len()];
        let (at_p, at_q) = (beyond(p), beyond(q));
        if at_p.0 <= 0 {
            kept.push(*p);
        }
        if (at_p.0 < 0 && at_q.0 > 0) || (at_p.0 > 0 && at_q.0 < 0) {
            let all = minus(at_p, at_q);
            let share = times(at_p, reduced(all.1, all.0));
            kept.push(std::array::from_fn(|k| {
                let step = times(share, minus(q[k], p[k]));
                minus(p[k], (-step.0, step.1))
            }));
        }
    }
    kept
}

type Whole = [[i64; 3]; 3];

fn meets_by_clipping(t: &Whole, lo: [i64; 3], hi: [i64; 3]) -> bool {
    let mut polygon: Vec<Point> = t.iter().map(|p| p.map(|x| (i128::from(x), 1))).collect();
    for axis in 0..3 {
        polygon = clip(&polygon, axis, i128::from(lo[axis]), -1);
        polygon = clip(&polygon, axis, i128::from(hi[axis]), 1);
    }
    !polygon.is_empty()
}

fn whole(random: &mut Random, size: u64) -> [i64; 3] {
    std::array::from_fn(|_| random.below(size) as i64 - size as i64 / 2)
}

/// A triangle and a box of whole numbers; touching, flat boxes and triangles without area are common.
fn chance(random: &mut Random, size: u64) -> (Whole, [i64; 3], [i64; 3]) {
    let t = std::array::from_fn(|_| whole(random, size));
    let (a, b) = (whole(random, size), whole(random, size));
    (t, std::array::from_fn(|i| a[i].min(b[i])), std::array::from_fn(|i| a[i].max(b[i])))
}

fn at(p: [i64; 3], place: impl Fn(i64) -> f64) -> DVec3 {
    DVec3::from(p.map(place))
}

/// Exact in doubles, but far away.
fn far_away(x: i64) -> f64 {
    1.0e6 + x as f64 / f64::from(1 << 20)
}

#[test]
fn the_axes_decide_as_clipping_does() {
    let mut random = Random::new(21);
    let (mut n_meeting, mut n) = (0, 0);
    for round in 0..40_000 {
        let (t, lo, hi) = chance(&mut random, [3, 5, 8, 17][round % 4]);
        let expected = meets_by_clipping(&t, lo, hi);
        (n_meeting, n) = (n_meeting + usize::from(expected), n + 1);
        // Whole numbers up to 17 make products below 2^53 that rounding does not touch: what is apart is so by at least
        // one part in some thousands, far above the padding.
        for place in [(|x| x as f64) as fn(i64) -> f64, far_away] {
            let got = triangle_meets_box(&t.map(|p| at(p, place)), at(lo, place), at(hi, place));
            assert_eq!(got, expected, "{t:?} and {lo:?}..{hi:?}");
        }
    }
    assert!(n_meeting * 5 > n && n_meeting * 5 < 4 * n, "both answers must be common: {n_meeting} of {n}");
}

#[test]
fn a_point_of_the_triangle_is_never_missed() {
    // At any scale and place: a box around a point of the triangle, however small, meets it.
    let mut random = Random::new(22);
    for _ in 0..40_000 {
        let scale = 10.0_f64.powf(3.0 * random.unit());
        let off = random.vector() * 100.0;
        let t: [DVec3; 3] = std::array::from_fn(|_| off + random.vector() * scale);
        let (a, b) = (random.unit().abs(), random.unit().abs());
        let (a, b) = if a + b > 1.0 { (1.0 - a, 1.0 - b) } else { (a, b) };
        let p = t[0] + (t[1] - t[0]) * a + (t[2] - t[0]) * b;
        // The point itself is off by some roundings of numbers of size 100 + scale.
        let half = (random.vector().abs() * scale * 0.1).max(DVec3::splat(1e-12 * (100.0 + scale)));
        assert!(triangle_meets_box(&t, p - half, p + half), "{t:?} {p} {half}");
    }
}

#[test]
fn touching_counts_and_a_perturbed_corner_is_noticed() {
    let (lo, hi) = (DVec3::ZERO, DVec3::ONE);
    // An edge of the triangle along x + y = 2 touches the edge of the box at (1, 1); nothing else does.
    let t = [DVec3::new(2.0, 0.0, 0.5), DVec3::new(0.0, 2.0, 0.5), DVec3::new(2.0, 2.0, 0.7)];
    assert!(triangle_meets_box(&t, lo, hi));
    assert!(!triangle_meets_box(&t.map(|p| p + DVec3::new(1e-12, 1e-12, 0.0)), lo, hi));
    let mut random = Random::new(23);
    let n_wrong = (0..4_000).filter(|_| {
        let (t, lo, hi) = chance(&mut random, 5);
        let mut moved = t.map(|p| at(p, |x| x as f64));
        moved[0].x += 0.25;
        triangle_meets_box(&moved, at(lo, |x| x as f64), at(hi, |x| x as f64)) != meets_by_clipping(&t, lo, hi)
    });
    assert!(n_wrong.count() > 40);
}
