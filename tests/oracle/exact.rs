//! The raster engine against the exact one: the same choice of projection, the same pixel grid, the same plain result, no
//! common step.
use crate::oracle::harness::{self, CASES, held_against, held_against_rays, judged, real_pair, sample};
use glam::DVec3;
use occluscope::base::{Progress, Rigid};
use occluscope::engine::{Analysis, Engine, open_stencil};
use occluscope::exact::BvhEngine;
use occluscope::field::projection_choice::ContactVolumes;
use occluscope::field::{GapField, NearEdge, PixelClass, Question};
use occluscope::jaw::JawPair;
use std::sync::Arc;

/// The two engines' maps of one question; nothing may differ but for the causes that [`occluscope::field::agreement`] names.
fn check(name: &str, pair: &JawPair, question: &Question) {
    let mut engine = open_stencil(harness::context(), pair).expect("the meshes fit");
    let raster = engine.analyze(question).expect("an answer");
    check_answer(raster, engine.as_mut(), name, question);
}

/// An engine's answer and the exact one's.
pub fn check_answer(raster: Analysis, engine: &mut dyn Engine, name: &str, question: &Question) {
    let field = raster.field.expect("a map");
    let exact = engine.trees(&Progress::default()).expect("not cancelled");
    let (got, truth) = held_against(&exact, question, &field);
    println!("{name}: {got:?}");
    let (a, b) = (&raster.metrics, &truth.metrics);
    println!("    raster {:?} {:?} mm, exact {:?} {:?} mm", a.pixels, a.max_depth_mm, b.pixels, b.max_depth_mm);
    assert!(got.compared > 300 && got.unexplained() == 0, "{name}: {got:?}");
    assert_eq!(a.verdict, b.verdict, "{name}");
    // Few pixels are left out or excused: silhouettes and slopes are narrow.
    assert!((got.near_silhouette + got.rounding) * 50 < got.pixels, "{name}: {got:?}");
    let elsewhere = Rigid::from_translation(DVec3::splat(0.05)) * question.upper_from_lower;
    let moved = Question { upper_from_lower: elsewhere, ..question.clone() };
    let twin = held_against_rays(&exact, &moved, &field);
    assert!(twin.unexplained() * 10 > twin.compared, "{name}: a moved jaw went unnoticed: {twin:?}");
}

#[test]
fn the_raster_engine_agrees_with_the_exact_one() {
    let pair = sample();
    check("sample", &pair, &Question::default());
    let moved = Rigid::from_six([0.2, 0.4, -0.3, 0.8, -0.5, 0.7]);
    check("sample, moved", &pair, &Question { upper_from_lower: moved, ..Question::default() });
    check("sample, from the side", &pair, &harness::along(pair.frame.right + pair.frame.up * 0.3, 256));
}

#[test]
fn the_raster_engine_agrees_with_the_exact_one_on_real_scans() {
    for case in CASES {
        let Some(pair) = real_pair(case) else { continue };
        check(case, &pair, &Question::default());
        check(&format!("{case}, 1024"), &pair, &Question { resolution: 1024, ..Question::default() });
    }
}

/// A pixel off all edges with a small clearance that hardly changes from pixel to pixel: no flank.
fn plain_pixel(field: &GapField, near_edge: &[NearEdge]) -> usize {
    let (cols, gap) = (field.projection.cols as usize, &field.gap_mm);
    let is_level = |i: &usize| [i - 1, i + 1, i - cols, i + cols].iter().all(|j| (gap[*i] - gap[*j]).abs() < 0.1);
    (cols..field.class.len() - cols)
        .filter(|i| near_edge[*i] == NearEdge::No && (0.2..0.4).contains(&gap[*i]))
        .find(is_level)
        .expect("a pixel with a small clearance")
}

#[test]
fn one_pixel_or_one_vertex_out_of_place_is_noticed() {
    let pair = sample();
    let question = Question { resolution: 256, ..Question::default() };
    let map = |pair: &JawPair, question: &Question| {
        let mut engine = open_stencil(harness::context(), pair).expect("the meshes fit");
        engine.analyze(question).expect("an answer").field.expect("a map")
    };
    let exact = BvhEngine::new(&pair);
    let field = map(&pair, &question);
    let (clean, truth) = held_against(&exact, &question, &field);
    assert_eq!(clean.unexplained(), 0, "{clean:?}");
    let pixel = plain_pixel(&field, &truth.near_edge);
    let disturbed = |change: &dyn Fn(&mut GapField)| {
        let mut field = field.clone();
        change(&mut field);
        judged(&exact, &question, &field, (&truth.field, &truth.near_edge))
    };
    // On slopes below 1 mm a pixel, two surfaces move by less than 0.01 mm in 1/256 pixel.
    assert_eq!(disturbed(&|f| f.gap_mm[pixel] += 0.02).gap_differs, 1);
    assert_eq!(disturbed(&|f| f.gap_mm[pixel] = f32::NAN).gap_missing, 1);
    assert_eq!(disturbed(&|f| f.class[pixel] = PixelClass::Interfering).class_differs, 1);
    assert_eq!(disturbed(&|f| f.class[pixel] = PixelClass::UpperOnly).class_differs, 1);

    let mut bent = pair.clone();
    let [vertex, ..] = pair.lower.mesh.triangles[field.lower_triangle[pixel] as usize];
    Arc::make_mut(&mut bent.lower.mesh).positions[vertex as usize] -= (pair.frame.up * 0.05).as_vec3();
    let along = Question { direction: Some(field.projection.direction), ..question.clone() };
    let noticed = held_against_rays(&exact, &question, &map(&bent, &along)).unexplained();
    assert!((1..50).contains(&noticed), "{noticed} pixels see the vertex that moved");
}

#[test]
fn both_engines_choose_the_same_direction_and_the_same_pixels() {
    let mut pairs = vec![("sample", sample())];
    pairs.extend(CASES.iter().filter_map(|case| Some((*case, real_pair(case)?))));
    for (name, pair) in &pairs {
        let exact = BvhEngine::new(pair);
        for six in [[0.0; 6], [0.4, -0.3, 0.5, 1.0, 2.0, -1.5]] {
            let question = Question { upper_from_lower: Rigid::from_six(six), ..Question::default() };
            let raster = |question: &Question| {
                let mut engine = open_stencil(harness::context(), pair).expect("the meshes fit");
                engine.figures(question).expect("figures").projection.expect("a projection")
            };
            let grid = |question: &Question| {
                exact.projection(question, &Progress::default()).expect("not cancelled").expect("a projection")
            };
            let (a, b) = (raster(&question), grid(&question));
            let degrees = |d: DVec3| a.direction.angle_between(d).to_degrees();
            let jaws = exact.shapes(&question.upper_from_lower).expect("surfaces");
            let volumes = ContactVolumes::of(&jaws, question.range_mm).expect("volumes that meet");
            let guess = volumes.guess_direction(&jaws);
            println!("{name} {six:?}: {:.3} degrees apart, first guess {:.1}", degrees(b.direction), degrees(guess));
            // The probes lay their pixels over the zone alike; rounding moves a few pixels in or out of it.
            assert!(degrees(b.direction) < 1.0 && a.chosen_by == b.chosen_by, "{name}: {a:?} {b:?}");
            assert!(*name != "sample" || degrees(guess) > 1.0, "the twin: the guess alone is farther off");
            // Along the same direction not a pixel lies elsewhere.
            let along = Question { direction: Some(a.direction), ..question };
            assert_eq!(raster(&along), grid(&along), "{name}");
        }
    }
}
