//! Time-critical analysis (Real-Time Rendering, 4th edition, sect. 25.6): while a hand moves the jaw a frame that takes too
//! long is analysed on a coarser map; at rest the map is as fine as was asked for.
use std::time::Duration;

/// What the analysis of a frame may take while something moves: with as much for the picture there are 20 frames a second.
const ALLOWED: Duration = Duration::from_millis(25);
/// A map of twice the resolution has four times the pixels: it is tried again only where it should then fit.
const EASY: Duration = Duration::from_millis(5);
/// One slow frame may be anybody's fault.
const FRAMES: u32 = 3;
/// No coarser than this, longer side in pixels.
const COARSEST: u32 = 128;

/// By how much the map is coarser than asked for while something moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    halvings: u32,
    slow: u32,
    easy: u32,
}

impl Budget {
    /// Resolution of a frame while something moves.
    pub fn resolution(&self, asked: u32) -> u32 {
        (asked >> self.halvings.min(31)).max(COARSEST.min(asked))
    }

    /// Hears how long the analysis of such a frame took.
    pub fn hear(&mut self, took: Duration, asked: u32) {
        self.slow = if took > ALLOWED { self.slow + 1 } else { 0 };
        self.easy = if took < EASY { self.easy + 1 } else { 0 };
        if self.slow >= FRAMES && self.resolution(asked) > COARSEST {
            *self = Self { halvings: self.halvings + 1, ..Self::default() };
        } else if self.easy >= FRAMES && self.halvings > 0 {
            *self = Self { halvings: self.halvings - 1, ..Self::default() };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(frames: &[u64], asked: u32) -> u32 {
        let mut budget = Budget::default();
        frames.iter().for_each(|ms| budget.hear(Duration::from_millis(*ms), asked));
        budget.resolution(asked)
    }

    #[test]
    fn slow_frames_halve_the_map_and_quick_ones_give_it_back() {
        assert_eq!(after(&[20, 24, 20, 10, 6], 512), 512);
        assert_eq!(after(&[90, 90], 512), 512, "not at once");
        assert_eq!(after(&[90, 20, 90, 90], 512), 512, "only in a row");
        assert_eq!(after(&[90, 90, 90], 512), 256);
        assert_eq!(after(&[90; 30], 512), COARSEST, "and no further");
        assert_eq!(after(&[90; 30], 100), 100, "what is asked for is not made finer");
        assert_eq!(after(&[90, 90, 90, 10, 10, 10], 512), 256, "four times the pixels would not fit");
        assert_eq!(after(&[90, 90, 90, 3, 3, 3], 512), 512);
    }
}
