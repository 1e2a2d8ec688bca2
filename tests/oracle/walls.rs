//! Solids that are apart by a hair, with walls almost along the projection: whatever a wall covers by rounding, nobody says that
//! they interfere. `OCCLUSCOPE_POSES` pairs (6 by default), at three resolutions, by every engine; `scripts/long` takes 1,000.
use super::harness::{every_engine, pair};
use super::pairs::{Random, n_poses};
use super::shapes::{cuboid, moved};
use glam::DVec3;
use occluscope::base::{Progress, Rigid};
use occluscope::engine::EngineEntry;
use occluscope::field::{Question, Verdict};
use occluscope::jaw::JawPair;
use occluscope::session::Settings;
use occluscope::session::at_rest::{Known, PoseAnswer, PoseQuestion, answer};
use std::sync::Arc;

const DEFAULT_PAIRS: usize = 6;
/// The twin overlaps by so much; a bite that is not doubtful needs no move out of it.
const PRESSED_MM: f64 = 0.05;
const RESOLUTIONS: [u32; 3] = [128, 512, 1024];

/// Two boxes one above the other, `gap_mm` apart (below 0: that deep in each other), leaning so that the gap between them lies 60
/// to 89 degrees off the vertical.
fn leaning(random: &mut Random, gap_mm: f64) -> Arc<JawPair> {
    let leans = 74.5 + 14.5 * random.unit();
    let lean = Rigid::from_six([0.0, 0.0, 0.0, 0.0, -leans, 0.0]);
    let upper = cuboid(DVec3::new(-5.0, -5.0, gap_mm), DVec3::new(5.0, 5.0, gap_mm + 4.0));
    let lower = cuboid(DVec3::new(-4.5, -4.5, -4.0), DVec3::new(4.5, 4.5, 0.0));
    let mut pair = pair(&moved(&upper, &lean), &moved(&lower, &lean));
    for jaw in [&mut pair.upper, &mut pair.lower] {
        jaw.report.closed = true;
    }
    Arc::new(pair)
}

fn asked(entry: &EngineEntry, pair: &Arc<JawPair>, resolution: u32) -> PoseAnswer {
    let (upper_from_lower, direction) = (Rigid::IDENTITY, Some(DVec3::NEG_Z));
    let question = Question { upper_from_lower, direction, resolution, ..Question::default() };
    let asked = PoseQuestion::of_settings(question, &Settings::default(), DVec3::ZERO);
    let context = super::harness::context();
    let mut engine = entry.open(Some(context), pair).expect("the meshes fit");
    let known = Known::default();
    answer(engine.as_mut(), (pair, pair.frame), &asked, known, &Progress::default()).expect("an answer")
}

#[test]
fn walls_along_the_view_make_no_overlap() {
    let n = n_poses(DEFAULT_PAIRS);
    every_engine(|asker| {
        let mut random = Random::new(76);
        let mut by_map = 0;
        for k in 0..n {
            let gap_mm = 0.004 + 0.148 * (1.0 + random.unit());
            let apart = leaning(&mut random, gap_mm);
            let overlapping = leaning(&mut random, -PRESSED_MM);
            for resolution in RESOLUTIONS {
                let found = asked(asker.0, &apart, resolution);
                let record = found.record(Default::default());
                let what = format!("{}, pair {k}, {gap_mm} mm apart, {resolution} pixels", asker.0.label());
                let smallest_mm = found.asked.question.smallest_threshold_mm();
                let wanted = if gap_mm <= smallest_mm { Verdict::Touching } else { Verdict::Apart };
                assert_eq!(record.verdict, wanted, "{what}");
                assert!(record.interference.max_depth_mm.is_none_or(|mm| mm <= 0.0), "{what}");
                assert!(record.interference.volume_mm3.is_none_or(|mm3| mm3 <= 0.0), "{what}");
                by_map += usize::from(record.warnings.iter().any(|w| w.contains("along walls")));
                let record = asked(asker.0, &overlapping, resolution).record(Default::default());
                assert_eq!(record.verdict, Verdict::Interfering, "{what}, pressed");
            }
        }
        println!("{}: {} poses, none wrong; walls made overlap in the map of {by_map}", asker.0.label(), 3 * n);
    });
}
