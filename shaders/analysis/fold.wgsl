// Adds the rows that reduce.wgsl left, one thread a figure.

@group(0) @binding(0) var<uniform> run: Run;
@group(1) @binding(0) var<storage, read> rows: array<f32>;
@group(1) @binding(1) var<storage, read_write> figures: array<f32, N_FIGURES>;

@compute @workgroup_size(N_FIGURES)
fn fold(@builtin(local_invocation_index) k: u32) {
    var total = rows[k];
    for (var g = 1u; g < run.n_reduce_groups; g++) {
        total = joined(k, total, rows[g * N_FIGURES + k]);
    }
    figures[k] = total;
}
