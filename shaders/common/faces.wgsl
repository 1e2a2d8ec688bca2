// What compute keeps of a jaw in each pixel: five words that begin as zero and only grow, so that atomics suffice and the
// order of drawing leaves no trace. Depths are whole numbers in their order; what is to be the least is kept as its
// complement.
const FACE_WORDS: u32 = 5u;
// The last surface's depth (upper jaw), and the complement of the first one's.
const LAST: u32 = 0u;
const FIRST: u32 = 1u;
// All faces: their number in bits 0-15, those entered in bits 16-31.
const FACES: u32 = 2u;
// The complement of the triangle of the last surface (upper) or of the first (lower); of equally deep ones the smallest.
const TRIANGLE: u32 = 3u;
// The surface before the last (upper).
const BEFORE_LAST: u32 = 4u;
// Faces of the lower jaw before the upper one's last surface, and not behind its first, counted as FACES.
const BEFORE: u32 = 0u;
const NOT_BEHIND: u32 = 4u;

// A number whose order among whole numbers is that of the depth; never zero.
fn ordered(depth_mm: f32) -> u32 {
    let bits = bitcast<u32>(depth_mm);
    let whole = select(bits, 0u, bits == 0x80000000u);
    return select(whole | 0x80000000u, ~whole, whole >= 0x80000000u);
}

fn unordered(order: u32) -> f32 {
    return bitcast<f32>(select(~order, order & 0x7fffffffu, order >= 0x80000000u));
}

// One face in a number of faces.
fn one(entered: bool) -> u32 {
    return select(1u, 0x10001u, entered);
}

fn number_of(faces: u32) -> u32 {
    return faces & 0xffffu;
}

// Entered faces less those left.
fn winding_of(faces: u32) -> i32 {
    return 2 * i32(faces >> 16u) - i32(number_of(faces));
}
