//! One row of a manifest.
use super::columns::Columns;
use crate::base::{LengthUnit, Rigid};
use crate::cli::args::{UnitChoice, parse_six, parse_unit};
use anyhow::{anyhow, bail, ensure};
use csv::StringRecord;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scans {
    Pair(Box<str>, Box<str>),
    Case(Box<str>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Pose {
    /// That of the scans' files, or of their case.
    Own,
    /// tx, ty, tz, rx, ry, rz as the manifest has them.
    Six(Box<str>),
    File(Box<str>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct CaseRow {
    pub line: u32,
    pub id: Box<str>,
    pub scans: Scans,
    pub pose: Pose,
    pub unit: Option<LengthUnit>,
    /// Label files of the upper and the lower jaw.
    pub labels: [Option<Box<str>>; 2],
    /// group, session, bite, movement; empty is none.
    pub named: [Box<str>; 4],
    pub others: Box<[Box<str>]>,
}

const LONGEST_ID: usize = 100;
/// What the names of files end with.
const ENDINGS: [&str; 12] =
    [".stl", ".ply", ".obj", ".occ", ".json", ".csv", ".png", ".jpg", ".jpeg", ".pdf", ".dcm", ".jawmotion"];

impl CaseRow {
    /// # Errors
    /// One sentence that says what is wrong.
    pub fn of(columns: &Columns, record: &StringRecord, line: u64) -> anyhow::Result<Self> {
        let field = |place: Option<usize>| place.and_then(|i| record.get(i)).filter(|text| !text.is_empty());
        let owned = |place: Option<usize>| field(place).map(Box::from);
        let word = |place: Option<usize>| field(place).unwrap_or_default().into();
        let row = Self {
            line: u32::try_from(line).unwrap_or(u32::MAX),
            id: checked_id(field(Some(columns.id)))?.into(),
            scans: scans(field(columns.upper), field(columns.lower), field(columns.case))?,
            pose: pose(field(columns.pose), field(columns.pose_file))?,
            unit: field(columns.unit).map_or(Ok(None), unit)?,
            labels: columns.teeth.map(owned),
            named: columns.named.map(word),
            others: columns.others.iter().map(|i| word(Some(*i))).collect(),
        };
        ensure!(
            matches!(row.scans, Scans::Pair(..)) || row.labels == [None, None],
            "labels belong to scans' files, and a case holds its scans; leave out teeth_upper and teeth_lower"
        );
        row.ensure_nameless()?;
        Ok(row)
    }

    /// What goes into the tables names no file of this row, and nothing that looks like one.
    fn ensure_nameless(&self) -> anyhow::Result<()> {
        let names = self.files().map(|(path, _)| path.file_name().unwrap_or_default().to_string_lossy().to_lowercase());
        let names: Vec<_> = names.collect();
        for word in self.named.iter().chain(&self.others).chain([&self.id]) {
            let lower = word.to_lowercase();
            let is_file = ENDINGS.iter().any(|e| lower.ends_with(e)) || names.iter().any(|name| lower.contains(name));
            ensure!(
                !is_file,
                "\"{word}\" looks like a file's name, and tables name no files, which often are patients' names; leave \
                 that column out"
            );
        }
        Ok(())
    }

    /// The files that it names, each with the word that stands for it where none is named.
    pub fn files(&self) -> impl Iterator<Item = (&Path, &'static str)> {
        let [upper, lower, case] = match &self.scans {
            Scans::Pair(upper, lower) => [Some(upper), Some(lower), None],
            Scans::Case(case) => [None, None, Some(case)],
        };
        let pose = if let Pose::File(file) = &self.pose { Some(file) } else { None };
        let labels = self.labels.each_ref().map(Option::as_ref);
        let words = ["upper", "lower", "case", "pose_file", "teeth_upper", "teeth_lower"];
        let files = [upper, lower, case, pose, labels[0], labels[1]];
        files.into_iter().zip(words).filter_map(|(file, word)| Some((Path::new(&**file?), word)))
    }

    /// The same files as they are found, with label files that may stand beside scans.
    pub fn places(&self, folder: &Path) -> Vec<(PathBuf, &'static str)> {
        let mut places: Vec<_> = self.files().map(|(path, word)| (place(folder, path), word)).collect();
        if let Scans::Pair(upper, lower) = &self.scans {
            let beside = [(upper, "teeth_upper"), (lower, "teeth_lower")];
            places.extend(beside.map(|(scan, word)| (place(folder, Path::new(&**scan)).with_extension("json"), word)));
        }
        places
    }
}

/// Where a file is. One beside the manifest that is called "sample" is a file, and not the built-in sample case.
pub fn place(folder: &Path, file: &Path) -> PathBuf {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    folder.join(file)
}

fn checked_id(text: Option<&str>) -> anyhow::Result<&str> {
    let Some(id) = text else { bail!("it has no case_id") };
    let is_fine = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '+' | ':');
    ensure!(
        id.chars().all(is_fine) && id.len() <= LONGEST_ID,
        "case_id \"{}\" is no name of letters, digits and -_.+: of at most {LONGEST_ID} bytes",
        id.chars().take(LONGEST_ID).collect::<String>()
    );
    Ok(id)
}

fn scans(upper: Option<&str>, lower: Option<&str>, case: Option<&str>) -> anyhow::Result<Scans> {
    match (upper, lower, case) {
        (Some(upper), Some(lower), None) => Ok(Scans::Pair(upper.into(), lower.into())),
        (None, None, Some(case)) => Ok(Scans::Case(case.into())),
        (None, None, None) => bail!("it names no scans: upper and lower are needed, or case"),
        (_, _, Some(_)) => bail!("it names scans and a case, which holds both scans already"),
        (None, ..) => bail!("it names a lower scan and no upper one"),
        (_, None, _) => bail!("it names an upper scan and no lower one"),
    }
}

fn pose(six: Option<&str>, file: Option<&str>) -> anyhow::Result<Pose> {
    match (six, file) {
        (None, None) => Ok(Pose::Own),
        (None, Some(file)) => Ok(Pose::File(file.into())),
        (Some(six), None) => {
            let _: Rigid = parse_six(six).map_err(|e| anyhow!("pose \"{six}\": {e}"))?;
            Ok(Pose::Six(six.into()))
        }
        (Some(_), Some(_)) => bail!("it has a pose and a pose_file; one of them is the pose"),
    }
}

fn unit(text: &str) -> anyhow::Result<Option<LengthUnit>> {
    match parse_unit(text) {
        Ok(UnitChoice::Auto) => Ok(None),
        Ok(UnitChoice::Given(unit)) => Ok(Some(unit)),
        Err(e) => bail!("unit \"{text}\": {e}"),
    }
}
