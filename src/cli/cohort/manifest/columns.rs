//! Which column of a manifest is what.
use crate::export::cohort::is_own_column;
use anyhow::{bail, ensure};

/// Places of the columns by name; `None` where there is none.
#[derive(Debug)]
pub struct Columns {
    pub id: usize,
    pub upper: Option<usize>,
    pub lower: Option<usize>,
    pub case: Option<usize>,
    pub pose: Option<usize>,
    pub pose_file: Option<usize>,
    pub unit: Option<usize>,
    pub teeth: [Option<usize>; 2],
    /// group, session, bite, movement.
    pub named: [Option<usize>; 4],
    pub others: Vec<usize>,
}

const KNOWN: [&str; 13] = [
    "case_id",
    "upper",
    "lower",
    "case",
    "pose",
    "pose_file",
    "unit",
    "teeth_upper",
    "teeth_lower",
    "group",
    "session",
    "bite",
    "movement",
];

impl Columns {
    /// # Errors
    /// When a column is missing, has no name, or one that the table has itself.
    pub fn of(header: &[String]) -> anyhow::Result<Self> {
        for (i, name) in header.iter().enumerate() {
            ensure!(!name.is_empty(), "column {} has no name", i + 1);
            ensure!(!name.chars().any(char::is_control), "the name of column {} is no word", i + 1);
            ensure!(!header[..i].contains(name), "it has two columns \"{name}\"");
        }
        let place = |name: &str| header.iter().position(|column| column == name);
        let others: Vec<usize> = (0..header.len()).filter(|i| !KNOWN.contains(&header[*i].as_str())).collect();
        if let Some(own) = others.iter().find(|i| is_own_column(&header[**i])) {
            bail!("the table has a column \"{}\" itself; give that of the manifest another name", header[*own]);
        }
        let Some(id) = place("case_id") else { bail!("it has no column case_id") };
        let (upper, lower, case) = (place("upper"), place("lower"), place("case"));
        ensure!(
            case.is_some() || (upper.is_some() && lower.is_some()),
            "it has neither columns upper and lower nor a column case"
        );
        Ok(Self {
            id,
            upper,
            lower,
            case,
            pose: place("pose"),
            pose_file: place("pose_file"),
            unit: place("unit"),
            teeth: ["teeth_upper", "teeth_lower"].map(place),
            named: ["group", "session", "bite", "movement"].map(place),
            others,
        })
    }

    pub fn other_names(&self, header: &[String]) -> Vec<String> {
        self.others.iter().map(|i| header[*i].clone()).collect()
    }
}
