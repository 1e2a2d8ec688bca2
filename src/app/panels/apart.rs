//! Said over the picture when the jaws are too far from each other for any figure, with the way back.
use super::bite::BELOW_BADGE;
use super::bite_found::has_plate;
use super::bites::seat_ui;
use crate::app::actions::{CaseAction, ViewAction};
use crate::app::state::Desk;
use crate::app::state::bites::BiteWish;
use crate::app::widgets::{text, theme};
use crate::base::Rigid;
use crate::base::words::{number, say};
use crate::field::Metrics;
use egui::{Align2, Area, Frame, Margin, Order, Rect, RichText, Stroke, Ui, vec2};

/// Whether no surfaces face each other within the range.
pub fn is_far(metrics: &Metrics) -> bool {
    metrics.min_gap_mm.is_none() && metrics.pixels.unsolved == 0 && metrics.pixels.interfering == 0
}

pub fn apart_ui(ui: &Ui, desk: &Desk, rect: Rect) {
    let Some(open) = &desk.open else { return };
    let session = &open.session;
    let Some(metrics) = open.figures.metrics.as_ref().filter(|m| is_far(m)) else { return };
    // No hand can bring back a jaw that follows a movement or is compared; the headline says how far it is.
    if open.motion.is_open || open.compare.is_open {
        return;
    }
    // What a hand is asked, or holds, stands in the same place.
    if desk.is_loading() || open.question.is_some() || has_plate(open) || open.lock.asked().is_some() || open.has_tool()
    {
        return;
    }
    let boxes_apart = metrics.projection.is_none();
    let moved = session.upper_from_lower() != Rigid::IDENTITY;
    let range = session.settings().range_mm;
    let undo = session.undo_name().filter(|_| moved).map(str::to_owned);
    let colors = theme::colors(ui.ctx());
    let width = (rect.width() - 24.0).min(430.0);
    let area = Area::new(egui::Id::unique("apart"))
        .order(Order::Middle)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(rect.center_top() + vec2(0.0, BELOW_BADGE))
        .show(ui.ctx(), |ui| {
            let frame = Frame::new().fill(colors.card).stroke(Stroke::new(1.0, colors.apart)).corner_radius(6);
            frame.inner_margin(Margin::symmetric(12, 8)).show(ui, |ui| {
                ui.set_max_width(width);
                let place = if moved { "" } else { say!("apart-files-place-them") };
                let first = match boxes_apart {
                    true => say!("apart-jaws-more-than-mm", range = number(range), place = place),
                    false => say!("apart-no-surfaces-face-each", range = number(range), place = place),
                };
                ui.label(RichText::new(first).strong());
                // Always a line, so that the notice does not grow when the distance has been found.
                let distance = open.exact.fresh().and_then(|a| a.exact.clearance_mm);
                if open.exact.is_enabled() {
                    let far = distance.map_or_else(|| "…".into(), |mm| format!("{} mm", text::plain(mm, 2)));
                    ui.label(RichText::new(say!("apart-smallest-distance-their-surfaces", far = far)).small());
                }
                ui.label(RichText::new(say!("apart-nothing-paint-no-contact")).small());
                ui.horizontal_wrapped(|ui| {
                    if seat_ui(ui, open) {
                        desk.wish(CaseAction::Bites(BiteWish::Seat(open.bites.tolerance_mm)));
                    }
                    super::position::contact_button_ui(ui, desk, vec2(96.0, 18.0));
                    if let Some(name) = undo
                        && ui.button(say!("apart-undo", name = name)).clicked()
                    {
                        desk.wish(CaseAction::Undo);
                    }
                    if moved && ui.button(say!("apart-reset-position")).clicked() {
                        desk.wish(CaseAction::ResetPose);
                    }
                    if ui.button(say!("apart-show-everything")).clicked() {
                        desk.wish(ViewAction::Fit);
                    }
                });
            });
        });
    crate::app::widgets::area::settle(ui, &area.response);
}
