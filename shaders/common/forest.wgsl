// Balanced trees of several objects in one set of buffers, and pairs of their nodes. Slot 0 of a tree are its triangles in
// the order of the leaves, slot 1 its leaves, every further one holds a quarter as many nodes, up to the root. The children
// of node i are numbers 4 i to 4 i + 3 of the slot below; no pointers are kept.
//
// Every number is in tree units (forest.rs): about the object's own middle, and of size 1 at most.

const FAN_OUT = 4u;
const N_SLOTS = 16u;

// A pair of nodes is two words: a node's number within its slot, and above it half of the relation's number.
const NODE_BITS = 24u;
const NODE_MASK = 0xffffffu;
const RELATION_BITS = 8u;

// Where a slot of an object begins in the buffer of boxes (slot 0: of corners), and how many there are.
struct Slot {
    first: u32,
    count: u32,
}

// Two objects and how they lie to each other. Rows, the shift in w.
struct Relation {
    a_from_b: array<vec4f, 3>,
    b_from_a: array<vec4f, 3>,
    objects: vec2u,
    // No rounding moves a point of one object, seen from the other, or what it is along an axis of length 1, by more.
    margin: f32,
    // Pairs of triangles are wanted up to this distance; 0: that meet.
    distance: f32,
    // Boxes farther apart than this are not looked into: distance and margin, and in a front what may still be moved.
    reach: f32,
    // Nor farther than the larger bound of both and this.
    grown: f32,
    unused_b: f32,
    unused_c: f32,
}

// The list of one slot: how many workgroups walk it (an indirect dispatch), how many pairs it holds or should hold, and how
// many were tried for it.
struct ListStep {
    groups: u32,
    y: u32,
    z: u32,
    n_pairs: u32,
    n_tested: u32,
    unused_a: u32,
    unused_b: u32,
    unused_c: u32,
}

// What one dispatch does: the slot of the pairs that it reads, and how many pairs any list has room for.
struct StepRun {
    slot: u32,
    room: u32,
}

fn relation_of(pair: vec2u) -> u32 {
    return (pair.x >> NODE_BITS) | ((pair.y >> NODE_BITS) << RELATION_BITS);
}

fn moved(rows: array<vec4f, 3>, p: vec3f) -> vec3f {
    return vec3f(dot(rows[0].xyz, p) + rows[0].w, dot(rows[1].xyz, p) + rows[1].w, dot(rows[2].xyz, p) + rows[2].w);
}
