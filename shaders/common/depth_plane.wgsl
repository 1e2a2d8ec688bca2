// Where a jaw's corners lie on the map, and how deep a triangle is at a pixel's centre: by its corners as they are, not as a raster has
// snapped them, in the arithmetic of native::raster. Raster hardware interpolates between snapped corners, each in its own way: by 1/256
// pixel, which on a wall was seen to be 0.02 mm. Joined with what has `jaw` (map_from_jaw, centre_in_jaw, zero) and `corners`.

// A product rounded by itself: joined with a sum (fused), it would differ from the processor's, and from pass to pass.
fn product(a: f32, b: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(a * b) ^ jaw.zero);
}

fn along(axis: vec4f, p: vec3f) -> f32 {
    return product(axis.x, p.x) + product(axis.y, p.y) + product(axis.z, p.z) + axis.w;
}

// Column and row (pixels) and depth (mm) of a place in the jaw. Near the middle nothing is lost to the size of the coordinates.
fn on_map(position: vec3f) -> vec3f {
    let p = position - jaw.centre_in_jaw;
    return vec3f(along(jaw.map_from_jaw[0], p), along(jaw.map_from_jaw[1], p), along(jaw.map_from_jaw[2], p));
}

fn place_of(idx: u32) -> vec3f {
    return on_map(vec3f(corners[3u * idx], corners[3u * idx + 1u], corners[3u * idx + 2u]));
}

// A triangle's depth, and no farther than its corners: a wall seen edge on covers a pixel now and then by the snapping, and
// its plane is no guide there.
struct Plane {
    anchor: vec3f,
    per_col: f32,
    per_row: f32,
    lo_mm: f32,
    hi_mm: f32,
}

// Its corners either way round.
fn plane(a: vec3f, b: vec3f, c: vec3f) -> Plane {
    let u = b - a;
    let s = c - a;
    let area = product(u.x, s.y) - product(u.y, s.x);
    let lo_mm = a.z + min(min(u.z, s.z), 0.0);
    let hi_mm = a.z + max(max(u.z, s.z), 0.0);
    if area == 0.0 {
        return Plane(vec3f(a.xy, lo_mm), 0.0, 0.0, lo_mm, hi_mm);
    }
    let scale = 1.0 / area;
    let per_col = (product(u.z, s.y) - product(s.z, u.y)) * scale;
    let per_row = (product(s.z, u.x) - product(u.z, s.x)) * scale;
    return Plane(a, per_col, per_row, lo_mm, hi_mm);
}

fn depth_at(p: Plane, pixel: vec2i) -> f32 {
    let d = vec2f(pixel) + 0.5 - p.anchor.xy;
    return min(max(p.anchor.z + product(p.per_col, d.x) + product(p.per_row, d.y), p.lo_mm), p.hi_mm);
}
