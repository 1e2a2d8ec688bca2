use super::*;
use crate::base::Progress;
use crate::jaw::motion::{
    Articulator, BorderAmounts, CondylarGuide, Condyles, Course, Guide, HingeFrame, IncisalGuide, Movement,
    MovementKind,
};
use serde_json::Value;

const PLANE: ReferencePlane = ReferencePlane::Camper;
/// As the vectors have it.
const AMOUNTS: BorderAmounts =
    BorderAmounts { opening_mm: 20.0, protrusion_mm: 5.0, retrusion_mm: 1.0, lateral_mm: 5.0 };

fn points(articulator: &Articulator) -> JawPoints {
    let rest = Condyles::at_rest(articulator.half_width_mm());
    JawPoints { incisal: articulator.incisal_point(), condyles: BothSides { right: rest.right, left: rest.left } }
}

fn of(articulator: &Articulator, guide: Guide, amounts: &BorderAmounts) -> Vec<Diagram> {
    let hinge = HingeFrame::alone(articulator);
    let start = Course::new(articulator, &hinge, Movement { kind: MovementKind::Protrusion, amount_mm: 0.0 });
    let borders = Borders::without_teeth(&start, guide, amounts, &Progress::default()).expect("not cancelled");
    let movement = borders.line(Border::Lateral(Side::Right)).expect("a line").motions.clone();
    diagrams(&borders, &movement, &points(articulator), PLANE)
}

fn line(diagrams: &[Diagram], kind: DiagramKind, of: LineKind) -> &[DVec2] {
    let diagram = diagrams.iter().find(|d| d.kind == kind).expect("a diagram");
    &diagram.lines.iter().find(|line| line.kind == of).unwrap_or_else(|| panic!("{kind:?} has no {of:?}")).points
}

fn end(diagrams: &[Diagram], kind: DiagramKind, of: LineKind) -> DVec2 {
    *line(diagrams, kind, of).last().expect("points")
}

fn flat() -> Articulator {
    let incisal = Some(IncisalGuide { plane: PLANE, sagittal_deg: 0.0, wings_deg: BothSides::same(0.0) });
    Articulator { incisal, ..Articulator::default() }
}

fn arch(diagrams: &[Diagram]) -> BothSides<f64> {
    diagrams.iter().find_map(Diagram::half_angles_deg).expect("an arch")
}

/// 69 degrees from the front where nothing guides the front teeth, 65 on a flat table.
#[test]
fn the_gothic_arch_has_its_angles() {
    let wanted = |x: f64, y: f64| x.atan2(y).to_degrees();
    for (found, degrees, x, y) in [
        (of(&Articulator::default(), Guide::Free, &AMOUNTS), 69.0, 6.2153, 2.3874),
        (of(&flat(), Guide::Incisal, &AMOUNTS), 65.0, 6.2039, 2.9322),
    ] {
        let BothSides { right, left } = arch(&found);
        // Of the coordinates' digits: 1e-4 mm of 6.5 mm are 1e-3 degrees.
        assert!((right - wanted(x, y)).abs() < 1e-3 && (right - degrees).abs() < 0.5, "{right}");
        assert!((left - right).abs() < 1e-9, "{left}");
        let lateral = end(&found, DiagramKind::GothicArch, LineKind::Border(Border::Lateral(Side::Right)));
        assert!(lateral.abs_diff_eq(DVec2::new(x, y), 1e-4), "{lateral}: to the patient's right, seen from above");
        assert!(!lateral.abs_diff_eq(DVec2::new(x + 3e-4, y), 1e-4), "the twin");
    }
    let mut unlike = Articulator::default();
    unlike.guides.left.bennett_deg = 25.0;
    let BothSides { right, left } = arch(&of(&unlike, Guide::Free, &AMOUNTS));
    assert!(right - left > 2.0, "the left condyle's guide is that of the right side's line: {right} {left}");
}

