use super::*;
use crate::base::{LengthUnit, Random, Rigid};
use crate::exact::JawRuns;
use crate::exact::test_support::{ball, real_pair, sample};
use crate::jaw::{Jaw, JawPair, JawSide, OcclusalFrame, SectionKind, SectionPlace, SectionPlane};
use crate::mesh::{RepairReport, TriMesh, shapes};
use glam::{DMat3, DVec2, DVec3, Vec3};
use std::f64::consts::PI;

fn pair(upper: TriMesh, lower: TriMesh) -> JawPair {
    let jaw = |mesh: TriMesh| Jaw {
        name: "shape".into(),
        blake3: String::new(),
        unit: LengthUnit::Millimetre,
        mesh: mesh.into(),
        report: RepairReport { closed: true, ..RepairReport::default() },
    };
    let frame = OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, DVec3::Y).expect("a frame");
    JawPair { upper: jaw(upper), lower: jaw(lower), frame, occlusion: Rigid::IDENTITY, told: Default::default() }
}

fn cuboid(lo: DVec3, hi: DVec3) -> TriMesh {
    let mut mesh = shapes::cube();
    let place = |p: Vec3| (lo + (hi - lo) * (p.as_dvec3() + 1.0) / 2.0).as_vec3();
    mesh.positions.iter_mut().for_each(|p| *p = place(*p));
    mesh
}

fn frontal(at_mm: f64) -> SectionPlane {
    let place = SectionPlace { kind: SectionKind::Frontal, at_mm, ..SectionPlace::default() };
    place.plane(&pair(shapes::cube(), shapes::cube()).frame, None).expect("a plane")
}

fn section(pair: &JawPair, plane: SectionPlane, pose: &Rigid) -> SectionCut {
    SectionCut::of(&JawRuns::of(pair), plane, pose)
}

fn mm(reading: Option<Reading>) -> f64 {
    reading.expect("a reading").mm
}

#[test]
fn boxes_are_as_far_apart_and_as_deep_in_each_other_as_they_lie() {
    let boxes = pair(
        cuboid(DVec3::new(-5.0, -4.0, 1.0), DVec3::new(5.0, 4.0, 3.0)),
        cuboid(DVec3::new(-6.0, -4.0, -2.0), DVec3::new(4.0, 4.0, 0.7)),
    );
    // Single precision of the corners.
    let close = |a: f64, b: f64| (a - b).abs() < 1e-6;
    // In the plane of a face as well: what lies on it counts as in front.
    for at in [0.0, 1.3, -3.9, 4.0] {
        let apart = Between::of(&section(&boxes, frontal(at), &Rigid::IDENTITY));
        assert!(close(mm(apart.smallest_occlusal), 0.3) && close(mm(apart.smallest_closest), 0.3), "{at}");
        assert!(!apart.is_overlapping() && apart.overlap_area_mm2 == 0.0 && apart.deepest_closest.is_none());
        let raised = Between::of(&section(&boxes, frontal(at), &Rigid::from_translation(DVec3::Z * 0.5)));
        // From -5 to 4.
        assert!(close(raised.overlap_area_mm2, 0.2 * 9.0), "{}", raised.overlap_area_mm2);
        assert!(close(mm(raised.deepest_occlusal), 0.2) && close(mm(raised.deepest_closest), 0.2));
        assert_eq!(mm(raised.smallest_closest), 0.0);
    }
    assert!(section(&boxes, frontal(4.01), &Rigid::IDENTITY).is_empty(), "beside both");
    // Turned in the plane: the upper corner at the side towards which it turns comes up.
    let turned = Rigid { rotation: DMat3::from_rotation_y(3f64.to_radians()), translation: DVec3::ZERO };
    let corner = turned.transform_point(DVec3::new(-6.0, 0.0, f64::from(0.7f32)));
    let between = Between::of(&section(&boxes, frontal(0.0), &turned));
    let over = turned.transform_point(DVec3::new(4.0, 0.0, f64::from(0.7f32)));
    assert!(corner.z > over.z);
    // That corner lies beside the upper box, whose own corner is at -5: straight down from there to the slanted face, and square to it.
    let slope = (corner.z - over.z) / (over.x - corner.x);
    let down = 1.0 - (corner.z - slope * (-5.0 - corner.x));
    assert!(close(mm(between.smallest_occlusal), down), "{} {down}", mm(between.smallest_occlusal));
    assert!(close(mm(between.smallest_closest), down * 3f64.to_radians().cos()));
    assert!(mm(between.smallest_occlusal) - mm(between.smallest_closest) > 2e-5, "the twin: they differ");
}

