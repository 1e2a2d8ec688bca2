// The class of a pixel that counts leave open, from its sorted list, which is the order itself.

fn ordered_state(state: u32, slot: u32, pixel: vec2u, n: u32) -> u32 {
    var upper = 0;
    var lower = 0;
    var overlap = false;
    for (var i = 0u; i < n; i++) {
        if is_lower(layers[i]) {
            lower = after(lower, layers[i]);
        } else {
            upper = after(upper, layers[i]);
        }
        overlap = overlap || (upper != 0 && lower != 0);
    }
    if upper != 0 || lower != 0 {
        return state | UNBALANCED_BIT;
    }
    return with_class(state, select(CLASS_CLEAR, CLASS_INTERFERING, overlap), 3u);
}
