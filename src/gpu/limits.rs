//! What is asked of a device: core WebGPU where the adapter has it, else less.

/// What the passes of the analysis bind at once, the most: what core WebGPU promises.
pub const STORAGE_BUFFERS_OF_ANALYSIS: u32 = 8;

/// Features that are used where they are there; the method itself needs none.
pub fn wanted_features() -> wgpu::Features {
    wgpu::Features::TIMESTAMP_QUERY
}

/// WebGPU's default limits, with the buffer and texture sizes that the adapter allows on top. An adapter that has not as much is
/// asked for what it has of them.
pub fn wanted(allowed: &wgpu::Limits) -> wgpu::Limits {
    let core = wgpu::Limits::default();
    let base = if core.check_limits(allowed) { core } else { smallest().or_worse_values_from(allowed) };
    wgpu::Limits {
        max_buffer_size: allowed.max_buffer_size,
        max_storage_buffer_binding_size: allowed.max_storage_buffer_binding_size,
        max_texture_dimension_2d: allowed.max_texture_dimension_2d,
        ..base
    }
}

/// The smallest limits that are served.
pub fn smallest() -> wgpu::Limits {
    wgpu::Limits::downlevel_defaults()
}
