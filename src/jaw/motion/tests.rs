//! Every figure of `vectors.json` (made for this project by a script of its own, which checks them against a solver of its own; free to
//! use), what must hold of any motion, and a solver that knows no closed form.
use super::*;
use crate::base::{Progress, Rigid};
use glam::{DMat3, DVec3};
use serde_json::Value;
use std::sync::OnceLock;

const PLANE: ReferencePlane = ReferencePlane::Camper;

fn vectors() -> &'static Value {
    static VECTORS: OnceLock<Value> = OnceLock::new();
    VECTORS.get_or_init(|| serde_json::from_str(include_str!("vectors.json")).expect("JSON"))
}

fn wanted(case: &str, name: &str) -> Vec<f64> {
    let value = &vectors()["vectors"][case][name];
    let list = value.as_array().map(|list| list.iter().map(|x| x.as_f64().expect("a number")).collect());
    list.unwrap_or_else(|| vec![value.as_f64().unwrap_or_else(|| panic!("{case}: {name} is no number"))])
}

/// The figures are written with four digits.
const DIGITS: f64 = 1e-4;

fn differs(case: &str, name: &str, found: &[f64]) -> Option<String> {
    let wanted = wanted(case, name);
    let same = wanted.len() == found.len() && wanted.iter().zip(found).all(|(a, b)| (a - b).abs() <= DIGITS);
    (!same).then(|| format!("{case}: {name} is {found:?} and not {wanted:?}"))
}

fn check(case: &str, name: &str, found: impl AsRef<[f64]>) {
    let found = found.as_ref();
    assert_eq!(differs(case, name, found), None);
    // The twin: three hundredths of the last digit more is another figure.
    let off: Vec<f64> = found.iter().map(|x| x + 3.0 * DIGITS).collect();
    assert!(differs(case, name, &off).is_some());
}

fn guided(guide: CondylarGuide) -> Articulator {
    Articulator { guides: BothSides::same(guide), ..Articulator::default() }
}

fn table(sagittal_deg: f64, wing_deg: f64) -> IncisalGuide {
    IncisalGuide { plane: PLANE, sagittal_deg, wings_deg: BothSides::same(wing_deg) }
}

fn lateral(working: Side, forward: f64) -> MovementKind {
    MovementKind::Lateral { working, forward }
}

/// The last step of a movement.
fn end(articulator: &Articulator, kind: MovementKind, amount_mm: f64, guide: Guide) -> Step {
    let hinge = HingeFrame::alone(articulator);
    let course = Course::new(articulator, &hinge, Movement { kind, amount_mm });
    assert_eq!(course.fault(), None);
    let target = course.at(course.length_mm());
    Step::new(&target, opening_rad(&course, guide, &target))
}

fn motion(step: &Step) -> Rigid {
    step.motion().expect("no hole")
}

fn moved(step: &Step, p: DVec3) -> [f64; 3] {
    (motion(step).transform_point(p) - p).to_array()
}

fn molar() -> DVec3 {
    let molar = wanted("geometry2", "molar");
    DVec3::new(molar[0], molar[1], Articulator::default().incisal_point().z + 0.5)
}

#[test]
fn averages_place_the_incisal_point() {
    for (case, intercondylar_mm, arm_mm, balkwill_deg) in [
        ("place_100_100_22", 100.0, 100.0, 22.0),
        ("place_110_110_22", 110.0, 110.0, 22.0),
        ("place_110_100_22", 110.0, 100.0, 22.0),
        ("place_100_100_25", 100.0, 100.0, 25.0),
    ] {
        let articulator = Articulator { intercondylar_mm, arm_mm, balkwill_deg, ..Articulator::default() };
        check(case, "h", [articulator.height_mm()]);
        check(case, "incisal", articulator.incisal_point().to_array());
    }
    check("geometry2", "incisal", Articulator::default().incisal_point().to_array());
}

