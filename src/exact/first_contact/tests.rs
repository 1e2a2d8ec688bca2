use super::super::bvh::Bvh;
use super::super::distance::smallest_distance;
use super::super::nested::Nesting;
use super::super::test_support::{Random, ball, centre, real_pair, sample};
use super::*;
use crate::jaw::{HingeAxis, JawPair, incisal_point};
use crate::mesh::{TriMesh, shapes};
use glam::{DVec3, Vec3};
use std::time::Instant;

/// What the program promises, mm.
const BOUND_MM: f64 = 5e-4;

struct Two {
    upper: TriMesh,
    lower: TriMesh,
    closed: [bool; 2],
    trees: [Bvh; 2],
}

impl Two {
    fn new(upper: TriMesh, lower: TriMesh) -> Self {
        let trees = [Bvh::new(&upper), Bvh::new(&lower)];
        Self { upper, lower, closed: [true; 2], trees }
    }

    fn of(pair: &JawPair) -> Self {
        let closed = [pair.upper.report.closed, pair.lower.report.closed];
        Self { closed, ..Self::new(TriMesh::clone(&pair.upper.mesh), TriMesh::clone(&pair.lower.mesh)) }
    }

    fn meet(&self, pose: &Rigid) -> bool {
        surfaces_meet(&self.trees[0], &self.trees[1], pose)
    }

    fn solve(&self, start: &Rigid, motion: &Motion, limit: f64) -> FirstContact {
        let [upper, lower] = &self.trees;
        let nesting = Nesting::new((&self.upper, upper, self.closed[0]), (&self.lower, lower, self.closed[1]));
        first_contact(&Jaws { upper, lower, nesting }, start, motion, limit, &Progress::default())
            .expect("not cancelled")
    }

    fn close(&self, start: &Rigid, motion: &Motion, limit: f64) -> Ahead {
        match self.solve(start, motion, limit) {
            FirstContact::Free { closing, .. } => closing,
            other => panic!("not free: {other:?}"),
        }
    }

    /// The contact on closing, held to everything that is promised of it.
    fn contact(&self, start: &Rigid, motion: &Motion, limit: f64) -> Contact {
        let Ahead::Contact(contact) = self.close(start, motion, limit) else { panic!("no contact") };
        self.check(start, motion, &contact, contact.travel + self.travel(start, motion, contact.error_mm));
        contact
    }

    /// The travel by which the farthest point moves by so many mm.
    fn travel(&self, start: &Rigid, motion: &Motion, mm: f64) -> f64 {
        let per_unit = |p: &Vec3| motion.mm_per_unit(start.transform_point(p.as_dvec3()));
        mm / self.lower.positions.iter().map(per_unit).fold(0.0, f64::max)
    }

    /// Clear in the pose, in contact (or nearer than the bound) at the travel `met`.
    fn check(&self, start: &Rigid, motion: &Motion, contact: &Contact, met: f64) {
        assert!(contact.is_proven && contact.error_mm <= BOUND_MM, "{contact:?}");
        assert_eq!(contact.pose, motion.pose(start, contact.travel));
        assert!(!self.meet(&contact.pose), "clear");
        let distance = |pose: &Rigid| {
            smallest_distance(&self.trees[0], &self.trees[1], pose, None).expect("a distance").distance_mm
        };
        assert!(distance(&contact.pose) <= contact.error_mm);
        assert!(contact.upper_point.distance(contact.lower_point) <= contact.error_mm, "the place is where they meet");
        let behind = motion.pose(start, met);
        assert!(self.meet(&behind) || distance(&behind) <= contact.error_mm, "met");
        // The points lie on their triangles.
        let on =
            |p: DVec3, t: [DVec3; 3]| super::super::closest_point_triangle::closest_point_triangle(p, &t).distance(p);
        let lower =
            self.lower.corners(contact.lower_triangle as usize).map(|p| contact.pose.transform_point(p.as_dvec3()));
        assert!(on(contact.lower_point, lower) < 1e-9);
        let upper = self.upper.corners(contact.upper_triangle as usize).map(|p| p.as_dvec3());
        assert!(on(contact.upper_point, upper) < 1e-9);
    }
}

