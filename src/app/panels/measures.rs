//! What a hand has measured: the list, the tool's plate over the picture, the buttons that take both tools.
use crate::app::actions::CaseAction;
use crate::app::state::measure::MeasureWish;
use crate::app::state::section::SectionWish;
use crate::app::state::{Desk, Open, Pane};
use crate::app::widgets::area::settle;
use crate::app::widgets::section::{divider_ui, title_ui};
use crate::app::widgets::theme;
use crate::jaw::measure::LONGEST_NAME;
use crate::jaw::{Measure, MeasureKind};
use crate::session::Command;
use egui::{Area, Button, CornerRadius, Frame, Margin, Order, Rect, RichText, Stroke, TextEdit, Ui, vec2};

/// What is being typed.
#[derive(Default)]
pub struct MeasuresUi {
    /// The measure that is being renamed, and its name so far.
    naming: Option<(usize, String)>,
}

/// The list; nothing where nothing was measured.
pub fn measures_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), state: &mut MeasuresUi) {
    if open.session.measures().is_empty() {
        return;
    }
    divider_ui(ui);
    title_ui(ui, "MEASURES")
        .on_hover_text("Marks stay on their jaw and move with it. Saved with the case, in snapshots and reports.");
    for (i, measure) in open.session.measures().iter().enumerate() {
        row_ui(ui, (desk, open), (i, measure), state);
    }
}

fn row_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), (i, measure): (usize, &Measure), state: &mut MeasuresUi) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        name_ui(ui, desk, (i, measure), state);
        ui.label(RichText::new(measure.kind.name()).small().weak());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.add(Button::new("×").small()).on_hover_text("Removes the measure; undo brings it back").clicked() {
                desk.wish(Command::RemoveMeasure(i));
            }
            let value = open.measure.values().get(i).and_then(Option::as_ref);
            let words = value.map_or_else(|| "…".to_owned(), |measured| measured.value.text());
            ui.label(RichText::new(words).text_style(theme::figures()));
        });
    });
}

/// A click on the name opens a field for another one.
fn name_ui(ui: &mut Ui, desk: &Desk, (i, measure): (usize, &Measure), state: &mut MeasuresUi) {
    let Some((_, name)) = state.naming.as_mut().filter(|(of, _)| *of == i) else {
        let name = Button::new(RichText::new(&measure.name).small()).frame(false).truncate();
        if ui.add(name).on_hover_text("Click to rename").clicked() {
            state.naming = Some((i, measure.name.clone()));
        }
        return;
    };
    let field = ui.add(TextEdit::singleline(name).desired_width(70.0).char_limit(LONGEST_NAME));
    if field.lost_focus() {
        if *name != measure.name && !ui.input(|i| i.key_pressed(egui::Key::Escape)) {
            desk.wish(Command::RenameMeasure { measure: i, name: name.clone() });
        }
        state.naming = None;
    } else {
        field.request_focus();
    }
}

/// In the bar at the top: the section, and the tool that measures. Where there is no room for both, a menu of them.
pub fn tools_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    if ui.available_width() < 150.0 {
        ui.menu_button("Tools", |ui| tool_buttons_ui(ui, desk, open));
    } else {
        tool_buttons_ui(ui, desk, open);
    }
}

fn tool_buttons_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let section = ui.add(Button::selectable(open.section.is_open, "Section"));
    let hint = "A plane through both jaws with their contours, gap and overlap, and a ruler (S). It follows the cursor; a click puts it.";
    if section.on_hover_text(hint).clicked() {
        desk.wish(CaseAction::Section(SectionWish::Toggle));
    }
    let measure = ui.add(Button::selectable(open.measure.is_in_hand, "Measure"));
    if measure.on_hover_text("Lengths and angles between points on the jaws (D)").clicked() {
        desk.wish(CaseAction::Measure(MeasureWish::Toggle));
    }
}

/// The plate of the tool over the picture.
pub fn measure_tool_ui(ui: &Ui, desk: &Desk, (pane, rect): (Pane, Rect)) {
    let Some(open) = desk.open.as_ref().filter(|open| open.measure.is_in_hand && pane == Pane::Jaws) else { return };
    let colors = theme::colors(ui.ctx());
    let frame =
        Frame::new().fill(colors.card).stroke(Stroke::new(1.0, colors.accent)).corner_radius(CornerRadius::same(6));
    let area = Area::new(egui::Id::unique("measure")).order(Order::Middle).fixed_pos(rect.min + vec2(12.0, 12.0));
    let area = area.show(ui.ctx(), |ui| {
        frame.inner_margin(Margin::symmetric(12, 8)).show(ui, |ui| {
            ui.set_max_width((rect.width() - 48.0).clamp(160.0, 520.0));
            plate_ui(ui, desk, open);
        });
    });
    settle(ui, &area.response);
}

fn plate_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("MEASURE").small().strong().color(theme::colors(ui.ctx()).heading));
        for kind in MeasureKind::ALL {
            if ui.selectable_label(open.measure.kind == kind, RichText::new(kind.name()).small()).clicked() {
                desk.wish(CaseAction::Measure(MeasureWish::Take(kind)));
            }
        }
        if ui.add(Button::new("Done").small()).on_hover_text("D or Esc").clicked() {
            desk.wish(CaseAction::Measure(MeasureWish::Leave));
        }
    });
    ui.label(RichText::new(next_step(open.measure.kind, open.measure.marks.len())).small().weak());
}

/// What the next click does.
fn next_step(kind: MeasureKind, n_marks: usize) -> &'static str {
    match (kind, n_marks) {
        (MeasureKind::Points, 0) => "Click on a jaw: the first point. A drag turns the view.",
        (MeasureKind::Points, _) => "Click on either jaw: the second point. Esc takes the first back.",
        (MeasureKind::Surface, _) => "Click on a jaw: the distance from there to the nearest point of the other jaw.",
        (MeasureKind::Angle, 0) => "Click on a jaw: the end of the first arm.",
        (MeasureKind::Angle, 1) => "Click: where the angle is. Esc takes the first back.",
        (MeasureKind::Angle, _) => "Click: the end of the second arm.",
        (MeasureKind::Contacts, 0) => "Click on a contact: its middle is the first point.",
        (MeasureKind::Contacts, _) => "Click on another contact. Esc takes the first back.",
    }
}