#[test]
fn another_plane_changes_angles_and_no_direction() {
    for (case, sagittal_deg, bennett_deg, lower_deg) in [
        ("plane_S40_B15_d10", 40.0, 15.0, 10.0),
        ("plane_S40_B15_d5", 40.0, 15.0, 5.0),
        ("plane_S30_B15_d-10", 30.0, 15.0, -10.0),
        ("plane_S42_B8_d7", 42.0, 8.0, 7.0),
    ] {
        let pitches = PlanePitches { camper_deg: 0.0, frankfurt_deg: lower_deg, horizontal_deg: 5.0 };
        let guide = CondylarGuide::new(ReferencePlane::Frankfurt, sagittal_deg, bennett_deg);
        let seen = guide.to(ReferencePlane::Camper, &pitches);
        check(case, "new", [seen.sagittal_deg, seen.bennett_deg]);
        let back = seen.to(ReferencePlane::Frankfurt, &pitches);
        assert!((back.sagittal_deg - sagittal_deg).abs() < 1e-9 && (back.bennett_deg - bennett_deg).abs() < 1e-9);
    }
    check("bennett_in_tilted_guide_B15_S30", "horizontal", [bennett_of_tilted_wing_deg(15.0, 30.0)]);
}

/// The same articulator told to another plane moves the scans alike; the same numbers to another plane do not.
#[test]
fn an_articulator_told_to_another_plane_is_the_same() {
    let frame =
        crate::jaw::OcclusalFrame::from_up_and_front(DVec3::new(1.0, 2.0, 3.0), DVec3::new(0.1, 0.2, 1.0), DVec3::Y);
    let (frame, incisal) = (frame.expect("a frame"), DVec3::new(2.0, 30.0, 1.0));
    let guide = CondylarGuide {
        fischer_deg: 4.0,
        immediate_mm: 0.7,
        ..CondylarGuide::new(ReferencePlane::Frankfurt, 41.0, 12.0)
    };
    let frankfurt = Articulator {
        plane: ReferencePlane::Frankfurt,
        guides: BothSides::same(guide),
        incisal: Some(IncisalGuide { plane: ReferencePlane::Frankfurt, ..table(25.0, 15.0) }),
        ..Articulator::default()
    };
    // As far along the path: forward is along the plane.
    let amount_mm = |articulator: &Articulator| 6.0 * articulator.guides.right.medial_deg().to_radians().cos();
    let pose = |articulator: &Articulator| {
        let hinge = HingeFrame::average(&frame, incisal, articulator);
        let movement = Movement { kind: lateral(Side::Right, 0.0), amount_mm: amount_mm(articulator) };
        let course = Course::new(articulator, &hinge, movement);
        let target = course.at(course.length_mm());
        let step = Step::new(&target, opening_rad(&course, Guide::Incisal, &target));
        hinge.upper_from_lower(&motion(&step), &Rigid::IDENTITY)
    };
    let far = |a: &Rigid, b: &Rigid| a.transform_point(incisal).distance(b.transform_point(incisal));
    let known = pose(&frankfurt);
    for plane in ReferencePlane::ALL {
        let told = pose(&frankfurt.to(plane));
        let off_mm = far(&told, &known);
        assert!(off_mm < 1e-9, "{}: {off_mm} mm", plane.name());
        if plane != ReferencePlane::Frankfurt {
            let guides = frankfurt.guides.map(|guide| CondylarGuide { plane, ..guide });
            let other = Articulator { guides, plane, incisal: Some(table(25.0, 15.0)), ..frankfurt };
            assert!(far(&pose(&other), &known) > 0.2, "the twin: {}", plane.name());
        }
    }
}

