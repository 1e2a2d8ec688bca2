// How far the nearest triangle of another object can be from what a box holds: of every vertex the distance that the last
// search found, then of every node the largest of what it holds, slot by slot upwards. A vertex for which nothing was found
// has no bound.

struct RefitRun {
    object: u32,
    slot: u32,
}

const UNBOUNDED = 1e30;

@group(0) @binding(0) var<storage, read> slots: array<Slot>;
@group(0) @binding(1) var<storage, read_write> boxes: array<f32>;
@group(0) @binding(2) var<storage, read_write> positions: array<f32>;
@group(0) @binding(3) var<storage, read> corners: array<u32>;
// As nearest_triangles.wgsl left it.
@group(0) @binding(4) var<storage, read> nearness: array<u32>;
@group(1) @binding(0) var<uniform> run: RefitRun;

@compute @workgroup_size(64)
fn bound_vertices(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    for (var v = id.x; v < arrayLength(&nearness); v += 64u * groups.x) {
        let word = nearness[v];
        positions[4u * v + 3u] = select(UNBOUNDED, bitcast<f32>(~word), word != 0u);
    }
}

fn bound_of_triangle(place: u32) -> f32 {
    var most = 0.0;
    for (var k = 0u; k < 3u; k++) {
        // Where a vertex appears for the first time is marked in the highest bit.
        most = max(most, positions[4u * (corners[3u * place + k] & 0x7fffffffu) + 3u]);
    }
    return most;
}

@compute @workgroup_size(64)
fn bound_leaves(@builtin(global_invocation_id) id: vec3u) {
    let own = slots[run.object * N_SLOTS + 1u];
    let triangles = slots[run.object * N_SLOTS];
    if id.x >= own.count {
        return;
    }
    let first = triangles.first + FAN_OUT * id.x;
    let end = triangles.first + min(FAN_OUT * (id.x + 1u), triangles.count);
    var most = 0.0;
    for (var place = first; place < end; place++) {
        most = max(most, bound_of_triangle(place));
    }
    boxes[7u * (own.first + id.x) + 6u] = most;
}

@compute @workgroup_size(64)
fn bound_nodes(@builtin(global_invocation_id) id: vec3u) {
    let own = slots[run.object * N_SLOTS + run.slot];
    let below = slots[run.object * N_SLOTS + run.slot - 1u];
    if id.x >= own.count {
        return;
    }
    let first = below.first + FAN_OUT * id.x;
    let end = below.first + min(FAN_OUT * (id.x + 1u), below.count);
    var most = 0.0;
    for (var i = first; i < end; i++) {
        most = max(most, boxes[7u * i + 6u]);
    }
    boxes[7u * (own.first + id.x) + 6u] = most;
}
