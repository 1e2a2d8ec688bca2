// Marks every triangle that some pixel's ray hits, whatever lies before it.

@group(1) @binding(0) var<storage, read_write> seen: array<atomic<u32>>;

@fragment
fn fragment(corner: Corner) -> @location(0) vec4f {
    atomicOr(&seen[corner.triangle >> 5u], 1u << (corner.triangle & 31u));
    return vec4f(0.0);
}
