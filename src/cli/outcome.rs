//! One pose, analysed.
use crate::export::json::AnalysisRecord;
use crate::session::PoseAnswer;
use std::path::PathBuf;

/// What was analysed and how: everything that the results are written from.
pub struct Outcome {
    /// The scans' files, or their places in a case.
    pub scans: [PathBuf; 2],
    pub answer: PoseAnswer,
    pub record: AnalysisRecord,
}