#[test]
fn protrusion_has_its_closed_forms() {
    let articulator = guided(CondylarGuide::new(PLANE, 30.0, 15.0));
    let free = end(&articulator, MovementKind::Protrusion, 5.0, Guide::Free);
    check("P_forward5_S30", "t", motion(&free).translation.to_array());
    let along = articulator.guides.right.forward_of_chord_mm(5.0);
    check(
        "P_path5_S30",
        "t",
        motion(&end(&articulator, MovementKind::Protrusion, along, Guide::Free)).translation.to_array(),
    );
    for (case, sagittal_deg) in [
        ("P_forward5_S30_G0", 0.0),
        ("P_forward5_S30_G10", 10.0),
        ("P_forward5_S30_G30", 30.0),
        ("P_forward5_S30_G50", 50.0),
    ] {
        let articulator = Articulator { incisal: Some(table(sagittal_deg, 0.0)), ..articulator };
        let step = end(&articulator, MovementKind::Protrusion, 5.0, Guide::Incisal);
        check(case, "theta_open_deg", [step.opening_rad.expect("in reach").to_degrees()]);
        check(case, "six", motion(&step).to_six());
        check(case, "incisal_d", moved(&step, articulator.incisal_point()));
        check(case, "molar_d", moved(&step, molar()));
        // Equal inclinations: nothing turns.
        let turns = step.opening_rad.expect("in reach").abs() > 1e-9;
        assert_eq!(turns, sagittal_deg != 30.0);
    }
    let mut unlike = articulator;
    unlike.guides.left.sagittal_deg = 40.0;
    let step = end(&unlike, MovementKind::Protrusion, 5.0, Guide::Free);
    check("P_forward5_S30_L40", "six", motion(&step).to_six());
    check("P_forward5_S30_L40", "incisal_d", moved(&step, articulator.incisal_point()));
    check("P_forward5_S30_L40", "roll_deg", [step.condyles.axis().z.asin().to_degrees()]);
}

#[test]
fn laterotrusion_has_its_closed_forms() {
    let guide = |immediate_mm, fischer_deg| CondylarGuide {
        immediate_mm,
        fischer_deg,
        ..CondylarGuide::new(PLANE, 30.0, 15.0)
    };
    for (name, guide, amount_mm) in [
        ("B15", guide(0.0, 0.0), 5.0),
        ("B15_ISS1", guide(1.0, 0.0), 5.0),
        ("ISS1_only", guide(1.0, 0.0), 0.0),
        ("B15_F5", guide(0.0, 5.0), 5.0),
    ] {
        for (wing, by, incisal) in [
            ("free", Guide::Free, None),
            ("flat", Guide::Incisal, Some(table(0.0, 0.0))),
            ("lat30", Guide::Incisal, Some(table(0.0, 30.0))),
        ] {
            let (case, articulator) = (format!("L_right_{name}_{wing}"), Articulator { incisal, ..guided(guide) });
            let step = end(&articulator, lateral(Side::Right, 0.0), amount_mm, by);
            check(&case, "theta_open_deg", [step.opening_rad.expect("in reach").to_degrees()]);
            check(&case, "six", motion(&step).to_six());
            let rest = Condyles::at_rest(articulator.half_width_mm());
            check(&case, "working_d", (step.condyles.right - rest.right).to_array());
            check(&case, "balancing_d", (step.condyles.left - rest.left).to_array());
            check(&case, "incisal_d", moved(&step, articulator.incisal_point()));
            check(&case, "molar_working_d", moved(&step, molar()));
            check(&case, "molar_balancing_d", moved(&step, molar() * DVec3::new(-1.0, 1.0, 1.0)));
            let d = moved(&step, articulator.incisal_point());
            check(&case, "gothic_half_deg", [d[0].abs().atan2(d[1]).to_degrees()]);
        }
    }
}

