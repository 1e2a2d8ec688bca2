// What every execution writes of a pixel into `map` and `triangles`, which the pass declares. Behind run.wgsl.

// The gap, the depths of the upper and of the lower surface and the class; the two triangles where they face each other
// within the range.
fn store_pixel(pixel: vec2u, gap_mm: f32, depths_mm: vec2f, kind: u32, pair: vec2u) {
    let faces = gap_mm <= run.range_mm;
    textureStore(map, pixel, vec4f(select(NO_VALUE, gap_mm, faces), depths_mm, f32(kind)));
    textureStore(triangles, pixel, vec4u(select(vec2u(NO_TRIANGLE), pair, faces), 0u, 0u));
}
