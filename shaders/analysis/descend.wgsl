// One step down both trees at once: of every pair of nodes that may touch, which of their 4 times 4 children may.
//
// Boxes are tried along the axes of both objects ("SAT lite", six of the fifteen axes that part boxes), the distance taken
// over all three axes of an object. What only one of the nine products of edges parts is let through and parted further
// down; nothing that touches is dropped, because every comparison gives way by `reach`.

@group(0) @binding(0) var<storage, read> slots: array<Slot>;
@group(0) @binding(1) var<storage, read> relations: array<Relation>;

struct Box {
    middle: vec3f,
    half: vec3f,
}

fn box_of(node: u32) -> Box {
    let lo = lowest_of(node);
    let hi = highest_of(node);
    return Box((lo + hi) * 0.5, (hi - lo) * 0.5);
}

// The box around a moved box.
fn box_around(rows: array<vec4f, 3>, own: Box) -> Box {
    let half = vec3f(dot(abs(rows[0].xyz), own.half), dot(abs(rows[1].xyz), own.half), dot(abs(rows[2].xyz), own.half));
    return Box(moved(rows, own.middle), half);
}

fn distance_squared(a: Box, b: Box) -> f32 {
    let apart = max(abs(a.middle - b.middle) - a.half - b.half, vec3f(0.0));
    return dot(apart, apart);
}

// Bit 4 i + j: child i of the first and child j of the second node.
fn near_children(node: vec2u, a: Slot, b: Slot, n: vec2u, relation: u32) -> u32 {
    let a_from_b = relations[relation].a_from_b;
    let b_from_a = relations[relation].b_from_a;
    let reach = relations[relation].reach;
    let grown = relations[relation].grown;
    var own: array<Box, 4>;
    var own_bound: array<f32, 4>;
    var seen: array<Box, 4>;
    for (var j = 0u; j < 4u; j++) {
        let seen_node = b.first + FAN_OUT * node.y + min(j, n.y - 1u);
        own[j] = box_of(seen_node);
        own_bound[j] = bound_of(seen_node);
        seen[j] = box_around(a_from_b, own[j]);
    }
    var near = 0u;
    for (var i = 0u; i < 4u; i++) {
        let box_node = a.first + FAN_OUT * node.x + min(i, n.x - 1u);
        let box = box_of(box_node);
        let bound = bound_of(box_node);
        let back = box_around(b_from_a, box);
        for (var j = 0u; j < 4u; j++) {
            let apart = max(distance_squared(box, seen[j]), distance_squared(back, own[j]));
            let within = min(reach, max(bound, own_bound[j]) + grown);
            // What is not a number is looked into.
            near |= select(1u, 0u, apart > within * within) << (4u * i + j);
        }
    }
    return near & ((1u << (4u * n.x)) - 1u) & (((1u << n.y) - 1u) * 0x1111u);
}

@compute @workgroup_size(64)
fn descend(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) thread: u32) {
    var near = 0u;
    var n_tested = 0u;
    var pair = vec2u(0u);
    if id.x < n_pairs_in() {
        pair = pairs_in[id.x];
        let node = pair & vec2u(NODE_MASK);
        let relation = relation_of(pair);
        let a = slots[relations[relation].objects.x * N_SLOTS + run.slot - 1u];
        let b = slots[relations[relation].objects.y * N_SLOTS + run.slot - 1u];
        let n = min(vec2u(a.count, b.count) - FAN_OUT * node, vec2u(FAN_OUT));
        near = near_children(node, a, b, n, relation);
        n_tested = n.x * n.y;
    }
    var place = place_for(countOneBits(near), n_tested, run.slot - 1u, thread);
    let first = (pair & vec2u(~NODE_MASK)) | ((pair & vec2u(NODE_MASK)) * FAN_OUT);
    while near != 0u {
        let bit = firstTrailingBit(near);
        append(place, first + vec2u(bit / 4u, bit % 4u));
        place += 1u;
        near &= near - 1u;
    }
}