#[test]
fn opening_has_its_closed_forms() {
    let articulator = Articulator::default();
    for (case, mm) in [("O_hinge_10mm", 10.0), ("O_hinge_20mm", 20.0), ("O_hinge_25mm", 25.0)] {
        let step = end(&articulator, MovementKind::Opening, mm, Guide::Free);
        check(case, "theta_deg", [step.opening_rad.expect("in reach").to_degrees()]);
        check(case, "incisal_d", moved(&step, articulator.incisal_point()));
        // The twin: whose condyles go at once is elsewhere.
        let at_once = Articulator { opening: OpeningRule { rotation_mm: 0.0, ..articulator.opening }, ..articulator };
        let d = moved(&end(&at_once, MovementKind::Opening, mm, Guide::Free), articulator.incisal_point());
        assert!(differs(case, "incisal_d", &d).is_some());
        assert!((DVec3::from_array(d).length() - mm).abs() < 1e-9, "the chord is what was asked for");
    }
    let case = "O_condyle11.9_incisal46.6";
    let step = end(&articulator, MovementKind::Opening, 46.6, Guide::Free);
    check(case, "theta_deg", [step.opening_rad.expect("in reach").to_degrees()]);
    check(case, "incisal_d", moved(&step, articulator.incisal_point()));
    let (d, half) = (step.condyles.middle(), step.opening_rad.expect("in reach") / 2.0);
    let centre = d / 2.0 + DVec3::NEG_X.cross(d) / (2.0 * half.tan());
    check(case, "centre", centre.to_array());
    check(case, "centre_radius", [centre.length()]);
}

#[test]
fn curved_paths_are_steep_first() {
    for (case, radius_mm) in [("arc_chord5_S30_R12.5", 12.5), ("arc_chord5_S30_R19.0", 19.0)] {
        let guide = CondylarGuide { path_radius_mm: Some(radius_mm), ..CondylarGuide::new(PLANE, 30.0, 15.0) };
        let steep = guide.drop_mm(1e-6) / 1e-6;
        check(case, "start_deg", [steep.atan().to_degrees()]);
        for (name, chord_mm) in [("chord3", 3.0), ("chord10", 10.0)] {
            let forward = guide.forward_of_chord_mm(chord_mm);
            assert!((forward.hypot(guide.drop_mm(forward)) - chord_mm).abs() < 1e-9);
            check(case, name, [guide.drop_mm(forward).atan2(forward).to_degrees()]);
        }
        // 5 mm along the arc.
        let at = wanted(case, "at_arc5");
        assert!((guide.drop_mm(at[0]) + at[1]).abs() < DIGITS, "{case}");
        let chord = at[0].hypot(at[1]);
        assert!((2.0 * radius_mm * (chord / (2.0 * radius_mm)).asin() - 5.0).abs() < DIGITS);
        assert!((5.0 * 30.0_f64.to_radians().tan() + at[1]).abs() > 0.1, "the twin: a straight path is elsewhere");
    }
    let guide = CondylarGuide { path_radius_mm: Some(12.5), ..CondylarGuide::new(PLANE, 30.0, 15.0) };
    let (articulator, alone) = (guided(guide), HingeFrame::alone(&Articulator::default()));
    let fault =
        |amount_mm| Course::new(&articulator, &alone, Movement { kind: MovementKind::Protrusion, amount_mm }).fault();
    assert_eq!(fault(12.0), None);
    assert!(fault(25.0).expect("a fault").contains("ends 20.2 mm forward"));
}

#[test]
fn a_non_arcon_guide_turns_with_the_pin() {
    for (case, pin_mm) in [("nonarcon_pin2", 2.0), ("nonarcon_pin5", 5.0), ("nonarcon_pin10", 10.0)] {
        let articulator = Articulator { pin_mm, arcon: false, ..guided(CondylarGuide::new(PLANE, 30.0, 15.0)) };
        let incisal = articulator.incisal_point();
        check(case, "theta", [articulator.pin_opening_rad(incisal).to_degrees()]);
        check(case, "S_effective", [articulator.guides_seen(incisal).right.sagittal_deg]);
        let arcon = Articulator { arcon: true, ..articulator };
        assert_eq!(arcon.guides_seen(incisal).right.sagittal_deg, 30.0, "the twin");
        let step = end(&arcon, MovementKind::Protrusion, 0.0, Guide::Free);
        assert!((DVec3::from_array(moved(&step, incisal)).length() - pin_mm).abs() < 1e-9, "the pin is a chord");
    }
}

