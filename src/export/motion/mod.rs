//! Movements as files: the articulator's settings, what `motion` answers, and tracks that other programs read.
pub mod arches;
pub mod articulator;
pub mod csv;
pub mod fit;
pub mod functional_path;
pub mod jaw_motion;
pub mod paint;
pub mod places;
pub mod record;
pub mod sensitivity;
pub mod track;
