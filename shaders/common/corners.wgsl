// Triangles in the order of the leaves: numbers of their corners, and where these are.

// Set where the corner's vertex appears for the first time.
const FIRST_OF_VERTEX = 0x80000000u;

// Four numbers each: the place, and the vertex's bound (bound.wgsl).
@group(0) @binding(2) var<storage, read> positions: array<f32>;
@group(0) @binding(3) var<storage, read> corners: array<u32>;

fn vertex_of(place: u32, k: u32) -> u32 {
    return corners[3u * place + k] & ~FIRST_OF_VERTEX;
}

fn corner(place: u32, k: u32) -> vec3f {
    let v = 4u * vertex_of(place, k);
    return vec3f(positions[v], positions[v + 1u], positions[v + 2u]);
}
