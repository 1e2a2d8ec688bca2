//! What a hand has measured: the list, the tool's plate over the picture, the buttons that take both tools.
use crate::app::actions::CaseAction;
use crate::app::state::compare::CompareWish;
use crate::app::state::measure::MeasureWish;
use crate::app::state::motion::MotionWish;
use crate::app::state::pins::PinWish;
use crate::app::state::section::SectionWish;
use crate::app::state::{Desk, Open, Pane};
use crate::app::widgets::area::settle;
use crate::app::widgets::fit::width_of_buttons;
use crate::app::widgets::section::{divider_ui, title_ui};
use crate::app::widgets::theme;
use crate::base::words::{as_read, say};
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
    title_ui(ui, say!("measures-title")).on_hover_text(say!("measures-hint"));
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
            let remove = ui.add(Button::new("×").small()).on_hover_text(say!("measures-remove"));
            if remove.accessible_name(say!("measures-remove")).clicked() {
                desk.wish(Command::RemoveMeasure(i));
            }
            let value = open.measure.values().get(i).and_then(Option::as_ref);
            let words = value.map_or_else(|| "…".to_owned(), |measured| as_read(&measured.value.text()).into_owned());
            ui.label(RichText::new(words).text_style(theme::figures()));
        });
    });
}

/// A click on the name opens a field for another one.
fn name_ui(ui: &mut Ui, desk: &Desk, (i, measure): (usize, &Measure), state: &mut MeasuresUi) {
    let Some((_, name)) = state.naming.as_mut().filter(|(of, _)| *of == i) else {
        let name = Button::new(RichText::new(&measure.name).small()).frame(false).truncate();
        if ui.add(name).on_hover_text(say!("measures-rename")).clicked() {
            state.naming = Some((i, measure.name.clone()));
        }
        return;
    };
    let field = TextEdit::singleline(name).desired_width(70.0).char_limit(LONGEST_NAME);
    let field = ui.add(field).accessible_name(say!("measures-rename"));
    if field.lost_focus() {
        if *name != measure.name && !ui.input(|i| i.key_pressed(egui::Key::Escape)) {
            desk.wish(Command::RenameMeasure { measure: i, name: name.clone() });
        }
        state.naming = None;
    } else {
        field.request_focus();
    }
}

/// In the bar at the top: the section, the movements and the tools. Where there is no room for all, a menu of them.
pub fn tools_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let words = [
        say!("measures-section"),
        say!("motion-button"),
        say!("compare-button"),
        say!("measures-measure"),
        say!("pins-pin"),
    ];
    if ui.available_width() < width_of_buttons(ui, &words) {
        ui.menu_button(say!("measures-tools"), |ui| tool_buttons_ui(ui, desk, open));
    } else {
        tool_buttons_ui(ui, desk, open);
    }
}

fn tool_buttons_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let section = ui.add(Button::selectable(open.section.is_open, say!("measures-section")));
    let hint = say!("measures-section-hint");
    if section.on_hover_text(hint).clicked() {
        desk.wish(CaseAction::Section(SectionWish::Toggle));
    }
    let motion = ui.add(Button::selectable(open.motion.is_open, say!("motion-button")));
    if motion.on_hover_text(say!("motion-button-hint")).clicked() {
        desk.wish(CaseAction::Motion(MotionWish::Toggle));
    }
    let compare = ui.add(Button::selectable(open.compare.is_open, say!("compare-button")));
    if compare.on_hover_text(say!("compare-button-hint")).clicked() {
        desk.wish(CaseAction::Compare(CompareWish::Toggle));
    }
    let measure = ui.add(Button::selectable(open.measure.is_in_hand, say!("measures-measure")));
    if measure.on_hover_text(say!("measures-measure-hint")).clicked() {
        desk.wish(CaseAction::Measure(MeasureWish::Toggle));
    }
    let pin = ui.add(Button::selectable(open.pins.is_in_hand, say!("pins-pin")));
    if pin.on_hover_text(say!("pins-pin-hint")).clicked() {
        desk.wish(CaseAction::Pins(PinWish::Toggle));
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
        ui.label(RichText::new(say!("measures-plate")).small().strong().color(theme::colors(ui.ctx()).heading));
        for kind in MeasureKind::ALL {
            if ui.selectable_label(open.measure.kind == kind, RichText::new(kind.name()).small()).clicked() {
                desk.wish(CaseAction::Measure(MeasureWish::Take(kind)));
            }
        }
        if ui.add(Button::new(say!("measures-done")).small()).on_hover_text(say!("measures-done-hint")).clicked() {
            desk.wish(CaseAction::Measure(MeasureWish::Leave));
        }
    });
    ui.label(RichText::new(next_step(open.measure.kind, open.measure.marks.len())).small().weak());
}

/// What the next click does.
fn next_step(kind: MeasureKind, n_marks: usize) -> &'static str {
    match (kind, n_marks) {
        (MeasureKind::Points, 0) => say!("measures-first-point"),
        (MeasureKind::Points, _) => say!("measures-second-point"),
        (MeasureKind::Surface, _) => say!("measures-to-surface"),
        (MeasureKind::Angle, 0) => say!("measures-first-arm"),
        (MeasureKind::Angle, 1) => say!("measures-vertex"),
        (MeasureKind::Angle, _) => say!("measures-second-arm"),
        (MeasureKind::Contacts, 0) => say!("measures-first-contact"),
        (MeasureKind::Contacts, _) => say!("measures-second-contact"),
    }
}
