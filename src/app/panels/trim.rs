//! The tool that trims: its plate over the picture while it is in the hand, what it is about to cover, and the button that takes it.
use crate::app::actions::{CaseAction, FileAction};
use crate::app::stage::place::size_of;
use crate::app::state::trim::{RADII_MM, Stroke, TrimKind, TrimWish};
use crate::app::state::{Desk, Open, Pane};
use crate::app::widgets::area::settle;
use crate::app::widgets::glass::draw_line;
use crate::app::widgets::slider::slider;
use crate::app::widgets::theme;
use crate::base::words::{Phrase, phrase, say, typed};
use crate::export::trim::jaws_words;
use egui::{Area, CornerRadius, Frame, Margin, Order, Painter, Pos2, Rect, RichText, Slider, Stroke as Line, Ui, vec2};
use glam::DVec2;

const HINT: Phrase = phrase!("trim-leaves-surface-out-every");
/// Room for the plate over the picture, points.
const WIDEST: f32 = 520.0;
/// With less the slider has a line of its own, points.
const NARROW: f32 = 400.0;

/// Takes the tool in the hand, or puts it away.
pub fn trim_button_ui(ui: &mut Ui, (desk, open): (&Desk, &Open)) {
    let button =
        ui.selectable_label(open.trim.is_in_hand, RichText::new(say!("trim-trim")).small()).on_hover_text(HINT.say());
    if button.clicked() {
        desk.wish(CaseAction::Trim(TrimWish::Toggle));
    }
}

/// "Trimmed: 12.4 mm² upper"; nothing where nothing is.
pub fn trimmed_ui(ui: &mut Ui, open: &Open) {
    if let Some(words) = jaws_words(open.session.trim(), open.pair()) {
        let hint = say!("trim-surface-was-left-out");
        ui.label(RichText::new(say!("trim-trimmed", words = words)).small()).on_hover_text(hint);
    }
}

/// What lies over the picture while the tool is in the hand. `is_over`: the cursor is on the picture.
pub fn trim_ui(ui: &Ui, desk: &Desk, (pane, rect): (Pane, Rect), is_over: bool) {
    let Some(open) = desk.open.as_ref().filter(|open| open.trim.is_in_hand) else { return };
    reach_ui(ui, open, (pane, rect), is_over);
    if pane != Pane::Jaws {
        return;
    }
    let colors = theme::colors(ui.ctx());
    let frame =
        Frame::new().fill(colors.card).stroke(Line::new(1.0, colors.accent)).corner_radius(CornerRadius::same(6));
    let area = Area::new(egui::Id::unique("trim")).order(Order::Middle).fixed_pos(rect.min + vec2(12.0, 12.0)).show(
        ui.ctx(),
        |ui| {
            frame.inner_margin(Margin::symmetric(12, 8)).show(ui, |ui| {
                ui.set_max_width((rect.width() - 48.0).min(WIDEST));
                plate_ui(ui, desk, open);
            });
        },
    );
    settle(ui, &area.response);
}

fn plate_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    // The slider does not go to the next line by itself.
    let is_narrow = ui.available_width() < NARROW;
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(say!("trim-trim-2")).small().strong().color(theme::colors(ui.ctx()).heading));
        kinds_ui(ui, desk, open);
        let mut brings_back = open.trim.brings_back;
        let hint = say!("trim-strokes-bring-back-what");
        if ui.checkbox(&mut brings_back, say!("trim-bring-back")).on_hover_text(hint).changed() {
            desk.wish(CaseAction::Trim(TrimWish::BringsBack(brings_back)));
        }
        if !is_narrow {
            radius_ui(ui, desk, open);
        }
    });
    if is_narrow {
        ui.horizontal(|ui| radius_ui(ui, desk, open));
    }
    ui.horizontal_wrapped(|ui| {
        let is_some = !open.session.trim().is_empty();
        let all = ui.add_enabled(is_some, egui::Button::new(say!("trim-bring-all-back")).small());
        if all.clicked() {
            desk.wish(CaseAction::Trim(TrimWish::BringAllBack));
        }
        let hint = say!("trim-writes-what-trimmed-file");
        let save = ui.add_enabled(is_some, egui::Button::new(say!("trim-save-trim")).small()).on_hover_text(hint);
        if save.clicked() {
            desk.wish(FileAction::SaveTrim);
        }
        if ui.add(egui::Button::new(say!("trim-done")).small()).on_hover_text(say!("trim-esc")).clicked() {
            desk.wish(CaseAction::Trim(TrimWish::Leave));
        }
        let words = jaws_words(open.session.trim(), open.pair()).unwrap_or_else(|| say!("trim-nothing").into());
        ui.label(RichText::new(say!("trim-trimmed", words = words)).small().strong());
    });
    let words = match open.trim.kind {
        TrimKind::Brush if open.trim.is_getting_ready() => say!("trim-surfaces-being-made-ready"),
        TrimKind::Brush => say!("trim-drag-over-surface-alt"),
        TrimKind::Lasso => say!("trim-draw-round-what-you"),
    };
    ui.label(RichText::new(words).small().weak());
}

