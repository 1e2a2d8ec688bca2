//! What the mouse is at: what it holds, what it has selected, what it is on.
use super::drag::Drag;
use super::view::Pane;
use crate::render::Hit;
use glam::{DVec2, DVec3};

/// What the cursor is on, in either view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pointed {
    pub hit: Option<Hit>,
    /// The picture of the jaws that the cursor was over last.
    pub pane: Pane,
    /// Place on the map (col, row) under the cursor, while the cursor is over the map.
    pub map_place: Option<DVec2>,
    /// World point that belongs to `map_place`.
    pub world: Option<DVec3>,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Hand {
    pub drag: Option<Drag>,
    /// The picture in which a button was pressed last.
    pub pane: Pane,
    /// Something was dragged since the case was opened.
    pub has_dragged: bool,
    /// The lower jaw is selected: it has handles for single axes.
    pub selected: bool,
    /// Part of a wheel step left over, in steps.
    pub wheel_rest: f64,
    /// The system tells when two fingers pinch on the touch pad.
    pub pad_pinches: bool,
    pub pointed: Pointed,
}

impl Hand {
    /// Whether it holds the lower jaw.
    pub fn moves_jaw(&self) -> bool {
        self.drag.is_some_and(|d| d.holds_jaw())
    }
}
