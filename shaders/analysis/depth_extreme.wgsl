// Z_max or Z_min of one jaw (the depth test decides which), with the triangle that gave it: depth map and item
// buffer in one. Paper, sect. 4 and 7.

@fragment
fn fragment(corner: Corner) -> @location(0) vec2u {
    return vec2u(bitcast<u32>(corner.depth_mm), corner.triangle);
}
