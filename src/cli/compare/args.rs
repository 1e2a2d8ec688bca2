//! What the command line says of a comparison.
use super::outputs::CompareOutputs;
use crate::cli::args::{InputArgs, parse_positive};
use crate::cli::judged::JudgedArgs;
use crate::session::case_file::is_case_name;
use anyhow::{bail, ensure};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct CompareArgs {
    /// CASE.occ or UPPER LOWER: bites of one pair of jaws. BEFORE.occ AFTER.occ or UPPER LOWER UPPER2 LOWER2: the jaws of one patient before and
    /// after
    #[arg(value_name = "CASE.occ|UPPER", required = true, num_args = 1..=4)]
    pub files: Vec<PathBuf>,
    /// A bite as a file, {"upper_from_lower": [[4 numbers] x 4]}; its name is the file's
    #[arg(long = "pose-file", value_name = "F.json")]
    pub pose_files: Vec<PathBuf>,
    /// The pose of the scans' files is a bite, too, "as scanned"; a case has it anyway, and so has a comparison with one file
    #[arg(long)]
    pub as_scanned: bool,
    /// Only these bites, by their names [default: all of them, 20 at most]
    #[arg(long, value_name = "A,B,C", value_parser = parse_names)]
    pub bites: Option<Names>,
    /// The bite that the others are held against, by its name [default: the case's current one, else the first]
    #[arg(long, value_name = "NAME")]
    pub base: Option<String>,
    /// Bites that are repeats of one and the same, by their names: how far they differ says what can be detected. Several groups can be given
    #[arg(long, value_name = "A,B,C", value_parser = parse_names)]
    pub repeats: Vec<Names>,
    /// All bites are repeats of one and the same
    #[arg(long, conflicts_with = "repeats")]
    pub all_repeats: bool,
    /// The bite that the map of change shows against the base [default: the first other one]
    #[arg(long, value_name = "NAME")]
    pub map_of: Option<String>,
    /// Surface with at most this closest gap is contact, in mm
    #[arg(long, value_name = "T", default_value = "0.1", allow_negative_numbers = true, value_parser = parse_positive)]
    pub threshold_mm: f64,
    /// Before and after: surface farther than this from where it was is changed, in mm [default: four standard deviations of all of it, at least 0.02]
    #[arg(long, value_name = "MM", allow_negative_numbers = true, value_parser = parse_positive)]
    pub changed_mm: Option<f64>,
    #[command(flatten)]
    pub judged: JudgedArgs,
    #[command(flatten)]
    pub out: CompareOutputs,
}

/// Names of bites, between commas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names(pub Vec<String>);

fn parse_names(text: &str) -> Result<Names, String> {
    let names: Vec<String> =
        text.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect();
    if names.is_empty() { Err("names of bites between commas are needed".into()) } else { Ok(Names(names)) }
}

/// What is compared.
pub enum Compared {
    Bites(InputArgs),
    /// Before and after.
    Cases([InputArgs; 2]),
}

impl CompareArgs {
    /// # Errors
    /// When it is neither one pair of jaws nor two.
    pub fn compared(&self) -> anyhow::Result<Compared> {
        let inputs =
            |upper: &PathBuf, lower: Option<&PathBuf>| InputArgs { upper: upper.clone(), lower: lower.cloned() };
        Ok(match self.files.as_slice() {
            [case] => Compared::Bites(inputs(case, None)),
            [before, after] if is_case_name(before) && is_case_name(after) => {
                Compared::Cases([inputs(before, None), inputs(after, None)])
            }
            [upper, lower] => Compared::Bites(inputs(upper, Some(lower))),
            [upper, lower, upper_2, lower_2] => {
                Compared::Cases([inputs(upper, Some(lower)), inputs(upper_2, Some(lower_2))])
            }
            _ => bail!(
                "one pair of jaws (CASE.occ or UPPER LOWER) or two (BEFORE.occ AFTER.occ or UPPER LOWER UPPER2 LOWER2) are compared"
            ),
        })
    }

    /// # Errors
    /// When options belong to the other comparison, or a result cannot be put where it is wanted.
    pub fn check(&self) -> anyhow::Result<()> {
        if let Compared::Cases(_) = self.compared()? {
            let of_bites = !self.pose_files.is_empty()
                || self.as_scanned
                || self.bites.is_some()
                || self.base.is_some()
                || !self.repeats.is_empty();
            ensure!(
                !of_bites && !self.all_repeats && self.map_of.is_none(),
                "--pose-file, --as-scanned, --bites, --base, --repeats and --map-of are of bites of one pair of jaws, and two pairs are named"
            );
            ensure!(
                self.out.report.is_none(),
                "--report: a page is made of bites of one pair of jaws; of jaws before and after take --csv, --json and --ply"
            );
            ensure!(
                self.judged.trim.trim.is_none() && !self.judged.teeth.names_files(),
                "--trim, --teeth-upper and --teeth-lower are of one pair of jaws, and two are named; save cases, which hold them"
            );
        } else {
            ensure!(self.changed_mm.is_none(), "--changed-mm is of jaws before and after, and one pair is named");
        }
        self.out.check(self.files.iter().chain(&self.pose_files).chain(self.judged.trim.file()))
    }
}
