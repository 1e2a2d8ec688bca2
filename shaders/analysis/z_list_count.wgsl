// Counts the faces that each pixel's ray crosses.

@group(1) @binding(0) var<uniform> z: ZList;
@group(1) @binding(1) var<storage, read_write> counts: array<atomic<u32>>;

@fragment
fn fragment(corner: Corner) -> @location(0) vec4f {
    let pixel = vec2u(corner.clip.xy);
    atomicAdd(&counts[pixel.y * z.cols + pixel.x], 1u);
    return vec4f(0.0);
}
