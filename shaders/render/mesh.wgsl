// One jaw's surface, one value a pixel: shading comes later, once a pixel (shade.wgsl). Triangles of a scan are two or
// three pixels large, so that whatever is done here is done many times a pixel.

struct JawUniform {
    clip_from_jaw: mat4x4<f32>,
    world_from_jaw: mat4x4<f32>,
    // 1 upper, -1 lower.
    sign: f32,
    // So far in front of their place trimmed triangles are drawn, mm: a coarser level may lie before them.
    lift_mm: f32,
    padding_b: f32,
    padding_c: f32,
};

@group(0) @binding(0) var<uniform> jaw: JawUniform;

// Added to how hollow a place is: what closing added, the far side of a face, what is trimmed.
const ADDED: f32 = 4.0;
const FAR_SIDE: f32 = 8.0;
const TRIMMED: f32 = 16.0;

struct Corner {
    @invariant @builtin(position) clip: vec4<f32>,
    // Normal in the world, and how hollow the place is (plus ADDED).
    @location(0) surface: vec4<f32>,
    // Closest gap, mm.
    @location(1) gap_mm: f32,
};

struct ColoredCorner {
    @invariant @builtin(position) clip: vec4<f32>,
    @location(0) surface: vec4<f32>,
    @location(1) gap_mm: f32,
    @location(2) color: vec4<f32>,
};

struct SpreadCorner {
    @invariant @builtin(position) clip: vec4<f32>,
    @location(0) surface: vec4<f32>,
    @location(1) gap_mm: f32,
    // field::GapSpread, mm.
    @location(2) larger_mm: vec4<f32>,
};

struct Pixel {
    // 1 + depth for the upper jaw, -(1 + depth) for the lower one, 0 is nothing; the closest gap.
    @location(0) place: vec2<f32>,
    @location(1) surface: vec4<f32>,
};

struct ColoredPixel {
    @location(0) place: vec2<f32>,
    @location(1) surface: vec4<f32>,
    // The scan's own colour, sRGB as it is.
    @location(2) color: vec4<f32>,
};

struct SpreadPixel {
    @location(0) place: vec2<f32>,
    @location(1) surface: vec4<f32>,
    @location(2) larger_mm: vec4<f32>,
};

// field::NEVER_MM
const NEVER_MM: f32 = 2.0;

// Instance 0 draws the scan's triangles, instance 1 those that closing added, instance 2 those that are trimmed: before the
// others, which are not drawn again at the same depth.
fn corner_at(position: vec3<f32>, normal_hollow: vec4<f32>, gap_mm: f32, instance: u32) -> Corner {
    let added = f32(instance == 1u);
    let trimmed = f32(instance == 2u);
    let lifted = position + normal_hollow.xyz * (jaw.lift_mm * trimmed);
    let clip = jaw.clip_from_jaw * vec4(lifted, 1.0);
    let normal = jaw.world_from_jaw * vec4(normal_hollow.xyz, 0.0);
    return Corner(clip, vec4(normal.xyz, normal_hollow.w + ADDED * added + TRIMMED * trimmed), gap_mm);
}

fn pixel_at(depth: f32, surface: vec4<f32>, gap_mm: f32, front: bool) -> Pixel {
    let facing = select(vec4(-surface.xyz, FAR_SIDE), surface, front);
    return Pixel(vec2(jaw.sign * (1.0 + depth), gap_mm), facing);
}

@vertex
fn vertex_mesh(
    @builtin(instance_index) instance: u32,
    @location(0) position: vec3<f32>,
    @location(1) normal_hollow: vec4<f32>,
    @location(3) gap_mm: f32,
) -> Corner {
    return corner_at(position, normal_hollow, gap_mm, instance);
}

@vertex
fn vertex_colored(
    @builtin(instance_index) instance: u32,
    @location(0) position: vec3<f32>,
    @location(1) normal_hollow: vec4<f32>,
    @location(2) color: vec4<f32>,
    @location(3) gap_mm: f32,
) -> ColoredCorner {
    let corner = corner_at(position, normal_hollow, gap_mm, instance);
    return ColoredCorner(corner.clip, corner.surface, gap_mm, color);
}

@vertex
fn vertex_spread(
    @builtin(instance_index) instance: u32,
    @location(0) position: vec3<f32>,
    @location(1) normal_hollow: vec4<f32>,
    @location(3) gap_mm: f32,
    @location(4) larger: vec4<f32>,
) -> SpreadCorner {
    let corner = corner_at(position, normal_hollow, gap_mm, instance);
    return SpreadCorner(corner.clip, corner.surface, gap_mm, larger * NEVER_MM);
}

