// Light and paint on what mesh.wgsl left, once a pixel. After gap_paint.wgsl.

struct SceneUniform {
    world_from_clip: mat4x4<f32>,
    // Towards the viewer: normalize(eye.xyz - eye.w * point); w = 0 for an orthographic camera.
    eye: vec4<f32>,
    camera_right: vec4<f32>,
    camera_up: vec4<f32>,
    background_top: vec4<f32>,
    background_bottom: vec4<f32>,
    // A ring on the surface around a point: place in the world and radius, mm; radius 0 = none.
    highlight: vec4<f32>,
    // Colour of the teeth, linear; w = 1 shows the scan's own colours, 2 those of classes.
    upper_tint: vec4<f32>,
    lower_tint: vec4<f32>,
    // Pixels of the surface's textures.
    size: vec2<f32>,
    // Upper, lower.
    opacity: vec2<f32>,
    mm_per_px: f32,
    padding_a: f32,
    padding_b: f32,
    padding_c: f32,
};

@group(1) @binding(0) var<uniform> scene: SceneUniform;
@group(1) @binding(1) var places: texture_2d<f32>;
@group(1) @binding(2) var surfaces: texture_2d<f32>;
// The scan's own colours, or how the gap differs in poses nearby.
@group(1) @binding(3) var own_colors: texture_2d<f32>;

// mesh.wgsl adds 16 to how hollow trimmed surface is.
const TRIMMED: f32 = 16.0;
const TRIM_STRIPE_PX: f32 = 7.0;
const CLASS_STRIPE_PX: f32 = 8.0;

// Software drivers run every branch: what is not wanted is compiled away.
override COLORED: bool = true;
// The scan's own colours are how the gap differs in poses nearby, and the paint says how sure contact is.
override SURE: bool = false;

// At the far plane: the depth test leaves out the pixels where nothing was drawn.
@vertex
fn vertex_shade(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    return vec4(vec2(f32(index & 1u), f32(index >> 1u)) * 4.0 - 1.0, 1.0, 1.0);
}

fn srgb_to_linear(c: vec3<f32>) -> vec3<f32> {
    return select(pow((c + 0.055) / 1.055, vec3(2.4)), c / 12.92, c < vec3(0.04045));
}

// The gap's paint at this point of the surface, straight alpha. Derivatives are taken outside every branch.
fn painted(world: vec3<f32>, normal: vec3<f32>, side: f32, closest_mm: f32, allowed: bool) -> vec4<f32> {
    var found = GapSample(2.0 * NO_VALUE, 0.0);
    if allowed {
        found = gap_on_surface(world, normal, side, closest_mm);
    }
    let gap_per_px = fwidth(found.gap_mm);
    let place_mm = (paint.map_from_world * vec4(world, 1.0)).xy * paint.pitch_mm;
    let stripes_per_px = fwidth(hatch_phase(place_mm));
    if found.weight <= 0.0 || found.gap_mm > paint.range_mm {
        return vec4(0.0);
    }
    let beside = is_beside(closest_mm);
    let hatch = select(hatch_cover(place_mm, stripes_per_px), 0.0, beside);
    let color = paint_gap(found.gap_mm, gap_per_px, hatch);
    // What is not judged is painted in a quieter way: greyer and thinner.
    let quiet = mix(color.rgb, vec3(dot(color.rgb, vec3(0.3, 0.6, 0.1))), 0.6);
    return vec4(select(color.rgb, quiet, beside), color.a * smoothstep(0.0, 0.5, found.weight) * select(1.0, 0.45, beside));
}

// How sure contact is at this point, likewise.
fn painted_sure(world: vec3<f32>, closest_mm: f32, larger_mm: vec3<f32>, allowed: bool) -> vec4<f32> {
    let margins = sure_margins(closest_mm, larger_mm, allowed);
    let per_px = fwidth(margins);
    // Along the picture, so that the forms are as in the legend; they go along when the picture is shifted.
    let place_mm = vec2(dot(world, scene.camera_right.xyz), dot(world, scene.camera_up.xyz));
    return paint_sure(margins, per_px, place_mm, fwidth(place_mm.x));
}

// Brightness of a white surface: headlight from the upper left, light from the sky, less of both in hollows.
fn light_on(normal: vec3<f32>, towards_light: vec3<f32>, view: vec3<f32>, hollow: f32) -> vec3<f32> {
    let wrapped = max(dot(normal, towards_light) * 0.88 + 0.12, 0.0);
    let sky = dot(normal, scene.camera_up.xyz) * 0.5 + 0.5;
    let ambient = mix(vec3(0.09, 0.085, 0.085), vec3(0.21, 0.215, 0.23), sky);
    let open = 1.0 - 0.70 * max(hollow, 0.0);
    let ridge = 1.0 + 0.12 * max(-hollow, 0.0);
    let edge = mix(0.70, 1.0, smoothstep(0.0, 0.45, dot(normal, view)));
    return (ambient * open + vec3(0.93, 0.92, 0.90) * wrapped * mix(open, 1.0, 0.25)) * ridge * edge;
}

fn shine(normal: vec3<f32>, towards_light: vec3<f32>, view: vec3<f32>) -> f32 {
    let x = max(dot(normal, normalize(towards_light + view)), 0.0);
    let x8 = x * x * x * x * x * x * x * x;
    return x8 * x8 * x8 * x8 * x8;
}

// Stripes over what is trimmed, as wide on the screen from near and far: 1 on a stripe. They run the other way than those over
// penetration.
fn trim_hatch(world: vec3<f32>) -> f32 {
    let across_px = dot(world, scene.camera_right.xyz + scene.camera_up.xyz) * 0.70710678 / scene.mm_per_px;
    return smoothstep(0.24, 0.38, abs(fract(across_px / TRIM_STRIPE_PX) - 0.5));
}

