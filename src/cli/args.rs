//! Options that several commands share, and the parsing of their values.
use crate::base::files::cache::CacheFolder;
use crate::base::words::{self, Notation};
use crate::base::{LengthUnit, Rigid, files};
use crate::engine::UncertaintySettings;
use crate::field::contact::ScopeKind;
use crate::field::multi_projection::MAX_PROJECTIONS;
use crate::gpu::AdapterChoice;
use crate::import::read_labels;
use crate::session::at_rest::most_projections;
use crate::session::case_file::is_case_name;
use crate::session::{Bites, CaseContent, JawFiles, TeethFrom, TeethQuestion};
use anyhow::Context;
use glam::DVec3;
use std::path::{Path, PathBuf};

/// Both scans, or the case that holds them.
#[derive(Clone, Debug, clap::Args)]
pub struct InputArgs {
    /// Scan of the upper jaw (STL, PLY, OBJ); or a case (.occ), which holds both with their position and settings
    #[arg(value_name = "UPPER|CASE.occ")]
    pub upper: PathBuf,
    /// Scan of the lower jaw
    pub lower: Option<PathBuf>,
}

/// What the command line names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inputs<'a> {
    Case(&'a Path),
    Scans(&'a Path, &'a Path),
}

impl InputArgs {
    /// # Errors
    /// When a scan is missing, or stands beside a case.
    pub fn which(&self) -> anyhow::Result<Inputs<'_>> {
        let is_case = |path: &&PathBuf| is_case_name(path);
        match (&self.upper, &self.lower) {
            (case, None) if is_case_name(case) => Ok(Inputs::Case(case)),
            (upper, None) => anyhow::bail!(
                "{}: the scan of the lower jaw is missing; name UPPER and LOWER, or one case (.occ)",
                upper.display()
            ),
            (upper, Some(lower)) => match [upper, lower].into_iter().find(is_case) {
                Some(case) => {
                    anyhow::bail!("{}: a case holds both scans already; name it alone", case.display())
                }
                None => Ok(Inputs::Scans(upper, lower)),
            },
        }
    }

    /// The files that are read.
    pub fn files(&self) -> impl Iterator<Item = &PathBuf> + Clone {
        std::iter::once(&self.upper).chain(&self.lower)
    }
}

/// How the scans are read and prepared.
#[derive(Clone, Debug, clap::Args)]
pub struct ScanArgs {
    /// Unit of the files; auto takes them as metres only if both jaws span less than 1, and a case's as they were
    #[arg(long, value_name = "UNIT", default_value = "auto", value_parser = parse_unit)]
    pub unit: UnitChoice,
    /// Do not close open scans
    #[arg(long)]
    pub no_close: bool,
    /// Neither use nor keep prepared scans on disk
    #[arg(long)]
    pub no_cache: bool,
    /// Give up after so many seconds, with exit status 2 and a sentence that names the stage [default: 60, with up to 2 million triangles]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = parse_positive)]
    pub deadline: Option<f64>,
}

impl ScanArgs {
    /// With what is left open as a case has it.
    pub fn in_case(&self, content: &CaseContent) -> Self {
        let unit = UnitChoice::Given(self.unit.given().unwrap_or(content.unit));
        Self { unit, no_close: self.no_close || !content.closed, ..self.clone() }
    }

    pub fn cache(&self) -> CacheFolder {
        if self.no_cache { CacheFolder::none() } else { CacheFolder::of_user() }
    }
}

/// Where the teeth's numbers come from.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct TeethArgs {
    /// Teeth from label files, from the arches' shape, or none; default: labels where they are, else the shape
    #[arg(long, value_name = "FROM", value_enum)]
    pub teeth: Option<TeethArg>,
    /// Label file of the upper scan, {"labels": [one number a vertex]}; default: the JSON file with the scan's name, if it is one
    #[arg(long, value_name = "F.json")]
    pub teeth_upper: Option<PathBuf>,
    /// Label file of the lower scan
    #[arg(long, value_name = "F.json")]
    pub teeth_lower: Option<PathBuf>,
}

/// What the numbers look like.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct NotationArg {
    /// How teeth are numbered for people (terminal, report, page, pictures): fdi, universal or palmer; JSON and CSV are FDI [default: fdi]
    #[arg(long, value_name = "NOTATION", value_parser = ["fdi", "universal", "palmer"])]
    notation: Option<String>,
}

