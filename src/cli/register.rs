//! `occluscope register`: the pose of the lower jaw from bite scans.
use super::args::{InputArgs, PoseArgs, ScanArgs};
use super::load::{self, LoadedPair, ReadScan};
use super::pose_answer::{Pose, PoseAnswerArgs};
use super::progress::Reporter;
use super::{Answer, deadline, summary};
use crate::base::{LengthUnit, Rigid, Warning, files};
use crate::bites::registration::{BiteScan, Jaws, Refused, Registration, register};
use crate::exact::Bvh;
use crate::export::bites::{BiteInput, RegistrationRecord};
use crate::mesh::{TriMesh, weld_only};
use anyhow::{Context, ensure};
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub struct RegisterArgs {
    #[command(flatten)]
    pub inputs: InputArgs,
    /// Scan that shows parts of both jaws in occlusion, in any coordinates; up to 8 times
    #[arg(long = "bite", value_name = "SCAN", required = true)]
    pub bites: Vec<PathBuf>,
    #[command(flatten)]
    pub pose: PoseArgs,
    #[command(flatten)]
    pub scans: ScanArgs,
    #[command(flatten)]
    pub answer: PoseAnswerArgs,
}

/// More than this no session of scanning has.
const MOST_BITES: usize = 8;

/// # Errors
/// Bad usage or input, or a result that cannot be written.
pub fn run(args: &RegisterArgs) -> anyhow::Result<Answer> {
    ensure!(args.bites.len() <= MOST_BITES, "at most {MOST_BITES} bite scans are taken");
    let pose = args.pose.given()?;
    let inputs = args.inputs.files().chain(&args.bites).chain(args.pose.pose_file.as_ref());
    args.answer.check(inputs)?;
    let loaded = load::open(&args.inputs, &args.scans)?;
    deadline::for_bytes(args.bites.iter().map(|path| files::size(path)).sum());
    let bites = args.bites.iter().map(|path| bite(path, loaded.pair.upper.unit)).collect::<anyhow::Result<Vec<_>>>()?;
    let found = found(&loaded, &bites, pose.unwrap_or_else(|| loaded.pose()))?;
    let inputs = bites.iter().map(|bite| bite.input.clone()).collect();
    let names = loaded.scans.each_ref().map(|path| path.display().to_string());
    let reason = |refused: &Refused| refused.to_string();
    let mut record = RegistrationRecord::new(found.as_ref().map_err(reason), &loaded.pair, names, inputs);
    record.warnings =
        loaded.warnings.iter().chain(bites.iter().flat_map(|bite| &bite.warnings)).map(ToString::to_string).collect();
    deadline::is_met();
    let pose = found.as_ref().ok().map(|found| Pose::new(&found.upper_from_lower));
    args.answer.write(&record, &record.text(), pose.as_ref())?;
    summary::warn(&record.warnings);
    Ok(if record.accepted { Answer::Done } else { Answer::No })
}

/// A bite scan that was read.
struct Bite {
    input: BiteInput,
    name: String,
    mesh: TriMesh,
    warnings: Vec<Warning>,
}

/// As its file has it: which way it faces is the file's own word, for it encloses nothing.
fn bite(path: &Path, unit: LengthUnit) -> anyhow::Result<Bite> {
    let ReadScan { file, name, blake3, raw, warnings } = load::read_scan(path)?;
    let reporter = Reporter::start(name.as_str());
    let welded = weld_only(raw, unit, &reporter.progress).with_context(|| file.clone())?;
    let input = BiteInput { file, blake3, triangles: welded.mesh.triangles.len() };
    Ok(Bite { input, name, mesh: welded.mesh, warnings })
}

fn found(loaded: &LoadedPair, bites: &[Bite], start: Rigid) -> anyhow::Result<Result<Registration, Refused>> {
    let reporter = Reporter::start("registration");
    let meshes = [&*loaded.pair.upper.mesh, &*loaded.pair.lower.mesh];
    let trees = [Bvh::build(meshes[0], &reporter.progress)?, Bvh::build(meshes[1], &reporter.progress)?];
    let [_, frame_of_lower] = loaded.pair.frames_of_scans();
    let jaws = Jaws { meshes, trees: trees.each_ref(), upper_from_lower: start, middle: frame_of_lower.origin };
    let scans: Vec<BiteScan> = bites.iter().map(|bite| BiteScan { name: &bite.name, mesh: &bite.mesh }).collect();
    match register(&jaws, &scans, &reporter.progress) {
        Err(Refused::Cancelled(cancelled)) => Err(cancelled.into()),
        found => Ok(found),
    }
}
