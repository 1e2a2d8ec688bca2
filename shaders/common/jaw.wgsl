// One jaw, drawn un-indexed along the projection. CPU twin: gpu::layout::JawUniform.
struct JawRun {
    clip_from_jaw: mat4x4f,
    // dot(this, vec4(p, 1)) is the depth of p along the projection, mm.
    depth_from_jaw: vec4f,
    // 0 for the upper jaw, 1 for the lower; the rest is unused.
    side: vec4u,
}

@group(0) @binding(0) var<uniform> jaw: JawRun;

struct Corner {
    @builtin(position) clip: vec4f,
    @location(0) depth_mm: f32,
    @location(1) @interpolate(flat, either) triangle: u32,
}

@vertex
fn vertex(@builtin(vertex_index) idx: u32, @location(0) position: vec3f) -> Corner {
    let p = vec4f(position, 1.0);
    return Corner(jaw.clip_from_jaw * p, dot(jaw.depth_from_jaw, p), idx / 3u);
}
