use super::*;
use crate::gpu::AdapterChoice;
use crate::gpu::planted::with_planted;

fn context() -> Context {
    Context::headless(&AdapterChoice::Cpu).expect("the tests need a software Vulkan driver")
}

fn who_disagrees(context: &Context) -> Vec<String> {
    let findings = examine(Some(context), &Progress::default()).expect("nobody cancels");
    for finding in &findings {
        let frames = finding
            .scenes
            .iter()
            .map(|s| (s.scene, s.agrees(), &s.map, &s.passes, &s.pairs, s.same_again, s.timestamps));
        println!("{} {:?} {:?} {:#?}", finding.label(), finding.agrees, finding.why, frames.collect::<Vec<_>>());
    }
    findings.iter().filter(|f| f.agrees != Some(true)).map(EngineFinding::label).collect()
}

/// The software driver is right. The scenes ask for everything: pixels that one pass decides, that two do and that the order of layers
/// does, and pairs of triangles.
#[test]
fn every_engine_agrees_on_a_driver_that_is_right() {
    let context = context();
    assert_eq!(who_disagrees(&context), Vec::<String>::new());
    let mut solved = [0, 0, 0];
    for name in scene::SCENES {
        let examined = Examined::make(name, &Progress::default()).expect("nobody cancels").expect("a scene");
        let pixels = examined.pixels_by(&ENGINES[0], &context);
        let by = [pixels.solved_first_pass, pixels.solved_second_pass, pixels.solved_layer_order];
        (0..3).for_each(|i| solved[i] += by[i]);
    }
    assert!(solved.iter().all(|n| *n > 50), "{solved:?}");
}

/// The twins: one wrong word in a shader, and whoever runs it is found, and nobody else.
#[test]
fn a_shader_with_a_planted_error_is_found() {
    let plants = [
        // A gap that is one micrometre too wide.
        (
            "at.lower_first_mm - at.upper_last_mm, 0.0",
            "at.lower_first_mm - at.upper_last_mm + 0.001, 0.0",
            &["stencil", "stencil (compute)"][..],
        ),
        // The lower jaw as a pixel aside, where surfaces are drawn.
        (
            "let first_lower = textureLoad(lower_first, id.xy, 0);",
            "let first_lower = textureLoad(lower_first, id.xy + 1u, 0);",
            &["stencil"],
        ),
        // Corners a quarter of a pixel aside (and of a millimetre deeper), wherever a shader draws.
        (
            "product(axis.z, p.z) + axis.w",
            "product(axis.z, p.z) + axis.w + 0.25",
            &["stencil", "stencil (compute)", "zlist"],
        ),
        // A quarter of a pixel aside, where compute draws.
        ("clamp(place.xy * 256.0, ", "clamp((place.xy + 0.25) * 256.0, ", &["stencil (compute)"]),
        // Faces that are left counted as entered, by both passes of raster. The order of layers mends every class and gap that comes of it; which
        // pass decided is wrong.
        ("select(-1.0, 1.0, entered), 0.0", "select(1.0, 1.0, entered), 0.0", &["stencil"]),
        // Triangles that overlap by little are parted.
        ("return gap > least;", "return gap > least - 0.02;", &["bvh-gpu"]),
    ];
    for (right, wrong, who) in plants {
        let (found, n_altered) = with_planted(right, wrong, || who_disagrees(&context()));
        assert!(n_altered > 0, "no shader has {right:?}");
        assert_eq!(found, who, "{wrong}");
    }
}

/// What the window remembers.
#[test]
fn a_checkup_names_the_executions_that_disagree() {
    let (right, wrong) =
        ("at.lower_first_mm - at.upper_last_mm, 0.0", "at.lower_first_mm - at.upper_last_mm + 0.001, 0.0");
    let (found, _) = with_planted(right, wrong, || {
        let context = context();
        let found = check_up(&context, &Progress::default()).expect("a device of its own");
        assert!(context.check().is_ok());
        found
    });
    assert_eq!(found.disagree, [Execution::Raster, Execution::Compute]);
    assert!(!found.is_outdated() && Checkup::default().is_outdated());
    assert_eq!(check_up(&context(), &Progress::default()).expect("a device").disagree, []);
    let cancelled = Progress::default();
    cancelled.cancel();
    assert!(matches!(check_up(&context(), &cancelled), Err(EngineError::Cancelled(_))));
}

#[test]
fn an_adapter_that_is_too_small_is_left_out_and_what_breaks_is_said() {
    let smallest = Context::headless(&AdapterChoice::Smallest).expect("a software driver");
    let findings = examine(Some(&smallest), &Progress::default()).expect("nobody cancels");
    for finding in &findings {
        let runs = ENGINES.iter().any(|e| e.label() == finding.label() && !e.needs_gpu());
        assert_eq!((finding.agrees, finding.why.is_none()), (runs.then_some(true), runs), "{}", finding.label());
    }
    let gone = context();
    gone.device.destroy();
    gone.poll();
    let entries: Vec<_> = ENGINES.iter().take(1).collect();
    let findings = examine_some(Some(&gone), &entries, &Progress::default()).expect("nobody cancels");
    assert_eq!((findings[0].agrees, findings[0].scenes.len()), (Some(false), 0));
    assert!(findings[0].why.as_ref().is_some_and(|why| why.contains("the GPU was lost")));
}
