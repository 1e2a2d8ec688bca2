use super::*;
use crate::mesh::shapes::{cube, moved, sphere, volume_mm3};
use crate::mesh::topology::{EdgeTable, n_open_edges};

const R: f64 = 1.5;
/// A ball of 512 x 256 faces: its faces lie below it by at most half the square of a face over eight radii, 0.05 µm, and both ways.
const N: usize = 256;
const FACES_MM: f64 = R * 1e-4;

fn swept(mesh: &TriMesh, poses: &[Rigid], cell_mm: f64) -> Envelope {
    let triangles: Vec<u32> = (0..mesh.triangles.len() as u32).collect();
    let sweep = Sweep { mesh, triangles: &triangles, poses, up: DVec3::Z, front: DVec3::Y, cell_mm };
    Envelope::of(&sweep, &Progress::default()).expect("a surface")
}

/// Poses along a way that falls by `slope_deg` to the front, so far from each other.
fn way(slope_deg: f64, length_mm: f64, step_mm: f64) -> Vec<Rigid> {
    let (sin, cos) = slope_deg.to_radians().sin_cos();
    let n = (length_mm / step_mm).round() as usize;
    (0..=n).map(|i| Rigid::from_translation(DVec3::new(0.0, cos, -sin) * (i as f64 * step_mm))).collect()
}

fn at(envelope: &Envelope, x: f64, y: f64) -> f64 {
    let node = |v: f64, axis: usize| ((v - envelope.origin[axis]) / envelope.cell_mm).round() as usize;
    let (col, row) = (node(x, 0), node(y, 1));
    let place = envelope.place(col, row, 0.0);
    assert!((place.x - x).hypot(place.y - y) < 1e-9, "{x} {y} is no node");
    f64::from(envelope.heights[row * envelope.cols + col])
}

#[test]
fn a_ball_along_a_slope_leaves_a_plane_so_far_above_its_way() {
    let ball = sphere(N, R as f32);
    let step_mm = 0.02;
    for slope_deg in [0.0, 20.0, 40.0] {
        let found = swept(&ball, &way(slope_deg, 6.0, step_mm), 0.1);
        let (tan, cos) = (f64::tan(slope_deg.to_radians()), f64::cos(slope_deg.to_radians()));
        // Scallops between poses, measured upright.
        let scallop = step_mm.powi(2) / (8.0 * R) / cos;
        for y in [2.0, 3.0] {
            let wanted = -tan * y + R / cos;
            let off = wanted - at(&found, 0.0, y);
            assert!((-1e-5..scallop + FACES_MM / cos).contains(&off), "{slope_deg} {y}: {off}");
            // The twin: straight above the middle would be r and not r / cos S.
            assert!(slope_deg == 0.0 || (at(&found, 0.0, y) - (-tan * y + R)).abs() > 0.05);
        }
    }
}

#[test]
fn beside_its_way_a_ball_leaves_its_own_round() {
    let found = swept(&sphere(N, R as f32), &way(0.0, 6.0, 0.02), 0.1);
    for d in [0.0, 0.3, -0.7, 1.2] {
        let wanted = (R * R - d * d).sqrt();
        let off = wanted - at(&found, d, 3.0);
        let steep = R / wanted;
        assert!((-1e-5..(FACES_MM + 0.02f64.powi(2) / (8.0 * R)) * steep).contains(&off), "{d}: {off}");
        assert!(d == 0.0 || (at(&found, d, 3.0) - R).abs() > 0.02, "the twin");
    }
    assert!(found.heights.iter().any(|h| h.is_nan()), "beside it there is nothing");
}

/// Between two poses u apart the ball dips by u² / 8r; more poses in between take that away.
#[test]
fn scallops_are_those_of_the_steps() {
    let (ball, u) = (sphere(N, R as f32), 0.8);
    let rough = way(0.0, 4.8, u);
    let dip = |envelope: &Envelope| R - at(envelope, 0.0, 2.0);
    // At 2 mm the nearest poses are 1.6 and 2.4 mm: its middle.
    let exact = R - (R * R - (u / 2.0).powi(2)).sqrt();
    assert!((exact - u * u / (8.0 * R)).abs() < 1e-3, "the formula is the first term of the circle's");
    assert!((dip(&swept(&ball, &rough, 0.1)) - exact).abs() < FACES_MM);
    let steps: Vec<_> = rough.iter().map(|pose| (Some(*pose), false)).collect();
    let close = close_poses(&steps, [DVec3::splat(-R), DVec3::splat(R)], MOST_SWEEP_STEP_MM);
    assert_eq!(close.len(), 6 * 8 + 1);
    assert!(dip(&swept(&ball, &close, 0.1)) < FACES_MM + 0.1f64.powi(2) / (8.0 * R));
}

