//! What a person can ask for, and the keys that ask for it.
use super::case::LeaveAnswer;
use super::desk::ViewLayout;
use crate::base::LengthUnit;
use crate::field::Question;
use crate::jaw::JawSide;
use crate::render::StandardView;
use crate::session::recent::RecentCase;
use crate::session::{Command, Correction};
use egui::{Key, Modifiers};
use std::path::PathBuf;

/// One wish. Panels and keys only collect them; the desk carries them out after the frame's layout is done.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    Do(Command),
    /// Everything until [`Action::EndGesture`] is one undo step.
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
    /// Moves to the first contact along the occlusal normal; while it is searched for, gives the search up.
    FirstContact,
    /// Sets the patient's directions.
    Correct(Correction),
    OpenDialog(Option<JawSide>),
    /// Files; a single scan may be meant for one jaw.
    Open(Vec<PathBuf>, Option<JawSide>),
    OpenRecent(RecentCase),
    OpenSample,
    /// Saves the case to its own file; without one, asks for it.
    Save,
    /// Asks where to save.
    SaveAs,
    /// The system's dialog for that.
    BrowseSave,
    SaveTo {
        path: PathBuf,
        /// The file names the scans and does not hold them.
        refers: bool,
    },
    CancelSave,
    /// To the start, with the recent cases.
    CloseCase,
    /// Answers what to do with unsaved changes.
    Leave(LeaveAnswer),
    /// Opens what a killed program has left.
    Recover,
    DiscardRecovery,
    RecoverLater,
    CancelLoading,
    /// A case that waited for an answer about unsaved changes comes on the desk.
    ShowOpened,
    /// Reads the open files again in this unit.
    ReloadIn(LengthUnit),
    Look(StandardView),
    /// To the view of the case at this place.
    FlyToView(usize),
    /// Makes a contact, by its number, the middle of the view.
    FlyTo(u32),
    Fit,
    Layout(ViewLayout),
    NextLayout,
    ToggleVisible(JawSide),
    ToggleXRay,
    Snapshot,
    /// The report as PDF.
    Report,
    ToggleTheme,
    /// Exact figures at rest, or not: a habit of the person, not a change of the case.
    ExactAtRest(bool),
    /// The layers of the map's pixel under a resting pointer, or not: a habit too.
    ShowLayers(bool),
    /// Prepared scans are kept on disk, or not and none is left: a habit too.
    KeepPrepared(bool),
    ToggleKeySheet,
    /// The notes of the case.
    ToggleNotes,
    ToggleProfile,
    Quit,
}

/// A line of the key sheet.
pub struct KeyLine {
    pub keys: &'static str,
    pub does: &'static str,
}

const fn line(keys: &'static str, does: &'static str) -> KeyLine {
    KeyLine { keys, does }
}

/// Everything that hands can do, for the key sheet.
pub const KEY_SHEET: &[(&str, &[KeyLine])] = &[
    (
        "Mouse",
        &[
            line("Drag on the lower jaw", "moves it in the plane of the view"),
            line("Ctrl + drag on the lower jaw", "turns it about the point grabbed"),
            line("Click on the lower jaw", "shows handles: arrows and rings for single axes"),
            line("Esc during a drag", "puts it back; otherwise hides the handles"),
            line("Drag elsewhere", "turns the view"),
            line("Middle or right drag", "moves the view"),
            line("Wheel", "zooms to the cursor"),
            line("Alt + wheel", "raises and lowers the lower jaw, 0.1 mm a step"),
            line("Double click", "makes the place the middle of the view"),
            line("Shift with any of these", "ten times finer"),
            line("Rest on the map", "with Layers on: all surfaces along the ray; a click keeps them"),
        ],
    ),
    (
        "Lower jaw",
        &[
            line("O   C", "opens and closes about the hinge axis, 0.2° a step"),
            line("Arrow keys", "nudge in the plane of the view, 0.05 mm a step"),
            line("F", "to the first contact along the occlusal normal; any key gives the search up"),
            line("Home", "back to the position of the files"),
            line("Ctrl + Z   Ctrl + Y", "undo, redo"),
        ],
    ),
    (
        "View",
        &[
            line("F2   F3   F4", "front, patient's right, patient's left"),
            line("F5   F6", "upper teeth, lower teeth (occlusal)"),
            line("F7", "everything in view"),
            line("Number pad 5 4 6 8 2 0", "front, right, left, upper, lower, everything"),
            line("U   L", "hides or shows the upper, the lower jaw"),
            line("X", "x-ray: both jaws translucent"),
            line("M", "3D, split, map"),
            line("Views", "in the bar at the top: saves this view under a name with the case, flies to one"),
        ],
    ),
    (
        "Program",
        &[
            line("1 to 8", "contact threshold 8, 12, 20, 40, 50, 100, 149, 200 µm"),
            line("Ctrl + O", "opens two scans or a case (or drop the files on the window)"),
            line("Ctrl + S", "saves the case; Ctrl + Shift + S under another name"),
            line("N", "notes about the case, saved with it"),
            line("Ctrl + W", "closes the case and shows the recent ones"),
            line("F12", "saves a picture and its figures; with Shift a report as PDF"),
            line("F9", "where the time of the last frames went"),
            line("F1   ?", "this sheet"),
        ],
    ),
];

