//! Over the picture: whether the lower jaw is where the scans were taken, whether it may be moved, and the question before it is.
use super::bite_found::{found_ui, has_plate};
use super::bites::{BitesUi, bites_menu_ui};
use super::compare::badge_words;
use super::overview::first_steps_ui;
use crate::app::actions::CaseAction;
use crate::app::state::bites::BiteWish;
use crate::app::state::lock::{Asked, moved_words};
use crate::app::state::{Desk, Open};
use crate::app::widgets::area::settle;
use crate::app::widgets::icons::{Icon, icon_button};
use crate::app::widgets::theme;
use crate::base::words::say;
use egui::{Area, Button, Frame, Id, Margin, Order, Rect, RichText, Stroke, Ui, vec2};

/// Where what lies below the badge may begin, points from the picture's upper edge.
pub const BELOW_BADGE: f32 = 48.0;
/// A picture of less height has no room for first steps, points.
const LOW_FOR_STEPS: f32 = 240.0;

/// The badge, and below it the question. While surface is trimmed or something measured, the main button moves no jaw and the plate of that tool is there.
pub fn bite_ui(ui: &Ui, desk: &Desk, state: &mut BitesUi, rect: Rect) {
    let Some(open) = desk.open.as_ref().filter(|open| !open.has_tool()) else { return };
    if desk.is_loading() {
        return;
    }
    let has_steps = desk.layout.shows_jaws() && rect.height() >= LOW_FOR_STEPS;
    plate_ui(ui, "bite", (rect, 12.0), None, |ui| badge_ui(ui, (desk, open), state, has_steps));
    let accent = theme::colors(ui.ctx()).accent;
    if has_plate(open) {
        plate_ui(ui, "bite found", (rect, BELOW_BADGE), Some(accent), |ui| found_ui(ui, desk, open));
    } else if let Some(asked) = open.lock.asked() {
        plate_ui(ui, "bite asked", (rect, BELOW_BADGE), Some(accent), |ui| question_ui(ui, desk, asked));
    }
}

fn plate_ui(ui: &Ui, id: &str, (rect, top): (Rect, f32), line: Option<egui::Color32>, add: impl FnOnce(&mut Ui)) {
    let colors = theme::colors(ui.ctx());
    let (fill, stroke) = line.map_or((colors.glass, Stroke::NONE), |line| (colors.card, Stroke::new(1.0, line)));
    let order = if line.is_some() { Order::Foreground } else { Order::Middle };
    let area = Area::new(Id::unique(id)).order(order).fixed_pos(rect.min + vec2(12.0, top)).show(ui.ctx(), |ui| {
        let frame = Frame::new().fill(fill).stroke(stroke).corner_radius(6);
        frame.inner_margin(Margin::symmetric(8, 4)).show(ui, |ui| {
            ui.set_max_width((rect.width() - 36.0).max(120.0));
            add(ui);
        });
    });
    settle(ui, &area.response);
}

fn badge_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), state: &mut BitesUi, has_steps: bool) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let is_free = open.lock.is_free();
        let hint = match is_free {
            true => say!("bite-lower-jaw-can-moved"),
            false => say!("bite-bite-locked-nothing-moves"),
        };
        if icon_button(ui, if is_free { Icon::Free } else { Icon::Locked }, is_free).on_hover_text(hint).clicked() {
            desk.wish(CaseAction::ToggleLock);
        }
        if open.motion.is_open {
            ui.label(RichText::new(motion_words(open)).small()).on_hover_text(say!("motion-badge-hint"));
            // While a drag is to be recorded the jaw is in its bite.
            let button = Button::new(RichText::new(say!("bites-keep-instant")).small()).small();
            let keep = ui.add_enabled(open.motion.pose().is_some(), button);
            if keep.on_hover_text(say!("bites-keep-instant-hint")).clicked() {
                desk.wish(CaseAction::Bites(BiteWish::Keep(None)));
            }
            return;
        }
        if open.compare.is_open {
            ui.label(RichText::new(badge_words(open)).small()).on_hover_text(say!("compare-badge-hint"));
            return;
        }
        bites_menu_ui(ui, (desk, open), state);
        // Who has moved the jaw has made the first steps.
        if has_left(open) {
            back_ui(ui, desk, open);
        } else if has_steps {
            first_steps_ui(ui, open);
        }
    });
}

/// How far a movement has the jaw from its bite: guided by teeth it begins where they first touch, which is not the bite where they overlap.
fn motion_words(open: &Open) -> String {
    let from = open.motion.pose().map(|pose| pose * open.session.bite().inverse());
    let moved = from.and_then(|from| moved_words(&from, open.session.frame()));
    moved.map_or_else(|| say!("motion-badge").into(), |moved| say!("motion-badge-moved", moved = moved))
}

/// The jaw is in none of the bites, and rests.
fn has_left(open: &Open) -> bool {
    let is_in_one = open.session.bites().at(&open.session.bite()).is_some();
    !(open.hand.moves_jaw() || open.bites.preview().is_some() || is_in_one)
}

/// The way back to the bite that the jaw has left.
fn back_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let bites = open.session.bites();
    let (hint, action) = match bites.current().is_as_scanned() {
        true => (say!("bite-back-where-scans-were").to_owned(), CaseAction::ResetPose),
        false => {
            let back = CaseAction::Bites(BiteWish::Choose(bites.place()));
            (say!("bites-back-to", name = bites.current().name), back)
        }
    };
    if ui.add(Button::new(RichText::new(say!("bite-reset")).small()).small()).on_hover_text(hint).clicked() {
        desk.wish(action);
    }
}

fn question_ui(ui: &mut Ui, desk: &Desk, asked: &Asked) {
    ui.set_max_width(340.0_f32.min(ui.available_width()));
    let words = match asked {
        Asked::Drag => say!("bite-bite-locked-so-dragging"),
        Asked::Step(_) => say!("bite-bite-locked-so-nothing"),
    };
    ui.label(RichText::new(words).small());
    ui.horizontal(|ui| {
        let free = ui.button(say!("bite-move-lower-jaw")).on_hover_text(say!("bite-frees-bite-until-you"));
        if free.clicked() {
            desk.wish(CaseAction::FreeBite);
        }
        if ui.button(say!("bite-keep-locked")).on_hover_text(say!("bite-esc")).clicked() {
            desk.wish(CaseAction::KeepLocked);
        }
    });
}
