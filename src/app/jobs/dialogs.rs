//! File dialogs, each on a thread of its own, so that the window never stands still.
use crate::base::job::{Job, Wake};
use crate::base::words::{Phrase, phrase, say};
use crate::jaw::JawSide;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What came of a dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// Files, asked for this jaw; none when the dialog was left.
    Files(Vec<PathBuf>, Option<JawSide>),
    /// Bite scans; none when the dialog was left.
    BiteScans(Vec<PathBuf>),
    /// An earlier case of the patient.
    EarlierCase(Option<PathBuf>),
    /// Where to save.
    SaveTo(Option<PathBuf>),
    /// Where pictures and reports go.
    Folder(Option<PathBuf>),
    /// A dialog was wanted and the system has none: what is said then.
    NoDialog(&'static str),
}

/// Asks where to save a case.
pub fn ask_where_to_save(suggested: Option<PathBuf>, wake: Wake) -> Job<Chosen> {
    Job::once("save dialog", wake, move |_| {
        let mut dialog = rfd::FileDialog::new()
            .set_title(say!("dialogs-save-case"))
            .add_filter(say!("dialogs-occluscope-case"), &["occ"]);
        if let Some(path) = suggested {
            if let Some(folder) = path.parent().filter(|f| f.is_dir()) {
                dialog = dialog.set_directory(folder);
            }
            dialog = dialog.set_file_name(path.file_name().map(|n| n.to_string_lossy()).unwrap_or_default());
        }
        let asked = Instant::now();
        match dialog.save_file() {
            None if asked.elapsed() < AT_ONCE && !has_zenity() => Chosen::NoDialog(NO_SAVE_DIALOG.say()),
            chosen => Chosen::SaveTo(chosen),
        }
    })
}

/// Asks for a file with a recorded movement; it is opened like any other.
pub fn ask_for_motion(start: Option<PathBuf>, wake: Wake) -> Job<Chosen> {
    Job::once("movement dialog", wake, move |_| {
        let mut dialog = rfd::FileDialog::new()
            .set_title(say!("dialogs-open-movement"))
            .add_filter(say!("dialogs-recorded-movement"), &["jawMotion", "xml", "csv", "txt"]);
        if let Some(folder) = start {
            dialog = dialog.set_directory(folder);
        }
        let asked = Instant::now();
        match dialog.pick_file() {
            None if asked.elapsed() < AT_ONCE && !has_zenity() => Chosen::NoDialog(NO_DIALOG.say()),
            chosen => Chosen::Files(chosen.into_iter().collect(), None),
        }
    })
}

/// Asks for scans that show parts of both jaws in occlusion.
pub fn ask_for_bite_scans(start: Option<PathBuf>, wake: Wake) -> Job<Chosen> {
    Job::once("bite scan dialog", wake, move |_| {
        let mut dialog = rfd::FileDialog::new()
            .set_title(say!("bites-choose-scans"))
            .add_filter(say!("dialogs-scans-stl-ply-obj"), &["stl", "ply", "obj", "STL", "PLY", "OBJ"]);
        if let Some(folder) = start {
            dialog = dialog.set_directory(folder);
        }
        let asked = Instant::now();
        match dialog.pick_files() {
            None if asked.elapsed() < AT_ONCE && !has_zenity() => Chosen::NoDialog(NO_DIALOG.say()),
            chosen => Chosen::BiteScans(chosen.unwrap_or_default()),
        }
    })
}

/// Asks for a case of the same patient, to be held against the open one.
pub fn ask_for_earlier_case(start: Option<PathBuf>, wake: Wake) -> Job<Chosen> {
    Job::once("earlier case dialog", wake, move |_| {
        let mut dialog = rfd::FileDialog::new()
            .set_title(say!("compare-choose-earlier"))
            .add_filter(say!("dialogs-occluscope-case"), &["occ", "OCC"]);
        if let Some(folder) = start {
            dialog = dialog.set_directory(folder);
        }
        let asked = Instant::now();
        match dialog.pick_file() {
            None if asked.elapsed() < AT_ONCE && !has_zenity() => Chosen::NoDialog(NO_DIALOG.say()),
            chosen => Chosen::EarlierCase(chosen),
        }
    })
}

/// Asks where pictures and reports go.
pub fn ask_for_folder(now: PathBuf, wake: Wake) -> Job<Chosen> {
    Job::once("folder dialog", wake, move |_| {
        let dialog = rfd::FileDialog::new().set_title(say!("ask-folder")).set_directory(now);
        let asked = Instant::now();
        match dialog.pick_folder() {
            None if asked.elapsed() < AT_ONCE && !has_zenity() => Chosen::NoDialog(NO_FOLDER_DIALOG),
            chosen => Chosen::Folder(chosen),
        }
    })
}

/// Asks for two scans or a case, or for the one scan of `side`.
pub fn ask_for_scans(side: Option<JawSide>, start: Option<PathBuf>, wake: Wake) -> Job<Chosen> {
    Job::once("open dialog", wake, move |_| {
        let title = match side {
            None => say!("dialogs-open-case-scans-upper"),
            Some(JawSide::Upper) => say!("dialogs-open-scan-upper-jaw"),
            Some(JawSide::Lower) => say!("dialogs-open-scan-lower-jaw"),
        };
        let mut dialog = rfd::FileDialog::new().set_title(title);
        if side.is_none() {
            let all = ["occ", "stl", "ply", "obj", "OCC", "STL", "PLY", "OBJ"];
            dialog = dialog.add_filter(say!("dialogs-cases-scans-occ-stl"), &all);
        }
        dialog = dialog.add_filter(say!("dialogs-scans-stl-ply-obj"), &["stl", "ply", "obj", "STL", "PLY", "OBJ"]);
        if let Some(folder) = start {
            dialog = dialog.set_directory(folder);
        }
        let asked = Instant::now();
        let chosen = match side {
            None => dialog.pick_files().unwrap_or_default(),
            Some(_) => dialog.pick_file().into_iter().collect(),
        };
        match chosen.is_empty() && asked.elapsed() < AT_ONCE && !has_zenity() {
            true => Chosen::NoDialog(NO_DIALOG.say()),
            false => Chosen::Files(chosen, side),
        }
    })
}

/// Nobody closes a dialog faster: none was there.
const AT_ONCE: Duration = Duration::from_millis(700);

/// What is said then.
const NO_DIALOG: Phrase = phrase!("dialogs-this-system-has-no");

/// What is said when there is none for saving.
const NO_SAVE_DIALOG: Phrase = phrase!("dialogs-this-system-has-no-2");

/// What is said when there is none for a folder.
const NO_FOLDER_DIALOG: &str = "This system has no file dialog (neither a desktop portal nor zenity answers). Type the folder into the \
                                    field of the report.";

/// On Linux the dialog is the desktop portal's, or zenity's; elsewhere the system has one.
fn has_zenity() -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join("zenity").is_file())
}