// Stripes over a class, as wide on the screen from near and far: 1 on a stripe. Numbers as in classes.rs.
fn class_stripes(world: vec3<f32>, number: f32) -> f32 {
    let across = vec2(dot(world, scene.camera_right.xyz), dot(world, scene.camera_up.xyz)) / scene.mm_per_px;
    let rising = abs(number * 255.0 - 254.0) < 0.5;
    let falling = abs(number * 255.0 - 253.0) < 0.5;
    let along_px = select(across.x + across.y, across.y - across.x, rising) * 0.70710678;
    let cover = smoothstep(0.24, 0.38, abs(fract(along_px / CLASS_STRIPE_PX) - 0.5));
    return cover * f32(rising || falling);
}

// What a stripe is drawn in: dark on light colours, light on dark ones.
fn over_class(albedo: vec3<f32>) -> vec3<f32> {
    let is_light = dot(albedo, vec3(0.3, 0.6, 0.1)) > 0.15;
    return select(mix(albedo, vec3(1.0), 0.55), albedo * 0.25, is_light);
}

fn ring(world: vec3<f32>) -> f32 {
    let away = abs(distance(world, scene.highlight.xyz) - scene.highlight.w);
    return line_cover(away / scene.mm_per_px, 2.0) * f32(scene.highlight.w > 0.0);
}

// Colour and opacity of the surface at a pixel; alpha 0 where there is none.
fn shade(pixel: vec2<f32>) -> vec4<f32> {
    let texel = vec2<i32>(pixel);
    let placed = textureLoad(places, texel, 0).xy;
    let place = placed.x;
    let surface = textureLoad(surfaces, texel, 0);
    let clip = vec4(pixel / scene.size * vec2(2.0, -2.0) + vec2(-1.0, 1.0), abs(place) - 1.0, 1.0);
    let point = scene.world_from_clip * clip;
    let world = point.xyz / point.w;
    let view = normalize(scene.eye.xyz - scene.eye.w * world);
    let normal = normalize(surface.xyz + vec3(0.0, 0.0, 1e-9));
    let scanned = surface.w < 2.0;
    let added = surface.w >= 2.0 && surface.w < 6.0;
    let trimmed = surface.w > TRIMMED - 2.0;
    let hollow = select(select(0.0, surface.w - TRIMMED, trimmed), surface.w, scanned);
    let upper = place > 0.0;
    let tint = select(scene.lower_tint, scene.upper_tint, upper);

    var albedo = tint.rgb;
    if COLORED && tint.w > 0.5 {
        let own = textureLoad(own_colors, texel, 0);
        albedo = mix(albedo, srgb_to_linear(own.rgb), own.a);
        if tint.w > 1.5 {
            albedo = mix(albedo, over_class(albedo), class_stripes(world, own.a));
        }
    }
    let grey = vec3(dot(albedo, vec3(0.3, 0.6, 0.1)));
    let around = mix(scene.background_top.rgb, scene.background_bottom.rgb, 0.5);
    // What closing added steps back into the surroundings; the far side of a face is dull.
    albedo = select(select(mix(grey, albedo, 0.5) * 0.45, mix(around, grey * 0.7, 0.4), added), albedo, scanned);
    // What is trimmed is hatched grey, and has no paint.
    albedo = select(albedo, vec3(mix(0.16, 0.5, trim_hatch(world))), trimmed);
    let towards_light = normalize(view + 0.70 * scene.camera_up.xyz - 0.55 * scene.camera_right.xyz);
    let light = light_on(normal, towards_light, view, hollow);
    var color = albedo * select(light, mix(vec3(1.0), light, 0.35), added);
    color += 0.05 * shine(normal, towards_light, view) * f32(scanned) * (1.0 - 0.7 * max(hollow, 0.0));

    var paint_color = vec4(0.0);
    if PAINTED {
        let allowed = scanned && place != 0.0;
        if SURE {
            paint_color = painted_sure(world, placed.y, textureLoad(own_colors, texel, 0).xyz, allowed);
        } else {
            paint_color = painted(world, normal, select(1.0, SIDE_UPPER, upper), placed.y, allowed);
        }
    }
    // Paint is shaded gently, so that it stays comparable with the legend.
    color = mix(color, paint_color.rgb * (0.55 + 0.45 * light), paint_color.a);
    color = mix(color, vec3(0.02, 0.16, 0.55), 0.9 * ring(world));
    let opacity = select(scene.opacity.y, scene.opacity.x, upper);
    // A translucent jaw is as glass: clear where it faces the viewer, denser towards its outline.
    let rim = 1.0 - abs(dot(normal, view));
    let glass = select(opacity, min(opacity * mix(0.6, 1.6, rim * rim), 1.0), opacity < 1.0);
    // Paint stays on a faint jaw: contact is opaque, clearance fades.
    let shown = max(glass, 0.95 * paint_color.a * smoothstep(0.0, 0.15, opacity));
    return vec4(color, select(shown, 0.0, place == 0.0));
}

@fragment
fn fragment_background(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    let background = mix(scene.background_top.rgb, scene.background_bottom.rgb, position.y / scene.size.y);
    // A grain of half a step keeps the gradient from showing bands.
    let grain = fract(52.9829189 * fract(dot(position.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
    return vec4(background * (1.0 + grain * 0.02), 1.0);
}

// One layer over what is there.
@fragment
fn fragment_shade(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    return shade(position.xy);
}
