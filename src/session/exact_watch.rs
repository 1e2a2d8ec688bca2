//! The exact figures of the case as it stands: asked for when the hand rests, cancelled when it moves, and dropped when
//! they answer a pose of the past.
//!
//! ```text
//!           rests, live figures there            answer
//! Waiting ----------------------------> Running ---------> Done
//!    ^  ^--- moved, pressed, changed ------'  '--> Failed    |
//!    '-------------------------- changed --------------------'
//! ```
use super::exact_job::{ExactError, ExactWorker, Report, Wake, fault};
use crate::base::Progress;
use crate::exact::ExactQuestion;
use crate::field::Metrics;
use crate::jaw::JawPair;
use std::sync::Arc;
use std::time::Instant;

/// What is to be known exactly, and the live figures of the same pose and pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    pub asked: ExactQuestion,
    pub live: Metrics,
}

/// An exact answer beside the live figures it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    pub asked: ExactQuestion,
    pub live: Metrics,
    pub exact: Metrics,
    /// Wall time on the worker, building the trees included, ms.
    pub took_ms: f64,
}

/// Where the exact figures are.
#[derive(Clone, Debug, PartialEq)]
pub enum ExactState {
    Off,
    /// The hand moves, or the live figures are still on their way.
    Waiting,
    /// What the worker does, and how far it is (0 to 1).
    Running(&'static str, f64),
    Done,
    Failed(String),
}

/// What has happened, for statistics.
#[derive(Clone, Debug, PartialEq)]
pub enum ExactEvent {
    Answered(Box<Answered>),
    Cancelled,
    /// The worker has stopped so long after it was told to, ms.
    Stopped(f64),
    Failed,
}

struct Running {
    id: u64,
    wanted: Wanted,
    progress: Progress,
}

/// Makes the worker of a pair of jaws.
type MakeWorker = Box<dyn Fn(Arc<JawPair>) -> ExactWorker>;

pub struct ExactWatch {
    make: MakeWorker,
    enabled: bool,
    /// With the pair that its trees are of.
    worker: Option<(Arc<JawPair>, ExactWorker)>,
    running: Option<Running>,
    /// Jobs that were cancelled and when; the worker has not yet said that it has stopped.
    cancelled: Vec<(u64, Instant)>,
    last: Option<Answered>,
    failed: Option<(ExactQuestion, String)>,
    /// What the pose and the settings now ask for; `None` while the live figures are on their way.
    now: Option<ExactQuestion>,
    next_id: u64,
    events: Vec<ExactEvent>,
}

impl ExactWatch {
    pub fn new(wake: Wake) -> Self {
        Self::with_workers(Box::new(move |pair| ExactWorker::of_pair(pair, wake.clone())))
    }

    fn with_workers(make: MakeWorker) -> Self {
        Self {
            make,
            enabled: true,
            worker: None,
            running: None,
            cancelled: Vec::new(),
            last: None,
            failed: None,
            now: None,
            next_id: 0,
            events: Vec::new(),
        }
    }

    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// Off: whatever runs is cancelled, and the trees are freed.
    pub fn enable(&mut self, on: bool) {
        if !on {
            self.forget();
        }
        self.enabled = on;
    }

    /// The case is closed: nothing of it stays.
    pub fn forget(&mut self) {
        self.interrupt();
        self.worker = None;
        self.cancelled.clear();
        (self.last, self.failed, self.now) = (None, None, None);
    }

    /// Cancels what runs; true when something did. It is begun anew when the hand rests again.
    pub fn interrupt(&mut self) -> bool {
        let Some(running) = self.running.take() else { return false };
        running.progress.cancel();
        self.cancelled.push((running.id, Instant::now()));
        self.events.push(ExactEvent::Cancelled);
        true
    }

