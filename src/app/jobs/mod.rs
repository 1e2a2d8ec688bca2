//! What the window has done on other threads ([`crate::base::job`]): cases saved, reports written, the system's dialogs.
pub mod dialogs;
pub mod gpu_watch;
pub mod report;
pub mod saver;
