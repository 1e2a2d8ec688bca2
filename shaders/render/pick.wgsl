// What lies under one pixel: the jaw and depth that mesh.wgsl wrote there, and the gap painted there.
// After gap_paint.wgsl.

struct PickUniform {
    world_from_clip: mat4x4<f32>,
    // Pixel asked for.
    pixel: vec2<u32>,
    // Size of the view, pixels.
    size: vec2<u32>,
};

struct Picked {
    world: vec3<f32>,
    // 1 upper, -1 lower, 0 nothing.
    side: f32,
    // Projected gap, mm; 1e30 = none.
    gap_mm: f32,
    padding_a: f32,
    padding_b: f32,
    padding_c: f32,
};

@group(1) @binding(0) var<uniform> pick: PickUniform;
@group(1) @binding(1) var<storage, read_write> picked: Picked;
// The opaque jaws, and the translucent ones that can be picked; the last one that has something is on top.
@group(1) @binding(2) var places_opaque: texture_2d<f32>;
@group(1) @binding(3) var places_first: texture_2d<f32>;
@group(1) @binding(4) var places_second: texture_2d<f32>;

fn resolve_place(place: f32) {
    let side = sign(place);
    let xy = (vec2<f32>(pick.pixel) + 0.5) / vec2<f32>(pick.size);
    let clip = vec4(xy.x * 2.0 - 1.0, 1.0 - xy.y * 2.0, abs(place) - 1.0, 1.0);
    let point = pick.world_from_clip * clip;
    let world = point.xyz / point.w;
    var found = GapSample(2.0 * NO_VALUE, 0.0);
    if side != 0.0 && paint.enabled > 0.5 {
        // The normal is not known here: the surface may climb as steeply as 60 degrees to the nearest texel.
        let tolerance = 0.05 + 1.25 * (paint.pitch_mm.x + paint.pitch_mm.y) + 2.0 * paint.slack_mm;
        let place_in_map = (paint.map_from_world * vec4(world, 1.0)).xyz;
        found = sample_gap(place_in_map, vec2(0.0), tolerance, select(1.0, SIDE_UPPER, side > 0.0));
    }
    picked = Picked(world, side, found.gap_mm, 0.0, 0.0, 0.0);
}

@compute @workgroup_size(1)
fn pick_pixel() {
    let opaque = textureLoad(places_opaque, pick.pixel, 0).x;
    let first = textureLoad(places_first, min(pick.pixel, textureDimensions(places_first) - 1u), 0).x;
    let second = textureLoad(places_second, min(pick.pixel, textureDimensions(places_second) - 1u), 0).x;
    resolve_place(select(select(opaque, first, first != 0.0), second, second != 0.0));
}
