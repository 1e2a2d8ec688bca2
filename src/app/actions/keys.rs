//! The one table of keys: what the key sheet says, and the action behind each key.
use super::{Action, CaseAction, FileAction, ProgramAction, ViewAction};
use crate::app::state::bites::BiteWish;
use crate::app::state::compare::CompareWish;
use crate::app::state::measure::MeasureWish;
use crate::app::state::motion::MotionWish;
use crate::app::state::pins::PinWish;
use crate::app::state::section::SectionWish;
use crate::app::state::trim::TrimWish;
use crate::base::words::{Phrase, phrase};
use crate::field::Question;
use crate::jaw::JawSide;
use crate::render::StandardView;
use crate::session::Command;
use crate::session::motion::FINE;
use egui::{Key, Modifiers};

/// What keys are called.
#[derive(Clone, Copy)]
pub enum Named {
    /// In every language.
    Alike(&'static str),
    By(Phrase),
}

impl Named {
    pub fn say(self) -> &'static str {
        match self {
            Self::Alike(name) => name,
            Self::By(phrase) => phrase.say(),
        }
    }
}

/// A line of the key sheet.
pub struct KeyLine {
    pub keys: Named,
    pub does: Phrase,
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

const fn line(keys: Named, does: Phrase, bound: &'static [Bound]) -> KeyLine {
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
pub const KEY_SHEET: &[(Phrase, &[KeyLine])] = &[
    (phrase!("keys-mouse"), MOUSE),
    (phrase!("keys-lower-jaw"), LOWER_JAW),
    (phrase!("keys-view"), VIEW),
    (phrase!("keys-program"), PROGRAM),
];

const MOUSE: &[KeyLine] = &[
    line(Named::By(phrase!("keys-drag-lower-jaw")), phrase!("keys-moves-plane-view-once"), &[]),
    line(Named::By(phrase!("keys-ctrl-drag-lower-jaw")), phrase!("keys-turns-about-point-grabbed"), &[]),
    line(Named::By(phrase!("keys-click-lower-jaw")), phrase!("keys-shows-handles-arrows-rings"), &[]),
    line(Named::By(phrase!("keys-esc-during-drag")), phrase!("keys-puts-back-otherwise-hides"), &[]),
    line(Named::By(phrase!("keys-drag-elsewhere")), phrase!("keys-turns-view"), &[]),
    line(Named::By(phrase!("keys-middle-right-drag")), phrase!("keys-moves-view"), &[]),
    line(Named::By(phrase!("keys-wheel")), phrase!("keys-zooms-cursor"), &[]),
    line(Named::By(phrase!("keys-alt-wheel")), phrase!("keys-raises-lowers-lower-jaw"), &[]),
    line(Named::By(phrase!("keys-double-click")), phrase!("keys-makes-place-middle-view"), &[]),
    line(Named::By(phrase!("keys-shift-any-these")), phrase!("keys-ten-times-finer"), &[]),
    line(Named::By(phrase!("keys-rest-map")), phrase!("keys-layers-all-surfaces-along"), &[]),
];

const LOWER_JAW: &[KeyLine] = &[
    line(
        Named::Alike("O   C"),
        phrase!("keys-opens-closes-about-hinge"),
        &[plain(Key::O, |step| CaseAction::Hinge(step).into()), plain(Key::C, |step| CaseAction::Hinge(-step).into())],
    ),
    line(
        Named::By(phrase!("keys-arrow-keys")),
        phrase!("keys-nudge-plane-view-mm"),
        &[
            plain(Key::ArrowLeft, |step| CaseAction::Nudge(-step, 0.0).into()),
            plain(Key::ArrowRight, |step| CaseAction::Nudge(step, 0.0).into()),
            plain(Key::ArrowUp, |step| CaseAction::Nudge(0.0, step).into()),
            plain(Key::ArrowDown, |step| CaseAction::Nudge(0.0, -step).into()),
        ],
    ),
    line(
        Named::Alike("F"),
        phrase!("keys-first-contact-along-occlusal"),
        &[plain(Key::F, |_| CaseAction::FirstContact.into())],
    ),
    line(
        Named::Alike("T"),
        phrase!("keys-trims-strokes-brush-lasso"),
        &[plain(Key::T, |_| CaseAction::Trim(TrimWish::Toggle).into())],
    ),
    line(Named::Alike("B"), phrase!("keys-frees-bite-locks-when"), &[plain(Key::B, |_| CaseAction::ToggleLock.into())]),
    line(
        Named::By(phrase!("keys-shift-v")),
        phrase!("keys-next-bite"),
        &[
            plain(Key::V, |_| CaseAction::Bites(BiteWish::Step(1)).into()),
            shift(Key::V, |_| CaseAction::Bites(BiteWish::Step(-1)).into()),
        ],
    ),
    line(
        Named::Alike("R"),
        phrase!("keys-keep-bite"),
        &[plain(Key::R, |_| CaseAction::Bites(BiteWish::Keep(None)).into())],
    ),
    line(
        Named::By(phrase!("keys-home")),
        phrase!("keys-back-position-files"),
        &[plain(Key::Home, |_| CaseAction::ResetPose.into())],
    ),
    line(
        Named::By(phrase!("keys-ctrl-z-ctrl-y")),
        phrase!("keys-undo-redo"),
        &[
            command(Key::Z, |_| CaseAction::Undo.into()),
            command_shift(Key::Z, |_| CaseAction::Redo.into()),
            command(Key::Y, |_| CaseAction::Redo.into()),
        ],
    ),
];

const VIEW: &[KeyLine] = &[
    line(
        Named::Alike("F2   F3   F4"),
        phrase!("keys-front-patients-right-patients"),
        &[
            plain(Key::F2, |_| look(StandardView::Front)),
            plain(Key::F3, |_| look(StandardView::Right)),
            plain(Key::F4, |_| look(StandardView::Left)),
        ],
    ),
    line(
        Named::Alike("F5   F6"),
        phrase!("keys-upper-teeth-lower-teeth"),
        &[plain(Key::F5, |_| look(StandardView::UpperOcclusal)), plain(Key::F6, |_| look(StandardView::LowerOcclusal))],
    ),
    line(Named::Alike("F7"), phrase!("keys-everything-view"), &[plain(Key::F7, |_| ViewAction::Fit.into())]),
    line(Named::By(phrase!("keys-number-pad")), phrase!("keys-front-right-left-upper"), &[]),
    line(
        Named::Alike("U   L"),
        phrase!("keys-hides-shows-upper-lower"),
        &[
            plain(Key::U, |_| CaseAction::ToggleVisible(JawSide::Upper).into()),
            plain(Key::L, |_| CaseAction::ToggleVisible(JawSide::Lower).into()),
        ],
    ),
    line(Named::Alike("X"), phrase!("keys-x-ray-both-jaws"), &[plain(Key::X, |_| CaseAction::ToggleXRay.into())]),
    line(
        Named::By(phrase!("keys-shift-n")),
        phrase!("keys-teeths-numbers-pictures-not"),
        &[shift(Key::N, |_| ProgramAction::ToggleToothNumbers.into())],
    ),
    line(
        Named::Alike("S   P"),
        phrase!("keys-section-open-put"),
        &[
            plain(Key::S, |_| CaseAction::Section(SectionWish::Toggle).into()),
            plain(Key::P, |_| CaseAction::Section(SectionWish::Put).into()),
        ],
    ),
    line(
        Named::Alike("D"),
        phrase!("keys-measures-clicks-put-marks"),
        &[plain(Key::D, |_| CaseAction::Measure(MeasureWish::Toggle).into())],
    ),
    line(
        Named::Alike("K"),
        phrase!("keys-motion"),
        &[plain(Key::K, |_| CaseAction::Motion(MotionWish::Toggle).into())],
    ),
    line(Named::Alike(",   ."), phrase!("keys-motion-steps"), &[]),
    line(Named::By(phrase!("keys-space")), phrase!("keys-motion-plays"), &[]),
    line(
        Named::Alike("J"),
        phrase!("keys-compare"),
        &[plain(Key::J, |_| CaseAction::Compare(CompareWish::Toggle).into())],
    ),
    line(Named::By(phrase!("keys-space")), phrase!("keys-compare-flips"), &[]),
    line(
        Named::Alike("G   H"),
        phrase!("keys-step-section"),
        &[
            plain(Key::G, |step| CaseAction::Section(SectionWish::Step(-step)).into()),
            plain(Key::H, |step| CaseAction::Section(SectionWish::Step(step)).into()),
        ],
    ),
    line(
        Named::Alike(",   ."),
        phrase!("keys-step-contact"),
        &[
            plain(Key::Comma, |_| ViewAction::StepContact(-1).into()),
            plain(Key::Period, |_| ViewAction::StepContact(1).into()),
        ],
    ),
    line(
        Named::By(phrase!("keys-ctrl-arrows")),
        phrase!("keys-turn-view"),
        &[
            command(Key::ArrowLeft, |step| ViewAction::Turn(-step, 0.0).into()),
            command(Key::ArrowRight, |step| ViewAction::Turn(step, 0.0).into()),
            command(Key::ArrowUp, |step| ViewAction::Turn(0.0, step).into()),
            command(Key::ArrowDown, |step| ViewAction::Turn(0.0, -step).into()),
        ],
    ),
    line(
        Named::Alike("+   −"),
        phrase!("keys-zoom-view"),
        &[
            // On many keyboards it is typed with Shift.
            plain(Key::Plus, |_| ViewAction::Zoom(1.0).into()),
            plain(Key::Equals, |step| ViewAction::Zoom(step).into()),
            plain(Key::Minus, |step| ViewAction::Zoom(-step).into()),
        ],
    ),
    line(Named::Alike("A"), phrase!("keys-pin"), &[plain(Key::A, |_| CaseAction::Pins(PinWish::Toggle).into())]),
    line(Named::Alike("M"), phrase!("keys-overview-d-split-map"), &[plain(Key::M, |_| ViewAction::NextLayout.into())]),
    line(Named::By(phrase!("keys-views")), phrase!("keys-bar-top-saves-this"), &[]),
];

const PROGRAM: &[KeyLine] = &[
    line(
        Named::By(phrase!("keys-to")),
        phrase!("keys-contact-threshold-m"),
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
        Named::By(phrase!("keys-ctrl-o")),
        phrase!("keys-opens-two-scans-case"),
        &[command(Key::O, |_| FileAction::OpenDialog(None).into())],
    ),
    line(
        Named::By(phrase!("keys-ctrl-s")),
        phrase!("keys-saves-case-ctrl-shift"),
        &[command(Key::S, |_| FileAction::Save.into()), command_shift(Key::S, |_| FileAction::SaveAs.into())],
    ),
    line(
        Named::Alike("N"),
        phrase!("keys-notes-about-case-saved"),
        &[plain(Key::N, |_| ProgramAction::ToggleNotes.into())],
    ),
    line(
        Named::By(phrase!("keys-ctrl-w")),
        phrase!("keys-closes-case-shows-recent"),
        &[command(Key::W, |_| FileAction::Close.into()), command(Key::Q, |_| ProgramAction::Quit.into())],
    ),
    line(
        Named::Alike("F12"),
        phrase!("keys-saves-picture-figures-shift"),
        &[plain(Key::F12, |_| FileAction::Snapshot.into()), shift(Key::F12, |_| FileAction::AskReport.into())],
    ),
    line(
        Named::Alike("F10   F11"),
        phrase!("keys-folds-column-left-right"),
        &[
            plain(Key::F10, |_| ProgramAction::ToggleColumn(0).into()),
            plain(Key::F11, |_| ProgramAction::ToggleColumn(1).into()),
        ],
    ),
    line(
        Named::By(phrase!("keys-page-up-page-down")),
        phrase!("keys-finer-map-coarser-one"),
        &[
            plain(Key::PageUp, |_| CaseAction::FinerMap(1).into()),
            plain(Key::PageDown, |_| CaseAction::FinerMap(-1).into()),
        ],
    ),
    line(
        Named::Alike("F9"),
        phrase!("keys-where-time-last-frames"),
        &[plain(Key::F9, |_| ProgramAction::ToggleProfile.into())],
    ),
    line(
        Named::Alike("F1   ?"),
        phrase!("keys-this-sheet"),
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
        assert_eq!(action_of_key(Key::J, plain), Some(CaseAction::Compare(CompareWish::Toggle).into()));
        assert_eq!(action_of_key(Key::Y, plain), None);
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
