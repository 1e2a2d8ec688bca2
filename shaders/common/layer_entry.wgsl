// One face crossed by a pixel's ray: depth (bits of an f32, mm) and triangle with its jaw and facing.
const LIST_CAPACITY: u32 = 32u;
const LOWER_BIT: u32 = 0x40000000u;
const ENTERED_BIT: u32 = 0x80000000u;
const TRIANGLE_MASK: u32 = 0x3fffffffu;

struct RoundUniform {
    // Columns of the map, the first slot of this round, slots a round.
    cols: u32,
    first_slot: u32,
    n_slots: u32,
}
