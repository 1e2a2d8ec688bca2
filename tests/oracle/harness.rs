//! One way to ask any engine about two meshes.
use glam::DVec3;
use occluscope::base::{LengthUnit, Progress, RawMesh};
use occluscope::engine::{Analysis, ENGINES, EngineEntry, with_multi_projection};
use occluscope::exact::{BvhEngine, ExactAnalysis};
use occluscope::field::multi_projection::MAX_PROJECTIONS;
use occluscope::field::{Agreement, GapField, Judge, NearEdge, Question, agreement};
use occluscope::gpu::{AdapterChoice, Context};
use occluscope::import::read_mesh;
use occluscope::jaw::{Jaw, JawPair, OcclusalFrame, PairOptions, Scan, prepare_pair, sample_case};
use occluscope::mesh::{RepairReport, TriMesh};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

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
        mesh: mesh.clone().into(),
        report: RepairReport::default(),
    };
    let frame = OcclusalFrame { origin: DVec3::ZERO, up: DVec3::Z, front: DVec3::Y, right: DVec3::X };
    JawPair {
        upper: jaw("upper", upper),
        lower: jaw("lower", lower),
        frame,
        occlusion: occluscope::base::Rigid::IDENTITY,
        told: Default::default(),
    }
}

/// One engine, asked about any meshes.
pub struct Asker(pub &'static EngineEntry);

impl Asker {
    pub fn analyze(&self, upper: &TriMesh, lower: &TriMesh, question: &Question) -> Analysis {
        self.about(upper, lower)(question)
    }

    /// For several questions about the same meshes.
    pub fn about(&self, upper: &TriMesh, lower: &TriMesh) -> impl FnMut(&Question) -> Analysis {
        let mut engine = self.0.open(Some(context()), &pair(upper, lower)).expect("the meshes fit");
        move |question| engine.analyze(question).expect("an answer")
    }
}

/// Runs a check for every engine that is built; a failure's output names the engine.
pub fn every_engine(check: impl Fn(&Asker)) {
    for entry in &ENGINES {
        println!("engine {}", entry.name);
        check(&Asker(entry));
    }
}

/// A test of the check's name that runs it for every engine.
macro_rules! for_every_engine {
    ($($check:ident),* $(,)?) => {
        $(mod $check {
            #[test]
            fn by_every_engine() {
                crate::oracle::harness::every_engine(super::$check);
            }
        })*
    };
}
pub(crate) use for_every_engine;

/// A question along a direction at a resolution; everything else as by default.
pub fn along(direction: DVec3, resolution: u32) -> Question {
    Question { direction: Some(direction.normalize()), resolution, ..Question::default() }
}

/// Two raw scans, prepared as the program prepares them.
pub fn prepared(raw: [RawMesh; 2]) -> JawPair {
    let [upper, lower] = raw.map(|raw| Scan { name: "scan".into(), blake3: String::new(), raw, warnings: Vec::new() });
    prepare_pair(upper, lower, &PairOptions::default(), &Progress::default()).expect("a pair").0
}

/// The sample case, as the program prepares it; made once.
pub fn sample() -> JawPair {
    static SAMPLE: OnceLock<JawPair> = OnceLock::new();
    SAMPLE.get_or_init(|| prepared(raw_sample())).clone()
}

/// The sample case as if it were read from files.
pub fn raw_sample() -> [RawMesh; 2] {
    sample_case(&Progress::default()).expect("the sample case").into()
}

/// The real scans that tests know, where they are on the machine.
pub const CASES: [&str; 5] = [
    "case-1-full-resolution",
    "case-2-tight-contact",
    "case-3-light-contact",
    "case-4-jaws-with-condyles",
    "case-5-closed-crowns",
];

/// A case of [`CASES`], read and prepared once; says so where it is absent.
pub fn real_pair(case: &str) -> Option<JawPair> {
    static READ: [OnceLock<Option<JawPair>>; CASES.len()] = [const { OnceLock::new() }; CASES.len()];
    let idx = CASES.iter().position(|c| *c == case).expect("one of the known cases");
    READ[idx].get_or_init(|| raw_pair(case).map(prepared)).clone()
}

/// The scans of a case as read; says so where it is absent.
pub fn raw_pair(case: &str) -> Option<[RawMesh; 2]> {
    let root = std::env::var_os("OCCLUSCOPE_SCANS").map_or_else(|| PathBuf::from("../shared/scans"), PathBuf::from);
    let read = |jaw: &str| {
        let names = [format!("{jaw}.stl"), format!("{jaw}_in_metres.obj")];
        names.iter().find_map(|name| std::fs::read(root.join(case).join(name)).ok())
    };
    let (Some(upper), Some(lower)) = (read("upper"), read("lower")) else {
        println!("left out, not here: {case}");
        return None;
    };
    Some([upper, lower].map(|bytes| read_mesh(&bytes, &Progress::default()).expect("a scan").raw))
}

/// What an engine (by its label) says along all projections.
pub fn along_all_projections(engine: &str, pair: &JawPair, question: &Question) -> Analysis {
    let entry = ENGINES.iter().find(|e| e.label() == engine).expect("an engine");
    let mut engine = entry.open(Some(context()), pair).expect("the meshes fit");
    let principal = engine.analyze(question).expect("an answer");
    with_multi_projection(engine.as_mut(), pair, question, MAX_PROJECTIONS, principal, &Progress::default())
        .expect("an answer")
}

/// The same of a pair that has a name, to the question as it is by default. Two tests look at the answer of an engine: it is asked
/// once, and whoever comes second takes the answer away.
pub fn along_all_projections_once(engine: &str, (name, pair): (&str, &JawPair)) -> Analysis {
    type Answer = Arc<Mutex<Option<Analysis>>>;
    static ANSWERS: Mutex<BTreeMap<String, Answer>> = Mutex::new(BTreeMap::new());
    let all = || ANSWERS.lock().unwrap_or_else(PoisonError::into_inner);
    let answer = all().entry(format!("{name} by {engine}")).or_default().clone();
    let mut answer = answer.lock().unwrap_or_else(PoisonError::into_inner);
    answer.take().unwrap_or_else(|| {
        let analysis = along_all_projections(engine, pair, &Question::default());
        *answer = Some(analysis.clone());
        analysis
    })
}

/// A map held against the exact engine's on the same pixels, and the exact answer.
pub fn held_against(exact: &BvhEngine, question: &Question, field: &GapField) -> (Agreement, ExactAnalysis) {
    let truth = exact.analyze(question, &field.projection, &Progress::default()).expect("not cancelled");
    (judged(exact, question, field, (&truth.field, &truth.near_edge)), truth)
}

/// The same where no figure of the exact answer is looked at: by its rays alone.
pub fn held_against_rays(exact: &BvhEngine, question: &Question, field: &GapField) -> Agreement {
    let rays = exact.gap_field(question, &field.projection, &Progress::default()).expect("not cancelled");
    judged(exact, question, field, (&rays.field, &rays.near_edge))
}

/// A map held against rays through its pixels that were shot already.
pub fn judged(
    exact: &BvhEngine,
    question: &Question,
    field: &GapField,
    (rays, near_edge): (&GapField, &[NearEdge]),
) -> Agreement {
    let nearby = |pixel| exact.nearby(question, &field.projection, pixel);
    agreement(field, &Judge { field: rays, near_edge, nearby: &nearby, range_mm: question.range_mm })
}
