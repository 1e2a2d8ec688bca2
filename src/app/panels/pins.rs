//! Notes that hang on the jaws: the list, the tool's plate over the picture, the field in which one is written.
use crate::app::actions::{CaseAction, ViewAction};
use crate::app::state::pins::{PinField, PinOf, PinWish};
use crate::app::state::{Desk, Open, Pane};
use crate::app::widgets::access::named;
use crate::app::widgets::area::settle;
use crate::app::widgets::section::{divider_ui, title_ui};
use crate::app::widgets::theme;
use crate::base::words::say;
use crate::exact::measured::world;
use crate::jaw::Pin;
use crate::jaw::pin::LONGEST_PIN;
use crate::session::Command;
use crate::session::pins::PinChange;
use egui::{Align, Area, Button, Frame, Id, Key, Layout, Margin, Order, Rect, RichText, Stroke, TextEdit, Ui, vec2};

/// Rows of the list that are seen at once; the others are a click away.
const MOST_ROWS: usize = 8;

#[derive(Default)]
pub struct PinsUi {
    /// The pin that is pointed at in the list.
    pub pointed: Option<usize>,
    /// The pin whose field is open, and its text so far.
    writing: Option<(PinField, String)>,
    /// The field is to have the keyboard.
    is_new: bool,
    shows_all: bool,
}

/// The list; nothing where there are none.
pub fn pins_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), state: &mut PinsUi) {
    state.pointed = None;
    let pins = open.session.pins();
    if pins.is_empty() {
        return;
    }
    divider_ui(ui);
    title_ui(ui, say!("pins-title")).on_hover_text(say!("pins-hint"));
    let n_seen = if state.shows_all { pins.len() } else { pins.len().min(MOST_ROWS) };
    for (i, pin) in pins[..n_seen].iter().enumerate() {
        row_ui(ui, (desk, open), (i, pin), state);
    }
    if n_seen < pins.len() {
        let more = Button::new(RichText::new(say!("pins-all", n = pins.len())).small()).small();
        state.shows_all |= ui.add(more).clicked();
    }
}

fn row_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), (i, pin): (usize, &Pin), state: &mut PinsUi) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let remove = ui.add(Button::new("×").small()).on_hover_text(say!("pins-remove"));
            named(&remove, say!("pins-remove"));
            if remove.clicked() {
                desk.wish(Command::Pin(PinChange::Remove(i)));
            }
            let write = ui.add(Button::new("…").small()).on_hover_text(say!("pins-write"));
            named(&write, say!("pins-write"));
            if write.clicked() {
                let field = PinField { of: PinOf::Old(i), at: write.rect.right_top() };
                desk.wish(CaseAction::Pins(PinWish::Write(field)));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let line = pin.text.lines().next().unwrap_or_default();
                let row = Button::new(RichText::new(format!("{}  {line}", i + 1)).small()).frame(false).truncate();
                let row = ui.add(row).on_hover_text(&pin.text);
                if row.hovered() || row.has_focus() {
                    state.pointed = Some(i);
                }
                if row.clicked() {
                    let place = world(&pin.mark, &open.session.upper_from_lower());
                    desk.wish(ViewAction::FlyToPlace(place));
                }
            });
        });
    });
}

/// The plate of the tool over the picture.
pub fn pin_tool_ui(ui: &Ui, desk: &Desk, (pane, rect): (Pane, Rect)) {
    if !desk.open.as_ref().is_some_and(|open| open.pins.is_in_hand && pane == Pane::Jaws) {
        return;
    }
    let colors = theme::colors(ui.ctx());
    let frame = Frame::new().fill(colors.card).stroke(Stroke::new(1.0, colors.accent)).corner_radius(6);
    let area = Area::new(Id::unique("pin")).order(Order::Middle).fixed_pos(rect.min + vec2(12.0, 12.0));
    let area = area.show(ui.ctx(), |ui| {
        frame.inner_margin(Margin::symmetric(12, 8)).show(ui, |ui| {
            ui.set_max_width((rect.width() - 48.0).clamp(160.0, 420.0));
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(say!("pins-plate")).small().strong().color(colors.heading));
                if ui.add(Button::new(say!("measures-done")).small()).on_hover_text(say!("pins-done-hint")).clicked() {
                    desk.wish(CaseAction::Pins(PinWish::Leave));
                }
            });
            ui.label(RichText::new(say!("pins-next")).small().weak());
        });
    });
    settle(ui, &area.response);
}

/// The field of the pin that is being written.
pub fn pin_field_ui(ui: &Ui, desk: &Desk, state: &mut PinsUi) {
    let Some(open) = &desk.open else { return };
    follow(state, open);
    let Some((field, text)) = &mut state.writing else { return };
    let field = *field;
    let area = Area::new(Id::unique("write a pin")).order(Order::Foreground).fixed_pos(field.at + vec2(14.0, -12.0));
    let frame = Frame::popup(ui.style()).fill(theme::colors(ui.ctx()).card);
    let edit = TextEdit::singleline(text).desired_width(240.0).char_limit(LONGEST_PIN).hint_text(say!("pins-type"));
    let line = area.constrain(true).show(ui.ctx(), |ui| frame.show(ui, |ui| ui.add(edit)).inner).inner;
    if std::mem::take(&mut state.is_new) {
        line.request_focus();
    }
    let (entered, escaped) = ui.input(|i| (i.key_pressed(Key::Enter), i.key_pressed(Key::Escape)));
    if (entered || line.lost_focus()) && !escaped {
        let change = match field.of {
            PinOf::New(mark) => crate::jaw::pin::tidy_text(text).map(|text| PinChange::Add(Pin { mark, text })),
            PinOf::Old(pin) => {
                let was = open.session.pins().get(pin).map(|pin| pin.text.as_str());
                (was != Some(text.as_str())).then(|| PinChange::Write(pin, text.clone()))
            }
        };
        change.into_iter().for_each(|change| desk.wish(Command::Pin(change)));
    }
    if entered || escaped || line.lost_focus() {
        desk.wish(CaseAction::Pins(PinWish::Close));
    }
}

/// Another field was opened, or the open one closed.
fn follow(state: &mut PinsUi, open: &Open) {
    let now = open.pins.field;
    if state.writing.as_ref().map(|(field, _)| *field) == now {
        return;
    }
    let text = |field: &PinField| match field.of {
        PinOf::Old(pin) => open.session.pins().get(pin).map_or_else(String::new, |pin| pin.text.clone()),
        PinOf::New(_) => String::new(),
    };
    state.writing = now.map(|field| (field, text(&field)));
    state.is_new = now.is_some();
}