/// Area that two circles of one radius share.
fn lens(radius: f64, apart: f64) -> f64 {
    let half = (apart / 2.0 / radius).acos();
    2.0 * radius * radius * (half - half.sin() * half.cos())
}

#[test]
fn balls_beside_each_other_are_circles_in_every_section() {
    let (radius, n) = (5.0f64, 160);
    let sag = radius * (PI / n as f64).powi(2) / 2.0;
    let balls = pair(ball(Vec3::ZERO, radius as f32, n), ball(Vec3::ZERO, radius as f32, n));
    for (beside, apart) in [(0.0f64, 10.3), (3.0, 10.1), (4.0, 9.6), (-2.0, 9.95)] {
        let pose = Rigid::from_translation(DVec3::new(beside, 0.0, -(apart * apart - beside * beside).sqrt()));
        for at in [0.0, 1.7, -2.4] {
            let r = (radius * radius - at * at).sqrt();
            // Off the middle of the balls a chord is flatter, the circle smaller by more.
            let sag = 2.0 * sag * radius / r + 2e-6;
            let between = Between::of(&section(&balls, frontal(at), &pose));
            let upright = pose.translation.z.abs() - 2.0 * (r * r - beside * beside / 4.0).sqrt();
            let near = |a: f64, b: f64| (a - b).abs() <= 3.0 * sag;
            if apart > 2.0 * r {
                assert!(near(mm(between.smallest_closest), apart - 2.0 * r), "{apart} {at}");
                assert!(
                    near(mm(between.smallest_occlusal), upright),
                    "{apart} {at}: {} {upright}",
                    mm(between.smallest_occlusal)
                );
                assert!(!between.is_overlapping());
            } else {
                assert!(near(mm(between.deepest_closest), 2.0 * r - apart), "{apart} {at}");
                assert!(near(mm(between.deepest_occlusal), -upright), "{apart} {at}");
                let width = 2.0 * (r * r - apart * apart / 4.0).sqrt();
                assert!((between.overlap_area_mm2 - lens(r, apart)).abs() < 2.0 * sag * width + 1e-6);
            }
        }
        // The twin: moved on by 0.01 mm it is another figure.
        let on = Rigid::from_translation(pose.translation * (1.0 + 0.01 / apart));
        let [a, b] = [pose, on].map(|pose| Between::of(&section(&balls, frontal(0.0), &pose)));
        let figure = |b: &Between| b.deepest_closest.map_or_else(|| mm(b.smallest_closest), |r| -r.mm);
        assert!((figure(&b) - figure(&a) - 0.01).abs() < 1e-4, "{} {}", figure(&a), figure(&b));
    }
}

/// A tube of `n` sides about the z axis, closed at both ends.
fn cylinder(radius: f64, half: f64, n: u32) -> TriMesh {
    let mut positions = vec![Vec3::new(0.0, 0.0, -half as f32), Vec3::new(0.0, 0.0, half as f32)];
    for i in 0..n {
        let (sin, cos) = (2.0 * PI * f64::from(i) / f64::from(n)).sin_cos();
        positions.extend([-half, half].map(|z| DVec3::new(radius * cos, radius * sin, z).as_vec3()));
    }
    let at = |i: u32, top: u32| 2 + 2 * (i % n) + top;
    let side = |i: u32| {
        let [a, b, c, d] = [at(i, 0), at(i + 1, 0), at(i + 1, 1), at(i, 1)];
        [[a, b, c], [a, c, d], [0, b, a], [1, d, c]]
    };
    let triangles: Vec<[u32; 3]> = (0..n).flat_map(side).collect();
    TriMesh { positions, n_scanned: triangles.len(), triangles, colors: None }
}

