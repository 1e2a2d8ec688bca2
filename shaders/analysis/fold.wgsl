// Adds the rows that reduce.wgsl left, one thread a figure.

@group(0) @binding(0) var<uniform> run: Run;
@group(1) @binding(0) var<storage, read> rows: array<f32>;
@group(1) @binding(1) var<storage, read_write> figures: array<f32, 83>;

@compute @workgroup_size(83)
fn fold(@builtin(local_invocation_index) k: u32) {
    var total = rows[k];
    for (var g = 1u; g < run.n_reduce_groups; g++) {
        let x = rows[g * 83u + k];
        total = select(total + x, max(total, x), k >= 80u);
    }
    figures[k] = total;
}
