//! The teeth: how many were told apart and how surely, and naming one by hand.
use crate::app::actions::{CaseAction, ProgramAction};
use crate::app::state::teeth::{Naming, typed};
use crate::app::state::{Desk, Open};
use crate::app::widgets::icons::{Icon, icon_ui};
use crate::app::widgets::theme;
use crate::base::words::{self, Notation, Phrase, phrase, say};
use crate::jaw::{Fdi, JawSide, JawTeeth, ToothSource};
use crate::session::Command;
use egui::{Align, Area, Event, Frame, Id, InputState, Key, Layout, Response, RichText, TextEdit, Ui, vec2};

/// What a tooth's number looks like in the notation of the window.
fn number_hint() -> &'static str {
    match words::notation() {
        Notation::Fdi => say!("teeth-fdi-number-two-digits"),
        Notation::Universal => say!("teeth-universal-number"),
        Notation::Palmer => say!("teeth-palmer-number"),
    }
}

const HINT: Phrase = phrase!("teeth-numbers-teeth-fdi-labels");

pub fn teeth_ui(ui: &mut Ui, desk: &Desk) {
    let Some(open) = &desk.open else { return };
    let teeth = open.session.teeth();
    ui.horizontal(|ui| {
        ui.label(RichText::new(say!("teeth-teeth")).small().strong().color(theme::colors(ui.ctx()).heading));
        if !teeth.is_empty() {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| switch_ui(ui, desk, open));
        }
    });
    if teeth.is_empty() {
        let words = if open.teeth.is_looking() { say!("teeth-looking-teeth") } else { say!("teeth-none-told-apart") };
        ui.label(RichText::new(words).small().weak()).on_hover_text(HINT.say());
        return;
    }
    let mut numbers = desk.habits.tooth_numbers;
    let hint = say!("teeth-numbers-stand-beside-teeth");
    if ui.checkbox(&mut numbers, RichText::new(say!("teeth-numbers-pictures")).small()).on_hover_text(hint).changed() {
        desk.wish(ProgramAction::ToggleToothNumbers);
    }
    for (name, side) in [(say!("teeth-upper"), JawSide::Upper), (say!("teeth-lower"), JawSide::Lower)] {
        let text = RichText::new(format!("{name}  {}", summary(teeth.jaw(side)))).small();
        ui.add(egui::Label::new(text).truncate()).on_hover_text(HINT.say());
    }
    open.teeth.doubts().for_each(|doubt| doubt_ui(ui, doubt));
}

/// One line; all of it where the cursor is on it.
fn doubt_ui(ui: &mut Ui, doubt: &str) {
    let color = theme::colors(ui.ctx()).touching;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        icon_ui(ui, Icon::Warning, 13.0, color);
        ui.add(egui::Label::new(RichText::new(words::reword(doubt)).small().color(color)).truncate());
    });
}

fn switch_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let hint = say!("teeth-click-tooth-opens-field");
    let mut naming = open.teeth.is_naming;
    if ui.checkbox(&mut naming, RichText::new(say!("teeth-name-click")).small()).on_hover_text(hint).changed() {
        desk.wish(CaseAction::NameTeeth(naming));
    }
}

/// "14, from labels"; "14, by shape, 3 not sure"; "14, by shape, 1 by hand, 24 twice".
fn summary(jaw: &JawTeeth) -> String {
    let n_unsure = jaw.regions.iter().filter(|t| t.fdi.is_none() || !t.is_sure()).count();
    let n_hand = jaw.regions.iter().filter(|t| t.source == ToothSource::Hand).count();
    let source = jaw.regions.iter().map(|t| t.source).find(|s| *s != ToothSource::Hand);
    let from = match source {
        Some(ToothSource::Labels) => say!("teeth-labels"),
        Some(ToothSource::Split) => say!("teeth-shape"),
        _ => "",
    };
    let unsure = if n_unsure > 0 { say!("teeth-not-sure", n_unsure = n_unsure) } else { String::new() };
    let hand = if n_hand > 0 { say!("teeth-hand", n_hand = n_hand) } else { String::new() };
    let twice: Vec<String> = jaw.numbers_twice().iter().map(|fdi| fdi.said()).collect();
    let twice = if twice.is_empty() { String::new() } else { say!("teeth-twice", numbers = twice.join(" ")) };
    format!("{}{from}{unsure}{hand}{twice}", jaw.regions.len())
}

