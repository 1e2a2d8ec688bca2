//! Z_max, the surface before it, or Z_min of one jaw with its triangle (item buffer), while the stencil keeps the jaw's own count.
//!
//! In: a jaw. Out: a [`Surface`]. Paper, sect. 4 (lines 01 to 04, 14, 15), sect. 5 (line 150), sect. 7.
//! Formula: ENGINES.md, "Passes".
use super::raster::{self, Canvas, DrawnJaw, RasterPipeline};
use super::{DEPTH_PLANE_WGSL, JAW_WGSL};
use crate::field::NO_TRIANGLE;
use crate::field::NO_VALUE;
use crate::gpu::bindings::{self, Kind};
use crate::gpu::targets::{DEPTH_FORMAT, ITEM_FORMAT, Surface};
use wgpu::StencilOperation::{DecrementWrap, IncrementWrap};

/// Which surface is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extreme {
    /// Z_min: the first surface along the projection.
    First(OwnCount),
    /// Z_max: the last; the stencil keeps the winding.
    Last,
    /// The surface before the last, once that is known; nobody reads its stencil.
    BeforeLast,
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
    first_number: wgpu::RenderPipeline,
    first_winding: wgpu::RenderPipeline,
    last: wgpu::RenderPipeline,
    before_last: wgpu::RenderPipeline,
    /// Group 1 of [`Extreme::BeforeLast`]: the items of the last surface.
    pub peel_layout: wgpu::BindGroupLayout,
}

impl DepthExtreme {
    pub fn new(device: &wgpu::Device, jaw_layout: &wgpu::BindGroupLayout) -> Self {
        let peel_layout =
            bindings::layout(device, "depth extreme: peel", wgpu::ShaderStages::FRAGMENT, &[Kind::UintTexture]);
        let build = |extreme| pipeline(device, &[jaw_layout, &peel_layout], extreme);
        Self {
            first_number: build(Extreme::First(OwnCount::Number)),
            first_winding: build(Extreme::First(OwnCount::Winding)),
            last: build(Extreme::Last),
            before_last: build(Extreme::BeforeLast),
            peel_layout,
        }
    }

    pub fn run(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        extreme: Extreme,
        jaw: DrawnJaw<'_>,
        surface: &Surface,
        peeled: Option<&wgpu::BindGroup>,
        canvas: Canvas<'_>,
    ) {
        let (pipeline, clear_depth) = match extreme {
            Extreme::First(OwnCount::Number) => (&self.first_number, 1.0),
            Extreme::First(OwnCount::Winding) => (&self.first_winding, 1.0),
            Extreme::Last => (&self.last, 0.0),
            Extreme::BeforeLast => (&self.before_last, 0.0),
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
            timestamp_writes: canvas.timestamps,
            ..Default::default()
        });
        pass.set_pipeline(pipeline);
        jaw.bind(&mut pass, canvas.size);
        if let Some(group) = peeled {
            pass.set_bind_group(1, group, &[]);
        }
        jaw.draw(&mut pass);
    }
}

fn pipeline(
    device: &wgpu::Device,
    [jaw_layout, peel_layout]: &[&wgpu::BindGroupLayout; 2],
    extreme: Extreme,
) -> wgpu::RenderPipeline {
    let compare = match extreme {
        Extreme::First(_) => wgpu::CompareFunction::Less,
        Extreme::Last | Extreme::BeforeLast => wgpu::CompareFunction::Greater,
    };
    let (layouts, entry_point): (&[_], _) = match extreme {
        Extreme::First(_) | Extreme::Last => (&[*jaw_layout], "fragment"),
        Extreme::BeforeLast => (&[*jaw_layout, *peel_layout], "fragment_before_last"),
    };
    let back = match extreme {
        Extreme::First(OwnCount::Winding) | Extreme::Last => DecrementWrap,
        Extreme::First(OwnCount::Number) | Extreme::BeforeLast => IncrementWrap,
    };
    RasterPipeline {
        label: "depth extreme",
        layouts,
        entry_point,
        wgsl: &[DEPTH_PLANE_WGSL, JAW_WGSL, include_str!("../../../shaders/analysis/depth_extreme.wgsl")],
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH_FORMAT,
            depth_write_enabled: Some(true),
            depth_compare: Some(compare),
            stencil: raster::counting_stencil(IncrementWrap, back, true),
            bias: Default::default(),
        }),
        targets: &[Some(ITEM_FORMAT.into())],
    }
    .build(device)
}
