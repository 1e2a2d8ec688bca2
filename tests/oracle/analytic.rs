//! Analytic truth: spheres, slabs, boxes, combs.
use crate::oracle::harness::{Asker, along, for_every_engine};
use crate::oracle::shapes::{comb, cuboid, joined, moved, sphere};
use glam::DVec3;
use occluscope::base::Rigid;
use occluscope::engine::{Analysis, Execution};
use occluscope::field::{Counting, PixelClass, Question, Verdict};
use occluscope::mesh::TriMesh;
use std::f64::consts::PI;

for_every_engine! {
    a_sphere_pressed_into_a_slab_has_the_cap_s_area_and_depth,
    a_sphere_pressed_deeper_than_believed_is_noticed,
    two_spheres_apart_show_their_gap,
    the_automatic_direction_finds_the_poles_of_two_spheres,
    a_sphere_wholly_inside_a_box_is_found_by_the_second_pass,
    overlapping_solids_in_one_jaw_are_right_by_winding_and_not_by_parity,
    interleaved_combs_are_solved_by_the_order_of_their_layers,
    far_apart_has_no_map_but_a_clearance,
    touching_is_neither_apart_nor_interfering,
    all_three_ways_of_counting_agree_on_clean_convex_solids,
    swapping_the_roles_changes_no_answer,
    thresholds_nest_and_a_deeper_bite_never_reports_less_contact,
    contact_area_is_the_true_surface,
    walls_along_the_rays_are_not_carried_beyond_themselves,
}

const RADIUS: f64 = 5.0;
const PRESSED: f64 = 0.3;
const DOWN: DVec3 = DVec3::NEG_Z;

/// A sphere (upper) pressed by `depth` into a slab (lower) whose top is z = 0.
fn sphere_in_slab(depth: f64) -> (TriMesh, TriMesh) {
    let ball = sphere(DVec3::Z * (RADIUS - depth), RADIUS, 6);
    (ball, cuboid(DVec3::new(-8.0, -8.0, -3.0), DVec3::new(8.0, 8.0, 0.0)))
}

fn cap_area(depth: f64) -> f64 {
    PI * (2.0 * RADIUS * depth - depth * depth)
}

/// Area and depth errors of the pressed sphere, against the shape pressed by `believed`.
fn errors(
    pressed: &mut impl FnMut(&Question) -> Analysis,
    tilt_deg: f64,
    resolution: u32,
    believed: f64,
) -> (f64, f64) {
    let t = tilt_deg.to_radians();
    let direction = DVec3::new(t.sin(), 0.0, -t.cos());
    let got = pressed(&along(direction, resolution)).metrics;
    assert_eq!(got.verdict, Verdict::Interfering);
    let area = got.interference_projected_area_mm2 / (cap_area(believed) * t.cos()) - 1.0;
    let depth = got.max_depth_mm.expect("a depth") - believed / t.cos();
    (area.abs(), depth.abs())
}

fn a_sphere_pressed_into_a_slab_has_the_cap_s_area_and_depth(by: &Asker) {
    // Border pixels, each right or wrong by up to half a pixel: the area error falls with the pixel. The facets of the
    // sphere (edge 0.09 mm) lie at most e²/(8R) = 0.0002 mm inside.
    let (ball, slab) = sphere_in_slab(PRESSED);
    let mut pressed = by.about(&ball, &slab);
    for tilt in [0.0, 15.0] {
        let mut last = f64::MAX;
        for resolution in [256, 512, 1024] {
            let (area, depth) = errors(&mut pressed, tilt, resolution, PRESSED);
            println!("tilt {tilt}: {resolution} px: area error {:.3} %, depth error {depth:.5} mm", area * 100.0);
            let tolerance = 0.01 * 512.0 / f64::from(resolution);
            assert!(area < tolerance.max(0.002), "area off by {area} at {resolution}");
            assert!(depth < 0.004, "depth off by {depth} at {resolution}");
            // Random border hits may favour one grid: shrinking is asked for within twice the border's share.
            assert!(area < last.max(0.004), "the error grew from {last} to {area}");
            last = area;
        }
    }
}

fn a_sphere_pressed_deeper_than_believed_is_noticed(by: &Asker) {
    let (ball, slab) = sphere_in_slab(PRESSED);
    let (area, depth) = errors(&mut by.about(&ball, &slab), 0.0, 512, PRESSED + 0.02);
    assert!(area > 0.01 && depth > 0.004, "area {area}, depth {depth}");
}