#[test]
fn a_protrusion_is_a_straight_line_where_its_path_is() {
    let straight = of(&Articulator::default(), Guide::Free, &AMOUNTS);
    let guide = CondylarGuide { path_radius_mm: Some(12.5), ..CondylarGuide::new(PLANE, 30.0, 15.0) };
    let bent = Articulator { guides: BothSides::same(guide), ..Articulator::default() };
    let bent = of(&bent, Guide::Free, &AMOUNTS);
    let off = |diagrams: &[Diagram]| {
        let points = line(diagrams, DiagramKind::PosseltSagittal, LineKind::Border(Border::Protrusion));
        let along = (*points.last().expect("points")).normalize();
        points.iter().map(|p| along.perp_dot(*p).abs()).fold(0.0, f64::max)
    };
    assert!(off(&straight) < 1e-9 && off(&bent) > 0.1, "{} {}", off(&straight), off(&bent));
    let at = end(&straight, DiagramKind::PosseltSagittal, LineKind::Border(Border::Protrusion));
    assert!(at.abs_diff_eq(DVec2::new(5.0, -5.0 * 30f64.to_radians().tan()), 1e-9), "{at}");
    let condyle = LineKind::Condyle(Side::Left, Border::Protrusion);
    assert!(end(&straight, DiagramKind::CondylesSagittal, condyle).abs_diff_eq(at, 1e-9), "nothing turns");
    assert!(end(&straight, DiagramKind::GothicArch, LineKind::Border(Border::Protrusion)).x.abs() < 1e-12);
}

#[test]
fn both_sides_are_mirror_images() {
    let found = of(&Articulator::default(), Guide::Free, &AMOUNTS);
    let mirrors = |a: &[DVec2], b: &[DVec2], x: f64| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (*a - DVec2::new(x * b.x, b.y)).length() < 1e-9)
    };
    for (kind, right, left) in [
        (DiagramKind::GothicArch, Border::Lateral(Side::Right), Border::Lateral(Side::Left)),
        (DiagramKind::PosseltFrontal, Border::LateralOpens(Side::Right), Border::LateralOpens(Side::Left)),
    ] {
        let [right, left] = [right, left].map(|border| line(&found, kind, LineKind::Border(border)));
        assert!(mirrors(right, left, -1.0) && !mirrors(right, left, 1.0), "{kind:?}");
    }
    let condyle = |side, border| line(&found, DiagramKind::CondylesHorizontal, LineKind::Condyle(side, border));
    let right = condyle(Side::Right, Border::Lateral(Side::Left));
    let left = condyle(Side::Left, Border::Lateral(Side::Right));
    assert!(mirrors(right, left, -1.0) && right.last().expect("points").y > 4.9, "the balancing ones go forward");
    // From the front the patient's right is on the left hand.
    assert!(end(&found, DiagramKind::PosseltFrontal, LineKind::Border(Border::Lateral(Side::Right))).x < -5.0);
}

#[test]
fn the_vectors_stand_in_the_diagrams() {
    let vectors: Value = serde_json::from_str(include_str!("../vectors.json")).expect("JSON");
    let wanted = |case: &str| {
        let list = vectors["vectors"][case]["incisal_d"].as_array().expect(case);
        DVec3::from_slice(&list.iter().map(|x| x.as_f64().expect("a number")).collect::<Vec<_>>())
    };
    let found = of(&Articulator::default(), Guide::Free, &AMOUNTS);
    let movement = wanted("L_right_B15_free");
    for (kind, wanted) in [
        (DiagramKind::PosseltSagittal, DVec2::new(movement.y, movement.z)),
        (DiagramKind::PosseltFrontal, DVec2::new(-movement.x, movement.z)),
        (DiagramKind::GothicArch, DVec2::new(movement.x, movement.y)),
    ] {
        assert!(end(&found, kind, LineKind::Movement).abs_diff_eq(wanted, 1e-4), "{kind:?}");
    }
    // 20 mm of opening are a chord of 20 mm; every border ends where the widest opening is.
    let opened = end(&found, DiagramKind::PosseltSagittal, LineKind::Border(Border::Opening));
    assert!((opened.length() - 20.0).abs() < 1e-9 && opened.abs_diff_eq(DVec2::new(-9.3973, -17.6548), 1e-4));
    let from_front = end(&found, DiagramKind::PosseltSagittal, LineKind::Border(Border::ProtrusionOpens));
    assert!(from_front.abs_diff_eq(opened, 1e-9));
}