#[test]
fn a_leaning_tube_is_as_thick_along_a_line_as_its_lean_says() {
    let (radius, lean) = (2.0, 25f64.to_radians());
    let tube = pair(cuboid(DVec3::new(-9.0, -9.0, 30.0), DVec3::new(9.0, 9.0, 31.0)), cylinder(radius, 8.0, 720));
    let pose = Rigid { rotation: DMat3::from_rotation_y(lean), translation: DVec3::ZERO };
    for at in [0.0, 1.0, -1.5] {
        let cut = section(&tube, frontal(at), &pose);
        assert!(cut.is_solid(JawSide::Lower));
        let width = 2.0 * (radius * radius - at * at).sqrt();
        let level = cut.along(DVec2::new(-9.0, 0.3), DVec2::new(9.0, 0.3));
        let sag = radius * (PI / 720.0).powi(2) * radius / (width / 2.0) + 1e-6;
        assert!((level.thickness_mm()[1] - width / lean.cos()).abs() < 2.0 * sag, "{level:?}");
        let upright = cut.along(DVec2::new(0.1, -9.0), DVec2::new(0.1, 9.0));
        assert!((upright.thickness_mm()[1] - width / lean.sin()).abs() < 6.0 * sag, "{upright:?}");
        assert!((level.free_mm() + level.thickness_mm()[1] - 18.0).abs() < 1e-9 && level.both_mm() == 0.0);
        // The area of the oblong that the plane cuts of it between its ends is its width times its length.
        let area: f64 = cut.contours[1].iter().map(|c| area(&c.points)).sum();
        assert!((area - width * 16.0).abs() < 40.0 * sag, "{area} {}", width * 16.0);
        // The twin: another lean.
        assert!((level.thickness_mm()[1] - width / 24f64.to_radians().cos()).abs() > 0.01);
    }
}

fn area(points: &[DVec2]) -> f64 {
    let n = points.len();
    (0..n).map(|i| points[i].perp_dot(points[(i + 1) % n])).sum::<f64>() / 2.0
}

/// The same figures by trying: upright lines, points on edges, every edge with every other.
fn check_by_trying(cut: &SectionCut, what: &str) {
    let between = Between::of(cut);
    let Some([lo, hi]) = cut.bounds() else { return };
    let lines = 600;
    let (mut deepest, mut area) = (0.0f64, 0.0);
    let step = (hi.x - lo.x) / f64::from(lines);
    let all = cut.edges.iter().flatten().flat_map(|e| [e.a, e.b]);
    let [low, high] = all.fold([f64::MAX, f64::MIN], |[l, h], p| [l.min(p.y), h.max(p.y)]);
    for i in 0..lines {
        let x = lo.x + step * (f64::from(i) + 0.5);
        let along = cut.along(DVec2::new(x, low - 1.0), DVec2::new(x, high + 1.0));
        deepest = along.both.iter().fold(deepest, |most, [from, to]| most.max(to - from));
        area += along.both_mm() * step;
    }
    let within = |c: &&Column| cut.reaches(0.5 * (c.below[0] + c.below[1]));
    let all_columns: f64 = between.columns.overlap.iter().filter(within).map(Column::area_mm2).sum();
    assert!((all_columns - area).abs() < 0.02 * area + step * 0.3, "{what}: area {all_columns} {area}");
    let found = between.columns.overlap.iter().flat_map(Column::heights_mm).fold(0.0, f64::max);
    assert!(found >= deepest - 1e-9, "{what}: deepest {found} {deepest}");
    let scanned = |side: usize| cut.measured([JawSide::Upper, JawSide::Lower][side]);
    let one_by_one = |p: DVec2, side: usize| {
        scanned(side).map(move |e: Edge| {
            let t = ((p - e.a).dot(e.b - e.a) / (e.b - e.a).length_squared()).clamp(0.0, 1.0);
            (e.a + (e.b - e.a) * t).distance(p)
        })
    };
    let nearest = |p: DVec2, side: usize| one_by_one(p, side).fold(f64::INFINITY, f64::min);
    let is_inside = |p: DVec2, side: usize| {
        let up = cut.along(p, DVec2::new(p.x, high + 1.0));
        up.inside[side].first().is_some_and(|[from, _]| *from == 0.0)
    };
    let (mut least, mut far) = (f64::INFINITY, 0.0f64);
    for side in [0, 1] {
        for p in scanned(side).flat_map(|e| [e.a, 0.5 * (e.a + e.b)]) {
            let away = nearest(p, 1 - side);
            least = least.min(away);
            if away > far && is_inside(p, 1 - side) {
                far = away;
            }
        }
    }
    let closest = between.smallest_closest.map_or(f64::INFINITY, |r| r.mm);
    assert!(closest <= least + 1e-9, "{what}: closest {closest} {least}");
    let deep = between.deepest_closest.map_or(0.0, |r| r.mm);
    assert!(deep >= far - 1e-4, "{what}: deep {deep} {far}");
    for reading in [between.smallest_closest, between.deepest_closest].into_iter().flatten() {
        let [on, to] = reading.ends;
        let is_on = |p: DVec2| [0, 1].iter().any(|side| nearest(p, *side) < 1e-6);
        assert!(is_on(on) && is_on(to) && (on.distance(to) - reading.mm).abs() < 1e-12, "{what}: {reading:?}");
    }
    if let Some(reading) = between.deepest_closest {
        // The twin: no point a hundredth farther off is inside.
        assert!(far <= reading.mm + 1e-3 || far < reading.mm + 0.01, "{what}");
    }
}

