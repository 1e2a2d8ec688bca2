//! Overjet, overbite, midlines and widths of the arches; hovering one draws in the pictures what it was measured between.
use crate::app::stage::place::size_of;
use crate::app::state::{Open, Pane};
use crate::app::widgets::glass::glass_text;
use crate::app::widgets::table::{Cell, Table};
use crate::app::widgets::{text, theme};
use crate::base::Rigid;
use crate::base::words::say;
use crate::jaw::orthodontics::{OrthoFigure, OrthoKind, figures};
use crate::jaw::{Fdi, JawSide, OcclusalFrame, Teeth};
use egui::{Align2, CollapsingHeader, Pos2, Rect, RichText, Shape, Stroke, Ui, vec2};
use glam::DVec3;
use std::sync::Arc;

/// The figures of a pose, found while the section is open.
#[derive(Default)]
pub struct OrthoUi {
    of: Option<(Arc<Teeth>, Rigid, OcclusalFrame)>,
    figures: Vec<OrthoFigure>,
    /// The one that is pointed at.
    hovered: Option<usize>,
}

impl OrthoUi {
    fn follow(&mut self, open: &Open) {
        let session = &open.session;
        let now = (session.teeth().clone(), session.upper_from_lower(), *session.frame());
        let is_known = self.of.as_ref().is_some_and(|of| Arc::ptr_eq(&of.0, &now.0) && (of.1, of.2) == (now.1, now.2));
        if !is_known {
            self.figures = figures(session.pair(), &now.0, (&now.2, &now.1), &[]);
            self.of = Some(now);
        }
    }
}

pub fn ortho_ui(ui: &mut Ui, open: &Open, state: &mut OrthoUi) {
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
        state.follow(open);
        let table = Table::new(ui, "ortho", &[0.76, 0.24]);
        for (i, figure) in state.figures.iter().enumerate() {
            let doubt = if figure.is_sure() { "" } else { " ?" };
            let value = Cell::figure(format!("{}{doubt}", value_words(figure)), !figure.is_sure());
            let row = table.row_ui(ui, &name(figure), false, &[value]);
            if row.hovered() {
                state.hovered = Some(i);
            }
            row.on_hover_text(hint(figure));
        }
        if state.figures.is_empty() {
            ui.label(RichText::new(say!("ortho-not-known")).small().weak());
        }
    });
}

fn name(figure: &OrthoFigure) -> String {
    let teeth = |n: usize| figure.teeth.iter().take(n).map(|tooth| tooth.to_string()).collect::<Vec<_>>().join("–");
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
    let teeth = figure.teeth.iter().map(Fdi::to_string).collect::<Vec<_>>().join(", ");
    let hint = say!("ortho-hint", how = how, teeth = teeth);
    if figure.is_sure() { hint } else { format!("{hint}\n{}", say!("zones-number-tooth-not-sure")) }
}

/// What the figure that is pointed at was measured between, in a picture of the jaws.
pub fn construction_ui(ui: &Ui, open: &Open, state: &OrthoUi, (pane, rect): (Pane, Rect)) {
    let Some(figure) = state.hovered.and_then(|i| state.figures.get(i)) else { return };
    let shows = |side: JawSide| open.shows_in(pane, side);
    // An arch shows what is its own.
    if !figure.teeth.iter().all(|tooth| shows(tooth.side())) && pane != Pane::Jaws {
        return;
    }
    let ppp = ui.ctx().pixels_per_point();
    let size = size_of(rect, f64::from(ppp));
    let place = |world: DVec3| {
        let at = open.view.camera_of(pane).project(world, size)?;
        Some(rect.min + vec2(at.x as f32, at.y as f32) / ppp)
    };
    let Some(places) = figure.points.iter().map(|p| place(*p)).collect::<Option<Vec<Pos2>>>() else { return };
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
