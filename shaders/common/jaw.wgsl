// One jaw, drawn un-indexed along the projection. Behind depth_plane.wgsl. CPU twin: gpu::layout::JawUniform.
struct JawRun {
    // dot(this, vec4(p, 1)) is the column, row (pixels) and depth (mm) of a corner p as seen from `centre_in_jaw`.
    map_from_jaw: array<vec4f, 3>,
    // The middle of the map, in the jaw's own coordinates.
    centre_in_jaw: vec3f,
    // Zero, which no compiler knows (`product`).
    zero: u32,
    // Columns and rows of the map.
    size: vec2u,
    // 0 for the upper jaw, 1 for the lower.
    side: u32,
    // Depth buffer units per mm of depth.
    depth_per_mm: f32,
}

@group(0) @binding(0) var<uniform> jaw: JawRun;
// Three corners a triangle, three numbers a corner.
@group(0) @binding(1) var<storage, read> corners: array<f32>;

struct Corner {
    @builtin(position) clip: vec4f,
    @location(0) @interpolate(flat, either) triangle: u32,
}

@vertex
fn vertex(@builtin(vertex_index) idx: u32, @location(0) position: vec3f) -> Corner {
    let place = on_map(position);
    let clip = place.xy / vec2f(jaw.size) * vec2f(2.0, -2.0) + vec2f(-1.0, 1.0);
    return Corner(vec4f(clip, place.z * jaw.depth_per_mm, 1.0), idx / 3u);
}

struct Surface {
    depth_mm: f32,
    // For the depth test.
    depth: f32,
}

fn surface_at(corner: Corner) -> Surface {
    let first = 3u * corner.triangle;
    let surface = plane(place_of(first), place_of(first + 1u), place_of(first + 2u));
    let depth_mm = depth_at(surface, vec2i(corner.clip.xy));
    return Surface(depth_mm, depth_mm * jaw.depth_per_mm);
}
