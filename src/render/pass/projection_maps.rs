//! The maps of several projections as paint, for a pose at rest: one layer of a texture a map.
//!
//! In: maps on the CPU. Out: bindings 3 and 4 of the paint, which `shaders/render/gap_paint.wgsl` looks up before the live
//! map.
use crate::field::{GapField, Projection};
use crate::gpu::NO_VALUE;
use wgpu::util::DeviceExt;

/// As many as there are layers in `ProjectionMapsUniform`.
pub const MOST_PROJECTION_MAPS: usize = 16;

/// `ProjectionMapUniform` of the shader.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub struct ProjectionMapUniform {
    pub map_from_world: [[f32; 4]; 4],
    pub direction: [f32; 4],
    pub map_size: [f32; 2],
    pub pitch_mm: [f32; 2],
}

/// `ProjectionMapsUniform` of the shader.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub struct ProjectionMapsUniform {
    pub projections: [ProjectionMapUniform; MOST_PROJECTION_MAPS],
    pub count: [u32; 4],
}

/// What the paint binds of them.
pub struct ProjectionMapBindings {
    pub uniform: wgpu::Buffer,
    /// `Rgba32Float`, a layer a map, as [`crate::gpu::FrameMaps::map`].
    pub maps: wgpu::TextureView,
}

impl ProjectionMapBindings {
    /// Of nothing: the live map is all.
    pub fn none(device: &wgpu::Device) -> Self {
        Self::of(device, &create_texture(device, [1, 1], 0), &[])
    }

    /// Uploads maps; none of them where there are more, or larger ones, than the device has layers for.
    pub fn new(device: &wgpu::Device, queue: &wgpu::Queue, maps: &[GapField]) -> Self {
        let limits = device.limits();
        let width = maps.iter().map(|m| m.projection.cols).max().unwrap_or(1).max(1);
        let height = maps.iter().map(|m| m.projection.rows).max().unwrap_or(1).max(1);
        let most = MOST_PROJECTION_MAPS.min(limits.max_texture_array_layers as usize);
        let fits = maps.len() <= most && width.max(height) <= limits.max_texture_dimension_2d;
        let (maps, [width, height]) = if fits { (maps, [width, height]) } else { (&[][..], [1, 1]) };
        let texture = create_texture(device, [width, height], maps.len() as u32);
        maps.iter().enumerate().for_each(|(layer, map)| write_layer(queue, &texture, layer as u32, map));
        Self::of(device, &texture, maps)
    }

    fn of(device: &wgpu::Device, texture: &wgpu::Texture, maps: &[GapField]) -> Self {
        let uniform = device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: Some("paint: several views"),
            contents: bytemuck::bytes_of(&projection_maps_uniform(maps)),
            usage: wgpu::BufferUsages::UNIFORM,
        });
        let dimension = Some(wgpu::TextureViewDimension::D2Array);
        let maps = texture.create_view(&wgpu::TextureViewDescriptor { dimension, ..Default::default() });
        Self { uniform, maps }
    }
}

fn create_texture(device: &wgpu::Device, [width, height]: [u32; 2], n_layers: u32) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some("paint: maps of several views"),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: n_layers.max(1) },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba32Float,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    })
}

fn projection_maps_uniform(maps: &[GapField]) -> ProjectionMapsUniform {
    let mut uniform = ProjectionMapsUniform { count: [maps.len() as u32, 0, 0, 0], ..ProjectionMapsUniform::default() };
    for (projection, map) in uniform.projections.iter_mut().zip(maps) {
        *projection = projection_map_uniform(&map.projection);
    }
    uniform
}

pub fn projection_map_uniform(p: &Projection) -> ProjectionMapUniform {
    ProjectionMapUniform {
        map_from_world: p.map_from_world_matrix().as_mat4().to_cols_array_2d(),
        direction: p.direction.as_vec3().extend(0.0).to_array(),
        map_size: [p.cols as f32, p.rows as f32],
        pitch_mm: [p.u_mm as f32, p.v_mm as f32],
    }
}

fn write_layer(queue: &wgpu::Queue, texture: &wgpu::Texture, layer: u32, map: &GapField) {
    let value = |x: f32| if x.is_finite() { x } else { NO_VALUE };
    let texel = |i: usize| {
        let depths = [map.upper_depth_mm[i], map.lower_depth_mm[i]].map(value);
        [value(map.gap_mm[i]), depths[0], depths[1], f32::from(map.class[i] as u8)]
    };
    let texels: Vec<[f32; 4]> = (0..map.gap_mm.len()).map(texel).collect();
    let (cols, rows) = (map.projection.cols, map.projection.rows);
    let to = wgpu::TexelCopyTextureInfo { origin: wgpu::Origin3d { x: 0, y: 0, z: layer }, ..texture.as_image_copy() };
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(16 * cols), rows_per_image: Some(rows) };
    let size = wgpu::Extent3d { width: cols, height: rows, depth_or_array_layers: 1 };
    queue.write_texture(to, bytemuck::cast_slice(&texels), layout, size);
}
