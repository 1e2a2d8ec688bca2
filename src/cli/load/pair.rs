//! A prepared pair of jaws with everything said on the way to it, and what its case says beside the scans.
use crate::base::files::cache::CacheFolder;
use crate::base::{Rigid, Warning};
use crate::export::json::TimingRecord;
use crate::jaw::kept::PreparedPair;
use crate::jaw::{Bite, JawPair, Teeth};
use crate::session::load::OpenedCase;
use crate::session::prepared::{Background, Prepared};
use crate::session::{CaseContent, Directions};
use anyhow::bail;
use std::path::PathBuf;
use std::sync::Arc;

/// The jaws that an engine takes, with everything said on the way.
pub struct LoadedPair {
    /// Upper and lower as results name them: files, or places in a case as if that were a folder.
    pub scans: [PathBuf; 2],
    pub pair: Arc<JawPair>,
    /// The patient's directions, where they are not those that the pair was prepared with.
    pub directions: Option<Directions>,
    /// The case that holds the scans.
    pub case: Option<OfCase>,
    pub warnings: Vec<Warning>,
    pub timing_ms: TimingRecord,
    /// Writes what is worth keeping; waited for when it is dropped.
    pub keeping: Background,
}

/// What a case says beside its scans.
pub struct OfCase {
    pub content: CaseContent,
    /// Files of the scans, where the case only names them.
    pub files: Option<[PathBuf; 2]>,
}

impl OfCase {
    pub fn of(opened: &OpenedCase) -> Self {
        Self { content: opened.content.clone(), files: opened.scans.paths() }
    }
}

impl LoadedPair {
    pub fn of(loaded: Prepared, scans: [PathBuf; 2], cache: &CacheFolder) -> Self {
        let keeping = loaded.keeping(None).in_background(cache);
        let Prepared { prepared: PreparedPair { pair, warnings, .. }, times, .. } = loaded;
        let timing_ms = TimingRecord {
            import: Some(times.import),
            prepare: Some(times.prepare),
            cached: Some(times.cached),
            ..TimingRecord::default()
        };
        Self { scans, pair, directions: None, case: None, warnings, timing_ms, keeping }
    }

    /// The teeth that the case keeps, where they are of these very triangles.
    pub fn kept_teeth(&self) -> Option<Teeth> {
        self.case.as_ref()?.content.teeth_of(&self.pair).filter(|teeth| !teeth.is_empty())
    }

    /// Takes the patient's directions from elsewhere than the scans.
    pub fn set_directions(&mut self, directions: Directions) {
        // What is being kept on disk has the estimated ones, and keeps them.
        let pair = Arc::make_mut(&mut self.pair);
        (pair.frame, pair.occlusion) = (directions.frame, directions.occlusion);
        self.directions = Some(directions);
    }

    /// The pose that the case has; of scans by themselves that of their files.
    pub fn pose(&self) -> Rigid {
        self.case.as_ref().map_or(Rigid::IDENTITY, |case| case.content.upper_from_lower)
    }

    /// Takes the case in one of its bites.
    ///
    /// # Errors
    /// One sentence with the bites that there are, where there is none of this name.
    pub fn choose_bite(&mut self, name: &str) -> anyhow::Result<()> {
        let Some(case) = &mut self.case else { bail!("--bite names a bite of a case; scans by themselves have none") };
        let bites = &case.content.bites;
        let Some(chosen) = bites.place_of(name).and_then(|place| bites.chosen(place)) else {
            let names: Vec<&str> = bites.list().iter().map(Bite::said_name).collect();
            bail!("the case has no bite \"{name}\"; it has \"{}\"", names.join("\", \""));
        };
        case.content.upper_from_lower = chosen.current().upper_from_lower;
        case.content.bites = chosen;
        Ok(())
    }

    /// The scans' own files; `None` where a case holds them.
    pub fn files(&self) -> Option<&[PathBuf; 2]> {
        self.case.as_ref().map_or(Some(&self.scans), |case| case.files.as_ref())
    }
}