#[test]
fn small_motions_are_linear() {
    for (case, sagittal_deg) in [("sens_S15", 15.0), ("sens_S30", 30.0), ("sens_S45", 45.0), ("sens_S60", 60.0)] {
        let articulator =
            Articulator { incisal: Some(table(0.0, 0.0)), ..guided(CondylarGuide::new(PLANE, sagittal_deg, 15.0)) };
        let drop = |amount_mm: f64, sagittal_deg: f64| {
            let articulator = Articulator { incisal: Some(table(sagittal_deg, 0.0)), ..articulator };
            moved(&end(&articulator, MovementKind::Protrusion, amount_mm, Guide::Incisal), molar())[2]
        };
        check(case, "molar_z", [drop(4.0, 0.0)]);
        // The table's slope acts where the incisal point is, in front of the axis and below it.
        let (molar, incisal) = (molar(), articulator.incisal_point());
        let first = |f: f64, table_deg: f64| {
            let (falls, table) = (guide::tan(sagittal_deg), guide::tan(table_deg));
            f * ((falls - table) * molar.y / (incisal.y - incisal.z * table) - falls)
        };
        check(case, "first_order", [first(4.0, 0.0)]);
        for table_deg in [0.0, 20.0] {
            assert!((drop(0.01, table_deg) / first(0.01, table_deg) - 1.0).abs() < 2e-3, "{case} {table_deg}");
        }
        assert!((drop(4.0, 0.0) / first(4.0, 0.0) - 1.0).abs() > 1e-3, "the twin: larger ones are not");
    }
}

#[test]
fn of_several_guides_the_most_open_holds() {
    let articulator = guided(CondylarGuide::new(PLANE, 30.0, 15.0));
    let step = end(&articulator, MovementKind::Protrusion, 5.0, Guide::Free);
    let on = |point: DVec3, deg: f64| {
        let both =
            step.condyles.openings_in_plane(point, point, table(deg, 0.0).normal(Side::Right)).expect("in reach");
        both.into_iter().min_by(|a, b| a.abs().total_cmp(&b.abs())).expect("two").to_degrees()
    };
    for (case, molar_deg) in [("guided_incisor10_molar20", 20.0), ("guided_incisor10_molar35", 35.0)] {
        let (incisor, molar) = (on(articulator.incisal_point(), 10.0), on(molar(), molar_deg));
        check(case, "theta_incisor", [incisor]);
        check(case, "theta_molar", [molar]);
        check(case, "theta", [incisor.max(molar)]);
    }
}

/// Left is right with x, Ry and Rz negated.
#[test]
fn both_sides_are_mirror_images() {
    let guide = CondylarGuide {
        immediate_mm: 0.6,
        fischer_deg: 3.0,
        path_radius_mm: Some(15.0),
        ..CondylarGuide::new(PLANE, 33.0, 12.0)
    };
    let other = CondylarGuide { immediate_mm: 0.2, sagittal_deg: 41.0, ..guide };
    let one = Articulator {
        guides: BothSides { right: other, left: guide },
        incisal: Some(table(20.0, 25.0)),
        ..Articulator::default()
    };
    let mirror = Articulator { guides: BothSides { right: guide, left: other }, ..one };
    for forward in [0.0, 0.4, 1.0] {
        for by in [Guide::Free, Guide::Incisal] {
            let right = motion(&end(&one, lateral(Side::Right, forward), 5.0, by)).to_six();
            let left = motion(&end(&mirror, lateral(Side::Left, forward), 5.0, by)).to_six();
            let same =
                |signs: [f64; 6]| right.iter().zip(left).zip(signs).all(|((r, l), sign)| (r - sign * l).abs() < 1e-9);
            assert!(same([-1.0, 1.0, 1.0, 1.0, -1.0, -1.0]), "{right:?} {left:?}");
            assert!(!same([1.0; 6]), "the twin");
        }
    }
}

