//! What the desk cannot do by itself: work for the window, its jobs and its pictures.
use crate::app::actions::Action;
use crate::app::jobs::saver::SaveJob;
use crate::app::state::ViewLayout;
use crate::app::state::compare::CompareFormat;
use crate::app::state::motion::MotionFormat;
use crate::app::state::opening::OpenRequest;
use crate::app::state::section::SectionFormat;
use crate::engine::PairForms;
use crate::export::report::TypedFields;
use crate::jaw::{JawPair, JawSide};
use crate::render::DisplayPair;
use crate::session::share::Share;
use std::path::PathBuf;
use std::sync::Arc;

pub enum Effect {
    /// Carries an action out that was asked about.
    Do(Action),
    /// Has a worker read a case.
    Open(Box<OpenRequest>),
    /// The case that was just opened, ready to be drawn.
    Show(Arc<JawPair>, Arc<DisplayPair>),
    /// The system's dialog for two scans or a case, or for the scan of one jaw, from this folder on.
    AskForScans(Option<JawSide>, Option<PathBuf>),
    /// The system's dialog for a place to save at.
    AskWhereToSave(Option<PathBuf>),
    Save(Box<SaveJob>),
    /// Keeps a small picture of what is seen, under the key of a recent case.
    KeepPicture {
        key: String,
        layout: ViewLayout,
    },
    /// Reads the small pictures of the recent cases.
    ReadPictures,
    Snapshot,
    /// Writes down what is trimmed.
    SaveTrim,
    /// Writes down the section.
    SaveSection(SectionFormat),
    /// Writes down the movement.
    SaveMotion(MotionFormat),
    /// Writes down what was compared.
    SaveComparison(CompareFormat),
    /// Has a worker hold the open case against a case file.
    CompareWith(PathBuf),
    /// The system's dialog for an earlier case of the patient, from this folder on.
    AskForEarlierCase(Option<PathBuf>),
    /// The system's dialog for a recorded movement, from this folder on.
    AskForMotion(Option<PathBuf>),
    /// The system's dialog for bite scans, likewise.
    AskForBiteScans(Option<PathBuf>),
    /// Of the open case, whose pair is there in forms to be shared.
    Report(Arc<PairForms>, Box<TypedFields>),
    /// Likewise, for other people and programs.
    Share(Arc<PairForms>, Share),
    /// The system's dialog for a folder, from this one on.
    AskForFolder(PathBuf),
    /// The system's file manager, with this folder.
    ShowFolder(PathBuf),
    ToggleTheme,
    /// The engine and why it is used are named again, in another language.
    NameEngine,
    /// Removes prepared scans from the disk.
    ClearCache,
    /// Puts words on the clipboard.
    Copy(String),
    /// Writes down what stays between sessions.
    Keep,
    /// The program ends.
    End,
}
