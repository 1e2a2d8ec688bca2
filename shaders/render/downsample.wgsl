// Two by two pixels into one, in linear light: smooth edges, lines and hatch.

@group(0) @binding(0) var large: texture_2d<f32>;

@vertex
fn vertex_downsample(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    return vec4(vec2(f32(index & 1u), f32(index >> 1u)) * 4.0 - 1.0, 0.0, 1.0);
}

@fragment
fn fragment_downsample(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    let first = vec2<i32>(position.xy) * 2;
    let sum = textureLoad(large, first, 0) + textureLoad(large, first + vec2(1, 0), 0)
        + textureLoad(large, first + vec2(0, 1), 0) + textureLoad(large, first + vec2(1, 1), 0);
    return vec4(sum.rgb * 0.25, 1.0);
}
