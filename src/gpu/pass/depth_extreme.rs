//! Z_max or Z_min of one jaw with its triangle (item buffer), while the stencil keeps the jaw's own count.
//!
//! In: a jaw. Out: a [`Surface`]. Paper, sect. 4 (lines 01 to 04, 14, 15), sect. 5 (line 150), sect. 7.
//! Formula: METHOD.md, "Passes".
use super::JAW_WGSL;
use super::raster::{self, DrawnJaw, RasterPipeline};
use crate::field::NO_TRIANGLE;
use crate::gpu::pipeline::NO_VALUE;
use crate::gpu::targets::{DEPTH_FORMAT, ITEM_FORMAT, Surface};
use wgpu::StencilOperation::{DecrementWrap, IncrementWrap};

/// Which surface is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extreme {
    /// Z_min: the first surface along the projection.
    First,
    /// Z_max: the last.
    Last,
}

/// What the stencil keeps of the jaw itself; all its faces count, whatever the depth test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnCount {
    /// Number of faces: 2 means pi-convex.
    Number,
    /// Faces entered minus faces left: 0 in a closed jaw.
    Winding,
}

pub struct DepthExtreme {
    first: [wgpu::RenderPipeline; 2],
    last: [wgpu::RenderPipeline; 2],
}

impl DepthExtreme {
    pub fn new(device: &wgpu::Device, jaw_layout: &wgpu::BindGroupLayout) -> Self {
        let build = |extreme, own| pipeline(device, jaw_layout, extreme, own);
        Self {
            first: [build(Extreme::First, OwnCount::Number), build(Extreme::First, OwnCount::Winding)],
            last: [build(Extreme::Last, OwnCount::Number), build(Extreme::Last, OwnCount::Winding)],
        }
    }

    pub fn run(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        (extreme, own): (Extreme, OwnCount),
        jaw: DrawnJaw<'_>,
        surface: &Surface,
        size: [u32; 2],
        timestamps: Option<wgpu::RenderPassTimestampWrites<'_>>,
    ) {
        let (pipelines, clear_depth) = match extreme {
            Extreme::First => (&self.first, 1.0),
            Extreme::Last => (&self.last, 0.0),
        };
        let nothing = wgpu::Color { r: f64::from(NO_VALUE.to_bits()), g: f64::from(NO_TRIANGLE), b: 0.0, a: 0.0 };
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("depth extreme"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &surface.items,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load: wgpu::LoadOp::Clear(nothing), store: wgpu::StoreOp::Store },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &surface.depth_stencil,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(clear_depth),
                    store: wgpu::StoreOp::Store,
                }),
                stencil_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(0), store: wgpu::StoreOp::Store }),
            }),
            timestamp_writes: timestamps,
            ..Default::default()
        });
        pass.set_pipeline(&pipelines[usize::from(own == OwnCount::Winding)]);
        jaw.bind(&mut pass, size);
        pass.draw(0..3 * jaw.mesh.n_triangles, 0..1);
    }
}

fn pipeline(
    device: &wgpu::Device,
    jaw_layout: &wgpu::BindGroupLayout,
    extreme: Extreme,
    own: OwnCount,
) -> wgpu::RenderPipeline {
    let compare = match extreme {
        Extreme::First => wgpu::CompareFunction::Less,
        Extreme::Last => wgpu::CompareFunction::Greater,
    };
    let back = match own {
        OwnCount::Number => IncrementWrap,
        OwnCount::Winding => DecrementWrap,
    };
    RasterPipeline {
        label: "depth extreme",
        layouts: &[jaw_layout],
        wgsl: &[JAW_WGSL, include_str!("../../../shaders/analysis/depth_extreme.wgsl")],
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH_FORMAT,
            depth_write_enabled: Some(true),
            depth_compare: Some(compare),
            stencil: raster::counting_stencil(IncrementWrap, back, true),
            bias: Default::default(),
        }),
        target: wgpu::ColorTargetState { format: ITEM_FORMAT, blend: None, write_mask: wgpu::ColorWrites::ALL },
    }
    .build(device)
}
