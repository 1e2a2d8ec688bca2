//! Paints egui's shapes. `egui_wgpu` keeps egui's textures; its pipeline is not used, because its shader costs a software
//! driver, which runs every branch of a shader for every pixel, more than the jaws do.
//!
//! In: tessellated shapes. Out: the window, gamma values with alpha multiplied in. Shader:
//! `shaders/render/egui_paint.wgsl`.
use egui::epaint::{ClippedPrimitive, Mesh, Primitive, Vertex};
use std::ops::Range;

const SOURCE: &str = include_str!("../../../shaders/render/egui_paint.wgsl");

pub struct EguiPaint {
    textures: wgpu::BindGroupLayout,
    pipeline: wgpu::RenderPipeline,
    uniform: wgpu::Buffer,
    window: wgpu::BindGroup,
    sampler: wgpu::Sampler,
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
}

/// How large the window is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Screen {
    /// Physical pixels.
    pub size: [u32; 2],
    pub pixels_per_point: f32,
}

impl EguiPaint {
    pub fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Self {
        let [window_layout, textures] = create_layouts(device);
        let uniform = create_buffer(device, "egui: uniform", wgpu::BufferUsages::UNIFORM, 16);
        let window = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("egui: window"),
            layout: &window_layout,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: uniform.as_entire_binding() }],
        });
        Self {
            pipeline: create_pipeline(device, format, [&window_layout, &textures]),
            textures,
            uniform,
            window,
            sampler: device.create_sampler(&wgpu::SamplerDescriptor {
                label: Some("egui: sampler"),
                mag_filter: wgpu::FilterMode::Linear,
                min_filter: wgpu::FilterMode::Linear,
                ..Default::default()
            }),
            vertices: create_buffer(device, "egui: vertices", wgpu::BufferUsages::VERTEX, 1 << 18),
            indices: create_buffer(device, "egui: indices", wgpu::BufferUsages::INDEX, 1 << 18),
        }
    }

    /// Uploads a frame's shapes; before the pass in which they are painted.
    pub fn update(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, shapes: &[ClippedPrimitive], screen: Screen) {
        let points = screen.size.map(|s| s.max(1) as f32 / screen.pixels_per_point);
        queue.write_buffer(&self.uniform, 0, bytemuck::cast_slice(&[1.0 / points[0], 1.0 / points[1], 0.0, 0.0]));
        let vertices: Vec<Vertex> = meshes(shapes).flat_map(|(_, mesh)| mesh.vertices.iter().copied()).collect();
        let indices: Vec<u32> = meshes(shapes).flat_map(|(_, mesh)| mesh.indices.iter().copied()).collect();
        write(device, queue, &mut self.vertices, bytemuck::cast_slice(&vertices));
        write(device, queue, &mut self.indices, bytemuck::cast_slice(&indices));
    }

    /// Paints the shapes of the last update.
    pub fn run(
        &self,
        device: &wgpu::Device,
        pass: &mut wgpu::RenderPass<'_>,
        textures: &egui_wgpu::Renderer,
        shapes: &[ClippedPrimitive],
        screen: Screen,
    ) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.window, &[]);
        pass.set_vertex_buffer(0, self.vertices.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
        let (mut first, mut base, mut bound) = (0, 0, None);
        for (shape, mesh) in meshes(shapes) {
            let range = first..first + mesh.indices.len() as u32;
            let here = base;
            first = range.end;
            base += mesh.vertices.len() as i32;
            if bound != Some(mesh.texture_id) {
                let Some(group) = self.bind_group(device, textures, mesh) else { continue };
                pass.set_bind_group(1, &group, &[]);
                bound = Some(mesh.texture_id);
            }
            if let Some([x, y]) = pixels(shape.clip_rect, screen) {
                pass.set_scissor_rect(x.start, y.start, x.end - x.start, y.end - y.start);
                pass.draw_indexed(range, here, 0..1);
            }
        }
    }

    fn bind_group(
        &self,
        device: &wgpu::Device,
        textures: &egui_wgpu::Renderer,
        mesh: &Mesh,
    ) -> Option<wgpu::BindGroup> {
        let texture = textures.texture(&mesh.texture_id)?.texture.as_ref()?.create_view(&Default::default());
        Some(device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("egui: texture"),
            layout: &self.textures,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(&texture) },
                wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::Sampler(&self.sampler) },
            ],
        }))
    }
}

fn meshes(shapes: &[ClippedPrimitive]) -> impl Iterator<Item = (&ClippedPrimitive, &Mesh)> {
    // Nothing here draws by callback.
    shapes.iter().filter_map(|shape| match &shape.primitive {
        Primitive::Mesh(mesh) => Some((shape, mesh)),
        Primitive::Callback(_) => None,
    })
}

