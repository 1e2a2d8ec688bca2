//! Floor 4: the raster method on the processor's own threads. Same counts, same decisions, same figures as `gpu`, without
//! a driver; often faster where there is no real GPU, because triangles of a scan cover two or three pixels (design:
//! "micro-triangles").
//!
//! A frame: [`projected_jaw`] (a jaw under a projection) -> [`sieve`] (which triangles are drawn) -> [`raster`] (which pixels of a
//! [`window`] they cover, and how deep) -> [`band`] (some rows of the map: surfaces, counts, [`lists`] of layers) -> [`decide`] (the method's rule) -> [`sums`] (figures). [`engine`] keeps the
//! projection, and what was drawn of the upper jaw while it stands.
mod band;
mod decide;
mod engine;
mod inspect;
mod jaw;
mod lists;
mod projected_jaw;
mod raster;
mod sieve;
mod sums;
mod window;

#[cfg(test)]
mod tests;

pub use engine::{NativeEngine, NativeFrame};
pub use jaw::{NativeJaw, NativePair};
