//! What is made of a movement beside its record: files of places, the functionally generated path, the table of settings.
use super::args::MotionArgs;
use super::found::MotionAnswer;
use super::jaws::Jaws;
use super::picture_args::has_ending;
use super::pictures;
use super::sensitivity;
use super::settings::Settings;
use crate::base::{Progress, Rigid};
use crate::engine::functional_path::FunctionalPath;
use crate::export::motion::functional_path::write_mesh;
use crate::export::motion::places::write_places_csv;
use anyhow::Context;
use std::path::{Path, PathBuf};

/// Everything that was asked for, with the names to put it under.
///
/// # Errors
/// What the work says.
pub fn files(
    args: &MotionArgs,
    settings: &Settings,
    answer: &mut MotionAnswer,
    jaws: Option<&Jaws>,
    progress: &Progress,
) -> anyhow::Result<Vec<(PathBuf, Vec<u8>)>> {
    let (mut files, mut settings_found) = (Vec::new(), None);
    let Some(jaws) = jaws else { return Ok(files) };
    if let (Some(path), Some(swept)) = (&args.out.places_csv, &answer.swept) {
        let mut places = Vec::new();
        write_places_csv(&answer.record, swept, (&jaws.judged.loaded.pair, &jaws.judged.teeth), &mut places)?;
        files.push((path.clone(), places));
    }
    if let Some(path) = &args.further.sensitivity {
        let (found, record) = sensitivity::find(args, settings, answer, jaws, &progress.part(0.0, 0.8))?;
        settings_found = Some(found);
        let mut bytes = Vec::new();
        match has_ending(path, "csv") {
            true => record.write_csv(&mut bytes)?,
            false => serde_json::to_writer_pretty(&mut bytes, &record)?,
        }
        files.push((path.clone(), bytes));
        answer.record.sensitivity = Some(record);
    }
    if let Some(path) = &args.further.fgp {
        files.push((path.clone(), functional_path(args, answer, jaws, path, &progress.part(0.8, 0.9))?));
    }
    let shown = pictures::Shown { args, settings, answer, jaws, found: settings_found.as_ref() };
    files.extend(shown.files(&progress.part(0.9, 1.0))?);
    Ok(files)
}

fn functional_path(
    args: &MotionArgs,
    answer: &mut MotionAnswer,
    jaws: &Jaws,
    path: &Path,
    progress: &Progress,
) -> anyhow::Result<Vec<u8>> {
    let pose = |rows: Option<[[f64; 4]; 4]>| rows.and_then(|rows| Rigid::from_rows(rows).ok());
    let steps: Vec<_> = answer.record.steps.iter().map(|step| (pose(step.upper_from_lower), step.jump)).collect();
    let asked = FunctionalPath {
        of: args.further.fgp_for,
        steps: &steps,
        start: jaws.start,
        cell_mm: args.further.fgp_cell_mm,
    };
    let scope = jaws.judged.exact.scope(&jaws.judged.scope);
    let body = asked.body(&jaws.judged.loaded.pair, &scope, progress).with_context(|| "--fgp".to_owned())?;
    let mut bytes = Vec::new();
    write_mesh(&body, has_ending(path, "ply"), &mut bytes)?;
    let holes = steps.iter().filter(|(pose, _)| pose.is_none()).count();
    let gaps = if holes > 0 { format!("; {holes} holes of the path are not in it") } else { String::new() };
    answer.record.warnings.push(format!(
        "The functionally generated path has one height a place along the occlusal normal, so it has no undercuts{gaps}."
    ));
    Ok(bytes)
}
