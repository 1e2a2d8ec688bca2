//! What a session with the window took and found: `--stats`, the profile, the status line.
pub mod controls;
pub mod exact;
pub mod frame_log;
pub mod in_flight;
pub mod layers;
pub mod live_contact;
pub mod record;
pub mod texts;
pub mod times;

pub use record::Stats;
pub use times::Stages;
