// Turns the number of slots into the draw and dispatch arguments of every round of layer lists.

struct Round {
    // Draws of the upper and the lower jaw: vertices, instances, first vertex, first instance.
    draw_upper: vec4u,
    draw_lower: vec4u,
    // Workgroups of the resolving pass, and the slots in this round.
    dispatch: vec4u,
}

@group(0) @binding(0) var<uniform> run: Run;
// second_draw (4), second_dispatch (3), n_slots: see classify.wgsl.
@group(1) @binding(0) var<storage, read> plan: array<u32, 8>;
@group(1) @binding(1) var<storage, read_write> rounds: array<Round>;

@compute @workgroup_size(64)
fn layer_plan(@builtin(global_invocation_id) id: vec3u) {
    let round = id.x;
    if round >= run.n_rounds {
        return;
    }
    let begin = min(plan[7], round * run.slots_per_round);
    let n = min(plan[7] - begin, run.slots_per_round);
    let draws = select(0u, 1u, n > 0u);
    rounds[round].draw_upper = vec4u(run.n_vertices.x * draws, draws, 0u, 0u);
    rounds[round].draw_lower = vec4u(run.n_vertices.y * draws, draws, 0u, 0u);
    rounds[round].dispatch = vec4u((n + 63u) / 64u, draws, draws, n);
}
