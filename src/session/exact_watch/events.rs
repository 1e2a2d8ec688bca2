//! What the worker says: answers to the pose as it is now, of the past, failures.
use super::ExactWatch;
use super::answers::{
    Answered, ContactFound, MultiProjectionAnswered, SeparatingMotionAnswered, UncertaintyAnswered, WantedOfMap,
    ZonesAnswered,
};
use super::event::ExactEvent;
use super::job::WatchedJob;
use crate::session::exact_job::{WorkerAnswer, WorkerReport, fault};
use crate::session::zones::ZonesFound;

impl ExactWatch {
    /// Hears the worker, and gives what has happened since the last time.
    pub fn poll(&mut self) -> Vec<ExactEvent> {
        while let Some(worker) = &self.worker {
            match worker.poll() {
                Ok(Some(report)) => self.hear(report),
                Ok(None) => break,
                Err(_) => {
                    match self.running.take() {
                        Some(running) => self.fail(&running.job, fault(&running.job.asked())),
                        None => self.worker = None,
                    }
                    break;
                }
            }
        }
        std::mem::take(&mut self.events)
    }

    fn hear(&mut self, report: WorkerReport) {
        // The answer to a pose of the past is dropped, even if it came just in time.
        if let Some(i) = self.cancelled.iter().position(|(id, _)| *id == report.id) {
            if !report.is_last {
                return;
            }
            let (_, at) = self.cancelled.remove(i);
            let ms = report.ended.saturating_duration_since(at).as_secs_f64() * 1e3;
            self.events.push(ExactEvent::Stopped(ms));
            return;
        }
        let took_ms = report.took.as_secs_f64() * 1e3;
        let running = self.running.as_ref().filter(|r| r.id == report.id);
        let Some(job) = running.map(|r| r.job.clone()) else { return };
        if report.is_last {
            self.running = None;
        }
        match (job, report.result) {
            (WatchedJob::Figures(wanted), Ok(WorkerAnswer::Figures(exact))) => {
                let WantedOfMap { asked, live } = *wanted;
                let answered = Answered { asked, live, exact, took_ms };
                self.events.push(ExactEvent::Answered(Box::new(answered.clone())));
                self.figures.last = Some(answered);
            }
            (WatchedJob::Zones(asked), Ok(WorkerAnswer::Zones(ZonesFound { contact, gaps }))) => {
                let answered = ZonesAnswered { asked, contact, gaps, took_ms };
                self.events.push(ExactEvent::Zones(answered.clone()));
                self.zones.last = Some(answered);
            }
            (WatchedJob::SeparatingMotion(asked), Ok(WorkerAnswer::SeparatingMotion(found))) => {
                let answered = SeparatingMotionAnswered { asked, found };
                self.events.push(ExactEvent::SeparatingMotion(answered.clone()));
                self.separating_motion.last = Some(answered);
            }
            (WatchedJob::Uncertainty(asked, _), Ok(WorkerAnswer::Uncertainty(found))) => {
                let answered = UncertaintyAnswered { asked, found };
                self.events.push(ExactEvent::Uncertainty(answered.clone(), took_ms));
                self.uncertainty.last = Some(answered);
            }
            (WatchedJob::MultiProjection(asked), Ok(WorkerAnswer::MultiProjection(answer))) => {
                self.take_multi_projection(MultiProjectionAnswered { asked: *asked, answer, took_ms });
            }
            (WatchedJob::FirstContact(asked), Ok(WorkerAnswer::FirstContact(found))) => {
                self.events.push(ExactEvent::FirstContact(Box::new(ContactFound { asked, found, took_ms })));
                if !self.enabled {
                    // Nobody else needs the trees.
                    (self.worker, self.forms) = (None, None);
                }
            }
            (job, Ok(_)) => self.fail(&job, fault(&job.asked())),
            (job, Err(error)) => self.fail(&job, error),
        }
    }

    fn take_multi_projection(&mut self, found: MultiProjectionAnswered) {
        // Work that was cancelled and begun anew must not show coarser areas again.
        let is_finer = |a: &MultiProjectionAnswered| {
            a.asked == found.asked && a.answer.figures.n_tiles > found.answer.figures.n_tiles
        };
        if !found.answer.is_complete && self.multi_projection.last.as_ref().is_some_and(is_finer) {
            return;
        }
        self.events.push(ExactEvent::MultiProjection(Box::new(found.clone())));
        self.multi_projection.last = Some(found);
    }
}
