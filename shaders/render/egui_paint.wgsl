// egui's shapes and letters. Its own shader carries a second way of filtering, dithering and two curves along, all of
// which a software driver runs for every pixel whatever is asked for.

struct EguiUniform {
    // Reciprocal size of the window, 1 / points.
    per_point: vec2<f32>,
    padding: vec2<f32>,
}

@group(0) @binding(0) var<uniform> window: EguiUniform;
@group(1) @binding(0) var letters: texture_2d<f32>;
@group(1) @binding(1) var letters_sampler: sampler;

struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) uv: vec2<f32>,
    // Gamma values, alpha multiplied in.
    @location(1) color: vec4<f32>,
}

@vertex
fn vs_egui(@location(0) at: vec2<f32>, @location(1) uv: vec2<f32>, @location(2) color: vec4<f32>) -> Corner {
    let place = at * window.per_point;
    return Corner(vec4<f32>(place.x * 2.0 - 1.0, 1.0 - place.y * 2.0, 0.0, 1.0), uv, color);
}

@fragment
fn fs_egui(corner: Corner) -> @location(0) vec4<f32> {
    return corner.color * textureSampleLevel(letters, letters_sampler, corner.uv, 0.0);
}
