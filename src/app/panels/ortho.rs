//! Overjet, overbite, midlines and widths of the arches; hovering one draws in the pictures what it was measured between.
use crate::app::actions::CaseAction;
use crate::app::stage::place::size_of;
use crate::app::state::ortho::{FigureName, OrthoKnown, OrthoWish};
use crate::app::state::{Desk, Open, Pane};
use crate::app::widgets::access::named_switch;
use crate::app::widgets::glass::glass_text;
use crate::app::widgets::table::{Cell, Table};
use crate::app::widgets::{text, theme};
use crate::base::words::say;
use crate::exact::measured::world;
use crate::jaw::orthodontics::{OrthoFigure, OrthoKind};
use crate::jaw::{JawSide, Mark};
use crate::session::Command;
use crate::session::placed::PlacedChange;
use egui::{Align2, Button, CollapsingHeader, CursorIcon, Pos2, Rect, RichText, Sense, Shape, Stroke, Ui, vec2};
use glam::DVec3;

/// The figures of a pose, found while the section is open.
#[derive(Default)]
pub struct OrthoUi {
    known: OrthoKnown,
    /// The one that is pointed at.
    hovered: Option<usize>,
}

pub fn ortho_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), state: &mut OrthoUi) {
    state.hovered = None;
    if open.session.teeth().is_empty() {
        return;
    }
    let title = RichText::new(say!("ortho-title")).small();
    CollapsingHeader::new(title).id_salt("ortho").show(ui, |ui| {
        if open.hand.moves_jaw() {
            ui.label(RichText::new(say!("ortho-when-rests")).small().weak());
            return;
        }
        state.known.follow(&open.session, open.ortho.held.as_ref());
        let table = Table::new(ui, "ortho", &[0.76, 0.24]);
        for (i, figure) in state.known.figures.iter().enumerate() {
            if row_ui(ui, (desk, open), &table, figure) {
                state.hovered = Some(i);
            }
        }
        if state.known.figures.is_empty() {
            ui.label(RichText::new(say!("ortho-not-known")).small().weak());
        }
        below_ui(ui, (desk, open), &state.known.figures);
    });
}

/// A click keeps the figure drawn, with its points as handles. True while it is pointed at.
fn row_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), table: &Table, figure: &OrthoFigure) -> bool {
    let doubt = if figure.is_sure() { "" } else { " ?" };
    let value = Cell::figure(format!("{}{doubt}", value_words(figure)), !figure.is_sure());
    let (of, mark) = (FigureName::of(figure), if figure.by_hand { " *" } else { "" });
    let is_chosen = open.ortho.chosen.as_ref() == Some(&of);
    let row = table.row_ui(ui, &format!("{}{mark}", name(figure)), is_chosen, &[value]);
    let row = row.interact(Sense::click()).on_hover_cursor(CursorIcon::PointingHand).on_hover_text(hint(figure));
    named_switch(&row, is_chosen, &format!("{}: {}", name(figure), value_words(figure)));
    if row.clicked() {
        desk.wish(CaseAction::Ortho(OrthoWish::Choose((!is_chosen).then_some(of))));
    }
    row.hovered() || row.has_focus()
}

/// What a hand can do to the figure that was chosen, and what it has done to others.
fn below_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), figures: &[OrthoFigure]) {
    let small = |words: &str| RichText::new(words).small().weak();
    if figures.iter().any(|figure| figure.by_hand) {
        ui.label(small(say!("ortho-by-hand")));
    }
    let Some(figure) = open.ortho.figure() else { return };
    ui.label(small(say!("ortho-drag")));
    if figure.by_hand && ui.add(Button::new(RichText::new(say!("ortho-reset")).small()).small()).clicked() {
        desk.wish(Command::Place(PlacedChange::Reset(figure.landmarks())));
    }
}

fn name(figure: &OrthoFigure) -> String {
    let teeth = |n: usize| figure.teeth.iter().take(n).map(|tooth| tooth.said()).collect::<Vec<_>>().join("–");
    match figure.kind {
        OrthoKind::Overjet => say!("ortho-overjet", teeth = teeth(2)),
        OrthoKind::Overbite => say!("ortho-overbite", teeth = teeth(2)),
        OrthoKind::MidlineShift => say!("ortho-midline", side = side_word(figure.value)),
        OrthoKind::InterCanine => say!("ortho-canines", teeth = teeth(2)),
        OrthoKind::InterMolar => say!("ortho-molars", teeth = teeth(2)),
        OrthoKind::PlaneTilt => say!("ortho-plane").into(),
    }
}

