// Sums and extremes over all pixels (METHOD.md, "Figures"). Each thread walks its share of the pixels, each workgroup
// leaves one row of N_FIGURES numbers; fold.wgsl adds the rows. CPU twin of the order: field::figures.

@group(0) @binding(0) var<uniform> run: Run;
@group(1) @binding(0) var<storage, read> states: array<u32>;
@group(1) @binding(1) var map: texture_2d<f32>;
@group(1) @binding(2) var triangles: texture_2d<u32>;
// Three corners a triangle, three numbers a corner, in the jaw's own coordinates.
@group(1) @binding(3) var<storage, read> upper_corners: array<f32>;
@group(1) @binding(4) var<storage, read> lower_corners: array<f32>;
@group(1) @binding(5) var<storage, read> slots: array<u32>;
@group(1) @binding(6) var<storage, read_write> rows: array<f32>;

const OVERLAP: u32 = 0u;
const CLEAR: u32 = 1u;
const INTERFERING: u32 = 2u;
const FIRST_PASS: u32 = 3u;
const SECOND_PASS: u32 = 4u;
const UNSOLVED: u32 = 5u;
const UNBALANCED: u32 = 6u;
const GAP_UNKNOWN: u32 = 7u;
const ADDED_INTERFERING: u32 = 8u;
const LAYERED: u32 = 9u;
const DEPTH_SUM: u32 = 10u;
// The zone that orients the projection: its weight (mm2), sum of cosines, and sum of area-weighted normals.
const ZONE_AREA: u32 = 11u;
const ZONE_COSINE: u32 = 12u;
const ZONE_PIXELS: u32 = 13u;
// Normals are in each jaw's own coordinates: near zone, then whole range; upper, then lower.
const NORMALS: u32 = 14u;
// By threshold bin (the smallest threshold that holds the gap), the penetrating part in the bin after the last:
// projected, upper, lower.
const BINS: u32 = 26u;
const N_BINS: u32 = 17u;
const PENETRATING_BIN: u32 = 16u;
// Solved by the layer order; left unsolved by it: too many layers, or peeling and listing disagree.
const LAYER_ORDER: u32 = 77u;
const TOO_MANY: u32 = 78u;
const DISAGREES: u32 = 79u;
const MAX_LAYERS: u32 = 80u;
const MAX_DEPTH: u32 = 81u;
// Negated, so that all extremes are maxima.
const MIN_CLEARANCE_NEGATED: u32 = 82u;
const N_THREADS: u32 = 32u;
// A surface steeper than this against the projection counts as if it were no steeper.
const LEAST_COSINE: f32 = 0.05;

var<private> mine: array<f32, N_FIGURES>;
var<workgroup> shared_rows: array<f32, N_THREADS * N_FIGURES>;

fn upper_corner(i: u32) -> vec3f {
    return vec3f(upper_corners[3u * i], upper_corners[3u * i + 1u], upper_corners[3u * i + 2u]);
}

fn lower_corner(i: u32) -> vec3f {
    return vec3f(lower_corners[3u * i], lower_corners[3u * i + 1u], lower_corners[3u * i + 2u]);
}

fn unit_normal(a: vec3f, b: vec3f, c: vec3f) -> vec3f {
    let n = cross(b - a, c - a);
    let length = length(n);
    return select(vec3f(0.0), n / length, length > 0.0);
}

fn add_normal(at: u32, normal: vec3f, weight: f32) {
    mine[at] += normal.x * weight;
    mine[at + 1u] += normal.y * weight;
    mine[at + 2u] += normal.z * weight;
}

fn threshold_bin(gap_mm: f32) -> u32 {
    if gap_mm < 0.0 {
        return PENETRATING_BIN;
    }
    for (var k = 0u; k < run.n_thresholds; k++) {
        if gap_mm <= run.thresholds_mm[k / 4u][k % 4u] {
            return k;
        }
    }
    return N_BINS;
}