#[test]
fn a_mark_lies_on_its_line_and_holes_part_it() {
    let articulator = Articulator::default();
    let hinge = HingeFrame::alone(&articulator);
    let movement = Movement { kind: MovementKind::Protrusion, amount_mm: 5.0 };
    let start = Course::new(&articulator, &hinge, movement);
    let borders = Borders::without_teeth(&start, Guide::Free, &AMOUNTS, &Progress::default()).expect("not cancelled");
    let mut motions = borders.line(Border::Lateral(Side::Left)).expect("a line").motions.clone();
    let (points, last) = (points(&articulator), motions[40].expect("a motion"));
    motions[7] = None;
    for diagram in diagrams(&borders, &motions, &points, PLANE) {
        let of_movement: Vec<_> = diagram.lines.iter().filter(|line| line.kind.is_movement()).collect();
        let marks = diagram.marks(&last, &points);
        assert_eq!(of_movement.len(), 2 * marks.len(), "{:?}", diagram.kind);
        for (mark, line) in marks.iter().zip(of_movement.iter().skip(1).step_by(2)) {
            assert_eq!(line.points.last(), Some(mark), "{:?}", diagram.kind);
        }
        let [least, most] = diagram.bounds();
        assert!(diagram.lines.iter().flat_map(|l| &l.points).all(|p| p.cmpge(least).all() && p.cmple(most).all()));
    }
}

#[test]
fn borders_end_where_guides_do() {
    let guide = CondylarGuide { path_radius_mm: Some(5.0), ..CondylarGuide::new(PLANE, 30.0, 15.0) };
    let short = Articulator { guides: BothSides::same(guide), ..Articulator::default() };
    let found = of(&short, Guide::Free, &BorderAmounts::default());
    let x = end(&found, DiagramKind::PosseltSagittal, LineKind::Border(Border::Protrusion)).x;
    let most = guide.longest_mm().min(BorderAmounts::default().protrusion_mm);
    assert!((x - most).abs() < 1e-9, "{x} {most}");
    assert!(found.iter().flat_map(|d| &d.lines).flat_map(|l| &l.points).all(|p| p.is_finite()));
}

#[test]
fn areas_are_curves_and_ticks_are_round() {
    let points = [Some(DVec2::new(0.0, 3.0)), Some(DVec2::new(1.0, 2.0)), None, Some(DVec2::new(3.0, 1.0))];
    let found = Diagram::of_areas(PLANE, &[(0.1, points.to_vec())]);
    assert_eq!(found.lines.iter().map(|l| l.points.len()).collect::<Vec<_>>(), [2, 1]);
    assert!(!found.is_to_scale && found.lines[0].kind.words().contains("0.1") && found.half_angles_deg().is_none());
    assert_eq!(ticks(-1.1, 4.0, 5), [-1.0, 0.0, 1.0, 2.0, 3.0, 4.0]);
    assert_eq!(ticks(0.0, 0.55, 3), [0.0, 0.2, 0.4]);
    assert_eq!((ticks(2.0, 2.0, 3), ticks(0.0, f64::NAN, 3).len()), (vec![2.0], 1));
}

#[test]
fn a_plot_is_to_scale_and_near_it_is_the_movements_own() {
    let line =
        |kind, points: &[[f64; 2]]| DiagramLine { kind, points: points.iter().map(|p| DVec2::from(*p)).collect() };
    let lines = vec![
        line(LineKind::Border(Border::Opening), &[[0.0, 0.0], [-20.0, -40.0]]),
        line(LineKind::Movement, &[[0.0, 0.0], [4.0, -2.0]]),
    ];
    let axis = Axis { words: phrase!("diagram-up-mm"), ends: None };
    let kind = DiagramKind::PosseltSagittal;
    let diagram = Diagram {
        kind,
        plane: ReferencePlane::Camper,
        across: axis,
        up: axis,
        is_to_scale: true,
        borders_by: None,
        lines,
    };
    let size = DVec2::new(200.0, 100.0);
    let [whole, near] = [DiagramScale::of(&diagram, size), DiagramScale::of_movement(&diagram, size)];
    let long = |scale: &DiagramScale, p: [f64; 2]| scale.at(DVec2::from(p)).distance(scale.at(DVec2::ZERO));
    for scale in [&whole, &near] {
        // A mm is as long across as up, and up is up.
        assert!((long(scale, [1.0, 0.0]) - long(scale, [0.0, 1.0])).abs() < 1e-9);
        assert!(scale.at(DVec2::Y).y < scale.at(DVec2::ZERO).y && scale.at(DVec2::X).x > scale.at(DVec2::ZERO).x);
    }
    let is_inside = |scale: &DiagramScale, p: [f64; 2]| {
        let at = scale.at(DVec2::from(p));
        at.min_element() >= 0.0 && at.x <= size.x && at.y <= size.y
    };
    assert!(is_inside(&whole, [-20.0, -40.0]) && is_inside(&near, [4.0, -2.0]));
    assert!(!is_inside(&near, [-20.0, -40.0]), "the twin: the borders are not");
    assert!(long(&near, [1.0, 0.0]) > 5.0 * long(&whole, [1.0, 0.0]));
}