/// A slab with its underside at z = 0.
fn slab() -> TriMesh {
    let mut slab = shapes::cube();
    slab.positions.iter_mut().for_each(|p| *p = *p * Vec3::new(20.0, 20.0, 1.0) + Vec3::Z);
    slab
}

fn up() -> Motion {
    Motion::along(DVec3::Z).expect("a direction")
}

/// Prism about x, with a corner of its cross section at the top and at the bottom.
fn prism(radius: f32, half_length: f32, n: u32) -> TriMesh {
    let at = |x: f32, i: u32| {
        let angle = i as f32 / n as f32 * std::f32::consts::TAU;
        Vec3::new(x, radius * angle.sin(), radius * angle.cos())
    };
    let mut positions: Vec<Vec3> = (0..n).flat_map(|i| [at(-half_length, i), at(half_length, i)]).collect();
    positions.extend([Vec3::X * -half_length, Vec3::X * half_length]);
    let (left, right) = (2 * n, 2 * n + 1);
    let sides = (0..n).flat_map(|i| {
        let (a, b) = (2 * i, 2 * ((i + 1) % n));
        [[a, b, a + 1], [b, b + 1, a + 1], [left, b, a], [right, a + 1, b + 1]]
    });
    shapes::mesh(positions, sides.collect())
}

#[test]
fn corners_of_any_solid_reach_a_plane_where_their_heights_say() {
    let mut random = Random::new(101);
    for solid in [ball(Vec3::ZERO, 3.0, 20), shapes::cube(), prism(2.0, 5.0, 24)] {
        let two = Two::new(slab(), solid);
        for _ in 0..6 {
            let start = Rigid::from_translation(DVec3::Z * -9.0) * random.pose(DVec3::ZERO, 1.0, 180.0);
            let highest =
                two.lower.positions.iter().map(|p| start.transform_point(p.as_dvec3()).z).fold(f64::MIN, f64::max);
            let contact = two.contact(&start, &up(), 50.0);
            // Without the facets of any formula: the polyhedron's own highest corner.
            assert!((-1e-9..=contact.error_mm).contains(&(-highest - contact.travel)), "{} {highest}", contact.travel);
            // Obliquely the way is longer by the slope; opening there is nothing.
            let oblique = Motion::along(DVec3::new(0.6, 0.0, 0.8)).expect("a direction");
            let longer = two.contact(&start, &oblique, 50.0).travel;
            assert!((longer * 0.8 + highest).abs() < 2.0 * contact.error_mm, "{longer}");
            let FirstContact::Free { opening, .. } = two.solve(&start, &up(), 50.0) else { panic!("free") };
            assert_eq!(opening, Ahead::Nothing);
            // The twins: a limit before the contact, and a raised solid.
            assert_eq!(two.close(&start, &up(), contact.travel - 0.001), Ahead::Nothing);
            let raised = Rigid::from_translation(DVec3::Z * 0.01) * start;
            assert!((two.contact(&raised, &up(), 50.0).travel - contact.travel + 0.01).abs() < 2e-6);
        }
    }
}

#[test]
fn two_balls_meet_where_pythagoras_says_and_crossed_prisms_edge_on_edge() {
    let two = Two::new(ball(Vec3::ZERO, 5.0, 60), ball(Vec3::ZERO, 3.0, 60));
    let start = Rigid::from_six([2.0, 1.0, -15.0, 30.0, 50.0, 70.0]);
    let contact = two.contact(&start, &up(), 50.0);
    let expected = 15.0 - (64.0_f64 - 5.0).sqrt();
    // Facets lie inside by up to e² / (8 R): 0.007 mm of the larger ball, 0.004 mm of the smaller one, seen at a slope of
    // 8 / 7.7.
    assert!((0.0..0.012).contains(&(contact.travel - expected)), "{} {expected}", contact.travel);
    let other = Rigid::from_translation(DVec3::X * 0.1) * start;
    assert!((two.contact(&other, &up(), 50.0).travel - contact.travel).abs() > 0.02, "the twin");

    // A prism along x and one along y, both with an edge in the middle.
    let two = Two::new(prism(2.0, 6.0, 16), prism(3.0, 7.0, 16));
    let start = Rigid::from_six([0.4, -0.3, -11.0, 0.0, 0.0, 90.0]);
    let contact = two.contact(&start, &up(), 50.0);
    assert!((0.0..=contact.error_mm).contains(&(11.0 - 5.0 - contact.travel)), "{}", contact.travel);
    assert!(contact.upper_point.distance(DVec3::new(0.4, 0.0, -2.0)) < 1e-5, "{}", contact.upper_point);
}

