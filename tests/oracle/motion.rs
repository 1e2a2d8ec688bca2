//! The answer belongs to the jaws, not to how they lie in their files.
use crate::oracle::harness::{Asker, for_every_engine};
use crate::oracle::shapes::{cuboid, joined, moved, sphere};
use glam::DVec3;
use occluscope::base::Rigid;
use occluscope::field::Question;
use occluscope::mesh::TriMesh;

for_every_engine! {
    the_same_motion_of_both_jaws_changes_no_figure,
    a_motion_of_one_jaw_alone_is_noticed,
}

/// Bumps on two plates, unlike along all axes: an upper one above a lower one, pressed together a little.
fn plates() -> (TriMesh, TriMesh) {
    let plate = |z: f64, sign: f64| {
        let mut parts =
            vec![cuboid(DVec3::new(-20.0, -8.0, z.min(z + 4.0 * sign)), DVec3::new(20.0, 8.0, z.max(z + 4.0 * sign)))];
        for i in 0..5 {
            let x = -14.0 + 7.0 * f64::from(i);
            parts.push(sphere(DVec3::new(x, 2.0 * f64::from(i % 2) - 3.0, z), 3.0, 5));
        }
        joined(&parts)
    };
    (plate(3.0, 1.0), plate(-2.9, -1.0))
}

fn the_same_motion_of_both_jaws_changes_no_figure(by: &Asker) {
    let (upper, lower) = plates();
    let question = Question { resolution: 512, ..Question::default() };
    let still = by.analyze(&upper, &lower, &question).metrics;
    for six in [[10.0, -30.0, 5.0, 20.0, 40.0, -75.0], [0.0, 0.0, 0.0, 90.0, 0.0, 45.0]] {
        let motion = Rigid::from_six(six);
        let got = by.analyze(&moved(&upper, &motion), &moved(&lower, &motion), &question).metrics;
        assert_eq!(got.verdict, still.verdict);
        // One grid hits the border and the deepest place otherwise than another. Pixel p = 0.08 mm, R = 3 mm: depth is
        // off by at most p²/(2R) for each of two spheres, 0.0011 mm each; the direction by under 1 degree.
        let (a, b) = (got.max_depth_mm.expect("deep"), still.max_depth_mm.expect("deep"));
        assert!((a - b).abs() < 0.004, "depth {a} is not {b}");
        let ratio = got.interference_projected_area_mm2 / still.interference_projected_area_mm2;
        assert!((ratio - 1.0).abs() < 0.04, "area ratio {ratio}");
        let turned = motion.transform_vector(still.projection.expect("a projection").direction);
        let cosine = turned.dot(got.projection.expect("a projection").direction);
        assert!(cosine > 1f64.to_radians().cos(), "the direction is off by {} degrees", cosine.acos().to_degrees());
    }
}

fn a_motion_of_one_jaw_alone_is_noticed(by: &Asker) {
    let (upper, lower) = plates();
    let question = Question { resolution: 512, ..Question::default() };
    let still = by.analyze(&upper, &lower, &question).metrics.max_depth_mm.expect("deep");
    let pressed = Question { upper_from_lower: Rigid::from_translation(DVec3::Z * 0.02), ..question };
    let deeper = by.analyze(&upper, &lower, &pressed).metrics.max_depth_mm.expect("deep");
    assert!((deeper - still - 0.02).abs() < 0.004, "{still} then {deeper}");
}
