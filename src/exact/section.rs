//! A section through both jaws: what a plane cuts of them, and what is between the two contours within it.
//!
//! [`mod@cut`] (both contours in the plane) -> [`columns`] (swept across along the occlusal direction: where both solids are, where neither is) ->
//! [`between`] (deepest overlap, smallest gap, both along the occlusal direction and as closest distance in the plane), with [`near`] for
//! nearest points; [`along`] is what a line in the plane goes through: ruler, thickness, hatching.
//!
//! Surface that closing has added bounds the solids, but nothing is measured to it.
mod along;
mod between;
mod columns;
mod cut;
mod near;
#[cfg(test)]
mod tests;

pub use along::{Along, Stretch};
pub use between::{Between, Reading};
pub use columns::{Column, Columns};
pub use cut::{Contour, Edge, SectionCut};
pub use near::NearEdges;
