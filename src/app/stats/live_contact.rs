//! What was answered of the contact while the jaw moved, and what panels said of it from frame to frame.
use super::times::{Summary, Times};
use crate::app::state::{ContactShown, Open};
use crate::base::Rigid;
use crate::engine::Contact;
use crate::session::LiveContactEvent;
use std::sync::Arc;

/// Some minutes of dragging; the first are kept.
const MOST: usize = 4_000;

#[derive(Debug, Default)]
pub struct LiveContactTally {
    took: Times,
    age: Times,
    failed: u64,
    /// Answers of which a GPU found what is nearest.
    by_gpu: u64,
    /// Of the newest answer that was heard: where it is of.
    answered: Option<(Arc<Contact>, Rigid)>,
    said: Vec<SaidRecord>,
}

/// Field `live_contact` of `--stats`.
#[derive(Debug, serde::Serialize)]
pub struct LiveContactStats<'a> {
    /// On the worker, ms.
    ms: Summary,
    /// From the pose to its answer in the window, ms.
    age_ms: Summary,
    failed: u64,
    /// Answers of which a GPU found what is nearest to vertices.
    by_gpu: u64,
    said: &'a [SaidRecord],
}

/// What panels said of the contact from a frame on.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
struct SaidRecord {
    /// Of the jaw: tx, ty, tz in mm, rx, ry, rz in degrees.
    upper_from_lower: [f64; 6],
    /// "at rest", "of a moment ago", "awaited", "map".
    shown: &'static str,
    /// Where the contact that is shown is of, as above.
    of: Option<[f64; 6]>,
    /// As it is read.
    headline: String,
    /// At the threshold that is shown, upper and lower jaw, mm².
    areas_mm2: Option<[f64; 2]>,
    /// Numbers of the contacts that are listed, the largest first.
    listed: Vec<u32>,
}

impl LiveContactTally {
    pub fn take(&mut self, event: &LiveContactEvent) {
        match event {
            LiveContactEvent::Answered(answered) => {
                self.took.push(answered.took_ms);
                self.age.push(answered.age_ms);
                self.by_gpu += u64::from(answered.by_gpu);
                self.answered = Some((answered.contact.clone(), answered.asked.upper_from_lower));
            }
            LiveContactEvent::Failed(_) => self.failed += 1,
        }
    }

    /// What is about to be laid out.
    pub fn lay_out(&mut self, open: &Open, headline: String) {
        let shown = open.contact_shown();
        let of = match shown {
            ContactShown::AtRest(_) => open.exact.fresh_zones().map(|found| found.asked.upper_from_lower),
            ContactShown::Moment(contact) => {
                self.answered.as_ref().filter(|(of, _)| Arc::ptr_eq(of, contact)).map(|(_, pose)| *pose)
            }
            ContactShown::Awaited | ContactShown::Map => None,
        };
        let area = shown.contact().and_then(|contact| contact.area(open.settings().threshold_mm));
        let (zones, listed) = open.zones.shown(Default::default());
        let record = SaidRecord {
            upper_from_lower: open.session.upper_from_lower().to_six(),
            shown: shown.name(),
            of: of.map(|pose| pose.to_six()),
            headline,
            areas_mm2: area.map(|area| [area.area_upper_mm2, area.area_lower_mm2]),
            listed: listed.into_iter().map(|at| zones[at].name).collect(),
        };
        if self.said.len() < MOST && self.said.last() != Some(&record) {
            self.said.push(record);
        }
    }

    pub fn record(&self) -> LiveContactStats<'_> {
        let (ms, age_ms) = (self.took.summary(), self.age.summary());
        LiveContactStats { ms, age_ms, failed: self.failed, by_gpu: self.by_gpu, said: &self.said }
    }
}
