// Sorts a pixel's layers and scans them: the longest stretch inside both solids, else the smallest clearance from an
// exit of the upper to the next entry of the lower (METHOD.md, "Projected gap"). Where counts could not tell the class, the
// order of the layers does: by `ordered_state`, of layer_coded.wgsl or layer_listed.wgsl.

@group(0) @binding(0) var<uniform> run: Run;
@group(1) @binding(0) var<uniform> round: RoundUniform;
@group(1) @binding(1) var<storage, read> plan: array<u32, 12>;
@group(1) @binding(2) var<storage, read> pixel_of_slot: array<u32>;
@group(1) @binding(3) var<storage, read> counts: array<u32>;
@group(1) @binding(4) var<storage, read> entries: array<vec2u>;
@group(1) @binding(5) var<storage, read_write> states: array<u32>;
@group(1) @binding(6) var map: texture_storage_2d<rgba32float, write>;
@group(1) @binding(7) var triangles: texture_storage_2d<rg32uint, write>;

struct Facing {
    gap_mm: f32,
    upper: Layer,
    lower: Layer,
}

var<private> layers: array<Layer, 40>;

// By depth; at equal depth what is left comes before what is entered, so that touching is not overlapping; then by
// triangle, so that the order of drawing leaves no trace.
fn comes_before(a: Layer, b: Layer) -> bool {
    if a.depth_mm != b.depth_mm {
        return a.depth_mm < b.depth_mm;
    }
    return (a.tag & ~LOWER_BIT) < (b.tag & ~LOWER_BIT);
}

fn load_sorted(place: u32, n: u32) {
    for (var i = 0u; i < n; i++) {
        let raw = entries[place * LIST_CAPACITY + i];
        let layer = Layer(bitcast<f32>(raw.x), raw.y);
        var j = i;
        while j > 0u && comes_before(layer, layers[j - 1u]) {
            layers[j] = layers[j - 1u];
            j--;
        }
        layers[j] = layer;
    }
}

// Scans n sorted layers. The gap is NO_VALUE where no exit of the upper is followed by an entry of the lower.
fn scan(n: u32) -> Facing {
    let none = Layer(NO_VALUE, NO_TRIANGLE);
    var deepest = Facing(0.0, none, none);
    var nearest = Facing(NO_VALUE, none, none);
    var upper_winding = 0;
    var lower_winding = 0;
    var exit = none;
    var entry = none;
    var stretch_begin_mm = 0.0;
    // The deepest stretch still waits for the upper's exit behind it.
    var exit_is_due = false;
    for (var i = 0u; i < n; i++) {
        let layer = layers[i];
        let was_in_upper = upper_winding != 0;
        let was_in_lower = lower_winding != 0;
        if is_lower(layer) {
            lower_winding = after(lower_winding, layer);
        } else {
            upper_winding = after(upper_winding, layer);
        }
        let in_upper = upper_winding != 0;
        let in_lower = lower_winding != 0;
        if in_lower && !was_in_lower {
            entry = layer;
        }
        if in_upper && in_lower && !(was_in_upper && was_in_lower) {
            stretch_begin_mm = layer.depth_mm;
        }
        if was_in_upper && was_in_lower && !(in_upper && in_lower) {
            let length_mm = layer.depth_mm - stretch_begin_mm;
            if length_mm > -deepest.gap_mm {
                deepest = Facing(-length_mm, layer, entry);
                exit_is_due = in_upper;
            }
            if length_mm <= run.depth_epsilon_mm && !is_lower(layer) {
                // Left by the upper at the depth where the lower is entered: touching.
                nearest = Facing(0.0, layer, entry);
            }
        }
        if was_in_upper && !in_upper {
            exit = layer;
            if exit_is_due {
                deepest.upper = layer;
                exit_is_due = false;
            }
        }
        if in_lower && !was_in_lower && !in_upper && exit.tag != NO_TRIANGLE {
            let clearance_mm = layer.depth_mm - exit.depth_mm;
            if clearance_mm < nearest.gap_mm {
                nearest = Facing(clearance_mm, exit, layer);
            }
        }
    }
    if -deepest.gap_mm > run.depth_epsilon_mm {
        return deepest;
    }
    // An exit of the upper that lies behind an entry of the lower by less than the depth's resolution: touching.
    if deepest.gap_mm < 0.0 && deepest.upper.depth_mm - deepest.lower.depth_mm <= run.depth_epsilon_mm {
        return Facing(0.0, deepest.upper, deepest.lower);
    }
    return nearest;
}

@compute @workgroup_size(64)
fn layer_resolve(@builtin(global_invocation_id) id: vec3u) {
    let place = id.x;
    let slot = round.first_slot + place;
    if place >= round.n_slots || slot >= plan[PLAN_N_SLOTS] {
        return;
    }
    let idx = pixel_of_slot[slot];
    let pixel = vec2u(idx % run.size.x, idx / run.size.x);
    var state = states[idx];
    let n = counts[place];
    if n > LIST_CAPACITY {
        states[idx] = state | GAP_UNKNOWN_BIT;
        return;
    }
    load_sorted(place, n);
    if state_class(state) == CLASS_UNSOLVED {
        state = ordered_state(state, slot, pixel, n);
        states[idx] = state;
    }
    var kind = state_class(state);
    if kind == CLASS_UNSOLVED {
        return;
    }
    var facing = scan(n);
    if kind == CLASS_INTERFERING && facing.gap_mm >= 0.0 {
        // Within the depth buffer's resolution: equal depth is touching.
        kind = CLASS_CLEAR;
        states[idx] = with_class(state, kind, (state >> STAGE_SHIFT) & 3u);
    } else if kind == CLASS_CLEAR && facing.gap_mm < 0.0 {
        facing.gap_mm = 0.0;
    }
    store(pixel, facing, kind, n);
}

// Where nothing faces within the range, the map keeps the last surface of the upper jaw and the first of the lower.
fn store(pixel: vec2u, facing: Facing, kind: u32, n: u32) {
    if facing.gap_mm <= run.range_mm && facing.upper.tag != NO_LAYER && facing.lower.tag != NO_LAYER {
        let depths_mm = vec2f(facing.upper.depth_mm, facing.lower.depth_mm);
        let pair = vec2u(facing.upper.tag, facing.lower.tag) & vec2u(TRIANGLE_MASK);
        store_pixel(pixel, facing.gap_mm, depths_mm, kind, pair);
        return;
    }
    var upper_mm = NO_VALUE;
    var lower_mm = NO_VALUE;
    for (var i = 0u; i < n; i++) {
        if is_lower(layers[i]) {
            lower_mm = min(lower_mm, layers[i].depth_mm);
        } else {
            upper_mm = layers[i].depth_mm;
        }
    }
    store_pixel(pixel, NO_VALUE, vec2f(upper_mm, lower_mm), kind, vec2u(NO_TRIANGLE));
}
