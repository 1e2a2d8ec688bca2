// One pixel alone gets a slot, and is taken to need the layer order: its layers can then be read back.

@group(0) @binding(0) var<uniform> run: Run;
@group(1) @binding(0) var<storage, read> asked: array<u32, 4>;
@group(1) @binding(1) var<storage, read_write> slots: array<u32>;
@group(1) @binding(2) var<storage, read_write> pixel_of_slot: array<u32>;
@group(1) @binding(3) var<storage, read_write> layer_counts: array<u32>;
@group(1) @binding(4) var<storage, read_write> plan: array<u32, 12>;

@compute @workgroup_size(8, 8)
fn inspect(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= run.size) {
        return;
    }
    let idx = id.y * run.size.x + id.x;
    let is_asked = idx == asked[0];
    slots[idx] = select(NO_LAYER, 0u, is_asked);
    if is_asked {
        pixel_of_slot[0] = idx;
        layer_counts[0] = 0u;
        plan[PLAN_N_SLOTS] = 1u;
        plan[PLAN_N_ORDERED] = 1u;
        plan[PLAN_MAX_LAYERS] = 0u;
    }
}
