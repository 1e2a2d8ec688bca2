//! What a person can ask for. Panels and keys only collect actions; `update` carries them out after the frame's layout is done.
pub mod keys;

use super::state::bites::BiteWish;
use super::state::compare::{CompareFormat, CompareWish};
use super::state::leave::LeaveAnswer;
use super::state::measure::MeasureWish;
use super::state::motion::{MotionFormat, MotionWish};
use super::state::ortho::OrthoWish;
use super::state::pins::PinWish;
use super::state::section::{SectionFormat, SectionWish};
use super::state::trim::TrimWish;
use super::state::uncertainty::UncertaintyWish;
use super::state::view::ViewLayout;
use super::state::zones::ListHabits;
use crate::base::LengthUnit;
use crate::base::words::{Language, Notation};
use crate::export::report::TypedFields;
use crate::jaw::JawSide;
use crate::render::StandardView;
use crate::session::recent::RecentCase;
use crate::session::share::Share;
use crate::session::{Command, Correction};
use glam::DVec3;
use std::path::PathBuf;

/// One wish; each branch has its file in `update`.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// About the jaws and what is known of them.
    Case(CaseAction),
    /// About how they are looked at.
    View(ViewAction),
    /// About what is opened, saved and written.
    File(FileAction),
    /// About the program, whatever case is open.
    Program(ProgramAction),
}

