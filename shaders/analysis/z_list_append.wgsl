// Appends the faces of one jaw to the lists of this round's pixels: depth, jaw, facing and triangle.

@group(1) @binding(0) var<uniform> z: ZList;
@group(1) @binding(1) var<uniform> window: ZWindow;
@group(1) @binding(2) var<storage, read> offsets: array<u32>;
// Places of the pixel's list that are still free; 0 at the end says that the list is whole.
@group(1) @binding(3) var<storage, read_write> free: array<atomic<u32>>;
@group(1) @binding(4) var<storage, read_write> entries: array<vec2u>;

@fragment
fn fragment(corner: Corner, @builtin(front_facing) entered: bool) -> @location(0) vec4f {
    let depth_mm = surface_at(corner).depth_mm;
    let at = vec2u(corner.clip.xy);
    let pixel = at.y * z.cols + at.x;
    if pixel >= window.first_pixel && pixel < window.end_pixel {
        let begin = offsets[pixel];
        let n = offsets[pixel + 1u] - begin;
        // A list that is too long for the buffer has no place.
        if n > 0u {
            let place = atomicSub(&free[pixel], 1u) - 1u;
            if place < n {
                let tag = corner.triangle | select(0u, LOWER_BIT, jaw.side == 1u) | select(0u, ENTERED_BIT, entered);
                entries[begin - window.first_entry + place] = vec2u(bitcast<u32>(depth_mm), tag);
            }
        }
    }
    return vec4f(0.0);
}
