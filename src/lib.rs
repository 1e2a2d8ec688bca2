//! Occluscope: where two scanned jaws touch, how deep they interpenetrate and how wide the clearance is.
//!
//! Data flows one way, and that is also the order to read the code in:
//!
//! `bytes -> RawMesh -> TriMesh + RepairReport -> JawPair + pose -> GapField -> Metrics -> Session -> picture | report`
//!
//! * Lengths are millimetres and angles degrees at every face (file, command line, window); radians inside.
//! * World = the upper scan's coordinates. The pose is `upper_from_lower`: `p_upper = R * p_lower + t`.
//! * A gap is signed: positive = clearance, negative = interpenetration (its absolute value is the depth).
//! * Depth grows along the projection's `direction`, from the upper towards the lower jaw.
//!
//! A folder uses lower floors and itself, never a higher one (`tests/architecture/` checks it):
//! `base` < `import`, `mesh` < `jaw` < `field`, `bench` < `exact`, `gpu`, `native` < `engine` < `bites` < `render`, `export` < `session` < `app`, `cli`.
#[cfg(feature = "app")]
pub mod app;
pub mod base;
pub mod bench;
pub mod bites;
pub mod cli;
pub mod engine;
pub mod exact;
pub mod export;
pub mod field;
pub mod gpu;
pub mod import;
pub mod jaw;
pub mod mesh;
pub mod native;
pub mod render;
pub mod session;
