//! Teeth whose guidance is known in closed form: points of the lower jaw below planes of the upper one.
use super::*;
use crate::base::{MeshFormat, RawMesh};
use crate::exact::BvhEngine;
use crate::field::contact::ScopeAsked;
use crate::jaw::motion::{
    Articulator, BothSides, HingeFrame, IncisalGuide, Movement, ReferencePlane, Side, opening_rad,
};
use crate::jaw::{JawPair, PairOptions, Scan, prepare_pair};
use glam::{DVec3, Vec3};

fn scan(name: &str, triangles: &[[DVec3; 3]]) -> Scan {
    let positions: Vec<Vec3> = triangles.iter().flatten().map(|p| p.as_vec3()).collect();
    let corners = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let raw = RawMesh { format: MeshFormat::Generated, positions, triangles: corners, colors: None };
    Scan { name: name.into(), blake3: String::new(), raw, warnings: Vec::new() }
}

/// A square of the plane through `at` that falls forward by an angle.
fn plane(at: DVec3, falls_deg: f64, half_mm: f64) -> Vec<[DVec3; 3]> {
    let (x, y) = (DVec3::X * half_mm, DVec3::new(0.0, 1.0, -falls_deg.to_radians().tan()) * half_mm);
    let corner = |i: f64, j: f64| at + x * i + y * j;
    let [a, b, c, d] = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    vec![[a, b, c], [a, c, d]]
}

/// A slim pyramid that points up to `tip`.
fn spike(tip: DVec3) -> Vec<[DVec3; 3]> {
    let base = |x: f64, y: f64| tip + DVec3::new(x, y, -4.0);
    let ring = [base(-0.4, -0.4), base(0.4, -0.4), base(0.4, 0.4), base(-0.4, 0.4)];
    (0..4).map(|i| [ring[i], ring[(i + 1) % 4], tip]).collect()
}

fn pair(upper: &[[DVec3; 3]], lower: &[[DVec3; 3]]) -> JawPair {
    let options = PairOptions { close: false, ..PairOptions::default() };
    prepare_pair(scan("upper", upper), scan("lower", lower), &options, &Progress::default()).expect("a pair").0
}

struct Scene {
    articulator: Articulator,
    hinge: HingeFrame,
    pair: JawPair,
}

/// An incisal point below a plane, and a molar point below another; where there is none, 20 mm above.
fn scene(incisor_deg: f64, molar_deg: Option<f64>, raised_mm: f64) -> Scene {
    let articulator = Articulator::default();
    let hinge = HingeFrame::alone(&articulator);
    let (incisal, molar) = (hinge.incisal, DVec3::new(24.0, hinge.incisal.y - 32.0, hinge.incisal.z + 0.5));
    let up = DVec3::Z * raised_mm;
    let mut upper = plane(incisal + up, incisor_deg, 14.0);
    upper.extend(plane(
        molar + up + DVec3::Z * if molar_deg.is_some() { 0.0 } else { 20.0 },
        molar_deg.unwrap_or(0.0),
        9.0,
    ));
    let lower: Vec<_> = spike(incisal).into_iter().chain(spike(molar)).collect();
    Scene { pair: pair(&upper, &lower), articulator, hinge }
}

fn guided(scene: &Scene, kind: MovementKind, amount_mm: f64, steps: usize, start: BiteStart) -> Guided {
    let exact = BvhEngine::new(&scene.pair);
    let scope = exact.scope(&ScopeAsked::whole());
    let jaws = exact.counted(&scope, &Progress::default()).expect("not cancelled");
    let course = Course::new(&scene.articulator, &scene.hinge, Movement { kind, amount_mm });
    let guidance = ToothGuidance { jaws: &jaws, course: &course, bite: Rigid::IDENTITY, start };
    let refining = Refining { length_mm: course.length_mm(), molars: scene.hinge.molars(), steps: Some(steps) };
    guidance.path(&refining, &Progress::default()).expect("not cancelled")
}

fn openings_deg(guided: &Guided) -> Vec<f64> {
    guided.path.steps.iter().map(|step| step.opening_rad.expect("no hole").to_degrees()).collect()
}

/// Corners are stored in single precision, 88 mm from the axis: some 1e-5 mm, 1e-5 degrees.
const TOLERANCE_DEG: f64 = 2e-5;

/// As the closed forms of `jaw::motion` have a table at the incisal point, and at a molar the more open one of both.
#[test]
fn a_point_on_a_plane_is_guided_as_by_an_incisal_table() {
    for (incisor_deg, molar_deg, wanted_deg) in
        [(10.0, None, -1.2116), (50.0, None, 1.3369), (10.0, Some(20.0), -0.8828), (10.0, Some(35.0), 0.4346)]
    {
        let found = guided(&scene(incisor_deg, molar_deg, 0.0), MovementKind::Protrusion, 5.0, 6, BiteStart::Seat);
        let all = openings_deg(&found);
        let last = all.last().expect("steps");
        assert!((last - wanted_deg).abs() < 1e-4 + TOLERANCE_DEG, "{incisor_deg} {molar_deg:?}: {last}");
        assert!(found.path.steps.iter().all(|step| step.is_proven) && found.touches.iter().all(Option::is_some));
        let table =
            IncisalGuide { plane: ReferencePlane::Camper, sagittal_deg: incisor_deg, wings_deg: BothSides::same(0.0) };
        let articulator = Articulator { incisal: Some(table), ..Articulator::default() };
        let hinge = HingeFrame::alone(&articulator);
        let course = Course::new(&articulator, &hinge, Movement { kind: MovementKind::Protrusion, amount_mm: 5.0 });
        let by_table = |s: f64| opening_rad(&course, Guide::Incisal, &course.at(s)).expect("in reach").to_degrees();
        for (i, opening) in all.iter().enumerate() {
            let off = opening - by_table(i as f64);
            // A molar that touches first keeps the jaw more open.
            assert!(off > -TOLERANCE_DEG && (molar_deg.is_some() || off < TOLERANCE_DEG), "{i}: {off}");
        }
        if molar_deg.is_some() {
            assert!(all[5] - by_table(5.0) > 0.1, "the twin: the incisor alone is elsewhere");
        }
    }
}

