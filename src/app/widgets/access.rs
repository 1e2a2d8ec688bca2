//! What programs that read the screen aloud are told of controls that egui does not know by their words.
use egui::{Context, Id, Response, Role, WidgetInfo};

/// A button whose picture, or whose sign, says less than its name.
pub fn named(button: &Response, name: &str) {
    button.widget_info(|| WidgetInfo::labeled(Role::Button, button.enabled(), name));
}

/// The same of one that is on or off.
pub fn named_switch(button: &Response, is_on: bool, name: &str) {
    button.widget_info(|| WidgetInfo::selected(Role::Button, button.enabled(), is_on, name));
}

/// The bar of one of egui's windows, by which it is moved: egui gives it no name.
pub fn named_title(context: &Context, window: Id, name: &str) {
    if let Some(bar) = context.read_response(window.with("__title_click")) {
        bar.widget_info(|| WidgetInfo::labeled(Role::TitleBar, bar.enabled(), name));
    }
}