#[test]
fn a_lateroprotrusion_runs_from_laterotrusion_to_protrusion() {
    let mut articulator = guided(CondylarGuide { fischer_deg: 3.0, ..CondylarGuide::new(PLANE, 30.0, 15.0) });
    articulator.guides.right.sagittal_deg = 40.0;
    let at = |kind| motion(&end(&articulator, kind, 5.0, Guide::Free));
    let difference = |a: Rigid, b: Rigid| (a.to_dmat4() - b.to_dmat4()).abs_diff_eq(glam::DMat4::ZERO, 1e-12);
    assert!(difference(at(lateral(Side::Right, 1.0)), at(MovementKind::Protrusion)));
    assert!(!difference(at(lateral(Side::Right, 0.9)), at(MovementKind::Protrusion)), "the twin");
    for forward in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let condyles = end(&articulator, lateral(Side::Right, forward), 5.0, Guide::Free).condyles;
        assert!((condyles.right.distance(condyles.left) - 110.0).abs() < 1e-12);
        assert!((condyles.right.y - 5.0 * forward).abs() < 1e-12);
    }
}

#[test]
fn backwards_rises_by_its_own_angle() {
    let guide = CondylarGuide { retrusion_deg: 20.0, ..CondylarGuide::new(PLANE, 30.0, 15.0) };
    let t = motion(&end(&guided(guide), MovementKind::Retrusion, 1.0, Guide::Free)).translation;
    assert!((t - DVec3::new(0.0, -1.0, guide::tan(20.0))).length() < 1e-12, "{t}");
}

/// Newton on the six numbers of a pose, with nothing but what is demanded of it.
fn newton(demands: impl Fn(&Rigid) -> [f64; 6]) -> Rigid {
    let pose = |x: &[f64; 6]| {
        let turn = DVec3::new(x[0], x[1], x[2]);
        let rotation = if turn.length() > 1e-14 {
            DMat3::from_axis_angle(turn.normalize(), turn.length())
        } else {
            DMat3::IDENTITY
        };
        Rigid { rotation, translation: DVec3::new(x[3], x[4], x[5]) }
    };
    let mut x = [0.0; 6];
    for _ in 0..60 {
        let residual = demands(&pose(&x));
        let mut system = [[0.0; 7]; 6];
        for k in 0..6 {
            let near = |by: f64| {
                let mut near = x;
                near[k] += by;
                demands(&pose(&near))
            };
            let (ahead, behind) = (near(1e-6), near(-1e-6));
            (0..6).for_each(|row| system[row][k] = (ahead[row] - behind[row]) / 2e-6);
        }
        (0..6).for_each(|row| system[row][6] = -residual[row]);
        solve(&mut system);
        (0..6).for_each(|k| x[k] += system[k][6]);
    }
    pose(&x)
}

/// Gauss, with the largest pivot.
fn solve(system: &mut [[f64; 7]; 6]) {
    for k in 0..6 {
        let pivot = (k..6).max_by(|a, b| system[*a][k].abs().total_cmp(&system[*b][k].abs())).expect("rows");
        system.swap(k, pivot);
        let row = system[k].map(|value| value / system[k][k]);
        system[k] = row;
        for other in (0..6).filter(|other| *other != k) {
            let factor = system[other][k];
            (0..7).for_each(|column| system[other][column] -= factor * row[column]);
        }
    }
}

