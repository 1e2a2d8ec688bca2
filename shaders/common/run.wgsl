// What one frame of the analysis needs to know. CPU twin: gpu::layout::RunUniform.
struct Run {
    // Unit projection direction in each jaw's own coordinates (w unused).
    direction_in_upper: vec4f,
    direction_in_lower: vec4f,
    // Columns and rows of the map.
    size: vec2u,
    // Triangles of the scan itself; those after them were added by closing.
    n_scanned: vec2u,
    // Corners to draw: three a triangle, upper and lower.
    n_vertices: vec2u,
    // 0 winding, 1 parity, 2 parity with three masks.
    counting: u32,
    // 1 when A is the lower jaw and B the upper.
    swapped: u32,
    // Largest clearance of interest, mm.
    range_mm: f32,
    // Depth that the depth buffer cannot tell from touching, mm.
    depth_epsilon_mm: f32,
    // Gap up to which a pixel belongs to the contact zone that orients the projection, mm.
    zone_mm: f32,
    pixel_area_mm2: f32,
    n_thresholds: u32,
    slots_per_round: u32,
    n_rounds: u32,
    n_reduce_groups: u32,
    // 1 for a jaw that is closed as a chain of faces: its winding needs no check (upper, lower).
    is_closed: vec2u,
    // Blocks of triangles that compute draws of each jaw for layer lists (upper, lower).
    n_blocks: vec2u,
    // Ascending contact thresholds, mm, four a vector.
    thresholds_mm: array<vec4f, 4>,
}

const NO_VALUE: f32 = 1.0e30;
const NO_TRIANGLE: u32 = 0xffffffffu;

// Pixel classes, as field::PixelClass.
const CLASS_NONE: u32 = 0u;
const CLASS_UPPER_ONLY: u32 = 1u;
const CLASS_LOWER_ONLY: u32 = 2u;
const CLASS_CLEAR: u32 = 3u;
const CLASS_INTERFERING: u32 = 4u;
const CLASS_UNSOLVED: u32 = 5u;

// A pixel's state word: its class (here: kind) in bits 0-2, the pass that solved it in bits 3-4, then flags, then B's faces that
// passed test (2) and the upper jaw's own faces.
const STAGE_SHIFT: u32 = 3u;
const UNBALANCED_BIT: u32 = 0x20u;
const PENDING_BIT: u32 = 0x40u;
const GAP_UNKNOWN_BIT: u32 = 0x80u;
const N1_SHIFT: u32 = 8u;
const N_UPPER_SHIFT: u32 = 16u;
// Peeling and listing found other layers.
const DISAGREES_BIT: u32 = 0x1000000u;

const COUNTING_WINDING: u32 = 0u;
const COUNTING_PARITY: u32 = 1u;
const COUNTING_THREE_MASKS: u32 = 2u;

fn state_class(state: u32) -> u32 {
    return state & 7u;
}

fn with_class(state: u32, kind: u32, stage: u32) -> u32 {
    return (state & ~0x5fu) | kind | (stage << STAGE_SHIFT);
}

// Eight bits as a signed number: the stencil wraps.
fn signed_byte(byte: u32) -> i32 {
    return i32(byte << 24u) >> 24u;
}
