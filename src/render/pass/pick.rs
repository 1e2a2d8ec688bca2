//! Reads what lies under one pixel, without stalling unless asked to.
//!
//! In: places and normals of the last frame, of the opaque jaws and of translucent ones. Out: jaw, world point and the gap
//! painted there.
use super::gap_paint::{self, GapPaint, Painted, create_shader};
use super::parts::{create_uniform_buffer, texture_entry, uniform_entry};
use crate::gpu::Context;
use std::sync::{Arc, mpsc};

pub const SOURCE: &str = include_str!("../../../shaders/render/pick.wgsl");

/// `PickUniform` of the shader.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub struct PickUniform {
    pub world_from_clip: [[f32; 4]; 4],
    pub pixel: [u32; 2],
    pub size: [u32; 2],
}

/// `Picked` of the shader.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Picked {
    pub world: [f32; 3],
    pub side: f32,
    pub gap_mm: f32,
    pub added: f32,
    pub padding_b: f32,
    pub padding_c: f32,
}

/// A reading on its way.
pub struct PendingPick {
    staging: wgpu::Buffer,
    arrived: mpsc::Receiver<bool>,
}

impl PendingPick {
    /// `None` while it is on its way; `Some(None)` when it will never come (the GPU is lost).
    pub fn poll(&self, context: &Context) -> Option<Option<Picked>> {
        context.poll();
        match self.arrived.try_recv() {
            Ok(true) => Some(self.read()),
            Ok(false) | Err(mpsc::TryRecvError::Disconnected) => Some(None),
            Err(mpsc::TryRecvError::Empty) => None,
        }
    }

    /// Waits for it.
    pub fn wait(&self, context: &Context) -> Option<Picked> {
        context.wait().ok()?;
        self.arrived.try_recv().ok().filter(|ok| *ok)?;
        self.read()
    }

    fn read(&self) -> Option<Picked> {
        let range = self.staging.get_mapped_range(..).ok()?;
        Some(bytemuck::pod_read_unaligned(&range))
    }
}

/// The pass.
pub struct PickPass {
    made: Arc<Made>,
    uniform: wgpu::Buffer,
    picked: wgpu::Buffer,
}

/// What the device has once.
struct Made {
    layout: wgpu::BindGroupLayout,
    /// By [`Painted`].
    pipelines: [wgpu::ComputePipeline; Painted::ALL.len()],
}

impl Made {
    fn new(device: &wgpu::Device) -> Self {
        let shader = create_shader(device, "pick", SOURCE);
        let layout = create_layout(device);
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("pick: pipeline layout"),
            bind_group_layouts: &[Some(&gap_paint::create_layout(device)), Some(&layout)],
            immediate_size: 0,
        });
        let pipelines = Painted::ALL.map(|painted| {
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some("pick"),
                layout: Some(&pipeline_layout),
                module: &shader,
                entry_point: Some("pick_pixel"),
                compilation_options: wgpu::PipelineCompilationOptions {
                    constants: &painted.constants(),
                    ..Default::default()
                },
                cache: None,
            })
        });
        Self { layout, pipelines }
    }
}

impl PickPass {
    pub fn new(context: &Context) -> Self {
        let device = &context.device;
        let picked = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("pick: picked"),
            size: size_of::<Picked>() as u64,
            usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        let uniform = create_uniform_buffer(device, "pick: uniform", size_of::<PickUniform>());
        Self { made: context.once(Made::new), uniform, picked }
    }

    /// Submits the reading of one pixel of places and normals: of the opaque jaws, then of what lies over them (or nothing,
    /// 1 x 1).
    pub fn run(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        paint: &GapPaint,
        layers: [[&wgpu::TextureView; 2]; 3],
        uniform: &PickUniform,
    ) -> PendingPick {
        queue.write_buffer(&self.uniform, 0, bytemuck::bytes_of(uniform));
        let texture = |kind: usize, k: usize| wgpu::BindGroupEntry {
            binding: (2 + 3 * kind + k) as u32,
            resource: wgpu::BindingResource::TextureView(layers[k][kind]),
        };
        let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("pick: bind group"),
            layout: &self.made.layout,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: self.uniform.as_entire_binding() },
                wgpu::BindGroupEntry { binding: 1, resource: self.picked.as_entire_binding() },
                texture(0, 0),
                texture(0, 1),
                texture(0, 2),
                texture(1, 0),
                texture(1, 1),
                texture(1, 2),
            ],
        });
        let staging = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("pick: staging"),
            size: size_of::<Picked>() as u64,
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("pick") });
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            pass.set_pipeline(&self.made.pipelines[paint.painted() as usize]);
            pass.set_bind_group(0, paint.bind_group(), &[]);
            pass.set_bind_group(1, &bind_group, &[]);
            pass.dispatch_workgroups(1, 1, 1);
        }
        encoder.copy_buffer_to_buffer(&self.picked, 0, &staging, 0, size_of::<Picked>() as u64);
        queue.submit([encoder.finish()]);
        let (sender, arrived) = mpsc::channel();
        staging.map_async(wgpu::MapMode::Read, .., move |result| {
            // Nobody listens any more when the reading was given up.
            let _ = sender.send(result.is_ok());
        });
        PendingPick { staging, arrived }
    }
}

fn create_layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    let stage = wgpu::ShaderStages::COMPUTE;
    let storage = wgpu::BindGroupLayoutEntry {
        binding: 1,
        visibility: stage,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Storage { read_only: false },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    };
    let texture = |binding| texture_entry(binding, stage);
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("pick: layout"),
        entries: &[
            uniform_entry(0, stage),
            storage,
            texture(2),
            texture(3),
            texture(4),
            texture(5),
            texture(6),
            texture(7),
        ],
    })
}
