// Between two rounds of peeling, one point a pixel: the layer just peeled is blended into the code, C = C_object + 0.5 C
// (paper, sect. 6, formula 4), and the pixel made ready for the next.

@group(1) @binding(0) var<storage, read> pixel_of_slot: array<u32>;
@group(1) @binding(1) var peeled: texture_2d<u32>;

@vertex
fn point(@builtin(vertex_index) slot: u32) -> @builtin(position) vec4f {
    let idx = pixel_of_slot[slot];
    let centre = vec2f(vec2u(idx % jaw.size.x, idx / jaw.size.x)) + 0.5;
    // At the far plane: a pixel that is made ready is cleared to it.
    return vec4f((centre / vec2f(jaw.size) - 0.5) * vec2f(2.0, -2.0), 1.0, 1.0);
}

struct Begun {
    @location(0) item: vec2u,
    @location(1) identifiers: vec4f,
    @location(2) facings: vec4f,
}

// Before all layers; every channel holds its end mark.
@fragment
fn begin() -> Begun {
    return Begun(vec2u(0u), vec4f(1.0), vec4f(1.0));
}

@fragment
fn make_ready() -> @location(0) vec2u {
    return vec2u(0x7f7fffffu, NO_LAYER);
}

struct Code {
    @location(1) identifiers: vec4f,
    @location(2) facings: vec4f,
}

@fragment
fn blend(@builtin(position) at: vec4f) -> Code {
    let tag = textureLoad(peeled, vec2u(at.xy), 0).y;
    if tag == NO_LAYER {
        discard;
    }
    return Code(vec4f(select(0.0, 1.0, (tag & LOWER_BIT) != 0u)), vec4f(select(0.0, 1.0, (tag & ENTERED_BIT) != 0u)));
}
