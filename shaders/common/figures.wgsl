// The row of figures that reduce.wgsl makes of all pixels and fold.wgsl of all rows. CPU twin: field::figures.
const N_FIGURES: u32 = 83u;
// From here on extremes, before it sums.
const FIRST_MAXIMUM: u32 = 80u;

// Figure k of two parts together.
fn joined(k: u32, a: f32, b: f32) -> f32 {
    return select(a + b, max(a, b), k >= FIRST_MAXIMUM);
}
