// Boxes of triangles, as they are asked for: a tree's largest level is not stored.

fn lowest_of(place: u32) -> vec3f {
    return min(min(corner(place, 0u), corner(place, 1u)), corner(place, 2u));
}

fn highest_of(place: u32) -> vec3f {
    return max(max(corner(place, 0u), corner(place, 1u)), corner(place, 2u));
}
