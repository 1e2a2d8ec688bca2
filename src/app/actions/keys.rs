//! The one table of keys: what the key sheet says, and the action behind each key.
use super::{Action, CaseAction, FileAction, ProgramAction, ViewAction};
use crate::app::state::measure::MeasureWish;
use crate::app::state::section::SectionWish;
use crate::app::state::trim::TrimWish;
use crate::field::Question;
use crate::jaw::JawSide;
use crate::render::StandardView;
use crate::session::Command;
use crate::session::motion::FINE;
use egui::{Key, Modifiers};

/// A line of the key sheet.
pub struct KeyLine {
    pub keys: &'static str,
    pub does: &'static str,
    bound: &'static [Bound],
}

/// A key and its action.
struct Bound {
    key: Key,
    with: With,
    /// Of a step: 1, or less for a fine one.
    action: fn(f64) -> Action,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum With {
    /// With Shift as well, unless that key with Shift is bound by itself.
    Nothing,
    Shift,
    /// Ctrl, on a Mac the command key; with Shift as well, as above.
    Command,
    CommandAndShift,
}

const fn line(keys: &'static str, does: &'static str, bound: &'static [Bound]) -> KeyLine {
    KeyLine { keys, does, bound }
}

const fn plain(key: Key, action: fn(f64) -> Action) -> Bound {
    Bound { key, with: With::Nothing, action }
}

const fn shift(key: Key, action: fn(f64) -> Action) -> Bound {
    Bound { key, with: With::Shift, action }
}

const fn command(key: Key, action: fn(f64) -> Action) -> Bound {
    Bound { key, with: With::Command, action }
}

const fn command_shift(key: Key, action: fn(f64) -> Action) -> Bound {
    Bound { key, with: With::CommandAndShift, action }
}

fn look(view: StandardView) -> Action {
    ViewAction::Look(view).into()
}

fn threshold(place: usize) -> Action {
    Command::Threshold(Question::DEFAULT_THRESHOLDS_MM[place]).into()
}

/// Everything that hands can do.
pub const KEY_SHEET: &[(&str, &[KeyLine])] =
    &[("Mouse", MOUSE), ("Lower jaw", LOWER_JAW), ("View", VIEW), ("Program", PROGRAM)];

const MOUSE: &[KeyLine] = &[
    line(
        "Drag on the lower jaw",
        "moves it in the plane of the view once the bite is free; until then it turns the view",
        &[],
    ),
    line("Ctrl + drag on the lower jaw", "turns it about the point grabbed", &[]),
    line("Click on the lower jaw", "shows handles: arrows and rings for single axes", &[]),
    line("Esc during a drag", "puts it back; otherwise hides the handles", &[]),
    line("Drag elsewhere", "turns the view", &[]),
    line("Middle or right drag", "moves the view", &[]),
    line("Wheel", "zooms to the cursor", &[]),
    line("Alt + wheel", "raises and lowers the lower jaw, 0.1 mm a step", &[]),
    line("Double click", "makes the place the middle of the view", &[]),
    line("Shift with any of these", "ten times finer", &[]),
    line("Rest on the map", "with Layers on (in the section): all surfaces along the ray; a click keeps them", &[]),
];

const LOWER_JAW: &[KeyLine] = &[
    line(
        "O   C",
        "opens and closes about the hinge axis, 0.2° a step",
        &[plain(Key::O, |step| CaseAction::Hinge(step).into()), plain(Key::C, |step| CaseAction::Hinge(-step).into())],
    ),
    line(
        "Arrow keys",
        "nudge in the plane of the view, 0.05 mm a step",
        &[
            plain(Key::ArrowLeft, |step| CaseAction::Nudge(-step, 0.0).into()),
            plain(Key::ArrowRight, |step| CaseAction::Nudge(step, 0.0).into()),
            plain(Key::ArrowUp, |step| CaseAction::Nudge(0.0, step).into()),
            plain(Key::ArrowDown, |step| CaseAction::Nudge(0.0, -step).into()),
        ],
    ),
    line(
        "F",
        "to the first contact along the occlusal normal; any key gives the search up",
        &[plain(Key::F, |_| CaseAction::FirstContact.into())],
    ),
    line(
        "T",
        "trims: strokes of a brush or a lasso leave surface out; Alt brings back, Ctrl + drag turns the view, Esc ends",
        &[plain(Key::T, |_| CaseAction::Trim(TrimWish::Toggle).into())],
    ),
    line(
        "B",
        "frees the bite or locks it; when it is asked about, Enter frees it and Esc leaves it locked",
        &[plain(Key::B, |_| CaseAction::ToggleLock.into())],
    ),
    line("Home", "back to the position of the files", &[plain(Key::Home, |_| CaseAction::ResetPose.into())]),
    line(
        "Ctrl + Z   Ctrl + Y",
        "undo, redo",
        &[
            command(Key::Z, |_| CaseAction::Undo.into()),
            command_shift(Key::Z, |_| CaseAction::Redo.into()),
            command(Key::Y, |_| CaseAction::Redo.into()),
        ],
    ),
];

const VIEW: &[KeyLine] = &[
    line(
        "F2   F3   F4",
        "front, patient's right, patient's left",
        &[
            plain(Key::F2, |_| look(StandardView::Front)),
            plain(Key::F3, |_| look(StandardView::Right)),
            plain(Key::F4, |_| look(StandardView::Left)),
        ],
    ),
    line(
        "F5   F6",
        "upper teeth, lower teeth (occlusal)",
        &[plain(Key::F5, |_| look(StandardView::UpperOcclusal)), plain(Key::F6, |_| look(StandardView::LowerOcclusal))],
    ),
    line("F7", "everything in view", &[plain(Key::F7, |_| ViewAction::Fit.into())]),
    line("Number pad 5 4 6 8 2 0", "front, right, left, upper, lower, everything", &[]),
    line(
        "U   L",
        "hides or shows the upper, the lower jaw",
        &[
            plain(Key::U, |_| CaseAction::ToggleVisible(JawSide::Upper).into()),
            plain(Key::L, |_| CaseAction::ToggleVisible(JawSide::Lower).into()),
        ],
    ),
    line("X", "x-ray: both jaws translucent", &[plain(Key::X, |_| CaseAction::ToggleXRay.into())]),
    line(
        "Shift + N",
        "the teeth's numbers in the pictures, or not",
        &[shift(Key::N, |_| ProgramAction::ToggleToothNumbers.into())],
    ),
    line(
        "S   P",
        "section: opens and closes it; puts it where it is, or lets it follow the cursor again (a click on the jaws puts it as well)",
        &[
            plain(Key::S, |_| CaseAction::Section(SectionWish::Toggle).into()),
            plain(Key::P, |_| CaseAction::Section(SectionWish::Put).into()),
        ],
    ),
    line(
        "D",
        "measures: clicks on the jaws put marks, Esc takes the last one back, then ends",
        &[plain(Key::D, |_| CaseAction::Measure(MeasureWish::Toggle).into())],
    ),
    line("M", "overview, 3D, split, map", &[plain(Key::M, |_| ViewAction::NextLayout.into())]),
    line("Views", "in the bar at the top: saves this view under a name with the case, flies to one", &[]),
];

const PROGRAM: &[KeyLine] = &[
    line(
        "1 to 8",
        "contact threshold 8, 12, 20, 40, 50, 100, 149, 200 µm",
        &[
            plain(Key::Num1, |_| threshold(0)),
            plain(Key::Num2, |_| threshold(1)),
            plain(Key::Num3, |_| threshold(2)),
            plain(Key::Num4, |_| threshold(3)),
            plain(Key::Num5, |_| threshold(4)),
            plain(Key::Num6, |_| threshold(5)),
            plain(Key::Num7, |_| threshold(6)),
            plain(Key::Num8, |_| threshold(7)),
        ],
    ),
    line(
        "Ctrl + O",
        "opens two scans or a case (or drop the files on the window)",
        &[command(Key::O, |_| FileAction::OpenDialog(None).into())],
    ),
    line(
        "Ctrl + S",
        "saves the case; Ctrl + Shift + S under another name",
        &[command(Key::S, |_| FileAction::Save.into()), command_shift(Key::S, |_| FileAction::SaveAs.into())],
    ),
    line("N", "notes about the case, saved with it", &[plain(Key::N, |_| ProgramAction::ToggleNotes.into())]),
    line(
        "Ctrl + W",
        "closes the case and shows the recent ones",
        &[command(Key::W, |_| FileAction::Close.into()), command(Key::Q, |_| ProgramAction::Quit.into())],
    ),
    line(
        "F12",
        "saves a picture and its figures; with Shift makes a report as PDF",
        &[plain(Key::F12, |_| FileAction::Snapshot.into()), shift(Key::F12, |_| FileAction::AskReport.into())],
    ),
    line(
        "F10   F11",
        "folds the column on the left, on the right, or unfolds it",
        &[
            plain(Key::F10, |_| ProgramAction::ToggleColumn(0).into()),
            plain(Key::F11, |_| ProgramAction::ToggleColumn(1).into()),
        ],
    ),
    line(
        "Page Up   Page Down",
        "a finer map, a coarser one",
        &[
            plain(Key::PageUp, |_| CaseAction::FinerMap(1).into()),
            plain(Key::PageDown, |_| CaseAction::FinerMap(-1).into()),
        ],
    ),
    line("F9", "where the time of the last frames went", &[plain(Key::F9, |_| ProgramAction::ToggleProfile.into())]),
    line(
        "F1   ?",
        "this sheet",
        &[
            plain(Key::F1, |_| ProgramAction::ToggleKeySheet.into()),
            plain(Key::Questionmark, |_| ProgramAction::ToggleKeySheet.into()),
        ],
    ),
];

/// Views on the number pad, laid out as the sides lie in the front view (the patient's right is on the left).
const NUMBER_PAD: [(u8, StandardView); 5] = [
    (5, StandardView::Front),
    (4, StandardView::Right),
    (6, StandardView::Left),
    (8, StandardView::UpperOcclusal),
    (2, StandardView::LowerOcclusal),
];

/// The action behind a key, if it has one.
pub fn action_of_key(key: Key, modifiers: Modifiers) -> Option<Action> {
    if modifiers.alt && !modifiers.command {
        return None;
    }
    let (with_shift, without) = match modifiers.command {
        true => (With::CommandAndShift, With::Command),
        false => (With::Shift, With::Nothing),
    };
    let bound = |with| {
        KEY_SHEET.iter().flat_map(|(_, lines)| *lines).flat_map(|l| l.bound).find(|b| b.key == key && b.with == with)
    };
    let found = bound(with_shift).filter(|_| modifiers.shift).or_else(|| bound(without))?;
    Some((found.action)(if modifiers.shift { FINE } else { 1.0 }))
}

pub fn action_of_numpad(digit: u8) -> Option<Action> {
    if digit == 0 {
        return Some(ViewAction::Fit.into());
    }
    NUMBER_PAD.iter().find(|(n, _)| *n == digit).map(|(_, view)| look(*view))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_mean_what_the_sheet_says() {
        let plain = Modifiers::NONE;
        assert_eq!(action_of_key(Key::Num6, plain), Some(Command::Threshold(0.1).into()));
        assert_eq!(action_of_key(Key::O, plain), Some(CaseAction::Hinge(1.0).into()));
        assert_eq!(action_of_key(Key::C, Modifiers::SHIFT), Some(CaseAction::Hinge(-0.1).into()));
        let command_shift = Modifiers::COMMAND | Modifiers::SHIFT;
        assert_eq!(action_of_key(Key::Z, command_shift), Some(CaseAction::Redo.into()));
        assert_eq!(action_of_key(Key::O, Modifiers::COMMAND), Some(FileAction::OpenDialog(None).into()));
        assert_eq!(action_of_key(Key::S, Modifiers::COMMAND), Some(FileAction::Save.into()));
        assert_eq!(action_of_key(Key::S, command_shift), Some(FileAction::SaveAs.into()));
        assert_eq!(action_of_key(Key::F, plain), Some(CaseAction::FirstContact.into()));
        assert_eq!(action_of_key(Key::J, plain), None);
        assert_eq!(action_of_numpad(7), None);
    }

    #[test]
    fn no_key_is_bound_twice_and_every_preset_has_one() {
        let bound: Vec<_> = KEY_SHEET.iter().flat_map(|(_, lines)| *lines).flat_map(|l| l.bound).collect();
        for (i, one) in bound.iter().enumerate() {
            assert!(!bound[..i].iter().any(|b| b.key == one.key && b.with == one.with), "{:?}", one.key);
        }
        assert_eq!(action_of_key(Key::Num8, Modifiers::NONE), Some(Command::Threshold(0.2).into()));
        // The twins: Alt is the wheel's, and a key that is bound with Ctrl alone does nothing without it.
        assert_eq!(action_of_key(Key::O, Modifiers::ALT), None);
        assert_eq!(action_of_key(Key::W, Modifiers::NONE), None);
        assert_eq!(action_of_key(Key::F12, Modifiers::SHIFT), Some(FileAction::AskReport.into()));
    }
}
