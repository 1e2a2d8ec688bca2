//! Areas that float over the picture.
use crate::base::words::say;
use egui::{Id, Modal, ModalResponse, Response, Ui, Vec2};

/// A sheet or a question in the middle of the window, which is answered before anything else is done.
pub fn sheet<T>(ui: &Ui, id: Id, content: impl FnOnce(&mut Ui) -> T) -> ModalResponse<T> {
    let shown = Modal::new(id).show(ui.ctx(), content);
    place(ui, &shown.response);
    shown
}

/// A plate over the picture has a name, and stands where it belongs.
pub fn settle(ui: &Ui, area: &Response) {
    let _ = area.clone().accessible_name(say!("access-plate"));
    place(ui, area);
}

/// An area that hangs by its middle or its lower edge finds its place only once its size is known: it is laid out
/// once more before anybody sees it. Otherwise it stands beside its place until something else asks for a frame.
fn place(ui: &Ui, area: &Response) {
    let id = area.id.with("size");
    let before = ui.ctx().data_mut(|d| d.get_temp::<Vec2>(id));
    if before != Some(area.rect.size()) {
        ui.ctx().data_mut(|d| d.insert_temp(id, area.rect.size()));
        ui.ctx().request_discard("an area has another size");
        ui.ctx().request_repaint();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Context, RawInput, Rect, pos2, vec2};

    /// How far from the middle of the window a sheet stands, points, once another page of it is shown and nobody asks for a frame any more.
    fn beside_the_middle(settles: bool) -> f32 {
        let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 600.0));
        let context = Context::default();
        // Nothing fades in, so that nothing else asks for frames.
        context.all_styles_mut(|style| style.animation_time = 0.0);
        let mut middle = None;
        for height in [200.0, 300.0] {
            for _ in 0..10 {
                let input = RawInput { screen_rect: Some(room), ..RawInput::default() };
                let output = context.run_ui(input, |ui| {
                    let content = |ui: &mut Ui| ui.set_min_size(vec2(100.0, height));
                    let shown = match settles {
                        true => sheet(ui, Id::unique("sheet"), content),
                        false => Modal::new(Id::unique("sheet")).show(ui.ctx(), content),
                    };
                    middle = Some(shown.response.rect.center());
                });
                if !output.viewport_output.values().any(|viewport| viewport.repaint_delay.is_zero()) {
                    break;
                }
            }
        }
        middle.expect("a frame").distance(room.center())
    }

    #[test]
    fn a_sheet_stands_in_the_middle_once_it_rests() {
        assert!(beside_the_middle(true) < 1.0, "{}", beside_the_middle(true));
        // The twin.
        assert!(beside_the_middle(false) > 10.0, "{}", beside_the_middle(false));
    }
}
