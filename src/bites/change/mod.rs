//! The jaws of one patient before and after: what is unchanged says how one lies on the other ([`unchanged`]); what does not fit then was
//! ground, added or moved ([`surface`]).
pub mod surface;
#[cfg(test)]
mod tests;
pub mod unchanged;

pub use surface::{Patch, SurfaceChange, surface_change};
pub use unchanged::{Another, Laid, lay};
