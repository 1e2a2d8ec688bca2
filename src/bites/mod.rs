//! Floor 6: jaw relations, called bites: how the lower jaw lies to the upper one, found from surfaces.
//!
//! [`registration`]: from scans that show parts of both jaws as they lie to each other (bite scans). In the order of use:
//! [`surface_points`] (points on a scan, as many as its area asks for, whatever its triangles) -> [`point_pairs`] (where on a jaw a scan may
//! belong, from anywhere) -> [`align`] (robust point-to-plane alignment, with what is left and how sure it is) -> [`registration`] (both
//! jaws, several scans, and when a match is refused).
//!
//! [`seat`]: where most contact is. [`compare`]: several bites of one pair of jaws against each other. [`change`]: the jaws of one patient before
//! and after.
pub mod align;
pub mod change;
pub mod compare;
#[cfg(test)]
mod long_trials;
pub mod point_pairs;
pub mod registration;
pub mod seat;
pub mod surface_points;
pub mod target;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod trials;

pub use crate::base::six;
pub use registration::{BiteScan, Refused, Registration, register};
