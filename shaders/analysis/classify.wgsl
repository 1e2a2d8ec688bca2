// The decision rule, pixel by pixel (METHOD.md, "Decision per pixel"; paper, sect. 4 and 5).

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

// Whether a ray that has crossed all of a jaw is outside it again; parity can only tell odd from even.
fn is_unbalanced(own: u32, is_closed: u32) -> bool {
    if is_closed == 1u {
        return false;
    }
    let w = signed_byte((own >> 8u) & 0xffu);
    return select((w & 1) != 0, w != 0, run.counting == COUNTING_WINDING);
}

fn first_state(pixel: vec2u, idx: u32) -> u32 {
    let upper = textureLoad(upper_last, pixel, 0).y != NO_TRIANGLE;
    let lower = textureLoad(lower_first, pixel, 0).y != NO_TRIANGLE;
    if !(upper && lower) {
        return select(CLASS_NONE, CLASS_UPPER_ONLY, upper) + select(CLASS_NONE, CLASS_LOWER_ONLY, lower);
    }
    let n1 = textureLoad(number, pixel, 0).x;
    let w1 = i32(round(textureLoad(winding, pixel, 0).x));
    let counts = (n1 << N1_SHIFT) | ((own_upper[idx] & 0xffu) << N_UPPER_SHIFT);
    if is_unbalanced(own_upper[idx], run.is_closed.x) || is_unbalanced(own_lower[idx], run.is_closed.y) {
        return counts | CLASS_UNSOLVED | UNBALANCED_BIT;
    }
    let odd = (n1 & 1u) == 1u;
    let last_surface_inside = select(odd, w1 != 0, run.counting == COUNTING_WINDING);
    if last_surface_inside {
        return with_class(counts, CLASS_INTERFERING, 1u);
    }
    if n1 == 0u {
        return with_class(counts, CLASS_CLEAR, 1u);
    }
    return counts | CLASS_UNSOLVED | PENDING_BIT;
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
    let n1 = (state >> N1_SHIFT) & 0xffu;
    let n2 = textureLoad(number, id.xy, 0).x;
    let w2 = i32(round(textureLoad(winding, id.xy, 0).x));
    let own_a = select(own_upper[idx], own_lower[idx], run.swapped == 1u) & 0xffu;
    let first_surface_inside = select((n2 & 1u) == 1u, w2 != 0, run.counting == COUNTING_WINDING);
    if first_surface_inside {
        states[idx] = with_class(state, CLASS_INTERFERING, 2u);
    } else if run.counting == COUNTING_THREE_MASKS {
        // Masks SO and SP keep whether faces passed and whether their number is odd, but not how many: sect. 5, #2'.
        leave_to_layer_order(idx, state);
    } else if n1 == n2 {
        states[idx] = with_class(state, CLASS_CLEAR, 2u);
    } else if own_a == 2u {
        states[idx] = with_class(state, CLASS_INTERFERING, 2u);
    } else {
        leave_to_layer_order(idx, state);
    }
}
