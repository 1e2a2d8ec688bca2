//! Movements as files: the articulator's settings, what `motion` answers, and tracks that other programs read.
pub mod articulator;
pub mod csv;
pub mod jaw_motion;
pub mod places;
pub mod record;
pub mod track;
