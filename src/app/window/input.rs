//! What the window's events mean before anything is laid out.
use winit::event::{ElementState, KeyEvent, WindowEvent};
use winit::keyboard::{KeyCode, PhysicalKey};

/// From a mouse or a key.
pub fn is_by_hand(event: &WindowEvent) -> bool {
    matches!(
        event,
        WindowEvent::CursorMoved { .. }
            | WindowEvent::MouseInput { .. }
            | WindowEvent::MouseWheel { .. }
            | WindowEvent::KeyboardInput { .. }
    )
}

/// Something that may be the begin of a motion.
pub fn is_press(event: &WindowEvent) -> bool {
    match event {
        WindowEvent::MouseInput { state, .. } => *state == ElementState::Pressed,
        WindowEvent::KeyboardInput { event, .. } => event.state == ElementState::Pressed,
        WindowEvent::MouseWheel { .. } => true,
        _ => false,
    }
}

/// The digit of a key of the number pad, whether or not numbers are locked.
pub fn numpad_digit(event: &KeyEvent) -> Option<u8> {
    const PAD: [KeyCode; 10] = [
        KeyCode::Numpad0,
        KeyCode::Numpad1,
        KeyCode::Numpad2,
        KeyCode::Numpad3,
        KeyCode::Numpad4,
        KeyCode::Numpad5,
        KeyCode::Numpad6,
        KeyCode::Numpad7,
        KeyCode::Numpad8,
        KeyCode::Numpad9,
    ];
    let PhysicalKey::Code(code) = event.physical_key else { return None };
    PAD.iter().position(|k| *k == code).map(|digit| digit as u8)
}