fn two_spheres_apart_show_their_gap(by: &Asker) {
    let gap = |distance: f64| {
        let (a, b) = (sphere(DVec3::ZERO, RADIUS, 6), sphere(DVec3::NEG_Z * (2.0 * RADIUS + distance), RADIUS, 6));
        let got = by.analyze(&a, &b, &along(DOWN, 512)).metrics;
        assert_eq!(got.verdict, Verdict::Apart);
        // Facets of both lie up to 0.0002 mm inside; corners meet the line between the poles.
        assert!(got.clearance_mm.is_none_or(|c| (c - distance).abs() < 0.0005), "{:?}", got.clearance_mm);
        assert!(got.triangle_pairs.is_none_or(|n| n == 0));
        got.min_gap_mm.expect("a gap")
    };
    // The facets lie up to 0.0002 mm inside either sphere, the nearest pixel centre half a diagonal from the pole.
    assert!((gap(0.5) - 0.5).abs() < 0.004, "{}", gap(0.5));
    assert!((gap(0.52) - 0.5).abs() > 0.004, "the twin must differ");
}

fn the_automatic_direction_finds_the_poles_of_two_spheres(by: &Asker) {
    let (a, b) = (sphere(DVec3::ZERO, RADIUS, 5), sphere(DVec3::new(3.0, -4.0, -9.5), RADIUS, 5));
    let question = Question { resolution: 512, ..Question::default() };
    let got = by.analyze(&a, &b, &question).metrics;
    let between = DVec3::new(3.0, -4.0, -9.5);
    let direction = got.projection.expect("a projection").direction;
    assert!(direction.dot(between.normalize()) > 0.995, "{direction}");
    assert!((got.min_gap_mm.expect("a gap") - (between.length() - 2.0 * RADIUS)).abs() < 0.02);
}

fn a_sphere_wholly_inside_a_box_is_found_by_the_second_pass(by: &Asker) {
    let ball = sphere(DVec3::ZERO, 2.0, 5);
    let holder = cuboid(DVec3::splat(-5.0), DVec3::splat(5.0));
    for (upper, lower) in [(&ball, &holder), (&holder, &ball)] {
        let got = by.analyze(upper, lower, &along(DOWN, 256)).metrics;
        assert_eq!(got.verdict, Verdict::Interfering);
        assert_eq!(got.pixels.unsolved, 0);
        // No surfaces meet, but the solids do.
        assert!(got.clearance_mm.is_none_or(|c| c == 0.0) && got.triangle_pairs.is_none_or(|n| n == 0));
        // The longest stretch inside both is the ball's diameter.
        assert!((got.max_depth_mm.expect("a depth") - 4.0).abs() < 0.01, "{:?}", got.max_depth_mm);
        let area = got.interference_projected_area_mm2;
        assert!((area / (PI * 4.0) - 1.0).abs() < 0.02, "{area}");
    }
    // With the box as A both of the ball's surfaces lie before its last one: only the second test can tell.
    let got = by.analyze(&holder, &ball, &along(DOWN, 256)).metrics;
    let later = got.pixels.solved_second_pass + got.pixels.solved_layer_order;
    assert!(later > 0 && later == got.pixels.interfering, "{got:?}");
}

fn overlapping_solids_in_one_jaw_are_right_by_winding_and_not_by_parity(by: &Asker) {
    // Two overlapping upper blocks: in their common part a ray enters twice before it leaves twice.
    let upper = joined(&[
        cuboid(DVec3::new(-4.0, -4.0, 0.0), DVec3::new(1.0, 4.0, 5.0)),
        cuboid(DVec3::new(-1.0, -4.0, 0.5), DVec3::new(4.0, 4.0, 6.0)),
    ]);
    // Two lower blocks overlap as well, and reach 1 mm (left) and 0.5 mm (right) into the upper ones.
    let lower = joined(&[
        cuboid(DVec3::new(-4.0, -4.0, -6.0), DVec3::new(1.0, 4.0, 1.0)),
        cuboid(DVec3::new(-1.0, -4.0, -5.0), DVec3::new(4.0, 4.0, 1.0)),
    ]);
    let mut asked = by.about(&upper, &lower);
    let mut counted = |counting| asked(&Question { counting, ..along(DOWN, 256) });
    let winding = counted(Counting::Winding).metrics;
    assert_eq!((winding.verdict, winding.pixels.unsolved), (Verdict::Interfering, 0));
    assert!((winding.interference_projected_area_mm2 - 64.0).abs() < 1.5, "{winding:?}");
    assert!((winding.max_depth_mm.expect("a depth") - 1.0).abs() < 1e-3, "{:?}", winding.max_depth_mm);
    // 40 mm2 lie 1 mm deep, 24 mm2 half a millimetre.
    assert!((winding.interference_volume_mm3 - 52.0).abs() < 1.5, "{}", winding.interference_volume_mm3);
    let parity = counted(Counting::Parity).metrics;
    let wrong = parity.pixels.unsolved > 0 || (parity.interference_volume_mm3 - 52.0).abs() > 1.5;
    assert!(wrong, "parity should fail here: {parity:?}");
}

