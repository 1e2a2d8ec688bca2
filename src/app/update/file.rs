//! Actions about what is opened, saved and written.
use super::effect::Effect;
use super::{leave, opening, recovery, saving, writing};
use crate::app::actions::FileAction;
use crate::app::state::Desk;
use crate::app::state::awaited::Writing;
use crate::app::state::opening::{OpenRequest, PendingScan};
use crate::base::files::own::LeftOver;
use crate::base::words::say;
use crate::session::recent::RecentCase;
use std::path::Path;

pub fn update(desk: &mut Desk, action: FileAction) -> Vec<Effect> {
    match action {
        FileAction::OpenDialog(side) => {
            let from = desk.open.as_ref().and_then(|open| open.from.as_ref());
            return vec![Effect::AskForScans(side, from.and_then(RecentCase::folder_path).map(Path::to_owned))];
        }
        FileAction::Open(files, side) => return opening::open_files(desk, &files, side),
        FileAction::OpenRecent(case) => return vec![opening::open(desk, Some(case), None, None, None)],
        FileAction::OpenSample => return vec![opening::open(desk, None, None, None, None)],
        FileAction::ReloadIn(unit) => {
            let case = desk.open.as_ref().and_then(|open| open.from.clone());
            let (unit, close) = (Some(unit), desk.command_line.close);
            let request = OpenRequest { case, unit, unit_by_hand: true, close, ..OpenRequest::sample() };
            return vec![Effect::Open(Box::new(request))];
        }
        FileAction::CancelLoading => {
            desk.arriving.opening = None;
            desk.messages.info(say!("file-opening-was-cancelled"));
        }
        FileAction::ShowOpened => return opening::show_read(desk),
        FileAction::SwapPending => {
            desk.arriving.pending = desk.arriving.pending.take().map(PendingScan::swapped);
        }
        FileAction::DropPending => desk.arriving.pending = None,
        FileAction::Save => return saving::save(desk),
        FileAction::SaveAs => saving::ask_where(desk),
        FileAction::BrowseSave(suggested) => return vec![Effect::AskWhereToSave(suggested)],
        FileAction::SaveTo { path, refers } => {
            let path = std::path::absolute(&path).unwrap_or(path);
            return saving::save_to(desk, path, refers);
        }
        FileAction::CancelSave => {
            desk.open.iter_mut().for_each(|open| open.save_as = None);
            saving::stay(desk);
        }
        FileAction::Close => return opening::close(desk),
        FileAction::Leave(answer) => return leave::answer(desk, answer),
        FileAction::Recover => return recovery::recover(desk).into_iter().collect(),
        FileAction::DiscardRecovery => desk.safety.take_offered().into_iter().for_each(LeftOver::remove),
        FileAction::RecoverLater => desk.safety.put_off(),
        FileAction::Crashes(answer) => return recovery::answer_crashes(desk, answer).into_iter().collect(),
        FileAction::Snapshot => return writing::ask(desk, Writing::Snapshot).into_iter().collect(),
        FileAction::SaveTrim => return desk.open.iter().map(|_| Effect::SaveTrim).collect(),
        FileAction::SaveSection(format) => return desk.open.iter().map(|_| Effect::SaveSection(format)).collect(),
        FileAction::SaveMotion(format) => return desk.open.iter().map(|_| Effect::SaveMotion(format)).collect(),
        FileAction::SaveComparison(format) => {
            return desk.open.iter().map(|_| Effect::SaveComparison(format)).collect();
        }
        FileAction::AskForMotion => {
            let from = desk.open.as_ref().and_then(|open| open.from.as_ref());
            return vec![Effect::AskForMotion(from.and_then(RecentCase::folder_path).map(Path::to_owned))];
        }
        FileAction::AskForEarlierCase => {
            let from = desk.open.as_ref().and_then(|open| open.from.as_ref());
            return vec![Effect::AskForEarlierCase(from.and_then(RecentCase::folder_path).map(Path::to_owned))];
        }
        FileAction::CompareWith(path) => return desk.open.iter().map(|_| Effect::CompareWith(path.clone())).collect(),
        FileAction::AskForBiteScans => {
            let from = desk.open.as_ref().and_then(|open| open.from.as_ref());
            return vec![Effect::AskForBiteScans(from.and_then(RecentCase::folder_path).map(Path::to_owned))];
        }
        FileAction::AskReport => {
            let is_asked = desk.reporting || desk.open.as_ref().is_none_or(|open| open.awaits_report());
            desk.panes.report = !desk.panes.report && !is_asked;
        }
        FileAction::Report(typed) => {
            desk.panes.report = false;
            return writing::ask(desk, Writing::Report(typed)).into_iter().collect();
        }
        FileAction::Share(share) => return writing::ask(desk, Writing::Share(share)).into_iter().collect(),
        FileAction::ChooseFolder => return vec![Effect::AskForFolder(desk.habits.folder_for_files())],
        FileAction::FilesGoTo(folder) => {
            desk.messages.info(say!("file-go-to", folder = folder.display()));
            desk.habits.folder = Some(folder);
            return vec![Effect::Keep];
        }
        FileAction::ShowInFolder(file) => {
            return file.parent().map(|folder| Effect::ShowFolder(folder.to_owned())).into_iter().collect();
        }
    }
    Vec::new()
}
