// The projected gap map: depth of interference where both solids overlap along the ray, else the clearance from the
// upper's exit to the lower's next entry (METHOD.md, "Projected gap"). Pixels that two surfaces decide are done here; the others get a slot and their ordered layers (layer_list.wgsl).

struct Plan {
    second_draw: array<u32, 4>,
    second_dispatch: array<u32, 3>,
    n_slots: atomic<u32>,
}

@group(0) @binding(0) var<uniform> run: Run;
@group(1) @binding(0) var upper_last: texture_2d<u32>;
@group(1) @binding(1) var upper_before_last: texture_2d<u32>;
@group(1) @binding(2) var lower_first: texture_2d<u32>;
@group(1) @binding(3) var<storage, read_write> states: array<u32>;
@group(1) @binding(4) var<storage, read_write> slots: array<u32>;
@group(1) @binding(5) var<storage, read_write> plan: Plan;
@group(1) @binding(6) var<storage, read_write> pixel_of_slot: array<u32>;
@group(1) @binding(7) var map: texture_storage_2d<rgba32float, write>;
@group(1) @binding(8) var triangles: texture_storage_2d<rg32uint, write>;

// One lower entry, and the upper solid without a break from there, or from its own only entry, to its last surface.
fn two_surfaces_decide(n1: u32, n_upper: u32, before_last_mm: f32, lower_mm: f32) -> bool {
    return run.swapped == 0u && n1 == 1u && (n_upper == 2u || before_last_mm <= lower_mm);
}

@compute @workgroup_size(8, 8)
fn gap_map(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= run.size) {
        return;
    }
    let idx = id.y * run.size.x + id.x;
    var state = states[idx];
    let kind = state_class(state);
    let last_upper = textureLoad(upper_last, id.xy, 0);
    let first_lower = textureLoad(lower_first, id.xy, 0);
    let upper_mm = bitcast<f32>(last_upper.x);
    let lower_mm = bitcast<f32>(first_lower.x);
    let before_last_mm = bitcast<f32>(textureLoad(upper_before_last, id.xy, 0).x);
    let n1 = (state >> N1_SHIFT) & 0xffu;
    let n_upper = (state >> N_UPPER_SHIFT) & 0xffu;
    var slot = NO_TRIANGLE;
    var gap_mm = NO_VALUE;
    let is_simple = two_surfaces_decide(n1, n_upper, before_last_mm, lower_mm);
    if kind == CLASS_UNSOLVED && (state & UNBALANCED_BIT) == 0u {
        // Left to the layer order; it has its slot already.
        slot = slots[idx];
    } else if (kind == CLASS_INTERFERING && !is_simple) || (kind == CLASS_CLEAR && n1 != 0u) {
        slot = atomicAdd(&plan.n_slots, 1u);
        pixel_of_slot[slot] = idx;
    } else if kind == CLASS_INTERFERING {
        let depth_mm = upper_mm - max(before_last_mm, lower_mm);
        gap_mm = -depth_mm;
        if depth_mm <= run.depth_epsilon_mm {
            // Equal depth is touching.
            gap_mm = 0.0;
            state = with_class(state, CLASS_CLEAR, (state >> STAGE_SHIFT) & 3u);
        }
    } else if kind == CLASS_CLEAR && run.swapped == 0u {
        // A gap within the depth buffer's resolution is touching.
        gap_mm = max(lower_mm - upper_mm, 0.0);
    }
    states[idx] = state;
    slots[idx] = slot;
    let faces = slot == NO_TRIANGLE && gap_mm <= run.range_mm;
    if !faces {
        gap_mm = NO_VALUE;
    }
    textureStore(map, id.xy, vec4f(gap_mm, upper_mm, lower_mm, f32(state_class(state))));
    let pair = select(vec2u(NO_TRIANGLE), vec2u(last_upper.y, first_lower.y), faces);
    textureStore(triangles, id.xy, vec4u(pair, 0u, 0u));
}