fn interleaved_combs_are_solved_by_the_order_of_their_layers(by: &Asker) {
    let upper = comb(3, 0.0, 2.0, 0.8);
    let apart = comb(3, 1.0, 2.0, 0.8);
    let touching_through = comb(3, 0.5, 2.0, 0.8);
    for (lower, truth, gap_mm) in [(&apart, PixelClass::Clear, 0.2), (&touching_through, PixelClass::Interfering, -0.3)]
    {
        let mut asked = by.about(&upper, lower);
        for counting in [Counting::Winding, Counting::Parity, Counting::ParityThreeMasks] {
            let got = asked(&Question { counting, ..along(DOWN, 128) });
            let pixels = got.metrics.pixels;
            let field = got.field.expect("a map");
            let both = |c| matches!(c, PixelClass::Clear | PixelClass::Interfering | PixelClass::Unsolved);
            for (class, gap) in field.class.iter().zip(&field.gap_mm).filter(|(c, _)| both(**c)) {
                assert_eq!(*class, truth, "{counting:?}");
                assert!((f64::from(*gap) - gap_mm).abs() < 1e-4, "{counting:?} {truth:?}: {gap}");
            }
            assert!(pixels.unsolved == 0 && pixels.overlap > 0, "{counting:?}: {pixels:?}");
            if truth == PixelClass::Clear {
                assert_eq!(pixels.solved_layer_order, pixels.overlap, "{counting:?}: {pixels:?}");
            }
        }
    }
}

fn far_apart_has_no_map_but_a_clearance(by: &Asker) {
    let (a, b) = (sphere(DVec3::ZERO, RADIUS, 5), sphere(DVec3::new(0.0, 30.0, -40.0), RADIUS, 5));
    let got = by.analyze(&a, &b, &Question::default());
    assert!(got.field.is_none() && got.metrics.projection.is_none());
    assert_eq!((got.metrics.verdict, got.metrics.min_gap_mm), (Verdict::Apart, None));
    // The facets (edge e = 0.16 to 0.2 mm) lie up to e²/(6R) = 0.0013 mm inside either sphere.
    assert!(got.metrics.clearance_mm.is_none_or(|c| (c - 40.0).abs() < 0.003), "{:?}", got.metrics.clearance_mm);
    assert!(got.metrics.triangle_pairs.is_none_or(|n| n == 0));
}

fn touching_is_neither_apart_nor_interfering(by: &Asker) {
    let upper = cuboid(DVec3::new(-4.0, -4.0, 0.0), DVec3::new(4.0, 4.0, 3.0));
    let lower = cuboid(DVec3::new(-3.0, -5.0, -3.0), DVec3::new(5.0, 3.0, 0.0));
    let mut asked = by.about(&upper, &lower);
    for direction in [DOWN, DVec3::new(0.2, 0.1, -1.0)] {
        let got = asked(&along(direction, 256)).metrics;
        assert_eq!(got.verdict, Verdict::Touching, "{got:?}");
        // 49 mm2 of the faces lie on each other; the border is one pixel (0.05 mm) wide and 28 mm long.
        let area = got.contact[0].area_upper_mm2;
        assert!((area - 49.0).abs() < 1.5, "{area}");
        assert_eq!(got.contact[0].penetrating_area_upper_mm2, 0.0);
    }
}

fn all_three_ways_of_counting_agree_on_clean_convex_solids(by: &Asker) {
    let (ball, slab) = sphere_in_slab(PRESSED);
    let mut asked = by.about(&ball, &slab);
    let mut counted = |counting| asked(&Question { counting, ..along(DOWN, 256) }).metrics;
    let (winding, parity) = (counted(Counting::Winding), counted(Counting::Parity));
    assert_eq!(winding.pixels, parity.pixels);
    assert_eq!(winding.max_depth_mm, parity.max_depth_mm);
    assert_eq!(counted(Counting::ParityThreeMasks).pixels, winding.pixels);
}