#[derive(Clone, Debug, PartialEq)]
pub enum CaseAction {
    Do(Command),
    /// Everything until [`CaseAction::EndGesture`] is one undo step.
    BeginGesture(&'static str),
    EndGesture,
    Undo,
    Redo,
    /// Opens (positive) or closes by a number of steps.
    Hinge(f64),
    /// Raises (positive) or lowers by a number of steps.
    Raise(f64),
    /// Moves in the view plane by a number of steps to the right and up.
    Nudge(f64, f64),
    ResetPose,
    /// Lets the lower jaw be moved, and does what was asked for while the bite was locked.
    FreeBite,
    /// The bite stays locked; the question is put aside.
    KeepLocked,
    ToggleLock,
    /// Moves to the first contact along the occlusal normal; while it is searched for, gives the search up.
    FirstContact,
    /// Any key: gives up the search for the first contact.
    GiveUpContact,
    /// Sets the patient's directions.
    Correct(Correction),
    ToggleVisible(JawSide),
    ToggleXRay,
    /// So many steps finer, or coarser (negative), is the map.
    FinerMap(i32),
    /// A click on a tooth opens the field for its number, or not.
    NameTeeth(bool),
    /// The field for a tooth's number is closed.
    CloseNaming,
    /// About the tool that trims.
    Trim(TrimWish),
    /// About the section.
    Section(SectionWish),
    /// About the tool that measures.
    Measure(MeasureWish),
    /// About the Motion mode.
    Motion(MotionWish),
    /// About the orthodontic figure whose points can be dragged.
    Ortho(OrthoWish),
    /// About the notes that hang on the jaws.
    Pins(PinWish),
    /// About the bites: which there are, which one the jaw is in, and how others are found.
    Bites(BiteWish),
    /// About the card that compares.
    Compare(CompareWish),
    /// The question after an import is answered.
    Answered,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ViewAction {
    Look(StandardView),
    /// To the view of the case at this place.
    FlyToView(usize),
    /// Makes a contact, by its number, the middle of the view.
    FlyTo(u32),
    /// The same of a place in the picture, world coordinates.
    FlyToPlace(DVec3),
    /// Selects a tooth, by its place in its jaw's regions, with its contacts, and makes the largest of them the middle of the view.
    FlyToTooth(JawSide, usize),
    /// To the next contact of the list, or so many on or back.
    StepContact(i32),
    /// Turns the view by so many steps to the right and up.
    Turn(f64, f64),
    /// Nearer by so many steps, or farther.
    Zoom(f64),
    /// The contact that was flown to is no longer lit up.
    LeaveContact,
    Fit,
    Layout(ViewLayout),
    NextLayout,
    /// How the contacts are listed.
    List(ListHabits),
    /// Which positions nearby are tried, and whether what was found is shown.
    Uncertainty(UncertaintyWish),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrashAnswer {
    /// The newest one's folder, and they stay.
    Show,
    Keep,
    Remove,
}

#[derive(Clone, Debug, PartialEq)]
pub enum FileAction {
    OpenDialog(Option<JawSide>),
    /// Files; a single scan may be meant for one jaw.
    Open(Vec<PathBuf>, Option<JawSide>),
    OpenRecent(RecentCase),
    OpenSample,
    /// Reads the open files again in this unit.
    ReloadIn(LengthUnit),
    CancelLoading,
    /// A case that waited for an answer about unsaved changes comes on the desk.
    ShowOpened,
    /// The one scan that is there is the other jaw.
    SwapPending,
    DropPending,
    /// Saves the case to its own file; without one, asks for it.
    Save,
    /// Asks where to save.
    SaveAs,
    /// The system's dialog for that, with what is in the field.
    BrowseSave(Option<PathBuf>),
    SaveTo {
        path: PathBuf,
        /// The file names the scans and does not hold them.
        refers: bool,
    },
    CancelSave,
    /// To the start, with the recent cases.
    Close,
    /// Answers what to do with unsaved changes.
    Leave(LeaveAnswer),
    /// Opens what a killed program has left.
    Recover,
    DiscardRecovery,
    RecoverLater,
    /// Answers what becomes of the reports of the program's own faults.
    Crashes(CrashAnswer),
    Snapshot,
    /// What is trimmed, as a file for the command line.
    SaveTrim,
    /// The section as it is seen, as a file.
    SaveSection(SectionFormat),
    /// The movement that is looked at, or the articulator, as a file.
    SaveMotion(MotionFormat),
    /// What was compared, as a file.
    SaveComparison(CompareFormat),
    /// Asks for a file with a recorded movement.
    AskForMotion,
    /// Asks for an earlier case of the patient.
    AskForEarlierCase,
    /// Holds the open case against that file.
    CompareWith(PathBuf),
    /// Asks for bite scans.
    AskForBiteScans,
    /// Asks what is to stand in the report, or no longer.
    AskReport,
    /// The report as PDF, with what was typed for it.
    Report(Box<TypedFields>),
    /// Writes the pose at rest for other people or programs.
    Share(Share),
    /// Asks for the folder that pictures and reports go to.
    ChooseFolder,
    /// Pictures and reports go there.
    FilesGoTo(PathBuf),
    /// Shows the folder of a file that was written.
    ShowInFolder(PathBuf),
}

#[derive(Clone, Debug, PartialEq)]
pub enum ProgramAction {
    ToggleTheme,
    /// Exact figures at rest, or not: a habit of the person, not a change of the case.
    ExactAtRest(bool),
    /// The layers of the map's pixel under a resting pointer, or not: a habit too.
    ShowLayers(bool),
    /// Prepared scans are kept on disk, or not and none is left: a habit too.
    KeepPrepared(bool),
    /// How large pictures in files are.
    SnapshotTimes(u32),
    /// The teeth's numbers in the pictures, or not: a habit too.
    ToggleToothNumbers,
    /// Folds the left (0) or the right column, or unfolds it.
    ToggleColumn(usize),
    /// Without what a first look does not need, or with everything: a habit too.
    Simple(bool),
    /// The window speaks this: a habit too.
    Language(Language),
    /// It numbers teeth so: a habit too.
    Notation(Notation),
    /// Nothing fades or slides, or as it is usual: a habit too.
    LessMotion(bool),
    ToggleKeySheet,
    /// The notes of the case.
    ToggleNotes,
    ToggleProfile,
    /// The figures as a table, on the clipboard.
    CopyFigures,
    CloseMessage(usize),
    Quit,
}

impl From<CaseAction> for Action {
    fn from(action: CaseAction) -> Self {
        Self::Case(action)
    }
}

impl From<Command> for Action {
    fn from(command: Command) -> Self {
        Self::Case(CaseAction::Do(command))
    }
}

impl From<ViewAction> for Action {
    fn from(action: ViewAction) -> Self {
        Self::View(action)
    }
}

impl From<FileAction> for Action {
    fn from(action: FileAction) -> Self {
        Self::File(action)
    }
}

impl From<ProgramAction> for Action {
    fn from(action: ProgramAction) -> Self {
        Self::Program(action)
    }
}
