//! One way to ask any engine about two meshes.
use glam::DVec3;
use occluscope::base::{LengthUnit, Progress, RawMesh};
use occluscope::engine::{Analysis, Engine, EngineError, open_stencil};
use occluscope::field::Question;
use occluscope::gpu::{AdapterChoice, Context};
use occluscope::jaw::{Jaw, JawPair, OcclusalFrame, PairOptions, Scan, prepare_pair};
use occluscope::mesh::{RepairReport, TriMesh};
use std::cell::Cell;
use std::sync::OnceLock;

/// The software adapter: every machine that runs the tests has it, and a missing one is a failure.
pub fn context() -> &'static Context {
    static CONTEXT: OnceLock<Context> = OnceLock::new();
    CONTEXT.get_or_init(|| Context::headless(&AdapterChoice::Cpu).expect("the tests need a software Vulkan driver"))
}

pub fn pair(upper: &TriMesh, lower: &TriMesh) -> JawPair {
    let jaw = |name: &str, mesh: &TriMesh| Jaw {
        name: name.into(),
        blake3: String::new(),
        unit: LengthUnit::Millimetre,
        mesh: mesh.clone(),
        report: RepairReport::default(),
    };
    let frame = OcclusalFrame { origin: DVec3::ZERO, up: DVec3::Z, front: DVec3::Y, right: DVec3::X };
    JawPair { upper: jaw("upper", upper), lower: jaw("lower", lower), frame }
}

/// How an engine is opened.
pub type Opener = fn(&Context, &JawPair) -> Result<Box<dyn Engine>, EngineError>;

thread_local! {
    static OPENER: Cell<Opener> = const { Cell::new(open_stencil) };
}

/// Runs a test with another engine than `stencil`.
pub fn with_engine(opener: Opener, test: impl FnOnce()) {
    OPENER.set(opener);
    test();
    OPENER.set(open_stencil);
}

/// The engine that this test is run with.
pub fn open(pair: &JawPair) -> Box<dyn Engine> {
    OPENER.get()(context(), pair).expect("the meshes fit")
}

pub fn engine(upper: &TriMesh, lower: &TriMesh) -> Box<dyn Engine> {
    open(&pair(upper, lower))
}

pub fn analyze(upper: &TriMesh, lower: &TriMesh, question: &Question) -> Analysis {
    engine(upper, lower).analyze(question).expect("an answer")
}

/// A question along a direction at a resolution; everything else as by default.
pub fn along(direction: DVec3, resolution: u32) -> Question {
    Question { direction: Some(direction.normalize()), resolution, ..Question::default() }
}

/// Two raw scans, prepared as the program prepares them.
pub fn prepared(raw: [RawMesh; 2]) -> JawPair {
    let [upper, lower] = raw.map(|raw| Scan { name: "scan".into(), blake3: String::new(), raw, warnings: Vec::new() });
    prepare_pair(upper, lower, &PairOptions::default(), &Progress::default()).expect("a pair").0
}