@fragment
fn fragment_spread(corner: SpreadCorner, @builtin(front_facing) front: bool) -> SpreadPixel {
    let pixel = pixel_at(corner.clip.z, corner.surface, corner.gap_mm, front);
    return SpreadPixel(pixel.place, pixel.surface, corner.larger_mm);
}

@fragment
fn fragment_mesh(corner: Corner, @builtin(front_facing) front: bool) -> Pixel {
    return pixel_at(corner.clip.z, corner.surface, corner.gap_mm, front);
}

// Beside what has a class.
@fragment
fn fragment_unclassed(corner: Corner, @builtin(front_facing) front: bool) -> ColoredPixel {
    let pixel = pixel_at(corner.clip.z, corner.surface, corner.gap_mm, front);
    return ColoredPixel(pixel.place, pixel.surface, vec4(0.0));
}

@fragment
fn fragment_colored(corner: ColoredCorner, @builtin(front_facing) front: bool) -> ColoredPixel {
    let pixel = pixel_at(corner.clip.z, corner.surface, corner.gap_mm, front);
    return ColoredPixel(pixel.place, pixel.surface, corner.color);
}

// Triangles whose corners do not tell the gap: drawn before all others, whose pixels of the same depth they then keep. The
// positions are the same to the last bit.

// DisplayVertex, word by word.
@group(1) @binding(0) var<storage, read> vertices: array<u32>;
// Gaps on a grid over each triangle, row by row.
@group(1) @binding(1) var<storage, read> samples: array<f32>;
// How the gaps at the vertices differ in poses nearby, four numbers each.
@group(2) @binding(0) var<storage, read> spreads: array<vec2<u32>>;

const VERTEX_WORDS: u32 = 6u;
// field::FineTriangle
const HALVINGS_BITS: u32 = 3u;
// field::{NO_GAP, BESIDE_MM}
const NO_SAMPLE: f32 = 1.0e30;
const KIND_MM: f32 = 4096.0;

struct FineCorner {
    @invariant @builtin(position) clip: vec4<f32>,
    @location(0) surface: vec4<f32>,
    // Shares of the triangle's second and third corner.
    @location(1) shares: vec2<f32>,
    @location(2) @interpolate(flat) cell: u32,
};

struct ColoredFineCorner {
    @invariant @builtin(position) clip: vec4<f32>,
    @location(0) surface: vec4<f32>,
    @location(1) shares: vec2<f32>,
    @location(2) @interpolate(flat) cell: u32,
    @location(3) color: vec4<f32>,
};

struct SpreadFineCorner {
    @invariant @builtin(position) clip: vec4<f32>,
    @location(0) surface: vec4<f32>,
    @location(1) shares: vec2<f32>,
    @location(2) @interpolate(flat) cell: u32,
    @location(3) larger_mm: vec4<f32>,
};

fn vertex_of(corner: u32, ids: vec3<u32>) -> u32 {
    return select(select(ids.x, ids.y, corner == 1u), ids.z, corner == 2u);
}

fn vertex_position(word: u32) -> vec3<f32> {
    return vec3(bitcast<f32>(vertices[word]), bitcast<f32>(vertices[word + 1u]), bitcast<f32>(vertices[word + 2u]));
}

fn vertex_normal_hollow(word: u32) -> vec4<f32> {
    return vec4(unpack2x16snorm(vertices[word + 3u]), unpack2x16snorm(vertices[word + 4u]));
}

fn fine_corner_at(corner: u32, ids: vec3<u32>, cell: u32) -> FineCorner {
    let word = VERTEX_WORDS * vertex_of(corner, ids);
    let at = corner_at(vertex_position(word), vertex_normal_hollow(word), 0.0, 0u);
    return FineCorner(at.clip, at.surface, vec2(f32(corner == 1u), f32(corner == 2u)), cell);
}

fn sample_at(cell: u32, steps: i32, at: vec2<i32>) -> f32 {
    return samples[(cell >> HALVINGS_BITS) + u32(at.y * (2 * steps + 3 - at.y) / 2 + at.x)];
}

