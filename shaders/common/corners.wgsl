// Triangles in the order of the leaves: numbers of their corners, and where these are.

@group(0) @binding(2) var<storage, read> positions: array<f32>;
@group(0) @binding(3) var<storage, read> corners: array<u32>;

fn corner(place: u32, k: u32) -> vec3f {
    let v = 3u * corners[3u * place + k];
    return vec3f(positions[v], positions[v + 1u], positions[v + 2u]);
}
