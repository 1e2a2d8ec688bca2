//! The decision against an independent one in whole numbers: the separating axis theorem over every axis that can
//! matter for two triangles of any dimension. Small coordinates make touching, flat and empty triangles common.
use super::super::test_support::Random;
use super::*;

type Whole = [[i64; 3]; 3];

fn minus(a: [i64; 3], b: [i64; 3]) -> [i64; 3] {
    std::array::from_fn(|i| a[i] - b[i])
}

fn cross(a: [i64; 3], b: [i64; 3]) -> [i64; 3] {
    std::array::from_fn(|i| a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3])
}

fn dot(a: [i64; 3], b: [i64; 3]) -> i64 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

/// Disjoint compact convex sets are strictly separated by a normal of their difference body. Its faces' normals are
/// among the products of edge directions; should it be flat, or a line, or a point, among products with differences of
/// corners. More axes do no harm.
fn meet_by_separating_axes(a: &Whole, b: &Whole) -> bool {
    let mut directions: Vec<[i64; 3]> = Vec::new();
    for t in [a, b] {
        directions.extend((0..3).map(|i| minus(t[(i + 1) % 3], t[i])));
    }
    directions.extend(a.iter().flat_map(|p| b.iter().map(|q| minus(*q, *p))));
    let separates = |axis: [i64; 3]| {
        let (pa, pb) = (a.map(|p| dot(p, axis)), b.map(|p| dot(p, axis)));
        pa.iter().max() < pb.iter().min() || pb.iter().max() < pa.iter().min()
    };
    let by_products = |e: &[i64; 3]| {
        directions.iter().any(|f| {
            let n = cross(*e, *f);
            separates(n) || separates(cross(n, *e))
        })
    };
    !(directions.iter().any(|d| separates(*d)) || directions.iter().any(by_products))
}

fn random_triangle(random: &mut Random, size: u64) -> Whole {
    std::array::from_fn(|_| std::array::from_fn(|_| random.below(size) as i64))
}

fn placed(t: &Whole, place: impl Fn(i64) -> f64) -> Triangle {
    t.map(|p| DVec3::new(place(p[0]), place(p[1]), place(p[2])))
}

/// Exact in doubles, but so far away that differences of products are not.
fn far_away(x: i64) -> f64 {
    1.0e6 + x as f64 / f64::from(1 << 20)
}

const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];

#[test]
fn decisions_are_those_of_whole_numbers() {
    let mut random = Random::new(7);
    let mut n_meeting = 0;
    for round in 0..60_000 {
        let size = [2, 3, 4, 9][round % 4];
        let (a, b) = (random_triangle(&mut random, size), random_triangle(&mut random, size));
        let expected = meet_by_separating_axes(&a, &b);
        n_meeting += usize::from(expected);
        // The same numbers, and moved far away at a fine scale (both exact in doubles), where plain arithmetic fails.
        for place in [(|x| x as f64) as fn(i64) -> f64, far_away] {
            let (a, b) = (placed(&a, place), placed(&b, place));
            assert_eq!(triangles_meet(&a, &b), expected, "{a:?} and {b:?}");
        }
    }
    assert!((10_000..50_000).contains(&n_meeting), "both answers must be common: {n_meeting}");
}

#[test]
fn order_changes_nothing() {
    let mut random = Random::new(8);
    for _ in 0..3_000 {
        let (a, b) = (random_triangle(&mut random, 4), random_triangle(&mut random, 4));
        let (a, b) = (placed(&a, |x| x as f64 * 0.1), placed(&b, |x| x as f64 * 0.1));
        let first = meeting(&a, &b);
        for i in ORDERS {
            for j in ORDERS {
                let (a, b) = (i.map(|k| a[k]), j.map(|k| b[k]));
                assert_eq!((meeting(&a, &b), meeting(&b, &a)), (first, first), "{a:?} {b:?}");
            }
        }
    }
}

#[test]
fn touching_is_meeting_and_the_smallest_step_away_is_not() {
    let floor = [DVec3::ZERO, DVec3::X, DVec3::Y];
    let standing = |z: f64| [DVec3::new(0.2, 0.2, z), DVec3::new(0.2, 0.2, 1.0), DVec3::new(0.3, 0.2, 1.0)];
    assert_eq!(meeting(&floor, &standing(0.0)), Meeting::Crossing);
    assert_eq!(meeting(&floor, &standing(5e-324_f64.max(1e-60))), Meeting::Apart);
    let beside = |x: f64| [DVec3::new(x, 0.0, 0.0), DVec3::new(2.0, 0.0, 0.0), DVec3::new(2.0, 1.0, 0.0)];
    assert_eq!(meeting(&floor, &beside(1.0)), Meeting::Flat);
    assert_eq!(meeting(&floor, &beside(1.0 + f64::EPSILON)), Meeting::Apart);
    let point = |p: DVec3| [p; 3];
    assert_eq!(meeting(&floor, &point(DVec3::new(0.5, 0.5, 0.0))), Meeting::Flat);
    assert_eq!(meeting(&floor, &point(DVec3::new(0.5, 0.5 + f64::EPSILON, 0.0))), Meeting::Apart);
    assert_eq!(meeting(&point(DVec3::X), &point(DVec3::X)), Meeting::Flat);
}

#[test]
fn a_perturbed_corner_is_noticed() {
    // The twin: one corner moved by a quarter of the finest step.
    let mut random = Random::new(9);
    let n_wrong = (0..4_000).filter(|_| {
        let (a, b) = (random_triangle(&mut random, 4), random_triangle(&mut random, 4));
        let (mut moved, other) = (placed(&a, far_away), placed(&b, far_away));
        moved[0].x += 0.25 / f64::from(1 << 20);
        triangles_meet(&moved, &other) != meet_by_separating_axes(&a, &b)
    });
    assert!(n_wrong.count() > 100);
}

#[test]
fn the_ends_of_the_common_segment_are_found() {
    let floor = [DVec3::ZERO, DVec3::X * 4.0, DVec3::Y * 4.0];
    let wall = [DVec3::new(1.0, 1.0, -1.0), DVec3::new(1.0, 1.0, 1.0), DVec3::new(1.0, 9.0, 0.0)];
    let mut points = Vec::new();
    edge_points(&floor, [0, 1, 2], &wall, |p| points.push(p));
    edge_points(&wall, [0, 1, 2], &floor, |p| points.push(p));
    points.sort_by(|a, b| a.y.total_cmp(&b.y));
    assert_eq!(points, [DVec3::new(1.0, 1.0, 0.0), DVec3::new(1.0, 3.0, 0.0)]);
}
