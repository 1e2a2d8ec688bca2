//! Which jaws something was made of.
use crate::jaw::JawPair;
use std::sync::Arc;

/// The same if it is the very pair: jaws that were swapped are others.
#[derive(Clone)]
pub struct OfPair(pub Arc<JawPair>);

impl PartialEq for OfPair {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