fn swapping_the_roles_changes_no_answer(by: &Asker) {
    // Seen from below the lower jaw comes first: the second pass would be needed everywhere, so the roles are swapped.
    let (ball, slab) = sphere_in_slab(PRESSED);
    let mut asked = by.about(&ball, &slab);
    let down = asked(&along(DOWN, 512)).metrics;
    let up = asked(&along(-DOWN, 512)).metrics;
    assert_eq!(up.verdict, Verdict::Interfering);
    assert_eq!(up.pixels.unsolved, 0);
    if !matches!(by.0.execution, Some(Execution::Compute | Execution::Native)) {
        // Compute and threads count for both passes at once and swap nothing.
        assert_eq!(up.pixels.solved_second_pass, 0, "{:?}", up.pixels);
    }
    let ratio = up.interference_projected_area_mm2 / down.interference_projected_area_mm2;
    assert!((ratio - 1.0).abs() < 0.01, "{ratio}");
    assert!((up.max_depth_mm.expect("deep") - down.max_depth_mm.expect("deep")).abs() < 1e-3);
}

fn thresholds_nest_and_a_deeper_bite_never_reports_less_contact(by: &Asker) {
    let mut last = 0.0;
    for depth in [0.0, 0.05, 0.1, 0.2, 0.4, 0.8] {
        let (ball, slab) = sphere_in_slab(depth);
        let contact = by.analyze(&ball, &slab, &along(DOWN, 256)).metrics.contact;
        assert!(contact.is_sorted_by(|a, b| a.area_upper_mm2 <= b.area_upper_mm2), "{contact:?}");
        assert!(contact[0].area_upper_mm2 >= last, "{depth}");
        last = contact[0].area_upper_mm2;
    }
}

fn contact_area_is_the_true_surface(by: &Asker) {
    // Gap <= t holds on the cap of height depth + t; its true area is 2 pi R h, its projected one pi (2Rh - h²).
    let (ball, slab) = sphere_in_slab(PRESSED);
    let got = by.analyze(&ball, &slab, &along(DOWN, 1024)).metrics;
    for c in &got.contact {
        let h = PRESSED + c.threshold_mm;
        let (upper, lower) = (2.0 * PI * RADIUS * h, PI * (2.0 * RADIUS * h - h * h));
        assert!((c.area_upper_mm2 / upper - 1.0).abs() < 0.01, "{c:?} is not {upper}");
        assert!((c.area_lower_mm2 / lower - 1.0).abs() < 0.01, "{c:?} is not {lower}");
    }
}

fn walls_along_the_rays_are_not_carried_beyond_themselves(by: &Asker) {
    // Two boxes 0.5 mm apart, turned every way and seen along their own walls: a wall that is seen edge on covers a
    // pixel now and then by the raster's rounding, and its plane is no guide to its depth there.
    let upper = cuboid(DVec3::new(-4.0, -4.0, 0.5), DVec3::new(4.0, 4.0, 3.5));
    let lower = cuboid(DVec3::new(-6.0, -6.0, -3.0), DVec3::new(6.0, 6.0, 0.0));
    let turns =
        [[-35.1, -145.19, 168.42], [33.0, -47.0, 81.0], [10.0, 20.0, 30.0], [0.0, 45.0, 0.0], [77.0, 5.0, -60.0]];
    for (i, [rx, ry, rz]) in turns.into_iter().enumerate() {
        let turn = Rigid::from_six([5.0, -6.0, 70.0, rx, ry, rz]);
        let (a, b) = (moved(&upper, &turn), moved(&lower, &turn));
        let mut asked = by.about(&a, &b);
        // The first one was found at so many pixels.
        let pixels = if i == 0 { 512 } else { 256 + 37 * i as u32 };
        let automatic = Question { resolution: pixels, ..Question::default() };
        for question in [automatic, along(turn.transform_vector(DOWN), pixels)] {
            let got = asked(&question).metrics;
            assert_eq!((got.verdict, got.pixels.unsolved), (Verdict::Apart, 0), "{rx} {ry} {rz}: {got:?}");
            // A tilted direction sees the gap longer by its cosine. The walls' own direction is given to single precision.
            let cosine = got.projection.expect("a projection").direction.dot(turn.transform_vector(DOWN));
            assert!((got.min_gap_mm.expect("a gap") * cosine - 0.5).abs() < 1e-3, "{cosine}: {got:?}");
        }
        // The twin: pressed by 0.1 mm, they interfere by just that.
        let pressed = Rigid::from_translation(turn.transform_vector(DVec3::Z * 0.6));
        let deep = asked(&Question { upper_from_lower: pressed, ..along(turn.transform_vector(DOWN), pixels) });
        assert!((deep.metrics.max_depth_mm.expect("deep") - 0.1).abs() < 1e-3, "{:?}", deep.metrics);
    }
}
