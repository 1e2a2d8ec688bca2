// Lists of all faces that each pixel's ray crosses, packed one after another. CPU twins: gpu::layout::ZListUniform and
// ZWindow.
struct ZList {
    // (col, row) in pixels and depth in mm of a point: the dot product of (p, 1) with each row, for either jaw.
    map_from_upper: array<vec4f, 3>,
    map_from_lower: array<vec4f, 3>,
    cols: u32,
    n_pixels: u32,
    // Entries that the buffer holds: no list may be longer, and no round may need more.
    capacity: u32,
    n_pairs: u32,
}

// The pixels of one round, row by row, and where their entries begin among all.
struct ZWindow {
    first_pixel: u32,
    end_pixel: u32,
    first_entry: u32,
    n_entries: u32,
}
