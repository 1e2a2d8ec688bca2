//! What is made of a movement beside its record: files of places, the functionally generated path, the table of settings.
use super::args::MotionArgs;
use super::found::MotionAnswer;
use super::jaws::Jaws;
use super::pictures::{self, PictureArgs};
use super::sensitivity;
use super::settings::Settings;
use crate::base::{Progress, Rigid};
use crate::engine::functional_path::{CELLS_MM, FunctionalPath};
use crate::export::motion::functional_path::write_mesh;
use crate::export::motion::places::write_places_csv;
use crate::jaw::JawSide;
use anyhow::{Context, ensure};
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, clap::Args)]
pub struct FurtherArgs {
    /// The functionally generated path: the outermost surface that the antagonists sweep, along the occlusal normal, as a closed mesh
    /// without undercuts
    #[arg(long, value_name = "F.stl|F.ply")]
    pub fgp: Option<PathBuf>,
    /// Whose teeth meet that path: the upper ones (the lower jaw is swept; upper coordinates), or the lower ones (the upper jaw is swept
    /// by the inverse motion; the lower scan's coordinates)
    #[arg(long, value_name = "upper|lower", default_value = "upper", requires = "fgp", value_parser = parse_side)]
    pub fgp_for: JawSide,
    /// Cells of its raster, 0.05 to 0.2 mm
    #[arg(long, value_name = "MM", default_value = "0.1", requires = "fgp", value_parser = parse_cell)]
    pub fgp_cell_mm: f64,
    /// Which contacts come and go over condylar inclinations of 25 to 45 and Bennett angles of 5 to 15 degrees; fifteen runs
    #[arg(long, value_name = "F.json|F.csv")]
    pub sensitivity: Option<PathBuf>,
    #[command(flatten)]
    pub pictures: PictureArgs,
}

fn parse_side(text: &str) -> Result<JawSide, String> {
    match text {
        "upper" => Ok(JawSide::Upper),
        "lower" => Ok(JawSide::Lower),
        _ => Err("upper or lower is needed".into()),
    }
}

fn parse_cell(text: &str) -> Result<f64, String> {
    let [least, most] = CELLS_MM;
    let mm = text.trim().trim_end_matches("mm").trim().parse::<f64>().ok().filter(|mm| (least..=most).contains(mm));
    mm.ok_or_else(|| format!("a number from {least} to {most} (mm) is needed"))
}

impl FurtherArgs {
    /// What is written.
    pub fn files(&self) -> Vec<&PathBuf> {
        self.fgp.iter().chain(&self.sensitivity).chain(self.pictures.files()).collect()
    }

    /// Looks before the work whether all of it can be made.
    ///
    /// # Errors
    /// One sentence that names the option.
    pub fn check(&self, has_scans: bool, no_contacts: bool, is_record: bool) -> anyhow::Result<()> {
        if let Some(path) = &self.fgp {
            ensure!(has_scans, "--fgp sweeps a jaw; name UPPER and LOWER, or a case");
            let known = has_ending(path, "stl") || has_ending(path, "ply");
            ensure!(known, "{}: --fgp writes .stl or .ply", path.display());
        }
        if let Some(path) = &self.sensitivity {
            ensure!(
                has_scans && !no_contacts,
                "--sensitivity looks for contacts; it needs scans, and not --no-contacts"
            );
            ensure!(!is_record, "--sensitivity goes through an articulator's settings, and a record has none");
            let known = has_ending(path, "json") || has_ending(path, "csv");
            ensure!(known, "{}: --sensitivity writes .json or .csv", path.display());
        }
        self.pictures.check(has_scans, no_contacts, self.sensitivity.is_some())
    }
}

pub fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case(ending))
}

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
        write_places_csv(&answer.record, swept, (&jaws.loaded.pair, &jaws.teeth), &mut places)?;
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
    let scope = jaws.exact.scope(&jaws.scope);
    let body = asked.body(&jaws.loaded.pair, &scope, progress).with_context(|| "--fgp".to_owned())?;
    let mut bytes = Vec::new();
    write_mesh(&body, has_ending(path, "ply"), &mut bytes)?;
    let holes = steps.iter().filter(|(pose, _)| pose.is_none()).count();
    let gaps = if holes > 0 { format!("; {holes} holes of the path are not in it") } else { String::new() };
    answer.record.warnings.push(format!(
        "The functionally generated path has one height a place along the occlusal normal, so it has no undercuts{gaps}."
    ));
    Ok(bytes)
}
