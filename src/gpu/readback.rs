//! Results on their way from the GPU to the CPU.
use super::device::{Context, GpuError};
use super::layout::LIST_CAPACITY;
use super::targets::Targets;
use crate::field::{GapField, Layer, LayerCode, LayerReading, LayerSequence, PixelClass, Projection, SolvedBy};
use crate::jaw::JawSide;
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
    context.wait()?;
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
        context.poll();
    }
}

/// The first so many words of a buffer; waits for the GPU.
///
/// # Errors
/// [`GpuError::Lost`].
pub fn read_words(context: &Context, buffer: &wgpu::Buffer, n_words: usize) -> Result<Vec<u32>, GpuError> {
    if n_words == 0 {
        return Ok(Vec::new());
    }
    let bytes = n_words as u64 * 4;
    let mut readback = Readback::new(&context.device, bytes);
    let descriptor = wgpu::CommandEncoderDescriptor { label: Some("read words") };
    let mut encoder = context.device.create_command_encoder(&descriptor);
    encoder.copy_buffer_to_buffer(buffer, 0, readback.buffer(), 0, bytes);
    context.queue.submit([encoder.finish()]);
    readback.request();
    wait(context, &[&readback])?;
    let bytes = readback.take().ok_or_else(|| GpuError::Lost("the words did not arrive".into()))?;
    Ok(bytemuck::pod_collect_to_vec(&bytes))
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
    let class = |state: u32| PixelClass::from_u8((state & 7) as u8).unwrap_or(PixelClass::None);
    let pixels = map.into_iter().zip(triangles).zip(states);
    Ok(GapField::of_painted(projection, pixels.map(|((map, triangles), state)| (map, triangles, class(state)))))
}

/// Tags of list entries, as in shaders/common/layer_entry.wgsl.
const LOWER_BIT: u32 = 0x4000_0000;
const ENTERED_BIT: u32 = 0x8000_0000;
const TRIANGLE_MASK: u32 = 0x3fff_ffff;

/// Flags of a pixel's state, as in shaders/common/run.wgsl.
const STAGE_SHIFT: u32 = 3;
const UNBALANCED_BIT: u32 = 0x20;

/// One pixel's layers on their way, after [`super::execution::GpuExecution::encode_inspection`].
pub struct LayerReadback {
    frame: u64,
    pixel: [u32; 2],
    depth_epsilon_mm: f32,
    state: Readback,
    count: Readback,
    entries: Readback,
    /// `None` where compute lists layers: the list is the order itself.
    code: Option<[TextureReadback; 2]>,
}

impl LayerReadback {
    /// `frame` and `depth_epsilon_mm` are of the frame that is looked at, whose map has `cols` columns; with a code where raster
    /// passes have blended one.
    pub fn encode(
        device: &wgpu::Device,
        encoder: &mut wgpu::CommandEncoder,
        (targets, has_code): (&Targets, bool),
        (pixel, cols): ([u32; 2], u32),
        (frame, depth_epsilon_mm): (u64, f32),
    ) -> Self {
        let [col, row] = pixel;
        let mut copied = |buffer: &wgpu::Buffer, offset, size| {
            let readback = Readback::new(device, size);
            encoder.copy_buffer_to_buffer(buffer, offset, readback.buffer(), 0, size);
            readback
        };
        let idx = u64::from(row) * u64::from(cols) + u64::from(col);
        let state = copied(&targets.states, idx * 4, 4);
        let (count, entries) =
            (copied(&targets.list_counts, 0, 4), copied(&targets.list_entries, 0, LIST_CAPACITY * 8));
        let origin = wgpu::Origin3d { x: col, y: row, z: 0 };
        let code = has_code.then(|| {
            [&targets.order.identifiers_texture, &targets.order.facings_texture]
                .map(|t| TextureReadback::encode_at(device, encoder, t, origin, [1, 1], 8))
        });
        Self { frame, pixel, depth_epsilon_mm, state, count, entries, code }
    }

    /// Asks for the bytes, after the copies were submitted.
    pub fn request(&mut self) {
        let code = self.code.iter_mut().flatten().map(|t| &mut t.readback);
        for readback in [&mut self.state, &mut self.count, &mut self.entries].into_iter().chain(code) {
            readback.request();
        }
    }

    /// What [`wait`] is to wait for.
    pub fn parts(&self) -> impl Iterator<Item = &Readback> {
        let code = self.code.iter().flatten().map(|t| &t.readback);
        [&self.state, &self.count, &self.entries].into_iter().chain(code)
    }

    pub fn has_arrived(&self) -> bool {
        self.parts().all(Readback::has_arrived)
    }

