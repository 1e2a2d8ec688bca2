// Marks every triangle that some pixel's ray hits, whatever lies before it.

@group(1) @binding(0) var<storage, read_write> seen: array<atomic<u32>>;

fn touch(pixel: u32, depth_mm: f32, triangle: u32, entered: bool) {
    let bit = 1u << (triangle & 31u);
    if (atomicLoad(&seen[triangle >> 5u]) & bit) == 0u {
        atomicOr(&seen[triangle >> 5u], bit);
    }
}
