//! What the middle of the window shows while there is no case, or one is being read.
use crate::app::actions::FileAction;
use crate::app::state::Desk;
use crate::app::state::opening::GLIMPSE;
use crate::app::widgets::{small_picture, theme};
use crate::base::words::say;
use crate::jaw::JawSide;
use crate::session::recent::RecentCase;
use egui::load::SizedTexture;
use egui::{
    Align2, Button, Frame, Margin, ProgressBar, Rect, RichText, Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2, vec2,
};

/// No case yet: drop area, open, sample case, recent cases with their pictures.
pub fn start_ui(ui: &mut Ui, desk: &Desk, rect: Rect) {
    let cases = &desk.recent.cases.cases;
    let n_columns = (((rect.width() - 60.0) / (CARD.x + GAP)) as usize).clamp(1, 4);
    let n_rows = cases.len().div_ceil(n_columns);
    let height = DROP.y + if n_rows == 0 { 0.0 } else { 44.0 + n_rows as f32 * (CARD.y + GAP) };
    let top = (rect.center().y - height / 2.0).max(rect.top() + 16.0);
    let inner = Rect::from_min_max(egui::pos2(rect.left(), top), rect.max - vec2(0.0, 8.0));
    ui.scope_builder(UiBuilder::new().max_rect(inner), |ui| {
        egui::ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
            ui.vertical_centered(|ui| drop_ui(ui, desk));
            if !cases.is_empty() {
                ui.add_space(16.0);
                recent_ui(ui, desk, cases, n_columns);
            }
        });
    });
}

const DROP: Vec2 = vec2(420.0, 172.0);
const PICTURE: Vec2 = vec2(192.0, 120.0);
const CARD: Vec2 = vec2(PICTURE.x, PICTURE.y + 38.0);
const GAP: f32 = 14.0;

fn drop_ui(ui: &mut Ui, desk: &Desk) {
    let colors = theme::colors(ui.ctx());
    let (place, _) = ui.allocate_exact_size(DROP, Sense::hover());
    // A card lies over it.
    if desk.arriving.pending.is_some() || desk.is_loading() {
        return;
    }
    ui.painter().rect_stroke(place, 10.0, Stroke::new(1.5, colors.line), StrokeKind::Inside);
    ui.scope_builder(UiBuilder::new().max_rect(place.shrink(20.0)), |ui| {
        ui.vertical_centered(|ui| {
            ui.label(RichText::new(say!("start-drop-case-two-scans")).heading());
            ui.label(RichText::new(say!("start-case-occ-upper-lower")).weak());
            ui.add_space(14.0);
            if ui.add_sized([200.0, 30.0], Button::new(say!("start-open"))).clicked() {
                desk.wish(FileAction::OpenDialog(None));
            }
            if ui.add_sized([200.0, 30.0], Button::new(say!("start-sample-case"))).clicked() {
                desk.wish(FileAction::OpenSample);
            }
        });
    });
}

fn recent_ui(ui: &mut Ui, desk: &Desk, cases: &[RecentCase], n_columns: usize) {
    let n_columns = n_columns.min(cases.len());
    let width = n_columns as f32 * (CARD.x + GAP) - GAP;
    let left = ((ui.available_width() - width) / 2.0).max(0.0);
    ui.horizontal(|ui| {
        ui.add_space(left);
        ui.label(RichText::new(say!("start-recent-cases")).small().strong().color(theme::colors(ui.ctx()).heading));
    });
    ui.add_space(2.0);
    for row in cases.chunks(n_columns) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            ui.add_space(left);
            for case in row {
                if card_of_case_ui(ui, desk, case).clicked() {
                    desk.wish(FileAction::OpenRecent(case.clone()));
                }
            }
        });
        ui.add_space(GAP - ui.spacing().item_spacing.y);
    }
}

/// The picture of a case with its name and folder, all of it a button.
fn card_of_case_ui(ui: &mut Ui, desk: &Desk, case: &RecentCase) -> egui::Response {
    let colors = theme::colors(ui.ctx());
    let (rect, response) = ui.allocate_exact_size(CARD, Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, case.label()));
    let picture = Rect::from_min_size(rect.min, PICTURE);
    ui.painter().rect_filled(picture, 6.0, colors.card);
    match desk.recent.pictures.get(&case.key()) {
        Some(image) => {
            let texture = small_picture::texture_of(ui.ctx(), &case.key(), image);
            egui::Image::from_texture(SizedTexture::new(texture.id(), PICTURE)).corner_radius(6).paint_at(ui, picture);
        }
        None => {
            let font = egui::FontId::proportional(12.0);
            ui.painter().text(picture.center(), Align2::CENTER_CENTER, say!("start-no-picture-yet"), font, colors.weak);
        }
    }
    let line = if response.hovered() || response.has_focus() { colors.accent } else { colors.line };
    ui.painter().rect_stroke(picture, 6.0, Stroke::new(1.5, line), StrokeKind::Inside);
    let words = Rect::from_min_max(picture.left_bottom() + vec2(2.0, 3.0), rect.max);
    let mut below = ui.new_child(UiBuilder::new().max_rect(words).layout(egui::Layout::top_down(egui::Align::Min)));
    below.spacing_mut().item_spacing.y = 0.0;
    below.add(egui::Label::new(case.label()).truncate().selectable(false));
    below.add(egui::Label::new(RichText::new(case.folder_name()).small().weak()).truncate().selectable(false));
    response.on_hover_text(format!("{}\n{}", case.label(), case.folder()))
}

