//! Buffers that hold something from the beginning.
use wgpu::util::BufferInitDescriptor;

/// As `wgpu::util::DeviceExt`, which panics on a device that is gone and where memory is short.
pub trait CreateFilled {
    /// Where the device gives no memory the buffer holds nothing, and the device says why.
    fn create_filled(&self, descriptor: &BufferInitDescriptor<'_>) -> wgpu::Buffer;
}

impl CreateFilled for wgpu::Device {
    fn create_filled(&self, descriptor: &BufferInitDescriptor<'_>) -> wgpu::Buffer {
        let BufferInitDescriptor { label, contents, usage } = *descriptor;
        let size = (contents.len() as u64).next_multiple_of(wgpu::COPY_BUFFER_ALIGNMENT);
        let buffer = self.create_buffer(&wgpu::BufferDescriptor { label, size, usage, mapped_at_creation: size > 0 });
        if size > 0
            && let Ok(mut mapped) = buffer.get_mapped_range_mut(..)
        {
            mapped.slice(..contents.len()).copy_from_slice(contents);
            drop(mapped);
            buffer.unmap();
        }
        buffer
    }
}
