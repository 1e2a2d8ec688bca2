// The gap map as paint: looking it up for a point of a surface, and colouring what was found.
// Comes before mesh.wgsl, map_view.wgsl and pick.wgsl. Colours are linear.

struct PaintUniform {
    // World point to (col, row, depth mm, 1) of the map.
    map_from_world: mat4x4<f32>,
    // Unit direction of the projection, from the upper towards the lower jaw.
    direction: vec4<f32>,
    // Colours of the map: nothing within the range, upper only, lower only, the line at the threshold.
    clear_color: vec4<f32>,
    upper_color: vec4<f32>,
    lower_color: vec4<f32>,
    border_color: vec4<f32>,
    // Columns and rows.
    map_size: vec2<f32>,
    // Pitch of a column and a row, mm.
    pitch_mm: vec2<f32>,
    threshold_mm: f32,
    range_mm: f32,
    // Depth at which the penetration part of the palette ends, mm.
    deepest_mm: f32,
    // 1 = there is a map, 0 = there is none or no paint is wanted.
    has_map: f32,
    // Distance of the hatch's lines, mm.
    hatch_mm: f32,
    // Distance of the iso-lines, mm of gap; 0 = none.
    iso_step_mm: f32,
    // Width of the lines, pixels.
    line_px: f32,
    // Most that the surface drawn is away from the scan's, mm: a coarser level is painted as the scan would be.
    slack_mm: f32,
};

// What is painted on surfaces (gap_paint::Painted). No uniforms: software drivers run every branch, or compile a pipeline again for
// every value of a uniform that alone decides a branch, and keep them all.
override PAINTED: bool = true;
// The closest gap at the vertices, not the map.
override CLOSEST: bool = false;

@group(0) @binding(0) var<uniform> paint: PaintUniform;
// Gap, upper depth, lower depth (mm; 1e30 = none), class.
@group(0) @binding(1) var gap_map: texture_2d<f32>;
// Three parts of 256 colours: penetration, near contact, clearance.
@group(0) @binding(2) var palette: texture_2d<f32>;

const NO_VALUE: f32 = 1.0e29;
const PART: f32 = 256.0;
const SIDE_UPPER: f32 = 0.0;

struct GapSample {
    gap_mm: f32,
    // 0 = no value here, 1 = all the texels around belong to this surface.
    weight: f32,
};

// What a texel adds to the bilinear value. `depth` is where the surface asked for would be at the texel's centre;
// a texel about another surface (its depth is off by more than `tolerance`) adds nothing.
fn texel_share(value: vec4<f32>, share: f32, depth: f32, tolerance: f32, side: f32) -> vec2<f32> {
    let surface_depth = select(value.z, value.y, side == SIDE_UPPER);
    if value.x >= NO_VALUE || abs(surface_depth - depth) > tolerance {
        return vec2(0.0);
    }
    return vec2(share * value.x, share);
}

fn add_texel(sum: vec2<f32>, texel: vec2<i32>, share: f32, depth: f32, tolerance: f32, side: f32) -> vec2<f32> {
    if any(texel < vec2(0)) || any(vec2<f32>(texel) >= paint.map_size) {
        return sum;
    }
    return sum + texel_share(textureLoad(gap_map, texel, 0), share, depth, tolerance, side);
}

fn gap_sample(sum: vec2<f32>) -> GapSample {
    if sum.y < 0.02 {
        return GapSample(2.0 * NO_VALUE, 0.0);
    }
    return GapSample(sum.x / sum.y, min(sum.y, 1.0));
}

// The gap at `place` (col, row, depth) of the surface of one jaw (0 upper, 1 lower). `slope` is the surface's depth
// per column and row.
fn sample_gap(place: vec3<f32>, slope: vec2<f32>, tolerance: f32, side: f32) -> GapSample {
    let base = floor(place.xy - 0.5);
    let f = place.xy - 0.5 - base;
    let t = vec2<i32>(base);
    // Offset from the place to the first texel's centre.
    let depth = place.z - dot(f, slope);
    var sum = vec2(0.0);
    sum = add_texel(sum, t, (1.0 - f.x) * (1.0 - f.y), depth, tolerance, side);
    sum = add_texel(sum, t + vec2(1, 0), f.x * (1.0 - f.y), depth + slope.x, tolerance, side);
    sum = add_texel(sum, t + vec2(0, 1), (1.0 - f.x) * f.y, depth + slope.y, tolerance, side);
    sum = add_texel(sum, t + vec2(1, 1), f.x * f.y, depth + slope.x + slope.y, tolerance, side);
    return gap_sample(sum);
}

