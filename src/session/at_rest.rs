//! One pose at rest: what is asked of it, all that is found, and how that is written down. The command line, the window's report
//! and whoever asks a record's question again do it here; a snapshot of live figures is written down here as well.
mod answer;
mod bite;
mod question;
mod work;

pub use answer::{PoseAnswer, Provenance};
pub use bite::DOUBTFUL_DEPTH_MM;
pub use question::{PoseQuestion, UnaskableRecord, most_projections};
pub use work::{Known, answer, answer_showing};

#[cfg(test)]
mod tests;
