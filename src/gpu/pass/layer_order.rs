//! The order of layers over the pixels that counts leave undecided: depth peeling, each layer blended into a code.
//!
//! In: slots, both jaws' selected triangles. Out: the code, two colours of four half floats a pixel, and how many layers
//! were counted. Paper, sect. 6, formula 4; METHOD.md, "Layer order".
use super::layer_list::IDLE_TARGET;
use super::raster::{DrawnJaw, RasterPipeline};
use super::{DEPTH_PLANE_WGSL, JAW_WGSL, LAYER_ENTRY_WGSL};
use crate::field::LayerCode;
use crate::gpu::bindings::{self, Kind};
use crate::gpu::layout::peel;
use crate::gpu::targets::{CODE_FORMAT, ITEM_FORMAT, OrderTargets, PEEL_DEPTH_FORMAT};
use wgpu::{
    BindGroup, BindGroupLayout, BlendFactor, ColorWrites, CommandEncoder, Device, RenderPass,
    RenderPassTimestampWrites, ShaderStages,
};

/// One channel after the other: blending is allowed for one and masked for the rest.
const CHANNELS: [ColorWrites; 4] = [ColorWrites::RED, ColorWrites::GREEN, ColorWrites::BLUE, ColorWrites::ALPHA];

pub struct LayerOrder {
    /// Group 1 of the peeling draws: slots, plan, counts. Group 2: what the last round has peeled.
    pub slots_layout: BindGroupLayout,
    pub last_layout: BindGroupLayout,
    /// Group 1 of the points: pixels by slot, what the last round has peeled.
    pub points_layout: BindGroupLayout,
    count: wgpu::RenderPipeline,
    peel: wgpu::RenderPipeline,
    begin: wgpu::RenderPipeline,
    make_ready: wgpu::RenderPipeline,
    blend: [wgpu::RenderPipeline; 4],
}

/// Groups of one set of targets. Rounds alternate between two item textures: a round reads the other one's.
pub struct OrderGroups {
    pub slots: BindGroup,
    pub last: [BindGroup; 2],
    pub points: [BindGroup; 2],
}

/// What is drawn, and how much of it.
pub struct Order<'a> {
    pub jaws: [DrawnJaw<'a>; 2],
    pub groups: &'a OrderGroups,
    pub targets: &'a OrderTargets,
    pub size: [u32; 2],
    /// [`peel`] by round.
    pub arguments: &'a wgpu::Buffer,
    /// Of the first and the last pass.
    pub timestamps: [Option<RenderPassTimestampWrites<'a>>; 2],
}

impl LayerOrder {
    pub fn new(device: &Device, jaw_layout: &BindGroupLayout) -> Self {
        use Kind::{Read, ReadWrite, UintTexture};
        let fragment = |label, kinds: &[Kind]| bindings::layout(device, label, ShaderStages::FRAGMENT, kinds);
        let slots_layout = fragment("peel: slots", &[Read, ReadWrite, ReadWrite]);
        let last_layout = fragment("peel: last", &[UintTexture]);
        let points_layout =
            bindings::layout(device, "layer order", ShaderStages::VERTEX_FRAGMENT, &[Read, UintTexture]);
        let count = RasterPipeline {
            label: "layer count",
            layouts: &[jaw_layout, &slots_layout],
            wgsl: &[DEPTH_PLANE_WGSL, JAW_WGSL, LAYER_ENTRY_WGSL, include_str!("../../../shaders/analysis/peel.wgsl")],
            entry_point: "count",
            depth_stencil: None,
            targets: &[Some(IDLE_TARGET)],
        }
        .build(device);
        let peel = RasterPipeline {
            label: "peel",
            layouts: &[jaw_layout, &slots_layout, &last_layout],
            wgsl: &[DEPTH_PLANE_WGSL, JAW_WGSL, LAYER_ENTRY_WGSL, include_str!("../../../shaders/analysis/peel.wgsl")],
            entry_point: "peel",
            depth_stencil: Some(depth(wgpu::CompareFunction::Less, true)),
            targets: &targets(ColorWrites::ALL, ColorWrites::empty(), None),
        }
        .build(device);
        let points =
            |entry, depth, targets: &[_]| point_pipeline(device, &[jaw_layout, &points_layout], entry, depth, targets);
        let untested = |write| depth(wgpu::CompareFunction::Always, write);
        let blend =
            |channel| points("blend", untested(false), &targets(ColorWrites::empty(), channel, Some(halving())));
        Self {
            count,
            peel,
            begin: points("begin", untested(false), &targets(ColorWrites::ALL, ColorWrites::ALL, None)),
            make_ready: points("make_ready", untested(true), &targets(ColorWrites::ALL, ColorWrites::empty(), None)),
            blend: CHANNELS.map(blend),
            slots_layout,
            last_layout,
            points_layout,
        }
    }

    /// Counts the faces over each pixel; `arguments` hold an indexed draw a jaw, `stride` bytes apart.
    pub fn run_count(
        &self,
        encoder: &mut CommandEncoder,
        order: &Order<'_>,
        idle_target: &wgpu::TextureView,
        (arguments, stride): (&wgpu::Buffer, u64),
    ) {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("layer count"),
            color_attachments: &[Some(kept(idle_target))],
            ..Default::default()
        });
        pass.set_pipeline(&self.count);
        pass.set_bind_group(1, &order.groups.slots, &[]);
        for (jaw, i) in order.jaws.iter().zip(0..) {
            jaw.bind(&mut pass, order.size);
            jaw.draw_selected(&mut pass, arguments, i * stride);
        }
    }

    /// Every round; those beyond the most layers of any pixel draw nothing.
    pub fn run(&self, encoder: &mut CommandEncoder, order: &Order<'_>) {
        let [opening, closing] = order.timestamps.clone();
        // Round 0 looks for what lies behind nothing at all: that is what the other item texture is begun with.
        let mut pass = begin_pass(encoder, order, 1, opening);
        self.draw_points(&mut pass, &self.begin, order, 1, peel::MAKE_READY);
        drop(pass);
        for round in 0..=LayerCode::CAPACITY {
            let (target, arguments) = (round % 2, round as u64 * peel::SIZE);
            let timestamps = closing.clone().filter(|_| round == LayerCode::CAPACITY);
            let mut pass = begin_pass(encoder, order, target, timestamps);
            if let Some(channel) = round.checked_sub(1).and_then(|n| self.blend.get(n / LayerCode::CHANNEL_LAYERS)) {
                self.draw_points(&mut pass, channel, order, target, arguments + peel::BLEND);
            }
            self.draw_points(&mut pass, &self.make_ready, order, target, arguments + peel::MAKE_READY);
            self.draw_jaws(&mut pass, order, target, arguments);
        }
    }

    fn draw_points(
        &self,
        pass: &mut RenderPass<'_>,
        pipeline: &wgpu::RenderPipeline,
        order: &Order<'_>,
        target: usize,
        arguments: u64,
    ) {
        pass.set_pipeline(pipeline);
        order.jaws[0].bind(pass, order.size);
        pass.set_bind_group(1, &order.groups.points[target], &[]);
        pass.set_blend_constant(wgpu::Color { r: 0.5, g: 0.5, b: 0.5, a: 0.5 });
        pass.draw_indirect(order.arguments, arguments);
    }

    fn draw_jaws(&self, pass: &mut RenderPass<'_>, order: &Order<'_>, target: usize, arguments: u64) {
        pass.set_pipeline(&self.peel);
        pass.set_bind_group(1, &order.groups.slots, &[]);
        pass.set_bind_group(2, &order.groups.last[target], &[]);
        // The upper jaw first: of equal depths the first drawn is kept, as the order by (depth, jaw, triangle) wants it.
        for (jaw, offset) in order.jaws.iter().zip(peel::DRAWS) {
            jaw.bind(pass, order.size);
            jaw.draw_selected(pass, order.arguments, arguments + offset);
        }
    }
}