// A point of a surface as a projection sees it.
struct Seen {
    // Column, row, depth in mm.
    place: vec3<f32>,
    // Depth per column and row.
    slope: vec2<f32>,
    // Half a texel's bend of a surface of 0.25 mm radius, more where it is steep, mm.
    tolerance: f32,
    // Cosine between the surface and the projection; 0 where the map does not reach.
    facing: f32,
};

fn look_along_map(world: vec3<f32>, normal: vec3<f32>, side: f32) -> Seen {
    let place = (paint.map_from_world * vec4(world, 1.0)).xyz;
    let n_d = dot(normal, paint.direction.xyz);
    let facing = n_d * select(-1.0, 1.0, side == SIDE_UPPER);
    if facing <= LEAST_FACING || any(place.xy <= vec2(0.0)) || any(place.xy >= paint.map_size) {
        return Seen(place, vec2(0.0), 0.0, 0.0);
    }
    // The plane of the surface, as depth per column and row: -n_u / n_d times the pitch.
    let normal_in_map = (paint.map_from_world * vec4(normal, 0.0)).xy * paint.pitch_mm;
    let pitch = max(paint.pitch_mm.x, paint.pitch_mm.y);
    let slope = clamp(-normal_in_map / n_d, vec2(-5.0), vec2(5.0)) * paint.pitch_mm;
    let steepness = min(1.0 / facing - 1.0, 4.0);
    let tolerance = 0.03 + pitch * (0.5 + 1.5 * steepness) + paint.slack_mm * (1.0 + steepness);
    return Seen(place, slope, tolerance, facing);
}

// A surface that faces away from the projection by more than 88.9 degrees is not seen by it.
const LEAST_FACING: f32 = 0.02;

// Added to the gap of what is not judged (field::BESIDE_MM); what lies between is of neither.
const BESIDE_MM: f32 = 4096.0;
// No range is as large.
const FARTHEST_MM: f32 = 1000.0;

// The gap at a point of a surface: at rest the closest one, as the vertices have it; while something moves that of the live map.
fn gap_on_surface(world: vec3<f32>, normal: vec3<f32>, side: f32, closest_mm: f32) -> GapSample {
    if CLOSEST {
        let is_judged = abs(closest_mm) < FARTHEST_MM;
        let is_beside = abs(closest_mm - BESIDE_MM) < FARTHEST_MM;
        let gap_mm = select(closest_mm, closest_mm - BESIDE_MM, is_beside);
        return GapSample(gap_mm, select(0.0, 1.0, is_judged || is_beside));
    }
    let seen = look_along_map(world, normal, side);
    if seen.facing <= 0.0 {
        return GapSample(2.0 * NO_VALUE, 0.0);
    }
    return sample_gap(seen.place, seen.slope, seen.tolerance, side);
}

// Whether a gap of the vertices is of what is not judged.
fn is_beside(closest_mm: f32) -> bool {
    return CLOSEST && abs(closest_mm - BESIDE_MM) < FARTHEST_MM;
}

// Place in the palette: shallow penetration is spread by a root.
fn palette_color(gap_mm: f32) -> vec4<f32> {
    var index: f32;
    if gap_mm < 0.0 {
        index = (PART - 1.0) * (1.0 - sqrt(min(-gap_mm / paint.deepest_mm, 1.0)));
    } else if gap_mm <= paint.threshold_mm {
        index = PART + (PART - 1.0) * gap_mm / max(paint.threshold_mm, 1e-6);
    } else {
        let beyond = (gap_mm - paint.threshold_mm) / max(paint.range_mm - paint.threshold_mm, 1e-6);
        index = 2.0 * PART + (PART - 1.0) * min(beyond, 1.0);
    }
    return textureLoad(palette, vec2(i32(index + 0.5), 0), 0);
}

// How much a line `width` pixels wide, `distance` pixels away, covers of this pixel.
fn line_cover(distance: f32, width: f32) -> f32 {
    return 1.0 - smoothstep(0.5 * width - 0.5, 0.5 * width + 0.5, distance);
}

// How much a line covers that begins where the gap falls below a value and lies within, `width` pixels wide. None of it lies on the other
// side: there nothing tells a border from a gap that comes near the value and turns back, as one of 0.107 mm at 0.1.
fn line_within(less_mm: f32, rate: f32, width: f32) -> f32 {
    return select(0.0, 1.0 - smoothstep(width - 0.5, width + 0.5, less_mm / rate), less_mm >= 0.0);
}

// Stripes over penetration, along one diagonal of the map: 1 on a stripe.
fn hatch_cover(place_mm: vec2<f32>, stripes_per_px: f32) -> f32 {
    let phase = hatch_phase(place_mm);
    let blur = clamp(stripes_per_px, 1e-4, 0.5);
    let cover = 1.0 - smoothstep(0.21 - blur, 0.21 + blur, abs(fract(phase) - 0.5));
    // Too fine to be seen: an even tone.
    return mix(cover, 0.42, smoothstep(0.25, 0.5, stripes_per_px));
}

