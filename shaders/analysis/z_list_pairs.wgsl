// Offers the pairs of faces that may cross between a pixel's centre and its neighbours': next to each other in the sorted
// list, of different jaws, their planes meeting within a pixel, their boxes touching (Shinya and Forgue 1991: "an
// efficient culling method for more precise algorithms").

@group(0) @binding(0) var<uniform> run: Run;
@group(1) @binding(0) var<uniform> z: ZList;
@group(1) @binding(1) var<uniform> window: ZWindow;
@group(1) @binding(2) var<storage, read> offsets: array<u32>;
@group(1) @binding(3) var<storage, read> free: array<u32>;
@group(1) @binding(4) var<storage, read> entries: array<vec2u>;
@group(1) @binding(5) var<storage, read> upper_corners: array<f32>;
@group(1) @binding(6) var<storage, read> lower_corners: array<f32>;
// The number of pairs offered, which may be more than there is room for; then the pairs, upper and lower triangle.
@group(1) @binding(7) var<storage, read_write> pairs: array<atomic<u32>>;

// A triangle in map coordinates: column, row, depth in mm.
struct Seen {
    lo: vec3f,
    hi: vec3f,
    // Change of depth from a column and a row to the next, mm; 1e30 for a wall seen edge on.
    slope: vec2f,
}

fn seen(a: vec3f, b: vec3f, c: vec3f) -> Seen {
    let n = cross(b - a, c - a);
    let slope = select(vec2f(NO_VALUE), -n.xy / n.z, abs(n.z) > 1e-9);
    return Seen(min(min(a, b), c), max(max(a, b), c), slope);
}

fn on_map(rows: array<vec4f, 3>, p: vec3f) -> vec3f {
    let q = vec4f(p, 1.0);
    return vec3f(dot(rows[0], q), dot(rows[1], q), dot(rows[2], q));
}

fn upper_corner(i: u32) -> vec3f {
    return on_map(z.map_from_upper, vec3f(upper_corners[3u * i], upper_corners[3u * i + 1u], upper_corners[3u * i + 2u]));
}

fn lower_corner(i: u32) -> vec3f {
    return on_map(z.map_from_lower, vec3f(lower_corners[3u * i], lower_corners[3u * i + 1u], lower_corners[3u * i + 2u]));
}

// Whether two faces, `apart_mm` from each other at a pixel's centre, may cross within a pixel of it.
fn may_cross(upper: u32, lower: u32, apart_mm: f32) -> bool {
    let a = seen(upper_corner(3u * upper), upper_corner(3u * upper + 1u), upper_corner(3u * upper + 2u));
    let b = seen(lower_corner(3u * lower), lower_corner(3u * lower + 1u), lower_corner(3u * lower + 2u));
    // Rounding: a hair of a pixel, and the depth that counts as equal.
    let pad = vec3f(0.01, 0.01, run.depth_epsilon_mm);
    if any(a.lo > b.hi + pad) || any(b.lo > a.hi + pad) {
        return false;
    }
    let reach = abs(a.slope - b.slope);
    return apart_mm <= reach.x + reach.y + run.depth_epsilon_mm || max(a.slope.x, b.slope.x) >= NO_VALUE;
}

fn offer(upper: u32, lower: u32) {
    let place = atomicAdd(&pairs[0], 1u);
    if place < z.n_pairs {
        atomicStore(&pairs[2u * place + 2u], upper);
        atomicStore(&pairs[2u * place + 3u], lower);
    }
}

@compute @workgroup_size(64)
fn z_list_pairs(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let pixel = window.first_pixel + id.y * groups.x * 64u + id.x;
    if pixel >= window.end_pixel || free[pixel] != 0u {
        return;
    }
    let begin = offsets[pixel] - window.first_entry;
    let n = offsets[pixel + 1u] - offsets[pixel];
    for (var i = 1u; i < n; i++) {
        let before = entries[begin + i - 1u];
        let here = entries[begin + i];
        if ((before.y ^ here.y) & LOWER_BIT) != 0u {
            let is_lower = (here.y & LOWER_BIT) != 0u;
            let upper = select(here.y, before.y, is_lower) & TRIANGLE_MASK;
            let lower = select(before.y, here.y, is_lower) & TRIANGLE_MASK;
            if may_cross(upper, lower, bitcast<f32>(here.x) - bitcast<f32>(before.x)) {
                offer(upper, lower);
            }
        }
    }
}
