// The class of every pixel by what was drawn: after the first pass of counting, and where that decides nothing after the
// second. The rule is in decision.wgsl; this reads the counts and keeps the states (METHOD.md, "Decision per pixel").

struct Plan {
    // Arguments of the second pass's draw of B: vertices, instances, first vertex, first instance.
    second_draw: array<atomic<u32>, 4>,
    // Workgroups of the second classification: x, y, z.
    second_dispatch: array<atomic<u32>, 3>,
    // Pixels that need their layers, for the class or for the gap alone; the first of them need the order for the class.
    n_slots: atomic<u32>,
    n_ordered: atomic<u32>,
    max_layers: u32,
    unused: array<u32, 2>,
}

@group(0) @binding(0) var<uniform> run: Run;
@group(1) @binding(0) var upper_last: texture_2d<u32>;
@group(1) @binding(1) var lower_first: texture_2d<u32>;
@group(1) @binding(2) var number: texture_2d<u32>;
@group(1) @binding(3) var winding: texture_2d<f32>;
@group(1) @binding(4) var<storage, read> own_upper: array<u32>;
@group(1) @binding(5) var<storage, read> own_lower: array<u32>;
@group(1) @binding(6) var<storage, read_write> states: array<u32>;
@group(1) @binding(7) var<storage, read_write> plan: Plan;
@group(1) @binding(8) var<storage, read_write> slots: array<u32>;
@group(1) @binding(9) var<storage, read_write> pixel_of_slot: array<u32>;
@group(1) @binding(10) var<storage, read_write> layer_counts: array<u32>;

fn winding_of_own(own: u32) -> i32 {
    return signed_byte((own >> 8u) & 0xffu);
}

// Of B's faces that passed the test that was drawn last.
fn drawn_crossings(pixel: vec2u) -> Crossings {
    return Crossings(textureLoad(number, pixel, 0).x, i32(round(textureLoad(winding, pixel, 0).x)));
}

fn first_state(pixel: vec2u, idx: u32) -> u32 {
    let upper = textureLoad(upper_last, pixel, 0).y != NO_TRIANGLE;
    let lower = textureLoad(lower_first, pixel, 0).y != NO_TRIANGLE;
    if !(upper && lower) {
        return select(CLASS_NONE, CLASS_UPPER_ONLY, upper) + select(CLASS_NONE, CLASS_LOWER_ONLY, lower);
    }
    let before = drawn_crossings(pixel);
    let counts = (before.number << N1_SHIFT) | ((own_upper[idx] & 0xffu) << N_UPPER_SHIFT);
    return counts | by_first_test(winding_of_own(own_upper[idx]), winding_of_own(own_lower[idx]), before);
}

@compute @workgroup_size(8, 8)
fn first(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= run.size) {
        return;
    }
    let idx = id.y * run.size.x + id.x;
    let state = first_state(id.xy, idx);
    states[idx] = state;
    if (state & PENDING_BIT) != 0u {
        let b_vertices = select(run.n_vertices.y, run.n_vertices.x, run.swapped == 1u);
        atomicStore(&plan.second_draw[0], b_vertices);
        atomicStore(&plan.second_draw[1], 1u);
        atomicStore(&plan.second_dispatch[0], (run.size.x + 7u) / 8u);
        atomicStore(&plan.second_dispatch[1], (run.size.y + 7u) / 8u);
        atomicStore(&plan.second_dispatch[2], 1u);
    }
}

// Counts cannot decide (sect. 6): the first slots are these pixels'.
fn leave_to_layer_order(idx: u32, state: u32) {
    states[idx] = with_class(state, CLASS_UNSOLVED, 0u);
    let slot = atomicAdd(&plan.n_slots, 1u);
    atomicAdd(&plan.n_ordered, 1u);
    slots[idx] = slot;
    pixel_of_slot[slot] = idx;
    layer_counts[slot] = 0u;
}

@compute @workgroup_size(8, 8)
fn second(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= run.size) {
        return;
    }
    let idx = id.y * run.size.x + id.x;
    let state = states[idx];
    if (state & PENDING_BIT) == 0u {
        return;
    }
    let n_before = (state >> N1_SHIFT) & 0xffu;
    let n_own = select(own_upper[idx], own_lower[idx], run.swapped == 1u) & 0xffu;
    let decided = by_second_test(n_before, drawn_crossings(id.xy), n_own);
    if (decided & PENDING_BIT) != 0u {
        leave_to_layer_order(idx, state);
    } else {
        states[idx] = with_class(state, 0u, 0u) | decided;
    }
}
