//! Which triangles the pixels of a map see at all. Asked once a pose at rest, never in a live frame: all that it needs
//! but the pipeline is made for the one answer.
use super::bindings;
use super::covered_jaw::{CoveredJaw, large_list};
use super::culling::{Limits, visible_corners};
use super::device::{Context, GpuError};
use super::filled::CreateFilled;
use super::jaw_pair::{JawGpu, JawPairGpu};
use super::layout::JawUniform;
use super::pass::cover::{self, Cover, Extent};
use super::pass::mark_triangles::MarkTriangles;
use super::pass::raster::{self, Canvas, DrawnJaw};
use super::readback::{self, Readback};
use super::targets::{WINDING_FORMAT, texture};
use crate::base::Rigid;
use crate::field::planning::Planned;
use crate::field::{Projection, Question};
use crate::jaw::JawSide;
use std::ops::Range;
use std::sync::Arc;
use wgpu::util::BufferInitDescriptor;
use wgpu::{BindGroupLayout, BufferUsages, CommandEncoder, Device, TextureUsages};

/// The pass.
pub struct SeenTriangles(Pass);

/// Each made once per device, with the layout of a jaw.
enum Pass {
    Raster(Arc<(MarkTriangles, BindGroupLayout)>),
    Compute(Arc<(Cover, BindGroupLayout)>),
}

/// What is looked at, and from where.
type Seen<'a> = (&'a JawPairGpu, &'a Question, &'a Planned);

/// One jaw's bits on the GPU and on their way back.
struct Marks {
    bits: wgpu::Buffer,
    readback: Readback,
    n_triangles: u32,
}

impl SeenTriangles {
    pub fn by_raster(context: &Context) -> Self {
        Self(Pass::Raster(context.once(|device| {
            let jaw_layout = raster::jaw_layout(device);
            (MarkTriangles::new(device, &jaw_layout), jaw_layout)
        })))
    }

    pub fn by_compute(context: &Context) -> Self {
        Self(Pass::Compute(context.once(|device| {
            let jaw_layout = cover::jaw_layout(device);
            (Cover::seen(device, &jaw_layout), jaw_layout)
        })))
    }

    /// For each triangle of the upper and of the lower jaw whether its projection holds a pixel's centre, by the way's
    /// own rule.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn run(
        &self,
        context: &Context,
        pair: &JawPairGpu,
        question: &Question,
        planned: &Planned,
    ) -> Result<[Vec<bool>; 2], GpuError> {
        let device = &context.device;
        let mut encoder =
            device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("seen triangles") });
        let mut marks = [&pair.upper, &pair.lower].map(|jaw| Marks::new(device, jaw.n_triangles));
        match &self.0 {
            Pass::Raster(pass) => draw(device, &mut encoder, pass, (pair, question, planned), &marks),
            Pass::Compute(pass) => cover(context, &mut encoder, pass, (pair, question, planned), &marks),
        }
        for marks in &marks {
            encoder.copy_buffer_to_buffer(&marks.bits, 0, marks.readback.buffer(), 0, marks.bits.size());
        }
        context.queue.submit([encoder.finish()]);
        marks.iter_mut().for_each(|m| m.readback.request());
        readback::wait(context, &marks.iter().map(|m| &m.readback).collect::<Vec<_>>())?;
        let [upper, lower] = marks.map(Marks::take);
        Ok([upper?, lower?])
    }
}

fn draw(
    device: &Device,
    encoder: &mut CommandEncoder,
    (pass, jaw_layout): &(MarkTriangles, BindGroupLayout),
    (pair, question, planned): Seen<'_>,
    marks: &[Marks; 2],
) {
    let size = [planned.projection.cols, planned.projection.rows];
    let usage = TextureUsages::RENDER_ATTACHMENT;
    let idle = texture(device, "seen triangles: idle", size[0], size[1], WINDING_FORMAT, usage);
    let idle = idle.create_view(&Default::default());
    let uniforms = planned.jaw_uniforms(&question.upper_from_lower);
    let ranges = whole_map_ranges(pair, question, &planned.projection);
    for (i, jaw) in [&pair.upper, &pair.lower].into_iter().enumerate() {
        let jaw_group = jaw_group(device, jaw_layout, &uniforms[i], jaw);
        let group = marks[i].group(device, &pass.layout);
        let jaw = DrawnJaw { mesh: jaw, group: &jaw_group, ranges: &ranges[i], selected: None, only: None };
        pass.run(encoder, jaw, &group, &idle, Canvas { size, timestamps: None });
    }
}

fn cover(
    context: &Context,
    encoder: &mut CommandEncoder,
    (pass, jaw_layout): &(Cover, BindGroupLayout),
    (pair, question, planned): Seen<'_>,
    marks: &[Marks; 2],
) {
    let device = &context.device;
    let poses = [&Rigid::IDENTITY, &question.upper_from_lower];
    for ((side, pose), marks) in [JawSide::Upper, JawSide::Lower].into_iter().zip(poses).zip(marks) {
        // New buffers are zero.
        let (jaw, large) = (pair.jaw(side), large_list(device, pair));
        let covered = CoveredJaw::new(device, jaw_layout, jaw, &large);
        let n = covered.write(&context.queue, (jaw, side), pose, planned, Limits::default());
        let group = marks.group(device, &pass.layout);
        let mut encoded = encoder
            .begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("seen triangles"), timestamp_writes: None });
        pass.run(&mut encoded, &covered.group, &group, Extent::Blocks(n));
    }
}

fn jaw_group(device: &Device, jaw_layout: &BindGroupLayout, uniform: &JawUniform, jaw: &JawGpu) -> wgpu::BindGroup {
    let buffer = device.create_filled(&BufferInitDescriptor {
        label: Some("seen triangles: jaw"),
        contents: bytemuck::bytes_of(uniform),
        usage: BufferUsages::UNIFORM,
    });
    let resources = [buffer.as_entire_binding(), jaw.corners.as_entire_binding()];
    bindings::group(device, "seen triangles: jaw", jaw_layout, &resources)
}

impl Marks {
    fn new(device: &Device, n_triangles: u32) -> Self {
        let size = u64::from(n_triangles.div_ceil(32).max(1)) * 4;
        // New buffers are zero.
        let bits = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("seen triangles: bits"),
            size,
            usage: BufferUsages::STORAGE | BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        Self { bits, readback: Readback::new(device, size), n_triangles }
    }

    fn group(&self, device: &Device, layout: &wgpu::BindGroupLayout) -> wgpu::BindGroup {
        bindings::group(device, "seen triangles: bits", layout, &[self.bits.as_entire_binding()])
    }

    fn take(self) -> Result<Vec<bool>, GpuError> {
        let bytes = self.readback.take().ok_or_else(|| GpuError::Lost("the seen triangles did not arrive".into()))?;
        let words: Vec<u32> = bytemuck::pod_collect_to_vec(&bytes);
        Ok((0..self.n_triangles as usize).map(|t| words[t / 32] >> (t % 32) & 1 == 1).collect())
    }
}

/// All of both jaws that lies on the map: every face counts.
pub fn whole_map_ranges(pair: &JawPairGpu, question: &Question, projection: &Projection) -> [Vec<Range<u32>>; 2] {
    let map_from_upper = projection.map_from_world_matrix();
    let map_from_lower = map_from_upper * question.upper_from_lower.to_dmat4();
    let size = [projection.cols, projection.rows];
    [(&pair.upper, map_from_upper), (&pair.lower, map_from_lower)]
        .map(|(jaw, map_from_jaw)| visible_corners(&jaw.clusters, &map_from_jaw, size, Limits::default()))
}
