//! Gestures on a touch pad over the pictures of the jaws: two fingers that pinch zoom, that turn roll the view; where the system tells
//! pinching, two fingers that slide turn the view. Elsewhere sliding zooms, as a wheel does.
use crate::app::state::Open;
use crate::app::state::drag::Pointer;
use crate::app::state::view::Pane;
use egui::{Event, MouseWheelUnit};
use glam::{DVec2, DVec3};

/// What some events come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gesture {
    /// 1: nothing.
    pub zoom: f64,
    /// Clockwise.
    pub roll_rad: f64,
    /// Points that two fingers slid by.
    pub slide: DVec2,
}

impl Gesture {
    pub fn of(events: &[Event]) -> Self {
        let mut all = Self { zoom: 1.0, roll_rad: 0.0, slide: DVec2::ZERO };
        for event in events {
            match event {
                Event::Zoom(factor) if *factor > 0.0 => all.zoom *= f64::from(*factor),
                Event::Rotate(angle) => all.roll_rad += f64::from(*angle),
                // Wheels count lines; touch pads tell points.
                Event::MouseWheel { unit: MouseWheelUnit::Point, delta, .. } => {
                    all.slide += DVec2::new(f64::from(delta.x), f64::from(delta.y));
                }
                _ => {}
            }
        }
        all
    }
}

/// Carries a gesture out in one picture. True where sliding has turned the view, and is no wheel.
pub fn hear(open: &mut Open, pane: Pane, pointer: &Pointer, gesture: &Gesture, middle: DVec3) -> bool {
    // macOS tells them from the start; elsewhere the first one says that they are told.
    open.hand.pad_pinches |= cfg!(target_os = "macos") || gesture.zoom != 1.0;
    let up = open.session.frame().up;
    let turns = open.hand.pad_pinches && gesture.slide != DVec2::ZERO;
    let camera = open.view.camera_mut(pane);
    let before = *camera;
    if gesture.zoom != 1.0 {
        camera.zoom(pointer.at, gesture.zoom, pointer.size);
    }
    if gesture.roll_rad != 0.0 {
        camera.roll(gesture.roll_rad);
    }
    if turns {
        camera.orbit(gesture.slide, up, middle);
    }
    if before != *camera {
        open.touch();
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Modifiers, MouseWheelSource, TouchPhase, Vec2, vec2};

    fn slide(unit: MouseWheelUnit, delta: Vec2) -> Event {
        Event::MouseWheel {
            unit,
            delta,
            phase: TouchPhase::Move,
            source: MouseWheelSource::Unknown,
            modifiers: Modifiers::NONE,
        }
    }

    #[test]
    fn pinching_zooms_turning_rolls_and_sliding_is_told_from_a_wheel() {
        let nothing = Gesture { zoom: 1.0, roll_rad: 0.0, slide: DVec2::ZERO };
        assert_eq!(Gesture::of(&[]), nothing);
        let events = [Event::Zoom(1.5), Event::Zoom(2.0), Event::Rotate(0.25), Event::Rotate(-0.5)];
        assert_eq!(Gesture::of(&events), Gesture { zoom: 3.0, roll_rad: -0.25, ..nothing });
        let slides = [slide(MouseWheelUnit::Point, vec2(3.0, -4.0)), slide(MouseWheelUnit::Point, vec2(1.0, 1.0))];
        assert_eq!(Gesture::of(&slides), Gesture { slide: DVec2::new(4.0, -3.0), ..nothing });
        // The twins: a wheel's notch, and a factor that no pinch has.
        assert_eq!(Gesture::of(&[slide(MouseWheelUnit::Line, vec2(0.0, 1.0)), Event::Zoom(-1.0)]), nothing);
    }
}
