//! What is left while there are no graphics.
use super::frame::Lasting;
use std::time::Instant;

/// A window without graphics.
pub struct Away {
    pub lasting: Lasting,
    /// The adapter that drew last, and the one that is to.
    pub had: String,
    pub wanted: String,
    pub since: Instant,
    pub next: Instant,
    /// Nothing was lost: the first adapter is there again.
    pub comes_back: bool,
}
