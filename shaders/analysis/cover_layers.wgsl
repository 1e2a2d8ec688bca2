// Appends the faces of one jaw to the lists of the pixels that have a slot in this round.

@group(1) @binding(0) var<uniform> of_round: RoundUniform;
@group(1) @binding(1) var<storage, read> slots: array<u32>;
@group(1) @binding(2) var<storage, read_write> counts: array<atomic<u32>>;
@group(1) @binding(3) var<storage, read_write> entries: array<vec2u>;

fn touch(pixel: u32, depth_mm: f32, triangle: u32, entered: bool) {
    let slot = slots[pixel];
    // A slot of an earlier round wraps to a large number here.
    let place = slot - of_round.first_slot;
    if slot != NO_LAYER && place < of_round.n_slots {
        let at = atomicAdd(&counts[place], 1u);
        if at < LIST_CAPACITY {
            let tag = layer_tag(triangle, jaw.side == 1u, entered);
            entries[place * LIST_CAPACITY + at] = vec2u(bitcast<u32>(depth_mm), tag);
        }
    }
}
