// Boxes of nodes, seven numbers each: lowest corner, highest corner, bound (bound.wgsl).

@group(0) @binding(2) var<storage, read> boxes: array<f32>;

fn lowest_of(node: u32) -> vec3f {
    return vec3f(boxes[7u * node], boxes[7u * node + 1u], boxes[7u * node + 2u]);
}

fn highest_of(node: u32) -> vec3f {
    return vec3f(boxes[7u * node + 3u], boxes[7u * node + 4u], boxes[7u * node + 5u]);
}

// No vertex in the box had its nearest triangle farther away, when last it was looked for.
fn bound_of(node: u32) -> f32 {
    return boxes[7u * node + 6u];
}
