//! What is drawn: the window's surface, the two pictures in its middle, the live engine behind them, and how much of a frame's time
//! each may have. The stage reads the open case and changes nothing on the desk; what it finds is told.
pub mod away;
pub mod blit;
pub mod budget;
pub mod checkups;
pub mod contact_search;
pub mod egui_paint;
pub mod execution;
pub mod frame;
pub mod graphics;
pub mod live;
pub mod losses;
pub mod pictures;
pub mod place;
pub mod scene;
pub mod stage_clock;
pub mod surface;
mod turns;

pub use frame::Stage;