fn hatch_phase(place_mm: vec2<f32>) -> f32 {
    return (place_mm.x + place_mm.y) * 0.70710678 / paint.hatch_mm;
}

// How much a line of equal clearance covers of this pixel.
fn iso_line(gap_mm: f32, rate: f32) -> f32 {
    let step_mm = max(paint.iso_step_mm, 1e-6);
    let nearest = round(gap_mm / step_mm) * step_mm;
    // The lines at 0 and at the threshold are there already.
    let own = abs(nearest) > 0.5 * step_mm && abs(nearest - paint.threshold_mm) > 0.25 * step_mm;
    let within = f32(paint.iso_step_mm > 0.0 && own && nearest < paint.range_mm * 0.999);
    let cover = line_cover(abs(gap_mm - nearest) / rate, 0.7 * paint.line_px);
    return cover * within * (1.0 - smoothstep(0.2, 0.5, rate / step_mm));
}

// Colour of a gap with straight alpha. `gap_per_px` is how fast the gap changes on the screen.
fn paint_gap(gap_mm: f32, gap_per_px: f32, hatch: f32) -> vec4<f32> {
    var color = palette_color(gap_mm);
    if gap_mm < 0.0 {
        color = vec4(mix(color.rgb, color.rgb * 0.28, hatch), color.a);
    }
    // A floor keeps a line from flooding a place where the gap hardly changes.
    let rate = max(gap_per_px, 2e-4);
    // No line where the gap jumps from one texel to the next rather than passing through the value.
    let steady = 1.0 - smoothstep(0.15, 0.4, gap_per_px);
    let border = line_within(paint.threshold_mm - gap_mm, rate, 0.7 * paint.line_px) * steady;
    let zero = line_within(-gap_mm, rate, 0.5 * paint.line_px) * steady;
    var line = max(border, 0.8 * zero);
    line = max(line, 0.4 * iso_line(gap_mm, rate));
    let alpha = max(color.a, line);
    return vec4(mix(color.rgb, paint.border_color.rgb, line), alpha);
}

// How much less than the threshold the gap is in so many poses nearby that contact is certain, in so many that it is possible, and
// in any; below 0 it is not. Contact that is not judged is none.
fn sure_margins(closest_mm: f32, larger_mm: vec3<f32>, allowed: bool) -> vec3<f32> {
    let is_judged = allowed && abs(closest_mm) < FARTHEST_MM;
    return select(vec3(-1.0), paint.threshold_mm - closest_mm - larger_mm, is_judged);
}

// Stripes along the other diagonal than the hatch of what lies inside, twice as far apart: 1 on a stripe.
fn stripe_cover(place_mm: vec2<f32>, mm_per_px: f32) -> f32 {
    let pitch_mm = 2.0 * paint.hatch_mm;
    let phase = (place_mm.x + place_mm.y) * 0.70710678 / pitch_mm;
    let blur = clamp(0.7 * mm_per_px / pitch_mm, 1e-4, 0.2);
    return 1.0 - smoothstep(0.25 - blur, 0.25 + blur, abs(fract(phase) - 0.5));
}

fn dot_cover(place_mm: vec2<f32>, mm_per_px: f32) -> f32 {
    let pitch_mm = 1.2 * paint.hatch_mm;
    let blur = clamp(0.7 * mm_per_px / pitch_mm, 1e-4, 0.2);
    return 1.0 - smoothstep(0.22 - blur, 0.22 + blur, length(fract(place_mm / pitch_mm) - 0.5));
}

// How sure contact is, in one colour and three forms: full, striped, dotted.
fn paint_sure(margins: vec3<f32>, per_px: vec3<f32>, place_mm: vec2<f32>, mm_per_px: f32) -> vec4<f32> {
    if margins.z < 0.0 {
        return vec4(0.0);
    }
    let color = palette_color(0.0).rgb;
    var alpha = 0.95 * dot_cover(place_mm, mm_per_px);
    if margins.x >= 0.0 {
        alpha = 1.0;
    } else if margins.y >= 0.0 {
        alpha = mix(0.12, 0.95, stripe_cover(place_mm, mm_per_px));
    }
    let rate = max(per_px, vec3(2e-4));
    let steady = vec3(1.0) - smoothstep(vec3(0.15), vec3(0.4), per_px);
    let lines = line_cover(abs(margins.x) / rate.x, paint.line_px) * steady.x;
    let line = max(lines, 0.8 * line_cover(abs(margins.y) / rate.y, 0.7 * paint.line_px) * steady.y);
    return vec4(mix(color, paint.border_color.rgb, line), max(alpha, line));
}
