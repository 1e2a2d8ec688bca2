//! What is to be written of a pose waits until everything is known that it tells: the figures of a moment later could say another thing.
use crate::base::Rigid;
use crate::export::report::TypedFields;
use crate::session::share::Share;
use std::mem::discriminant;

/// What is written of the pose as it is.
#[derive(Clone, Debug)]
pub enum Writing {
    Snapshot,
    /// With what was typed for it.
    Report(Box<TypedFields>),
    Share(Share),
}

impl Writing {
    pub fn is_same_kind(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Share(one), Self::Share(other)) => one == other,
            _ => discriminant(self) == discriminant(other),
        }
    }
}

/// It was asked for before all of it was known.
#[derive(Clone, Debug)]
pub struct Awaited {
    pub of: Rigid,
    pub what: Writing,
}
