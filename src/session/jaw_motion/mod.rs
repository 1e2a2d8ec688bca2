//! Motion of the jaw in an open case: what is kept of it, what a hand changes, and the work of computing a movement with what touches in
//! it. The window and the command line share what is here.
mod asked;
mod change;
mod drawn;
mod found;
mod job;
mod kept;
mod page;
pub mod place;
mod poses;
pub mod record;
pub mod recorded;
#[cfg(test)]
mod tests;
pub mod track;
mod work;

pub use asked::{ComputedPath, MotionQuestion, Moves, axis_fault_words, computed_path, flat_table, hinge_of};
pub use change::{MotionChange, guide_name, movement_name, preset_name};
pub use drawn::BordersQuestion;
pub use found::{MotionFound, PairLane, PathFound, PathStep, SweepFound};
pub use job::{MotionEvent, MotionJob};
pub use kept::{KeptMotion, KeptRecord, MOST_POSES, MOST_RECORDS};
pub use page::{PageAsked, PageParts};
pub use poses::{between, interpolated};
