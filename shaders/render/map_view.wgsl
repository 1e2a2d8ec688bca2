// The flat gap map as a picture (Myszkowski, Okunev, Kunii 1995, fig. 6). After gap_paint.wgsl.

struct MapUniform {
    // Pixel of the view to (col, row) of the map: xy = the step for one pixel right and down, and the origin.
    col_row_per_x: vec2<f32>,
    col_row_per_y: vec2<f32>,
    col_row_origin: vec2<f32>,
    // Marked pixel of the view.
    marker: vec2<f32>,
    background: vec4<f32>,
    // Light for the relief: direction in columns, rows and depth.
    light: vec4<f32>,
    // 1 = there is a marker.
    has_marker: f32,
    // Jaw whose depth gives the relief where both are there: 0 upper, 1 lower.
    relief_side: f32,
    // 0 = flat, 1 = full relief.
    relief: f32,
    padding: f32,
};

@group(1) @binding(0) var<uniform> view: MapUniform;

// A step in depth from texel to texel that is no slope but the rim of a fold, mm.
const RIM_MM: f32 = 0.6;

const CLASS_UPPER: u32 = 1u;
const CLASS_LOWER: u32 = 2u;
const CLASS_CLEAR: u32 = 3u;
const CLASS_INTERFERING: u32 = 4u;

@vertex
fn vertex_map(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    return vec4(vec2(f32(index & 1u), f32(index >> 1u)) * 4.0 - 1.0, 0.0, 1.0);
}

fn texel_at(place: vec2<f32>) -> vec4<f32> {
    if any(place < vec2(0.0)) || any(place >= paint.map_size) {
        return vec4(2.0 * NO_VALUE, 2.0 * NO_VALUE, 2.0 * NO_VALUE, 0.0);
    }
    return textureLoad(gap_map, vec2<i32>(place), 0);
}

// The depth that gives the relief; the other jaw's where the wanted one is not there.
fn relief_depth(value: vec4<f32>, upper: bool) -> f32 {
    return select(value.z, value.y, upper);
}

fn corner_of(i: u32) -> vec2<f32> {
    return vec2(f32(i & 1u), f32(i >> 1u));
}

// Of a place at `f` between four texels' centres, what falls to the one at `corner`.
fn bilinear_share(f: vec2<f32>, corner: vec2<f32>) -> f32 {
    return mix(1.0 - f.x, f.x, corner.x) * mix(1.0 - f.y, f.y, corner.y);
}

// The bilinear gap over the texels that have one; without one where the nearest has none.
fn smooth_gap(place: vec2<f32>, nearest: vec4<f32>) -> f32 {
    if nearest.x >= NO_VALUE {
        return nearest.x;
    }
    let base = floor(place - 0.5);
    let f = place - 0.5 - base;
    var sum = vec2(0.0);
    for (var i = 0u; i < 4u; i += 1u) {
        let corner = corner_of(i);
        let share = bilinear_share(f, corner);
        let value = texel_at(base + corner + 0.5);
        if value.x < NO_VALUE {
            sum += vec2(share * value.x, share);
        }
    }
    return sum.x / sum.y;
}

// Slope of the depth along one step, mm; 0 across the rim of a surface.
fn rise(texel: vec2<f32>, step: vec2<f32>, here: f32, upper: bool) -> f32 {
    let after = relief_depth(texel_at(texel + step), upper);
    let before = relief_depth(texel_at(texel - step), upper);
    let has_after = after < NO_VALUE && abs(after - here) < RIM_MM;
    let has_before = before < NO_VALUE && abs(before - here) < RIM_MM;
    if has_after && has_before {
        return 0.5 * (after - before);
    }
    return select(0.0, after - here, has_after) + select(0.0, here - before, has_before);
}

