//! During a drag the map must not jitter, and must not look along a direction that the contact has long left either.
use glam::DVec3;
use std::time::{Duration, Instant};

/// The contact may face so far another way before the projection follows, degrees. The map's figures change by less than
/// the cosine of it, 3 %.
const SLACK_DEG: f64 = 14.0;
/// It must face there for so long, and the projection turns no more often.
const PATIENCE: Duration = Duration::from_millis(700);

/// Whether and when a projection turns while the jaw moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Aim {
    /// Since when the contact has faced another way.
    off_since: Option<Instant>,
}

impl Aim {
    /// The direction of the next frame: the one that is `held`, or the one that the contact of the last frame `wanted`.
    pub fn follow(&mut self, held: DVec3, wanted: Option<DVec3>, now: Instant) -> DVec3 {
        let Some(wanted) = wanted.filter(|w| held.angle_between(*w).to_degrees() > SLACK_DEG) else {
            self.off_since = None;
            return held;
        };
        let since = *self.off_since.get_or_insert(now);
        if now.duration_since(since) < PATIENCE {
            return held;
        }
        self.off_since = None;
        wanted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Thirty seconds at 30 frames a second: how often the projection turns and how far off it is at worst, degrees.
    fn drag(facing_deg: impl Fn(f64) -> f64) -> (usize, f64) {
        let towards = |deg: f64| DVec3::new(deg.to_radians().sin(), 0.0, -deg.to_radians().cos());
        let begun = Instant::now();
        let (mut aim, mut held) = (Aim::default(), towards(facing_deg(0.0)));
        let (mut turns, mut worst) = (0, 0.0_f64);
        for frame in 0..900 {
            let t = f64::from(frame) / 30.0;
            let wanted = towards(facing_deg(t));
            let next = aim.follow(held, Some(wanted), begun + Duration::from_secs_f64(t));
            turns += usize::from(next != held);
            held = next;
            worst = worst.max(held.angle_between(wanted).to_degrees());
        }
        (turns, worst)
    }

    #[test]
    fn a_projection_does_not_jitter_and_does_not_lag_behind() {
        // A trembling hand: every frame another 12 degrees.
        assert_eq!(drag(|t| 6.0 * (40.0 * t).sin()).0, 0);
        // A short excursion and back.
        assert_eq!(drag(|t| if (10.0..10.5).contains(&t) { 30.0 } else { 0.0 }).0, 0);
        // A slow turn by 60 degrees is followed in a few steps; patience makes it 1.4 degrees more.
        let (turns, worst) = drag(|t| 2.0 * t);
        assert!((3..=5).contains(&turns), "{turns}");
        assert!(worst < SLACK_DEG + 2.0, "{worst}");
        // A jump is followed once.
        let (turns, _) = drag(|t| if t > 15.0 { 40.0 } else { 0.0 });
        assert_eq!(turns, 1);
    }

    #[test]
    fn without_a_contact_the_direction_stays() {
        let mut aim = Aim::default();
        assert_eq!(aim.follow(DVec3::NEG_Z, None, Instant::now()), DVec3::NEG_Z);
    }
}
