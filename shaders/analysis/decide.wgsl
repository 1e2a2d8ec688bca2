// Class and gap of every pixel from both jaws' words, all counts at once. The rule is in decision.wgsl; this reads the
// words and writes what follows from them (METHOD.md, "Decision per pixel" and "Projected gap").

@group(0) @binding(0) var<uniform> run: Run;
@group(1) @binding(0) var<storage, read> upper: array<u32>;
@group(1) @binding(1) var<storage, read> lower: array<u32>;
@group(1) @binding(2) var<storage, read_write> states: array<u32>;
@group(1) @binding(3) var<storage, read_write> slots: array<u32>;
@group(1) @binding(4) var<storage, read_write> pixel_of_slot: array<u32>;
@group(1) @binding(5) var<storage, read_write> plan: array<atomic<u32>, 12>;
// Arguments of both jaws' draws and of the resolving pass, 16 words a round of layer lists (gpu::layout::round).
@group(1) @binding(6) var<storage, read_write> rounds: array<atomic<u32>>;
@group(1) @binding(7) var map: texture_storage_2d<rgba32float, write>;
@group(1) @binding(8) var triangles: texture_storage_2d<rg32uint, write>;

const ROUND_WORDS: u32 = 16u;
const LOWER_DRAW: u32 = 5u;
const RESOLVE: u32 = 10u;
const MOST_GROUPS: u32 = 65535u;

fn crossings_of(faces: u32) -> Crossings {
    return Crossings(number_of(faces), winding_of(faces));
}

// State of a pixel that both jaws cover; pending where the order of the layers is to decide.
fn decided(own_upper: u32, own_lower: u32, before: Crossings, not_behind: u32) -> u32 {
    let state = by_first_test(winding_of(own_upper), winding_of(own_lower), before);
    if (state & PENDING_BIT) == 0u {
        return state;
    }
    return by_second_test(before.number, crossings_of(not_behind), number_of(own_upper));
}

fn plan_draw(at: u32, n_blocks: u32) {
    atomicStore(&rounds[at], min(n_blocks, MOST_GROUPS));
    atomicStore(&rounds[at + 1u], (n_blocks + MOST_GROUPS - 1u) / MOST_GROUPS);
    atomicStore(&rounds[at + 2u], 1u);
}

// A place in the lists of layers for a pixel, and what it takes to fill and read them.
fn new_slot(idx: u32) -> u32 {
    let slot = atomicAdd(&plan[PLAN_N_SLOTS], 1u);
    pixel_of_slot[slot] = idx;
    let at = slot / run.slots_per_round * ROUND_WORDS;
    plan_draw(at, run.n_blocks.x);
    plan_draw(at + LOWER_DRAW, run.n_blocks.y);
    atomicMax(&rounds[at + RESOLVE], slot % run.slots_per_round / 64u + 1u);
    atomicStore(&rounds[at + RESOLVE + 1u], 1u);
    atomicStore(&rounds[at + RESOLVE + 2u], 1u);
    return slot;
}

@compute @workgroup_size(8, 8)
fn decide(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= run.size) {
        return;
    }
    let idx = id.y * run.size.x + id.x;
    let at = idx * FACE_WORDS;
    let own_upper = upper[at + FACES];
    let first = lower[at + FIRST];
    let is_upper = own_upper != 0u;
    let is_lower = first != 0u;
    let upper_mm = select(NO_VALUE, unordered(upper[at + LAST]), is_upper);
    let lower_mm = select(NO_VALUE, unordered(~first), is_lower);
    var state = select(CLASS_NONE, CLASS_UPPER_ONLY, is_upper) + select(CLASS_NONE, CLASS_LOWER_ONLY, is_lower);
    var slot = NO_TRIANGLE;
    var gap_mm = NO_VALUE;
    if is_upper && is_lower {
        let before = crossings_of(lower[at + BEFORE]);
        let n_upper = number_of(own_upper);
        let before_last = upper[at + BEFORE_LAST];
        let before_last_mm = select(-NO_VALUE, unordered(before_last), before_last != 0u);
        state = decided(own_upper, lower[at + FACES], before, lower[at + NOT_BEHIND]);
        let surfaces = Surfaces(upper_mm, before_last_mm, lower_mm);
        let gap = gap_by_surfaces(state, before.number, n_upper, surfaces, true);
        if gap.needs_layers || (state & PENDING_BIT) != 0u {
            slot = new_slot(idx);
        }
        gap_mm = gap.gap_mm;
        state = gap.state & ~PENDING_BIT;
        state |= (min(before.number, 255u) << N1_SHIFT) | (min(n_upper, 255u) << N_UPPER_SHIFT);
    }
    states[idx] = state;
    slots[idx] = slot;
    let pair = vec2u(~upper[at + TRIANGLE], ~lower[at + TRIANGLE]);
    store_pixel(id.xy, gap_mm, vec2f(upper_mm, lower_mm), state_class(state), pair);
}
