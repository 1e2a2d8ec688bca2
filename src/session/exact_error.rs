//! Why an exact question has no answer.
use crate::base::Cancelled;

/// Why there is no answer. The sentence is for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExactError {
    #[error("{0}")]
    Failed(String),
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// The sentence for a panic and for an engine that has failed, where areas of several projections are looked for.
pub fn fault_in_multi_projection() -> ExactError {
    let sentence =
        "The contact areas of several views could not be computed (a fault in the program); those of one view stand";
    ExactError::Failed(sentence.into())
}
