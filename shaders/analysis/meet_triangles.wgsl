// Pairs of triangles whose boxes touch: those that no axis parts are kept, and decided exactly elsewhere.
//
// The eleven axes that can part two triangles (Gress and Zachmann 2004, sect. 3: both normals, nine products of an edge with
// an edge), and for a distance the line between the middles. An axis is whatever it was rounded to; what is along it gives
// way by the margin, so that nothing that meets is dropped.

@group(0) @binding(0) var<storage, read> slots: array<Slot>;
@group(0) @binding(1) var<storage, read> relations: array<Relation>;

// Below it products may have been flushed to 0.
const TINY = 1e-35;

// Corners of both, seen from the first one's first corner.
struct Two {
    a: array<vec3f, 3>,
    b: array<vec3f, 3>,
    margin: f32,
    distance: f32,
}

fn load_two(pair: vec2u) -> Two {
    let relation = relation_of(pair);
    let objects = relations[relation].objects;
    let rows = relations[relation].a_from_b;
    let node = pair & vec2u(NODE_MASK);
    let a = slots[objects.x * N_SLOTS].first + node.x;
    let b = slots[objects.y * N_SLOTS].first + node.y;
    let origin = corner(a, 0u);
    return Two(
        array(vec3f(0.0), corner(a, 1u) - origin, corner(a, 2u) - origin),
        array(moved(rows, corner(b, 0u)) - origin, moved(rows, corner(b, 1u)) - origin, moved(rows, corner(b, 2u)) - origin),
        relations[relation].margin,
        relations[relation].distance,
    );
}

// Its length, also where squares would be flushed to 0.
fn length_of(axis: vec3f) -> f32 {
    let scale = max(max(abs(axis.x), max(abs(axis.y), abs(axis.z))), 1e-30);
    return scale * length(axis / scale);
}

fn parted(t: Two, axis: vec3f) -> bool {
    let a = vec2f(dot(axis, t.a[1]), dot(axis, t.a[2]));
    let b = vec3f(dot(axis, t.b[0]), dot(axis, t.b[1]), dot(axis, t.b[2]));
    let a_from = min(min(a.x, a.y), 0.0);
    let a_to = max(max(a.x, a.y), 0.0);
    let gap = max(min(min(b.x, b.y), b.z) - a_to, a_from - max(max(b.x, b.y), b.z));
    var least = t.margin * (abs(axis.x) + abs(axis.y) + abs(axis.z)) + TINY;
    if t.distance > 0.0 {
        least += t.distance * length_of(axis);
    }
    return gap > least;
}

fn may_meet(t: Two) -> bool {
    let e = array(t.a[1], t.a[2] - t.a[1], t.a[2]);
    let f = array(t.b[1] - t.b[0], t.b[2] - t.b[1], t.b[2] - t.b[0]);
    if parted(t, cross(e[0], e[2])) || parted(t, cross(f[0], f[2])) {
        return false;
    }
    if t.distance > 0.0 && parted(t, t.b[0] + t.b[1] + t.b[2] - t.a[1] - t.a[2]) {
        return false;
    }
    for (var i = 0u; i < 3u; i++) {
        if parted(t, cross(e[i], f[0])) || parted(t, cross(e[i], f[1])) || parted(t, cross(e[i], f[2])) {
            return false;
        }
    }
    return true;
}

@compute @workgroup_size(64)
fn meet_triangles(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) thread: u32) {
    var n = 0u;
    var n_tested = 0u;
    var pair = vec2u(0u);
    if id.x < n_pairs_in() {
        pair = pairs_in[id.x];
        n = select(0u, 1u, may_meet(load_two(pair)));
        n_tested = 1u;
    }
    let place = place_for(n, n_tested, 0u, thread);
    if n > 0u {
        append(place, pair);
    }
}