    /// Takes in the pose and settings as they are now (`None` while the live figures are on their way), and whether the
    /// hand rests: starts, keeps or cancels the work accordingly.
    pub fn follow(&mut self, pair: &Arc<JawPair>, now: Option<Wanted>, rests: bool) {
        if !self.enabled {
            return;
        }
        if self.worker.as_ref().is_some_and(|(p, _)| !Arc::ptr_eq(p, pair)) {
            self.forget();
        }
        self.now = now.as_ref().map(|w| w.asked.clone());
        let runs = self.running.as_ref().map(|r| &r.wanted.asked);
        if !rests || runs.is_some_and(|asked| self.now.as_ref() != Some(asked)) {
            self.interrupt();
        }
        match now {
            Some(wanted) if rests && self.running.is_none() && !self.is_known(&wanted.asked) => {
                self.start(pair, wanted);
            }
            _ => {}
        }
    }

    /// Answered, or failed in vain.
    fn is_known(&self, asked: &ExactQuestion) -> bool {
        self.last.as_ref().is_some_and(|a| a.asked == *asked) || self.failed.as_ref().is_some_and(|f| f.0 == *asked)
    }

    fn start(&mut self, pair: &Arc<JawPair>, wanted: Wanted) {
        let (_, worker) = self.worker.get_or_insert_with(|| (pair.clone(), (self.make)(pair.clone())));
        let id = self.next_id;
        self.next_id += 1;
        self.failed = None;
        match worker.ask(id, wanted.asked.clone()) {
            Some(progress) => self.running = Some(Running { id, wanted, progress }),
            None => self.fail(wanted.asked, fault()),
        }
    }

    fn fail(&mut self, asked: ExactQuestion, error: ExactError) {
        let ExactError::Failed(sentence) = error else { return };
        self.failed = Some((asked, sentence));
        self.events.push(ExactEvent::Failed);
        // A new one is made for the next pose.
        self.worker = None;
    }

    /// Hears the worker, and gives what has happened since the last time.
    pub fn poll(&mut self) -> Vec<ExactEvent> {
        while let Some((_, worker)) = &self.worker {
            match worker.poll() {
                Ok(Some(report)) => self.hear(report),
                Ok(None) => break,
                Err(error) => {
                    match self.running.take() {
                        Some(running) => self.fail(running.wanted.asked, error),
                        None => self.worker = None,
                    }
                    break;
                }
            }
        }
        std::mem::take(&mut self.events)
    }

    fn hear(&mut self, report: Report) {
        // The answer to a pose of the past is dropped, even if it came just in time.
        if let Some(i) = self.cancelled.iter().position(|(id, _)| *id == report.id) {
            let (_, at) = self.cancelled.remove(i);
            let ms = report.ended.saturating_duration_since(at).as_secs_f64() * 1e3;
            self.events.push(ExactEvent::Stopped(ms));
            return;
        }
        let Some(Running { wanted, .. }) = self.running.take_if(|r| r.id == report.id) else { return };
        match report.result {
            Ok(exact) => {
                let took_ms = report.took.as_secs_f64() * 1e3;
                let answered = Answered { asked: wanted.asked, live: wanted.live, exact, took_ms };
                self.events.push(ExactEvent::Answered(Box::new(answered.clone())));
                self.last = Some(answered);
            }
            Err(error) => self.fail(wanted.asked, error),
        }
    }

    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// The answer to the pose and settings as they are now.
    pub fn fresh(&self) -> Option<&Answered> {
        self.last.as_ref().filter(|a| Some(&a.asked) == self.now.as_ref())
    }

    /// The last answer, of whatever pose.
    pub fn last(&self) -> Option<&Answered> {
        self.last.as_ref()
    }

    pub fn state(&self) -> ExactState {
        if !self.enabled {
            return ExactState::Off;
        }
        if let Some(running) = &self.running {
            return ExactState::Running(running.progress.stage(), running.progress.fraction());
        }
        match (&self.failed, &self.now) {
            (Some((asked, sentence)), Some(now)) if asked == now => ExactState::Failed(sentence.clone()),
            _ if self.fresh().is_some() => ExactState::Done,
            _ => ExactState::Waiting,
        }
    }
}

impl Drop for ExactWatch {
    fn drop(&mut self) {
        self.interrupt();
    }
}

#[cfg(test)]
mod tests;
