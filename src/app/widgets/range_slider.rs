//! A slider that shows what was measured of people: a band from the least to the most, and a tick at the mean.
use super::number_field::number_field;
use super::theme;
use egui::{CursorIcon, Rect, RichText, Sense, Stroke, Ui, pos2, vec2};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

/// "100.0 mm" has room in it.
const FIELD: f32 = 76.0;
const HEIGHT: f32 = 18.0;

pub struct RangeSlider<'a> {
    /// In front of it.
    pub name: &'a str,
    /// What it sets, for who hears the screen read aloud.
    pub of: &'a str,
    pub unit: &'static str,
    pub limits: RangeInclusive<f64>,
    /// Least, mean and most.
    pub measured: Option<[f64; 3]>,
}

/// What a hand has done to it in this frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Changed {
    pub begins: bool,
    pub value: Option<f64>,
    pub ends: bool,
}

impl RangeSlider<'_> {
    pub fn ui(&self, ui: &mut Ui, id: impl Hash + Debug, now: f64) -> Changed {
        let mut changed = Changed::default();
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            if !self.name.is_empty() {
                ui.label(RichText::new(self.name).small().weak());
            }
            let width = (ui.available_width() - FIELD - 10.0).max(40.0);
            let (rect, _) = ui.allocate_exact_size(vec2(width, HEIGHT), Sense::hover());
            let response = ui.interact(rect, ui.scope_id().with(id), Sense::click_and_drag());
            let response = response.accessible_name(self.spoken());
            if let Some(at) = response.interact_pointer_pos() {
                changed.value = Some(self.rounded(self.value(rect, at.x)));
            }
            // From the press on, which moves the knob already: all of it is one step.
            changed.begins = response.is_pointer_button_down_on() && ui.input(|i| i.pointer.primary_pressed());
            changed.ends = response.drag_stopped() || response.clicked();
            if response.hovered() {
                ui.ctx().set_cursor_icon(CursorIcon::ResizeHorizontal);
            }
            self.draw(ui, rect, now);
            self.field_ui(ui, now, &mut changed);
        });
        changed.value = changed.value.filter(|value| *value != now);
        changed
    }

    fn field_ui(&self, ui: &mut Ui, now: f64, changed: &mut Changed) {
        let mut value = now;
        let field = number_field(&mut value).speed(0.1).fixed_decimals(1).suffix(self.unit).range(self.limits.clone());
        let field = ui.add_sized([FIELD, HEIGHT], field.clamp_existing_to_range(false)).accessible_name(self.spoken());
        if field.changed() {
            changed.value = Some(value);
        }
        changed.begins |= field.drag_started();
        changed.ends |= field.drag_stopped();
    }

    fn spoken(&self) -> String {
        format!("{} {}", self.of, self.name).trim_end().to_owned()
    }

    /// A mouse does not set thousandths.
    fn rounded(&self, value: f64) -> f64 {
        let digit = if self.limits.end() - self.limits.start() > 20.0 { 2.0 } else { 20.0 };
        (value * digit).round() / digit
    }

    fn x(&self, rect: Rect, value: f64) -> f32 {
        let share = (value - self.limits.start()) / (self.limits.end() - self.limits.start());
        rect.left() + 5.0 + (rect.width() - 10.0) * share.clamp(0.0, 1.0) as f32
    }

    fn value(&self, rect: Rect, x: f32) -> f64 {
        let share = f64::from((x - rect.left() - 5.0) / (rect.width() - 10.0)).clamp(0.0, 1.0);
        self.limits.start() + share * (self.limits.end() - self.limits.start())
    }

    fn draw(&self, ui: &Ui, rect: Rect, now: f64) {
        let colors = theme::colors(ui.ctx());
        let (y, painter) = (rect.center().y, ui.painter());
        let rail = |from: f32, to: f32, half: f32| Rect::from_min_max(pos2(from, y - half), pos2(to, y + half));
        painter.rect_filled(rail(rect.left() + 5.0, rect.right() - 5.0, 2.0), 2.0, colors.line);
        if let Some([least, mean, most]) = self.measured {
            let band = [self.x(rect, least), self.x(rect, most)];
            // A range that is a point is seen as well.
            painter.rect_filled(rail(band[0] - 1.0, band[1] + 1.0, 5.0), 2.0, colors.apart.gamma_multiply(0.45));
            painter.vline(self.x(rect, mean), y - 6.0..=y + 6.0, Stroke::new(1.0, colors.apart));
        }
        painter.circle_filled(pos2(self.x(rect, now), y), 5.5, colors.accent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_values_belong_together() {
        let slider = RangeSlider { name: "", of: "inclination", unit: "°", limits: -20.0..=75.0, measured: None };
        let rect = Rect::from_min_size(pos2(10.0, 0.0), vec2(160.0, 18.0));
        for value in [-20.0, 0.0, 30.0, 75.0] {
            assert!((slider.value(rect, slider.x(rect, value)) - value).abs() < 1e-4);
        }
        assert_eq!(slider.value(rect, -100.0), -20.0, "no farther than its end");
        assert_eq!((slider.rounded(30.26), slider.rounded(30.24)), (30.5, 30.0));
    }
}
