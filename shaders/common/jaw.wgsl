// One jaw, drawn un-indexed along the projection. CPU twin: gpu::layout::JawUniform.
struct JawRun {
    clip_from_jaw: mat4x4f,
    // dot(this, vec4(p, 1)) is the depth of p along the projection, mm.
    depth_from_jaw: vec4f,
    // 0 for the upper jaw, 1 for the lower.
    side: u32,
    // Depth buffer units per mm of depth.
    depth_per_mm: f32,
    // Columns and rows of the map.
    size: vec2u,
}

@group(0) @binding(0) var<uniform> jaw: JawRun;
// Three corners a triangle, three numbers a corner.
@group(0) @binding(1) var<storage, read> corners: array<f32>;

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

// From this change of depth per pixel on, a wall is so steep that snapping its corners to the raster's grid can carry
// its plane far beyond the triangle itself.
const STEEP_MM: f32 = 1.0;

struct Surface {
    depth_mm: f32,
    // For the depth test.
    depth: f32,
}

fn corner_depth_mm(idx: u32) -> f32 {
    let p = vec3f(corners[3u * idx], corners[3u * idx + 1u], corners[3u * idx + 2u]);
    return dot(jaw.depth_from_jaw, vec4f(p, 1.0));
}

// Depth of a fragment, on a steep wall no farther than the triangle's own corners. Call it unconditionally: it needs
// derivatives.
fn surface_at(corner: Corner) -> Surface {
    let slope_mm = fwidth(corner.depth_mm);
    if slope_mm <= STEEP_MM {
        return Surface(corner.depth_mm, corner.clip.z);
    }
    let a = corner_depth_mm(3u * corner.triangle);
    let b = corner_depth_mm(3u * corner.triangle + 1u);
    let c = corner_depth_mm(3u * corner.triangle + 2u);
    let depth_mm = clamp(corner.depth_mm, min(min(a, b), c), max(max(a, b), c));
    return Surface(depth_mm, depth_mm * jaw.depth_per_mm);
}
