//! What the layers of one ray say about its pixel: class, projected gap, the triangles that face each other
//! (METHOD.md, "Projected gap").
use super::{Counting, NO_TRIANGLE, PixelClass};

/// What double precision can tell apart after a pose and a projection, mm.
pub const EQUAL_DEPTH_MM: f64 = 1e-9;

/// One face crossed by a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layer {
    /// Along the ray, mm.
    pub depth_mm: f64,
    pub triangle: u32,
    /// Whether the ray goes in here, or out.
    pub entered: bool,
    /// Whether the face is the lower jaw's.
    pub lower: bool,
}

impl Layer {
    const NONE: Self = Self { depth_mm: f64::NAN, triangle: NO_TRIANGLE, entered: false, lower: false };
}

/// What a ray says of its pixel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    pub class: PixelClass,
    /// mm; NaN where no exit of the upper jaw is followed by an entry of the lower one, and where the class is unsolved.
    pub gap_mm: f64,
    /// The faces on both sides of the gap; without a gap the upper jaw's last and the lower jaw's first.
    pub upper: Layer,
    pub lower: Layer,
    /// A jaw's winding does not return to zero along the ray.
    pub unbalanced: bool,
}

/// By depth; at equal depth what is left comes before what is entered, so that touching is not overlapping.
pub fn sort(layers: &mut [Layer]) {
    layers.sort_unstable_by(|a, b| {
        a.depth_mm.total_cmp(&b.depth_mm).then(a.entered.cmp(&b.entered)).then(a.triangle.cmp(&b.triangle))
    });
}

/// Puts layers that were found pixel after pixel together: those of pixel `p` then stand in `by_pixel`, from where those of
/// the pixel before end to `ends[p]`, in the order in which they were found.
pub fn gather(found: &[(u32, Layer)], n_pixels: usize, ends: &mut Vec<usize>, by_pixel: &mut Vec<Layer>) {
    ends.clear();
    ends.resize(n_pixels + 1, 0);
    for (pixel, _) in found {
        ends[*pixel as usize + 1] += 1;
    }
    for i in 1..ends.len() {
        ends[i] += ends[i - 1];
    }
    by_pixel.clear();
    by_pixel.resize(found.len(), Layer { depth_mm: 0.0, triangle: 0, entered: false, lower: false });
    for (pixel, layer) in found {
        // The place of the pixel's next layer; in the end that is where the next pixel begins.
        let at = &mut ends[*pixel as usize];
        by_pixel[*at] = *layer;
        *at += 1;
    }
}

/// Reads sorted layers; depths closer than `equal_mm` are the same.
pub fn read(layers: &[Layer], counting: Counting, equal_mm: f64) -> Reading {
    let first_lower = layers.iter().find(|l| l.lower);
    let last_upper = layers.iter().rfind(|l| !l.lower);
    let class = match (last_upper, first_lower) {
        (None, None) => PixelClass::None,
        (Some(_), None) => PixelClass::UpperOnly,
        (None, Some(_)) => PixelClass::LowerOnly,
        (Some(_), Some(_)) => PixelClass::Clear,
    };
    let mut reading = Reading {
        class,
        gap_mm: f64::NAN,
        upper: last_upper.copied().unwrap_or(Layer::NONE),
        lower: first_lower.copied().unwrap_or(Layer::NONE),
        unbalanced: false,
    };
    if class == PixelClass::Clear {
        settle(&mut reading, scan(layers, counting, equal_mm));
    }
    reading
}

fn settle(reading: &mut Reading, found: Scan) {
    if found.unbalanced {
        reading.class = PixelClass::Unsolved;
        reading.unbalanced = true;
        return;
    }
    let facing = if found.deepest.is_some() { found.deepest } else { found.nearest };
    if found.deepest.is_some() {
        reading.class = PixelClass::Interfering;
    }
    if let Some(facing) = facing {
        (reading.gap_mm, reading.upper, reading.lower) = (facing.gap_mm, facing.upper, facing.lower);
    }
}

#[derive(Clone, Copy)]
struct Facing {
    gap_mm: f64,
    upper: Layer,
    lower: Layer,
}

#[derive(Clone, Copy, Default)]
struct Scan {
    /// The longest stretch inside both solids; its upper face is where the ray leaves the upper jaw, its lower face
    /// where it entered the lower one.
    deepest: Option<Facing>,
    nearest: Option<Facing>,
    unbalanced: bool,
}

/// The winding after a crossing; in the paper's modes only its parity counts.
fn after(winding: i32, layer: &Layer, counting: Counting) -> i32 {
    let next = winding + if layer.entered { 1 } else { -1 };
    if counting == Counting::Winding { next } else { next & 1 }
}

