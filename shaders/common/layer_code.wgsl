// The order of a pixel's layers as alpha blending leaves it: C = C_object + 0.5 C shifts a channel by one layer and sets
// its highest bit (paper, sect. 6). CPU twin: field::layer_code.
const CHANNEL_LAYERS: u32 = 10u;
// One bit of a channel is the end mark, which began as 1.
const CHANNEL_SCALE: f32 = 1024.0;

struct LayerCode {
    // Number of layers; CODE_INVALID for channels that no blending leaves.
    n: u32,
    // Nearest layer in the lowest bit: of the lower jaw; entered.
    lower: vec2u,
    entered: vec2u,
}

const CODE_INVALID: u32 = 0xffffffffu;

// Layers of one channel and their bits, nearest in the lowest.
fn channel_layers(channel: f32) -> vec2u {
    let whole = u32(channel * CHANNEL_SCALE);
    if whole == 0u || whole > 2047u {
        return vec2u(CODE_INVALID, 0u);
    }
    let mark = countTrailingZeros(whole);
    return vec2u(CHANNEL_LAYERS - mark, whole >> (mark + 1u));
}

// Ten bits put at a place in forty.
fn placed(bits: u32, place: u32) -> vec2u {
    if place >= 32u {
        return vec2u(0u, bits << (place - 32u));
    }
    return vec2u(bits << place, select(0u, bits >> (32u - place), place > 0u));
}

fn bit_of(bits: vec2u, i: u32) -> bool {
    return ((select(bits.x, bits.y, i >= 32u) >> (i & 31u)) & 1u) == 1u;
}

fn decode(identifiers: vec4f, facings: vec4f) -> LayerCode {
    var code = LayerCode(0u, vec2u(0u), vec2u(0u));
    for (var c = 0u; c < 4u; c++) {
        let lower = channel_layers(identifiers[c]);
        let entered = channel_layers(facings[c]);
        // Both targets are blended together, and a channel is begun when the one before it is full.
        if lower.x != entered.x || lower.x == CODE_INVALID || (lower.x > 0u && code.n != c * CHANNEL_LAYERS) {
            code.n = CODE_INVALID;
            return code;
        }
        code.lower |= placed(lower.y, code.n);
        code.entered |= placed(entered.y, code.n);
        code.n += lower.x;
    }
    return code;
}

// The paper's rule: an odd run of one identifier.
fn has_odd_run(code: LayerCode) -> bool {
    var run_length = 0u;
    for (var i = 0u; i < code.n; i++) {
        if i > 0u && bit_of(code.lower, i) != bit_of(code.lower, i - 1u) {
            if (run_length & 1u) == 1u {
                return true;
            }
            run_length = 0u;
        }
        run_length++;
    }
    return (run_length & 1u) == 1u;
}

struct Windings {
    // A place inside both solids.
    overlap: bool,
    // Both are left for good in the end.
    balanced: bool,
}

fn windings(code: LayerCode) -> Windings {
    var at = vec2i(0);
    var overlap = false;
    for (var i = 0u; i < code.n; i++) {
        let step = select(-1, 1, bit_of(code.entered, i));
        at += select(vec2i(step, 0), vec2i(0, step), bit_of(code.lower, i));
        overlap = overlap || all(at != vec2i(0));
    }
    return Windings(overlap, all(at == vec2i(0)));
}
