//! Several projections at once (Myszkowski et al. 1995, sect. 9, leave their number and choice open): the surface in the
//! contact zone is parted by where it faces, every part gets a projection along its own mean normal, and each surface
//! point takes its gap from the tile that sees it most squarely.
//!
//! ```text
//! principal map -> Facet (facings.rs) -> Patch (cluster.rs) -> Tile (tile.rs) -> map of each, any engine
//!                    ^                                                              |
//!                    '-- what only these show (widen.rs) <--------------------------|
//!                                            areas, owners <- merge (merge.rs) <----'
//! ```
mod cluster;
mod facings;
mod figures;
mod merge;
mod refine;
mod surface;
mod tile;
mod widen;

pub use cluster::{FacingCluster, MAX_PROJECTIONS, facing_clusters};
pub use facings::{Facet, PosedMeshes, zone_facets};
pub use figures::MultiProjectionFigures;
pub use merge::{Merged, Owners, TileMap, merge, only_owned};
pub use refine::finer_tiles;
pub use surface::TileGap;
pub use tile::{Tile, tiles_of};
pub use widen::wider_tiles;

#[cfg(test)]
mod tests;
