// Lists of pairs that a workgroup appends to: its threads agree on their places among themselves, one of them takes room in
// the list for all. Where pairs stand in a list depends on chance; which they are does not. What finds no room is counted.

struct OpenStep {
    groups: atomic<u32>,
    y: u32,
    z: u32,
    n_pairs: atomic<u32>,
    n_tested: atomic<u32>,
    unused_a: u32,
    unused_b: u32,
    unused_c: u32,
}

@group(1) @binding(0) var<uniform> run: StepRun;
@group(1) @binding(1) var<storage, read> pairs_in: array<vec2u>;
@group(1) @binding(2) var<storage, read> now: array<ListStep>;
@group(1) @binding(3) var<storage, read_write> pairs_out: array<vec2u>;
@group(1) @binding(4) var<storage, read_write> next: array<OpenStep>;

const THREADS = 64u;

var<workgroup> n_here: atomic<u32>;
var<workgroup> n_tested_here: atomic<u32>;
var<workgroup> first_here: u32;

fn n_pairs_in() -> u32 {
    return min(now[run.slot].n_pairs, run.room);
}

// The place of this thread's first pair; every thread of the workgroup calls it.
fn place_for(n: u32, n_tested: u32, slot_out: u32, thread: u32) -> u32 {
    let before = atomicAdd(&n_here, n);
    atomicAdd(&n_tested_here, n_tested);
    workgroupBarrier();
    if thread == 0u {
        let total = atomicLoad(&n_here);
        atomicAdd(&next[slot_out].n_tested, atomicLoad(&n_tested_here));
        if total > 0u {
            let first = atomicAdd(&next[slot_out].n_pairs, total);
            let end = min(first + total, run.room);
            atomicMax(&next[slot_out].groups, (end + THREADS - 1u) / THREADS);
            first_here = first;
        }
    }
    workgroupBarrier();
    return first_here + before;
}

fn append(place: u32, pair: vec2u) {
    if place < run.room {
        pairs_out[place] = pair;
    }
}
