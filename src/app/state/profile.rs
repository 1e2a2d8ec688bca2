//! Where the last frames' time went, for the profile over the picture (F9).
use crate::app::stats::times::{Stages, Times};
use std::collections::VecDeque;

/// Frames that are kept.
pub const KEPT: usize = 120;

/// The last frames.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    frames: VecDeque<Stages>,
    passes: VecDeque<Stages>,
}

/// A line of the profile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    pub name: &'static str,
    pub median_ms: f64,
    pub p95_ms: f64,
}

impl Profile {
    /// The stages of a frame, the whole of it first.
    pub fn push_frame(&mut self, stages: Stages) {
        push(&mut self.frames, stages);
    }

    /// The passes of an analysis.
    pub fn push_passes(&mut self, passes: Stages) {
        push(&mut self.passes, passes);
    }

    pub fn frames(&self) -> Vec<Line> {
        lines(&self.frames)
    }

    pub fn passes(&self) -> Vec<Line> {
        lines(&self.passes)
    }

    /// Whole frames, the oldest first, ms.
    pub fn course_ms(&self) -> impl ExactSizeIterator<Item = f64> {
        self.frames.iter().map(|stages| stages.first().map_or(0.0, |s| s.1))
    }
}

fn push(kept: &mut VecDeque<Stages>, stages: Stages) {
    if stages.is_empty() {
        return;
    }
    if kept.len() == KEPT {
        kept.pop_front();
    }
    kept.push_back(stages);
}

/// Every stage of the newest frame, over all frames that have it.
fn lines(kept: &VecDeque<Stages>) -> Vec<Line> {
    let newest = kept.back().into_iter().flatten();
    let line = |(name, _): &(&'static str, f64)| {
        let mut times = Times::default();
        kept.iter().flatten().filter(|s| s.0 == *name).for_each(|s| times.push(s.1));
        let summary = times.summary();
        Some(Line { name, median_ms: summary.median?, p95_ms: summary.p95? })
    };
    newest.filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_holds_the_last_frames_alone() {
        let mut profile = Profile::default();
        assert!(profile.frames().is_empty() && profile.course_ms().len() == 0);
        for i in 1..=KEPT {
            profile.push_frame(vec![("frame", i as f64), ("layout", 1.0)]);
        }
        let lines = profile.frames();
        assert_eq!(lines[0], Line { name: "frame", median_ms: 60.0, p95_ms: 114.0 });
        assert_eq!(lines[1], Line { name: "layout", median_ms: 1.0, p95_ms: 1.0 });
        // Two hundred slow frames later nothing of them is left; a stage that the newest has not got is not shown.
        (0..200).for_each(|_| profile.push_frame(vec![("frame", 500.0)]));
        assert_eq!(profile.frames(), [Line { name: "frame", median_ms: 500.0, p95_ms: 500.0 }]);
        assert_eq!(profile.course_ms().len(), KEPT);
        profile.push_passes(Vec::new());
        assert!(profile.passes().is_empty());
    }
}