#[test]
fn turned_corners_reach_a_plane_where_their_circles_say() {
    let mut random = Random::new(102);
    for _ in 0..8 {
        let two = Two::new(slab(), shapes::cube());
        let start = Rigid::from_translation(DVec3::new(0.0, 10.0, -6.0)) * random.pose(DVec3::ZERO, 1.0, 90.0);
        // About the x axis through (0, -30, -1); a positive turn takes y to z: up.
        let hinge = DVec3::new(3.0, -30.0, -1.0);
        let motion = Motion::about(hinge, DVec3::X).expect("an axis");
        let when = |p: &Vec3| {
            let d = start.transform_point(p.as_dvec3()) - hinge;
            (1.0 / d.y.hypot(d.z)).asin() - d.z.atan2(d.y)
        };
        let expected = two.lower.positions.iter().map(when).fold(f64::MAX, f64::min);
        let contact = two.contact(&start, &motion, 1.0);
        let late_mm = (expected - contact.travel) * 42.0;
        assert!((-1e-9..=contact.error_mm).contains(&late_mm), "{} {expected}", contact.travel);
        // The twin: another hinge, another angle.
        let other = Motion::about(hinge + DVec3::Y, DVec3::X).expect("an axis");
        assert!((two.contact(&start, &other, 1.0).travel - contact.travel).abs() > 1e-4);
        assert_eq!(two.close(&start, &motion, contact.travel - 1e-4), Ahead::Nothing);
    }
}

#[test]
fn pressed_and_nested_solids_open_until_they_are_free() {
    let two = Two::new(slab(), ball(Vec3::ZERO, 3.0, 20));
    let start = Rigid::from_translation(DVec3::Z * (-3.0 + 0.3));
    let FirstContact::Interfering { opening: Ahead::Contact(contact) } = two.solve(&start, &up(), 50.0) else {
        panic!("it interferes and comes free")
    };
    assert!((0.0..=contact.error_mm).contains(&(contact.travel - 0.3)), "{}", contact.travel);
    two.check(&start, &up().reversed(), &contact, contact.travel - contact.error_mm);
    // Not free within less.
    let tight = two.solve(&start, &up(), 0.29);
    assert_eq!(tight, FirstContact::Interfering { opening: Ahead::Nothing });

    // A ball wholly inside another one: no triangles meet, and yet it interferes.
    let two = Two::new(ball(Vec3::ZERO, 5.0, 40), ball(Vec3::ZERO, 1.0, 20));
    assert!(!two.meet(&Rigid::IDENTITY));
    let FirstContact::Interfering { opening: Ahead::Contact(contact) } = two.solve(&Rigid::IDENTITY, &up(), 50.0)
    else {
        panic!("it is inside and comes out")
    };
    // Pole on pole.
    assert!((0.0..=contact.error_mm).contains(&(contact.travel - 6.0)), "{}", contact.travel);
    assert_eq!(two.solve(&Rigid::IDENTITY, &up(), 5.9), FirstContact::Interfering { opening: Ahead::Nothing });
    let beside = Rigid::from_translation(DVec3::X * 6.5);
    assert!(matches!(two.solve(&beside, &up(), 50.0), FirstContact::Free { .. }), "the twin");
}

/// A flat sheet of `2 n²` triangles, 40 mm wide.
fn sheet(n: usize) -> TriMesh {
    let mut sheet = shapes::patch(n);
    sheet.positions.iter_mut().for_each(|p| *p = Vec3::new(p.x * 20.0, p.y * 20.0, 0.0));
    sheet
}

