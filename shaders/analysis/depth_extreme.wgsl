// Z_max or Z_min of one jaw (the depth test decides which), with the triangle that gave it: depth map and item
// buffer in one. Paper, sect. 4 and 7.

struct Item {
    // Depth in mm as bits, triangle.
    @location(0) item: vec2u,
    @builtin(frag_depth) depth: f32,
}

@fragment
fn fragment(corner: Corner) -> Item {
    let surface = surface_at(corner);
    return Item(vec2u(bitcast<u32>(surface.depth_mm), corner.triangle), surface.depth);
}

@group(1) @binding(0) var last: texture_2d<u32>;

// The surface before the last one: what lies behind Z_max, and Z_max's own triangle, is peeled off.
@fragment
fn fragment_before_last(corner: Corner) -> Item {
    let surface = surface_at(corner);
    let peeled = textureLoad(last, vec2u(corner.clip.xy), 0);
    if corner.triangle == peeled.y || surface.depth_mm >= bitcast<f32>(peeled.x) {
        discard;
    }
    return Item(vec2u(bitcast<u32>(surface.depth_mm), corner.triangle), surface.depth);
}