/// By which the sentence chooses its word.
fn side_word(to_the_right_mm: f64) -> &'static str {
    if to_the_right_mm < 0.0 { "left" } else { "right" }
}

/// "2.1 mm", "3.4°".
fn value_words(figure: &OrthoFigure) -> String {
    match figure.kind {
        OrthoKind::PlaneTilt => format!("{}°", text::plain(figure.value, 1)),
        OrthoKind::MidlineShift => format!("{} mm", text::plain(figure.value.abs(), 1)),
        _ => format!("{} mm", text::plain(figure.value, 1)),
    }
}

fn hint(figure: &OrthoFigure) -> String {
    let how = match figure.kind {
        OrthoKind::Overjet => say!("ortho-how-overjet"),
        OrthoKind::Overbite => say!("ortho-how-overbite"),
        OrthoKind::MidlineShift => say!("ortho-how-midline"),
        OrthoKind::InterCanine => say!("ortho-how-canines"),
        OrthoKind::InterMolar => say!("ortho-how-molars"),
        OrthoKind::PlaneTilt => say!("ortho-how-plane"),
    };
    let teeth = figure.teeth.iter().map(|tooth| tooth.said()).collect::<Vec<_>>().join(", ");
    let hint = say!("ortho-hint", how = how, teeth = teeth);
    let hint = if figure.by_hand { format!("{hint}\n{}", say!("ortho-by-hand-hint")) } else { hint };
    if figure.is_sure() { hint } else { format!("{hint}\n{}", say!("zones-number-tooth-not-sure")) }
}

/// What the figure that is pointed at was measured between, in a picture of the jaws; of the one that was chosen, its points as handles.
pub fn construction_ui(ui: &Ui, open: &Open, state: &OrthoUi, (pane, rect): (Pane, Rect)) {
    let hovered = state.hovered.and_then(|i| state.known.figures.get(i));
    let Some(figure) = hovered.or(open.ortho.figure()) else { return };
    let shows = |side: JawSide| open.shows_in(pane, side);
    let ppp = ui.ctx().pixels_per_point();
    let size = size_of(rect, f64::from(ppp));
    let place = |world: DVec3| {
        let at = open.view.camera_of(pane).project(world, size)?;
        Some(rect.min + vec2(at.x as f32, at.y as f32) / ppp)
    };
    // An arch shows what is its own.
    if pane == Pane::Jaws || figure.teeth.iter().all(|tooth| shows(tooth.side())) {
        line_ui(ui, rect, figure, figure.points.iter().map(|p| place(*p)).collect());
    }
    if open.ortho.figure() == Some(figure) {
        let pose = open.session.upper_from_lower();
        let points = open.ortho.points().filter(|point| shows(point.tooth.side()));
        for point in points {
            let at = place(world(&Mark { side: point.tooth.side(), at: point.at }, &pose));
            let is_held = open.ortho.held.is_some_and(|held| held.point.name() == point.name());
            at.into_iter().for_each(|at| handle_ui(ui, rect, at, is_held));
        }
    }
}

/// The line that is measured with its value.
fn line_ui(ui: &Ui, rect: Rect, figure: &OrthoFigure, places: Option<Vec<Pos2>>) {
    let Some(places) = places else { return };
    let colors = theme::colors(ui.ctx());
    let painter = ui.painter_at(rect);
    for (width, color) in [(5.0, colors.glass), (2.0, colors.accent)] {
        let stroke = Stroke::new(width, color);
        match places.as_slice() {
            [a, b] => painter.add(Shape::line_segment([*a, *b], stroke)),
            corners => painter.add(Shape::closed_line(corners.to_vec(), stroke)),
        };
        for at in &places {
            painter.circle_filled(*at, width + 1.0, color);
        }
    }
    let middle = places.iter().fold(egui::Vec2::ZERO, |sum, p| sum + p.to_vec2()) / places.len() as f32;
    glass_text(ui, middle.to_pos2() + vec2(10.0, -10.0), Align2::LEFT_BOTTOM, &value_words(figure), 12.0);
}

/// A ring about a point of a tooth, to be dragged.
fn handle_ui(ui: &Ui, rect: Rect, at: Pos2, is_held: bool) {
    let colors = theme::colors(ui.ctx());
    let painter = ui.painter_at(rect);
    let ring = if is_held { colors.text } else { colors.accent };
    painter.circle_stroke(at, 7.0, Stroke::new(4.0, colors.glass));
    painter.circle_stroke(at, 7.0, Stroke::new(2.0, ring));
    painter.circle_filled(at, 1.5, ring);
}