/// Only what the guides say of single points is demanded: the working condyle stays on the x axis, the balancing one is where its guide
/// has it, the incisal point lies on its plane.
#[test]
fn a_solver_that_knows_no_closed_form_agrees() {
    let mut n = 0;
    for (sagittal_deg, bennett_deg, fischer_deg, immediate_mm, table_deg, wing_deg) in
        [(30.0, 15.0, 0.0, 0.0, 10.0, 30.0), (45.0, 7.0, 5.0, 0.8, 40.0, 0.0), (20.0, 20.0, -3.0, 0.3, 0.0, 50.0)]
    {
        let guide = CondylarGuide { fischer_deg, immediate_mm, ..CondylarGuide::new(PLANE, sagittal_deg, bennett_deg) };
        let articulator = Articulator { incisal: Some(table(table_deg, wing_deg)), ..guided(guide) };
        let (incisal, a) = (articulator.incisal_point(), articulator.half_width_mm());
        for f in [0.5, 2.0, 5.0, 8.0] {
            let n_right = DVec3::new(guide::tan(wing_deg), guide::tan(table_deg), 1.0);
            let demands = |pose: &Rigid| {
                let (right, left) = (pose.transform_point(DVec3::X * a), pose.transform_point(DVec3::NEG_X * a));
                let wanted = DVec3::new(
                    -a + immediate_mm + f * guide::tan(bennett_deg),
                    f,
                    -f * guide::tan(sagittal_deg + fischer_deg),
                );
                let d = left - wanted;
                [d.x, d.y, d.z, right.y, right.z, n_right.dot(pose.transform_point(incisal) - incisal)]
            };
            let (solved, closed) =
                (newton(demands), motion(&end(&articulator, lateral(Side::Right, 0.0), f, Guide::Incisal)));
            let off = (solved.to_dmat4() - closed.to_dmat4())
                .to_cols_array()
                .iter()
                .fold(0.0_f64, |most, x| most.max(x.abs()));
            assert!(off < 1e-9, "{sagittal_deg} {f}: {off}");
            let free = motion(&end(&articulator, lateral(Side::Right, 0.0), f, Guide::Free));
            assert!(demands(&free).iter().any(|x| x.abs() > 1e-3), "the twin: another opening does not do");
            n += 1;
        }
    }
    assert_eq!(n, 12);
}

#[test]
fn steps_are_as_close_as_molars_need() {
    let articulator = guided(CondylarGuide { immediate_mm: 1.0, ..CondylarGuide::new(PLANE, 30.0, 15.0) });
    let hinge = HingeFrame::alone(&articulator);
    for kind in [MovementKind::Opening, MovementKind::Protrusion, lateral(Side::Left, 0.0), lateral(Side::Right, 0.5)] {
        let course = Course::new(&articulator, &hinge, Movement { kind, amount_mm: 6.0 });
        let path = |steps| {
            let refining = Refining { length_mm: course.length_mm(), molars: hinge.molars(), steps };
            MotionPath::without_teeth(&course, Guide::Free, &refining, &Progress::default()).expect("not cancelled")
        };
        let farthest = |path: &MotionPath| {
            let ways = hinge.molars().map(|molar| path.ways_mm(molar));
            ways.iter().flat_map(|way| way.windows(2)).map(|pair| pair[1] - pair[0]).fold(0.0, f64::max)
        };
        let refined = path(None);
        assert!(farthest(&refined) <= MOST_MOLAR_STEP_MM && !refined.steps.iter().any(|s| s.is_jump), "{kind:?}");
        let last = refined.steps.last().expect("steps");
        assert_eq!((last.s_mm, refined.steps[0].s_mm), (6.0, 0.0));
        assert!(refined.steps.windows(2).all(|pair| pair[0].s_mm <= pair[1].s_mm));
        let coarse = path(Some(5));
        assert_eq!(coarse.steps.len(), 5);
        assert!(farthest(&coarse) > MOST_MOLAR_STEP_MM, "the twin");
    }
    let cancelled = Progress::default();
    cancelled.cancel();
    let course = Course::new(&articulator, &hinge, Movement { kind: MovementKind::Protrusion, amount_mm: 6.0 });
    let refining = Refining { length_mm: 6.0, molars: hinge.molars(), steps: None };
    assert!(MotionPath::without_teeth(&course, Guide::Free, &refining, &cancelled).is_err());
}

