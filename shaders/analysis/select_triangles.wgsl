// Which triangles of a jaw may cover a pixel whose layers are wanted, as an index list in the order of their numbers:
// peeling keeps the first drawn of equal depths, so that order must not change from round to round.

struct Wanted {
    // Workgroups that see every triangle, 256 each; one that adds up, or none.
    dispatch: array<u32, 3>,
    // Slots below this are wanted.
    limit: u32,
    scan_dispatch: array<u32, 3>,
    n_triangles: u32,
}

@group(1) @binding(0) var<storage, read> slots: array<u32>;
@group(1) @binding(1) var<storage, read> wanted: Wanted;
// One bit a triangle, and how many come before each word.
@group(1) @binding(2) var<storage, read_write> words: array<u32>;
@group(1) @binding(3) var<storage, read_write> offsets: array<u32>;
@group(1) @binding(4) var<storage, read_write> indices: array<u32>;
// Indexed draw: indices, instances, first index, base vertex, first instance.
@group(1) @binding(5) var<storage, read_write> draw: array<u32, 5>;

const GROUP: u32 = 256u;
const WORDS_A_GROUP: u32 = 8u;
// Rasters snap corners to 1/256 pixel.
const MARGIN_PX: f32 = 0.015625;
// A triangle that spans more pixels than this is taken unseen.
const MOST_PIXELS: u32 = 256u;

var<workgroup> marked: array<atomic<u32>, 8>;
var<workgroup> sums: array<u32, 256>;

fn is_wanted(triangle: u32) -> bool {
    let a = place_of(3u * triangle).xy;
    let b = place_of(3u * triangle + 1u).xy;
    let c = place_of(3u * triangle + 2u).xy;
    let lo = max(ceil(min(min(a, b), c) - 0.5 - MARGIN_PX), vec2f(0.0));
    let hi = min(floor(max(max(a, b), c) - 0.5 + MARGIN_PX), vec2f(jaw.size) - 1.0);
    if any(lo > hi) {
        return false;
    }
    let first = vec2u(lo);
    let last = vec2u(hi);
    let span = last - first + 1u;
    if span.x * span.y > MOST_PIXELS {
        return true;
    }
    for (var row = first.y; row <= last.y; row++) {
        for (var col = first.x; col <= last.x; col++) {
            if slots[row * jaw.size.x + col] < wanted.limit {
                return true;
            }
        }
    }
    return false;
}

@compute @workgroup_size(256)
fn mark(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(workgroup_id) group: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    if thread < WORDS_A_GROUP {
        atomicStore(&marked[thread], 0u);
    }
    workgroupBarrier();
    if id.x < wanted.n_triangles && is_wanted(id.x) {
        atomicOr(&marked[thread / 32u], 1u << (thread % 32u));
    }
    workgroupBarrier();
    if thread < WORDS_A_GROUP {
        words[group.x * WORDS_A_GROUP + thread] = atomicLoad(&marked[thread]);
    }
}

@compute @workgroup_size(256)
fn scan(@builtin(local_invocation_index) thread: u32) {
    let n_words = wanted.dispatch[0] * WORDS_A_GROUP;
    let share = (n_words + GROUP - 1u) / GROUP;
    let begin = min(thread * share, n_words);
    let end = min(begin + share, n_words);
    var sum = 0u;
    for (var w = begin; w < end; w++) {
        sum += countOneBits(words[w]);
    }
    sums[thread] = sum;
    workgroupBarrier();
    if thread == 0u {
        var total = 0u;
        for (var t = 0u; t < GROUP; t++) {
            let n = sums[t];
            sums[t] = total;
            total += n;
        }
        draw[0] = 3u * total;
        draw[1] = 1u;
    }
    workgroupBarrier();
    var offset = sums[thread];
    for (var w = begin; w < end; w++) {
        offsets[w] = offset;
        offset += countOneBits(words[w]);
    }
}

@compute @workgroup_size(256)
fn compact(@builtin(global_invocation_id) id: vec3u) {
    let triangle = id.x;
    if triangle >= wanted.n_triangles {
        return;
    }
    let word = words[triangle / 32u];
    let bit = 1u << (triangle % 32u);
    if (word & bit) == 0u {
        return;
    }
    let at = 3u * (offsets[triangle / 32u] + countOneBits(word & (bit - 1u)));
    for (var k = 0u; k < 3u; k++) {
        indices[at + k] = 3u * triangle + k;
    }
}