#[test]
fn walls_that_slide_past_each_other_closely_are_quick_and_honest() {
    let two = Two::new(sheet(60), sheet(60));
    let two = Two { closed: [false; 2], ..two };
    let slide = Motion::along(DVec3::X).expect("a direction");
    let begun = Instant::now();
    for (apart, tilt, meets) in [(0.001, 0.0, false), (0.0, 0.0, true), (0.001, 0.01, true), (1e-5, 0.0, false)] {
        // 41 mm before it, a micrometre above it; the tilt (degrees) lowers one side by more than that.
        let start = Rigid::from_six([-41.0, 0.03, apart, tilt, 0.0, 0.0]);
        let ahead = two.close(&start, &slide, 90.0);
        println!("{apart} mm apart, tilted by {tilt}: {ahead:?}, {:?}", begun.elapsed());
        assert_eq!(matches!(ahead, Ahead::Contact(_)), meets);
        if meets {
            let contact = two.contact(&start, &slide, 90.0);
            assert!((contact.travel - 1.0).abs() < 0.01, "{}", contact.travel);
        }
    }
    // The same about a hinge: past each other on a circle, a micrometre apart along the axis.
    let turn = Motion::about(DVec3::new(0.0, -60.0, 0.0), DVec3::Z).expect("an axis");
    let opened = turn.pose(&Rigid::from_translation(DVec3::Z * 0.001), -1.0);
    assert_eq!(two.close(&opened, &turn, 2.0), Ahead::Nothing);
    let opened = turn.pose(&Rigid::IDENTITY, -1.0);
    // In one plane the inner corners meet, 20 mm to the side and 40 mm from the axis.
    let expected = 1.0 - 2.0 * 0.5_f64.atan();
    assert!((two.contact(&opened, &turn, 2.0).travel - expected).abs() < 1e-6);
}

#[test]
fn nothing_meets_what_is_not_there() {
    let two = Two::new(slab(), TriMesh::default());
    assert_eq!(two.close(&Rigid::IDENTITY, &up(), 50.0), Ahead::Nothing);
    let two = Two::new(slab(), slab());
    assert_eq!(two.close(&Rigid::from_translation(DVec3::NAN), &up(), 50.0), Ahead::Nothing);
    let cancelled = Progress::default();
    cancelled.cancel();
    let [upper, lower] = &two.trees;
    let nesting = Nesting::new((&two.upper, upper, true), (&two.lower, lower, true));
    let far = Rigid::from_translation(DVec3::Z * -9.0);
    assert!(first_contact(&Jaws { upper, lower, nesting }, &far, &up(), 50.0, &cancelled).is_err());
}

/// Closing from several heights, along the normal and about the hinge: every time the same contact; a triangle raised by
/// 0.01 mm is met that much earlier.
fn check_jaws(name: &str, pair: &JawPair) {
    let mut two = Two::of(pair);
    let up = pair.frame.up;
    let along = Motion::along(up).expect("a direction");
    let incisal = incisal_point(&pair.frame, &pair.lower.mesh).unwrap_or(pair.frame.origin);
    let hinge = HingeAxis::estimate(&pair.frame, incisal);
    let about = Motion::about(hinge.point, hinge.direction).expect("an axis");
    for (motion, heights, limit) in [(along, [2.0, 3.7, 9.1], 50.0), (about, [0.03, 0.07, 0.2], 1.0)] {
        let mut met: Option<f64> = None;
        for open in heights {
            let start = motion.pose(&Rigid::IDENTITY, -open);
            let begun = Instant::now();
            let contact = two.contact(&start, &motion, limit);
            println!(
                "{name}: {open} -> {}, error {} mm, {:?}",
                contact.travel - open,
                contact.error_mm,
                begun.elapsed()
            );
            let here = contact.travel - open;
            let same = two.travel(&start, &motion, 2.0 * contact.error_mm);
            assert!(met.is_none_or(|met| (met - here).abs() <= same), "{met:?} {here}");
            met = Some(here);
        }
    }
    let deep = along.pose(&Rigid::IDENTITY, 0.2);
    let begun = Instant::now();
    let FirstContact::Interfering { opening: Ahead::Contact(free) } = two.solve(&deep, &along, 50.0) else {
        panic!("pressed together by 0.2 mm they interfere")
    };
    println!("{name}: free after {}, error {} mm, {:?}", free.travel, free.error_mm, begun.elapsed());
    two.check(&deep, &along.reversed(), &free, free.travel - free.error_mm);

    let start = along.pose(&Rigid::IDENTITY, -2.0);
    let contact = two.contact(&start, &along, 50.0);
    // Nothing meets on the way.
    for k in 0..20 {
        assert!(!two.meet(&along.pose(&start, contact.travel * f64::from(k) / 20.0)));
    }
    for v in two.lower.triangles[contact.lower_triangle as usize] {
        two.lower.positions[v as usize] += (up * 0.01).as_vec3();
    }
    two.trees[1] = Bvh::new(&two.lower);
    let earlier = contact.travel - two.contact(&start, &along, 50.0).travel;
    // Single precision of the vertices: 4e-6 mm at 50 mm.
    assert!((earlier - 0.01).abs() < 2e-5, "{earlier}");
}