/// A bar with the stage and a cancel button, over whatever is shown.
pub fn loading_ui(ui: &Ui, desk: &Desk, rect: Rect) {
    let Some(opening) = &desk.arriving.opening else { return };
    let ((stage, fraction), what) = (opening.state(), opening.label());
    card_ui(ui, "loading", rect, |ui| {
        ui.label(RichText::new(say!("start-opening", what = what)).strong());
        let left = opening.time_left().map(|left| format!(" · {left}")).unwrap_or_default();
        ui.label(RichText::new(format!("{stage}{left}")).small().weak());
        ui.add(ProgressBar::new(fraction as f32).desired_width(300.0).desired_height(8.0));
        ui.add_space(2.0);
        if ui.button(say!("start-cancel")).clicked() {
            desk.wish(FileAction::CancelLoading);
        }
    });
}

/// The picture of a scan that waits for another one: sharp on screens of twice the pixels.
const GLIMPSE_POINTS: Vec2 = vec2(GLIMPSE[0] as f32 / 2.0, GLIMPSE[1] as f32 / 2.0);

/// One scan was given: the other one is needed.
pub fn pending_ui(ui: &Ui, desk: &Desk, rect: Rect) {
    let Some(pending) = &desk.arriving.pending else { return };
    let (this, other) = match pending.side {
        JawSide::Upper => ("upper", "lower"),
        JawSide::Lower => ("lower", "upper"),
    };
    card_ui(ui, "pending", rect, |ui| {
        ui.label(RichText::new(say!("start-taken-jaw", pending = pending.name(), this = this)).strong());
        // Its room is there from the start: the buttons below stay where they are.
        let (room, _) = ui.allocate_exact_size(vec2(ui.available_width(), GLIMPSE_POINTS.y), Sense::hover());
        if let Some(image) = &desk.arriving.glimpse {
            let texture = small_picture::texture_of(ui.ctx(), &pending.name(), image);
            egui::Image::from_texture(SizedTexture::new(texture.id(), GLIMPSE_POINTS))
                .paint_at(ui, Rect::from_center_size(room.center(), GLIMPSE_POINTS));
        }
        ui.label(say!("start-open-drop-scan-jaw", other = other));
        ui.horizontal_wrapped(|ui| {
            if ui.button(say!("start-open-jaw", other = other)).clicked() {
                desk.wish(FileAction::OpenDialog(Some(pending.side.other())));
            }
            if ui.button(say!("start-jaw", other = other)).clicked() {
                desk.wish(FileAction::SwapPending);
            }
            if ui.button(say!("start-cancel")).clicked() {
                desk.wish(FileAction::DropPending);
            }
        });
    });
}

fn card_ui(ui: &Ui, id: &str, rect: Rect, add: impl FnOnce(&mut Ui)) {
    let area = egui::Area::new(egui::Id::unique(id))
        .order(egui::Order::Foreground)
        .pivot(Align2::CENTER_CENTER)
        .fixed_pos(rect.center())
        .show(ui.ctx(), |ui| {
            let colors = theme::colors(ui.ctx());
            let frame = Frame::new().fill(colors.card).stroke(Stroke::new(1.0, colors.line)).corner_radius(8);
            frame.inner_margin(Margin::same(16)).show(ui, |ui| {
                ui.set_max_width(340.0);
                add(ui);
            });
        });
    crate::app::widgets::area::settle(ui, &area.response);
}

/// While files hang over the window.
pub fn hover_files_ui(ui: &Ui, rect: Rect) {
    let n = ui.input(|i| i.raw.hovered_files.len());
    if n == 0 {
        return;
    }
    let colors = theme::colors(ui.ctx());
    let painter = ui.ctx().layer_painter(egui::LayerId::new(egui::Order::Foreground, egui::Id::unique("drop")));
    painter.rect_filled(rect, 0.0, colors.accent.gamma_multiply(0.15));
    painter.rect_stroke(rect.shrink(6.0), 8.0, Stroke::new(2.0, colors.accent), StrokeKind::Inside);
    let text = if n == 1 { say!("start-drop-case-scan") } else { say!("start-drop-scans-both-jaws") };
    painter.text(rect.center(), Align2::CENTER_CENTER, text, egui::FontId::proportional(20.0), colors.text);
}
