//! The decision rule of a pixel, and its gap where two surfaces give it (METHOD.md, "Decision per pixel" and "Projected
//! gap"; Myszkowski et al. 1995, sect. 4 and 5). The same, function by function, as shaders/common/decision.wgsl, which the
//! executions on the GPU call: who changes one changes both. `tests/oracle/compute.rs` and `native.rs` hold them together.
use crate::field::NO_VALUE;
use crate::field::layers::Layer;
use crate::field::{Counting, NO_TRIANGLE, PixelClass};

/// The upper jaw (A) in a pixel, drawn once a projection.
#[derive(Clone, Copy, Debug)]
pub struct UpperPixel {
    pub before_last_mm: f32,
    /// Of the last surface.
    pub triangle: u32,
    /// Faces, and those entered less those left.
    pub number: u16,
    pub winding: i16,
}

/// Its first and its last surface: what every face of the lower jaw is held against, and so kept by itself.
#[derive(Clone, Copy, Debug)]
pub struct UpperEnds {
    pub first_mm: f32,
    pub last_mm: f32,
}

impl UpperEnds {
    pub const EMPTY: Self = Self { first_mm: NO_VALUE, last_mm: -NO_VALUE };
}

impl UpperPixel {
    pub const EMPTY: Self = Self { before_last_mm: -NO_VALUE, triangle: NO_TRIANGLE, number: 0, winding: 0 };

    #[inline(always)]
    pub fn add(&mut self, ends: &mut UpperEnds, depth_mm: f32, triangle: u32, entered: bool) {
        self.number = self.number.wrapping_add(1);
        self.winding = self.winding.wrapping_add(if entered { 1 } else { -1 });
        if depth_mm < ends.first_mm {
            ends.first_mm = depth_mm;
        }
        if depth_mm > ends.last_mm {
            self.before_last_mm = ends.last_mm;
            ends.last_mm = depth_mm;
            self.triangle = triangle;
        } else if depth_mm > self.before_last_mm {
            self.before_last_mm = depth_mm;
        }
    }
}

/// The lower jaw (B) in a pixel, every frame. Its words are added to and compared whole: which of a pixel's faces comes first
/// is anybody's guess, and a processor that guesses wrong loses more time than all of this takes.
#[derive(Clone, Copy, Debug)]
pub struct LowerPixel {
    /// Depth (in the order of whole numbers) and triangle of the first surface; of equal ones the smaller triangle.
    first: u64,
    /// Faces and entered faces before the upper jaw's last surface, and the same not behind its first, 16 bits each.
    counts: u64,
}

/// Numbers of faces, and their windings: those entered less those left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    pub number_1: u16,
    pub winding_1: i16,
    pub number_2: u16,
    pub winding_2: i16,
}

impl LowerPixel {
    pub const EMPTY: Self = Self { first: u64::MAX, counts: 0 };

    #[inline(always)]
    pub fn add(&mut self, upper: &UpperEnds, depth_mm: f32, triangle: u32, entered: bool) {
        self.first = self.first.min(u64::from(ordered(depth_mm)) << 32 | u64::from(triangle));
        let face = 1 | u64::from(entered) << 16;
        let before_last = u64::from(depth_mm < upper.last_mm);
        let not_behind_first = u64::from(depth_mm <= upper.first_mm);
        self.counts = self.counts.wrapping_add(face * before_last + ((face * not_behind_first) << 32));
    }

    /// Depth and triangle of the first surface.
    pub fn first(&self) -> (f32, u32) {
        let triangle = self.first as u32;
        (if triangle == NO_TRIANGLE { NO_VALUE } else { unordered((self.first >> 32) as u32) }, triangle)
    }

    pub fn counts(&self) -> Counts {
        let [number_1, entered_1, number_2, entered_2] = [0, 16, 32, 48].map(|shift| (self.counts >> shift) as u16);
        let winding = |number: u16, entered: u16| entered.wrapping_mul(2).wrapping_sub(number) as i16;
        let (winding_1, winding_2) = (winding(number_1, entered_1), winding(number_2, entered_2));
        Counts { number_1, winding_1, number_2, winding_2 }
    }
}

/// A number whose order among whole numbers is that of the depth.
pub(super) fn ordered(depth_mm: f32) -> u32 {
    let bits = depth_mm.to_bits();
    bits ^ (((bits as i32) >> 31) as u32 | 0x8000_0000)
}

pub(super) fn unordered(order: u32) -> f32 {
    f32::from_bits(order ^ (!(((order as i32) >> 31) as u32) | 0x8000_0000))
}

/// Everything that was drawn of a pixel.
#[derive(Clone, Copy, Debug)]
pub struct Pixel {
    pub upper: UpperPixel,
    pub ends: UpperEnds,
    /// Depth and triangle of the lower jaw's first surface.
    pub lower: (f32, u32),
    pub counts: Counts,
    /// Of a closed lower jaw it is not asked.
    pub lower_winding: i16,
}

