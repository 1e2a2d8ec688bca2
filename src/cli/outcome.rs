//! One pose, analysed.
use crate::base::Rigid;
use crate::engine::{Analysis, Contact};
use crate::export::json::AnalysisRecord;
use crate::jaw::JawPair;
use std::path::PathBuf;
use std::sync::Arc;

/// What was analysed and how: everything that the results are written from.
pub struct Outcome {
    /// The scans' files, or their places in a case.
    pub scans: [PathBuf; 2],
    pub pair: Arc<JawPair>,
    pub upper_from_lower: Rigid,
    pub analysis: Analysis,
    pub contact: Contact,
    pub record: AnalysisRecord,
}
