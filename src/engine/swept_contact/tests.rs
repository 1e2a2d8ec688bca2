use super::super::contact::contact_by_closest;
use super::*;
use crate::jaw::motion::diagrams::LineKind;
use crate::jaw::motion::{Articulator, Course, Guide, HingeFrame, MotionPath, Movement, MovementKind, Refining};
use crate::jaw::{JawPair, PairOptions, Scan, incisal_point, prepare_pair, sample_case};

const ZONE_MM: f64 = 0.1;

fn sample() -> JawPair {
    let (upper, lower) = sample_case(&Progress::default()).expect("the sample case");
    let scan = |raw| Scan { name: "scan".into(), blake3: String::new(), raw, warnings: Vec::new() };
    prepare_pair(scan(upper), scan(lower), &PairOptions::default(), &Progress::default()).expect("a pair").0
}

/// A free protrusion of the sample case in so many steps.
fn path(pair: &JawPair, steps: usize) -> (Vec<Option<Rigid>>, Vec<f64>) {
    let articulator = Articulator::default();
    let hinge =
        HingeFrame::average(&pair.frame, incisal_point(&pair.frame, &pair.lower.mesh).expect("incisors"), &articulator);
    let course = Course::new(&articulator, &hinge, Movement { kind: MovementKind::Protrusion, amount_mm: 1.0 });
    let refining = Refining { length_mm: 1.0, molars: hinge.molars(), steps: Some(steps) };
    let path = MotionPath::without_teeth(&course, Guide::Free, &refining, &Progress::default()).expect("not cancelled");
    let pose = |motion: Rigid| hinge.upper_from_lower(&motion, &Rigid::IDENTITY);
    (path.steps.iter().map(|s| s.motion().map(pose)).collect(), path.steps.iter().map(|s| s.s_mm).collect())
}

#[test]
fn a_path_is_what_its_single_poses_are() {
    let pair = sample();
    let exact = BvhEngine::new(&pair);
    let (mut poses, at_mm) = path(&pair, 9);
    poses[4] = None;
    let teeth = Teeth::default();
    let asked = SweptQuestion {
        thresholds_mm: vec![0.05, ZONE_MM, 0.2],
        zone_threshold_mm: ZONE_MM,
        scope: ScopeAsked::whole(),
    };
    let swept = swept_contact(&exact, &poses, &at_mm, &asked, (&teeth, &pair.frame), &Progress::default())
        .expect("not cancelled");
    assert!(swept.steps[4].is_none(), "a hole stays one");
    let contacts = ContactQuestion { curve_mm: Vec::new(), ..ContactQuestion::new(GapKind::Closest, vec![ZONE_MM]) };
    let (mut nearest, mut areas) = (BTreeMap::<u32, f64>::new(), Vec::new());
    for (pose, step) in poses.iter().zip(&swept.steps) {
        let (Some(pose), Some(step)) = (pose, step) else { continue };
        let question =
            Question { upper_from_lower: *pose, thresholds_mm: asked.thresholds_mm.clone(), ..Question::default() };
        let single = contact_by_closest(&exact, (&question, &contacts), &Progress::default()).expect("not cancelled");
        for (area, mm) in step.areas.iter().zip(&asked.thresholds_mm) {
            let single = single.area(*mm).expect("asked for");
            assert!((area.area_upper_mm2 - single.area_upper_mm2).abs() <= 1e-9 * single.area_upper_mm2.max(1.0));
        }
        areas.push(step.areas[1].area_upper_mm2);
        for t in &single.sheet.sides[0].triangles {
            let least = nearest.entry(t.triangle).or_insert(f64::INFINITY);
            *least = least.min(t.min_gap_mm);
        }
    }
    let found: BTreeMap<u32, f64> = swept.places[0].iter().map(|p| (p.triangle, p.min_gap_mm)).collect();
    assert_eq!(found, nearest, "every place with its smallest gap");
    assert!(
        swept.places[0].iter().all(|p| p.share > 0.0
            && p.share <= 1.0
            && p.first_step <= p.nearest_step
            && p.nearest_step <= p.last_step)
    );
    // The curve at 0.1 mm is of these areas, and parted where the path has its hole.
    let curves = swept.area_diagram(&at_mm, ReferencePlane::Camper);
    let of_zone: Vec<_> =
        curves.lines.iter().filter(|l| l.kind == LineKind::AreaWithin { threshold_mm: ZONE_MM }).collect();
    assert_eq!((curves.lines.len(), of_zone.len(), of_zone[0].points.len()), (6, 2, 4));
    let drawn: Vec<f64> = of_zone.iter().flat_map(|line| &line.points).map(|p| p.y).collect();
    assert_eq!(drawn, areas);
    // The twin: the jaw moves, so poses differ.
    assert!(areas.iter().any(|area| (area - areas[0]).abs() > 0.5), "{areas:?}");
    let cancelled = Progress::default();
    cancelled.cancel();
    assert!(swept_contact(&exact, &poses, &at_mm, &asked, (&teeth, &pair.frame), &cancelled).is_err());
}

#[test]
fn shares_of_a_path_are_a_whole() {
    let found = shares(&[0.0, 1.0, 1.5, 4.0]);
    assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    assert_eq!(found, [0.125, 0.1875, 0.375, 0.3125]);
    assert_eq!(shares(&[2.0, 2.0]), [0.5, 0.5]);
    assert!(shares(&[]).is_empty());
}