#[test]
fn presets_are_sound_and_named_apart() {
    for (i, preset) in PRESETS.iter().enumerate() {
        assert_eq!((preset.make)().fault(), None, "{}", preset.name);
        assert!(PRESETS[..i].iter().all(|other| other.name != preset.name) && !preset.source.is_empty());
    }
    assert!(RANGES.iter().all(|r| r.least <= r.mean && r.mean <= r.most && !r.source.is_empty()));
    let broken = Articulator { arm_mm: 50.0, ..Articulator::default() };
    assert!(broken.fault().expect("a fault").starts_with("arm_mm is 50"));
}

#[test]
fn a_facebow_says_where_the_axis_is() {
    let articulator = Articulator::average(ReferencePlane::Frankfurt, 40.0);
    let turned = Rigid::from_six([4.0, 5.0, 6.0, 10.0, 20.0, 30.0]);
    let at = |p: DVec3| turned.transform_point(p);
    let points = Facebow::Points {
        right: at(DVec3::X * 50.0),
        left: at(DVec3::X * -50.0),
        front: at(DVec3::new(30.0, 70.0, 0.0)),
    };
    let axis = Facebow::Axis {
        point: at(DVec3::ZERO),
        right: turned.rotation * DVec3::X,
        front: turned.rotation * DVec3::new(0.3, 1.0, 0.0),
    };
    let typed = Facebow::Typed { hinge_from_world: turned.inverse() };
    for facebow in [points, axis, typed] {
        let found = facebow.world_from_hinge().expect("a frame");
        assert!((found.to_dmat4() - turned.to_dmat4()).abs_diff_eq(glam::DMat4::ZERO, 1e-9), "{facebow:?}");
    }
    assert_eq!(points.intercondylar_mm().map(f64::round), Some(100.0));
    let parallel = Facebow::Axis { point: DVec3::ZERO, right: DVec3::X, front: DVec3::X * 2.0 };
    assert_eq!(parallel.world_from_hinge(), None, "the twin");
    let hinge = HingeFrame::measured(turned, at(articulator.incisal_point()));
    assert!(hinge.incisal.distance(articulator.incisal_point()) < 1e-9);
    let motion = Rigid::from_six([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let start = Rigid::from_six([0.1, 0.2, 0.3, 1.0, 1.0, 1.0]);
    let back = hinge.motion(&hinge.upper_from_lower(&motion, &start), &start);
    assert!((back.to_dmat4() - motion.to_dmat4()).abs_diff_eq(glam::DMat4::ZERO, 1e-9));
}

#[test]
fn roles_follow_from_the_movement_and_the_side() {
    let movement = |kind| Movement { kind, amount_mm: 4.0 };
    let role = |kind, tooth: u8, first_mm, last_mm| {
        Role::of(Some(&movement(kind)), crate::jaw::Fdi::new(tooth).expect("a tooth"), first_mm, last_mm)
    };
    let right = lateral(Side::Right, 0.0);
    assert_eq!((role(right, 46, 0.0, 3.0), role(right, 36, 1.0, 2.0)), (Some(Role::Working), Some(Role::Balancing)));
    assert_eq!(role(lateral(Side::Left, 0.0), 46, 0.0, 3.0), Some(Role::Balancing), "the twin");
    assert_eq!(role(MovementKind::Protrusion, 41, 0.2, 3.0), Some(Role::Protrusive));
    assert_eq!(role(lateral(Side::Right, 1.0), 41, 0.2, 3.0), Some(Role::Protrusive), "all of it is protrusion");
    assert_eq!(
        (role(right, 46, 0.0, INTERCUSPAL_MM), role(right, 46, 0.1, 0.2)),
        (Some(Role::Intercuspal), Some(Role::Working))
    );
    assert_eq!(Role::of(None, crate::jaw::Fdi::new(46).expect("a tooth"), 0.5, 3.0), None);
}
