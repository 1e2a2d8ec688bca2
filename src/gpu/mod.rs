//! Floor 4: the stencil engine on the GPU (Myszkowski, Okunev, Kunii 1995). The only floor below `render` and
//! `app` that names wgpu.
//!
//! Four lifetimes: [`Context`] and `Passes` (device, once), [`JawPairGpu`] (per pair of meshes), `Targets` (per
//! resolution), `Question` with `Planned` (per frame). Start reading at `pipeline.rs`: it is the paper's method; `compute_pipeline.rs`
//! is the same without raster hardware.
mod adapter_facts;
mod bindings;
mod bounds;
mod compute_pipeline;
mod covered_jaw;
pub mod culling;
pub mod device;
mod execution;
mod filled;
mod forest;
mod front;
mod interference;
pub mod jaw_pair;
pub mod layout;
mod limits;
mod pair_lists;
mod pass;
pub mod pipeline;
mod planning;
mod readback;
mod relation;
mod seen_triangles;
mod stencil_engine;
mod targets;
mod timing;
mod uploaded_maps;
mod vertex_gaps;
mod walk;
mod zlist_engine;
mod zlist_pipeline;
mod zlist_rounds;
mod zlist_targets;

pub use crate::field::NO_VALUE;
pub use adapter_facts::AdapterFacts;
#[cfg(test)]
pub use bindings::planted;
pub use device::{AdapterChoice, Context, GpuError};
pub use execution::GpuExecution;
pub use filled::CreateFilled;
pub use forest::{Forest, ForestObject};
pub use interference::{Candidate, Interference, InterferenceSettings, NearestPlaces, Traversal};
pub use jaw_pair::{JawGpu, JawPairGpu};
pub use stencil_engine::{ComputeEngine, EngineOnGpu, FrameFigures, FrameMaps, StencilEngine};
pub use uploaded_maps::UploadedMaps;
pub use vertex_gaps::{NO_PLACE, NearestOnGpu};
pub use zlist_engine::{MOST_ENTRIES, ZListEngine};
