//! The textures that are drawn into, and reading them back.
use super::Picture;
use super::pass::mesh::{COLOR_FORMAT, DEPTH_FORMAT, PLACE_FORMAT};
use crate::gpu::{Context, GpuError};

/// A colour target with the two views that are needed of it.
pub struct ColorTarget {
    pub size: [u32; 2],
    pub texture: wgpu::Texture,
    /// sRGB: what passes draw into.
    pub draw: wgpu::TextureView,
    /// The same bytes without conversion: egui reads gamma values as they are.
    pub show: wgpu::TextureView,
}

/// The nearest size that the device allows.
pub fn allowed_size(device: &wgpu::Device, size: [u32; 2]) -> [u32; 2] {
    let most = device.limits().max_texture_dimension_2d;
    size.map(|s| s.clamp(1, most))
}

fn create_texture(
    device: &wgpu::Device,
    label: &str,
    size: [u32; 2],
    samples: u32,
    format: wgpu::TextureFormat,
    usage: wgpu::TextureUsages,
    view_formats: &[wgpu::TextureFormat],
) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some(label),
        size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: samples,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: usage | wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats,
    })
}

impl ColorTarget {
    pub fn new(device: &wgpu::Device, label: &str, size: [u32; 2]) -> Self {
        let shown = wgpu::TextureFormat::Rgba8Unorm;
        let usage = wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_SRC;
        let texture = create_texture(device, label, size, 1, COLOR_FORMAT, usage, &[shown]);
        let view =
            |format| texture.create_view(&wgpu::TextureViewDescriptor { format: Some(format), ..Default::default() });
        Self { size, draw: view(COLOR_FORMAT), show: view(shown), texture }
    }

    /// Waits for the GPU and reads the picture.
    pub fn read(&self, context: &Context) -> Result<Picture, GpuError> {
        let row_bytes = self.size[0] * 4;
        let padded = row_bytes.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let staging = context.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("picture: staging"),
            size: u64::from(padded) * u64::from(self.size[1]),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let mut encoder = context.device.create_command_encoder(&Default::default());
        let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(padded), rows_per_image: None };
        encoder.copy_texture_to_buffer(
            self.texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo { buffer: &staging, layout },
            self.texture.size(),
        );
        context.queue.submit([encoder.finish()]);
        staging.map_async(wgpu::MapMode::Read, .., |_| ());
        let lost = |e: &dyn std::fmt::Display| GpuError::Lost(e.to_string());
        context.device.poll(wgpu::PollType::wait_indefinitely()).map_err(|e| lost(&e))?;
        let bytes = staging.get_mapped_range(..).map_err(|e| lost(&e))?;
        let rgba = bytes.chunks(padded as usize).flat_map(|row| &row[..row_bytes as usize]).copied().collect();
        Ok(Picture { size: self.size, rgba })
    }
}

/// What the scene needs besides the colour that is shown.
pub struct SceneTargets {
    pub size: [u32; 2],
    pub samples: u32,
    pub depth: wgpu::TextureView,
    /// Jaw and depth of each pixel, for picking.
    pub places: wgpu::Texture,
    pub places_view: wgpu::TextureView,
    /// The colour before it is resolved, where there are several samples a pixel.
    pub color_samples: Option<wgpu::TextureView>,
}

impl SceneTargets {
    pub fn new(device: &wgpu::Device, size: [u32; 2], samples: u32) -> Self {
        let none = wgpu::TextureUsages::empty();
        let depth = create_texture(device, "scene: depth", size, samples, DEPTH_FORMAT, none, &[]);
        let binding = wgpu::TextureUsages::TEXTURE_BINDING;
        let places = create_texture(device, "scene: places", size, samples, PLACE_FORMAT, binding, &[]);
        let color = (samples > 1)
            .then(|| create_texture(device, "scene: colour samples", size, samples, COLOR_FORMAT, none, &[]));
        Self {
            size,
            samples,
            depth: depth.create_view(&Default::default()),
            places_view: places.create_view(&Default::default()),
            places,
            color_samples: color.map(|t| t.create_view(&Default::default())),
        }
    }
}
