//! What a person asks of the Motion mode.
use super::drawn::{DiagramGroup, MotionPaint};
use super::import::ImportAnswer;
use crate::jaw::motion::AxisPoint;
use glam::DVec3;
use std::path::PathBuf;

#[derive(Clone, Debug, PartialEq)]
pub enum MotionWish {
    /// Opens the mode, or leaves it.
    Toggle,
    /// To this place of the path.
    GoTo(f64),
    /// So many steps on.
    Step(i64),
    /// The scrub bar is taken hold of, or let go.
    Hold(bool),
    /// Goes on, or stops.
    TogglePlay,
    Loop(bool),
    Speed(f64),
    /// The next drag of the lower jaw is recorded, or not.
    Record(bool),
    /// A drag was recorded.
    Recorded,
    /// Clicks in the picture say where this point of the axis is, or mean what they meant.
    PickAxis(Option<AxisPoint>),
    /// This point of the axis is there, upper coordinates.
    PlaceAxis(AxisPoint, DVec3),
    /// Shows these diagrams in the card, or none.
    Diagrams(Option<DiagramGroup>),
    /// Diagrams show the movement alone as large as they can, or its borders.
    DiagramsNear(bool),
    /// Paints the jaws by this.
    Paint(MotionPaint),
    /// Reads a recorded movement.
    Import(PathBuf),
    Answer(ImportAnswer),
    /// The record is kept as it is read now.
    TakeImport,
    DropImport,
}

/// What the movement that is looked at is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MotionFormat {
    JawMotion,
    Csv,
    /// The articulator's settings.
    Articulator,
}

impl MotionFormat {
    pub fn ending(self) -> &'static str {
        match self {
            Self::JawMotion => "jawMotion",
            Self::Csv => "csv",
            Self::Articulator => "json",
        }
    }
}