impl NotationArg {
    /// From here on.
    pub fn take(&self) {
        self.notation.as_deref().and_then(Notation::of_key).into_iter().for_each(words::number_teeth);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum TeethArg {
    Labels,
    Auto,
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ScopeArg {
    /// Contact of tooth with tooth, but for the borders of the scans
    Teeth,
    /// Everything that was scanned
    Whole,
}

impl From<ScopeKind> for ScopeArg {
    fn from(kind: ScopeKind) -> Self {
        match kind {
            ScopeKind::Teeth => Self::Teeth,
            ScopeKind::Whole => Self::Whole,
        }
    }
}

impl ScopeArg {
    pub fn kind(self) -> ScopeKind {
        match self {
            Self::Teeth => ScopeKind::Teeth,
            Self::Whole => ScopeKind::Whole,
        }
    }
}

impl TeethArgs {
    /// Whether nothing is said about them.
    pub fn is_open(&self) -> bool {
        self.teeth.is_none() && !self.names_files()
    }

    /// Whether a label file is named.
    pub fn names_files(&self) -> bool {
        self.teeth_upper.is_some() || self.teeth_lower.is_some()
    }

    /// Label files beside these scans, which nobody names and which are read all the same.
    pub fn labels_beside<'a>(&self, scans: impl Iterator<Item = &'a PathBuf>) -> Vec<PathBuf> {
        if matches!(self.teeth, Some(TeethArg::Auto | TeethArg::None)) {
            return Vec::new();
        }
        let are_labels = |file: &PathBuf| files::read_file(file).is_ok_and(|bytes| read_labels(&bytes).is_ok());
        scans.map(|scan| scan.with_extension("json")).filter(|file| file.is_file() && are_labels(file)).collect()
    }

    /// What is asked about the teeth of these two scans.
    ///
    /// # Errors
    /// When label files are named that would not be used.
    pub fn question(&self, scans: [Option<&Path>; 2]) -> anyhow::Result<TeethQuestion> {
        let is_named = self.names_files();
        let from = match self.teeth {
            None => TeethFrom::LabelsOrShape,
            // A jaw without a file of its own may still have one beside it, or is split.
            Some(TeethArg::Labels) if is_named => TeethFrom::LabelsOrShape,
            Some(TeethArg::Labels) => TeethFrom::Labels,
            Some(TeethArg::Auto) => TeethFrom::Shape,
            Some(TeethArg::None) => TeethFrom::Nowhere,
        };
        let are_used = !matches!(from, TeethFrom::Shape | TeethFrom::Nowhere);
        anyhow::ensure!(
            are_used || !is_named,
            "--teeth auto and none use no labels; leave out --teeth-upper and --teeth-lower"
        );
        let files = |scan: Option<&Path>, labels: &Option<PathBuf>| JawFiles {
            scan: scan.map(Path::to_owned),
            labels: labels.clone(),
        };
        let [upper, lower] = scans;
        Ok(TeethQuestion { from, upper: files(upper, &self.teeth_upper), lower: files(lower, &self.teeth_lower) })
    }
}

/// A unit, or whatever the size of the jaws says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitChoice {
    Auto,
    Given(LengthUnit),
}

impl UnitChoice {
    pub fn given(self) -> Option<LengthUnit> {
        match self {
            Self::Auto => None,
            Self::Given(unit) => Some(unit),
        }
    }
}

pub fn parse_unit(text: &str) -> Result<UnitChoice, String> {
    match text {
        "auto" => Ok(UnitChoice::Auto),
        "mm" => Ok(UnitChoice::Given(LengthUnit::Millimetre)),
        "m" => Ok(UnitChoice::Given(LengthUnit::Metre)),
        "in" => Ok(UnitChoice::Given(LengthUnit::Inch)),
        _ => Err("one of auto, mm, m, in is needed".into()),
    }
}

/// Where the lower jaw stands.
#[derive(Clone, Debug, clap::Args)]
pub struct PoseArgs {
    /// Pose of the lower jaw: mm and degrees, R = Rz Ry Rx about the origin
    #[arg(long, value_name = "TX,TY,TZ,RX,RY,RZ", allow_hyphen_values = true, value_parser = parse_six)]
    pub pose: Option<Rigid>,
    /// The same from a file: {"upper_from_lower": [[4 numbers] x 4]}, row-major
    #[arg(long, value_name = "FILE.json", conflicts_with = "pose")]
    pub pose_file: Option<PathBuf>,
}

impl PoseArgs {
    /// The pose asked for, if one was.
    ///
    /// # Errors
    /// When the pose file cannot be read or holds no rigid motion; the message names it.
    pub fn given(&self) -> anyhow::Result<Option<Rigid>> {
        match (&self.pose_file, self.pose) {
            (Some(path), _) => read_pose(path).map(Some),
            (None, pose) => Ok(pose),
        }
    }
}

pub fn parse_six(text: &str) -> Result<Rigid, String> {
    Ok(Rigid::from_six(parse_numbers(text)?))
}

fn read_pose(path: &Path) -> anyhow::Result<Rigid> {
    #[derive(serde::Deserialize)]
    struct PoseFile {
        upper_from_lower: [[f64; 4]; 4],
    }
    let bytes = crate::base::files::read_file(path)?;
    let name = || path.display().to_string();
    let file: PoseFile = serde_json::from_slice(&bytes).map_err(|e| {
        anyhow::anyhow!(
            "{}: this is no pose file, {{\"upper_from_lower\": [[4 numbers] x 4]}} (line {}, column {})",
            path.display(),
            e.line(),
            e.column()
        )
    })?;
    Rigid::from_rows(file.upper_from_lower).with_context(name)
}

/// Exactly `N` finite numbers between commas.
fn parse_numbers<const N: usize>(text: &str) -> Result<[f64; N], String> {
    let numbers = parse_list(text)?;
    let n = numbers.len();
    numbers.try_into().map_err(|_| format!("{N} numbers between commas are needed, these are {n}"))
}

fn parse_list(text: &str) -> Result<Vec<f64>, String> {
    let number = |part: &str| match part.trim().parse::<f64>() {
        Ok(x) if x.is_finite() => Ok(x),
        _ => Err(format!("\"{}\" is no finite number", part.trim())),
    };
    text.split(',').map(number).collect()
}

pub fn parse_number(text: &str) -> Result<f64, String> {
    parse_numbers(text).map(|[number]| number)
}

pub fn parse_three(text: &str) -> Result<[f64; 3], String> {
    parse_numbers(text)
}

pub fn parse_four(text: &str) -> Result<[f64; 4], String> {
    parse_numbers(text)
}

/// A projection direction, or the engine's choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DirectionChoice(pub Option<DVec3>);

pub fn parse_direction(text: &str) -> Result<DirectionChoice, String> {
    if text == "auto" {
        return Ok(DirectionChoice(None));
    }
    let direction = DVec3::from_array(parse_numbers(text)?).try_normalize();
    Ok(DirectionChoice(Some(direction.ok_or("a direction needs a length")?)))
}

/// The largest number of projections, or as many as serve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProjectionsChoice(pub Option<usize>);

impl ProjectionsChoice {
    /// One along a given direction.
    pub fn most(self, direction: DirectionChoice) -> usize {
        let most = most_projections(direction.0);
        if direction.0.is_some() { most } else { self.0.unwrap_or(most) }
    }
}

pub fn parse_projections(text: &str) -> Result<ProjectionsChoice, String> {
    let number = || text.parse().ok().filter(|n| (1..=MAX_PROJECTIONS).contains(n));
    match text {
        "auto" => Ok(ProjectionsChoice(None)),
        _ => number()
            .map(|n| ProjectionsChoice(Some(n)))
            .ok_or(format!("auto or a number from 1 to {MAX_PROJECTIONS} is needed")),
    }
}

/// A hinge axis: point and direction, or the estimated one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HingeChoice(pub Option<(DVec3, DVec3)>);

pub fn parse_hinge(text: &str) -> Result<HingeChoice, String> {
    if text == "auto" {
        return Ok(HingeChoice(None));
    }
    let [px, py, pz, dx, dy, dz] = parse_numbers(text)?;
    let axis = DVec3::new(dx, dy, dz).try_normalize().ok_or("an axis needs a length")?;
    Ok(HingeChoice(Some((DVec3::new(px, py, pz), axis))))
}

/// Poses nearby that are tried.
#[derive(Clone, Debug, clap::Args)]
pub struct UncertaintyArgs {
    /// Try N poses nearby and say how sure the contacts are
    #[arg(long = "sureness", value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub uncertainty: Option<u32>,
    /// Largest shift of such a pose along every axis, in mm [default: 0.05, or by the covariance of a case's bite from bite scans]
    #[arg(long = "sureness-mm", value_name = "MM", allow_negative_numbers = true, requires = "uncertainty", value_parser = parse_positive)]
    pub uncertainty_mm: Option<f64>,
    /// Largest turn of such a pose about every axis, in degrees [default: 0.1, or likewise]
    #[arg(long = "sureness-deg", value_name = "DEG", allow_negative_numbers = true, requires = "uncertainty", value_parser = parse_positive)]
    pub uncertainty_deg: Option<f64>,
    /// Other numbers are other poses
    #[arg(long = "sureness-seed", value_name = "SEED", default_value_t = 1)]
    pub uncertainty_seed: u64,
}

impl UncertaintyArgs {
    pub fn settings(&self) -> Option<UncertaintySettings> {
        let usual = UncertaintySettings::default();
        let (shift_mm, turn_deg) = (self.uncertainty_mm, self.uncertainty_deg);
        let (shift_mm, turn_deg) = (shift_mm.unwrap_or(usual.shift_mm), turn_deg.unwrap_or(usual.turn_deg));
        self.uncertainty.map(|runs| UncertaintySettings {
            runs,
            shift_mm,
            turn_deg,
            seed: self.uncertainty_seed,
            ..usual
        })
    }

