// Z_max or Z_min of one jaw (the depth test decides which), with the triangle that gave it: depth map and item
// buffer in one. Paper, sect. 4 and 7.

@fragment
fn fragment(corner: Corner) -> @location(0) vec2u {
    return vec2u(bitcast<u32>(corner.depth_mm), corner.triangle);
}

@group(1) @binding(0) var last: texture_2d<u32>;

// The surface before the last one: what lies behind Z_max, and Z_max's own triangle, is peeled off.
@fragment
fn fragment_before_last(corner: Corner) -> @location(0) vec2u {
    let peeled = textureLoad(last, vec2u(corner.clip.xy), 0);
    if corner.triangle == peeled.y || corner.depth_mm >= bitcast<f32>(peeled.x) {
        discard;
    }
    return vec2u(bitcast<u32>(corner.depth_mm), corner.triangle);
}
