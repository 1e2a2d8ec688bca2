// The class of a pixel that was left to the layer order, from the code of its peeled layers (METHOD.md, "Layer order"); code
// and list must tell of the same layers.

@group(1) @binding(8) var<storage, read> layer_counts: array<u32>;
@group(1) @binding(9) var identifiers: texture_2d<f32>;
@group(1) @binding(10) var facings: texture_2d<f32>;

// Whether the code tells of the listed layers: each of its layers is one of the list at the same place, or at a depth
// that cannot be told from it.
fn tells_of_list(code: LayerCode, n: u32) -> bool {
    if code.n != n {
        return false;
    }
    var used = vec2u(0u);
    for (var i = 0u; i < n; i++) {
        let tag = select(0u, LOWER_BIT, bit_of(code.lower, i)) | select(0u, ENTERED_BIT, bit_of(code.entered, i));
        var found = false;
        for (var j = 0u; j < n && !found; j++) {
            let is_near = abs(layers[j].depth_mm - layers[i].depth_mm) <= run.depth_epsilon_mm;
            if is_near && !bit_of(used, j) && (layers[j].tag & ~TRIANGLE_MASK) == tag {
                used |= placed(1u, j);
                found = true;
            }
        }
        if !found {
            return false;
        }
    }
    return true;
}

// State of a pixel that was left to the layer order, from its code.
fn ordered_state(state: u32, slot: u32, pixel: vec2u, n_listed: u32) -> u32 {
    let code = decode(textureLoad(identifiers, pixel, 0), textureLoad(facings, pixel, 0));
    if n_listed != layer_counts[slot] || !tells_of_list(code, n_listed) {
        return state | DISAGREES_BIT;
    }
    if run.counting != COUNTING_WINDING {
        return with_class(state, select(CLASS_CLEAR, CLASS_INTERFERING, has_odd_run(code)), 3u);
    }
    let w = windings(code);
    if !w.balanced {
        return state | UNBALANCED_BIT;
    }
    return with_class(state, select(CLASS_CLEAR, CLASS_INTERFERING, w.overlap), 3u);
}