/// The wish behind a key, if it has one.
pub fn action_of_key(key: Key, modifiers: Modifiers) -> Option<Action> {
    if modifiers.command {
        return match key {
            Key::Z if modifiers.shift => Some(Action::Redo),
            Key::Z => Some(Action::Undo),
            Key::Y => Some(Action::Redo),
            Key::O => Some(Action::OpenDialog(None)),
            Key::S if modifiers.shift => Some(Action::SaveAs),
            Key::S => Some(Action::Save),
            Key::W => Some(Action::CloseCase),
            Key::Q => Some(Action::Quit),
            _ => None,
        };
    }
    if modifiers.alt {
        return None;
    }
    let step = if modifiers.shift { crate::session::motion::FINE } else { 1.0 };
    Some(match key {
        Key::O => Action::Hinge(step),
        Key::C => Action::Hinge(-step),
        Key::ArrowLeft => Action::Nudge(-step, 0.0),
        Key::ArrowRight => Action::Nudge(step, 0.0),
        Key::ArrowUp => Action::Nudge(0.0, step),
        Key::ArrowDown => Action::Nudge(0.0, -step),
        Key::F => Action::FirstContact,
        Key::Home => Action::ResetPose,
        Key::F1 | Key::Questionmark => Action::ToggleKeySheet,
        Key::F2 => Action::Look(StandardView::Front),
        Key::F3 => Action::Look(StandardView::Right),
        Key::F4 => Action::Look(StandardView::Left),
        Key::F5 => Action::Look(StandardView::UpperOcclusal),
        Key::F6 => Action::Look(StandardView::LowerOcclusal),
        Key::F7 => Action::Fit,
        Key::F9 => Action::ToggleProfile,
        Key::F12 if modifiers.shift => Action::Report,
        Key::F12 => Action::Snapshot,
        Key::U => Action::ToggleVisible(JawSide::Upper),
        Key::L => Action::ToggleVisible(JawSide::Lower),
        Key::X => Action::ToggleXRay,
        Key::M => Action::NextLayout,
        Key::N => Action::ToggleNotes,
        _ => return threshold_of_key(key).map(|mm| Action::Do(Command::Threshold(mm))),
    })
}

/// Views on the number pad, laid out as the sides lie in the front view (the patient's right is on the left).
pub fn action_of_numpad(digit: u8) -> Option<Action> {
    Some(match digit {
        5 => Action::Look(StandardView::Front),
        4 => Action::Look(StandardView::Right),
        6 => Action::Look(StandardView::Left),
        8 => Action::Look(StandardView::UpperOcclusal),
        2 => Action::Look(StandardView::LowerOcclusal),
        0 => Action::Fit,
        _ => return None,
    })
}

fn threshold_of_key(key: Key) -> Option<f64> {
    const DIGITS: [Key; 8] = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8];
    let i = DIGITS.iter().position(|k| *k == key)?;
    Question::DEFAULT_THRESHOLDS_MM.get(i).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_mean_what_the_sheet_says() {
        let plain = Modifiers::NONE;
        assert_eq!(action_of_key(Key::Num6, plain), Some(Action::Do(Command::Threshold(0.1))));
        assert_eq!(action_of_key(Key::O, plain), Some(Action::Hinge(1.0)));
        assert_eq!(action_of_key(Key::C, Modifiers::SHIFT), Some(Action::Hinge(-0.1)));
        assert_eq!(action_of_key(Key::Z, Modifiers::COMMAND | Modifiers::SHIFT), Some(Action::Redo));
        assert_eq!(action_of_key(Key::O, Modifiers::COMMAND), Some(Action::OpenDialog(None)));
        assert_eq!(action_of_key(Key::S, Modifiers::COMMAND), Some(Action::Save));
        assert_eq!(action_of_key(Key::S, Modifiers::COMMAND | Modifiers::SHIFT), Some(Action::SaveAs));
        assert_eq!(action_of_key(Key::F, plain), Some(Action::FirstContact));
        assert_eq!(action_of_key(Key::J, plain), None);
        assert_eq!(action_of_numpad(7), None);
    }
}
