// The triangle of the lower jaw's first surface.

@group(1) @binding(0) var<storage, read_write> lower: array<atomic<u32>>;

fn touch(pixel: u32, depth_mm: f32, triangle: u32, entered: bool) {
    let at = pixel * FACE_WORDS;
    if ~ordered(depth_mm) == atomicLoad(&lower[at + FIRST]) {
        atomicMax(&lower[at + TRIANGLE], ~triangle);
    }
}
