// Sorts each pixel's list and reads it: class, projected gap, depths, triangles, and the faces that bound what is inside
// both solids (METHOD.md, "Projected gap"; ENGINES.md, "Engine zlist"). CPU twin: exact::layers.

@group(0) @binding(0) var<uniform> run: Run;
@group(1) @binding(0) var<uniform> z: ZList;
@group(1) @binding(1) var<uniform> window: ZWindow;
@group(1) @binding(2) var<storage, read> offsets: array<u32>;
@group(1) @binding(3) var<storage, read> free: array<u32>;
@group(1) @binding(4) var<storage, read_write> entries: array<vec2u>;
@group(1) @binding(5) var<storage, read_write> states: array<u32>;
// Longest list of a pixel that both jaws cover, lists that are not whole, two unused; then a bit for each upper and,
// from a new word on, each lower triangle.
@group(1) @binding(6) var<storage, read_write> found: array<atomic<u32>>;
@group(1) @binding(7) var map: texture_storage_2d<rgba32float, write>;
@group(1) @binding(8) var triangles: texture_storage_2d<rg32uint, write>;

const LONGEST: u32 = 0u;
const NOT_WHOLE: u32 = 1u;
const FIRST_BITS: u32 = 4u;
// Longer lists are sorted as heaps.
const SHORT: u32 = 24u;

struct Reading {
    kind: u32,
    gap_mm: f32,
    upper: Layer,
    lower: Layer,
    is_unbalanced: bool,
}

fn layer_at(i: u32) -> Layer {
    let raw = entries[i];
    return Layer(bitcast<f32>(raw.x), raw.y);
}

// By depth; at equal depth what is left comes before what is entered, so that touching is not overlapping; then by jaw
// and triangle: the tag's bits stand in this order, and the order of drawing leaves no trace.
fn comes_before(a: vec2u, b: vec2u) -> bool {
    let depth_a = bitcast<f32>(a.x);
    let depth_b = bitcast<f32>(b.x);
    return depth_a < depth_b || depth_a == depth_b && a.y < b.y;
}

fn sort_by_insertion(begin: u32, n: u32) {
    for (var i = 1u; i < n; i++) {
        let entry = entries[begin + i];
        var j = i;
        while j > 0u {
            let before = entries[begin + j - 1u];
            if !comes_before(entry, before) {
                break;
            }
            entries[begin + j] = before;
            j--;
        }
        entries[begin + j] = entry;
    }
}

// Lets the entry at `top` of a heap of n sink to its place.
fn sink(begin: u32, top: u32, n: u32) {
    let entry = entries[begin + top];
    var at = top;
    loop {
        var child = 2u * at + 1u;
        if child >= n {
            break;
        }
        if child + 1u < n && comes_before(entries[begin + child], entries[begin + child + 1u]) {
            child++;
        }
        let larger = entries[begin + child];
        if !comes_before(entry, larger) {
            break;
        }
        entries[begin + at] = larger;
        at = child;
    }
    entries[begin + at] = entry;
}

fn sort_as_heap(begin: u32, n: u32) {
    for (var i = n / 2u; i > 0u; i--) {
        sink(begin, i - 1u, n);
    }
    for (var last = n - 1u; last > 0u; last--) {
        let largest = entries[begin];
        entries[begin] = entries[begin + last];
        entries[begin + last] = largest;
        sink(begin, 0u, last);
    }
}

fn sort(begin: u32, n: u32) {
    if n <= SHORT {
        sort_by_insertion(begin, n);
    } else {
        sort_as_heap(begin, n);
    }
}

fn note_face(layer: Layer) {
    let upper_words = (run.n_vertices.x / 3u + 31u) / 32u;
    let triangle = layer.tag & TRIANGLE_MASK;
    let word = FIRST_BITS + select(0u, upper_words, is_lower(layer)) + triangle / 32u;
    let bit = 1u << (triangle % 32u);
    if (atomicLoad(&found[word]) & bit) == 0u {
        atomicOr(&found[word], bit);
    }
}

