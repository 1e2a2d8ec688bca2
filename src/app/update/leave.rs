//! The question before unsaved changes go.
use super::effect::Effect;
use super::plan::{Plan, There, plan};
use super::{restore, saving};
use crate::app::actions::{Action, FileAction, ProgramAction};
use crate::app::exports::snapshot_file::read_snapshot;
use crate::app::state::Desk;
use crate::app::state::leave::LeaveAnswer;
use crate::app::state::leaving::Leaving;

/// True when the action must wait for an answer about unsaved changes.
pub fn asks_first(desk: &mut Desk, action: &Action) -> bool {
    desk.is_unsaved() && leaves_case(desk, action) && ask(desk, action.clone())
}

/// Asks about changes that nobody was asked about: those made since, or before something that was not known to replace the
/// case. True when a case that was read must wait for the answer.
pub fn asks_before_showing(desk: &mut Desk) -> bool {
    let now = desk.session().map(|s| s.state());
    let are_given_up = desk.arriving.given_up.as_ref() == now;
    desk.is_unsaved() && !are_given_up && ask(desk, FileAction::ShowOpened.into())
}

fn ask(desk: &mut Desk, then: Action) -> bool {
    let Some(open) = &mut desk.open else { return false };
    open.save_as = None;
    open.leaving = Some(Leaving { then, saving: false });
    true
}

fn leaves_case(desk: &Desk, action: &Action) -> bool {
    match action {
        Action::Case(_) | Action::View(_) => false,
        Action::Program(action) => *action == ProgramAction::Quit,
        Action::File(action) => match action {
            FileAction::OpenRecent(_)
            | FileAction::OpenSample
            | FileAction::ReloadIn(_)
            | FileAction::Close
            | FileAction::Recover => true,
            FileAction::Open(paths, side) => match plan(&There::on(desk), paths, *side) {
                Plan::Open(..) | Plan::OpenCase(_) => true,
                Plan::Snapshot(path) => read_snapshot(&path).is_ok_and(|f| !restore::shows_scans_of(desk, &f.record)),
                Plan::Wait(_) | Plan::Motion(_) | Plan::BiteScans | Plan::Earlier(_) | Plan::Refuse(_) => false,
            },
            FileAction::OpenDialog(_)
            | FileAction::CancelLoading
            | FileAction::ShowOpened
            | FileAction::SwapPending
            | FileAction::DropPending
            | FileAction::Save
            | FileAction::SaveAs
            | FileAction::BrowseSave(_)
            | FileAction::SaveTo { .. }
            | FileAction::CancelSave
            | FileAction::Leave(_)
            | FileAction::DiscardRecovery
            | FileAction::RecoverLater
            | FileAction::Crashes(_)
            | FileAction::Snapshot
            | FileAction::SaveTrim
            | FileAction::SaveSection(_)
            | FileAction::SaveMotion(_)
            | FileAction::SaveComparison(_)
            | FileAction::AskForEarlierCase
            | FileAction::CompareWith(_)
            | FileAction::AskForMotion
            | FileAction::AskForBiteScans
            | FileAction::AskReport
            | FileAction::Report(_)
            | FileAction::Share(_)
            | FileAction::ChooseFolder
            | FileAction::FilesGoTo(_)
            | FileAction::ShowInFolder(_) => false,
        },
    }
}

pub fn answer(desk: &mut Desk, answer: LeaveAnswer) -> Vec<Effect> {
    let Some(leaving) = desk.open.as_mut().and_then(|open| open.leaving.take()) else { return Vec::new() };
    match answer {
        LeaveAnswer::Stay => {
            saving::stay(desk);
            Vec::new()
        }
        LeaveAnswer::Discard => {
            desk.arriving.given_up = desk.session().map(|s| s.state().clone());
            vec![Effect::Do(leaving.then)]
        }
        LeaveAnswer::Save => {
            desk.open.iter_mut().for_each(|open| open.leaving = Some(Leaving { saving: true, ..leaving.clone() }));
            saving::save(desk)
        }
    }
}
