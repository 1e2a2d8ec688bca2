// Boxes of nodes, six numbers each: lowest corner, highest corner.

@group(0) @binding(2) var<storage, read> boxes: array<f32>;

fn lowest_of(node: u32) -> vec3f {
    return vec3f(boxes[6u * node], boxes[6u * node + 1u], boxes[6u * node + 2u]);
}

fn highest_of(node: u32) -> vec3f {
    return vec3f(boxes[6u * node + 3u], boxes[6u * node + 4u], boxes[6u * node + 5u]);
}
