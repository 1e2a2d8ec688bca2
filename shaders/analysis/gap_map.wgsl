// The projected gap map: depth of interference where both solids overlap along the ray, else the clearance from the
// upper's exit to the lower's next entry (METHOD.md, "Projected gap"). Pixels that two surfaces decide are done here, by
// the rule in decision.wgsl; the others get a slot and their ordered layers (layer_list.wgsl).

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

@compute @workgroup_size(8, 8)
fn gap_map(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= run.size) {
        return;
    }
    let idx = id.y * run.size.x + id.x;
    let state = states[idx];
    let last_upper = textureLoad(upper_last, id.xy, 0);
    let first_lower = textureLoad(lower_first, id.xy, 0);
    let before_last_mm = bitcast<f32>(textureLoad(upper_before_last, id.xy, 0).x);
    let surfaces = Surfaces(bitcast<f32>(last_upper.x), before_last_mm, bitcast<f32>(first_lower.x));
    let n_before = (state >> N1_SHIFT) & 0xffu;
    let n_upper = (state >> N_UPPER_SHIFT) & 0xffu;
    let gap = gap_by_surfaces(state, n_before, n_upper, surfaces, run.swapped == 0u);
    var slot = NO_TRIANGLE;
    if gap.needs_layers {
        slot = atomicAdd(&plan.n_slots, 1u);
        pixel_of_slot[slot] = idx;
    } else if state_class(state) == CLASS_UNSOLVED && (state & UNBALANCED_BIT) == 0u {
        // Left to the layer order; it has its slot already.
        slot = slots[idx];
    }
    states[idx] = gap.state;
    slots[idx] = slot;
    let depths_mm = vec2f(surfaces.upper_last_mm, surfaces.lower_first_mm);
    store_pixel(id.xy, gap.gap_mm, depths_mm, state_class(gap.state), vec2u(last_upper.y, first_lower.y));
}
