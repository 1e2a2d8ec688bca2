//! The card of the section: its picture, where it lies, what is measured along it, its files; below, for those who want it, the layers of the
//! map's rays.
use super::section_picture::picture_ui;
use crate::app::actions::{CaseAction, FileAction, ProgramAction};
use crate::app::state::section::{SectionFormat, SectionWish};
use crate::app::state::{Desk, Open};
use crate::app::widgets::number_field::number_field;
use crate::app::widgets::section::title_ui;
use crate::app::widgets::theme;
use crate::base::words::{decimal, say};
use crate::export::section::figures_text;
use crate::jaw::{SectionKind, SectionPlace};
use egui::{Button, Rect, RichText, Stroke, Ui, UiBuilder, pos2, vec2};

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
        title_ui(ui, say!("section-title"));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let close = ui.add(Button::new("×").small()).on_hover_text(say!("section-close"));
            if close.accessible_name(say!("section-close")).clicked() {
                wish(desk, SectionWish::Toggle);
            }
            let stands = open.session.section().is_some();
            let words = if stands { say!("section-let-follow") } else { say!("section-put-here") };
            let hint = say!("section-put-hint");
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
            (SectionKind::Arch, say!("section-across"), say!("section-across-hint")),
            (SectionKind::Sagittal, say!("section-sagittal"), say!("section-sagittal-hint")),
            (SectionKind::Frontal, say!("section-frontal"), say!("section-frontal-hint")),
            (SectionKind::Free, say!("section-free"), say!("section-free-hint")),
        ] {
            let button = Button::selectable(kind == now, RichText::new(label).small());
            let button = ui.add_enabled(has_arch || kind != SectionKind::Arch, button).on_hover_text(hint);
            let button = button.on_disabled_hover_text(say!("section-no-arch"));
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
        SectionKind::Arch => (say!("section-along-arch"), say!("section-along-arch-hint")),
        SectionKind::Sagittal => (say!("section-off-middle"), say!("section-off-middle-hint")),
        SectionKind::Frontal => (say!("section-to-front"), say!("section-to-front-hint")),
        SectionKind::Free => (say!("section-along-normal"), say!("section-along-normal-hint")),
    };
    field_ui(ui, desk, (name, hint, " mm"), (place.at_mm, NUDGE_MM), |at_mm| SectionPlace { at_mm, ..place });
    if place.kind == SectionKind::Free {
        let turn = (say!("section-turned"), say!("section-turned-hint"), "°");
        field_ui(ui, desk, turn, (place.turn_deg, NUDGE_DEG), |turn_deg| SectionPlace { turn_deg, ..place });
        let tilt = (say!("section-leaning"), say!("section-leaning-hint"), "°");
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
                let button = ui.add(Button::new(sign).small()).on_hover_text(say!("section-finer"));
                button.accessible_name(format!("{name} {sign}")).clicked()
            };
            if nudged(ui, "+") {
                wish(desk, SectionWish::Place(put(now + step)));
            }
            let mut value = now;
            let field = number_field(&mut value).speed(0.05).fixed_decimals(2).suffix(unit);
            let field = ui.add_sized([76.0, 18.0], field).on_hover_text(hint).accessible_name(name);
            if field.drag_started() {
                desk.wish(CaseAction::BeginGesture(say!("section-moved")));
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
    let hint = say!("section-figures-hint");
    ui.add_space(2.0);
    for line in figures_text(&found.between) {
        ui.label(RichText::new(line).small().strong()).on_hover_text(hint);
    }
    match found.along_ruler() {
        Some(along) => {
            let [upper, lower] = along.thickness_mm();
            ui.label(RichText::new(say!("section-ruler", mm = decimal(along.length_mm, 2))).small().strong());
            let words = say!(
                "section-thickness",
                upper = decimal(upper, 2),
                lower = decimal(lower, 2),
                both = decimal(along.both_mm(), 2),
                neither = decimal(along.free_mm(), 2)
            );
            ui.label(RichText::new(words).small()).on_hover_text(say!("section-thickness-hint"));
        }
        None => {
            let words = say!("section-how");
            ui.label(RichText::new(words).small().weak());
        }
    }
}

fn files_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        ui.label(RichText::new(say!("section-save-as")).small());
        for format in SectionFormat::ALL {
            let button = ui.add_enabled(open.section.found().is_some(), Button::new(format.name()).small());
            if button.on_hover_text(say!("section-save-hint")).clicked() {
                desk.wish(FileAction::SaveSection(format));
            }
        }
    });
}

/// For those who want it.
fn layers_ui(ui: &mut Ui, desk: &Desk) {
    let mut on = desk.habits.layers;
    let hint = say!("map-panel-rest-pointer-map-every");
    let words = RichText::new(say!("section-layers")).small();
    if ui.checkbox(&mut on, words).on_hover_text(hint).changed() {
        desk.wish(ProgramAction::ShowLayers(on));
    }
}
