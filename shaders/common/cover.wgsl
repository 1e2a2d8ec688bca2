// Which pixels' centres a jaw's triangles cover, by compute: the sampling rule of native::raster. Behind depth_plane.wgsl.
// Corners are snapped to 1/256 pixel, sides are evaluated exactly in whole numbers, and a centre on a side belongs to the
// triangle for which that is a top or a left one. A pass adds `fn touch(pixel: u32, depth_mm: f32, triangle: u32, entered: bool)`
// and what it writes to (group 1). CPU twin of the struct: gpu::layout::CoverUniform.
struct CoverRun {
    // dot(this, vec4(p, 1)) is the column, row (pixels) and depth (mm) of a corner p as seen from `centre_in_jaw`.
    map_from_jaw: array<vec4f, 3>,
    centre_in_jaw: vec3f,
    // Zero, which no compiler knows (`product`).
    zero: u32,
    // Columns and rows of the map.
    size: vec2u,
    // 0 for the upper jaw, 1 for the lower.
    side: u32,
    n_blocks: u32,
    // 1 for a jaw that is closed as a chain of faces: its winding needs no check.
    is_closed: u32,
}

struct Large {
    n: atomic<u32>,
    triangles: array<u32>,
}

@group(0) @binding(0) var<uniform> jaw: CoverRun;
// Three corners a triangle, three numbers a corner.
@group(0) @binding(1) var<storage, read> corners: array<f32>;
// Runs of triangles that can matter: first, number (96 at most).
@group(0) @binding(2) var<storage, read> blocks: array<vec2u>;
// Triangles that are too large for one thread.
@group(0) @binding(3) var<storage, read_write> large: Large;

// Pixels of a box that one thread walks, a bit each.
const MOST_PIXELS: i32 = 64;
// Sides of a box, in steps of 1/256 pixel, within which 32 bits suffice. All of its pixels' centres lie in the box: with E
// for its larger side |dx|, |dy|, |x|, |y| <= E there, and |dx y - dy x| + 1 <= 2 E^2 + 1 < 2^31. (The step behind the last
// pixel may wrap; nobody looks at it.)
const MOST_STEPS: i32 = 32767;
// Corners farther away (two million pixels) are taken to be there, so that no difference of two is beyond 31 bits.
const FARTHEST_STEPS: f32 = 536870912.0;

struct Corner {
    // Columns and rows in steps.
    at: vec2i,
    // Column, row, depth as they are.
    place: vec3f,
}

struct Face {
    a: Corner,
    b: Corner,
    c: Corner,
    // First pixel of its box, and the one behind the last.
    first: vec2i,
    end: vec2i,
    extent: vec2i,
}

fn corner(idx: u32) -> Corner {
    let place = place_of(idx);
    // Times a power of two: exact. Half a step goes to the even one.
    let steps = round(clamp(place.xy * 256.0, vec2f(-FARTHEST_STEPS), vec2f(FARTHEST_STEPS)));
    return Corner(vec2i(steps), place);
}

fn face(triangle: u32) -> Face {
    let a = corner(3u * triangle);
    let b = corner(3u * triangle + 1u);
    let c = corner(3u * triangle + 2u);
    let lo = min(min(a.at, b.at), c.at);
    let hi = max(max(a.at, b.at), c.at);
    // From the first centre that is not before the box to the first behind it.
    let first = max((lo + 127) >> vec2u(8u), vec2i(0));
    let end = min((hi + 128) >> vec2u(8u), vec2i(jaw.size));
    return Face(a, b, c, first, end, hi - lo);
}

fn is_wide(f: Face) -> bool {
    return any(f.extent > vec2i(MOST_STEPS));
}

// With its corners the same way round whichever side is seen.
fn turned(f: Face, entered: bool) -> Face {
    if entered {
        return Face(f.a, f.c, f.b, f.first, f.end, f.extent);
    }
    return f;
}

// A centre on the side itself is inside a top or a left one alone.
fn is_top_or_left(d: vec2i) -> bool {
    return d.y < 0 || (d.y == 0 && d.x > 0);
}

// The three sides as functions that are not negative inside: at the box's first pixel, and by how much they grow from column
// to column and from row to row.
struct Sides {
    at_first: vec3i,
    per_col: vec3i,
    per_row: vec3i,
}

fn at_first(a: vec2i, b: vec2i, first: vec2i) -> i32 {
    let d = b - a;
    let p = first * 256 + 128 - a;
    return d.x * p.y - d.y * p.x - select(1, 0, is_top_or_left(d));
}

fn sides(f: Face) -> Sides {
    let a = f.a.at;
    let b = f.b.at;
    let c = f.c.at;
    let first = vec3i(at_first(a, b, f.first), at_first(b, c, f.first), at_first(c, a, f.first));
    let dx = vec3i(b.x - a.x, c.x - b.x, a.x - c.x);
    let dy = vec3i(b.y - a.y, c.y - b.y, a.y - c.y);
    return Sides(first, dy * -256, dx * 256);
}

