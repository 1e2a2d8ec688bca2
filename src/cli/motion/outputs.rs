//! The results of `motion` as files, all of them or none.
use super::text::text;
use crate::base::Rigid;
use crate::base::files::Staged;
use crate::cli::outputs::{check_files, is_stdout, print};
use crate::export::motion::articulator::ArticulatorRecord;
use crate::export::motion::csv::write_track_csv;
use crate::export::motion::jaw_motion::write_jaw_motion;
use crate::export::motion::record::MotionRecord;
use crate::export::motion::track::Track;
use crate::export::seal::sealed;
use anyhow::{Context, ensure};
use glam::DVec3;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Default, clap::Args)]
pub struct MotionOutputs {
    /// Poses and what touches in them as JSON; "-" is stdout
    #[arg(long, value_name = "F")]
    pub json: Option<PathBuf>,
    /// The same as CSV, one line a step and threshold; "-" is stdout
    #[arg(long, value_name = "F")]
    pub csv: Option<PathBuf>,
    /// Every place of both jaws that was in contact, as CSV: smallest closest gap, where on the path, from when to when, share of the path
    #[arg(long, value_name = "F.csv")]
    pub places_csv: Option<PathBuf>,
    /// The movement for other programs: three marks of the lower jaw (.jawMotion), or poses (.csv)
    #[arg(long, value_name = "F.jawMotion|F.csv")]
    pub export: Option<PathBuf>,
    /// The articulator's settings, every number of them, as --articulator reads them
    #[arg(long, value_name = "F.json")]
    pub export_articulator: Option<PathBuf>,
}

impl MotionOutputs {
    /// Looks before the work whether the results can be put where they are wanted.
    ///
    /// # Errors
    /// When two have the same name, one would replace an input, or a folder is not there.
    pub fn check(&self, inputs: &[&PathBuf], further: &[&PathBuf]) -> anyhow::Result<()> {
        let both = [&self.json, &self.csv].into_iter().flatten().filter(|p| is_stdout(p)).count();
        ensure!(both < 2, "--json and --csv cannot both be written to stdout");
        let own = [&self.places_csv, &self.export, &self.export_articulator];
        for path in own.into_iter().flatten().chain(further.iter().copied()) {
            ensure!(!is_stdout(path), "only --json and --csv can be written to stdout");
        }
        if let Some(path) = &self.export {
            ensure!(
                is_jaw_motion(path) || has_ending(path, "csv"),
                "{}: --export writes .jawMotion or .csv",
                path.display()
            );
        }
        let named =
            [&self.json, &self.csv, &self.places_csv, &self.export, &self.export_articulator].into_iter().flatten();
        let files: Vec<PathBuf> = named.chain(further.iter().copied()).filter(|p| !is_stdout(p)).cloned().collect();
        check_files(&files, None, inputs.iter().copied())
    }

    /// Writes every result that was asked for, or none of them.
    ///
    /// # Errors
    /// When one cannot be written; the message names it.
    pub fn write(
        &self,
        record: &MotionRecord,
        (track, incisal): (&Track, DVec3),
        further: Vec<(PathBuf, Vec<u8>)>,
    ) -> anyhow::Result<()> {
        let (mut staged, mut stdout) = (Vec::new(), None);
        let mut json = serde_json::to_string_pretty(record).context("the record cannot be written as JSON")?;
        json = sealed(&json, None);
        json.push('\n');
        let mut csv = Vec::new();
        record.write_csv(&mut csv)?;
        for (path, bytes) in [(&self.json, json.into_bytes()), (&self.csv, csv)] {
            match path {
                Some(path) if is_stdout(path) => stdout = Some(String::from_utf8_lossy(&bytes).into_owned()),
                Some(path) => staged.push(Staged::write(path, |out| out.write_all(&bytes))?),
                None => {}
            }
        }
        for (path, bytes) in further {
            staged.push(Staged::write(&path, |out| out.write_all(&bytes))?);
        }
        if let Some(path) = &self.export {
            staged.push(Staged::write(path, |out| match is_jaw_motion(path) {
                true => write_jaw_motion(track, incisal, out),
                false => write_track_csv(track, out),
            })?);
        }
        if let Some(path) = &self.export_articulator {
            let text = serde_json::to_string_pretty(&articulator(record)?).context("it cannot be written as JSON")?;
            staged.push(Staged::write(path, |out| writeln!(out, "{text}"))?);
        }
        for file in staged {
            file.commit()?;
        }
        print(&stdout.unwrap_or_else(|| text(record)))
    }
}

/// What is told of; where it was fitted to a record, with what was fitted.
fn articulator(record: &MotionRecord) -> anyhow::Result<ArticulatorRecord> {
    let Some(fit) = &record.fit else { return Ok(record.articulator.clone()) };
    let world_from_hinge = record.hinge.world_from_hinge.and_then(|rows| Rigid::from_rows(rows).ok());
    let fitted = fit.articulator(&record.articulator, world_from_hinge.as_ref());
    fitted.articulator().context("--export-articulator: what was fitted is no articulator's")?;
    Ok(fitted)
}

fn is_jaw_motion(path: &Path) -> bool {
    has_ending(path, "jawMotion")
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case(ending))
}
