//! Actions about the program, whatever case is open.
use super::effect::Effect;
use super::follow;
use crate::app::actions::ProgramAction;
use crate::app::exports::table::figures_text;
use crate::app::state::Desk;
use crate::base::words::{self, say};

pub fn update(desk: &mut Desk, action: ProgramAction) -> Vec<Effect> {
    match action {
        ProgramAction::ToggleTheme => return vec![Effect::ToggleTheme, Effect::Keep],
        ProgramAction::ExactAtRest(on) => {
            desk.habits.exact_at_rest = on;
            desk.open.iter_mut().for_each(|open| open.exact.enable(on));
            return vec![Effect::Keep];
        }
        ProgramAction::ShowLayers(on) => {
            desk.habits.layers = on;
            desk.open.iter_mut().for_each(|open| open.layers.enable(on));
            return vec![Effect::Keep];
        }
        ProgramAction::KeepPrepared(on) => {
            desk.habits.keeps_prepared = on;
            let clear = (!on).then_some(Effect::ClearCache);
            return clear.into_iter().chain([Effect::Keep]).collect();
        }
        ProgramAction::SnapshotTimes(times) => desk.habits.snapshot_times = times,
        ProgramAction::ToggleToothNumbers => {
            desk.habits.tooth_numbers = !desk.habits.tooth_numbers;
            return vec![Effect::Keep];
        }
        ProgramAction::ToggleColumn(column) => {
            let (columns, width) = (&mut desk.habits.columns, desk.meters.width);
            columns.folded[column] = Some(!columns.is_folded(column, width));
            return vec![Effect::Keep];
        }
        ProgramAction::Simple(on) => {
            desk.habits.columns.simple = on;
            return vec![Effect::Keep];
        }
        ProgramAction::Language(language) => {
            desk.habits.language = language;
            words::change_to(language);
            say_anew(desk);
            return vec![Effect::NameEngine, Effect::Keep];
        }
        ProgramAction::Notation(notation) => {
            desk.habits.notation = notation;
            words::number_teeth(notation);
            say_anew(desk);
            return vec![Effect::Keep];
        }
        ProgramAction::LessMotion(less) => {
            desk.habits.less_motion = less;
            return vec![Effect::Keep];
        }
        ProgramAction::ToggleKeySheet => desk.panes.key_sheet = !desk.panes.key_sheet,
        ProgramAction::ToggleNotes => desk.panes.notes = !desk.panes.notes && desk.open.is_some(),
        ProgramAction::ToggleProfile => desk.panes.profile = !desk.panes.profile,
        ProgramAction::CopyFigures => {
            let Some(text) = desk.open.as_ref().and_then(|open| figures_text(open, desk.habits.list)) else {
                return Vec::new();
            };
            desk.messages.info(say!("program-figures-clipboard"));
            return vec![Effect::Copy(text)];
        }
        ProgramAction::CloseMessage(place) => desk.messages.close(place),
        ProgramAction::Quit => return vec![Effect::End],
    }
    Vec::new()
}

/// What was said is said anew, in the language and the notation of now.
fn say_anew(desk: &mut Desk) {
    let habits = desk.habits.clone();
    desk.open.iter_mut().for_each(|open| follow::zones::follow(open, &habits));
}
