//! What can be said to the question before unsaved changes go.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaveAnswer {
    Save,
    Discard,
    Stay,
}
