// Keeps a jaw's own counts before its stencils are used again: number of faces in bits 0-7, winding in bits 8-15.

@group(0) @binding(0) var<uniform> run: Run;
@group(1) @binding(0) var number_stencil: texture_2d<u32>;
@group(1) @binding(1) var winding_stencil: texture_2d<u32>;
@group(1) @binding(2) var<storage, read_write> own_counts: array<u32>;

@compute @workgroup_size(8, 8)
fn own_counts_main(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= run.size) {
        return;
    }
    let number = textureLoad(number_stencil, id.xy, 0).x;
    let winding = textureLoad(winding_stencil, id.xy, 0).x;
    own_counts[id.y * run.size.x + id.x] = (number & 0xffu) | ((winding & 0xffu) << 8u);
}
