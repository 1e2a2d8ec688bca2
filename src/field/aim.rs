//! During a drag the map must not jitter, must not look along a direction that the contact has long left, and must not jump
//! when it turns: where the next frame looks from.
use glam::{DQuat, DVec3};
use std::time::{Duration, Instant};

/// The contact may face so far another way before the projection follows, degrees.
const SLACK_DEG: f64 = 14.0;
/// It must face there for so long.
const PATIENCE: Duration = Duration::from_millis(700);
/// A projection turns by no more than this from one frame to the next, degrees: the gap of a surface 45 degrees off it
/// changes by 1.7 % then, less than a hand moves the jaw in a frame.
pub const MOST_STEP_DEG: f64 = 1.0;
/// While it turns, its end follows the contact by this share of the way in every frame: a trembling hand does not shake it.
const END_FOLLOWS: f64 = 0.25;
/// At rest it comes to its end within so many frames, however far that is.
const MOST_STEPS_AT_REST: f64 = 30.0;

/// Whether, when and how a projection turns while the jaw moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Aim {
    /// Since when the contact has faced another way.
    off_since: Option<Instant>,
    /// Where the projection is turning to.
    turning: Option<Turning>,
}

#[derive(Clone, Copy, Debug)]
struct Turning {
    towards: DVec3,
    step_deg: f64,
    at_rest: bool,
}

impl Turning {
    /// The next direction; `None` where the end is no farther than a step.
    fn next(&self, held: DVec3) -> Option<DVec3> {
        (held.angle_between(self.towards).to_degrees() > self.step_deg).then(|| {
            let axis = held.cross(self.towards).try_normalize().unwrap_or(held.any_orthonormal_vector());
            (DQuat::from_axis_angle(axis, self.step_deg.to_radians()) * held).normalize()
        })
    }
}

impl Aim {
    /// The direction of the next frame in a drag: the one that is `held`, or a step from it to where the contact of the
    /// last frames `wanted` it.
    pub fn follow(&mut self, held: DVec3, wanted: Option<DVec3>, now: Instant) -> DVec3 {
        if let Some(mut turning) = self.turning.take_if(|t| !t.at_rest) {
            let ahead = wanted.and_then(|w| turning.towards.lerp(w, END_FOLLOWS).try_normalize());
            turning.towards = ahead.unwrap_or(turning.towards);
            let next = turning.next(held);
            self.turning = next.map(|_| turning);
            return next.unwrap_or(turning.towards);
        }
        self.turning = None;
        let Some(wanted) = wanted.filter(|w| held.angle_between(*w).to_degrees() > SLACK_DEG) else {
            self.off_since = None;
            return held;
        };
        let since = *self.off_since.get_or_insert(now);
        if now.duration_since(since) < PATIENCE {
            return held;
        }
        self.off_since = None;
        let turning = Turning { towards: wanted, step_deg: MOST_STEP_DEG, at_rest: false };
        self.turning = Some(turning);
        turning.next(held).unwrap_or(wanted)
    }

    /// Whether it is on its way to where a frame at rest looks from.
    pub fn settles(&self) -> bool {
        self.turning.is_some_and(|t| t.at_rest)
    }

