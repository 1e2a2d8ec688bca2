//! For how long the GPU is spared after it was lost: the processor's threads analyse meanwhile, and it has its work back by itself.
use std::time::{Duration, Instant};

/// After the first loss.
const FIRST: Duration = Duration::from_secs(5);
/// One that is lost again and again is spared for longer, and no longer than this.
const LONGEST: Duration = Duration::from_secs(300);
/// After so long at work a loss is a first one again.
const STEADY: Duration = Duration::from_secs(60);

#[derive(Clone, Copy, Debug, Default)]
pub struct Losses {
    n: u64,
    /// Until when, and for how long in all.
    spared: Option<(Instant, Duration)>,
    /// Losses since a frame was last seen.
    in_a_row: u32,
}

impl Losses {
    pub fn lost(&mut self, now: Instant) {
        let again = self.spared.filter(|(until, _)| now < *until + STEADY);
        let pause = again.map_or(FIRST, |(_, pause)| (2 * pause).min(LONGEST));
        self.spared = Some((now + pause, pause));
        self.n += 1;
        self.in_a_row += 1;
    }

    /// A frame is done: what is there now works.
    pub fn frame_done(&mut self) {
        self.in_a_row = 0;
    }

    /// How many there were.
    pub fn n(&self) -> u64 {
        self.n
    }

    pub fn in_a_row(&self) -> u32 {
        self.in_a_row
    }

    pub fn spared_until(&self) -> Option<Instant> {
        self.spared.map(|(until, _)| until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lost_again_and_again_is_spared_for_longer_up_to_a_bound() {
        let (mut losses, mut now) = (Losses::default(), Instant::now());
        assert_eq!((losses.spared_until(), losses.n()), (None, 0));
        let mut pauses = Vec::new();
        for _ in 0..9 {
            losses.lost(now);
            let until = losses.spared_until().expect("it was lost");
            pauses.push((until - now).as_secs());
            now = until;
        }
        assert_eq!(pauses, [5, 10, 20, 40, 80, 160, 300, 300, 300]);
        assert_eq!((losses.n(), losses.in_a_row()), (9, 9));
        losses.frame_done();
        assert_eq!((losses.n(), losses.in_a_row()), (9, 0));
        // The twin: after a time at work it is a first loss.
        losses.lost(now + STEADY);
        assert_eq!(losses.spared_until(), Some(now + STEADY + FIRST));
    }
}
