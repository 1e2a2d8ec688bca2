//! The tool that puts pins: notes that hang on a place of a jaw.
use crate::jaw::Mark;
use egui::Pos2;

/// What is written at a pin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PinOf {
    /// It will hang there.
    New(Mark),
    /// The pin at this place in the list.
    Old(usize),
}

/// A pin whose text is being typed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PinField {
    pub of: PinOf,
    /// Where the field is, logical points.
    pub at: Pos2,
}

/// What a person asks of the tool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PinWish {
    /// Takes the tool, or leaves it.
    Toggle,
    Leave,
    Write(PinField),
    /// The field is closed.
    Close,
}

#[derive(Debug, Default)]
pub struct PinTool {
    /// Clicks on the jaws put pins.
    pub is_in_hand: bool,
    pub field: Option<PinField>,
}

impl PinTool {
    pub fn leave(&mut self) {
        *self = Self::default();
    }
}