// Light on one texel: brightness and 1, or nothing where the surface is not there.
fn texel_light(texel: vec2<f32>, upper: bool) -> vec2<f32> {
    let here = relief_depth(texel_at(texel), upper);
    if here >= NO_VALUE {
        return vec2(0.0);
    }
    let slope = vec2(rise(texel, vec2(1.0, 0.0), here, upper), rise(texel, vec2(0.0, 1.0), here, upper)) / paint.pitch_mm;
    // The upper surface faces along the depth, the lower one against it; so does the viewer.
    let normal = normalize(vec3(-slope, 1.0)) * select(-1.0, 1.0, upper);
    let light = view.light.xyz * vec3(1.0, 1.0, select(-1.0, 1.0, upper));
    return vec2(max(dot(normal, light), 0.0), 1.0);
}

// Brightness of the relief, interpolated between texels.
fn relief_light(place: vec2<f32>, value: vec4<f32>, class_number: u32) -> f32 {
    let wants_upper = class_number == CLASS_UPPER || (class_number >= CLASS_CLEAR && view.relief_side == SIDE_UPPER);
    let upper = (wants_upper && value.y < NO_VALUE) || value.z >= NO_VALUE;
    let base = floor(place - 0.5);
    let f = place - 0.5 - base;
    var sum = vec2(0.0);
    for (var i = 0u; i < 4u; i += 1u) {
        let corner = corner_of(i);
        sum += bilinear_share(f, corner) * texel_light(base + corner + 0.5, upper);
    }
    if sum.y <= 0.0 {
        return 1.0;
    }
    return mix(1.0, 0.30 + 0.80 * sum.x / sum.y, view.relief);
}

// Two sets of crossed lines: nobody could decide this pixel.
fn unsolved_color(pixel: vec2<f32>) -> vec3<f32> {
    let cross_lines = min(abs(fract((pixel.x + pixel.y) / 9.0) - 0.5), abs(fract((pixel.x - pixel.y) / 9.0) - 0.5));
    return mix(vec3(0.10, 0.02, 0.20), vec3(0.55, 0.42, 0.75), smoothstep(0.06, 0.14, cross_lines));
}

fn cross_hair(pixel: vec2<f32>) -> f32 {
    let away = abs(pixel - view.marker);
    let ring = line_cover(abs(length(away) - 8.0), 2.0);
    let arms = line_cover(min(away.x, away.y), 1.4) * step(8.0, max(away.x, away.y)) * (1.0 - step(18.0, max(away.x, away.y)));
    return max(ring, arms) * view.has_marker;
}

@fragment
fn fragment_map(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    let pixel = position.xy;
    let place = view.col_row_origin + pixel.x * view.col_row_per_x + pixel.y * view.col_row_per_y;
    let value = texel_at(place);
    let class_number = u32(value.w + 0.5) * u32(paint.has_map > 0.5);
    let gap = smooth_gap(place, value);
    let gap_per_px = fwidth(gap);
    let place_mm = place * paint.pitch_mm;
    let hatch = hatch_cover(place_mm, fwidth(hatch_phase(place_mm)));

    var color = view.background.rgb;
    if class_number == CLASS_UPPER {
        color = paint.upper_color.rgb;
    } else if class_number == CLASS_LOWER {
        color = paint.lower_color.rgb;
    } else if class_number == CLASS_CLEAR || class_number == CLASS_INTERFERING {
        color = paint.clear_color.rgb;
        if gap < NO_VALUE {
            let painted = paint_gap(gap, gap_per_px, hatch);
            color = mix(color, painted.rgb, painted.a);
        } else if class_number == CLASS_INTERFERING {
            // Overlap without a measured depth: the palette's shallowest red, hatched.
            color = paint_gap(-1e-3, 1.0, hatch).rgb;
        }
    } else if class_number > CLASS_INTERFERING {
        color = unsolved_color(pixel);
    }
    if class_number != 0u {
        color *= relief_light(place, value, class_number);
    }
    let hair = cross_hair(pixel);
    color = mix(color, vec3(0.01, 0.10, 0.45), hair);
    return vec4(color, 1.0);
}