impl Pixel {
    /// From its faces, in any order.
    pub fn of(layers: &[Layer]) -> Self {
        let (mut upper, mut ends, mut lower) = (UpperPixel::EMPTY, UpperEnds::EMPTY, LowerPixel::EMPTY);
        for face in layers.iter().filter(|l| !l.lower) {
            upper.add(&mut ends, face.depth_mm as f32, face.triangle, face.entered);
        }
        let mut lower_winding = 0;
        for face in layers.iter().filter(|l| l.lower) {
            lower.add(&ends, face.depth_mm as f32, face.triangle, face.entered);
            lower_winding += if face.entered { 1 } else { -1 };
        }
        Self { upper, ends, lower: lower.first(), counts: lower.counts(), lower_winding }
    }
}

/// What the rule needs to know of the question and of the jaws.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    pub counting: Counting,
    /// Upper and lower jaw: closed as a chain of faces, so that winding needs no check.
    pub closed: [bool; 2],
    pub range_mm: f32,
    /// Depths closer than this are the same, mm.
    pub equal_mm: f32,
}

/// What is still to be found of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    Nothing,
    /// Its gap: two surfaces do not give it.
    Gap,
    /// Its class too: the layers' order decides (sect. 6).
    Class,
}

/// What the counts say of a pixel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    pub class: PixelClass,
    /// The pass that solved it, 1 or 2; 0 where none did.
    pub stage: u8,
    pub unbalanced: bool,
    pub open: Open,
    /// [`NO_VALUE`] where it is open, or where nothing faces.
    pub gap_mm: f32,
}

impl Decision {
    fn of(class: PixelClass, stage: u8) -> Self {
        Self { class, stage, unbalanced: false, open: Open::Nothing, gap_mm: NO_VALUE }
    }
}

impl Rule {
    /// Whether a ray that has crossed all of a jaw is not outside it again; parity can only tell odd from even.
    fn is_unbalanced(&self, winding: i16, closed: bool) -> bool {
        !closed && if self.counting == Counting::Winding { winding != 0 } else { winding & 1 != 0 }
    }

    fn is_inside(&self, number: u16, winding: i16) -> bool {
        if self.counting == Counting::Winding { winding != 0 } else { number & 1 == 1 }
    }

    /// Class by the counts.
    #[inline(always)]
    fn class(&self, pixel: &Pixel) -> Decision {
        let Pixel { upper, lower, counts, .. } = pixel;
        match (upper.triangle != NO_TRIANGLE, lower.1 != NO_TRIANGLE) {
            (false, false) => return Decision::of(PixelClass::None, 0),
            (true, false) => return Decision::of(PixelClass::UpperOnly, 0),
            (false, true) => return Decision::of(PixelClass::LowerOnly, 0),
            (true, true) => {}
        }
        let [upper_closed, lower_closed] = self.closed;
        if self.is_unbalanced(upper.winding, upper_closed) || self.is_unbalanced(pixel.lower_winding, lower_closed) {
            return Decision { unbalanced: true, ..Decision::of(PixelClass::Unsolved, 0) };
        }
        if self.is_inside(counts.number_1, counts.winding_1) {
            return Decision::of(PixelClass::Interfering, 1);
        }
        if counts.number_1 == 0 {
            return Decision::of(PixelClass::Clear, 1);
        }
        let order = Decision { open: Open::Class, ..Decision::of(PixelClass::Unsolved, 0) };
        if self.is_inside(counts.number_2, counts.winding_2) {
            Decision::of(PixelClass::Interfering, 2)
        } else if self.counting == Counting::ParityThreeMasks {
            // Masks SO and SP keep whether faces passed and whether their number is odd, but not how many: sect. 5, #2'.
            order
        } else if counts.number_1 == counts.number_2 {
            Decision::of(PixelClass::Clear, 2)
        } else if upper.number == 2 {
            Decision::of(PixelClass::Interfering, 2)
        } else {
            order
        }
    }

    /// Class and gap, as far as counts and two surfaces give them.
    #[inline(always)]
    pub fn decide(&self, pixel: &Pixel) -> Decision {
        let mut found = self.class(pixel);
        let (last_mm, before_last_mm, lower_mm) = (pixel.ends.last_mm, pixel.upper.before_last_mm, pixel.lower.0);
        // One lower entry, and the upper solid without a break from there, or from its own only entry, to its last surface.
        let two_surfaces_decide = pixel.counts.number_1 == 1 && (pixel.upper.number == 2 || before_last_mm <= lower_mm);
        match found.class {
            PixelClass::Interfering if two_surfaces_decide => {
                let depth_mm = last_mm - before_last_mm.max(lower_mm);
                found.gap_mm = -depth_mm;
                if depth_mm <= self.equal_mm {
                    // Equal depth is touching.
                    (found.gap_mm, found.class) = (0.0, PixelClass::Clear);
                }
            }
            PixelClass::Clear if pixel.counts.number_1 == 0 => found.gap_mm = (lower_mm - last_mm).max(0.0),
            PixelClass::Interfering | PixelClass::Clear => found.open = Open::Gap,
            _ => {}
        }
        if found.gap_mm > self.range_mm {
            found.gap_mm = NO_VALUE;
        }
        found
    }
}
