//! The decision rule of a pixel, and its gap where two surfaces give it (METHOD.md, "Decision per pixel" and "Projected
//! gap"; Myszkowski et al. 1995, sect. 4 and 5). The same as classify.wgsl and gap_map.wgsl.
use super::NO_VALUE;
use crate::field::{Counting, NO_TRIANGLE, PixelClass};

/// The upper jaw (A) in a pixel, drawn once a projection.
#[derive(Clone, Copy, Debug)]
pub struct UpperPixel {
    pub first_mm: f32,
    pub last_mm: f32,
    pub before_last_mm: f32,
    /// Of the last surface.
    pub triangle: u32,
    /// Faces, and those entered less those left.
    pub number: u16,
    pub winding: i16,
}

impl UpperPixel {
    pub const EMPTY: Self = Self {
        first_mm: NO_VALUE,
        last_mm: -NO_VALUE,
        before_last_mm: -NO_VALUE,
        triangle: NO_TRIANGLE,
        number: 0,
        winding: 0,
    };

    #[inline(always)]
    pub fn add(&mut self, depth_mm: f32, triangle: u32, entered: bool) {
        self.number = self.number.wrapping_add(1);
        self.winding = self.winding.wrapping_add(step(entered));
        self.first_mm = self.first_mm.min(depth_mm);
        if depth_mm > self.last_mm {
            self.before_last_mm = self.last_mm;
            self.last_mm = depth_mm;
            self.triangle = triangle;
        } else {
            self.before_last_mm = self.before_last_mm.max(depth_mm);
        }
    }
}

/// The lower jaw (B) in a pixel, every frame: its first surface, and its faces that pass the two depth tests.
#[derive(Clone, Copy, Debug)]
pub struct LowerPixel {
    pub first_mm: f32,
    pub triangle: u32,
    pub winding: i16,
    /// Faces before the upper jaw's last surface, `n1` and `w1`.
    pub number_1: u16,
    pub winding_1: i16,
    /// Faces not behind its first surface, `n2` and `w2`.
    pub number_2: u16,
    pub winding_2: i16,
}

impl LowerPixel {
    pub const EMPTY: Self = Self {
        first_mm: NO_VALUE,
        triangle: NO_TRIANGLE,
        winding: 0,
        number_1: 0,
        winding_1: 0,
        number_2: 0,
        winding_2: 0,
    };

    #[inline(always)]
    pub fn add(&mut self, upper: &UpperPixel, depth_mm: f32, triangle: u32, entered: bool) {
        let step = step(entered);
        self.winding = self.winding.wrapping_add(step);
        if depth_mm < self.first_mm {
            self.first_mm = depth_mm;
            self.triangle = triangle;
        }
        if depth_mm < upper.last_mm {
            self.number_1 = self.number_1.wrapping_add(1);
            self.winding_1 = self.winding_1.wrapping_add(step);
        }
        if depth_mm <= upper.first_mm {
            self.number_2 = self.number_2.wrapping_add(1);
            self.winding_2 = self.winding_2.wrapping_add(step);
        }
    }
}

fn step(entered: bool) -> i16 {
    if entered { 1 } else { -1 }
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
    fn class(&self, upper: &UpperPixel, lower: &LowerPixel) -> Decision {
        match (upper.triangle != NO_TRIANGLE, lower.triangle != NO_TRIANGLE) {
            (false, false) => return Decision::of(PixelClass::None, 0),
            (true, false) => return Decision::of(PixelClass::UpperOnly, 0),
            (false, true) => return Decision::of(PixelClass::LowerOnly, 0),
            (true, true) => {}
        }
        let [upper_closed, lower_closed] = self.closed;
        if self.is_unbalanced(upper.winding, upper_closed) || self.is_unbalanced(lower.winding, lower_closed) {
            return Decision { unbalanced: true, ..Decision::of(PixelClass::Unsolved, 0) };
        }
        if self.is_inside(lower.number_1, lower.winding_1) {
            return Decision::of(PixelClass::Interfering, 1);
        }
        if lower.number_1 == 0 {
            return Decision::of(PixelClass::Clear, 1);
        }
        let order = Decision { open: Open::Class, ..Decision::of(PixelClass::Unsolved, 0) };
        if self.is_inside(lower.number_2, lower.winding_2) {
            Decision::of(PixelClass::Interfering, 2)
        } else if self.counting == Counting::ParityThreeMasks {
            // Masks SO and SP keep whether faces passed and whether their number is odd, but not how many: sect. 5, #2'.
            order
        } else if lower.number_1 == lower.number_2 {
            Decision::of(PixelClass::Clear, 2)
        } else if upper.number == 2 {
            Decision::of(PixelClass::Interfering, 2)
        } else {
            order
        }
    }

    /// Class and gap, as far as counts and two surfaces give them.
    #[inline(always)]
    pub fn decide(&self, upper: &UpperPixel, lower: &LowerPixel) -> Decision {
        let mut found = self.class(upper, lower);
        // One lower entry, and the upper solid without a break from there, or from its own only entry, to its last surface.
        let two_surfaces_decide = lower.number_1 == 1 && (upper.number == 2 || upper.before_last_mm <= lower.first_mm);
        match found.class {
            PixelClass::Interfering if two_surfaces_decide => {
                let depth_mm = upper.last_mm - upper.before_last_mm.max(lower.first_mm);
                found.gap_mm = -depth_mm;
                if depth_mm <= self.equal_mm {
                    // Equal depth is touching.
                    (found.gap_mm, found.class) = (0.0, PixelClass::Clear);
                }
            }
            PixelClass::Clear if lower.number_1 == 0 => found.gap_mm = (lower.first_mm - upper.last_mm).max(0.0),
            PixelClass::Interfering | PixelClass::Clear => found.open = Open::Gap,
            _ => {}
        }
        if found.gap_mm > self.range_mm {
            found.gap_mm = NO_VALUE;
        }
        found
    }
}
