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

/// What a device takes with it for good, KiB, when it comes, does `work` and goes: over so many of them, after the first few.
fn kept_a_device(n: u64, work: impl Fn(&Context)) -> f64 {
    const FIRST: u64 = 8;
    let mut before = 0.0;
    for i in 0..FIRST + n {
        if i == FIRST {
            before = resident_kib();
        }
        let context = Context::headless(&AdapterChoice::Cpu).expect("a software driver");
        work(&context);
        context.device.destroy();
        context.poll();
    }
    (resident_kib() - before) / n as f64
}

fn resident_kib() -> f64 {
    let statm = std::fs::read_to_string("/proc/self/statm").expect("Linux says it");
    let pages: f64 = statm.split_whitespace().nth(1).and_then(|pages| pages.parse().ok()).expect("a number");
    pages * 4.0
}

/// One shader, compiled by the driver and run: nothing of this program but its device.
fn run_a_shader(context: &Context) {
    let device = &context.device;
    let source = "@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { }";
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("test: shader"),
        source: wgpu::ShaderSource::Wgsl(source.into()),
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some("test: pipeline"),
        layout: None,
        module: &module,
        entry_point: Some("main"),
        compilation_options: Default::default(),
        cache: None,
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
    pass.set_pipeline(&pipeline);
    pass.dispatch_workgroups(16, 1, 1);
    drop(pass);
    context.queue.submit([encoder.finish()]);
    context.wait().expect("it is done");
}

/// Devices that come and go keep next to nothing of the memory, whatever ran on them. Measured in a process of its own, where no other test takes
/// memory meanwhile; `OCCLUSCOPE_DEVICES` is how many there are of each kind.
#[test]
fn devices_that_come_and_go_keep_no_memory() {
    let Some(n) = std::env::var("OCCLUSCOPE_DEVICES").ok().and_then(|n| n.parse().ok()) else {
        let mut alone = std::process::Command::new(std::env::current_exe().expect("this program"));
        alone.args(["--exact", "oracle::lost::devices_that_come_and_go_keep_no_memory", "--nocapture"]);
        let out = alone.env("OCCLUSCOPE_DEVICES", "6").output().expect("it runs");
        let said = String::from_utf8_lossy(&out.stdout);
        assert!(out.status.success() && said.contains("1 passed"), "{said} {}", String::from_utf8_lossy(&out.stderr));
        return;
    };
    let (pair, question) = ball_on_plate();
    let analyse = |name: &'static str, times: u32| {
        let (pair, question) = (&pair, &question);
        move |context: &Context| {
            let entry = ENGINES.iter().find(|entry| entry.label() == name).expect("an engine");
            let mut engine = entry.open(Some(context), pair).expect("the meshes fit");
            (0..times).for_each(|_| drop(engine.analyze(question).expect("an answer")));
        }
    };
    let bare = kept_a_device(n, |_| {});
    let shader = kept_a_device(n, run_a_shader);
    let raster = kept_a_device(n, analyse("stencil", 1));
    let often = kept_a_device(n, analyse("stencil", 4));
    let compute = kept_a_device(n, analyse("stencil (compute)", 1));
    let leaking = kept_a_device(n, |_| std::mem::forget(std::hint::black_box(vec![1_u8; 8 << 20])));
    println!(
        "KiB a device over {n}: bare {bare:.0}, one shader {shader:.0}, raster {raster:.0}, four times {often:.0}, compute {compute:.0}; leaking 8 MiB {leaking:.0}"
    );
    // A device with all that is compiled on it takes tens of MiB while it is there; a first few leave room in the heap.
    let most = 4096.0;
    assert!([bare, shader, raster, often, compute].into_iter().all(|kib| kib < most));
    assert!(leaking > most, "the twin: what is kept is seen");
}
