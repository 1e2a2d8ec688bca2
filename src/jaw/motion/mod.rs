//! Motion of the mandible: what guides it, and the poses that follow.
//!
//! Everything is told in the *hinge frame*: x towards the patient's right, y to the front, z up, mm; its origin is the middle of the
//! hinge axis at the start, its x-y plane the reference plane to which the angles are given. A pose takes the lower jaw from where it
//! is at the start to where it is now (`p' = R p + t`). Opening is a turn about -x: the front goes down. Right and left are the
//! patient's; a guide belongs to the condyle of its side. Formulas, conventions and sources: JAWS.md, "Motion of the jaw".
//!
//! Both condyles on their paths leave one freedom, the opening about the line through them. Here it is free or given by an incisal
//! table; teeth as guide need what tells where surfaces meet (`engine::tooth_guidance`).
mod articulator;
mod borders;
mod condyles;
mod course;
pub mod diagrams;
mod facebow;
mod fitted;
mod guide;
mod hinge_frame;
mod incisal;
mod kabsch;
mod path;
mod plane;
mod presets;
mod recorded;
mod refine;
mod role;
mod sides;
mod smooth;
mod step;
#[cfg(test)]
mod tests;

pub use articulator::{Articulator, CONDYLES_APART_MM, OpeningRule};
pub use borders::{Border, BorderAmounts, BorderLine, Borders};
pub use condyles::Condyles;
pub use course::{Course, MOST_RETRUSION_MM, Movement, MovementKind, Target, USUAL_FORWARD};
pub use facebow::{AxisPoint, Facebow};
pub use fitted::{FitKind, FittedSettings, HingeFit, InclinationFit, SideShiftFit, TURNS_DEG, fitted_settings};
pub use guide::{CondylarGuide, USUAL_CHORD_MM, bennett_of_tilted_wing_deg};
pub use hinge_frame::HingeFrame;
pub use incisal::IncisalGuide;
pub use path::{Guide, MotionPath, opened_from, opening_rad};
pub use plane::{PlanePitches, ReferencePlane};
pub use presets::{PRESETS, Preset, RANGES, Range};
pub use recorded::{FileAxes, RecordFault, RecordReading, RecordedMotion, recorded_motion};
pub use refine::{MOST_MOLAR_STEP_MM, Refining};
pub use role::{INTERCUSPAL_MM, Role};
pub use sides::{BothSides, Side};
pub use smooth::Smoothing;
pub use step::Step;
