//! When two triangles come to touch, or stop touching, while one of them moves: a corner of one on the other, or an edge
//! of one on an edge of the other.
use super::super::closest_point_triangle::{closest_point_triangle, closest_points_segments};
use super::super::intersect_triangle_triangle::{Triangle, triangles_meet};
use super::motion::Motion;
use glam::DVec3;

/// Features nearer than this when their time has come are in touch, mm: far above the rounding of the times (doubles,
/// some 1e-12 mm), far below what is promised.
pub const IN_TOUCH_MM: f64 = 1e-7;

/// Calls `touch` with every travel between `from` and `to` at which a feature of `moving` (as it lies at travel 0) touches
/// one of `resting`.
pub fn each_touch(
    motion: &Motion,
    resting: &Triangle,
    moving: &Triangle,
    from: f64,
    to: impl Fn() -> f64,
    mut touch: impl FnMut(f64),
) {
    let back = motion.reversed();
    let normal = |t: &Triangle| (t[1] - t[0]).cross(t[2] - t[0]);
    let (n_resting, n_moving) = (normal(resting), normal(moving));
    let one_plane = slides_in_plane(motion, resting, n_resting, moving);
    for i in 0..3 {
        for s in motion.when_in_plane(moving[i], resting[0], n_resting).0 {
            if s >= from && s <= to() {
                let p = motion.moved(moving[i], s);
                if closest_point_triangle(p, resting).distance(p) <= IN_TOUCH_MM {
                    touch(s);
                }
            }
        }
        // Seen from the moving jaw, the other one moves back.
        for s in back.when_in_plane(resting[i], moving[0], n_moving).0 {
            if s >= from && s <= to() {
                let p = back.moved(resting[i], s);
                if closest_point_triangle(p, moving).distance(p) <= IN_TOUCH_MM {
                    touch(s);
                }
            }
        }
        let (a, b) = (resting[i], resting[(i + 1) % 3]);
        for j in 0..3 {
            let (c, d) = (moving[j], moving[(j + 1) % 3]);
            for s in motion.when_lines_meet((a, b - a), (c, d - c)).0 {
                if s >= from && s <= to() {
                    let (p, q) = closest_points_segments(a, b, motion.moved(c, s), motion.moved(d, s));
                    if p.distance(q) <= IN_TOUCH_MM {
                        touch(s);
                    }
                }
            }
            if one_plane {
                // No corner passes a plane there: corners pass the planes that stand on the edges.
                let touches = |p: DVec3, t: &Triangle| closest_point_triangle(p, t).distance(p) <= IN_TOUCH_MM;
                let passes = motion.when_in_plane(c, a, n_resting.cross(b - a)).0;
                let passed = back.when_in_plane(a, c, n_moving.cross(d - c)).0;
                for s in passes.into_iter().chain(passed).filter(|s| *s >= from) {
                    if s <= to() && (touches(motion.moved(c, s), resting) || touches(back.moved(a, s), moving)) {
                        touch(s);
                    }
                }
            }
        }
    }
}

/// Whether `moving` lies in the plane of `resting` and stays there.
fn slides_in_plane(motion: &Motion, resting: &Triangle, n: DVec3, moving: &Triangle) -> bool {
    let off = |p: DVec3| n.dot(p - resting[0]).abs() > IN_TOUCH_MM * n.length();
    !moving.iter().any(|p| off(*p) || off(motion.moved(*p, 1.0)))
}

/// The first travel from `from` on, up to `to`, at which the triangles touch.
pub fn first_touch(motion: &Motion, resting: &Triangle, moving: &Triangle, from: f64, to: f64) -> Option<f64> {
    let first = std::cell::Cell::new(to);
    let mut found = false;
    each_touch(
        motion,
        resting,
        moving,
        from,
        || first.get(),
        |s| {
            first.set(s);
            found = true;
        },
    );
    found.then(|| first.get())
}

/// Until when two triangles that meet at the travel `from` go on meeting: the first touch after which they are apart.
/// Beyond `to` when they still meet there; `None` when no touch ends their meeting (rounding hid it).
pub fn last_touch(motion: &Motion, resting: &Triangle, moving: &Triangle, from: f64, to: f64) -> Option<f64> {
    let mut touches = Vec::new();
    each_touch(motion, resting, moving, from, || f64::INFINITY, |s| touches.push(s));
    touches.sort_unstable_by(f64::total_cmp);
    let meet = |s: f64| triangles_meet(resting, &moving.map(|p| motion.moved(p, s)));
    for (i, s) in touches.iter().enumerate() {
        // Between touches nothing changes.
        let next = touches.get(i + 1).copied().unwrap_or(s + 0.1);
        if *s > to || !meet(0.5 * (s + next)) {
            return Some(*s);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::super::test_support::Random;
    use super::*;

    #[test]
    fn triangles_touch_first_and_last_where_trying_many_places_says() {
        let mut random = Random::new(91);
        let (mut n_met, mut n_never) = (0, 0);
        for round in 0..2000 {
            let motion = if round % 2 == 0 {
                Motion::along(random.vector())
            } else {
                Motion::about(random.vector() * 2.0, random.vector())
            };
            let motion = motion.expect("a motion");
            let mut triangle = |at: DVec3| [(); 3].map(|()| at + random.vector());
            let (t, o) = (triangle(DVec3::ZERO), triangle(DVec3::splat(1.0)));
            let meet = |s: f64| triangles_meet(&t, &o.map(|p| motion.moved(p, s)));
            if meet(0.0) {
                continue;
            }
            let steps = 2000;
            let sampled = (1..=steps).map(|k| f64::from(k) * 4.0 / f64::from(steps)).find(|s| meet(*s));
            let first = first_touch(&motion, &t, &o, 0.0, 4.0);
            match (first, sampled) {
                (Some(first), Some(sampled)) => {
                    assert!(first <= sampled && (meet(first + 1e-9) || sampled - first > 0.002), "{first} {sampled}");
                    assert!(!meet(first - 1e-9), "the twin");
                    let last = last_touch(&motion, &t, &o, sampled, 8.0).expect("they part");
                    assert!(last > sampled && meet(last - 1e-7) && !meet(last + 1e-7), "{motion:?} {last}");
                    n_met += 1;
                }
                // A touch between two of the places tried.
                (Some(first), None) => assert!(!meet(first - 1e-9)),
                (None, Some(sampled)) => panic!("they meet at {sampled}"),
                (None, None) => n_never += 1,
            }
        }
        assert!(n_met > 100 && n_never > 100, "{n_met} {n_never}");
    }
}
