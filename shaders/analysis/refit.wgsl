// The boxes of one slot of one object anew, from what they hold: triangles, or boxes of the slot below. Smallest and
// largest do not round, so that boxes are the same on every machine.

struct RefitRun {
    object: u32,
    slot: u32,
}

@group(0) @binding(0) var<storage, read> slots: array<Slot>;
@group(0) @binding(1) var<storage, read_write> boxes: array<f32>;
@group(1) @binding(0) var<uniform> run: RefitRun;

fn store(node: u32, lo: vec3f, hi: vec3f) {
    for (var k = 0u; k < 3u; k++) {
        boxes[7u * node + k] = lo[k];
        boxes[7u * node + 3u + k] = hi[k];
    }
}

@compute @workgroup_size(64)
fn refit_leaves(@builtin(global_invocation_id) id: vec3u) {
    let own = slots[run.object * N_SLOTS + 1u];
    let triangles = slots[run.object * N_SLOTS];
    if id.x >= own.count {
        return;
    }
    let first = triangles.first + FAN_OUT * id.x;
    let end = triangles.first + min(FAN_OUT * (id.x + 1u), triangles.count);
    var lo = corner(first, 0u);
    var hi = lo;
    for (var place = first; place < end; place++) {
        for (var k = 0u; k < 3u; k++) {
            lo = min(lo, corner(place, k));
            hi = max(hi, corner(place, k));
        }
    }
    store(own.first + id.x, lo, hi);
}

@compute @workgroup_size(64)
fn refit_nodes(@builtin(global_invocation_id) id: vec3u) {
    let own = slots[run.object * N_SLOTS + run.slot];
    let below = slots[run.object * N_SLOTS + run.slot - 1u];
    if id.x >= own.count {
        return;
    }
    let first = below.first + FAN_OUT * id.x;
    let end = below.first + min(FAN_OUT * (id.x + 1u), below.count);
    var lo = vec3f(boxes[7u * first], boxes[7u * first + 1u], boxes[7u * first + 2u]);
    var hi = vec3f(boxes[7u * first + 3u], boxes[7u * first + 4u], boxes[7u * first + 5u]);
    for (var i = first + 1u; i < end; i++) {
        lo = min(lo, vec3f(boxes[7u * i], boxes[7u * i + 1u], boxes[7u * i + 2u]));
        hi = max(hi, vec3f(boxes[7u * i + 3u], boxes[7u * i + 4u], boxes[7u * i + 5u]));
    }
    store(own.first + id.x, lo, hi);
}
