//! What the worker says: answers to the pose as it is now, of the past, failures.
use super::ExactWatch;
use super::answers::{
    Answered, ClearingAnswered, ContactFound, SurenessAnswered, ViewsAnswered, Wanted, ZonesAnswered,
};
use super::event::ExactEvent;
use super::job::Job;
use crate::session::exact_job::{Answer, Report, fault};

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

    fn hear(&mut self, report: Report) {
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
            (Job::Figures(wanted), Ok(Answer::Figures(exact))) => {
                let Wanted { asked, live, .. } = *wanted;
                let answered = Answered { asked, live, exact, took_ms };
                self.events.push(ExactEvent::Answered(Box::new(answered.clone())));
                self.figures.last = Some(answered);
            }
            (Job::Zones(asked), Ok(Answer::Zones(contact))) => {
                let answered = ZonesAnswered { asked, contact, took_ms };
                self.events.push(ExactEvent::Zones(answered.clone()));
                self.zones.last = Some(answered);
            }
            (Job::Clearing(asked), Ok(Answer::Clearing(found))) => {
                let answered = ClearingAnswered { asked, found };
                self.events.push(ExactEvent::Clearing(answered.clone()));
                self.clearing.last = Some(answered);
            }
            (Job::Sureness(asked, _), Ok(Answer::Sureness(found))) => {
                let answered = SurenessAnswered { asked, found };
                self.events.push(ExactEvent::Sureness(answered.clone(), took_ms));
                self.sureness.last = Some(answered);
            }
            (Job::Views(asked), Ok(Answer::Views(answer))) => {
                self.take_views(ViewsAnswered { asked: *asked, answer, took_ms });
            }
            (Job::FirstContact(asked), Ok(Answer::FirstContact(found))) => {
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

    fn take_views(&mut self, found: ViewsAnswered) {
        // Work that was cancelled and begun anew must not show coarser areas again.
        let is_finer =
            |a: &ViewsAnswered| a.asked == found.asked && a.answer.figures.n_tiles > found.answer.figures.n_tiles;
        if !found.answer.is_complete && self.views.last.as_ref().is_some_and(is_finer) {
            return;
        }
        self.events.push(ExactEvent::Views(Box::new(found.clone())));
        self.views.last = Some(found);
    }
}
