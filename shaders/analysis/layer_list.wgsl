// Appends the faces of one jaw to the lists of the pixels that have a slot in this round.

@group(1) @binding(0) var<uniform> round: RoundUniform;
@group(1) @binding(1) var<storage, read> slots: array<u32>;
@group(1) @binding(2) var<storage, read_write> counts: array<atomic<u32>>;
@group(1) @binding(3) var<storage, read_write> entries: array<vec2u>;

@fragment
fn fragment(corner: Corner, @builtin(front_facing) entered: bool) -> @location(0) vec4f {
    let depth_mm = surface_at(corner).depth_mm;
    let pixel = vec2u(corner.clip.xy);
    let slot = slots[pixel.y * round.cols + pixel.x];
    // A slot of an earlier round wraps to a large number here.
    let place = slot - round.first_slot;
    if slot != 0xffffffffu && place < round.n_slots {
        let at = atomicAdd(&counts[place], 1u);
        if at < LIST_CAPACITY {
            let tag = layer_tag(corner.triangle, jaw.side == 1u, entered);
            entries[place * LIST_CAPACITY + at] = vec2u(bitcast<u32>(depth_mm), tag);
        }
    }
    return vec4f(0.0);
}