fn add_surface(pixel: vec2u, gap_mm: f32, kind: u32) {
    let pair = textureLoad(triangles, pixel, 0);
    if pair.x == NO_TRIANGLE || pair.y == NO_TRIANGLE {
        return;
    }
    // Faces that closing added are no anatomy: never contact.
    if pair.x >= run.n_scanned.x || pair.y >= run.n_scanned.y {
        mine[ADDED_INTERFERING] += select(0.0, 1.0, kind == CLASS_INTERFERING);
        return;
    }
    let normal_u = unit_normal(upper_corner(3u * pair.x), upper_corner(3u * pair.x + 1u), upper_corner(3u * pair.x + 2u));
    let normal_l = unit_normal(lower_corner(3u * pair.y), lower_corner(3u * pair.y + 1u), lower_corner(3u * pair.y + 2u));
    let cosine_u = dot(normal_u, run.direction_in_upper.xyz);
    let cosine_l = -dot(normal_l, run.direction_in_lower.xyz);
    let area_u = run.pixel_area_mm2 / max(abs(cosine_u), LEAST_COSINE);
    let area_l = run.pixel_area_mm2 / max(abs(cosine_l), LEAST_COSINE);
    if gap_mm <= run.zone_mm {
        mine[ZONE_AREA] += area_u + area_l;
        mine[ZONE_COSINE] += area_u * cosine_u + area_l * cosine_l;
        mine[ZONE_PIXELS] += 1.0;
        add_normal(NORMALS, normal_u, area_u);
        add_normal(NORMALS + 3u, normal_l, area_l);
    }
    add_normal(NORMALS + 6u, normal_u, area_u);
    add_normal(NORMALS + 9u, normal_l, area_l);
    let bin = threshold_bin(gap_mm);
    if bin < N_BINS {
        mine[BINS + bin] += run.pixel_area_mm2;
        mine[BINS + N_BINS + bin] += area_u;
        mine[BINS + 2u * N_BINS + bin] += area_l;
    }
}

fn add_pixel(idx: u32) {
    let state = states[idx];
    let kind = state_class(state);
    if kind < CLASS_CLEAR {
        return;
    }
    let pixel = vec2u(idx % run.size.x, idx / run.size.x);
    let gap_mm = textureLoad(map, pixel, 0).x;
    let stage = (state >> STAGE_SHIFT) & 3u;
    let n_layers = ((state >> N1_SHIFT) & 0xffu) + ((state >> N_UPPER_SHIFT) & 0xffu);
    mine[OVERLAP] += 1.0;
    mine[CLEAR] += select(0.0, 1.0, kind == CLASS_CLEAR);
    mine[INTERFERING] += select(0.0, 1.0, kind == CLASS_INTERFERING);
    mine[UNSOLVED] += select(0.0, 1.0, kind == CLASS_UNSOLVED);
    mine[FIRST_PASS] += select(0.0, 1.0, stage == 1u);
    mine[SECOND_PASS] += select(0.0, 1.0, stage == 2u);
    mine[LAYER_ORDER] += select(0.0, 1.0, stage == 3u);
    mine[TOO_MANY] += select(0.0, 1.0, kind == CLASS_UNSOLVED && (state & GAP_UNKNOWN_BIT) != 0u);
    mine[DISAGREES] += select(0.0, 1.0, (state & DISAGREES_BIT) != 0u);
    mine[UNBALANCED] += select(0.0, 1.0, (state & UNBALANCED_BIT) != 0u);
    mine[GAP_UNKNOWN] += select(0.0, 1.0, (state & GAP_UNKNOWN_BIT) != 0u);
    mine[LAYERED] += select(0.0, 1.0, slots[idx] != NO_TRIANGLE);
    mine[MAX_LAYERS] = max(mine[MAX_LAYERS], f32(n_layers));
    if gap_mm < NO_VALUE {
        if gap_mm < 0.0 {
            mine[DEPTH_SUM] -= gap_mm;
            mine[MAX_DEPTH] = max(mine[MAX_DEPTH], -gap_mm);
        } else {
            mine[MIN_CLEARANCE_NEGATED] = max(mine[MIN_CLEARANCE_NEGATED], -gap_mm);
        }
        add_surface(pixel, gap_mm, kind);
    }
}

@compute @workgroup_size(32)
fn reduce(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
    for (var k = 0u; k < N_FIGURES; k++) {
        mine[k] = 0.0;
    }
    mine[MIN_CLEARANCE_NEGATED] = -NO_VALUE;
    let n_pixels = run.size.x * run.size.y;
    let stride = run.n_reduce_groups * N_THREADS;
    for (var idx = group.x * N_THREADS + thread; idx < n_pixels; idx += stride) {
        add_pixel(idx);
    }
    for (var k = 0u; k < N_FIGURES; k++) {
        shared_rows[thread * N_FIGURES + k] = mine[k];
    }
    workgroupBarrier();
    for (var k = thread; k < N_FIGURES; k += N_THREADS) {
        var total = shared_rows[k];
        for (var t = 1u; t < N_THREADS; t++) {
            total = joined(k, total, shared_rows[t * N_FIGURES + k]);
        }
        rows[group.x * N_FIGURES + k] = total;
    }
}