// Reads n sorted layers.
fn read_list(begin: u32, n: u32) -> Reading {
    let none = Layer(NO_VALUE, NO_TRIANGLE);
    var deepest = Reading(CLASS_INTERFERING, 0.0, none, none, false);
    var nearest = Reading(CLASS_CLEAR, NO_VALUE, none, none, false);
    var last_upper = none;
    var first_lower = none;
    var upper_winding = 0;
    var lower_winding = 0;
    var exit = none;
    var entry = none;
    var begun = none;
    // The deepest stretch still waits for the upper's exit behind it.
    var exit_is_due = false;
    for (var i = 0u; i < n; i++) {
        let layer = layer_at(begin + i);
        let was_in_upper = upper_winding != 0;
        let was_in_lower = lower_winding != 0;
        if is_lower(layer) {
            lower_winding = after(lower_winding, layer);
            if first_lower.tag == NO_TRIANGLE {
                first_lower = layer;
            }
        } else {
            upper_winding = after(upper_winding, layer);
            last_upper = layer;
        }
        let in_upper = upper_winding != 0;
        let in_lower = lower_winding != 0;
        if in_lower && !was_in_lower {
            entry = layer;
        }
        if in_upper && in_lower && !(was_in_upper && was_in_lower) {
            begun = layer;
        }
        if was_in_upper && was_in_lower && !(in_upper && in_lower) {
            let length_mm = layer.depth_mm - begun.depth_mm;
            if length_mm <= run.depth_epsilon_mm {
                // Equal depth but for rounding: touching.
                nearest = Reading(CLASS_CLEAR, 0.0, layer, entry, false);
            } else {
                note_face(begun);
                note_face(layer);
                if length_mm > -deepest.gap_mm {
                    deepest = Reading(CLASS_INTERFERING, -length_mm, layer, entry, false);
                    exit_is_due = in_upper;
                }
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
                nearest = Reading(CLASS_CLEAR, clearance_mm, exit, layer, false);
            }
        }
    }
    let unbalanced = upper_winding != 0 || lower_winding != 0;
    if last_upper.tag == NO_TRIANGLE || first_lower.tag == NO_TRIANGLE {
        let upper = select(CLASS_NONE, CLASS_UPPER_ONLY, last_upper.tag != NO_TRIANGLE);
        let lower = select(CLASS_NONE, CLASS_LOWER_ONLY, first_lower.tag != NO_TRIANGLE);
        return Reading(upper + lower, NO_VALUE, last_upper, first_lower, false);
    }
    if unbalanced {
        return Reading(CLASS_UNSOLVED, NO_VALUE, last_upper, first_lower, true);
    }
    if deepest.gap_mm < 0.0 {
        return deepest;
    }
    if nearest.gap_mm < NO_VALUE {
        return nearest;
    }
    return Reading(CLASS_CLEAR, NO_VALUE, last_upper, first_lower, false);
}

@compute @workgroup_size(64)
fn z_list_scan(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let pixel = window.first_pixel + id.y * groups.x * 64u + id.x;
    if pixel >= window.end_pixel {
        return;
    }
    let begin = offsets[pixel] - window.first_entry;
    let n = offsets[pixel + 1u] - offsets[pixel];
    let nothing = Layer(NO_VALUE, NO_TRIANGLE);
    var reading = Reading(CLASS_UNSOLVED, NO_VALUE, nothing, nothing, false);
    if free[pixel] == 0u {
        sort(begin, n);
        reading = read_list(begin, n);
    } else {
        atomicAdd(&found[NOT_WHOLE], 1u);
    }
    if reading.kind >= CLASS_CLEAR {
        atomicMax(&found[LONGEST], n);
    }
    let at = vec2u(pixel % z.cols, pixel / z.cols);
    let depths_mm = vec2f(reading.upper.depth_mm, reading.lower.depth_mm);
    let pair = vec2u(reading.upper.tag, reading.lower.tag) & vec2u(TRIANGLE_MASK);
    store_pixel(at, reading.gap_mm, depths_mm, reading.kind, pair);
    states[pixel] = reading.kind | select(0u, UNBALANCED_BIT, reading.is_unbalanced);
}
