//! A device that goes away under an engine, and one that gives as little as any adapter does.
use super::harness::{along, held_against, pair};
use super::shapes::{cuboid, sphere};
use glam::DVec3;
use occluscope::engine::{ENGINES, EngineError, Execution};
use occluscope::exact::BvhEngine;
use occluscope::field::Question;
use occluscope::gpu::{AdapterChoice, Context, GpuError};
use occluscope::jaw::JawPair;

fn ball_on_plate() -> (JawPair, Question) {
    let (ball, plate) =
        (sphere(DVec3::Z * 5.0, 4.9, 3), cuboid(DVec3::new(-6.0, -5.0, -4.0), DVec3::new(6.0, 5.0, 0.2)));
    (pair(&ball, &plate), along(DVec3::NEG_Z, 96))
}

#[test]
fn an_engine_whose_device_goes_says_so_and_another_device_gives_the_same_answer() {
    let (pair, question) = ball_on_plate();
    for entry in ENGINES.iter().filter(|entry| entry.needs_gpu()) {
        let ask = |loses: bool| {
            let context = Context::headless(&AdapterChoice::Cpu).expect("a software driver");
            let mut engine = entry.open(Some(&context), &pair).expect("the meshes fit");
            let before = engine.analyze(&question).expect("an answer");
            if loses {
                context.device.destroy();
            }
            (before.metrics, engine.analyze(&question).map(|after| after.metrics))
        };
        let (before, after) = ask(true);
        assert!(matches!(after, Err(EngineError::Gpu(GpuError::Lost(_)))), "{}: {after:?}", entry.label());
        // The twin: a device that stays gives its answer again, and another one the same.
        let (again, after) = ask(false);
        assert_eq!(after.expect("it is there"), again, "{}", entry.label());
        assert_eq!(before, again, "{}", entry.label());
    }
}

/// Without timestamps and with `Limits::downlevel_defaults`: what needs more says so, and what stands in for it is right.
#[test]
fn with_the_smallest_limits_an_engine_is_right_or_says_what_it_lacks() {
    let (pair, question) = ball_on_plate();
    let context = Context::headless(&AdapterChoice::Smallest).expect("a software driver");
    let usual = Context::headless(&AdapterChoice::Cpu).expect("a software driver");
    assert!(usual.check_analysis().is_ok() && context.check_analysis().is_err(), "the twin has enough");
    let exact = BvhEngine::new(&pair);
    for entry in &ENGINES {
        let answer = entry.open(Some(&context), &pair).and_then(|mut engine| engine.analyze(&question));
        match answer {
            Err(EngineError::Gpu(error @ GpuError::TooSmall { .. })) => {
                assert!(entry.needs_gpu() && error.to_string().contains("--execution native"), "{}", entry.label());
            }
            answer => {
                let analysis = answer.expect("an answer");
                assert!(entry.execution.is_none_or(|e| e == Execution::Native));
                let (agreement, _) = held_against(&exact, &question, analysis.field.as_ref().expect("a map"));
                assert!(agreement.compared > 100 && agreement.unexplained() == 0, "{}: {agreement:?}", entry.label());
            }
        }
    }
    assert!(context.check().is_ok(), "nothing was asked of the device that it refuses");
}
