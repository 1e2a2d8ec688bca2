//! The card of the section: its picture, where it lies, what is measured along it, its files; below, for those who want it, the layers of the
//! map's rays.
use super::section_picture::picture_ui;
use crate::app::actions::{CaseAction, FileAction, ProgramAction};
use crate::app::state::section::{SectionFormat, SectionWish};
use crate::app::state::{Desk, Open};
use crate::app::widgets::section::title_ui;
use crate::app::widgets::theme;
use crate::export::section::figures_text;
use crate::jaw::{SectionKind, SectionPlace};
use egui::{Button, DragValue, Rect, RichText, Stroke, Ui, UiBuilder, pos2, vec2};

/// Width of what stands beside the picture, points.
const COLUMN: f32 = 232.0;
/// Height of what stands at its lower end, points.
const FOOT: f32 = 54.0;
/// One nudge, mm and degrees; with Shift a tenth.
const NUDGE_MM: f64 = 0.5;
const NUDGE_DEG: f64 = 1.0;

/// The card's share of the pictures' height.
pub fn height(whole: Rect) -> f32 {
    (0.42 * whole.height()).clamp(250.0, 420.0).min(0.6 * whole.height())
}

/// Where its picture is.
pub fn picture_place(card: Rect) -> Rect {
    Rect::from_min_max(card.min, pos2(card.right() - COLUMN, card.bottom()))
}

pub fn section_ui(ui: &mut Ui, desk: &Desk, card: Rect) {
    let Some(open) = &desk.open else { return };
    let picture = picture_place(card);
    picture_ui(ui, open, picture);
    let colors = theme::colors(ui.ctx());
    ui.painter().hline(card.x_range(), card.top(), Stroke::new(1.0, colors.line));
    let column = Rect::from_min_max(picture.right_top(), card.max).shrink2(vec2(10.0, 6.0));
    let mut column = ui.new_child(UiBuilder::new().max_rect(column).id_salt("section column"));
    column.spacing_mut().item_spacing.y = 3.0;
    head_ui(&mut column, desk, open);
    kinds_ui(&mut column, desk, open);
    place_ui(&mut column, desk, open);
    figures_ui(&mut column, open);
    let foot = Rect::from_min_max(pos2(column.min_rect().left(), card.bottom() - FOOT), column.max_rect().max);
    let mut foot = ui.new_child(UiBuilder::new().max_rect(foot).id_salt("section foot"));
    files_ui(&mut foot, desk, open);
    layers_ui(&mut foot, desk);
}

fn wish(desk: &Desk, wish: SectionWish) {
    desk.wish(CaseAction::Section(wish));
}

fn head_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    ui.horizontal(|ui| {
        title_ui(ui, "SECTION");
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.add(Button::new("×").small()).on_hover_text("Closes the section (S)").clicked() {
                wish(desk, SectionWish::Toggle);
            }
            let stands = open.session.section().is_some();
            let words = if stands { "Let it follow" } else { "Put it here" };
            let hint = "While it follows the cursor over the jaws, a click on them or the key P puts it there; it stands until it is let go.";
            if ui.add(Button::new(words).small()).on_hover_text(hint).clicked() {
                wish(desk, SectionWish::Put);
            }
        });
    });
}

fn kinds_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let now = open.section.place(&open.session).kind;
    let has_arch = open.section.ready(&open.session).is_none_or(|ready| ready.arch.is_some());
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (kind, label, hint) in [
            (SectionKind::Arch, "Across", "Square to the line along which the teeth stand"),
            (SectionKind::Sagittal, "Sagittal", "From front to back, upright on the occlusal plane"),
            (SectionKind::Frontal, "Frontal", "From right to left, upright on the occlusal plane"),
            (SectionKind::Free, "Free", "As it lies now, to be turned and leaned"),
        ] {
            let button = Button::selectable(kind == now, RichText::new(label).small());
            let button = ui.add_enabled(has_arch || kind != SectionKind::Arch, button).on_hover_text(hint);
            let button = button.on_disabled_hover_text("No line of teeth was found in these scans.");
            if button.clicked() && kind != now {
                wish(desk, SectionWish::Kind(kind));
            }
        }
    });
}