    /// The same of a pose that `bites` know by bite scans, where nobody says how far about.
    pub fn settings_in(&self, bites: Option<&Bites>, pose: &Rigid) -> Option<UncertaintySettings> {
        let is_said = self.uncertainty_mm.is_some() || self.uncertainty_deg.is_some();
        let settings = self.settings()?;
        Some(match bites.filter(|_| !is_said) {
            Some(bites) => bites.known_by(pose, settings),
            None => settings,
        })
    }
}

/// Contact thresholds in mm, sorted, each once.
#[derive(Clone, Debug, PartialEq)]
pub struct Thresholds(pub Vec<f64>);

pub fn parse_thresholds(text: &str) -> Result<Thresholds, String> {
    let mut list = parse_list(text)?;
    if list.iter().any(|t| *t < 0.0) {
        return Err("a threshold is 0 or more".into());
    }
    list.sort_by(f64::total_cmp);
    list.dedup();
    match list.len() {
        n if n > crate::field::Question::MAX_THRESHOLDS => {
            Err(format!("at most {} thresholds are taken, these are {n}", crate::field::Question::MAX_THRESHOLDS))
        }
        _ => Ok(Thresholds(list)),
    }
}

pub fn parse_positive(text: &str) -> Result<f64, String> {
    match parse_numbers(text)? {
        [x] if x > 0.0 => Ok(x),
        [_] => Err("a number above 0 is needed".into()),
    }
}

/// "auto", "cpu", "smallest" (for tests), part of an adapter's name, or "none": `None`.
pub fn adapter_choice(text: &str) -> Option<AdapterChoice> {
    match text {
        "auto" => Some(AdapterChoice::Auto),
        "cpu" => Some(AdapterChoice::Cpu),
        "smallest" => Some(AdapterChoice::Smallest),
        "none" => None,
        name => Some(AdapterChoice::Named(name.to_owned())),
    }
}

/// Width and height in pixels.
pub fn parse_size(text: &str) -> Result<(u32, u32), String> {
    let side = |s: &str| s.parse().ok().filter(|n| (64..=16384).contains(n));
    text.split_once('x')
        .and_then(|(w, h)| Some((side(w)?, side(h)?)))
        .ok_or("a size like 1280x800, from 64 to 16384, is needed".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_counted_and_finite() {
        assert_eq!(parse_numbers("1, -2,3e-1"), Ok([1.0, -2.0, 0.3]));
        for bad in ["1,2", "1,2,3,4", "1,,3", "1,nan,3", "1,inf,3", ""] {
            assert!(parse_numbers::<3>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn thresholds_are_sorted_and_bounded() {
        assert_eq!(parse_thresholds("0.2,0.1,0.1"), Ok(Thresholds(vec![0.1, 0.2])));
        assert!(parse_thresholds("-0.1").is_err());
        assert!(parse_thresholds(&["0"; 3].join(",")).is_ok());
        let many: Vec<_> = (0..17).map(|i| i.to_string()).collect();
        assert!(parse_thresholds(&many.join(",")).is_err());
    }

    #[test]
    fn a_direction_is_a_unit_vector_or_auto() {
        assert_eq!(parse_direction("auto"), Ok(DirectionChoice(None)));
        assert_eq!(parse_direction("0,-2,0"), Ok(DirectionChoice(Some(DVec3::NEG_Y))));
        assert!(parse_direction("0,0,0").is_err());
    }

    #[test]
    fn an_adapter_is_a_word_or_part_of_a_name() {
        assert_eq!(adapter_choice("none"), None);
        assert_eq!(adapter_choice("cpu"), Some(AdapterChoice::Cpu));
        assert_eq!(adapter_choice("llvmpipe"), Some(AdapterChoice::Named("llvmpipe".into())));
    }

    #[test]
    fn sizes_are_two_numbers() {
        assert_eq!(parse_size("1280x800"), Ok((1280, 800)));
        for bad in ["", "1280", "0x800", "1280x", "axb", "99999x9"] {
            assert!(parse_size(bad).is_err(), "{bad}");
        }
    }
}