#[test]
fn the_sample_case_closes_to_the_same_contact_from_any_height() {
    check_jaws("sample", sample());
    assert!(centre(&sample().upper.mesh).is_finite());
}

#[test]
fn real_scans_close_to_the_same_contact_from_any_height() {
    for (folder, close) in [
        ("case-1-full-resolution", true),
        ("case-2-tight-contact", true),
        ("case-2-tight-contact", false),
        ("case-5-closed-crowns", true),
    ] {
        if let Some(pair) = real_pair(folder, close) {
            check_jaws(folder, &pair);
        }
    }
}

/// What cannot be asked is answered at once, and with nothing: no loop runs to its end, no pose is made up.
#[test]
fn limits_directions_and_poses_without_sense_lead_nowhere() {
    let nothing = FirstContact::Free { closing: Ahead::Nothing, opening: Ahead::Nothing };
    let stuck = FirstContact::Interfering { opening: Ahead::Nothing };
    let two = Two::new(slab(), ball(Vec3::ZERO, 3.0, 12));
    let (free, deep) = (Rigid::from_translation(DVec3::Z * -5.0), Rigid::from_translation(DVec3::Z * -2.5));
    for limit in [f64::NAN, f64::NEG_INFINITY, -1.0] {
        assert_eq!((two.solve(&free, &up(), limit), two.solve(&deep, &up(), limit)), (nothing, stuck), "{limit}");
    }
    let none = [DVec3::ZERO, DVec3::NAN, DVec3::splat(f64::INFINITY)];
    let along = none.map(|direction| Motion::Along { direction });
    let about = none.map(|axis| Motion::About { point: DVec3::X, axis });
    let nowhere = Motion::About { point: DVec3::NAN, axis: DVec3::X };
    for motion in along.into_iter().chain(about).chain([nowhere]) {
        assert!(!motion.is_sound());
        assert_eq!((two.solve(&free, &motion, 9.0), two.solve(&deep, &motion, 9.0)), (nothing, stuck), "{motion:?}");
    }
    for place in [f64::NAN, f64::INFINITY] {
        assert_eq!(two.solve(&Rigid::from_translation(DVec3::X * place), &up(), 9.0), nothing);
    }
    // The twins: with a limit, even an endless one, both are answered. The ball's top is 2 mm below the slab, 0.5 in it.
    for limit in [2.5, f64::INFINITY] {
        let contact = two.contact(&free, &up(), limit);
        assert!((contact.travel - 2.0).abs() < 1e-5, "{}", contact.travel);
        let FirstContact::Interfering { opening: Ahead::Contact(out) } = two.solve(&deep, &up(), limit) else {
            panic!("it comes free")
        };
        assert!((out.travel - 0.5).abs() < 1e-5, "{}", out.travel);
    }
    assert_eq!(two.close(&free, &up(), 0.0), Ahead::Nothing, "nothing within no way at all");
}