fn scan(layers: &[Layer], counting: Counting, equal_mm: f64) -> Scan {
    let mut found = Scan::default();
    let (mut upper_winding, mut lower_winding) = (0, 0);
    let (mut exit, mut entry) = (None::<Layer>, Layer::NONE);
    let mut begin_mm = 0.0;
    // The deepest stretch still waits for the upper jaw's exit behind it.
    let mut exit_is_due = false;
    for layer in layers {
        let (was_upper, was_lower) = (upper_winding != 0, lower_winding != 0);
        let winding = if layer.lower { &mut lower_winding } else { &mut upper_winding };
        *winding = after(*winding, layer, counting);
        let (is_upper, is_lower) = (upper_winding != 0, lower_winding != 0);
        if is_lower && !was_lower {
            entry = *layer;
        }
        if is_upper && is_lower && !(was_upper && was_lower) {
            begin_mm = layer.depth_mm;
        }
        if was_upper && was_lower && !(is_upper && is_lower) {
            let depth_mm = layer.depth_mm - begin_mm;
            if depth_mm > found.deepest.map_or(equal_mm, |d| -d.gap_mm) {
                found.deepest = Some(Facing { gap_mm: -depth_mm, upper: *layer, lower: entry });
                exit_is_due = is_upper;
            } else if !layer.lower && layer.depth_mm - entry.depth_mm <= equal_mm {
                // The upper jaw's exit and the lower one's entry at equal depth but for rounding: touching.
                found.nearest = Some(Facing { gap_mm: 0.0, upper: *layer, lower: entry });
            }
        }
        if was_upper && !is_upper {
            exit = Some(*layer);
            if let (true, Some(deepest)) = (exit_is_due, &mut found.deepest) {
                deepest.upper = *layer;
                exit_is_due = false;
            }
        }
        if let (true, Some(exit)) = (is_lower && !was_lower && !is_upper, exit) {
            let gap_mm = layer.depth_mm - exit.depth_mm;
            if found.nearest.is_none_or(|n| gap_mm < n.gap_mm) {
                found.nearest = Some(Facing { gap_mm, upper: exit, lower: *layer });
            }
        }
    }
    found.unbalanced = upper_winding != 0 || lower_winding != 0;
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Upper jaw: `(` in, `)` out; lower jaw: `[` in, `]` out; one place a millimetre.
    fn reading(text: &str) -> Reading {
        let mut layers: Vec<Layer> = Vec::new();
        for (at, c) in text.chars().enumerate().filter(|(_, c)| *c != ' ') {
            let layer = Layer {
                depth_mm: at as f64,
                triangle: at as u32,
                entered: c == '(' || c == '[',
                lower: c == '[' || c == ']',
            };
            layers.push(layer);
        }
        layers.reverse();
        sort(&mut layers);
        read(&layers, Counting::Winding, EQUAL_DEPTH_MM)
    }

    #[test]
    fn layers_are_read_as_the_method_says() {
        use PixelClass::{Clear, Interfering, LowerOnly, Unsolved, UpperOnly};
        for (text, class, gap_mm, triangles) in [
            ("( )   [ ]", Clear, 4.0, Some((2, 6))),
            ("(  [ )  ]", Interfering, -2.0, Some((5, 3))),
            // A ball inside a box, either way round; the upper face is the exit behind the stretch.
            ("( [  ]  )", Interfering, -3.0, Some((8, 2))),
            ("[ (  )  ]", Interfering, -3.0, Some((5, 0))),
            // Two stretches: the longer one counts.
            ("( [ ) ] ( [   ) ]", Interfering, -4.0, Some((14, 10))),
            // The lower jaw before the upper one: no exit is followed by an entry.
            ("[ ]  ( )", Clear, f64::NAN, None),
            // Two clearances: the smaller one counts.
            ("( )   [ ] ( ) [ ]", Clear, 2.0, Some((12, 14))),
            // Crowns nested in gum: inside until the winding is back at zero.
            ("( ( )  )  [ ]", Clear, 3.0, Some((7, 10))),
            ("( )", UpperOnly, f64::NAN, None),
            ("[ ]", LowerOnly, f64::NAN, None),
            ("", PixelClass::None, f64::NAN, None),
            ("( ) [", Unsolved, f64::NAN, None),
        ] {
            let got = reading(text);
            assert_eq!(got.class, class, "{text}");
            assert!(got.gap_mm == gap_mm || got.gap_mm.is_nan() && gap_mm.is_nan(), "{text}: {got:?}");
            if let Some(triangles) = triangles {
                assert_eq!((got.upper.triangle, got.lower.triangle), triangles, "{text}");
            }
        }
    }

    #[test]
    fn equal_depth_is_touching() {
        let layer = |depth_mm, entered, lower| Layer { depth_mm, triangle: 0, entered, lower };
        let mut layers =
            vec![layer(0.0, true, false), layer(1.0, true, true), layer(1.0, false, false), layer(2.0, false, true)];
        sort(&mut layers);
        let touching = read(&layers, Counting::Winding, EQUAL_DEPTH_MM);
        assert_eq!((touching.class, touching.gap_mm), (PixelClass::Clear, 0.0));
        layers[2].depth_mm = 1.0 - 1e-12;
        sort(&mut layers);
        let touching = read(&layers, Counting::Winding, EQUAL_DEPTH_MM);
        assert_eq!((touching.class, touching.gap_mm), (PixelClass::Clear, 0.0));
        // Back to back they touch as well, but no exit of the upper jaw is followed by an entry of the lower one.
        for hair in [0.0, 1e-12] {
            let mut behind = vec![
                layer(0.0, true, true),
                layer(1.0, false, true),
                layer(1.0 - hair, true, false),
                layer(2.0, false, false),
            ];
            sort(&mut behind);
            let got = read(&behind, Counting::Winding, EQUAL_DEPTH_MM);
            assert!(got.class == PixelClass::Clear && got.gap_mm.is_nan(), "{hair}: {got:?}");
        }
        layers[1].depth_mm = 1.0 - 1e-8;
        sort(&mut layers);
        assert_eq!(read(&layers, Counting::Winding, EQUAL_DEPTH_MM).class, PixelClass::Interfering);
    }

    #[test]
    fn parity_forgets_nesting() {
        let layer = |depth_mm, entered, lower| Layer { depth_mm, triangle: 0, entered, lower };
        let mut layers = vec![layer(0.0, true, false), layer(1.0, true, false), layer(2.0, true, true)];
        layers.extend([layer(3.0, false, true), layer(4.0, false, false), layer(5.0, false, false)]);
        assert_eq!(read(&layers, Counting::Winding, EQUAL_DEPTH_MM).class, PixelClass::Interfering);
        assert_eq!(read(&layers, Counting::Parity, EQUAL_DEPTH_MM).class, PixelClass::Clear);
    }
}
