// The decision rule of a pixel that both jaws cover, and its gap where two surfaces give it. Both executions on the GPU
// call it: where surfaces are drawn, classify.wgsl and gap_map.wgsl; where compute counts all at once, decide.wgsl. They
// read and write, the rule is here. Source: Myszkowski, Okunev and Kunii 1995, sect. 4 (lines 08 to 20) and 5 (extensions
// #1, #2 and #1', #2'); METHOD.md, "Decision per pixel" and "Projected gap". CPU twin: native::decide. Behind run.wgsl.

// Faces that a ray crosses: their number, and those entered less those left.
struct Crossings {
    number: u32,
    winding: i32,
}

// Whether a ray that has crossed all of a jaw is not outside it again; parity can only tell odd from even.
fn is_unbalanced(winding: i32, is_closed: u32) -> bool {
    return is_closed == 0u && select((winding & 1) != 0, winding != 0, run.counting == COUNTING_WINDING);
}

fn is_inside(crossings: Crossings) -> bool {
    return select((crossings.number & 1u) == 1u, crossings.winding != 0, run.counting == COUNTING_WINDING);
}

// State by the windings of both jaws, all faces of theirs, and by B's faces before A's last surface; pending where these
// decide nothing.
fn by_first_test(upper_winding: i32, lower_winding: i32, before: Crossings) -> u32 {
    if is_unbalanced(upper_winding, run.is_closed.x) || is_unbalanced(lower_winding, run.is_closed.y) {
        return CLASS_UNSOLVED | UNBALANCED_BIT;
    }
    if is_inside(before) {
        return with_class(0u, CLASS_INTERFERING, 1u);
    }
    if before.number == 0u {
        return with_class(0u, CLASS_CLEAR, 1u);
    }
    return CLASS_UNSOLVED | PENDING_BIT;
}

// State of a pixel that the first test left pending, by B's faces not behind A's first surface and the number of A's own;
// still pending where counts cannot decide and the order of the layers does (sect. 6).
fn by_second_test(n_before: u32, not_behind: Crossings, n_own: u32) -> u32 {
    if is_inside(not_behind) {
        return with_class(0u, CLASS_INTERFERING, 2u);
    }
    if run.counting == COUNTING_THREE_MASKS {
        // Masks SO and SP keep whether faces passed and whether their number is odd, but not how many: sect. 5, #2'.
        return CLASS_UNSOLVED | PENDING_BIT;
    }
    if n_before == not_behind.number {
        return with_class(0u, CLASS_CLEAR, 2u);
    }
    if n_own == 2u {
        return with_class(0u, CLASS_INTERFERING, 2u);
    }
    return CLASS_UNSOLVED | PENDING_BIT;
}

// Depths of a pixel's surfaces, mm.
struct Surfaces {
    upper_last_mm: f32,
    upper_before_last_mm: f32,
    lower_first_mm: f32,
}

struct Gap {
    // The pixel's, in which touching is clear.
    state: u32,
    // NO_VALUE where two surfaces do not give it, or where nothing faces.
    gap_mm: f32,
    // Only the pixel's ordered layers give it.
    needs_layers: bool,
}

// The projected gap of a pixel that counts have decided, with B's faces before A's last surface and the upper jaw's own.
// Where the lower jaw is A, the surfaces that are there give no gap.
fn gap_by_surfaces(state: u32, n_before: u32, n_upper: u32, at: Surfaces, upper_is_a: bool) -> Gap {
    let kind = state_class(state);
    if kind == CLASS_CLEAR {
        // A gap within the depths' resolution is touching.
        let clearance_mm = max(at.lower_first_mm - at.upper_last_mm, 0.0);
        return Gap(state, select(NO_VALUE, clearance_mm, upper_is_a && n_before == 0u), n_before != 0u);
    }
    if kind != CLASS_INTERFERING {
        return Gap(state, NO_VALUE, false);
    }
    // One lower entry, and the upper solid without a break from there, or from its own only entry, to its last surface.
    let is_unbroken = n_upper == 2u || at.upper_before_last_mm <= at.lower_first_mm;
    if !(upper_is_a && n_before == 1u && is_unbroken) {
        return Gap(state, NO_VALUE, true);
    }
    let depth_mm = at.upper_last_mm - max(at.upper_before_last_mm, at.lower_first_mm);
    if depth_mm <= run.depth_epsilon_mm {
        // Equal depth is touching.
        return Gap(with_class(state, CLASS_CLEAR, (state >> STAGE_SHIFT) & 3u), 0.0, false);
    }
    return Gap(state, -depth_mm, false);
}
