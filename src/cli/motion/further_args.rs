//! What the command line asks for beside the record of a movement.
use super::picture_args::{PictureArgs, has_ending};
use crate::engine::functional_path::CELLS_MM;
use crate::jaw::JawSide;
use anyhow::ensure;
use std::path::PathBuf;

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
