//! Whose turn it is among the pictures that a hand is not in while it moves a jaw, where a software driver draws: all at once would take
//! their part of every frame.
use std::time::{Duration, Instant};

/// Pictures of the jaws.
const N: usize = 4;
/// From one of them to the next.
const STEP: Duration = Duration::from_millis(70);

#[derive(Clone, Copy, Debug, Default)]
pub struct Turns {
    /// When one of them was drawn last; now, while a frame is drawn.
    last: Option<Instant>,
    now: Option<Instant>,
    /// One was left out of the last frame.
    waits: bool,
    /// The picture that comes first.
    first: usize,
}

impl Turns {
    /// A frame begins. Gives the order in which its pictures ask.
    pub fn begin(&mut self, now: Instant) -> [usize; N] {
        (self.now, self.waits) = (Some(now), false);
        [0, 1, 2, 3].map(|i| (self.first + i) % N)
    }

    /// Whether this picture is drawn with the frame: one of them, every [`STEP`].
    pub fn take(&mut self, picture: usize) -> bool {
        let is_turn = self.now.zip(self.last).is_none_or(|(now, last)| now >= last + STEP);
        if is_turn {
            (self.last, self.first) = (self.now, (picture + 1) % N);
        }
        self.waits |= !is_turn;
        is_turn
    }

    /// When the next one is due, if one waits.
    pub fn due(&self) -> Option<Instant> {
        self.last.filter(|_| self.waits).map(|last| last + STEP)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hand in picture 0: which of the others is drawn in frames 20 ms after each other.
    #[test]
    fn the_others_take_turns_and_none_is_forgotten() {
        let (begun, mut turns) = (Instant::now(), Turns::default());
        let mut drawn = Vec::new();
        for frame in 0..12 {
            let order = turns.begin(begun + Duration::from_millis(20) * frame);
            let others = order.into_iter().filter(|picture| *picture != 0);
            let taken: Vec<usize> = others.filter(|picture| turns.take(*picture)).collect();
            assert!(taken.len() <= 1, "one a frame");
            assert!(turns.due().is_some(), "the other one waits");
            drawn.extend(taken);
        }
        assert_eq!(drawn, [1, 2, 3], "every 80 ms, the first whole number of frames after 70");
        // The hand holds still: what waits is due, and then nothing is.
        let due = turns.due().unwrap();
        turns.begin(due);
        assert!(turns.take(2) && turns.due().is_none());
    }
}
