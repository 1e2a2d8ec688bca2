// Depth peeling over the pixels that need the layer order: first how many faces there are, then one face a round, each
// the next by (depth, jaw, triangle), so that faces at equal depth are not lost. Paper, sect. 6; Mammen 1989.

@group(1) @binding(0) var<storage, read> slots: array<u32>;
@group(1) @binding(1) var<storage, read_write> plan: array<atomic<u32>, 12>;
// Faces of both jaws over each of these pixels, by slot.
@group(1) @binding(2) var<storage, read_write> layer_counts: array<atomic<u32>>;
// What the round before has peeled: depth bits, tag.
@group(2) @binding(0) var last: texture_2d<u32>;

fn slot_at(clip: vec4f) -> u32 {
    let pixel = vec2u(clip.xy);
    return slots[pixel.y * jaw.size.x + pixel.x];
}

@fragment
fn count(corner: Corner) -> @location(0) vec4f {
    let slot = slot_at(corner.clip);
    if slot < atomicLoad(&plan[PLAN_N_ORDERED]) {
        let n = atomicAdd(&layer_counts[slot], 1u) + 1u;
        if n > atomicLoad(&plan[PLAN_MAX_LAYERS]) {
            atomicMax(&plan[PLAN_MAX_LAYERS], n);
        }
    }
    return vec4f(0.0);
}

struct Peeled {
    @location(0) item: vec2u,
    @builtin(frag_depth) depth: f32,
}

@fragment
fn peel(corner: Corner, @builtin(front_facing) entered: bool) -> Peeled {
    // The depth buffer holds this number bit for bit, so that it can be told from the last one's.
    let depth = surface_at(corner).depth_mm * jaw.depth_per_mm;
    if slot_at(corner.clip) >= atomicLoad(&plan[PLAN_N_ORDERED]) {
        discard;
    }
    let before = textureLoad(last, vec2u(corner.clip.xy), 0);
    let bits = bitcast<u32>(depth);
    let tag = layer_tag(corner.triangle, jaw.side == 1u, entered);
    let is_later = bits > before.x || (bits == before.x && (tag & ~ENTERED_BIT) > (before.y & ~ENTERED_BIT));
    if !is_later {
        discard;
    }
    return Peeled(vec2u(bits, tag), depth);
}
