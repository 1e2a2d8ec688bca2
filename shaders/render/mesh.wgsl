// One jaw's surface, one value a pixel: shading comes later, once a pixel (shade.wgsl). Triangles of a scan are two or
// three pixels large, so that whatever is done here is done many times a pixel.

struct JawUniform {
    clip_from_jaw: mat4x4<f32>,
    world_from_jaw: mat4x4<f32>,
    // 1 upper, -1 lower.
    sign: f32,
    // 1 = leave out what closing added.
    hide_added: f32,
    // So far in front of their place trimmed triangles are drawn, mm: a coarser level may lie before them.
    lift_mm: f32,
    padding_b: f32,
};

@group(0) @binding(0) var<uniform> jaw: JawUniform;

// Added to how hollow a place is: what closing added, the far side of a face, what is trimmed.
const ADDED: f32 = 4.0;
const FAR_SIDE: f32 = 8.0;
const TRIMMED: f32 = 16.0;

struct Corner {
    @builtin(position) clip: vec4<f32>,
    // Normal in the world, and how hollow the place is (plus ADDED).
    @location(0) surface: vec4<f32>,
    // Closest gap, mm.
    @location(1) gap_mm: f32,
};

struct ColoredCorner {
    @builtin(position) clip: vec4<f32>,
    @location(0) surface: vec4<f32>,
    @location(1) gap_mm: f32,
    @location(2) color: vec4<f32>,
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

// Instance 0 draws the scan's triangles, instance 1 those that closing added, instance 2 those that are trimmed: before the
// others, which are not drawn again at the same depth. A triangle whose corners are all in one place is not drawn.
fn corner_at(position: vec3<f32>, normal_hollow: vec4<f32>, gap_mm: f32, instance: u32) -> Corner {
    let added = f32(instance == 1u);
    let trimmed = f32(instance == 2u);
    let lifted = position + normal_hollow.xyz * (jaw.lift_mm * trimmed);
    let clip = jaw.clip_from_jaw * vec4(lifted, 1.0) * (1.0 - jaw.hide_added * added);
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

@fragment
fn fragment_mesh(corner: Corner, @builtin(front_facing) front: bool) -> Pixel {
    return pixel_at(corner.clip.z, corner.surface, corner.gap_mm, front);
}

@fragment
fn fragment_colored(corner: ColoredCorner, @builtin(front_facing) front: bool) -> ColoredPixel {
    let pixel = pixel_at(corner.clip.z, corner.surface, corner.gap_mm, front);
    return ColoredPixel(pixel.place, pixel.surface, corner.color);
}
