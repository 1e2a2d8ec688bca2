// The triangle of the upper jaw's last surface, and the surface before it; of two equally deep ones the second is that.
// Depths are computed by the same steps as when the last one was found (`product`): they are the same numbers.

@group(1) @binding(0) var<storage, read_write> upper: array<atomic<u32>>;

fn touch(pixel: u32, depth_mm: f32, triangle: u32, entered: bool) {
    let at = pixel * FACE_WORDS;
    let depth = ordered(depth_mm);
    if depth < atomicLoad(&upper[at + LAST]) || atomicMax(&upper[at + TRIANGLE], ~triangle) != 0u {
        atomicMax(&upper[at + BEFORE_LAST], depth);
    }
}
