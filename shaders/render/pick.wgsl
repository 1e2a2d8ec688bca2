// What lies under one pixel: the jaw and depth that mesh.wgsl wrote there, and the gap that shade.wgsl paints there.
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
    // Gap painted there, mm; 1e30 = none.
    gap_mm: f32,
    // 1 on what closing added.
    added: f32,
    padding_b: f32,
    padding_c: f32,
};

@group(1) @binding(0) var<uniform> pick: PickUniform;
@group(1) @binding(1) var<storage, read_write> picked: Picked;
// The opaque jaws, and the translucent ones that can be picked; the last one that has something is on top.
@group(1) @binding(2) var places_opaque: texture_2d<f32>;
@group(1) @binding(3) var places_first: texture_2d<f32>;
@group(1) @binding(4) var places_second: texture_2d<f32>;
// The same layers' normals.
@group(1) @binding(5) var surfaces_opaque: texture_2d<f32>;
@group(1) @binding(6) var surfaces_first: texture_2d<f32>;
@group(1) @binding(7) var surfaces_second: texture_2d<f32>;

fn resolve_place(placed: vec2<f32>, surface: vec4<f32>) {
    let place = placed.x;
    let side = sign(place);
    let xy = (vec2<f32>(pick.pixel) + 0.5) / vec2<f32>(pick.size);
    let clip = vec4(xy.x * 2.0 - 1.0, 1.0 - xy.y * 2.0, abs(place) - 1.0, 1.0);
    let point = pick.world_from_clip * clip;
    let world = point.xyz / point.w;
    var found = GapSample(2.0 * NO_VALUE, 0.0);
    // As shade.wgsl: only what was scanned is painted.
    if side != 0.0 && surface.w < 2.0 && PAINTED {
        let normal = normalize(surface.xyz + vec3(0.0, 0.0, 1e-9));
        found = gap_on_surface(world, normal, select(1.0, SIDE_UPPER, side > 0.0), placed.y);
    }
    let added = f32(side != 0.0 && surface.w >= 2.0 && surface.w < 6.0);
    picked = Picked(world, side, found.gap_mm, added, 0.0, 0.0);
}

@compute @workgroup_size(1)
fn pick_pixel() {
    let pixel = pick.pixel;
    let opaque = textureLoad(places_opaque, pixel, 0).xy;
    let first = textureLoad(places_first, min(pixel, textureDimensions(places_first) - 1u), 0).xy;
    let second = textureLoad(places_second, min(pixel, textureDimensions(places_second) - 1u), 0).xy;
    if second.x != 0.0 {
        resolve_place(second, textureLoad(surfaces_second, min(pixel, textureDimensions(surfaces_second) - 1u), 0));
    } else if first.x != 0.0 {
        resolve_place(first, textureLoad(surfaces_first, min(pixel, textureDimensions(surfaces_first) - 1u), 0));
    } else {
        resolve_place(opaque, textureLoad(surfaces_opaque, pixel, 0));
    }
}