#[test]
fn figures_are_those_that_trying_finds() {
    let mut random = Random::new(11);
    // A ball dented by a wave, in another one.
    let wavy = |n: usize, seed: f64| {
        let mut mesh = ball(Vec3::ZERO, 4.0, n);
        mesh.positions
            .iter_mut()
            .for_each(|p| *p *= 1.0 + 0.08 * (f64::from(p.x) * 2.3 + seed).sin() as f32 * (p.y * 1.7).cos());
        mesh
    };
    let shapes = pair(wavy(40, 0.0), wavy(36, 1.0));
    for i in 0..12 {
        let six = [random.vector(), random.vector()];
        let away = if i % 3 == 0 { -9.0 } else { -7.4 };
        let pose = Rigid::from_six([six[0].x, six[0].y, away, six[1].x * 90.0, six[1].y * 90.0, six[1].z * 90.0]);
        let place = SectionPlace {
            kind: SectionKind::Free,
            turn_deg: six[0].z * 180.0,
            tilt_deg: six[1].x * 30.0,
            at_mm: six[1].y,
            ..SectionPlace::default()
        };
        let plane = place.plane(&shapes.frame, None).expect("a plane");
        check_by_trying(&section(&shapes, plane, &pose), &format!("wave {i}"));
    }
}

#[test]
fn sections_of_jaws_are_whole_and_measured_as_trying_measures_them() {
    let pairs =
        [Some(sample().clone()), real_pair("case-1-full-resolution", true), real_pair("case-2-tight-contact", true)];
    for (i, pair) in pairs.into_iter().enumerate() {
        let Some(pair) = pair else { continue };
        let arch = crate::jaw::section::arch_of(&pair, &[pair.frame; 2]);
        let jaws = JawRuns::of(&pair);
        for (kind, at_mm) in [
            (SectionKind::Arch, -31.0),
            (SectionKind::Arch, 0.0),
            (SectionKind::Arch, 24.0),
            (SectionKind::Frontal, -8.0),
        ] {
            let place = SectionPlace { kind, at_mm, ..SectionPlace::default() };
            let plane = place.plane(&pair.frame, arch.as_ref()).expect("an arch");
            let cut = SectionCut::of(&jaws, plane, &Rigid::IDENTITY);
            assert!(!cut.is_empty(), "pair {i} {kind:?} {at_mm}");
            for side in [JawSide::Upper, JawSide::Lower] {
                assert!(
                    cut.is_solid(side) || !pair.jaw(side).report.closed,
                    "pair {i} {kind:?} {at_mm}: a gap in the {side:?} contour"
                );
            }
            check_by_trying(&cut, &format!("pair {i} {kind:?} {at_mm}"));
        }
    }
}

#[test]
fn across_the_arch_is_measured_what_lies_near_it_however_large_its_triangles_are() {
    // Plates, 0.5 mm apart in the middle and 0.2 mm at a step far off.
    let far = cuboid(DVec3::new(-30.0, -9.0, -3.0), DVec3::new(-25.0, 9.0, 0.3));
    let mut lower = cuboid(DVec3::new(-30.0, -9.0, -3.0), DVec3::new(30.0, 9.0, 0.0));
    let n = lower.positions.len() as u32;
    lower.positions.extend(&far.positions);
    lower.triangles.extend(far.triangles.iter().map(|t| t.map(|i| i + n)));
    lower.n_scanned = lower.triangles.len();
    let plates = pair(cuboid(DVec3::new(-30.0, -9.0, 0.5), DVec3::new(30.0, 9.0, 3.0)), lower);
    let everything = frontal(0.0);
    let gaps = |plane: SectionPlane| {
        let cut = section(&plates, plane, &Rigid::IDENTITY);
        let between = Between::of(&cut);
        let [lo, hi] = cut.bounds().expect("contours");
        [mm(between.smallest_occlusal), mm(between.smallest_closest), hi.x - lo.x]
    };
    for (reach_mm, wanted) in [(15.0, [0.5, 0.5, 30.0]), (f64::INFINITY, [0.2, 0.2, 60.0])] {
        let found = gaps(SectionPlane { reach_mm, ..everything });
        assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-5), "{reach_mm}: {found:?}");
    }
}
