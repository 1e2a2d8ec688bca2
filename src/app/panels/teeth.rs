//! The teeth: how many were told apart and how surely, and naming one by hand.
use crate::app::desk::Desk;
use crate::app::teeth::typed;
use crate::app::theme;
use crate::jaw::{JawSide, JawTeeth, ToothSource};
use egui::{Align, Area, Frame, Id, Key, Layout, RichText, TextEdit, Ui, vec2};

const HINT: &str = "Numbers of the teeth (FDI), from labels beside the scans or from the arches' shape. \"?\": not sure. The number of \
                    the tooth under the cursor stands beside its gap.";

pub fn teeth_ui(ui: &mut Ui, desk: &mut Desk) {
    let Some(session) = &desk.session else { return };
    let teeth = session.teeth().clone();
    ui.horizontal(|ui| {
        ui.label(RichText::new("TEETH").small().strong().color(theme::colors(ui.ctx()).heading));
        if !teeth.is_empty() {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| switch_ui(ui, desk));
        }
    });
    if teeth.is_empty() {
        let words = if desk.teeth.is_looking() { "Looking for the teeth" } else { "None told apart" };
        ui.label(RichText::new(words).small().weak()).on_hover_text(HINT);
        return;
    }
    for (name, side) in [("upper", JawSide::Upper), ("lower", JawSide::Lower)] {
        let text = RichText::new(format!("{name}  {}", summary(teeth.jaw(side)))).small();
        ui.add(egui::Label::new(text).truncate()).on_hover_text(HINT);
    }
}

fn switch_ui(ui: &mut Ui, desk: &mut Desk) {
    let hint =
        "A click on a tooth opens a field for its number: Enter sets it, Esc leaves it as it was. Undo takes it back.";
    let mut naming = desk.teeth.is_naming;
    if ui.checkbox(&mut naming, RichText::new("Name by a click").small()).on_hover_text(hint).changed() {
        desk.teeth.is_naming = naming;
        desk.teeth.naming = None;
    }
}

/// "14, from labels"; "14, by shape, 3 not sure"; "14, by shape, 1 by hand".
fn summary(jaw: &JawTeeth) -> String {
    let n_unsure = jaw.regions.iter().filter(|t| t.fdi.is_none() || !t.is_sure()).count();
    let n_hand = jaw.regions.iter().filter(|t| t.source == ToothSource::Hand).count();
    let source = jaw.regions.iter().map(|t| t.source).find(|s| *s != ToothSource::Hand);
    let from = match source {
        Some(ToothSource::Labels) => ", from labels",
        Some(ToothSource::Split) => ", by shape",
        _ => "",
    };
    let unsure = if n_unsure > 0 { format!(", {n_unsure} not sure") } else { String::new() };
    let hand = if n_hand > 0 { format!(", {n_hand} by hand") } else { String::new() };
    format!("{}{from}{unsure}{hand}", jaw.regions.len())
}

/// The field for the number of the tooth that was clicked on.
pub fn naming_ui(ui: &Ui, desk: &mut Desk) {
    let Some(mut naming) = desk.teeth.naming.clone() else { return };
    let colors = theme::colors(ui.ctx());
    let is_fine = typed(&naming.text, naming.side).is_some();
    let area = Area::new(Id::unique("name a tooth")).fixed_pos(naming.at + vec2(14.0, -12.0)).constrain(true);
    let field = area.show(ui.ctx(), |ui| {
        Frame::popup(ui.style())
            .fill(colors.glass)
            .show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.label(RichText::new("Tooth").small());
                    let text = TextEdit::singleline(&mut naming.text).desired_width(34.0).char_limit(2);
                    let field = ui.add(if is_fine { text } else { text.text_color(ui.visuals().error_fg_color) });
                    if naming.is_new {
                        field.request_focus();
                    }
                    field.on_hover_text("FDI number, two digits; empty: no number. Enter sets it, Esc leaves it.")
                })
                .inner
            })
            .inner
    });
    naming.is_new = false;
    let (entered, escaped) = ui.input(|i| (i.key_pressed(Key::Enter), i.key_pressed(Key::Escape)));
    let left = field.inner.lost_focus() && !entered;
    desk.teeth.naming = (!escaped && !left).then_some(naming);
    if entered && !desk.name_tooth() {
        // What is no number of this jaw stays in the field, marked.
        if let Some(naming) = &mut desk.teeth.naming {
            naming.is_new = true;
        }
    }
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
        jaw.regions = vec![region(16, 1.0, ToothSource::Labels)];
        assert_eq!(summary(&jaw), "1, from labels");
    }
}
