// Boxes of triangles, as they are asked for: a tree's largest level is not stored.

fn lowest_of(place: u32) -> vec3f {
    return min(min(corner(place, 0u), corner(place, 1u)), corner(place, 2u));
}

fn highest_of(place: u32) -> vec3f {
    return max(max(corner(place, 0u), corner(place, 1u)), corner(place, 2u));
}

fn bound_of_corner(place: u32, k: u32) -> f32 {
    return positions[4u * vertex_of(place, k) + 3u];
}

// As of boxes of nodes.
fn bound_of(place: u32) -> f32 {
    return max(max(bound_of_corner(place, 0u), bound_of_corner(place, 1u)), bound_of_corner(place, 2u));
}
