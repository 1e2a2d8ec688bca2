// One jaw: shaded, painted with the gap map, and its depth written for picking. After gap_paint.wgsl.

struct SceneUniform {
    clip_from_world: mat4x4<f32>,
    // Towards the viewer: normalize(eye.xyz - eye.w * point); w = 0 for an orthographic camera.
    eye: vec4<f32>,
    camera_right: vec4<f32>,
    camera_up: vec4<f32>,
    background_top: vec4<f32>,
    background_bottom: vec4<f32>,
    // A ring on the surface around a point: place in the world and radius, mm; radius 0 = none.
    highlight: vec4<f32>,
};

struct JawUniform {
    world_from_jaw: mat4x4<f32>,
    // The tooth's colour, linear.
    tint: vec4<f32>,
    opacity: f32,
    // 0 upper, 1 lower.
    side: f32,
    // 1 = show the scan's own colours.
    own_colors: f32,
    // 1 = leave out what closing added.
    hide_added: f32,
};

@group(1) @binding(0) var<uniform> scene: SceneUniform;
@group(2) @binding(0) var<uniform> jaw: JawUniform;

struct Corner {
    @builtin(position) @invariant clip: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) hollow: f32,
    @location(3) color: vec4<f32>,
    @location(4) @interpolate(flat) added: u32,
};

// Instance 0 draws the scan's triangles, instance 1 those that closing added.
@vertex
fn vertex_mesh(
    @builtin(instance_index) instance: u32,
    @location(0) position: vec3<f32>,
    @location(1) normal_hollow: vec4<f32>,
    @location(2) color: vec4<f32>,
) -> Corner {
    let world = jaw.world_from_jaw * vec4(position, 1.0);
    let normal = jaw.world_from_jaw * vec4(normal_hollow.xyz, 0.0);
    // A triangle whose corners are all in one place is not drawn.
    let kept = 1.0 - jaw.hide_added * f32(instance);
    return Corner(scene.clip_from_world * world * kept, world.xyz, normal.xyz, normal_hollow.w, color, instance);
}

struct Pixel {
    @location(0) color: vec4<f32>,
    // 1 + depth for the upper jaw, -(1 + depth) for the lower one, 0 for nothing.
    @location(1) place: f32,
};

fn srgb_to_linear(c: vec3<f32>) -> vec3<f32> {
    return select(pow((c + 0.055) / 1.055, vec3(2.4)), c / 12.92, c < vec3(0.04045));
}

// The gap's paint at this point of the surface, straight alpha. Derivatives are taken outside every branch.
fn painted(world: vec3<f32>, normal: vec3<f32>, allowed: bool) -> vec4<f32> {
    let place = (paint.map_from_world * vec4(world, 1.0)).xyz;
    let facing = dot(normal, paint.direction.xyz) * select(-1.0, 1.0, jaw.side == SIDE_UPPER);
    let inside = all(place.xy > vec2(0.0)) && all(place.xy < paint.map_size);
    var found = GapSample(2.0 * NO_VALUE, 0.0);
    if allowed && paint.enabled > 0.5 && facing > 0.02 && inside {
        // The plane of the surface, as depth per column and row: -n_u / n_d times the pitch.
        let normal_in_map = (paint.map_from_world * vec4(normal, 0.0)).xy * paint.pitch_mm;
        let n_d = dot(normal, paint.direction.xyz);
        let pitch = max(paint.pitch_mm.x, paint.pitch_mm.y);
        let slope = clamp(-normal_in_map / n_d, vec2(-5.0), vec2(5.0)) * paint.pitch_mm;
        // Half a texel's bend of a surface of 0.25 mm radius, more where it is steep.
        let tolerance = 0.03 + pitch * (0.5 + 1.5 * min(1.0 / facing - 1.0, 4.0));
        found = sample_gap(place, slope, tolerance, jaw.side);
    }
    let gap_per_px = fwidth(found.gap_mm);
    let place_mm = place.xy * paint.pitch_mm;
    let stripes_per_px = fwidth(hatch_phase(place_mm));
    if found.weight <= 0.0 || found.gap_mm > paint.range_mm {
        return vec4(0.0);
    }
    let color = paint_gap(found.gap_mm, gap_per_px, hatch_cover(place_mm, stripes_per_px));
    return vec4(color.rgb, color.a * smoothstep(0.0, 0.5, found.weight));
}

