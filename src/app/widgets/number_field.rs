//! A field for a number as people of any language write it.
use crate::base::words::typed;
use egui::DragValue;
use egui::emath::Numeric;

/// Reads a point and a comma, a real minus sign and that of keyboards, in whatever language: egui's own fields take nothing that has a comma.
/// How numbers are shown in it is a matter of the style (`theme`).
pub fn number_field<N: Numeric>(value: &mut N) -> DragValue<'_> {
    DragValue::new(value).custom_parser(typed)
}
