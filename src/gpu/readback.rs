//! Results on their way from the GPU to the CPU.
use super::device::{Context, GpuError};
use crate::field::{GapField, PixelClass, Projection};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// A small buffer that is asked for with a frame and taken when it has arrived.
pub struct Readback {
    buffer: wgpu::Buffer,
    arrived: Arc<OnceLock<bool>>,
}

impl Readback {
    pub fn new(device: &wgpu::Device, size: u64) -> Self {
        let buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("readback"),
            size,
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        Self { buffer, arrived: Arc::default() }
    }

    pub fn buffer(&self) -> &wgpu::Buffer {
        &self.buffer
    }

    /// Asks for the bytes, after the copy into the buffer was submitted.
    pub fn request(&mut self) {
        let arrived = Arc::clone(&self.arrived);
        self.buffer.map_async(wgpu::MapMode::Read, .., move |result| {
            let _ = arrived.set(result.is_ok());
        });
    }

    pub fn has_arrived(&self) -> bool {
        self.arrived.get() == Some(&true)
    }

    fn has_failed(&self) -> bool {
        self.arrived.get() == Some(&false)
    }

    /// The bytes, once they have arrived.
    pub fn take(self) -> Option<Vec<u8>> {
        if !self.has_arrived() {
            return None;
        }
        let bytes = self.buffer.get_mapped_range(..).ok()?.to_vec();
        self.buffer.unmap();
        Some(bytes)
    }
}

/// How long bytes may take to arrive once the GPU has done its work.
const PATIENCE: Duration = Duration::from_secs(10);

/// Waits until the GPU has done all that was submitted and these bytes have arrived. The last step takes a moment more
/// where another thread waits on the same device: its wait may be the one that calls back.
///
/// # Errors
/// [`GpuError::Lost`].
pub fn wait(context: &Context, due: &[&Readback]) -> Result<(), GpuError> {
    context.device.poll(wgpu::PollType::wait_indefinitely()).map_err(|e| GpuError::Lost(e.to_string()))?;
    let begun = Instant::now();
    loop {
        context.check()?;
        if due.iter().all(|r| r.has_arrived()) {
            return Ok(());
        }
        if due.iter().any(|r| r.has_failed()) || begun.elapsed() > PATIENCE {
            return Err(GpuError::Lost("results did not arrive".into()));
        }
        std::thread::sleep(Duration::from_millis(1));
        context.device.poll(wgpu::PollType::Poll).map_err(|e| GpuError::Lost(e.to_string()))?;
    }
}

/// Where an engine leaves its maps.
pub struct MapsOnGpu<'a> {
    pub map: &'a wgpu::Texture,
    pub triangles: &'a wgpu::Texture,
    pub states: &'a wgpu::Buffer,
}

/// Reads the maps of the last frame; waits for the GPU.
///
/// # Errors
/// [`GpuError::Lost`].
pub fn read_gap_field(context: &Context, maps: &MapsOnGpu<'_>, projection: Projection) -> Result<GapField, GpuError> {
    let (cols, rows) = (projection.cols, projection.rows);
    let device = &context.device;
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("read maps") });
    let mut map = TextureReadback::encode(device, &mut encoder, maps.map, [cols, rows], 16);
    let mut triangles = TextureReadback::encode(device, &mut encoder, maps.triangles, [cols, rows], 8);
    let n_pixels = u64::from(cols) * u64::from(rows);
    let mut states = Readback::new(device, n_pixels * 4);
    encoder.copy_buffer_to_buffer(maps.states, 0, states.buffer(), 0, n_pixels * 4);
    context.queue.submit([encoder.finish()]);
    map.readback.request();
    triangles.readback.request();
    states.request();
    wait(context, &[&map.readback, &triangles.readback, &states])?;
    let lost = || GpuError::Lost("the maps did not arrive".into());
    let map: Vec<[f32; 4]> = map.take().ok_or_else(lost)?;
    let triangles: Vec<[u32; 2]> = triangles.take().ok_or_else(lost)?;
    let states: Vec<u32> = bytemuck::pod_collect_to_vec(&states.take().ok_or_else(lost)?);
    let value = |x: f32| if x < super::NO_VALUE { x } else { f32::NAN };
    Ok(GapField {
        projection,
        class: states.iter().map(|s| PixelClass::from_u8((s & 7) as u8).unwrap_or(PixelClass::None)).collect(),
        gap_mm: map.iter().map(|p| value(p[0])).collect(),
        upper_depth_mm: map.iter().map(|p| value(p[1])).collect(),
        lower_depth_mm: map.iter().map(|p| value(p[2])).collect(),
        upper_triangle: triangles.iter().map(|p| p[0]).collect(),
        lower_triangle: triangles.iter().map(|p| p[1]).collect(),
    })
}

/// A texture's upper left part on its way; rows are padded to 256 bytes.
struct TextureReadback {
    readback: Readback,
    row_bytes: usize,
    padded_row_bytes: usize,
}

impl TextureReadback {
    fn encode(
        device: &wgpu::Device,
        encoder: &mut wgpu::CommandEncoder,
        texture: &wgpu::Texture,
        [cols, rows]: [u32; 2],
        texel_bytes: u32,
    ) -> Self {
        let row_bytes = cols * texel_bytes;
        let padded_row_bytes = row_bytes.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let readback = Readback::new(device, u64::from(padded_row_bytes) * u64::from(rows));
        encoder.copy_texture_to_buffer(
            texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: readback.buffer(),
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(padded_row_bytes),
                    rows_per_image: None,
                },
            },
            wgpu::Extent3d { width: cols, height: rows, depth_or_array_layers: 1 },
        );
        Self { readback, row_bytes: row_bytes as usize, padded_row_bytes: padded_row_bytes as usize }
    }

    fn take<T: bytemuck::AnyBitPattern + bytemuck::NoUninit>(self) -> Option<Vec<T>> {
        let bytes = self.readback.take()?;
        let rows = bytes.chunks(self.padded_row_bytes).flat_map(|row| &row[..self.row_bytes]).copied();
        Some(bytemuck::pod_collect_to_vec(&rows.collect::<Vec<u8>>()))
    }
}
