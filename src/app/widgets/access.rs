//! What programs that read the screen aloud are told of controls that egui does not know by their words.
use egui::accesskit::Live;
use egui::{Context, Id, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo};

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

/// What is read aloud although nothing is drawn of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Told {
    Headline,
    ChosenContact,
}

/// Words that are read aloud when they come and whenever they are others; they are made only where something listens.
pub fn told(ui: &Ui, of: Told, words: impl Fn() -> String) {
    let place = Rect::from_min_size(ui.max_rect().min, Vec2::ZERO);
    let response = ui.interact(place, Id::unique(of), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words()));
    read_aloud(&response);
}

/// The same of a label that is seen.
pub fn read_aloud(label: &Response) {
    label.ctx.accesskit_node_builder(label.id, |node| node.set_live(Live::Polite));
}
