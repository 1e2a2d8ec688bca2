//! The jaws of one patient before and after.
use super::args::CompareArgs;
use crate::base::{Progress, Rigid};
use crate::bites::change::Another;
use crate::bites::compare::OfPair;
use crate::cli::args::InputArgs;
use crate::cli::judged::Judged;
use crate::cli::progress::Reporter;
use crate::cli::results::{self, sealed_json};
use crate::cli::{Answer, deadline, load, summary};
use crate::export::change_ply::{ChangeScale, ChangedMesh, write_change_ply};
use crate::export::changes::{ChangesRecord, SideRecord};
use crate::export::ply::posed;
use crate::session::comparison::cases::{LaidJaws, OfCase, compared};

/// Where the colours of the map of change end, mm.
const FULL_MM: f32 = 0.2;

/// # Errors
/// Bad usage or input, or a result that cannot be written.
pub fn run(args: &CompareArgs, both: [InputArgs; 2]) -> anyhow::Result<Answer> {
    let [before, after] = [load::open(&both[0], &args.judged.scans)?, load::open(&both[1], &args.judged.scans)?];
    let reporter = Reporter::start("comparison");
    let judged = |loaded| Judged::of(&args.judged, loaded, &reporter.progress.part(0.0, 0.2));
    let both = [judged(&before)?, judged(&after)?];
    let asked = Asked {
        threshold_mm: args.threshold_mm,
        changed_mm: args.changed_mm,
        no_close: [args.judged.scans.no_close; 2],
    };
    let poses = [before.pose(), after.pose()];
    let (mut record, found) = record(&both, poses, &asked, &reporter.progress.part(0.2, 1.0))?;
    drop(reporter);
    record.warnings = before.warnings.iter().chain(&after.warnings).map(ToString::to_string).collect();
    let ply = args.out.ply.as_ref().and(found.as_ref()).map(|found| map(&both[1], found)).transpose()?;
    deadline::is_met();
    let mut csv = Vec::new();
    record.write_csv(&mut csv)?;
    let (out, json) = (&args.out, sealed_json(&record)?);
    results::write([(&out.json, Some(json)), (&out.csv, Some(csv)), (&out.ply, ply)], &record.text())?;
    summary::warn(&record.warnings);
    Ok(if record.accepted { Answer::Done } else { Answer::No })
}

/// What is asked beside both cases.
pub struct Asked {
    pub threshold_mm: f64,
    pub changed_mm: Option<f64>,
    pub no_close: [bool; 2],
}

/// # Errors
/// Cancelling; another patient is an answer.
pub fn record(
    both: &[Judged; 2],
    poses: [Rigid; 2],
    asked: &Asked,
    progress: &Progress,
) -> anyhow::Result<(ChangesRecord, Option<LaidJaws>)> {
    let side = |at: usize| SideRecord {
        inputs: both[at].inputs(),
        upper_from_lower: poses[at].to_rows(),
        scope: both[at].scope_kind(),
        asked: both[at].asked(asked.no_close[at]),
    };
    let mut record = ChangesRecord::new([side(0), side(1)], asked.changed_mm);
    let of = |at: usize| of_case(&both[at], poses[at]);
    match compared([of(0), of(1)], (asked.threshold_mm, asked.changed_mm), progress) {
        Ok(found) => {
            found.tell(&mut record);
            Ok((record, Some(found.jaws)))
        }
        Err(Another::Cancelled(cancelled)) => Err(cancelled.into()),
        Err(another) => {
            record.reason = Some(another.to_string());
            Ok((record, None))
        }
    }
}

fn of_case<'a>(judged: &'a Judged, pose: Rigid) -> OfCase<'a> {
    let pair = &judged.loaded.pair;
    let told_by = (&judged.teeth, &pair.frame);
    let of = OfPair { exact: &judged.exact, pose, scope: &judged.scope, told_by };
    OfCase { pair, frames_of_scans: judged.loaded.pair.frames_of_scans(), judged: of }
}

/// The jaws afterwards where they lie on those before, with what was added or ground.
fn map(after: &Judged, found: &LaidJaws) -> anyhow::Result<Vec<u8>> {
    let pair = &after.loaded.pair;
    let meshes = [&pair.upper.mesh, &pair.lower.mesh];
    let laid = [0, 1].map(|at| posed(meshes[at], &found[at].0.before_from_after));
    let part = |at: usize| ChangedMesh { mesh: &laid[at], figures: vec![found[at].1.change_mm.clone()] };
    let scale = ChangeScale { names: &["change_mm"], more_sign: 1.0, full_mm: FULL_MM };
    let mut bytes = Vec::new();
    write_change_ply(&[part(0), part(1)], &scale, &mut bytes)?;
    Ok(bytes)
}