    /// The direction of the next frame once the jaw rests, a step on the way to the one that such a frame chooses by itself,
    /// its `own`, which is asked for once ([`Aim::settles`]); `None` when that is no farther than a step: it may choose.
    pub fn settle(&mut self, held: DVec3, own: Option<DVec3>) -> Option<DVec3> {
        self.off_since = None;
        if !self.settles() {
            let step = |towards: DVec3| held.angle_between(towards).to_degrees() / MOST_STEPS_AT_REST;
            let turning = |towards| Turning { towards, step_deg: step(towards).max(MOST_STEP_DEG), at_rest: true };
            self.turning = own.map(turning);
        }
        let next = self.turning.and_then(|t| t.next(held));
        self.turning.take_if(|_| next.is_none());
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn towards(deg: f64) -> DVec3 {
        DVec3::new(deg.to_radians().sin(), 0.0, -deg.to_radians().cos())
    }

    /// What thirty seconds at 30 frames a second have shown.
    #[derive(Debug, Default)]
    struct Seen {
        /// Times that it began to turn.
        turns: usize,
        /// Frames in which it turned.
        turned: usize,
        /// How far off it was at worst, and the largest step, degrees.
        worst: f64,
        largest: f64,
    }

    fn drag(facing_deg: impl Fn(f64) -> f64) -> Seen {
        let begun = Instant::now();
        let (mut aim, mut held) = (Aim::default(), towards(facing_deg(0.0)));
        let (mut seen, mut was_turning) = (Seen::default(), false);
        for frame in 0..900 {
            let t = f64::from(frame) / 30.0;
            let wanted = towards(facing_deg(t));
            let next = aim.follow(held, Some(wanted), begun + Duration::from_secs_f64(t));
            let step = held.angle_between(next).to_degrees();
            seen.turns += usize::from(step > 0.0 && !was_turning);
            was_turning = step > 0.0;
            seen.turned += usize::from(was_turning);
            seen.largest = seen.largest.max(step);
            held = next;
            seen.worst = seen.worst.max(held.angle_between(wanted).to_degrees());
        }
        seen
    }

    #[test]
    fn a_projection_neither_jitters_nor_lags_behind_nor_jumps() {
        // A trembling hand: every frame another 12 degrees.
        assert_eq!(drag(|t| 6.0 * (40.0 * t).sin()).turns, 0);
        // A short excursion and back.
        assert_eq!(drag(|t| if (10.0..10.5).contains(&t) { 30.0 } else { 0.0 }).turns, 0);
        // A slow turn by 60 degrees is followed a few times; patience makes it 1.4 degrees more.
        let slow = drag(|t| 2.0 * t);
        assert!((3..=5).contains(&slow.turns) && slow.turned > 40, "{slow:?}");
        assert!(slow.worst < SLACK_DEG + 2.0, "{slow:?}");
        // A jump is followed once, by steps.
        let jump = drag(|t| if t > 15.0 { 40.0 } else { 0.0 });
        assert!(jump.turns == 1 && (40..=41).contains(&jump.turned), "{jump:?}");
        // A contact that swings to the other side while the projection turns is not lost.
        let swing = drag(|t| {
            if t < 10.0 {
                0.0
            } else if t < 11.2 {
                30.0
            } else {
                -30.0
            }
        });
        assert!(swing.worst < 75.0 && swing.turned < 110, "{swing:?}");
        // A hand that trembles while it turns is followed as well, and the projection comes to rest.
        let both = drag(|t| 6.0 * (40.0 * t).sin() + if t > 15.0 { 40.0 } else { 0.0 });
        assert!(both.turns <= 2 && both.turned < 60, "{both:?}");
        for seen in [slow, jump, swing, both] {
            assert!(seen.largest < MOST_STEP_DEG + 1e-6, "{seen:?}");
        }
    }

    #[test]
    fn at_rest_it_comes_to_its_end_by_steps() {
        for (deg, n) in [(0.4, 0..=0), (12.0, 11..=12), (150.0, 29..=36)] {
            let (mut aim, mut held, mut steps) = (Aim::default(), towards(0.0), 0_u32);
            // What is said later changes nothing: the end stays.
            while let Some(next) = aim.settle(held, Some(towards(deg + f64::from(steps % 2)))) {
                (held, steps) = (next, steps + 1);
            }
            assert!(n.contains(&steps), "{deg}: {steps}");
            assert!(held.angle_between(towards(deg)).to_degrees() <= (deg / MOST_STEPS_AT_REST).max(MOST_STEP_DEG));
        }
        // The next motion is a drag again, and the next rest has another end.
        let mut aim = Aim::default();
        let held = aim.settle(towards(0.0), Some(towards(12.0))).expect("a step");
        assert_eq!(aim.follow(held, Some(towards(5.0)), Instant::now()), held);
        let back = aim.settle(held, Some(towards(-12.0))).expect("a step");
        assert!(back.x < held.x);
    }

    #[test]
    fn without_a_contact_the_direction_stays() {
        let mut aim = Aim::default();
        assert_eq!(aim.follow(DVec3::NEG_Z, None, Instant::now()), DVec3::NEG_Z);
        assert_eq!(aim.settle(DVec3::NEG_Z, None), None);
    }
}
