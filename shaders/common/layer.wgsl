// A face of a pixel's list as it is read, and what crossing it does to a winding. Behind run.wgsl and layer_entry.wgsl.
struct Layer {
    depth_mm: f32,
    tag: u32,
}

fn is_lower(layer: Layer) -> bool {
    return (layer.tag & LOWER_BIT) != 0u;
}

// The winding after a crossing; in the paper's modes only its parity counts.
fn after(winding: i32, layer: Layer) -> i32 {
    let next = winding + select(-1, 1, (layer.tag & ENTERED_BIT) != 0u);
    return select(next & 1, next, run.counting == COUNTING_WINDING);
}
