//! Contact areas cut along the iso-lines of the gap: analytic shapes, pixels of the same maps, and every engine.
use crate::oracle::harness::{self, CASES, real_pair, sample};
use crate::oracle::multi_projection::{bowl, zone_of};
use crate::oracle::pairs::n_poses;
use crate::oracle::shapes::{moved, sphere};
use glam::DVec3;
use occluscope::base::{Progress, Random, Rigid};
use occluscope::engine::{Analysis, Contact, ContactQuestion, MultiProjection, contact_by_maps, open_native};
use occluscope::field::contact::{GapKind, Zone};
use occluscope::field::{GapField, Question};
use occluscope::jaw::JawPair;
use occluscope::mesh::topology::twins;
use std::time::Instant;

const ZONE_MM: f64 = 0.1;

fn zones(contact: &Contact) -> &[Zone] {
    contact.zones(ZONE_MM).expect("asked for")
}

fn contact(engine: &str, pair: &JawPair, question: &Question) -> (Contact, MultiProjection) {
    cut(engine, harness::along_all_projections(engine, pair, question), pair, question)
}

fn cut(engine: &str, analysis: Analysis, pair: &JawPair, question: &Question) -> (Contact, MultiProjection) {
    let multi_projection = analysis.multi_projection.expect("several projections");
    let neighbours = [&pair.upper, &pair.lower].map(|jaw| twins(&jaw.mesh.triangles, jaw.mesh.positions.len()));
    let neighbours = [&*neighbours[0], &*neighbours[1]];
    let begun = Instant::now();
    let maps: Vec<&GapField> = multi_projection.tiles.iter().map(|t| &t.field).collect();
    let asked = (question, &ContactQuestion::new(GapKind::Projected, vec![ZONE_MM]));
    let found = contact_by_maps(pair, neighbours, asked, &maps, &Progress::default()).expect("not cancelled");
    println!("{engine}: contact cut in {:.0} ms", begun.elapsed().as_secs_f64() * 1e3);
    (found, multi_projection)
}

/// A ball in a bowl, 0.05 mm apart everywhere.
#[test]
fn the_contact_of_a_ball_in_a_bowl_is_the_bowl() {
    let (radius, gap, opening) = (5.0, 0.05, 75.0);
    let (ball, bowl) = (sphere(DVec3::ZERO, radius, 6), bowl(radius + gap, opening));
    for turn in [Rigid::IDENTITY, Rigid::from_six([3.0, -2.0, 1.0, 25.0, -40.0, 60.0])] {
        let pair = harness::pair(&moved(&ball, &turn), &moved(&bowl, &turn));
        let question = Question { thresholds_mm: vec![0.1], resolution: 256, ..Question::default() };
        let (found, multi_projection) = contact("stencil (native)", &pair, &question);
        let area = found.area(0.1).expect("asked for");
        let (upper, lower) = (zone_of(radius, opening), zone_of(radius + gap, opening));
        println!(
            "{area:?} of {upper} and {lower}; by pixels {:?}; {} zones",
            multi_projection.merged.contact,
            zones(&found).len()
        );
        // A pixel (0.04 mm) of a rim of 31 mm is 1.2 mm².
        assert!((area.area_lower_mm2 / lower - 1.0).abs() < 0.01, "{} of {lower}", area.area_lower_mm2);
        // The ball goes on beyond the rim: some of it is within 0.1 mm of the rim itself along a tilted projection.
        assert!((area.area_upper_mm2 / upper - 1.0).abs() < 0.015, "{} of {upper}", area.area_upper_mm2);
        assert_eq!(area.penetrating_area_upper_mm2, 0.0);
        assert_eq!(zones(&found).len(), 1, "one ball, one contact");
    }
}

