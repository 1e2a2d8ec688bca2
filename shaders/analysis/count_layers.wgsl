// B's faces that pass the depth test against A: the stencil counts them, this adds +1 for a face entered and -1 for
// one left, so that the sum is B's winding number at A's surface. Paper, sect. 4, test (2) and (3).

struct Step {
    @location(0) winding: vec4f,
    @builtin(frag_depth) depth: f32,
}

@fragment
fn fragment(corner: Corner, @builtin(front_facing) entered: bool) -> Step {
    return Step(vec4f(select(-1.0, 1.0, entered), 0.0, 0.0, 0.0), surface_at(corner).depth);
}
