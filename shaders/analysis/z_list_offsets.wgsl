// Where each pixel's list begins: prefix sums of the counts. Blocks first, then the blocks' sums, then both together.

// Pixels of one workgroup, four a thread.
const BLOCK: u32 = 1024u;
const N_THREADS: u32 = 256u;
const TOO_MANY: u32 = 0xffffffffu;

struct Plan {
    // First pixel that no round has yet, rounds planned at once, entries of all lists (0xffffffff: too many), lists
    // longer than the buffer: they get no place, and the scan leaves their pixels unsolved.
    next_pixel: u32,
    n_rounds: u32,
    n_entries: u32,
    n_too_long: atomic<u32>,
}

@group(0) @binding(0) var<uniform> run: Run;
@group(1) @binding(0) var<uniform> z: ZList;
@group(1) @binding(1) var<storage, read> counts: array<u32>;
// One more than there are pixels: the last is the end of all lists.
@group(1) @binding(2) var<storage, read_write> offsets: array<u32>;
@group(1) @binding(3) var<storage, read_write> blocks: array<u32>;
@group(1) @binding(4) var<storage, read_write> plan: Plan;

var<workgroup> sums: array<u32, 256>;

fn saturating(a: u32, b: u32) -> u32 {
    return select(a + b, TOO_MANY, a + b < a);
}

// Leaves in `sums` the sum of the numbers of this thread and all before it; the sum of those before is returned.
fn sum_before(mine: u32, thread: u32) -> u32 {
    sums[thread] = mine;
    for (var step = 1u; step < N_THREADS; step *= 2u) {
        workgroupBarrier();
        var other = 0u;
        if thread >= step {
            other = sums[thread - step];
        }
        workgroupBarrier();
        sums[thread] = saturating(sums[thread], other);
    }
    workgroupBarrier();
    if thread == 0u {
        return 0u;
    }
    return sums[thread - 1u];
}

fn length_of(pixel: u32) -> u32 {
    if pixel >= z.n_pixels {
        return 0u;
    }
    let n = counts[pixel];
    if n > z.capacity {
        atomicAdd(&plan.n_too_long, 1u);
        return 0u;
    }
    return n;
}

@compute @workgroup_size(256)
fn sum_pixels(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
    let first = group.x * BLOCK + thread * 4u;
    var lengths = array<u32, 4>(length_of(first), length_of(first + 1u), length_of(first + 2u), length_of(first + 3u));
    var before = sum_before(lengths[0] + lengths[1] + lengths[2] + lengths[3], thread);
    for (var i = 0u; i < 4u; i++) {
        if first + i < z.n_pixels {
            offsets[first + i] = before;
        }
        before += lengths[i];
    }
    if thread == N_THREADS - 1u {
        blocks[group.x] = sums[thread];
    }
}

// One workgroup: each thread has a run of blocks.
@compute @workgroup_size(256)
fn sum_blocks(@builtin(local_invocation_index) thread: u32) {
    let n_blocks = (z.n_pixels + BLOCK - 1u) / BLOCK;
    let share = (n_blocks + N_THREADS - 1u) / N_THREADS;
    let first = min(n_blocks, thread * share);
    let end = min(n_blocks, first + share);
    var mine = 0u;
    for (var i = first; i < end; i++) {
        mine = saturating(mine, blocks[i]);
    }
    var before = sum_before(mine, thread);
    for (var i = first; i < end; i++) {
        let next = saturating(before, blocks[i]);
        blocks[i] = before;
        before = next;
    }
    if thread == N_THREADS - 1u {
        plan.n_entries = sums[thread];
        offsets[z.n_pixels] = sums[thread];
    }
}

@compute @workgroup_size(256)
fn add_blocks(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
    let first = group.x * BLOCK + thread * 4u;
    for (var i = first; i < min(first + 4u, z.n_pixels); i++) {
        offsets[i] += blocks[group.x];
    }
}
