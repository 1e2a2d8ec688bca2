//! A drag of the lower jaw as a movement: where it was when.
use crate::base::Rigid;
use crate::session::KeptRecord;
use crate::session::jaw_motion::MOST_POSES;
use crate::session::jaw_motion::MotionQuestion;
use std::time::Instant;

/// Poses of a drag nearer in time than this are one, s.
const LEAST_STEP_S: f64 = 1e-4;
/// A drag holds no more: the case has room for other records, too.
const MOST_SAMPLES: usize = MOST_POSES / 4;

#[derive(Debug, Default)]
pub struct Recording {
    is_on: bool,
    begun: Option<Instant>,
    /// s and `upper_from_lower`.
    samples: Vec<(f64, Rigid)>,
}

impl Recording {
    pub fn turn(&mut self, on: bool) {
        *self = Self { is_on: on, ..Self::default() };
    }

    /// The next drag is recorded.
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    pub fn n_samples(&self) -> usize {
        self.samples.len()
    }

    /// The jaw is taken hold of: the movement begins where it lies, however far the hand is when that is first heard of.
    pub fn begin(&mut self, now: Instant, upper_from_lower: Rigid) {
        if self.is_on && self.samples.is_empty() {
            self.begun = Some(now);
            self.samples.push((0.0, upper_from_lower));
        }
    }

    /// The jaw is there now. Of the poses of one instant the latest is kept, beside the one in which the drag began.
    pub fn sample(&mut self, now: Instant, upper_from_lower: Rigid) {
        let Some(begun) = self.begun.filter(|_| self.is_on) else { return };
        let at = now.saturating_duration_since(begun).as_secs_f64();
        let n_samples = self.samples.len();
        match self.samples.last_mut() {
            Some((_, pose)) if *pose == upper_from_lower => {}
            Some((last, pose)) if n_samples > 1 && at < *last + LEAST_STEP_S => *pose = upper_from_lower,
            Some((last, _)) if n_samples < MOST_SAMPLES => {
                let at = at.max(*last + LEAST_STEP_S);
                self.samples.push((at, upper_from_lower));
            }
            _ => {}
        }
    }

    /// The drag was taken back.
    pub fn forget(&mut self) {
        self.turn(self.is_on);
    }

    /// What was recorded as a movement of its own; `None` of a drag that was none. `asked`, of the case at rest, says where the axis is
    /// and what bite the movement is told from: what was computed last may be of a pose along the drag.
    pub fn take(&mut self, asked: &MotionQuestion, (name, source): (String, String)) -> Option<KeptRecord> {
        let samples = std::mem::take(&mut self.samples);
        let MotionQuestion { hinge, bite, .. } = asked;
        let record = KeptRecord {
            name,
            kind: "custom".into(),
            times_s: samples.iter().map(|(at, _)| *at).collect(),
            motions: samples.iter().map(|(_, pose)| hinge.motion(pose, bite).renormalized()).collect(),
            world_from_hinge: Some(hinge.world_from_hinge),
            incisal: Some(hinge.incisal),
            half_width_mm: Some(asked.articulator.half_width_mm()),
            residual_rms_mm: None,
            smoothed: None,
            source,
        };
        self.turn(false);
        record.tidy()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;
    use std::time::Duration;

    #[test]
    fn a_drag_is_sampled_with_its_time_and_only_while_it_is_wanted() {
        let begun = Instant::now();
        let at = |mm: f64| Rigid::from_translation(DVec3::new(mm, 0.0, 0.0));
        let mut recording = Recording::default();
        recording.begin(begun, at(0.0));
        recording.sample(begun, at(1.0));
        assert_eq!(recording.n_samples(), 0, "nobody records");
        recording.turn(true);
        recording.begin(begun, at(0.0));
        for (ms, mm) in [(10, 0.5), (10, 0.7), (20, 0.7), (30, 1.0), (40, 1.0)] {
            recording.sample(begun + Duration::from_millis(ms), at(mm));
        }
        let times: Vec<i64> = recording.samples.iter().map(|(s, _)| (s * 1000.0).round() as i64).collect();
        assert_eq!(times, [0, 10, 30], "one pose an instant, and none twice");
        assert_eq!(recording.samples[1].1, at(0.7), "the latest of them");
        recording.forget();
        assert!(recording.is_on() && recording.n_samples() == 0);
    }

    /// On a slow machine the whole drag is heard of at once.
    #[test]
    fn a_drag_within_one_frame_has_its_beginning_and_its_end() {
        let begun = Instant::now();
        let at = |mm: f64| Rigid::from_translation(DVec3::new(mm, 0.0, 0.0));
        let mut recording = Recording::default();
        recording.turn(true);
        recording.begin(begun, at(0.0));
        for mm in [2.0, 4.0, 6.5] {
            recording.sample(begun, at(mm));
        }
        let poses: Vec<Rigid> = recording.samples.iter().map(|(_, pose)| *pose).collect();
        assert_eq!(poses, [at(0.0), at(6.5)]);
        assert!(recording.samples[1].0 > recording.samples[0].0);
    }
}
