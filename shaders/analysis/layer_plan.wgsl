// Turns the numbers of pixels and layers into the draw and dispatch arguments of all that looks at layers: nothing is
// drawn where there is nothing to look at, and the CPU never knows.

struct Wanted {
    dispatch: array<u32, 3>,
    limit: u32,
    scan_dispatch: array<u32, 3>,
    n_triangles: u32,
    // The next one begins at 256 bytes.
    unused: array<u32, 56>,
}

struct Selected {
    draw: array<u32, 5>,
    unused: array<u32, 59>,
}

// Arguments of indexed draws of both jaws, and of one round of lists: workgroups of the resolving pass.
struct Round {
    upper: array<u32, 5>,
    lower: array<u32, 5>,
    dispatch: array<u32, 3>,
    unused: array<u32, 3>,
}

struct Peel {
    upper: array<u32, 5>,
    lower: array<u32, 5>,
    // Points: vertices, instances, first vertex, first instance.
    make_ready: array<u32, 4>,
    blend: array<u32, 4>,
    unused: array<u32, 2>,
}

@group(0) @binding(0) var<uniform> run: Run;
@group(1) @binding(0) var<storage, read> plan: array<u32, 12>;
// For the layer order: upper, lower jaw; for all layers: upper, lower jaw.
@group(1) @binding(1) var<storage, read_write> wanted: array<Wanted, 4>;
@group(1) @binding(2) var<storage, read> selected: array<Selected, 2>;
@group(1) @binding(3) var<storage, read_write> rounds: array<Round>;
@group(1) @binding(4) var<storage, read_write> peels: array<Peel>;

fn once(n: u32, draws: bool) -> array<u32, 5> {
    return array(select(0u, n, draws), select(0u, 1u, draws), 0u, 0u, 0u);
}

fn points(n: u32, draws: bool) -> array<u32, 4> {
    return array(select(0u, n, draws), select(0u, 1u, draws), 0u, 0u);
}

@compute @workgroup_size(4)
fn plan_selections(@builtin(local_invocation_index) i: u32) {
    let limit = select(plan[PLAN_N_SLOTS], plan[PLAN_N_ORDERED], i < 2u);
    let n_triangles = run.n_vertices[i & 1u] / 3u;
    let n_groups = select(0u, (n_triangles + 255u) / 256u, limit > 0u);
    wanted[i].dispatch = array(n_groups, min(n_groups, 1u), min(n_groups, 1u));
    wanted[i].limit = limit;
    wanted[i].scan_dispatch = array(min(n_groups, 1u), min(n_groups, 1u), min(n_groups, 1u));
    wanted[i].n_triangles = n_triangles;
}

// One thread a round of peeling, and one more that only blends.
@compute @workgroup_size(64)
fn plan_peels(@builtin(local_invocation_index) k: u32) {
    if k > LIST_CAPACITY {
        return;
    }
    let n_points = plan[PLAN_N_ORDERED];
    let n_layers = min(plan[PLAN_MAX_LAYERS], LIST_CAPACITY);
    peels[k].upper = once(selected[0].draw[0], k < n_layers);
    peels[k].lower = once(selected[1].draw[0], k < n_layers);
    peels[k].make_ready = points(n_points, k < n_layers);
    peels[k].blend = points(n_points, k > 0u && k <= n_layers);
}

@compute @workgroup_size(64)
fn plan_lists(@builtin(global_invocation_id) id: vec3u) {
    let round = id.x;
    if round >= run.n_rounds {
        return;
    }
    let n_slots = plan[PLAN_N_SLOTS];
    let n = min(n_slots - min(n_slots, round * run.slots_per_round), run.slots_per_round);
    rounds[round].upper = once(selected[0].draw[0], n > 0u);
    rounds[round].lower = once(selected[1].draw[0], n > 0u);
    rounds[round].dispatch = array((n + 63u) / 64u, min(n, 1u), min(n, 1u));
}
