// Offers the faces on both sides of the gap in pixels where interference ends: in a neighbour of the four next to it there
// is none. Walls seen edge on have no place in any list; they are neighbours of these faces.

@group(0) @binding(0) var<uniform> run: Run;
@group(1) @binding(0) var<uniform> z: ZList;
@group(1) @binding(1) var<uniform> window: ZWindow;
@group(1) @binding(2) var<storage, read> states: array<u32>;
@group(1) @binding(3) var triangles: texture_2d<u32>;
// As in z_list_pairs.wgsl.
@group(1) @binding(4) var<storage, read_write> pairs: array<atomic<u32>>;

fn interferes(at: vec2i) -> bool {
    let inside = all(at >= vec2i(0)) && all(at < vec2i(run.size));
    return inside && state_class(states[u32(max(at.y, 0)) * z.cols + u32(max(at.x, 0))]) == CLASS_INTERFERING;
}

@compute @workgroup_size(64)
fn z_list_borders(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let pixel = window.first_pixel + id.y * groups.x * 64u + id.x;
    if pixel >= window.end_pixel {
        return;
    }
    let at = vec2i(i32(pixel % z.cols), i32(pixel / z.cols));
    let here = interferes(at);
    var n = 0u;
    n += select(0u, 1u, interferes(at + vec2i(1, 0)));
    n += select(0u, 1u, interferes(at - vec2i(1, 0)));
    n += select(0u, 1u, interferes(at + vec2i(0, 1)));
    n += select(0u, 1u, interferes(at - vec2i(0, 1)));
    let is_border = select(n > 0u, n < 4u, here);
    let pair = textureLoad(triangles, at, 0).xy;
    if is_border && all(pair != vec2u(NO_TRIANGLE)) {
        let place = atomicAdd(&pairs[0], 1u);
        if place < z.n_pairs {
            atomicStore(&pairs[2u * place + 2u], pair.x);
            atomicStore(&pairs[2u * place + 3u], pair.y);
        }
    }
}
