//! Sliders. One that has the keyboard has the arrows to its sides, which otherwise move the jaw.
use egui::{Context, Id, Response, Slider, Ui};

#[derive(Clone, Copy, Debug, Hash)]
struct WithKeyboard;

pub fn slider(ui: &mut Ui, is_enabled: bool, slider: Slider<'_>) -> Response {
    let response = ui.add_enabled(is_enabled, slider);
    if response.has_focus() {
        ui.ctx().data_mut(|data| data.insert_temp(Id::unique(WithKeyboard), response.id));
    }
    response
}

/// Whether a slider has the keyboard, as of the last frame.
pub fn has_keyboard(context: &Context) -> bool {
    let last: Option<Id> = context.data(|data| data.get_temp(Id::unique(WithKeyboard)));
    last.is_some() && last == context.memory(|memory| memory.focused())
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::RawInput;

    #[test]
    fn a_slider_has_the_arrows_while_it_has_the_keyboard() {
        let (context, mut x) = (Context::default(), 1.0);
        let mut frame = |wanted: Option<usize>| {
            drop(context.run_ui(RawInput::default(), |ui| {
                let controls = [slider(ui, true, Slider::new(&mut x, 0.0..=2.0)), ui.button("Save")];
                if let Some(wanted) = wanted {
                    controls[wanted].request_focus();
                }
            }));
            has_keyboard(&context)
        };
        assert!(!frame(None), "nothing has it");
        frame(Some(0));
        assert!(frame(None));
        frame(Some(1));
        assert!(!frame(None), "the twin: a button takes no arrows");
    }
}
