//! What leaves the window, and comes back: snapshots, tables, what a run was asked to leave behind.
pub mod compare;
pub mod ending;
pub mod motion;
pub mod section;
pub mod snapshot;
pub mod snapshot_file;
pub mod table;
pub mod trim;
pub mod view;
