//! Clicks of the tool that puts pins.
use super::surface::mark_of;
use crate::app::panels::pin_marks::pin_at;
use crate::app::state::pins::{PinField, PinOf};
use crate::app::state::{Open, Pane};
use crate::render::Hit;
use egui::{Pos2, Rect, Ui};

/// Opens the field of the pin that is under the cursor, or of a new one on the surface there.
pub fn click(ui: &Ui, open: &mut Open, hit: Option<Hit>, (pane, rect): (Pane, Rect), at: Pos2) {
    let old = pin_at(ui, open, (pane, rect), at).map(PinOf::Old);
    let new = hit.filter(|hit| !hit.is_added).map(|hit| PinOf::New(mark_of(open, &hit)));
    open.pins.field = old.or(new).map(|of| PinField { of, at });
}

/// Closes the field; without one puts the tool away.
pub fn escape(open: &mut Open) {
    if open.pins.field.take().is_none() {
        open.pins.leave();
    }
}
