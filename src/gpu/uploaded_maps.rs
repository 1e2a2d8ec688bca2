//! Maps that the processor made, on the GPU for painting.
use super::device::{Context, GpuError};
use super::stencil_engine::FrameMaps;
use super::targets::texture;
use crate::field::Projection;

/// Textures that frame after frame is written to; they only grow.
pub struct UploadedMaps {
    context: Context,
    targets: Option<Targets>,
}

struct Targets {
    size: [u32; 2],
    map: wgpu::Texture,
    triangles: wgpu::Texture,
    views: [wgpu::TextureView; 2],
}

impl UploadedMaps {
    pub fn new(context: &Context) -> Self {
        Self { context: context.clone(), targets: None }
    }

    /// Writes a frame's maps: its rows in runs, each run as in [`FrameMaps::map`] and [`FrameMaps::triangles`].
    ///
    /// # Errors
    /// When the map is too large for the adapter or its memory, or the GPU is lost.
    pub fn write<'a>(
        &mut self,
        projection: Projection,
        frame: u64,
        runs: impl Iterator<Item = (&'a [[f32; 4]], &'a [[u32; 2]])>,
    ) -> Result<FrameMaps, GpuError> {
        self.context.check()?;
        let size = [projection.cols, projection.rows];
        let allowed = self.context.device.limits().max_texture_dimension_2d;
        let resolution = size[0].max(size[1]);
        if resolution > allowed {
            let adapter = self.context.adapter_name.to_string();
            return Err(GpuError::MapTooLarge { adapter, resolution, allowed });
        }
        let had = self.targets.as_ref().map_or([0, 0], |t| t.size);
        if had[0] < size[0] || had[1] < size[1] {
            let size = [size[0].max(had[0]), size[1].max(had[1])];
            self.targets = Some(self.context.make_for_map(size, |device| Targets::new(device, size))?);
        }
        let targets = self.targets.as_ref().expect("they were just made");
        let mut row = 0;
        for (map, triangles) in runs {
            let rows = map.len() as u32 / size[0];
            self.write_rows(&targets.map, bytemuck::cast_slice(map), 16, [size[0], row, rows]);
            self.write_rows(&targets.triangles, bytemuck::cast_slice(triangles), 8, [size[0], row, rows]);
            row += rows;
        }
        let [map, triangles] = targets.views.clone();
        Ok(FrameMaps { projection, map, triangles, frame })
    }

    fn write_rows(&self, texture: &wgpu::Texture, bytes: &[u8], pixel: u32, [cols, row, rows]: [u32; 3]) {
        let to =
            wgpu::TexelCopyTextureInfo { origin: wgpu::Origin3d { x: 0, y: row, z: 0 }, ..texture.as_image_copy() };
        let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(cols * pixel), rows_per_image: None };
        let size = wgpu::Extent3d { width: cols, height: rows, depth_or_array_layers: 1 };
        self.context.queue.write_texture(to, bytes, layout, size);
    }
}

impl Targets {
    fn new(device: &wgpu::Device, size: [u32; 2]) -> Self {
        let usage = wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST;
        let made = |label, format| texture(device, label, size[0], size[1], format, usage);
        let map = made("uploaded: map", wgpu::TextureFormat::Rgba32Float);
        let triangles = made("uploaded: triangles", wgpu::TextureFormat::Rg32Uint);
        let views = [&map, &triangles].map(|t| t.create_view(&Default::default()));
        Self { size, map, triangles, views }
    }
}
