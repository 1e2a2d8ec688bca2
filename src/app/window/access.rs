//! What is shown, told to programs that read the screen aloud (AccessKit), as soon as one asks; and what they ask to be done.
use super::app::{App, UserEvent};
use egui_winit::accesskit_winit::{Event, WindowEvent};

impl From<Event> for UserEvent {
    fn from(event: Event) -> Self {
        Self::Access(event)
    }
}

impl App {
    pub fn hear_access(&mut self, event: Event) {
        let Some(stage) = &mut self.stage else { return };
        match event.window_event {
            WindowEvent::InitialTreeRequested => stage.context().enable_accesskit(),
            WindowEvent::ActionRequested(request) => stage.egui.on_accesskit_action_request(request),
            WindowEvent::AccessibilityDeactivated => stage.context().disable_accesskit(),
        }
        self.dirty = true;
    }
}