fn walk(seen: Face, triangle: u32) {
    let u = seen.b.at - seen.a.at;
    let v = seen.c.at - seen.a.at;
    let doubled_area = u.x * v.y - u.y * v.x;
    if doubled_area == 0 {
        return;
    }
    // Seen along the direction, columns to the right and rows down: turning right is seen from behind.
    let entered = doubled_area < 0;
    let f = turned(seen, entered);
    let s = sides(f);
    // First which pixels, a bit each: most triangles of a fine scan pass between the centres, and threads that walk together
    // touch together.
    var covered = vec2u(0u);
    var place = 0u;
    var of_row = s.at_first;
    for (var row = f.first.y; row < f.end.y; row++) {
        var at = of_row;
        for (var col = f.first.x; col < f.end.x; col++) {
            let bit = select(0u, 1u << (place & 31u), (at.x | at.y | at.z) >= 0);
            covered |= select(vec2u(0u, bit), vec2u(bit, 0u), place < 32u);
            place++;
            at += s.per_col;
        }
        of_row += s.per_row;
    }
    if all(covered == vec2u(0u)) {
        return;
    }
    let surface = plane(f.a.place, f.b.place, f.c.place);
    let cols = f.end.x - f.first.x;
    while any(covered != vec2u(0u)) {
        let is_early = covered.x != 0u;
        let word = select(covered.y, covered.x, is_early);
        let rest = word & (word - 1u);
        covered = select(vec2u(0u, rest), vec2u(rest, covered.y), is_early);
        let k = i32(countTrailingZeros(word)) + select(32, 0, is_early);
        // Never nearer to a whole number than 1/128: single precision is enough.
        let row = i32((f32(k) + 0.5) / f32(cols));
        let pixel = f.first + vec2i(k - row * cols, row);
        touch(u32(pixel.y) * jaw.size.x + u32(pixel.x), depth_at(surface, pixel), triangle, entered);
    }
}

// One thread a triangle, one workgroup a block.
@compute @workgroup_size(96)
fn draw(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let idx = group.y * groups.x + group.x;
    if idx >= jaw.n_blocks || thread >= blocks[idx].y {
        return;
    }
    let triangle = blocks[idx].x + thread;
    let f = face(triangle);
    if any(f.first >= f.end) {
        return;
    }
    let span = f.end - f.first;
    if is_wide(f) || span.x * span.y > MOST_PIXELS {
        large.triangles[atomicAdd(&large.n, 1u)] = triangle;
    } else {
        walk(f, triangle);
    }
}

// 64 bits, signed: the upper ones, the lower ones.
struct Wide {
    hi: i32,
    lo: u32,
}

fn wide_product(a: i32, b: i32) -> Wide {
    let p = bitcast<u32>(a);
    let q = bitcast<u32>(b);
    let pl = p & 0xffffu;
    let ph = p >> 16u;
    let ql = q & 0xffffu;
    let qh = q >> 16u;
    let low = pl * ql;
    let mid = ph * ql + (low >> 16u);
    let other = pl * qh + (mid & 0xffffu);
    let hi = ph * qh + (mid >> 16u) + (other >> 16u) - select(0u, q, a < 0) - select(0u, p, b < 0);
    return Wide(bitcast<i32>(hi), p * q);
}

// The sign of u.x s.y - u.y s.x.
fn turn(u: vec2i, s: vec2i) -> i32 {
    let p = wide_product(u.x, s.y);
    let q = wide_product(u.y, s.x);
    if p.hi == q.hi {
        return select(select(-1, 1, p.lo > q.lo), 0, p.lo == q.lo);
    }
    return select(-1, 1, p.hi > q.hi);
}

fn is_inside(a: vec2i, b: vec2i, centre: vec2i) -> bool {
    let sign = turn(b - a, centre - a);
    return sign > 0 || (sign == 0 && is_top_or_left(b - a));
}

fn covers(f: Face, s: Sides, pixel: vec2i) -> bool {
    if is_wide(f) {
        let centre = pixel * 256 + 128;
        return is_inside(f.a.at, f.b.at, centre)
            && is_inside(f.b.at, f.c.at, centre)
            && is_inside(f.c.at, f.a.at, centre);
    }
    // The parts may wrap, the sum is a side at a pixel of the box.
    let step = pixel - f.first;
    let at = s.at_first + s.per_col * step.x + s.per_row * step.y;
    return (at.x | at.y | at.z) >= 0;
}

// What is too large, however large: one workgroup a triangle, its pixels shared out.
@compute @workgroup_size(64)
fn draw_large(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let n = atomicLoad(&large.n);
    for (var k = group.x; k < n; k += groups.x) {
        let triangle = large.triangles[k];
        let seen = face(triangle);
        let sign = turn(seen.b.at - seen.a.at, seen.c.at - seen.a.at);
        if sign == 0 {
            continue;
        }
        let entered = sign < 0;
        let f = turned(seen, entered);
        let surface = plane(f.a.place, f.b.place, f.c.place);
        let s = sides(f);
        // Eight by eight at a time.
        let begin = f.first + vec2i(vec2u(thread & 7u, thread >> 3u));
        for (var row = begin.y; row < f.end.y; row += 8) {
            for (var col = begin.x; col < f.end.x; col += 8) {
                let pixel = vec2i(col, row);
                if covers(f, s, pixel) {
                    touch(u32(row) * jaw.size.x + u32(col), depth_at(surface, pixel), triangle, entered);
                }
            }
        }
    }
}