fn kinds_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    for (word, kind, hint) in [
        (say!("trim-brush"), TrimKind::Brush, say!("trim-covers-surface-about-cursor")),
        (say!("trim-lasso"), TrimKind::Lasso, say!("trim-covers-what-seen-inside")),
    ] {
        let is_taken = open.trim.kind == kind;
        if ui.selectable_label(is_taken, word).on_hover_text(hint).clicked() && !is_taken {
            desk.wish(CaseAction::Trim(TrimWish::Take(kind)));
        }
    }
}

/// The lasso has none: its place stays, so that nothing jumps.
fn radius_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    ui.spacing_mut().slider_width = 84.0;
    let mut radius_mm = open.trim.radius_mm;
    let radii = Slider::new(&mut radius_mm, RADII_MM).fixed_decimals(1).suffix(" mm").custom_parser(typed);
    let response = slider(ui, open.trim.kind == TrimKind::Brush, radii).on_hover_text(say!("trim-radius-brush"));
    let response = response.accessible_name(say!("trim-radius-brush"));
    if response.changed() {
        desk.wish(CaseAction::Trim(TrimWish::RadiusMm(radius_mm)));
    }
}

/// The brush's circle at the cursor, or the line so far.
fn reach_ui(ui: &Ui, open: &Open, (pane, rect): (Pane, Rect), is_over: bool) {
    let ppp = f64::from(ui.ctx().pixels_per_point());
    let painter = ui.painter_at(rect);
    let stroke = open.trim.stroke.as_ref().filter(|_| open.hand.pane == pane);
    match stroke {
        Some(Stroke::Lasso { outline, brings_back }) => lasso_ui(ui, &painter, (outline, *brings_back), (rect, ppp)),
        stroke if open.trim.kind == TrimKind::Brush => {
            let brings_back = match stroke {
                Some(Stroke::Brush { brings_back, .. }) => *brings_back,
                _ => open.trim.brings_back != ui.input(|i| i.modifiers.alt),
            };
            let cursor = ui.input(|i| i.pointer.latest_pos()).filter(|_| is_over || stroke.is_some());
            let radius = open.trim.radius_mm / (open.view.camera_of(pane).mm_per_px(size_of(rect, ppp)) * ppp);
            cursor.into_iter().for_each(|at| brush_ui(ui, &painter, at, radius as f32, brings_back));
        }
        _ => {}
    }
}

/// A cross in its middle says that it trims, nothing that it brings back.
fn brush_ui(ui: &Ui, painter: &Painter, at: Pos2, radius: f32, brings_back: bool) {
    let colors = theme::colors(ui.ctx());
    for (width, color) in [(3.5, colors.glass), (1.5, colors.accent)] {
        painter.circle_stroke(at, radius, Line::new(width, color));
        if !brings_back {
            painter.line_segment([at - vec2(3.0, 3.0), at + vec2(3.0, 3.0)], Line::new(width, color));
            painter.line_segment([at - vec2(3.0, -3.0), at + vec2(3.0, -3.0)], Line::new(width, color));
        }
    }
}

fn lasso_ui(ui: &Ui, painter: &Painter, (outline, brings_back): (&[DVec2], bool), (rect, ppp): (Rect, f64)) {
    let colors = theme::colors(ui.ctx());
    let point = |p: &DVec2| rect.min + vec2((p.x / ppp) as f32, (p.y / ppp) as f32);
    let points: Vec<Pos2> = outline.iter().map(point).collect();
    if let (Some(first), Some(last)) = (points.first(), points.last()) {
        // It closes by itself.
        painter.extend(egui::Shape::dashed_line(&[*last, *first], Line::new(1.5, colors.accent), 5.0, 4.0));
    }
    let color = if brings_back { colors.text } else { colors.accent };
    draw_line(painter, points, 1.5, color, colors.glass);
}
