//! Time-critical frames (Real-Time Rendering, 4th edition, sect. 25.6): while a hand moves something, a frame that takes too
//! long is analysed on a coarser map, and drawn with fewer pixels where a software driver draws; at rest map and picture are as
//! fine as was asked for.
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
pub struct MapBudget {
    halvings: u32,
    slow: u32,
    easy: u32,
}

impl MapBudget {
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

/// Frames of this many milliseconds leave room for the slowest twentieth within 50 ms, 20 frames a second.
const FRAME_MS: f64 = 40.0;
/// With twice the pixels a frame of this may still fit.
const EASY_FRAME_MS: f64 = 22.0;
/// Pixels of a picture in motion: to begin with, some half of the lines of a window of 1280 x 800; no fewer and no more.
const PIXELS: u64 = 160_000;
const FEWEST_PIXELS: u64 = 80_000;
const MOST_PIXELS: u64 = 2_560_000;

/// How many pixels a picture in motion has on a software driver.
#[derive(Clone, Copy, Debug)]
pub struct PictureBudget {
    pixels: u64,
    slow: u32,
    easy: u32,
}

impl Default for PictureBudget {
    fn default() -> Self {
        Self { pixels: PIXELS, slow: 0, easy: 0 }
    }
}

impl PictureBudget {
    pub fn pixels(&self) -> u64 {
        self.pixels
    }

    /// Hears how long such a frame took. It grows less readily than it shrinks, so that the picture does not flicker between two
    /// sizes.
    pub fn hear(&mut self, frame_ms: f64) {
        self.slow = if frame_ms > FRAME_MS { self.slow + 1 } else { 0 };
        self.easy = if frame_ms < EASY_FRAME_MS { self.easy + 1 } else { 0 };
        if self.slow >= FRAMES {
            *self = Self { pixels: (self.pixels * 7 / 10).max(FEWEST_PIXELS), ..Self::default() };
        } else if self.easy >= 4 * FRAMES {
            *self = Self { pixels: (self.pixels * 2).min(MOST_PIXELS), ..Self::default() };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(frames: &[u64], asked: u32) -> u32 {
        let mut budget = MapBudget::default();
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

    #[test]
    fn a_picture_in_motion_has_as_many_pixels_as_there_is_time_for() {
        let after = |frames: &[f64]| {
            let mut budget = PictureBudget::default();
            frames.iter().for_each(|ms| budget.hear(*ms));
            budget.pixels()
        };
        assert_eq!(after(&[30.0; 100]), PIXELS, "what fits stays");
        assert_eq!(after(&[90.0, 90.0, 30.0, 90.0, 90.0]), PIXELS, "only in a row");
        assert_eq!(after(&[45.0; 3]), 112_000);
        assert_eq!(after(&[45.0; 100]), FEWEST_PIXELS);
        assert_eq!(after(&[10.0; 11]), PIXELS, "it grows slowly");
        assert_eq!(after(&[10.0; 12]), 2 * PIXELS);
        assert_eq!(after(&[10.0; 1000]), MOST_PIXELS);
    }
}
