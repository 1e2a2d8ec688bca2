//! Areas that float over the picture.
use crate::base::words::say;

/// An area that hangs by its middle or its lower edge finds its place only once its size is known: it is laid out
/// once more before anybody sees it.
pub fn settle(ui: &egui::Ui, area: &egui::Response) {
    let _ = area.clone().accessible_name(say!("access-plate"));
    let id = area.id.with("size");
    let before = ui.ctx().data_mut(|d| d.get_temp::<egui::Vec2>(id));
    if before != Some(area.rect.size()) {
        ui.ctx().data_mut(|d| d.insert_temp(id, area.rect.size()));
        ui.ctx().request_discard("an area has another size");
        ui.ctx().request_repaint();
    }
}
