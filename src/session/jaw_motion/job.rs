//! A movement computed on a thread: its poses are told first, then what touches in them.
use super::asked::MotionQuestion;
use super::found::{PathFound, SweepFound};
use super::work;
use crate::base::words::say;
use crate::base::{Cancelled, Job, Progress, Wake, leave_one};
use crate::engine::PairForms;
use std::sync::Arc;

/// What the thread has to say.
#[derive(Clone, Debug)]
pub enum MotionEvent {
    Path(Arc<PathFound>),
    Sweep(Arc<SweepFound>),
}

/// The work on one question; dropping it cancels it.
pub struct MotionJob {
    asked: Arc<MotionQuestion>,
    job: Job<MotionEvent>,
}

impl MotionJob {
    /// `known`: the poses, where they are known already.
    pub fn start(asked: MotionQuestion, forms: Arc<PairForms>, known: Option<Arc<PathFound>>, wake: Wake) -> Self {
        let asked = Arc::new(asked);
        let theirs = asked.clone();
        let job = Job::start("movement", wake, move |progress, tell| {
            leave_one();
            // Whoever has cancelled it waits for nothing.
            let _ = compute(&theirs, &forms, known, progress, &mut |event| tell.say(event));
        });
        Self { asked, job }
    }

    /// What it is about.
    pub fn asked(&self) -> &Arc<MotionQuestion> {
        &self.asked
    }

    /// What it is at, and how far, 0 to 1.
    pub fn progress(&self) -> (&'static str, f64) {
        (self.job.progress().stage(), self.job.progress().fraction())
    }

    /// What it has found since.
    ///
    /// # Errors
    /// One sentence when a fault has ended it.
    pub fn poll(&self) -> Result<Option<MotionEvent>, String> {
        self.job.poll().map_err(|_| say!("motion-fault-program").into())
    }
}

fn compute(
    asked: &Arc<MotionQuestion>,
    forms: &PairForms,
    known: Option<Arc<PathFound>>,
    progress: &Progress,
    tell: &mut dyn FnMut(MotionEvent),
) -> Result<(), Cancelled> {
    let path = match known {
        Some(path) => Arc::new(PathFound { asked: asked.clone(), ..(*path).clone() }),
        None => Arc::new(work::path(asked, forms, &progress.part(0.0, 0.5))?),
    };
    tell(MotionEvent::Path(path.clone()));
    tell(MotionEvent::Sweep(Arc::new(work::sweep(&path, forms, &progress.part(0.5, 1.0))?)));
    Ok(())
}