/// The iso-lines of the same maps: what pixels count whole, and what runs through them.
fn check(name: &str, pair: &JawPair) {
    let question = Question::default();
    let (native, multi_projection) = contact("stencil (native)", pair, &question);
    for pixels in &multi_projection.merged.contact {
        let cut = native.area(pixels.threshold_mm).expect("asked for");
        println!("{name}, {}: cut {cut:?}, pixels {pixels:?}", pixels.threshold_mm);
        for (a, b) in [(cut.area_upper_mm2, pixels.area_upper_mm2), (cut.area_lower_mm2, pixels.area_lower_mm2)] {
            assert!((a - b).abs() <= 0.02 * b + 0.1, "{name}, {}: {a} by cutting, {b} by pixels", cut.threshold_mm);
        }
    }
    for zone in zones(&native).iter().take(12) {
        println!("{name}: {:.2?} mm², {:.3} mm, at {:.1}", zone.area_mm2, zone.min_gap_mm, zone.centroid);
    }
    let sum = |side: usize| zones(&native).iter().map(|z| z.area_mm2[side]).sum::<f64>();
    for side in [0, 1] {
        let whole = native.sheet.within(side, 0.1).expect("asked for");
        assert!((sum(side) - whole).abs() < 1e-6 * whole + 1e-9, "{name}: zones leave something out");
    }
    for engine in ["stencil", "zlist", "bvh"] {
        let analysis = match engine {
            // By lists no other test asks.
            "zlist" => harness::along_all_projections(engine, pair, &question),
            _ => harness::along_all_projections_once(engine, (name, pair)),
        };
        let (other, _) = cut(engine, analysis, pair, &question);
        for threshold in [0.05, 0.1, 0.2] {
            let [a, b] = [&native, &other].map(|c| c.area(threshold).expect("asked for"));
            for (a, b) in [(a.area_upper_mm2, b.area_upper_mm2), (a.area_lower_mm2, b.area_lower_mm2)] {
                assert!((a / b - 1.0).abs() < 0.02, "{name}, {engine}, {threshold}: {a} and {b}");
            }
        }
    }
    // The twin: 10 µm closer is noticed.
    let closer = Rigid::from_translation(pair.frame.up * 0.01);
    let (other, _) = contact("stencil (native)", pair, &Question { upper_from_lower: closer, ..question });
    let [a, b] = [&native, &other].map(|c| c.area(0.05).expect("asked for").area_upper_mm2);
    assert!(b > 1.02 * a, "{name}: {a} and {b}");
}

#[test]
fn contact_of_the_sample_is_the_same_by_every_engine() {
    check("sample", &sample());
}

#[test]
fn contact_of_a_real_scan_is_the_same_by_every_engine() {
    if let Some(pair) = real_pair(CASES[0]) {
        check(CASES[0], &pair);
    }
}

/// Pressed deeper along the projection no contact may get less: what interpenetrates more is not taken for less. `OCCLUSCOPE_POSES`
/// pushes, 300 by default; `scripts/long` takes 1,000.
#[test]
fn pressing_deeper_never_lowers_the_contact() {
    let pair = sample();
    let direction = -pair.frame.up;
    let mut engine = open_native(&pair).expect("a surface");
    let mut areas = |upper_from_lower: Rigid| {
        let question =
            Question { upper_from_lower, direction: Some(direction), resolution: 256, ..Question::default() };
        let metrics = engine.figures(&question).expect("an answer");
        metrics.contact.iter().flat_map(|c| [c.area_upper_mm2, c.area_lower_mm2]).collect::<Vec<f64>>()
    };
    let mut random = Random::new(95);
    let (mut worst, mut n_lower) = (0.0_f64, 0);
    let n = n_poses(300);
    for _ in 0..n {
        // From apart to 0.2 mm deep, somewhat aside, and then up to 0.1 mm deeper.
        let aside = random.vector() * 0.3;
        let start = aside - direction * (direction.dot(aside) + 0.25 * random.unit() - 0.05);
        let push = 0.0501 + 0.05 * random.unit();
        let before = areas(Rigid::from_translation(start));
        let after = areas(Rigid::from_translation(start - direction * push));
        let loss = before.iter().zip(&after).map(|(a, b)| (a - b) / a.max(1.0)).fold(0.0, f64::max);
        worst = worst.max(loss);
        n_lower += usize::from(loss > 0.0);
    }
    println!("{n} pushes: {n_lower} with any loss, the largest {worst:.1e}");
    // Some 10,000 pixels' areas in single precision are added up in another order.
    assert!(worst < 1e-6, "{worst}");
    // The twin: drawn back there is less.
    let drawn_back = areas(Rigid::from_translation(direction * 0.1));
    let before = areas(Rigid::IDENTITY);
    assert!(before.iter().zip(&drawn_back).all(|(a, b)| *b < 0.9 * a), "{before:?} and {drawn_back:?}");
}
