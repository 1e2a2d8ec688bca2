//! The articulator that is asked for, and what is odd about it.
use crate::base::files;
use crate::export::motion::articulator::ArticulatorRecord;
use crate::jaw::hinge::AVERAGE_ANATOMY;
use crate::jaw::motion::{Articulator, Guide, PRESETS, Preset};
use crate::session::jaw_motion::{self, flat_table};
use crate::session::{CaseContent, KeptMotion, articulator_of};
use anyhow::{Context, anyhow, bail};
use std::path::Path;

/// What the articulator says, and what is odd about it.
pub struct Settings {
    pub articulator: Articulator,
    pub record: ArticulatorRecord,
    pub warnings: Vec<String>,
}

impl Settings {
    /// # Errors
    /// One sentence that names the file.
    pub fn of(path: Option<&Path>, guide: Guide) -> anyhow::Result<Self> {
        Self::of_record(articulator_record(path)?, path.unwrap_or(Path::new("articulator")), guide)
    }

    /// Those of a case, where nothing else is asked for: of one that says nothing of motion what the window takes.
    ///
    /// # Errors
    /// When they are none.
    pub fn of_case(case: &CaseContent, guide: Guide) -> anyhow::Result<Self> {
        let (articulator, facebow) = match &case.motion {
            Some(text) => {
                let motion = jaw_motion::record::from_json(text).map_err(|why| anyhow!("the case's motion: {why}"))?;
                (motion.articulator, motion.facebow)
            }
            None => {
                let anatomy = case.directions.as_ref().map_or(AVERAGE_ANATOMY, |directions| directions.anatomy);
                (articulator_of(&anatomy, &KeptMotion::default()), None)
            }
        };
        let record = ArticulatorRecord::new(&articulator, facebow.as_ref());
        let record = ArticulatorRecord { name: Some("of the case".into()), ..record };
        Self::of_record(record, Path::new("the case"), guide)
    }

    /// Of an articulator that was read. `path` names it.
    ///
    /// # Errors
    /// One sentence that names the file.
    pub fn of_record(record: ArticulatorRecord, path: &Path, guide: Guide) -> anyhow::Result<Self> {
        let name = || path.display().to_string();
        let mut articulator = record.articulator().with_context(name)?;
        let mut warnings = Vec::new();
        if guide == Guide::Incisal && articulator.incisal.is_none() {
            articulator.incisal = Some(flat_table(&articulator));
            warnings.push(format!(
                "The articulator has no incisal table: a flat one was taken, parallel to the {} plane (incisal_deg 0).",
                articulator.plane.name()
            ));
        }
        if guide == Guide::Teeth && articulator.pin_mm != 0.0 {
            articulator.pin_mm = 0.0;
            warnings.push("With teeth as guide the incisal pin is out: pin_mm was taken as 0.".into());
        }
        if articulator.guides.right.progressive_deg.or(articulator.guides.left.progressive_deg).is_some() {
            warnings
                .push("pss_deg is given: it, and not bennett_deg, is the angle after the immediate side shift.".into());
        }
        let facebow = record.facebow().with_context(name)?;
        let told = ArticulatorRecord { name: record.name, ..ArticulatorRecord::new(&articulator, facebow.as_ref()) };
        Ok(Self { articulator, record: told, warnings })
    }
}

/// Whether an articulator is asked for by its name; a file of that name goes before it.
pub fn is_preset(path: &Path) -> bool {
    preset(path).is_some()
}

fn preset(path: &Path) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| path.as_os_str() == preset.name && !path.exists())
}

fn articulator_record(path: Option<&Path>) -> anyhow::Result<ArticulatorRecord> {
    let path = path.unwrap_or(Path::new(PRESETS[0].name));
    if let Some(preset) = preset(path) {
        let record = ArticulatorRecord::new(&(preset.make)(), None);
        return Ok(ArticulatorRecord { name: Some(preset.name.into()), ..record });
    }
    if !path.exists() && path.extension().is_none() {
        let names: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
        bail!(
            "{}: there is neither such a file nor an articulator of this name ({})",
            path.display(),
            names.join(", ")
        );
    }
    let bytes = files::read_file(path)?;
    ArticulatorRecord::read(&bytes).with_context(|| path.display().to_string())
}