// Headlight from the upper left, light from the sky, less of both in hollows.
fn lit(albedo: vec3<f32>, normal: vec3<f32>, view: vec3<f32>, hollow: f32, gloss: f32) -> vec3<f32> {
    let towards_light = normalize(view + 0.70 * scene.camera_up.xyz - 0.55 * scene.camera_right.xyz);
    let wrapped = max(dot(normal, towards_light) * 0.88 + 0.12, 0.0);
    let sky = dot(normal, scene.camera_up.xyz) * 0.5 + 0.5;
    let ambient = mix(vec3(0.09, 0.085, 0.085), vec3(0.21, 0.215, 0.23), sky);
    let open = 1.0 - 0.70 * max(hollow, 0.0);
    let ridge = 1.0 + 0.12 * max(-hollow, 0.0);
    let edge = mix(0.70, 1.0, smoothstep(0.0, 0.45, dot(normal, view)));
    let shine = gloss * pow(max(dot(normal, normalize(towards_light + view)), 0.0), 40.0);
    let light = ambient * open + vec3(0.93, 0.92, 0.90) * wrapped * mix(open, 1.0, 0.25);
    return albedo * light * ridge * edge + shine * open;
}

@fragment
fn fragment_mesh(corner: Corner, @builtin(front_facing) front: bool) -> Pixel {
    let view = normalize(scene.eye.xyz - scene.eye.w * corner.world);
    var flat_normal = cross(dpdx(corner.world), dpdy(corner.world));
    flat_normal = normalize(flat_normal * select(-1.0, 1.0, dot(flat_normal, view) >= 0.0));
    let scanned = corner.added == 0u;
    let smooth_normal = normalize(corner.normal) * select(-1.0, 1.0, front);
    let normal = select(flat_normal, smooth_normal, scanned);
    let hollow = select(0.0, corner.hollow, scanned && front);

    let own = srgb_to_linear(corner.color.rgb);
    var albedo = mix(jaw.tint.rgb, own, corner.color.a * jaw.own_colors);
    let grey = vec3(dot(albedo, vec3(0.3, 0.6, 0.1)));
    if !scanned {
        // What closing added steps back into the surroundings.
        albedo = mix(mix(scene.background_top.rgb, scene.background_bottom.rgb, 0.5), grey * 0.7, 0.4);
    } else if !front {
        albedo = mix(grey, albedo, 0.5) * 0.45;
    }
    let paint_color = painted(corner.world, corner.normal, scanned && front);
    var color = lit(albedo, normal, view, hollow, select(0.0, 0.05, scanned && front));
    color = select(mix(albedo, color, 0.3), color, scanned);
    // Paint is shaded gently, so that it stays comparable with the legend.
    let paint_light = 0.55 + 0.45 * lit(vec3(1.0), normal, view, 0.4 * hollow, 0.0);
    color = mix(color, paint_color.rgb * paint_light, paint_color.a);

    let away = distance(corner.world, scene.highlight.xyz);
    let ring = line_cover(abs(away - scene.highlight.w) / max(fwidth(away), 1e-6), 2.0) * f32(scene.highlight.w > 0.0);
    color = mix(color, vec3(0.02, 0.16, 0.55), 0.9 * ring);
    let opacity = max(jaw.opacity, 0.75 * paint_color.a * smoothstep(0.0, 0.15, jaw.opacity));
    let place = (1.0 + corner.clip.z) * select(-1.0, 1.0, jaw.side == SIDE_UPPER);
    return Pixel(vec4(color, opacity), place);
}

// Depth alone, before a translucent jaw: only its nearest surface is blended.
@fragment
fn fragment_depth(corner: Corner) -> Pixel {
    return Pixel(vec4(0.0), 0.0);
}

struct BackgroundCorner {
    @builtin(position) clip: vec4<f32>,
    @location(0) height: f32,
};

@vertex
fn vertex_background(@builtin(vertex_index) index: u32) -> BackgroundCorner {
    let xy = vec2(f32(index & 1u), f32(index >> 1u)) * 4.0 - 1.0;
    return BackgroundCorner(vec4(xy, 1.0, 1.0), xy.y * 0.5 + 0.5);
}

@fragment
fn fragment_background(corner: BackgroundCorner) -> Pixel {
    let color = mix(scene.background_bottom.rgb, scene.background_top.rgb, corner.height);
    // A grain of half a step keeps the gradient from showing bands.
    let grain = fract(52.9829189 * fract(dot(corner.clip.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
    return Pixel(vec4(color * (1.0 + grain * 0.02), 1.0), 0.0);
}
