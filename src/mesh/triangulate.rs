//! Triangles that fill a loop and have exactly that loop as their boundary, however the loop is twisted.
use super::boundary::decompose;
use earcut::Earcut;
use glam::{DVec2, DVec3};

/// Longer loops are no anatomy, and ear clipping could take minutes over them; they are filled by a fan.
const MOST_EAR_CLIPPED: usize = 12_000;

/// Fills a loop of points in space: local indices, turned as the loop runs. Ear clipping in the plane that fits best;
/// what ear clipping leaves (it skips points in line and cuts corners where the loop crosses itself) is filled
/// by fans, so that the boundary is right in any case.
pub fn fill_loop(points: &[DVec3]) -> Vec<[u32; 3]> {
    match points.len() {
        0..3 => Vec::new(),
        3 => vec![[0, 1, 2]],
        4 => fill_quad(points),
        _ => {
            let (u, v) = best_plane(points);
            fill_flat(&points.iter().map(|p| DVec2::new(u.dot(*p), v.dot(*p))).collect::<Vec<_>>())
        }
    }
}

/// The same for a loop in the plane.
pub fn fill_flat(points: &[DVec2]) -> Vec<[u32; 3]> {
    let mut indices: Vec<u32> = Vec::new();
    // Close to zero, where `f64` is finest.
    let first = points.first().copied().unwrap_or_default();
    if points.len() <= MOST_EAR_CLIPPED {
        Earcut::new().earcut(points.iter().map(|p| (*p - first).to_array()), &[], &mut indices);
    }
    // Corners in the order of the loop: only so do they turn as it does.
    let mut triangles: Vec<[u32; 3]> = indices
        .chunks_exact(3)
        .map(|t| {
            let mut t = [t[0], t[1], t[2]];
            t.sort_unstable();
            t
        })
        .collect();
    for gap in decompose(missing_edges(points.len() as u32, &triangles)) {
        triangles.extend((1..gap.len() - 1).map(|i| [gap[0], gap[i], gap[i + 1]]));
    }
    triangles
}

/// The directed boundary of (loop minus triangles).
fn missing_edges(n: u32, triangles: &[[u32; 3]]) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32, i32)> = (0..n).map(|i| (i, (i + 1) % n, 1)).collect();
    runs.extend(triangles.iter().flat_map(|&[a, b, c]| [(a, b, -1), (b, c, -1), (c, a, -1)]));
    for run in &mut runs {
        if run.0 > run.1 {
            *run = (run.1, run.0, -run.2);
        }
    }
    runs.sort_unstable();
    let mut missing = Vec::new();
    for group in runs.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let sum: i32 = group.iter().map(|g| g.2).sum();
        let run = if sum > 0 { (group[0].0, group[0].1) } else { (group[0].1, group[0].0) };
        missing.extend(std::iter::repeat_n(run, sum.unsigned_abs() as usize));
    }
    missing
}

/// Along the shorter diagonal.
fn fill_quad(p: &[DVec3]) -> Vec<[u32; 3]> {
    if p[0].distance_squared(p[2]) <= p[1].distance_squared(p[3]) {
        vec![[0, 1, 2], [0, 2, 3]]
    } else {
        vec![[0, 1, 3], [1, 2, 3]]
    }
}

/// Twice the vector area of a loop (Newell): across the plane that fits best, as long as what it encloses there.
pub fn doubled_vector_area(points: &[DVec3]) -> DVec3 {
    let Some(&first) = points.first() else { return DVec3::ZERO };
    let pairs = points.iter().zip(points.iter().cycle().skip(1));
    pairs.map(|(a, b)| (*a - first).cross(*b - first)).sum()
}

fn best_plane(points: &[DVec3]) -> (DVec3, DVec3) {
    doubled_vector_area(points).normalize_or(DVec3::Z).any_orthonormal_pair()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(points: &[DVec2]) {
        let triangles = fill_flat(points);
        assert!(missing_edges(points.len() as u32, &triangles).is_empty(), "{points:?} -> {triangles:?}");
    }

    #[test]
    fn convex_concave_crossed_and_flat_loops_are_filled() {
        let circle = |n: usize, wave: f64| -> Vec<DVec2> {
            let point = |i: usize| {
                let angle = i as f64 / n as f64 * std::f64::consts::TAU;
                DVec2::from_angle(angle) * (1.0 + wave * (7.0 * angle).sin())
            };
            (0..n).map(point).collect()
        };
        check(&circle(50, 0.0));
        check(&circle(200, 0.6));
        let figure_eight: Vec<DVec2> =
            (0..40).map(|i| f64::from(i) * 0.157).map(|a| DVec2::new(a.sin(), (2.0 * a).sin())).collect();
        check(&figure_eight);
        check(&(0..9).map(|i| DVec2::new(f64::from(i), 0.0)).collect::<Vec<_>>());
        check(&[DVec2::ZERO; 7]);
    }

    #[test]
    fn a_wild_loop_of_any_length_is_filled_in_time() {
        let wild = |n: u32| -> Vec<DVec2> {
            (0..n).map(f64::from).map(|i| DVec2::new((i * 1.7).sin() + i * 1e-4, (i * i * 0.3).cos())).collect()
        };
        for n in [2_000, 50_000] {
            check(&wild(n));
        }
    }

    #[test]
    fn points_in_line_keep_their_edges_and_area_is_right() {
        let side = |from: DVec2, to: DVec2| (0..10).map(move |i| from.lerp(to, f64::from(i) / 10.0));
        let c = [DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y];
        let square: Vec<DVec2> = (0..4).flat_map(|i| side(c[i], c[(i + 1) % 4])).collect();
        check(&square);
        let doubled = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|i| square[i as usize]);
            (b - a).perp_dot(c - a)
        };
        let area: f64 = fill_flat(&square).iter().map(doubled).sum();
        assert!((area - 2.0).abs() < 1e-12, "{area}");
    }

    #[test]
    fn a_lost_triangle_is_noticed() {
        assert_eq!(missing_edges(4, &[[0, 1, 2]]).len(), 3);
    }
}
