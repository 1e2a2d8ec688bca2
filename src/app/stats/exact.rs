//! What became of the exact figures at rest.
use super::times::{Summary, Times};
use crate::app::state::Open;
use crate::app::state::zones::{ListHabits, NamedZone};
use crate::export::exact::ExactRecord;
use crate::export::multi_projection::MultiProjectionRecord;
use crate::field::{Figure, worst_difference};
use crate::mesh::TriMesh;
use crate::session::{ExactEvent, ExactState, MultiProjectionAnswered, MultiProjectionState};

/// The areas of several projections as they go into files.
pub fn multi_projection_record(found: &MultiProjectionAnswered) -> MultiProjectionRecord {
    MultiProjectionRecord::new(&found.answer.figures, found.answer.is_complete, found.took_ms)
}

/// What became of the exact jobs of a session.
#[derive(Debug, Default)]
pub struct Tally {
    took: Times,
    stopped: Times,
    cancelled: u64,
    failed: u64,
    contacts: Times,
    zones: Times,
    uncertainty: Times,
    views: Times,
    first_views: Times,
    verdicts_differ: u64,
    worst: Option<(Figure, f64)>,
}

/// Field `exact` of `--stats`.
#[derive(Debug, serde::Serialize)]
pub struct ExactStats {
    /// Jobs that were answered, and their times, ms; the first includes building the search trees.
    count: usize,
    median_ms: Option<f64>,
    ms: Summary,
    cancelled: u64,
    /// From cancelling to the worker's rest, ms.
    stop_ms: Summary,
    failed: u64,
    /// Searches for the first contact that came to an end; those given up count as cancelled.
    first_contact_ms: Summary,
    /// Of all answers and thresholds: live minus exact, in percent of the exact figure.
    worst_difference_percent: Option<f64>,
    worst_figure: Option<&'static str>,
    verdicts_differ: u64,
    state: &'static str,
    /// Contacts by closest gap.
    zones_ms: Summary,
    /// How sure the contacts are, all poses.
    #[serde(rename = "sureness_ms")]
    uncertainty_ms: Summary,
    /// Contact areas of several projections: complete ones, and the first, coarse ones before them.
    views_ms: Summary,
    first_views_ms: Summary,
    #[serde(rename = "views_state")]
    multi_projection_state: &'static str,
    /// The answer to the pose at the end, if there is one.
    fresh: Option<ExactRecord>,
    /// What is read first, if it is of the pose at the end.
    contact: Option<ContactStats>,
}

/// The contact as the panel has it at the end.
#[derive(Debug, serde::Serialize)]
struct ContactStats {
    headline: String,
    scope: &'static str,
    /// At the threshold that is shown, upper and lower jaw, mm².
    areas_mm2: [f64; 2],
    /// Rows of the list as they are sorted by area, and what is in none.
    rows: Vec<RowStats>,
    specks: usize,
    specks_mm2: f64,
    /// As it is drawn: gap, and surface within it of the upper and the lower jaw.
    curve: Vec<(f64, [f64; 2])>,
    /// Surface that the picture shows as contact, upper and lower jaw, mm².
    painted_mm2: [f64; 2],
}

#[derive(Debug, serde::Serialize)]
struct RowStats {
    area_mm2: f64,
    least_gap_mm: f64,
}

impl RowStats {
    fn new(row: &NamedZone) -> Self {
        Self { area_mm2: row.zone.mean_area_mm2(), least_gap_mm: row.zone.min_gap_mm }
    }
}

