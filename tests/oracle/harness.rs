//! One way to ask any engine about two meshes.
use glam::DVec3;
use occluscope::base::{LengthUnit, Progress, RawMesh};
use occluscope::engine::{Analysis, Engine, open_stencil};
use occluscope::field::Question;
use occluscope::gpu::{AdapterChoice, Context};
use occluscope::jaw::{Jaw, JawPair, OcclusalFrame, PairOptions, Scan, prepare_pair};
use occluscope::mesh::{RepairReport, TriMesh};
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

pub fn engine(upper: &TriMesh, lower: &TriMesh) -> Box<dyn Engine> {
    open_stencil(context(), &pair(upper, lower)).expect("the meshes fit")
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
