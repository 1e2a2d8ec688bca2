//! The jaws of one patient before and after.
use super::args::CompareArgs;
use crate::base::six::six_of;
use crate::base::{Progress, Rigid};
use crate::bites::change::{Another, Laid, SurfaceChange, lay, surface_change};
use crate::bites::compare::{OfPair, compare_pairs, published};
use crate::bites::target::Target;
use crate::cli::args::InputArgs;
use crate::cli::judged::Judged;
use crate::cli::progress::Reporter;
use crate::cli::results::{self, sealed_json};
use crate::cli::{Answer, deadline, load, summary};
use crate::export::change_ply::{ChangeScale, ChangedMesh, write_change_ply};
use crate::export::changes::{BiteMoved, ChangesRecord, ContactsRecord, JawRecord, JawsRecord, SideRecord};
use crate::export::ply::posed;
use crate::jaw::{Jaw, JawSide};
use glam::DVec3;

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

/// Of the upper and the lower jaw.
type Found = [(Laid, SurfaceChange); 2];

/// # Errors
/// Cancelling; another patient is an answer.
pub fn record(
    both: &[Judged; 2],
    poses: [Rigid; 2],
    asked: &Asked,
    progress: &Progress,
) -> anyhow::Result<(ChangesRecord, Option<Found>)> {
    let side = |at: usize| SideRecord {
        inputs: both[at].inputs(),
        upper_from_lower: poses[at].to_rows(),
        scope: both[at].scope_kind(),
        asked: both[at].asked(asked.no_close[at]),
    };
    let mut record = ChangesRecord::new([side(0), side(1)], asked.changed_mm);
    let found = match laid_on_each_other(both, asked.changed_mm, &progress.part(0.0, 0.4)) {
        Ok(found) => found,
        Err(Another::Cancelled(cancelled)) => return Err(cancelled.into()),
        Err(another) => {
            record.reason = Some(another.to_string());
            return Ok((record, None));
        }
    };
    record.accepted = true;
    let [upper, lower] = found.each_ref().map(|(laid, change)| JawRecord::new(laid, change));
    record.jaws = Some(JawsRecord { upper, lower });
    let frame = &both[0].loaded.pair.frame;
    record.bite = Some(bite_moved(poses, found.each_ref().map(|(laid, _)| laid.before_from_after), frame.origin));
    let of = |at: usize| {
        let judged = &both[at];
        let told_by = (&judged.teeth, &judged.loaded.pair.frame);
        OfPair { exact: &judged.exact, pose: poses[at], scope: &judged.scope, told_by }
    };
    let scatter = published();
    let contacts = compare_pairs([of(0), of(1)], (asked.threshold_mm, &scatter), &progress.part(0.4, 1.0))?;
    record.contacts = Some(ContactsRecord::new(&contacts, asked.threshold_mm, scatter));
    Ok((record, Some(found)))
}

fn laid_on_each_other(both: &[Judged; 2], changed_mm: Option<f64>, progress: &Progress) -> Result<Found, Another> {
    let [before, after] = both;
    let frames = [before, after].map(|judged| judged.loaded.frames_of_scans());
    let of = |side: JawSide| -> Result<(Laid, SurfaceChange), Another> {
        let at = usize::from(side == JawSide::Lower);
        let [old, new] = [before, after].map(|judged| jaw(judged, side));
        let target = Target::new(&old.mesh, before.exact.bvh(side));
        // As their files have them, or as both jaws' own directions do.
        let from_local = |frame: &crate::jaw::OcclusalFrame| Rigid {
            rotation: glam::DMat3::from_cols(frame.right, frame.front, frame.up),
            translation: frame.origin,
        };
        let starts = [Rigid::IDENTITY, from_local(&frames[0][at]) * from_local(&frames[1][at]).inverse()];
        let laid = lay(&target, (&new.mesh, after.teeth.jaw(side)), side, &starts, progress)?;
        let change = surface_change(&target, before.teeth.jaw(side), &new.mesh, &laid.before_from_after, changed_mm);
        Ok((laid, change))
    };
    Ok([of(JawSide::Upper)?, of(JawSide::Lower)?])
}

fn jaw<'a>(judged: &'a Judged, side: JawSide) -> &'a Jaw {
    if side == JawSide::Upper { &judged.loaded.pair.upper } else { &judged.loaded.pair.lower }
}

/// The bite afterwards is a pose of the jaws before once each jaw lies on itself.
fn bite_moved([before, after]: [Rigid; 2], [upper, lower]: [Rigid; 2], about: DVec3) -> BiteMoved {
    let pose = upper * after * lower.inverse();
    let six = six_of(&(pose * before.inverse()), about);
    let length = |at: usize| DVec3::new(six[at], six[at + 1], six[at + 2]).length();
    BiteMoved { upper_from_lower: pose.to_rows(), moved_mm: length(3), turned_deg: length(0).to_degrees() }
}

/// The jaws afterwards where they lie on those before, with what was added or ground.
fn map(after: &Judged, found: &Found) -> anyhow::Result<Vec<u8>> {
    let pair = &after.loaded.pair;
    let meshes = [&pair.upper.mesh, &pair.lower.mesh];
    let laid = [0, 1].map(|at| posed(meshes[at], &found[at].0.before_from_after));
    let part = |at: usize| ChangedMesh { mesh: &laid[at], figures: vec![found[at].1.change_mm.clone()] };
    let scale = ChangeScale { names: &["change_mm"], more_sign: 1.0, full_mm: FULL_MM };
    let mut bytes = Vec::new();
    write_change_ply(&[part(0), part(1)], &scale, &mut bytes)?;
    Ok(bytes)
}