/// Columns and rows of the window in a rectangle of points; `None` where there are none.
fn pixels(rect: egui::Rect, screen: Screen) -> Option<[Range<u32>; 2]> {
    let pixel = |points: f32, most: u32| ((points * screen.pixels_per_point).round().max(0.0) as u32).min(most);
    let [width, height] = screen.size;
    let columns = pixel(rect.min.x, width)..pixel(rect.max.x, width);
    let rows = pixel(rect.min.y, height)..pixel(rect.max.y, height);
    (!columns.is_empty() && !rows.is_empty()).then_some([columns, rows])
}

/// Grows the buffer when it is too small.
fn write(device: &wgpu::Device, queue: &wgpu::Queue, buffer: &mut wgpu::Buffer, bytes: &[u8]) {
    if buffer.size() < bytes.len() as u64 {
        *buffer = create_buffer(device, "egui: buffer", buffer.usage(), (bytes.len() as u64).next_power_of_two());
    }
    queue.write_buffer(buffer, 0, bytes);
}

fn create_buffer(device: &wgpu::Device, label: &str, usage: wgpu::BufferUsages, size: u64) -> wgpu::Buffer {
    let usage = usage | wgpu::BufferUsages::COPY_DST;
    device.create_buffer(&wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false })
}

fn create_layouts(device: &wgpu::Device) -> [wgpu::BindGroupLayout; 2] {
    let layout = |label, entries: &[(wgpu::ShaderStages, wgpu::BindingType)]| {
        let entry = |(binding, (visibility, ty)): (u32, &(_, _))| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: *visibility,
            ty: *ty,
            count: None,
        };
        let entries: Vec<_> = (0..).zip(entries).map(entry).collect();
        device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(label), entries: &entries })
    };
    use wgpu::ShaderStages as Stage;
    let uniform = wgpu::BindingType::Buffer {
        ty: wgpu::BufferBindingType::Uniform,
        has_dynamic_offset: false,
        min_binding_size: None,
    };
    let texture = wgpu::BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Float { filterable: true },
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    };
    let sampler = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
    [
        layout("egui: window layout", &[(Stage::VERTEX, uniform)]),
        layout("egui: texture layout", &[(Stage::FRAGMENT, texture), (Stage::FRAGMENT, sampler)]),
    ]
}

fn create_pipeline(
    device: &wgpu::Device,
    format: wgpu::TextureFormat,
    layouts: [&wgpu::BindGroupLayout; 2],
) -> wgpu::RenderPipeline {
    let shader = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("egui"),
        source: wgpu::ShaderSource::Wgsl(SOURCE.into()),
    });
    let attributes = wgpu::vertex_attr_array![0 => Float32x2, 1 => Float32x2, 2 => Unorm8x4];
    let vertices = wgpu::VertexBufferLayout {
        array_stride: size_of::<Vertex>() as u64,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: &attributes,
    };
    // As egui_wgpu blends: alpha is multiplied in.
    let component =
        |src_factor, dst_factor| wgpu::BlendComponent { src_factor, dst_factor, operation: wgpu::BlendOperation::Add };
    let blend = wgpu::BlendState {
        color: component(wgpu::BlendFactor::One, wgpu::BlendFactor::OneMinusSrcAlpha),
        alpha: component(wgpu::BlendFactor::OneMinusDstAlpha, wgpu::BlendFactor::One),
    };
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("egui"),
        layout: Some(&device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("egui"),
            bind_group_layouts: &layouts.map(Some),
            immediate_size: 0,
        })),
        vertex: wgpu::VertexState {
            module: &shader,
            entry_point: Some("vs_egui"),
            compilation_options: Default::default(),
            buffers: &[Some(vertices)],
        },
        primitive: Default::default(),
        depth_stencil: None,
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module: &shader,
            entry_point: Some("fs_egui"),
            compilation_options: Default::default(),
            targets: &[Some(wgpu::ColorTargetState { format, blend: Some(blend), write_mask: wgpu::ColorWrites::ALL })],
        }),
        multiview_mask: None,
        cache: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Rect, pos2};

    #[test]
    fn a_clip_stays_in_the_window() {
        let screen = Screen { size: [200, 100], pixels_per_point: 2.0 };
        let at = |x0, y0, x1, y1| pixels(Rect::from_min_max(pos2(x0, y0), pos2(x1, y1)), screen);
        assert_eq!(at(10.0, 5.2, 20.0, 10.0), Some([20..40, 10..20]));
        assert_eq!(at(-50.0, 0.0, 1e9, 7.0), Some([0..200, 0..14]));
        assert_eq!(at(f32::NEG_INFINITY, 0.0, f32::INFINITY, f32::INFINITY), Some([0..200, 0..100]));
        // Nothing: outside, empty, the wrong way round.
        for nothing in [at(100.0, 0.0, 120.0, 9.0), at(5.0, 5.0, 5.0, 9.0), at(9.0, 5.0, 5.0, 9.0)] {
            assert_eq!(nothing, None);
        }
    }
}
