// The lower jaw's first surface, and both counts of its faces at once: test (2) of the paper against the upper jaw's last
// surface, test (3) against its first. Nobody asks for them where the upper jaw is not.

@group(1) @binding(0) var<storage, read_write> lower: array<atomic<u32>>;
@group(1) @binding(1) var<storage, read> upper: array<u32>;

fn touch(pixel: u32, depth_mm: f32, triangle: u32, entered: bool) {
    let at = pixel * FACE_WORDS;
    let depth = ordered(depth_mm);
    atomicMax(&lower[at + FIRST], ~depth);
    let last = upper[at + LAST];
    if last == 0u {
        return;
    }
    if depth < last {
        atomicAdd(&lower[at + BEFORE], one(entered));
    }
    if depth <= ~upper[at + FIRST] {
        atomicAdd(&lower[at + NOT_BEHIND], one(entered));
    }
    if jaw.is_closed == 0u {
        atomicAdd(&lower[at + FACES], one(entered));
    }
}
