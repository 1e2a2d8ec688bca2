// Sorts a pixel's layers and scans them: the longest stretch inside both solids, else the smallest clearance from an
// exit of the upper to the next entry of the lower (METHOD.md, "Projected gap").

@group(0) @binding(0) var<uniform> run: Run;
@group(1) @binding(0) var<uniform> round: RoundUniform;
@group(1) @binding(1) var<storage, read> plan: array<u32, 8>;
@group(1) @binding(2) var<storage, read> pixel_of_slot: array<u32>;
@group(1) @binding(3) var<storage, read> counts: array<u32>;
@group(1) @binding(4) var<storage, read> entries: array<vec2u>;
@group(1) @binding(5) var<storage, read_write> states: array<u32>;
@group(1) @binding(6) var map: texture_storage_2d<rgba32float, write>;
@group(1) @binding(7) var triangles: texture_storage_2d<rg32uint, write>;

struct Layer {
    depth_mm: f32,
    tag: u32,
}

struct Facing {
    gap_mm: f32,
    upper: Layer,
    lower: Layer,
}

var<private> layers: array<Layer, 32>;

// By depth; at equal depth what is left comes before what is entered, so that touching is not overlapping.
fn comes_before(a: Layer, b: Layer) -> bool {
    if a.depth_mm != b.depth_mm {
        return a.depth_mm < b.depth_mm;
    }
    return (a.tag & ENTERED_BIT) < (b.tag & ENTERED_BIT);
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

// The winding after a crossing; in the paper's mode only its parity counts.
fn after(winding: i32, layer: Layer) -> i32 {
    let step = select(-1, 1, (layer.tag & ENTERED_BIT) != 0u);
    return select((winding + step) & 1, winding + step, run.counting == COUNTING_WINDING);
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
        let was_upper = upper_winding != 0;
        let was_lower = lower_winding != 0;
        if (layer.tag & LOWER_BIT) == 0u {
            upper_winding = after(upper_winding, layer);
        } else {
            lower_winding = after(lower_winding, layer);
        }
        let is_upper = upper_winding != 0;
        let is_lower = lower_winding != 0;
        if is_lower && !was_lower {
            entry = layer;
        }
        if is_upper && is_lower && !(was_upper && was_lower) {
            stretch_begin_mm = layer.depth_mm;
        }
        if was_upper && was_lower && !(is_upper && is_lower) {
            let length_mm = layer.depth_mm - stretch_begin_mm;
            if length_mm > -deepest.gap_mm {
                deepest = Facing(-length_mm, layer, entry);
                exit_is_due = is_upper;
            }
        }
        if was_upper && !is_upper {
            exit = layer;
            if exit_is_due {
                deepest.upper = layer;
                exit_is_due = false;
            }
        }
        if is_lower && !was_lower && !is_upper && exit.tag != NO_TRIANGLE {
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
    if place >= round.n_slots || slot >= plan[7] {
        return;
    }
    let idx = pixel_of_slot[slot];
    let pixel = vec2u(idx % run.size.x, idx / run.size.x);
    let state = states[idx];
    if counts[place] > LIST_CAPACITY {
        states[idx] = state | GAP_UNKNOWN_BIT;
        return;
    }
    load_sorted(place, counts[place]);
    var facing = scan(counts[place]);
    var kind = state_class(state);
    if kind == CLASS_INTERFERING && facing.gap_mm >= 0.0 {
        // Within the depth buffer's resolution: equal depth is touching.
        kind = CLASS_CLEAR;
        facing.gap_mm = min(facing.gap_mm, 0.0);
        states[idx] = with_class(state, kind, (state >> STAGE_SHIFT) & 3u);
    } else if kind == CLASS_CLEAR && facing.gap_mm < 0.0 {
        facing.gap_mm = 0.0;
    }
    if facing.gap_mm > run.range_mm || facing.upper.tag == NO_TRIANGLE || facing.lower.tag == NO_TRIANGLE {
        return;
    }
    textureStore(map, pixel, vec4f(facing.gap_mm, facing.upper.depth_mm, facing.lower.depth_mm, f32(kind)));
    textureStore(triangles, pixel, vec4u(facing.upper.tag & TRIANGLE_MASK, facing.lower.tag & TRIANGLE_MASK, 0u, 0u));
}
