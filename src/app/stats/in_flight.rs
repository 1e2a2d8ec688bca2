//! A frame on its way through the GPU, and what is entered when it is done.
use super::record::{ANALYSIS, REST, Stats};
use super::times::Stages;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// When the device has done everything submitted before; set from its callback.
pub type Mark = Arc<OnceLock<Instant>>;

/// The moment when the queue has done what it was given so far.
pub fn mark(queue: &wgpu::Queue) -> Mark {
    let mark = Mark::default();
    let signal = mark.clone();
    queue.on_submitted_work_done(move || {
        signal.get_or_init(Instant::now);
    });
    mark
}

/// What a frame was begun with.
#[derive(Clone, Copy, Debug)]
pub struct Started {
    pub begun: Instant,
    /// Laying it out, ms.
    pub layout_ms: f64,
    /// What the pictures waited for: the analysis, if there was one, ms.
    pub analysis_ms: f64,
    /// The first input event that it shows, if a picture was drawn.
    pub input: Option<Instant>,
    pub analysed: bool,
    /// A hand was holding something when it was laid out, and a picture was drawn.
    pub dragged: bool,
}

/// A frame that the GPU is still drawing.
#[derive(Debug)]
pub struct InFlight {
    pub started: Started,
    /// It was presented and shows a case.
    pub counted: bool,
    pub done: Mark,
}

impl InFlight {
    /// Enters the frame's times once the GPU is done, and gives its stages, the whole frame first (none of a frame that does
    /// not count); `None` while it is not. `painted_ms`: what the pictures took.
    pub fn finish(&self, stats: &mut Stats, painted_ms: impl FnOnce() -> Stages) -> Option<Stages> {
        let done = self.done.get()?;
        let ms = |from: Instant| done.saturating_duration_since(from).as_secs_f64() * 1000.0;
        if !self.counted {
            return Some(Stages::new());
        }
        let Started { begun, layout_ms, analysis_ms, input, analysed, dragged } = self.started;
        let (frame_ms, latency_ms) = (ms(begun), input.map(ms));
        let mut stages_ms = vec![("frame", frame_ms), ("layout", layout_ms), (ANALYSIS, analysis_ms)];
        stages_ms.extend(painted_ms());
        let known_ms: f64 = stages_ms.iter().skip(1).map(|s| s.1).sum();
        stages_ms.push((REST, (frame_ms - known_ms).max(0.0)));
        stats.frame.push(frame_ms);
        if analysed {
            stats.analysed_frame.push(frame_ms);
        }
        latency_ms.into_iter().for_each(|ms| stats.latency.push(ms));
        if dragged {
            stats.drag.push(&stages_ms, latency_ms);
        }
        Some(stages_ms)
    }

    /// A frame that never comes back (device lost, driver stuck) must not stop the window.
    pub fn overdue(&self) -> bool {
        self.started.begun.elapsed() > Duration::from_secs(10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_of_a_drag_add_up_to_its_frames() {
        let begun = Instant::now();
        let at = |ms: u64| Mark::from(OnceLock::from(begun + Duration::from_millis(ms)));
        let mut stats = Stats::default();
        let started =
            Started { begun, layout_ms: 3.0, analysis_ms: 6.0, input: Some(begun), analysed: true, dragged: true };
        let mut frame = InFlight { started, counted: true, done: at(20) };
        let painted = || vec![("jaws", 5.0), ("window", 4.0)];
        let stages = frame.finish(&mut stats, painted).expect("it is done");
        assert_eq!(stages[0], ("frame", 20.0));
        assert_eq!(stages.iter().skip(1).map(|s| s.1).sum::<f64>(), 20.0);
        let last = |stats: &Stats, name| stats.drag.stages[name].last();
        assert_eq!(stats.drag.painting.last(), Some(12.0));
        let names = ["layout", "analysis", "jaws", "window", "rest"];
        assert_eq!(names.map(|n| last(&stats, n)), [3.0, 6.0, 5.0, 4.0, 2.0].map(Some));
        // The twins: a frame that no hand was in is no drag's, and one that is not done has no times.
        frame.started.dragged = false;
        assert!(frame.finish(&mut stats, painted).is_some());
        assert_eq!((stats.drag.frame.summary().count, stats.frame.summary().count), (1, 2));
        frame.done = Mark::default();
        assert!(frame.finish(&mut stats, painted).is_none());
        assert_eq!(stats.frame.summary().count, 2);
    }
}
