//! What stays between sessions: recent cases, theme, size of the window. Plain JSON in the user's own configuration
//! folder; nothing of a scan's content. Problems with it are never worth an error: the program starts afresh.
use crate::app::state::habits::Columns;
use crate::base::files::{self, private};
use crate::base::words::{Language, Notation};
use crate::engine::doctor::Checkup;
use crate::engine::{ContactSearch, Execution};
use crate::session::RecentCases;
use std::collections::BTreeMap;
use std::path::PathBuf;

#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Kept {
    pub recent: RecentCases,
    pub light_theme: bool,
    /// What the window speaks; `None`: what the computer is set to.
    pub language: Option<Language>,
    /// How it numbers teeth.
    pub notation: Notation,
    /// Nothing fades or slides; `None`: what the computer is set to.
    pub less_motion: Option<bool>,
    /// Logical points.
    pub window: Option<(u32, u32)>,
    pub exact_at_rest: bool,
    pub layers: bool,
    /// Poses nearby are tried at rest.
    pub nearby: bool,
    /// The teeth's numbers stand in the pictures.
    pub tooth_numbers: bool,
    /// The columns at the sides.
    pub columns: Columns,
    /// Where pictures and reports go.
    pub folder: Option<PathBuf>,
    /// Prepared scans are kept on disk.
    pub prepared_scans: bool,
    /// The fastest execution of the analysis, by adapter.
    pub executions: BTreeMap<String, Execution>,
    /// Who finds what is nearest while contact is followed, likewise.
    pub contact_searches: BTreeMap<String, ContactSearch>,
    /// Which executions give the exact answers, by adapter and driver.
    pub checkups: BTreeMap<String, Checkup>,
}

impl Default for Kept {
    fn default() -> Self {
        Self {
            recent: RecentCases::default(),
            light_theme: false,
            language: None,
            notation: Notation::default(),
            less_motion: None,
            window: None,
            exact_at_rest: true,
            layers: false,
            nearby: true,
            tooth_numbers: true,
            columns: Columns::default(),
            folder: None,
            prepared_scans: true,
            executions: BTreeMap::new(),
            contact_searches: BTreeMap::new(),
            checkups: BTreeMap::new(),
        }
    }
}

/// Where it is kept; keeps nothing with `--no-restore`.
#[derive(Clone, Debug)]
pub struct Store(Option<PathBuf>);

impl Store {
    pub fn new(no_restore: bool) -> Self {
        let folder = directories::ProjectDirs::from("", "", "occluscope").map(|d| d.config_dir().join("window.json"));
        Self(if no_restore { None } else { folder })
    }

    #[cfg(test)]
    fn at(path: PathBuf) -> Self {
        Self(Some(path))
    }

    pub fn load(&self) -> Kept {
        self.0.iter().filter_map(|path| path.parent()).for_each(files::remove_left_over);
        let bytes = self.0.as_ref().and_then(|p| files::read_file(p).ok());
        bytes.and_then(|b| serde_json::from_slice(&b).ok()).unwrap_or_default()
    }

    pub fn save(&self, kept: &Kept) {
        let Some(path) = &self.0 else { return };
        let Ok(bytes) = serde_json::to_vec_pretty(kept) else { return };
        let folder = path.parent().map(private::make_folder);
        if let Some(Err(e)) = folder {
            tracing::warn!("the list of recent cases is not kept: {e}");
        }
        if let Err(e) = files::write_own_file(path, |out| out.write_all(&bytes)) {
            tracing::warn!("the list of recent cases is not kept: {e}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::recent::RecentCase;

    #[test]
    fn what_was_kept_comes_back_and_rubbish_is_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/window.json");
        let store = Store::at(path.clone());
        assert_eq!(store.load(), Kept::default());
        let mut kept = Kept {
            light_theme: true,
            language: Some(Language::German),
            notation: Notation::Palmer,
            less_motion: Some(true),
            exact_at_rest: false,
            layers: true,
            nearby: false,
            tooth_numbers: false,
            columns: Columns { folded: [Some(true), None], simple: true },
            folder: Some("pictures".into()),
            prepared_scans: false,
            ..Kept::default()
        };
        kept.recent.add(RecentCase::Scans { upper: "u.stl".into(), lower: "l.stl".into() });
        kept.recent.add(RecentCase::File { case: "c.occ".into() });
        kept.executions.insert("a card".into(), Execution::Raster);
        let checkup = Checkup { version: "1.2".into(), disagree: vec![Execution::Compute] };
        kept.checkups.insert("a card, its driver, 7".into(), checkup);
        store.save(&kept);
        assert_eq!(store.load(), kept);
        // Names of scans are patients' names.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
            assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
        }
        // A file of an older version: what it does not name is as at first.
        std::fs::write(&path, br#"{"light_theme":true}"#).unwrap();
        assert_eq!(store.load(), Kept { light_theme: true, ..Kept::default() });
        std::fs::write(&path, b"{ not json").unwrap();
        assert_eq!(store.load(), Kept::default());
    }
}
