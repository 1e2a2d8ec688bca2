//! What the two ways of executing the method on a GPU have in common: by raster passes (`pipeline.rs`) and by compute
//! (`compute_pipeline.rs`).
use super::device::Context;
use super::jaw_pair::JawPairGpu;
use super::seen_triangles::SeenTriangles;
use super::targets::Targets;
use super::timing::Timer;
use crate::field::Question;
use crate::field::planning::Planned;
use wgpu::CommandEncoder;

/// Every pass of a way; its pipelines are made once per device.
pub trait GpuExecution: Sized + Send + 'static {
    /// What ties the passes to one set of targets and one pair of jaws.
    type Groups: Send;

    /// Whether the targets of raster passes are drawn to.
    const BY_RASTER: bool;
    /// Of the largest buffer.
    const BYTES_A_PIXEL: u64;

    fn new(context: &Context) -> Self;

    /// Needed again when targets or meshes change.
    fn groups(&self, context: &Context, targets: &Targets, pair: &JawPairGpu) -> Self::Groups;

    /// Hands a frame's settings to the GPU and encodes all of it, from the surfaces to the figures.
    fn encode(
        &self,
        context: &Context,
        encoder: &mut CommandEncoder,
        frame: &FrameRequest<'_, Self::Groups>,
        timer: &mut Timer,
    );

    /// The layers of one pixel of the frame before, instead of a frame: what [`Targets::asked`] holds must be its index.
    fn encode_inspection(&self, encoder: &mut CommandEncoder, asked: &Inspection<'_, Self::Groups>, timer: &mut Timer);

    fn seen_triangles(context: &Context) -> SeenTriangles;
}

/// One frame that is wanted.
pub struct FrameRequest<'a, G> {
    pub pair: &'a JawPairGpu,
    pub targets: &'a Targets,
    pub groups: &'a G,
    pub question: &'a Question,
    pub planned: &'a Planned,
    /// The upper jaw's surfaces still stand in the targets from an earlier frame.
    pub upper_stands: bool,
}

/// One pixel whose layers are asked for.
pub struct Inspection<'a, G> {
    pub pair: &'a JawPairGpu,
    pub targets: &'a Targets,
    pub groups: &'a G,
    pub size: [u32; 2],
    pub swapped: bool,
    pub pixel: [u32; 2],
}