#[test]
fn nothing_is_swept_over_holes_and_leaps() {
    let poses = [0.0, 1.0, 2.0].map(|y| Some(Rigid::from_translation(DVec3::Y * y)));
    let bounds = [DVec3::ZERO, DVec3::ONE];
    let n = |steps: &[(Option<Rigid>, bool)]| close_poses(steps, bounds, 0.1).len();
    assert_eq!(n(&[(poses[0], false), (poses[1], false), (poses[2], false)]), 21);
    assert_eq!(n(&[(poses[0], false), (poses[1], true), (poses[2], false)]), 12);
    assert_eq!(n(&[(poses[0], false), (None, false), (poses[2], false)]), 2);
    // A turn is gone through evenly, about the box's middle.
    let turned = Rigid::from_axis_angle(DVec3::splat(0.5), DVec3::Z, 0.2);
    let close = close_poses(&[(Some(Rigid::IDENTITY), false), (Some(turned), false)], bounds, 0.01);
    let far = |a: &Rigid, b: &Rigid| a.transform_point(DVec3::ZERO).distance(b.transform_point(DVec3::ZERO));
    assert!(close.windows(2).all(|w| far(&w[0], &w[1]) <= 0.01 + 1e-9) && close.len() > 10);
}

fn is_closed(mesh: &TriMesh) -> bool {
    let edges = EdgeTable::new(&mesh.triangles, mesh.positions.len());
    n_open_edges(mesh) == 0 && (0..edges.len()).all(|edge| edges.halves(edge).len() == 2)
}

#[test]
fn the_body_is_closed_and_has_its_volume() {
    // A cube of 2 mm that goes 3 mm: 2 x 5 mm, and with its base 2 + 1 mm high; where columns of nodes end just inside, a cell less.
    let found = body(&swept(&cube(), &way(0.0, 3.0, 0.05), 0.05), 1.0);
    assert!(is_closed(&found));
    let (most, least) = (2.0 * 5.0 * 1.0, 1.9 * 4.9 * 1.0);
    assert!((least..=most + 1e-4).contains(&volume_mm3(&found)), "{}", volume_mm3(&found));
    let mut torn = found.clone();
    torn.triangles.pop();
    assert!(!is_closed(&torn), "the twin");
    // Two balls that only just meet, and a turned raster: still closed, faces outwards.
    let two = crate::mesh::shapes::joined(&[sphere(24, 1.0), moved(&sphere(24, 1.0), 1.43, 1.0)]);
    let poses = [Rigid::from_axis_angle(DVec3::ZERO, DVec3::Z, 0.785)];
    let found = body(&swept(&two, &poses, 0.07), 0.5);
    assert!(is_closed(&found) && volume_mm3(&found) > 0.0);
}

#[test]
fn the_inverse_motion_sweeps_from_the_other_side() {
    // A ball above, moved to the front along a slope: seen from below it the lower jaw has gone the other way.
    let ball = sphere(64, R as f32);
    let poses: Vec<Rigid> = way(30.0, 4.0, 0.05).iter().map(Rigid::inverse).collect();
    let triangles: Vec<u32> = (0..ball.triangles.len() as u32).collect();
    let sweep =
        Sweep { mesh: &ball, triangles: &triangles, poses: &poses, up: DVec3::NEG_Z, front: DVec3::Y, cell_mm: 0.1 };
    let found = Envelope::of(&sweep, &Progress::default()).expect("a surface");
    let solid = body(&found, 1.0);
    assert!(is_closed(&solid) && volume_mm3(&solid) > 0.0);
    // Outermost downwards: the lowest plane is r / cos S below the way of the ball's middle, which rises backwards by 30 degrees.
    let cos = f64::cos(30f64.to_radians());
    let row = ((-2.0 - found.origin[1]) / 0.1).round() as usize;
    let col = ((0.0 - found.origin[0]) / 0.1).round() as usize;
    let lowest = found.place(col, row, f64::from(found.heights[row * found.cols + col]));
    let wanted = 2.0 * f64::tan(30f64.to_radians()) - R / cos;
    assert!((lowest.z - wanted).abs() < 3e-3, "{} {wanted}", lowest.z);
}

#[test]
fn too_fine_or_nothing_is_told() {
    let ball = sphere(8, 1.0);
    let sweep = |triangles, up, cell_mm| {
        let sweep = Sweep { mesh: &ball, triangles, poses: &[Rigid::IDENTITY], up, front: DVec3::Y, cell_mm };
        Envelope::of(&sweep, &Progress::default())
    };
    let all: Vec<u32> = (0..ball.triangles.len() as u32).collect();
    assert!(sweep(&all, DVec3::Z, 0.1).is_ok());
    assert!(matches!(sweep(&[], DVec3::Z, 0.1), Err(SweepError::Nothing)));
    assert!(matches!(sweep(&all, DVec3::ZERO, 0.1), Err(SweepError::Nothing)));
    assert!(matches!(sweep(&all, DVec3::Z, 1e-5), Err(SweepError::TooFine(..))));
}