/// Where it is, in the words of its kind: a field that is dragged or typed in, with a step each way.
fn place_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let place = open.section.place(&open.session);
    let (name, hint) = match place.kind {
        SectionKind::Arch => ("Along the arch", "From the midline, negative on the patient's right"),
        SectionKind::Sagittal => ("Off the middle", "Towards the patient's left, negative to the right"),
        SectionKind::Frontal => ("To the front", "From the middle of the arches, negative to the back"),
        SectionKind::Free => ("Along its normal", "From where it was freed"),
    };
    field_ui(ui, desk, (name, hint, " mm"), (place.at_mm, NUDGE_MM), |at_mm| SectionPlace { at_mm, ..place });
    if place.kind == SectionKind::Free {
        let turn = ("Turned", "About the occlusal normal; at 0 it is sagittal", "°");
        field_ui(ui, desk, turn, (place.turn_deg, NUDGE_DEG), |turn_deg| SectionPlace { turn_deg, ..place });
        let tilt = ("Leaning", "Away from upright on the occlusal plane", "°");
        field_ui(ui, desk, tilt, (place.tilt_deg, NUDGE_DEG), |tilt_deg| SectionPlace { tilt_deg, ..place });
    }
}

fn field_ui(
    ui: &mut Ui,
    desk: &Desk,
    (name, hint, unit): (&str, &str, &str),
    (now, nudge): (f64, f64),
    put: impl Fn(f64) -> SectionPlace,
) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(name).small()).on_hover_text(hint);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            let step = if ui.input(|i| i.modifiers.shift) { 0.1 * nudge } else { nudge };
            let nudged = |ui: &mut Ui, sign: &str| {
                ui.add(Button::new(sign).small()).on_hover_text("With Shift ten times finer").clicked()
            };
            if nudged(ui, "+") {
                wish(desk, SectionWish::Place(put(now + step)));
            }
            let mut value = now;
            let field = DragValue::new(&mut value).speed(0.05).fixed_decimals(2).suffix(unit);
            let field = ui.add_sized([76.0, 18.0], field).on_hover_text(hint);
            if field.drag_started() {
                desk.wish(CaseAction::BeginGesture("Section moved"));
            }
            if field.changed() && value != now {
                wish(desk, SectionWish::Place(put(value)));
            }
            if field.drag_stopped() {
                desk.wish(CaseAction::EndGesture);
            }
            if nudged(ui, "−") {
                wish(desk, SectionWish::Place(put(now - step)));
            }
        });
    });
}

fn figures_ui(ui: &mut Ui, open: &Open) {
    let Some(found) = open.section.found() else { return };
    let hint = "Occlusal: along the occlusal direction, upwards in the picture. Closest: the shortest way within this plane; in space it may be \
                shorter still. Nothing is measured to surface that closing has added.";
    ui.add_space(2.0);
    for line in figures_text(&found.between) {
        ui.label(RichText::new(line).small().strong()).on_hover_text(hint);
    }
    match found.along_ruler() {
        Some(along) => {
            let [upper, lower] = along.thickness_mm();
            ui.label(RichText::new(format!("Ruler {:.2} mm", along.length_mm)).small().strong());
            let words = format!(
                "upper {upper:.2}, lower {lower:.2}, both {:.2}, neither {:.2}",
                along.both_mm(),
                along.free_mm()
            );
            ui.label(RichText::new(words).small())
                .on_hover_text("How much of the ruler is inside each jaw, mm: how thick it is along it.");
        }
        None => {
            let words = "Drag in the picture: a ruler, onto contours unless Alt is held. Wheel and right drag: nearer, elsewhere.";
            ui.label(RichText::new(words).small().weak());
        }
    }
}

fn files_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        ui.label(RichText::new("Save as").small());
        for format in SectionFormat::ALL {
            let button = ui.add_enabled(open.section.found().is_some(), Button::new(format.name()).small());
            if button.on_hover_text("Into your pictures folder, to scale, without a name").clicked() {
                desk.wish(FileAction::SaveSection(format));
            }
        }
    });
}

/// For those who want it.
fn layers_ui(ui: &mut Ui, desk: &Desk) {
    let mut on = desk.habits.layers;
    let hint = "Rest the pointer on the map: every surface that the ray of this pixel meets, in order. A click keeps the ray while the jaw moves.";
    let words = RichText::new("Layers along the map's rays").small();
    if ui.checkbox(&mut on, words).on_hover_text(hint).changed() {
        desk.wish(ProgramAction::ShowLayers(on));
    }
}