/// The field for a tooth's number, while it is open.
#[derive(Default)]
pub struct NamingUi {
    /// The tooth, and where it was clicked on.
    of: Option<Naming>,
    text: String,
    /// The field is to have the keyboard.
    is_new: bool,
    /// What was entered last, if it is no number of this jaw.
    refused: Option<String>,
}

impl NamingUi {
    /// Another tooth was clicked on: the field holds its number.
    fn follow(&mut self, open: &Open) {
        let naming = open.teeth.naming;
        if self.of == naming {
            return;
        }
        let fdi = naming.and_then(|n| open.session.teeth().jaw(n.side).regions.get(n.region)?.fdi);
        let text = fdi.map_or_else(String::new, |fdi| fdi.said());
        *self = Self { of: naming, text, is_new: true, refused: None };
    }

    /// What is to be said of the number that stands there.
    fn doubt(&self, naming: &Naming, jaw: &JawTeeth) -> Option<String> {
        match typed(&self.text, naming.side) {
            Some(fdi) => {
                let fdi = fdi.filter(|fdi| jaw.is_taken(*fdi, naming.region))?;
                Some(say!("teeth-taken", number = fdi.said()))
            }
            None if self.refused.as_ref() == Some(&self.text) => Some(match naming.side {
                JawSide::Upper => say!("teeth-not-upper").into(),
                JawSide::Lower => say!("teeth-not-lower").into(),
            }),
            None => None,
        }
    }
}

/// The field for the number of the tooth that was clicked on.
pub fn naming_ui(ui: &Ui, desk: &Desk, state: &mut NamingUi) {
    let Some(open) = &desk.open else { return };
    state.follow(open);
    let Some(naming) = state.of else { return };
    let number = typed(&state.text, naming.side);
    let jaw = open.session.teeth().jaw(naming.side);
    let row = number.flatten().and_then(|fdi| Some((fdi, ends(&jaw.row_along(naming.region, fdi)?)?)));
    let said = Said { is_fine: number.is_some(), doubt: state.doubt(&naming, jaw), row: row.map(|(_, ends)| ends) };
    let (field, button) = field_ui(ui, &naming, state, said);
    let (entered, escaped) = ui.input(|i| (i.key_pressed(Key::Enter), i.key_pressed(Key::Escape)));
    let for_row = button.as_ref().is_some_and(Response::clicked) || ui.input(has_shift_enter);
    let left = field.lost_focus() && !entered && !button.is_some_and(|button| button.contains_pointer());
    match number {
        _ if for_row && let Some((fdi, _)) = row => {
            desk.wish(Command::NameRow { side: naming.side, region: naming.region, fdi });
            desk.wish(CaseAction::CloseNaming);
        }
        Some(fdi) if entered && !escaped => {
            desk.wish(Command::NameTooth { side: naming.side, region: naming.region, fdi });
            desk.wish(CaseAction::CloseNaming);
        }
        _ if escaped || left => desk.wish(CaseAction::CloseNaming),
        // What is no number of this jaw stays in the field, marked.
        _ if entered => (state.is_new, state.refused) = (true, Some(state.text.clone())),
        _ => {}
    }
}

/// By the key's own event: who is quick has left Shift again when the frame is drawn.
fn has_shift_enter(input: &InputState) -> bool {
    let is_it = |event: &Event| matches!(event, Event::Key { key: Key::Enter, pressed: true, modifiers, .. } if modifiers.shift);
    input.events.iter().any(is_it)
}

/// The first and the last tooth of a row.
fn ends(row: &[Fdi]) -> Option<[Fdi; 2]> {
    let first = *row.first()?;
    let along = |fdi: &Fdi| first.places_to(*fdi);
    Some([*row.iter().min_by_key(|fdi| along(fdi))?, *row.iter().max_by_key(|fdi| along(fdi))?])
}

