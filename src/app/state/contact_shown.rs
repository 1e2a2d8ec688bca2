//! Of when the contact is that panels show.
use crate::engine::Contact;
use std::sync::Arc;

/// What is known of the contact by closest gap.
#[derive(Clone, Copy, Debug)]
pub enum ContactShown<'a> {
    /// Exact, of the pose as it is now.
    AtRest(&'a Arc<Contact>),
    /// While the jaw moves: of where it was a moment ago. Whatever is shown of it is marked.
    Moment(&'a Arc<Contact>),
    /// It is on its way.
    Awaited,
    /// Nobody measures it now: the live map stands in.
    Map,
}

impl<'a> ContactShown<'a> {
    pub fn contact(self) -> Option<&'a Arc<Contact>> {
        match self {
            Self::AtRest(contact) | Self::Moment(contact) => Some(contact),
            Self::Awaited | Self::Map => None,
        }
    }

    pub fn is_at_rest(self) -> bool {
        matches!(self, Self::AtRest(_))
    }

    /// A figure of it, marked unless it is exact.
    pub fn mark(self, figure: &str) -> String {
        if self.is_at_rest() { figure.to_owned() } else { format!("≈ {figure}") }
    }

    /// For whoever tests the program.
    pub fn name(self) -> &'static str {
        match self {
            Self::AtRest(_) => "at rest",
            Self::Moment(_) => "of a moment ago",
            Self::Awaited => "awaited",
            Self::Map => "map",
        }
    }
}
