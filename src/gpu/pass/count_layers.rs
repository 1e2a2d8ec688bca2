//! B's faces that pass a depth test against A: their number in the stencil, their winding in a float target.
//!
//! In: A's [`Surface`], B. Out: the surface's stencil (number) and the winding target. Paper, sect. 4: procedure
//! RenderObjectB, test (2) with Z_max of A, test (3) with Z_min of A.
use super::raster::{self, Canvas, DrawnJaw, RasterPipeline};
use super::{DEPTH_PLANE_WGSL, JAW_WGSL};
use crate::gpu::targets::{DEPTH_FORMAT, Surface, WINDING_FORMAT};
use wgpu::StencilOperation::IncrementWrap;

/// Which depth test B's faces must pass to be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountTest {
    /// Z_B < Z_max of A: first pass.
    BeforeLast,
    /// Z_B <= Z_min of A: second pass. Equal depth is touching.
    UpToFirst,
}

pub struct CountLayers {
    before_last: wgpu::RenderPipeline,
    up_to_first: wgpu::RenderPipeline,
}

/// Which of B's faces are drawn.
pub enum Draw<'a> {
    /// All that can matter.
    Visible,
    /// As many as the arguments at the beginning of this buffer say.
    Planned(&'a wgpu::Buffer),
}

impl CountLayers {
    pub fn new(device: &wgpu::Device, jaw_layout: &wgpu::BindGroupLayout) -> Self {
        let build = |compare| pipeline(device, jaw_layout, compare);
        Self { before_last: build(wgpu::CompareFunction::Less), up_to_first: build(wgpu::CompareFunction::LessEqual) }
    }

    pub fn run(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        test: CountTest,
        (a, b): (&Surface, DrawnJaw<'_>),
        winding: &wgpu::TextureView,
        draw: Draw<'_>,
        canvas: Canvas<'_>,
    ) {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("count layers"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: winding,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                    store: wgpu::StoreOp::Store,
                },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &a.depth_stencil,
                depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store }),
                stencil_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(0), store: wgpu::StoreOp::Store }),
            }),
            timestamp_writes: canvas.timestamps,
            ..Default::default()
        });
        pass.set_pipeline(match test {
            CountTest::BeforeLast => &self.before_last,
            CountTest::UpToFirst => &self.up_to_first,
        });
        b.bind(&mut pass, canvas.size);
        match draw {
            Draw::Visible => b.draw(&mut pass),
            Draw::Planned(arguments) => pass.draw_indirect(arguments, crate::gpu::layout::plan::SECOND_DRAW),
        }
    }
}

fn pipeline(
    device: &wgpu::Device,
    jaw_layout: &wgpu::BindGroupLayout,
    compare: wgpu::CompareFunction,
) -> wgpu::RenderPipeline {
    let add = wgpu::BlendComponent {
        src_factor: wgpu::BlendFactor::One,
        dst_factor: wgpu::BlendFactor::One,
        operation: wgpu::BlendOperation::Add,
    };
    RasterPipeline {
        label: "count layers",
        layouts: &[jaw_layout],
        wgsl: &[DEPTH_PLANE_WGSL, JAW_WGSL, include_str!("../../../shaders/analysis/count_layers.wgsl")],
        entry_point: "fragment",
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH_FORMAT,
            depth_write_enabled: Some(false),
            depth_compare: Some(compare),
            stencil: raster::counting_stencil(IncrementWrap, IncrementWrap, false),
            bias: Default::default(),
        }),
        targets: &[Some(wgpu::ColorTargetState {
            format: WINDING_FORMAT,
            blend: Some(wgpu::BlendState { color: add, alpha: add }),
            write_mask: wgpu::ColorWrites::ALL,
        })],
    }
    .build(device)
}
