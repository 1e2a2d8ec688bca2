// Copies a finished picture to its place in the window, pixel for pixel, or enlarged where it was drawn smaller.

struct BlitUniform {
    // Top left corner of the picture in the window, pixels.
    corner: vec2<f32>,
    // Pixels of the window, reciprocal size.
    per_px: vec2<f32>,
}

@group(0) @binding(0) var<uniform> blit: BlitUniform;
@group(0) @binding(1) var picture: texture_2d<f32>;
@group(0) @binding(2) var smooth_sampler: sampler;

@vertex
fn vs_blit(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    // One triangle that covers the viewport.
    let corner = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    return vec4<f32>(corner * 2.0 - 1.0, 0.0, 1.0);
}

@fragment
fn fs_blit(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    return textureLoad(picture, vec2<i32>(position.xy - blit.corner), 0);
}

@fragment
fn fs_enlarge(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    return textureSampleLevel(picture, smooth_sampler, (position.xy - blit.corner) * blit.per_px, 0.0);
}
