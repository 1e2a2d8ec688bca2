//! Floor 4: the stencil engine on the GPU (Myszkowski, Okunev, Kunii 1995). The only floor below `render` and
//! `app` that names wgpu.
//!
//! Four lifetimes: [`Context`] (device, once), [`JawPairGpu`] (per pair of meshes), `Targets` (per resolution),
//! `Question` (per frame).
pub mod device;
pub mod jaw_pair;
pub mod pipeline;

pub use device::{AdapterChoice, Context, GpuError};
pub use jaw_pair::{JawGpu, JawPairGpu};
pub use pipeline::{FrameFigures, FrameMaps, NO_VALUE, StencilEngine};
