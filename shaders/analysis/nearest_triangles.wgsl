// The nearest triangle of another object for every vertex, among pairs of triangles whose boxes are near. A first turn finds
// the smallest distances, a second one, by the same instructions, whose they are.
//
// Of a pair only those corners are measured whose vertex appears in this triangle first: the triangle holds the vertex, so
// that whatever is near to the vertex is near to the triangle.

@group(0) @binding(0) var<storage, read> slots: array<Slot>;
@group(0) @binding(1) var<storage, read> relations: array<Relation>;
@group(1) @binding(0) var<uniform> run: NearestRun;
@group(1) @binding(1) var<storage, read> pairs: array<vec2u>;
@group(1) @binding(2) var<storage, read> now: array<ListStep>;
// Of each vertex: the complement of a distance's bits, so that the smallest is the largest and 0 is none; likewise of the
// triangle's place.
@group(1) @binding(3) var<storage, read_write> nearness: array<atomic<u32>>;
@group(1) @binding(4) var<storage, read_write> nearest: array<atomic<u32>>;

struct NearestRun {
    room: u32,
    turn: u32,
}

fn along_edge(p: vec3f, a: vec3f, b: vec3f) -> f32 {
    let e = b - a;
    let l = dot(e, e);
    let t = select(0.0, clamp(dot(p - a, e) / l, 0.0, 1.0), l > 0.0);
    return distance(p, a + e * t);
}

// Every distance is that to a point of the triangle, so that rounding makes none too small by more than itself.
fn to_triangle(p: vec3f, t: array<vec3f, 3>) -> f32 {
    var least = min(along_edge(p, t[0], t[1]), min(along_edge(p, t[1], t[2]), along_edge(p, t[2], t[0])));
    let u = t[1] - t[0];
    let v = t[2] - t[0];
    let w = p - t[0];
    let uu = dot(u, u);
    let uv = dot(u, v);
    let vv = dot(v, v);
    let determinant = uu * vv - uv * uv;
    if determinant > 0.0 {
        let i = (vv * dot(w, u) - uv * dot(w, v)) / determinant;
        let j = (uu * dot(w, v) - uv * dot(w, u)) / determinant;
        if i >= 0.0 && j >= 0.0 && i + j <= 1.0 {
            least = min(least, distance(p, t[0] + u * i + v * j));
        }
    }
    return least;
}

fn offer(vertex: u32, apart: f32, most: f32, place: u32) {
    if !(apart <= most) {
        return;
    }
    let bits = ~bitcast<u32>(apart);
    if run.turn == 0u {
        atomicMax(&nearness[vertex], bits);
    } else if atomicLoad(&nearness[vertex]) == bits {
        atomicMax(&nearest[vertex], ~place);
    }
}

@compute @workgroup_size(64)
fn nearest_triangles(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= min(now[0].n_pairs, run.room) {
        return;
    }
    let pair = pairs[id.x];
    let relation = relation_of(pair);
    let rows = relations[relation].a_from_b;
    let most = relations[relation].distance + relations[relation].margin;
    let a = slots[relations[relation].objects.x * N_SLOTS].first + (pair.x & NODE_MASK);
    let b = slots[relations[relation].objects.y * N_SLOTS].first + (pair.y & NODE_MASK);
    // Seen from a corner of the first, where numbers are small.
    let origin = corner(a, 0u);
    let t = array(vec3f(0.0), corner(a, 1u) - origin, corner(a, 2u) - origin);
    let o = array(moved(rows, corner(b, 0u)) - origin, moved(rows, corner(b, 1u)) - origin, moved(rows, corner(b, 2u)) - origin);
    for (var k = 0u; k < 3u; k++) {
        if (corners[3u * a + k] & FIRST_OF_VERTEX) != 0u {
            offer(vertex_of(a, k), to_triangle(t[k], o), most, b);
        }
        if (corners[3u * b + k] & FIRST_OF_VERTEX) != 0u {
            offer(vertex_of(b, k), to_triangle(o[k], t), most, a);
        }
    }
}