// A piece's gap: of the kind of the nearest sample, as large as all that are known tell.
fn gap_of_piece(values: vec3<f32>, weights: vec3<f32>) -> f32 {
    let first = select(values.y, values.x, weights.x >= weights.y);
    let nearest = select(values.z, first, max(weights.x, weights.y) >= weights.z);
    if nearest > 0.1 * NO_SAMPLE {
        return NO_SAMPLE;
    }
    let known = values < vec3(0.1 * NO_SAMPLE);
    let kinds = round(values / KIND_MM) * KIND_MM;
    let share = select(vec3(0.0), weights, known);
    let gaps = select(vec3(0.0), values - kinds, known);
    return dot(gaps, share) / max(share.x + share.y + share.z, 1e-6) + round(nearest / KIND_MM) * KIND_MM;
}

fn fine_gap(shares: vec2<f32>, cell: u32) -> f32 {
    let steps = 1 << (cell & ((1u << HALVINGS_BITS) - 1u));
    let place = clamp(shares, vec2(0.0), vec2(1.0)) * f32(steps);
    let x = min(i32(place.x), steps - 1);
    let y = min(i32(place.y), steps - 1 - x);
    let within = place - vec2(f32(x), f32(y));
    let right = sample_at(cell, steps, vec2(x + 1, y));
    let up = sample_at(cell, steps, vec2(x, y + 1));
    if within.x + within.y <= 1.0 || x + y + 2 > steps {
        return gap_of_piece(vec3(sample_at(cell, steps, vec2(x, y)), right, up), vec3(1.0 - within.x - within.y, within));
    }
    let far = sample_at(cell, steps, vec2(x + 1, y + 1));
    return gap_of_piece(vec3(far, up, right), vec3(within.x + within.y - 1.0, 1.0 - within.x, 1.0 - within.y));
}

@vertex
fn vertex_fine(
    @builtin(vertex_index) corner: u32,
    @location(0) ids: vec3<u32>,
    @location(1) cell: u32,
) -> FineCorner {
    return fine_corner_at(corner, ids, cell);
}

@vertex
fn vertex_fine_colored(
    @builtin(vertex_index) corner: u32,
    @location(0) ids: vec3<u32>,
    @location(1) cell: u32,
) -> ColoredFineCorner {
    let at = fine_corner_at(corner, ids, cell);
    let word = VERTEX_WORDS * vertex_of(corner, ids);
    return ColoredFineCorner(at.clip, at.surface, at.shares, cell, unpack4x8unorm(vertices[word + 5u]));
}

@fragment
fn fragment_fine(corner: FineCorner, @builtin(front_facing) front: bool) -> Pixel {
    return pixel_at(corner.clip.z, corner.surface, fine_gap(corner.shares, corner.cell), front);
}

@fragment
fn fragment_fine_colored(corner: ColoredFineCorner, @builtin(front_facing) front: bool) -> ColoredPixel {
    let pixel = pixel_at(corner.clip.z, corner.surface, fine_gap(corner.shares, corner.cell), front);
    return ColoredPixel(pixel.place, pixel.surface, corner.color);
}

@vertex
fn vertex_fine_spread(
    @builtin(vertex_index) corner: u32,
    @location(0) ids: vec3<u32>,
    @location(1) cell: u32,
) -> SpreadFineCorner {
    let at = fine_corner_at(corner, ids, cell);
    let spread = spreads[vertex_of(corner, ids)];
    let larger_mm = NEVER_MM * vec4(unpack2x16snorm(spread.x), unpack2x16snorm(spread.y));
    return SpreadFineCorner(at.clip, at.surface, at.shares, cell, larger_mm);
}

@fragment
fn fragment_fine_spread(corner: SpreadFineCorner, @builtin(front_facing) front: bool) -> SpreadPixel {
    let pixel = pixel_at(corner.clip.z, corner.surface, fine_gap(corner.shares, corner.cell), front);
    return SpreadPixel(pixel.place, pixel.surface, corner.larger_mm);
}

// Triangles that are painted whole, each by the colour of its class: drawn before all others, likewise, and on a coarser level in
// front of it.
@vertex
fn vertex_classed(
    @builtin(vertex_index) corner: u32,
    @location(0) ids: vec3<u32>,
    @location(1) color: vec4<f32>,
) -> ColoredCorner {
    let word = VERTEX_WORDS * vertex_of(corner, ids);
    let normal_hollow = vertex_normal_hollow(word);
    let lifted = vertex_position(word) + normal_hollow.xyz * jaw.lift_mm;
    let at = corner_at(lifted, normal_hollow, NO_SAMPLE, 0u);
    return ColoredCorner(at.clip, at.surface, at.gap_mm, color);
}