impl ContactStats {
    fn of(open: &Open) -> Option<Self> {
        let (found, headline) = (open.exact.fresh_zones()?, open.zones.headline()?);
        let threshold_mm = open.settings().threshold_mm;
        let area = found.contact.area(threshold_mm)?;
        let (zones, listed) = open.zones.shown(ListHabits::default());
        let (specks, specks_mm2) = open.zones.specks();
        let pair = open.pair();
        let painted = |side: usize, mesh: &TriMesh| found.gaps.painted_mm2(side, threshold_mm, mesh);
        Some(Self {
            headline: headline.text(),
            scope: found.contact.scope.name(),
            areas_mm2: [area.area_upper_mm2, area.area_lower_mm2],
            rows: listed.into_iter().map(|row| RowStats::new(&zones[row])).collect(),
            specks,
            specks_mm2,
            curve: found.contact.curve().collect(),
            painted_mm2: [painted(0, &pair.upper.mesh), painted(1, &pair.lower.mesh)],
        })
    }
}

impl Tally {
    pub fn take(&mut self, event: &ExactEvent) {
        match event {
            ExactEvent::Cancelled(_) => self.cancelled += 1,
            ExactEvent::Failed(..) => self.failed += 1,
            ExactEvent::FirstContact(found) => self.contacts.push(found.took_ms),
            ExactEvent::Zones(found) => self.zones.push(found.took_ms),
            ExactEvent::MultiProjection(found) if found.answer.is_complete => self.views.push(found.took_ms),
            ExactEvent::MultiProjection(found) if found.answer.figures.is_coarse() => {
                self.first_views.push(found.took_ms)
            }
            ExactEvent::MultiProjection(_) | ExactEvent::SeparatingMotion(_) => {}
            ExactEvent::Uncertainty(found, took_ms) => {
                if found.found.is_complete() {
                    self.uncertainty.push(*took_ms);
                }
            }
            ExactEvent::Stopped(ms) => self.stopped.push(*ms),
            ExactEvent::Answered(answer) => {
                self.took.push(answer.took_ms);
                let exact = &answer.exact;
                if exact.projection.is_none() {
                    return;
                }
                self.verdicts_differ += u64::from(exact.verdict != answer.live.verdict);
                let at = |mm: f64| worst_difference(&answer.live, exact, mm);
                let found = exact.contact.iter().filter_map(|c| at(c.threshold_mm));
                self.worst = found.chain(self.worst).max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
            }
        }
    }

    /// With how things stand at the end.
    pub fn record(&self, open: Option<&Open>) -> ExactStats {
        let ms = self.took.summary();
        let record = |(open, a): (&Open, &crate::session::Answered)| ExactRecord {
            views: open.exact.fresh_multi_projection().map(multi_projection_record),
            ..ExactRecord::new(&a.live, &a.exact, open.session.settings().threshold_mm, a.took_ms)
        };
        ExactStats {
            count: ms.count,
            median_ms: ms.median,
            ms,
            cancelled: self.cancelled,
            stop_ms: self.stopped.summary(),
            failed: self.failed,
            first_contact_ms: self.contacts.summary(),
            worst_difference_percent: self.worst.map(|w| w.1),
            worst_figure: self.worst.map(|w| w.0.name()),
            verdicts_differ: self.verdicts_differ,
            state: match open.map_or(ExactState::Waiting, |o| o.exact.state()) {
                ExactState::Off => "off",
                ExactState::Waiting => "waiting",
                ExactState::Running(..) => "running",
                ExactState::Done => "done",
                ExactState::Failed(_) => "failed",
            },
            zones_ms: self.zones.summary(),
            uncertainty_ms: self.uncertainty.summary(),
            views_ms: self.views.summary(),
            first_views_ms: self.first_views.summary(),
            multi_projection_state: match open
                .map_or(MultiProjectionState::Waiting, |o| o.exact.multi_projection_state())
            {
                MultiProjectionState::Off => "off",
                MultiProjectionState::Waiting => "waiting",
                MultiProjectionState::Running(..) => "running",
                MultiProjectionState::Done => "done",
                MultiProjectionState::OneProjection => "one view",
                MultiProjectionState::Failed(_) => "failed",
            },
            fresh: open.and_then(|o| Some((o, o.exact.fresh()?))).map(record),
            contact: open.and_then(ContactStats::of),
        }
    }
}
