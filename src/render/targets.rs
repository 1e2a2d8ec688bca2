//! The textures that are drawn into, and reading them back.
use super::Picture;
use super::formats::{COLOR_FORMAT, DEPTH_FORMAT, Extra, PLACE_FORMAT, SURFACE_FORMAT};
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
    format: wgpu::TextureFormat,
    usage: wgpu::TextureUsages,
    view_formats: &[wgpu::TextureFormat],
) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some(label),
        size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
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
        let texture = create_texture(device, label, size, COLOR_FORMAT, usage, &[shown]);
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
        context.wait()?;
        let bytes = staging.get_mapped_range(..).map_err(|e| lost(&e))?;
        let rgba = bytes.chunks(padded as usize).flat_map(|row| &row[..row_bytes as usize]).copied().collect();
        Ok(Picture { size: self.size, rgba })
    }
}

/// What the mesh pass leaves of one layer: the opaque jaws, or one translucent jaw.
pub struct SurfaceTarget {
    /// Jaw and depth of each pixel.
    pub places: wgpu::TextureView,
    /// Normal, and how hollow the place is.
    pub surfaces: wgpu::TextureView,
    /// What it has besides.
    pub extra: Option<wgpu::TextureView>,
    pub kind: Extra,
}

impl SurfaceTarget {
    fn new(device: &wgpu::Device, size: [u32; 2], kind: Extra) -> Self {
        let view = |label, format| {
            create_texture(device, label, size, format, wgpu::TextureUsages::TEXTURE_BINDING, &[])
                .create_view(&Default::default())
        };
        Self {
            places: view("scene: places", PLACE_FORMAT),
            surfaces: view("scene: surfaces", SURFACE_FORMAT),
            extra: kind.format().map(|format| view("scene: extra", format)),
            kind,
        }
    }
}

/// The size at which a picture that is shown at `size` is drawn: the same shape with at most `most_pixels`.
pub fn drawn_size(size: [u32; 2], most_pixels: u64) -> [u32; 2] {
    let n_pixels = u64::from(size[0].max(1)) * u64::from(size[1].max(1));
    if n_pixels <= most_pixels {
        return size;
    }
    let factor = (most_pixels as f64 / n_pixels as f64).sqrt();
    size.map(|s| ((f64::from(s) * factor) as u32).max(1))
}

/// How a scene's targets are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetPlan {
    /// Size of the picture, pixels.
    pub size: [u32; 2],
    /// 2 = everything is drawn twice as large and then made small.
    pub scale: u32,
    /// What is wanted besides the surfaces.
    pub extra: Extra,
    /// Translucent jaws.
    pub n_translucent: usize,
}

/// What the scene needs besides the colour that is shown.
pub struct SceneTargets {
    pub plan: TargetPlan,
    pub depth: wgpu::TextureView,
    /// The opaque jaws, then the translucent ones, farthest first.
    pub layers: Vec<SurfaceTarget>,
    /// The colour before it is made small.
    pub large: Option<ColorTarget>,
}

impl SceneTargets {
    pub fn new(device: &wgpu::Device, plan: TargetPlan) -> Self {
        let size = plan.size.map(|s| s * plan.scale);
        let depth = create_texture(device, "scene: depth", size, DEPTH_FORMAT, wgpu::TextureUsages::empty(), &[]);
        Self {
            depth: depth.create_view(&Default::default()),
            layers: (0..=plan.n_translucent).map(|_| SurfaceTarget::new(device, size, plan.extra)).collect(),
            large: (plan.scale > 1).then(|| ColorTarget::new(device, "scene: large colour", size)),
            plan,
        }
    }

    /// Size of the layers, pixels.
    pub fn size(&self) -> [u32; 2] {
        self.plan.size.map(|s| s * self.plan.scale)
    }
}

/// A place target in which there is nothing.
pub fn no_places(device: &wgpu::Device) -> wgpu::TextureView {
    // WebGPU clears textures before their first use.
    let usage = wgpu::TextureUsages::TEXTURE_BINDING;
    create_texture(device, "scene: no places", [1, 1], PLACE_FORMAT, usage, &[]).create_view(&Default::default())
}

#[cfg(test)]
mod tests {
    use super::drawn_size;

    #[test]
    fn a_picture_is_drawn_smaller_only_beyond_its_pixels() {
        assert_eq!(drawn_size([764, 738], u64::MAX), [764, 738]);
        assert_eq!(drawn_size([400, 400], 160_000), [400, 400]);
        let [w, h] = drawn_size([764, 738], 160_000);
        assert!(u64::from(w) * u64::from(h) <= 160_000 && w * h > 158_000, "{w} x {h}");
        // Of the same shape, but for whole pixels.
        assert!((f64::from(w) / f64::from(h) - 764.0 / 738.0).abs() < 1.0 / f64::from(h));
        assert_eq!(drawn_size([0, 0], 0), [1, 1]);
        assert_eq!(drawn_size([100_000, 2], 10), [707, 1], "never nothing");
    }
}
