// The upper jaw's first and last surface and its own faces.

@group(1) @binding(0) var<storage, read_write> upper: array<atomic<u32>>;

fn touch(pixel: u32, depth_mm: f32, triangle: u32, entered: bool) {
    let at = pixel * FACE_WORDS;
    let depth = ordered(depth_mm);
    atomicMax(&upper[at + LAST], depth);
    atomicMax(&upper[at + FIRST], ~depth);
    atomicAdd(&upper[at + FACES], one(entered));
}