#[test]
fn laterotrusion_is_guided_as_by_a_flat_table() {
    let found = guided(
        &scene(0.0, None, 0.0),
        MovementKind::Lateral { working: Side::Right, forward: 0.0 },
        5.0,
        3,
        BiteStart::Seat,
    );
    let last = openings_deg(&found)[2];
    assert!((last - -0.8915).abs() < 1e-4 + TOLERANCE_DEG, "{last}");
}

/// A bite that overlaps, or gapes: seated it begins at its first contact, else as it was scanned.
#[test]
fn the_bite_is_seated_or_its_overlap_is_taken_off() {
    for raised_mm in [-0.2, 0.2] {
        let scene = scene(10.0, None, raised_mm);
        let [seated, subtracted] =
            [BiteStart::Seat, BiteStart::Subtract].map(|start| guided(&scene, MovementKind::Protrusion, 5.0, 4, start));
        let first = seated.first_contact_rad.expect("a contact");
        assert_eq!(first > 0.0, raised_mm < 0.0, "an overlap opens");
        assert!((first.abs() * 90.0 - 0.2).abs() < 0.02, "{first}");
        assert_eq!(seated.path.steps[0].opening_rad, Some(first));
        assert_eq!(subtracted.path.steps[0].opening_rad, Some(0.0));
        for (a, b) in openings_deg(&seated).iter().zip(openings_deg(&subtracted)) {
            assert!((a - b - first.to_degrees()).abs() < 1e-9 && (a - b).abs() > 0.05);
        }
    }
}

/// Where the teeth have nothing to meet the path has a hole, and where they step over an edge it leaps.
#[test]
fn holes_and_leaps_are_marked() {
    let articulator = Articulator::default();
    let hinge = HingeFrame::alone(&articulator);
    let shelf = |from: f64, to: f64, z: f64| {
        let (i, y) = (hinge.incisal, |y: f64| hinge.incisal.y + y);
        let at = |x: f64, y: f64| DVec3::new(x, y, i.z + z);
        [[at(-9.0, y(from)), at(9.0, y(from)), at(9.0, y(to))], [at(-9.0, y(from)), at(9.0, y(to)), at(-9.0, y(to))]]
    };
    // 2 mm higher from 2.5 mm on, and nothing beyond 5 mm.
    let upper: Vec<_> = shelf(-8.0, 2.5, 0.0).into_iter().chain(shelf(2.4, 5.0, 2.0)).collect();
    let scene = Scene { pair: pair(&upper, &spike(hinge.incisal)), articulator, hinge };
    let exact = BvhEngine::new(&scene.pair);
    let jaws = exact.counted(&exact.scope(&ScopeAsked::whole()), &Progress::default()).expect("not cancelled");
    let course =
        Course::new(&scene.articulator, &scene.hinge, Movement { kind: MovementKind::Protrusion, amount_mm: 8.0 });
    let guidance = ToothGuidance { jaws: &jaws, course: &course, bite: Rigid::IDENTITY, start: BiteStart::Seat };
    let refining = Refining { length_mm: 8.0, molars: scene.hinge.molars(), steps: None };
    let found = guidance.path(&refining, &Progress::default()).expect("not cancelled");
    let steps = &found.path.steps;
    let jumps: Vec<f64> = steps.iter().filter(|s| s.is_jump).map(|s| s.s_mm).collect();
    assert_eq!(jumps.len(), 1, "{jumps:?}");
    let holes = steps.iter().filter(|s| s.opening_rad.is_none()).count();
    assert!(holes > 3 && steps.last().expect("steps").opening_rad.is_none() && steps[0].opening_rad.is_some());
    // The twin: without the edge nothing leaps.
    let level: Vec<_> = shelf(-8.0, 12.0, 0.0).to_vec();
    let twin = guided(
        &Scene { pair: pair(&level, &spike(scene.hinge.incisal)), ..scene },
        MovementKind::Protrusion,
        4.0,
        30,
        BiteStart::Seat,
    );
    assert!(twin.path.steps.iter().all(|s| !s.is_jump && s.opening_rad.is_some()));
}

/// The way back is the way: each step is of its own.
#[test]
fn no_step_depends_on_others() {
    let scene = scene(10.0, Some(35.0), 0.0);
    let few = openings_deg(&guided(&scene, MovementKind::Protrusion, 5.0, 3, BiteStart::Seat));
    let many = openings_deg(&guided(&scene, MovementKind::Protrusion, 5.0, 21, BiteStart::Seat));
    assert_eq!([few[0], few[1], few[2]], [many[0], many[10], many[20]]);
    assert_ne!(few[1], many[11], "the twin");
}
