//! The raster maps against the exact engine's: the same pixel grid, the same plain result, no common step.
use crate::harness::{self, prepared};
use glam::DVec3;
use occluscope::base::{Progress, Rigid};
use occluscope::exact::{BvhEngine, ExactAnalysis};
use occluscope::field::{GapField, PixelClass, Question};
use occluscope::import::read_mesh;
use occluscope::jaw::{JawPair, sample_case};
use std::path::PathBuf;

/// How two maps of one grid differ. Counts are of pixels that both jaws cover.
#[derive(Debug, Default)]
struct Difference {
    compared: usize,
    near_edge: usize,
    unsolved: usize,
    class: usize,
    gap: usize,
    largest_mm: f64,
    sum_of_squares: f64,
}

fn differ(raster: &GapField, exact: &ExactAnalysis, range_mm: f64) -> Difference {
    let mut d = Difference::default();
    for i in 0..raster.class.len() {
        let (a, b) = (raster.class[i], exact.field.class[i]);
        let covered = |c| matches!(c, PixelClass::Clear | PixelClass::Interfering | PixelClass::Unsolved);
        if !covered(a) && !covered(b) {
            d.class += usize::from(a != b && !exact.near_edge[i]);
        } else if exact.near_edge[i] {
            d.near_edge += 1;
        } else if a == PixelClass::Unsolved || b == PixelClass::Unsolved {
            d.unsolved += 1;
        } else {
            d.compared += 1;
            let (ga, gb) = (f64::from(raster.gap_mm[i]), f64::from(exact.field.gap_mm[i]));
            // Depth noise of single precision decides whether a sliver of under 0.0001 mm touches or overlaps.
            d.class += usize::from(a != b && gb.abs() >= 1e-4);
            // At the very end of the range one may have a gap and the other none.
            if ga.is_nan() != gb.is_nan() {
                d.gap += usize::from(ga.min(gb) < range_mm - 1e-3);
            } else if !ga.is_nan() {
                d.gap += usize::from((ga - gb).abs() > TOLERANCE_MM);
                d.largest_mm = d.largest_mm.max((ga - gb).abs());
                d.sum_of_squares += (ga - gb) * (ga - gb);
            }
        }
    }
    d
}

/// Rasters snap corners to 1/256 pixel: on a face of slope s the depth is off by s * pitch / 256, here up to slope 5
/// and pitch 0.25 mm, with both surfaces; single precision adds about 0.00002 mm.
const TOLERANCE_MM: f64 = 2.0 * 5.0 * 0.25 / 256.0 + 2e-5;

pub fn check(name: &str, pair: &JawPair, question: &Question) {
    let mut engine = harness::open(pair);
    let raster = engine.analyze(question).expect("an answer");
    let field = raster.field.expect("a map");
    let exact = BvhEngine::new(pair);
    let truth = exact.analyze(question, &field.projection, &Progress::default()).expect("not cancelled");
    let d = differ(&field, &truth, question.range_mm);
    println!("{name}: {d:?}, rms {:.7} mm", (d.sum_of_squares / d.compared.max(1) as f64).sqrt());
    let (a, b) = (&raster.metrics, &truth.metrics);
    println!("    raster {:?} {:?} mm, exact {:?} {:?} mm", a.pixels, a.max_depth_mm, b.pixels, b.max_depth_mm);
    assert!(d.compared > 1000 && d.class == 0 && d.gap == 0, "{name}: {d:?}");
    assert_eq!(a.verdict, b.verdict, "{name}");
    let elsewhere = Rigid::from_translation(DVec3::splat(0.05)) * question.upper_from_lower;
    let moved = Question { upper_from_lower: elsewhere, ..question.clone() };
    let twin = exact.analyze(&moved, &field.projection, &Progress::default()).expect("not cancelled");
    let d = differ(&field, &twin, question.range_mm);
    assert!((d.class + d.gap) * 50 > d.compared, "{name}: a moved jaw went unnoticed: {d:?}");
}

#[test]
fn the_raster_engine_agrees_with_the_exact_one() {
    let (upper, lower) = sample_case(&Progress::default()).expect("the sample case");
    let pair = prepared([upper, lower]);
    check("sample", &pair, &Question::default());
    let moved = Rigid::from_six([0.2, 0.4, -0.3, 0.8, -0.5, 0.7]);
    check("sample, moved", &pair, &Question { upper_from_lower: moved, ..Question::default() });
    check("sample, from the side", &pair, &harness::along(pair.frame.right + pair.frame.up * 0.3, 256));
}

#[test]
fn the_raster_engine_agrees_with_the_exact_one_on_real_scans() {
    let root = std::env::var_os("OCCLUSCOPE_SCANS").map_or_else(|| PathBuf::from("../shared/scans"), PathBuf::from);
    for case in ["case-1-full-resolution", "case-2-tight-contact", "case-5-closed-crowns"] {
        let read = |jaw: &str| std::fs::read(root.join(case).join(format!("{jaw}.stl"))).ok();
        let (Some(upper), Some(lower)) = (read("upper"), read("lower")) else {
            println!("left out, not here: {case}");
            continue;
        };
        let raw = [upper, lower].map(|bytes| read_mesh(&bytes, &Progress::default()).expect("a scan").raw);
        let pair = prepared(raw);
        check(case, &pair, &Question::default());
        check(&format!("{case}, 1024"), &pair, &Question { resolution: 1024, ..Question::default() });
    }
}
