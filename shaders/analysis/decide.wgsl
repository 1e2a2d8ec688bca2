// The decision rule and the gap of every pixel from both jaws' words, all counts at once (METHOD.md, "Decision per pixel" and
// "Projected gap"; paper, sect. 4 and 5). CPU twin: native::decide.

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

// Whether a ray that has crossed all of a jaw is outside it again; parity can only tell odd from even.
fn is_unbalanced(faces: u32, is_closed: u32) -> bool {
    let w = winding_of(faces);
    return is_closed == 0u && select((w & 1) != 0, w != 0, run.counting == COUNTING_WINDING);
}

fn is_inside(faces: u32) -> bool {
    return select((faces & 1u) == 1u, winding_of(faces) != 0, run.counting == COUNTING_WINDING);
}

// State of a pixel that both jaws cover; pending where the order of the layers is to decide.
fn decided(own_upper: u32, own_lower: u32, before: u32, not_behind: u32) -> u32 {
    if is_unbalanced(own_upper, run.is_closed.x) || is_unbalanced(own_lower, run.is_closed.y) {
        return CLASS_UNSOLVED | UNBALANCED_BIT;
    }
    if is_inside(before) {
        return with_class(0u, CLASS_INTERFERING, 1u);
    }
    if number_of(before) == 0u {
        return with_class(0u, CLASS_CLEAR, 1u);
    }
    if is_inside(not_behind) {
        return with_class(0u, CLASS_INTERFERING, 2u);
    }
    if run.counting == COUNTING_THREE_MASKS {
        // Masks SO and SP keep whether faces passed and whether their number is odd, but not how many: sect. 5, #2'.
        return CLASS_UNSOLVED | PENDING_BIT;
    }
    if number_of(before) == number_of(not_behind) {
        return with_class(0u, CLASS_CLEAR, 2u);
    }
    if number_of(own_upper) == 2u {
        return with_class(0u, CLASS_INTERFERING, 2u);
    }
    return CLASS_UNSOLVED | PENDING_BIT;
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
        let before = lower[at + BEFORE];
        state = decided(own_upper, lower[at + FACES], before, lower[at + NOT_BEHIND]);
        let n_upper = number_of(own_upper);
        let before_last = upper[at + BEFORE_LAST];
        let before_last_mm = select(-NO_VALUE, unordered(before_last), before_last != 0u);
        // One lower entry, and the upper solid without a break from there, or from its own only entry, to its last surface.
        let two_surfaces_decide = number_of(before) == 1u && (n_upper == 2u || before_last_mm <= lower_mm);
        let kind = state_class(state);
        if kind == CLASS_CLEAR && before == 0u {
            gap_mm = max(lower_mm - upper_mm, 0.0);
        } else if kind == CLASS_INTERFERING && two_surfaces_decide {
            let depth_mm = upper_mm - max(before_last_mm, lower_mm);
            gap_mm = -depth_mm;
            if depth_mm <= run.depth_epsilon_mm {
                // Equal depth is touching.
                gap_mm = 0.0;
                state = with_class(state, CLASS_CLEAR, (state >> STAGE_SHIFT) & 3u);
            }
        } else if kind != CLASS_UNSOLVED || (state & PENDING_BIT) != 0u {
            slot = new_slot(idx);
        }
        state &= ~PENDING_BIT;
        state |= (min(number_of(before), 255u) << N1_SHIFT) | (min(n_upper, 255u) << N_UPPER_SHIFT);
    }
    states[idx] = state;
    slots[idx] = slot;
    let faces = gap_mm <= run.range_mm;
    textureStore(map, id.xy, vec4f(select(NO_VALUE, gap_mm, faces), upper_mm, lower_mm, f32(state_class(state))));
    let pair = vec2u(~upper[at + TRIANGLE], ~lower[at + TRIANGLE]);
    textureStore(triangles, id.xy, vec4u(select(vec2u(NO_TRIANGLE), pair, faces), 0u, 0u));
}