/// A pass that peels into one of the two item textures. Nothing is cleared: points make ready the pixels that are used.
fn begin_pass<'e>(
    encoder: &'e mut CommandEncoder,
    order: &Order<'_>,
    target: usize,
    timestamp_writes: Option<RenderPassTimestampWrites<'_>>,
) -> RenderPass<'e> {
    let t = order.targets;
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("peel"),
        color_attachments: &[Some(kept(&t.items[target])), Some(kept(&t.identifiers)), Some(kept(&t.facings))],
        depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
            view: &t.depth,
            depth_ops: Some(KEEP_DEPTH),
            stencil_ops: None,
        }),
        timestamp_writes,
        ..Default::default()
    })
}

const KEEP_DEPTH: wgpu::Operations<f32> = wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store };

fn kept(view: &wgpu::TextureView) -> wgpu::RenderPassColorAttachment<'_> {
    let ops = wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store };
    wgpu::RenderPassColorAttachment { view, depth_slice: None, resolve_target: None, ops }
}

fn depth(compare: wgpu::CompareFunction, write: bool) -> wgpu::DepthStencilState {
    wgpu::DepthStencilState {
        format: PEEL_DEPTH_FORMAT,
        depth_write_enabled: Some(write),
        depth_compare: Some(compare),
        stencil: Default::default(),
        bias: Default::default(),
    }
}

/// C = C_object + 0.5 C.
fn halving() -> wgpu::BlendState {
    let component = wgpu::BlendComponent {
        src_factor: BlendFactor::One,
        dst_factor: BlendFactor::Constant,
        operation: wgpu::BlendOperation::Add,
    };
    wgpu::BlendState { color: component, alpha: component }
}

/// Items, identifiers, facings.
fn targets(
    items: ColorWrites,
    code: ColorWrites,
    blend: Option<wgpu::BlendState>,
) -> [Option<wgpu::ColorTargetState>; 3] {
    let code = wgpu::ColorTargetState { format: CODE_FORMAT, blend, write_mask: code };
    [
        Some(wgpu::ColorTargetState { format: ITEM_FORMAT, blend: None, write_mask: items }),
        Some(code.clone()),
        Some(code),
    ]
}

/// One point a pixel.
fn point_pipeline(
    device: &Device,
    layouts: &[&BindGroupLayout],
    entry_point: &str,
    depth_stencil: wgpu::DepthStencilState,
    targets: &[Option<wgpu::ColorTargetState>],
) -> wgpu::RenderPipeline {
    let layouts: Vec<_> = layouts.iter().map(|l| Some(*l)).collect();
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("layer order"),
        bind_group_layouts: &layouts,
        immediate_size: 0,
    });
    let wgsl =
        [DEPTH_PLANE_WGSL, JAW_WGSL, LAYER_ENTRY_WGSL, include_str!("../../../shaders/analysis/layer_order.wgsl")];
    let module = bindings::shader(device, "layer order", &wgsl);
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("layer order"),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some("point"),
            compilation_options: Default::default(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState { topology: wgpu::PrimitiveTopology::PointList, ..Default::default() },
        depth_stencil: Some(depth_stencil),
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some(entry_point),
            compilation_options: Default::default(),
            targets,
        }),
        multiview_mask: None,
        cache: None,
    })
}
