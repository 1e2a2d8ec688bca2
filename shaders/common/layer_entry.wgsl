// One face crossed by a pixel's ray: depth (bits of an f32) and triangle with its jaw and facing.
const LIST_CAPACITY: u32 = 40u;
const LOWER_BIT: u32 = 0x40000000u;
const ENTERED_BIT: u32 = 0x80000000u;
const TRIANGLE_MASK: u32 = 0x3fffffffu;
const NO_LAYER: u32 = 0xffffffffu;

// Words of the frame's plan (classify.wgsl): pixels with a slot; the first of them need the layer order; most faces
// counted over one of these.
const PLAN_WORDS: u32 = 12u;
const PLAN_N_SLOTS: u32 = 7u;
const PLAN_N_ORDERED: u32 = 8u;
const PLAN_MAX_LAYERS: u32 = 9u;

struct RoundUniform {
    // Columns of the map, the first slot of this round, slots a round.
    cols: u32,
    first_slot: u32,
    n_slots: u32,
}

fn layer_tag(triangle: u32, is_lower: bool, entered: bool) -> u32 {
    return triangle | select(0u, LOWER_BIT, is_lower) | select(0u, ENTERED_BIT, entered);
}
