// Cuts the pixels into rounds whose lists fit the entry buffer, by looking the prefix sums up: one thread, a few steps
// a round. Called again for what is left when there are more rounds than places for them.

// As ROUNDS_AT_ONCE and the stride of a round in gpu::layout::z_plan.
const ROUNDS_AT_ONCE: u32 = 128u;
const STRIDE: u32 = 64u;

struct Plan {
    next_pixel: u32,
    n_rounds: u32,
    n_entries: u32,
    n_too_long: u32,
}

@group(0) @binding(0) var<uniform> run: Run;
@group(1) @binding(0) var<uniform> z: ZList;
@group(1) @binding(1) var<storage, read> offsets: array<u32>;
@group(1) @binding(2) var<storage, read_write> plan: Plan;
@group(1) @binding(3) var<storage, read_write> windows: array<u32>;

// The largest end of a run of pixels from `first` on whose lists fit together; no list is longer than the buffer.
fn end_of_round(first: u32) -> u32 {
    var fits = first + 1u;
    var beyond = z.n_pixels + 1u;
    while fits + 1u < beyond {
        let middle = fits + (beyond - fits) / 2u;
        if offsets[middle] - offsets[first] <= z.capacity {
            fits = middle;
        } else {
            beyond = middle;
        }
    }
    return fits;
}

@compute @workgroup_size(1)
fn z_list_plan() {
    var first = plan.next_pixel;
    var n = 0u;
    while n < ROUNDS_AT_ONCE && first < z.n_pixels {
        let end = end_of_round(first);
        windows[n * STRIDE] = first;
        windows[n * STRIDE + 1u] = end;
        windows[n * STRIDE + 2u] = offsets[first];
        windows[n * STRIDE + 3u] = offsets[end] - offsets[first];
        first = end;
        n++;
    }
    plan.next_pixel = first;
    plan.n_rounds = n;
}
