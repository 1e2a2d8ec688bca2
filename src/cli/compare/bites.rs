//! Several bites of one pair of jaws.
use super::args::CompareArgs;
use super::case_bites::{as_scanned, kept_bites};
use crate::base::{Progress, Rigid, files};
use crate::bites::compare::gap_change::gap_change;
use crate::bites::compare::pose_spread::pose_spread;
use crate::bites::compare::{CompareQuestion, compare_bites, published};
use crate::cli::args::{InputArgs, PoseArgs};
use crate::cli::judged::Judged;
use crate::cli::progress::Reporter;
use crate::cli::results::{self, sealed_json};
use crate::cli::{Answer, deadline, load, summary};
use crate::export::change_ply::{ChangeScale, ChangedMesh, write_change_ply};
use crate::export::comparison::{BiteAsked, ComparisonRecord, Provenance, SpreadRecord};
use crate::export::ply::posed;
use crate::session::comparison::bites::{FEWEST_BITES, MOST_BITES};
use crate::session::place_called;
use anyhow::{Context, bail, ensure};
use std::path::Path;

/// Where the colours of the map of change end, mm.
const FULL_MM: f32 = 0.2;

/// # Errors
/// Bad usage or input, or a result that cannot be written.
pub fn run(args: &CompareArgs, inputs: &InputArgs) -> anyhow::Result<Answer> {
    let loaded = load::open(inputs, &args.judged.scans)?;
    let (bites, current) = named_bites(args, &loaded)?;
    let reporter = Reporter::start("comparison");
    let progress = &reporter.progress;
    let judged = Judged::of(&args.judged, &loaded, progress)?;
    let base = args.base.as_deref().map_or(Ok(current), |name| place(&bites, name, "--base"))?;
    let other = (0..bites.len()).find(|i| *i != base).unwrap_or(base);
    let shown = args.map_of.as_deref().map_or(Ok(other), |name| place(&bites, name, "--map-of"))?;
    let asked = question(&judged, &bites, base, (groups(args, &bites)?, args.threshold_mm))?;
    let mut record = record(&judged, &asked, bites, args.judged.scans.no_close, &progress.part(0.1, 1.0))?;
    record.warnings = loaded.warnings.iter().map(ToString::to_string).collect();
    let ply = args.out.ply.as_ref().map(|_| map(&judged, [&asked.poses[base], &asked.poses[shown]])).transpose()?;
    drop(reporter);
    deadline::is_met();
    let mut csv = Vec::new();
    record.write_csv(&mut csv)?;
    let report = args.out.report.as_ref().map(|_| report(&record)).transpose()?;
    let out = &args.out;
    let json = sealed_json(&record)?;
    results::write(
        [(&out.json, Some(json)), (&out.csv, Some(csv)), (&out.report, report), (&out.ply, ply)],
        &record.text(),
    )?;
    summary::warn(&record.warnings);
    Ok(Answer::Done)
}

fn report(record: &ComparisonRecord) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    crate::export::report::write_comparison_report(record, &crate::export::now_text(), &mut bytes)?;
    Ok(bytes)
}

/// The bites of the case, then those of files; and which of them is the base where none is named.
fn named_bites(args: &CompareArgs, loaded: &load::LoadedPair) -> anyhow::Result<(Vec<BiteAsked>, usize)> {
    let (mut bites, current) = match &loaded.case {
        Some(case) => kept_bites(&case.content),
        None if args.as_scanned || args.pose_files.len() < 2 => (vec![as_scanned()], 0),
        None => (Vec::new(), 0),
    };
    for path in &args.pose_files {
        let pose = PoseArgs { pose: None, pose_file: Some(path.clone()) }.given()?.unwrap_or(Rigid::IDENTITY);
        let (name, origin) = (stem(path), path.display().to_string());
        bites.push(BiteAsked { name, origin, upper_from_lower: pose.to_rows() });
    }
    let current = bites.get(current).map(|bite| bite.name.clone()).unwrap_or_default();
    if let Some(chosen) = &args.bites {
        let chosen = chosen.0.iter().map(|name| place(&bites, name, "--bites")).collect::<anyhow::Result<Vec<_>>>()?;
        bites = chosen.into_iter().map(|at| bites[at].clone()).collect();
    }
    let named = args.files[0].display();
    ensure!(
        bites.len() >= FEWEST_BITES,
        "{named}: there is one bite only; name others with --pose-file, or a case that holds several"
    );
    ensure!(
        bites.len() <= MOST_BITES,
        "{named}: at most {MOST_BITES} bites are compared, these are {}; choose some with --bites",
        bites.len()
    );
    for (i, bite) in bites.iter().enumerate() {
        let is_other = |other: &BiteAsked| other.name != bite.name;
        ensure!(bites[..i].iter().all(is_other), "two bites are called \"{}\"; rename one of the files", bite.name);
    }
    let base = bites.iter().position(|bite| bite.name == current).unwrap_or(0);
    Ok((bites, base))
}

fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(|| files::file_name(path), |stem| stem.to_string_lossy().into_owned())
}

fn place(bites: &[BiteAsked], name: &str, option: &str) -> anyhow::Result<usize> {
    let Some(at) = place_called(name.trim(), bites.iter().map(|bite| bite.name.as_str())) else {
        let names: Vec<_> = bites.iter().map(|bite| bite.name.as_str()).collect();
        bail!("{option}: no bite is called \"{name}\"; there are {}", names.join(", "));
    };
    Ok(at)
}

/// Each `--repeats` is a group of its own.
fn groups(args: &CompareArgs, bites: &[BiteAsked]) -> anyhow::Result<Vec<Vec<usize>>> {
    if args.all_repeats {
        return Ok(vec![(0..bites.len()).collect()]);
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for names in &args.repeats {
        let mut group =
            names.0.iter().map(|name| place(bites, name, "--repeats")).collect::<anyhow::Result<Vec<_>>>()?;
        group.sort_unstable();
        group.dedup();
        ensure!(group.len() > 1, "--repeats: two bites at least are repeats of one, better three");
        ensure!(!groups.iter().flatten().any(|at| group.contains(at)), "--repeats: a bite stands in two groups");
        groups.push(group);
    }
    Ok(groups)
}

/// # Errors
/// When a pose is none.
pub fn question(
    judged: &Judged,
    bites: &[BiteAsked],
    base: usize,
    (repeats, threshold_mm): (Vec<Vec<usize>>, f64),
) -> anyhow::Result<CompareQuestion> {
    let pose = |bite: &BiteAsked| Rigid::from_rows(bite.upper_from_lower).with_context(|| bite.name.clone());
    Ok(CompareQuestion {
        poses: bites.iter().map(pose).collect::<anyhow::Result<_>>()?,
        base,
        repeats,
        published: published(),
        threshold_mm,
        scope: judged.scope.clone(),
    })
}

/// # Errors
/// Cancelling.
pub fn record(
    judged: &Judged,
    asked: &CompareQuestion,
    bites: Vec<BiteAsked>,
    no_close: bool,
    progress: &Progress,
) -> anyhow::Result<ComparisonRecord> {
    let (frame, points) = (&judged.loaded.pair.frame, judged.lower_points());
    let found = compare_bites(&judged.exact, asked, (&judged.teeth, frame), progress)?;
    let spread = |group: &[usize]| {
        let poses: Vec<Rigid> = group.iter().map(|at| asked.poses[*at]).collect();
        pose_spread(&poses, frame, &points).map(|spread| SpreadRecord::new(&spread, group.to_vec()))
    };
    let all: Vec<usize> = (0..asked.poses.len()).collect();
    let spreads = (spread(&all), asked.repeats.iter().filter_map(|group| spread(group)).collect());
    let of = Provenance { inputs: judged.inputs(), bites, scope: judged.scope_kind(), asked: judged.asked(no_close) };
    Ok(ComparisonRecord::new(&found, asked, spreads, of))
}

/// Both jaws in the base, with what the gap is there and in the other bite.
fn map(judged: &Judged, [base, other]: [&Rigid; 2]) -> anyhow::Result<Vec<u8>> {
    let pair = &judged.loaded.pair;
    let lower = posed(&pair.lower.mesh, base);
    let changes = gap_change(&judged.exact, [base, other]);
    let [upper, lower] = [(&*pair.upper.mesh, &changes[0]), (&lower, &changes[1])].map(|(mesh, change)| {
        let figures = vec![change.larger_mm().collect(), change.before_mm.clone(), change.after_mm.clone()];
        ChangedMesh { mesh, figures }
    });
    // A gap that became smaller is more contact.
    let names = ["gap_change_mm", "gap_base_mm", "gap_other_mm"];
    let scale = ChangeScale { names: &names, more_sign: -1.0, full_mm: FULL_MM };
    let mut bytes = Vec::new();
    write_change_ply(&[upper, lower], &scale, &mut bytes)?;
    Ok(bytes)
}