    pub fn take(self) -> Option<LayerReading> {
        let state: u32 = bytemuck::pod_read_unaligned(&self.state.take()?);
        let n_layers: u32 = bytemuck::pod_read_unaligned(&self.count.take()?);
        let entries: Vec<[u32; 2]> = bytemuck::pod_collect_to_vec(&self.entries.take()?);
        let listed = entries.get(..n_layers as usize).unwrap_or_default();
        let layers = listed.iter().map(layer).collect();
        let sequence = match self.code {
            Some(code) => LayerSequence::new(layers, n_layers, &layer_code(code)?, self.depth_epsilon_mm),
            None => LayerSequence::listed(layers, n_layers),
        };
        let class = PixelClass::from_u8((state & 7) as u8).unwrap_or(PixelClass::None);
        Some(LayerReading {
            frame: self.frame,
            pixel: self.pixel,
            sequence,
            class,
            solved_by: solved_by(class, state),
            depth_epsilon_mm: self.depth_epsilon_mm,
        })
    }
}

fn layer_code(code: [TextureReadback; 2]) -> Option<LayerCode> {
    let [identifiers, facings] = code.map(TextureReadback::take::<[u16; 4]>);
    let channels = |texels: Option<Vec<[u16; 4]>>| Some(texels?.first()?.map(half));
    Some(LayerCode { identifiers: channels(identifiers)?, facings: channels(facings)? })
}

fn solved_by(class: PixelClass, state: u32) -> SolvedBy {
    match class {
        PixelClass::None | PixelClass::UpperOnly | PixelClass::LowerOnly => SolvedBy::NoOverlap,
        PixelClass::Unsolved if state & UNBALANCED_BIT != 0 => SolvedBy::Unbalanced,
        PixelClass::Unsolved => SolvedBy::Nothing,
        PixelClass::Clear | PixelClass::Interfering => match state >> STAGE_SHIFT & 3 {
            1 => SolvedBy::FirstPass,
            2 => SolvedBy::SecondPass,
            _ => SolvedBy::LayerOrder,
        },
    }
}

fn layer([depth, tag]: &[u32; 2]) -> Layer {
    Layer {
        side: if tag & LOWER_BIT == 0 { JawSide::Upper } else { JawSide::Lower },
        entered: tag & ENTERED_BIT != 0,
        triangle: tag & TRIANGLE_MASK,
        depth_mm: f32::from_bits(*depth),
    }
}

/// A half float's value.
fn half(bits: u16) -> f32 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1f), f32::from(bits & 0x3ff));
    let size = match exponent {
        0 => fraction * 2f32.powi(-24),
        31 => f32::NAN,
        _ => (1024.0 + fraction) * 2f32.powi(exponent - 25),
    };
    if bits >> 15 == 0 { size } else { -size }
}

/// A part of a texture, the upper left one as a rule, on its way; rows are padded to 256 bytes.
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
        size: [u32; 2],
        texel_bytes: u32,
    ) -> Self {
        Self::encode_at(device, encoder, texture, wgpu::Origin3d::ZERO, size, texel_bytes)
    }

    fn encode_at(
        device: &wgpu::Device,
        encoder: &mut wgpu::CommandEncoder,
        texture: &wgpu::Texture,
        origin: wgpu::Origin3d,
        [cols, rows]: [u32; 2],
        texel_bytes: u32,
    ) -> Self {
        let row_bytes = cols * texel_bytes;
        let padded_row_bytes = row_bytes.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let readback = Readback::new(device, u64::from(padded_row_bytes) * u64::from(rows));
        encoder.copy_texture_to_buffer(
            wgpu::TexelCopyTextureInfo { origin, ..texture.as_image_copy() },
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_name_their_pass() {
        for (class, state, by) in [
            (PixelClass::UpperOnly, 0x9, SolvedBy::NoOverlap),
            (PixelClass::Clear, 0x0b, SolvedBy::FirstPass),
            (PixelClass::Interfering, 0x214, SolvedBy::SecondPass),
            (PixelClass::Interfering, 0x1c, SolvedBy::LayerOrder),
            (PixelClass::Unsolved, 0x25, SolvedBy::Unbalanced),
            (PixelClass::Unsolved, 0x100_0005, SolvedBy::Nothing),
        ] {
            assert_eq!(solved_by(class, state), by, "{state:#x}");
        }
    }

    #[test]
    fn halves_are_read() {
        for (bits, value) in [(0x3c00, 1.0), (0x3800, 0.5), (0x3fff, 2047.0 / 1024.0), (0x1400, 1.0 / 1024.0), (0, 0.0)]
        {
            assert_eq!(half(bits), value);
        }
        assert_eq!(half(0xbc00), -1.0);
        assert!(half(0x7c00).is_nan());
    }
}