/// What the field says of the number in it.
struct Said {
    is_fine: bool,
    doubt: Option<String>,
    /// The first and the last tooth, were the whole row moved along.
    row: Option<[Fdi; 2]>,
}

/// The field, and the button for the whole row where there is one.
fn field_ui(ui: &Ui, naming: &Naming, state: &mut NamingUi, said: Said) -> (Response, Option<Response>) {
    let colors = theme::colors(ui.ctx());
    let area = Area::new(Id::unique("name a tooth")).fixed_pos(naming.at + vec2(14.0, -12.0)).constrain(true);
    let frame = Frame::popup(ui.style()).fill(colors.glass);
    let field = |ui: &mut Ui| {
        ui.label(RichText::new(say!("teeth-tooth")).small());
        let text = TextEdit::singleline(&mut state.text).desired_width(34.0).char_limit(3);
        let field = ui.add(if said.is_fine { text } else { text.text_color(ui.visuals().error_fg_color) });
        if std::mem::take(&mut state.is_new) {
            field.request_focus();
        }
        field.on_hover_text(number_hint()).accessible_name(say!("teeth-tooth"))
    };
    let with_doubt = |ui: &mut Ui| {
        let field = ui.horizontal(field).inner;
        if let Some(doubt) = &said.doubt {
            ui.add(egui::Label::new(RichText::new(doubt).small()).extend());
        }
        let along = |[first, last]: [Fdi; 2]| {
            let words = say!("teeth-row-along", first = first.said(), last = last.said());
            let button = egui::Button::new(RichText::new(words).small()).wrap_mode(egui::TextWrapMode::Extend);
            ui.add(button).on_hover_text(say!("teeth-row-along-hint"))
        };
        (field, said.row.map(along))
    };
    area.show(ui.ctx(), |ui| frame.show(ui, with_doubt).inner).inner
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jaw::{Fdi, ToothRegion};

    #[test]
    fn a_jaw_is_summed_up_in_a_line() {
        let region = |n, confidence, source| ToothRegion { fdi: Fdi::new(n), confidence, source };
        let regions = vec![region(16, 0.9, ToothSource::Split), region(15, 0.2, ToothSource::Split)];
        let mut jaw = JawTeeth { regions, ..JawTeeth::default() };
        assert_eq!(summary(&jaw), "2, by shape, 1 not sure");
        jaw.name(1, Fdi::new(14));
        assert_eq!(summary(&jaw), "2, by shape, 1 by hand");
        jaw.name(1, Fdi::new(16));
        assert_eq!(summary(&jaw), "2, by shape, 1 by hand, 16 twice");
        jaw.regions = vec![region(16, 1.0, ToothSource::Labels)];
        assert_eq!(summary(&jaw), "1, from labels");
    }

    #[test]
    fn a_number_of_another_tooth_or_of_the_other_jaw_is_told_of() {
        let region = |n| ToothRegion { fdi: Fdi::new(n), confidence: 0.9, source: ToothSource::Split };
        let jaw = JawTeeth { regions: vec![region(16), region(15)], ..JawTeeth::default() };
        let naming = Naming { side: JawSide::Upper, region: 1, at: egui::Pos2::ZERO };
        let doubt = |text: &str, refused: Option<&str>| {
            let state = NamingUi { text: text.into(), refused: refused.map(str::to_owned), ..NamingUi::default() };
            state.doubt(&naming, &jaw)
        };
        assert_eq!(doubt("16", None).as_deref(), Some("Another tooth has 16 as well."));
        assert_eq!(doubt("46", Some("46")).as_deref(), Some("Not an upper tooth."));
        // The twins: its own number, a free one, none, and what is still being typed.
        for (text, refused) in [("15", None), ("14", None), ("", None), ("4", None), ("4", Some("46"))] {
            assert_eq!(doubt(text, refused), None, "{text}");
        }
    }
}
