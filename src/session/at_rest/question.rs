//! What is asked of a pose at rest: plain data, made from the command line's options, from a session's settings, or from the
//! record of an earlier answer.
use crate::base::Rigid;
use crate::engine::{ContactQuestion, Uncertainty, UncertaintyQuestion, UncertaintySettings};
use crate::export::json::AnalysisRecord;
use crate::field::contact::{GapKind, ScopeAsked, ScopeKind};
use crate::field::multi_projection::MAX_PROJECTIONS;
use crate::field::{ChosenBy, Question};
use crate::jaw::{JawPair, Teeth, Trim};
use crate::session::{SeparatingMotionQuestion, Session, Settings, ZonesAnswered, ZonesQuestion};
use glam::DVec3;

/// A question about a pose of two jaws; whatever engine is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct PoseQuestion {
    /// The pose, and what an engine is asked about it.
    pub question: Question,
    /// So many projections at most for the contact areas, the principal one included.
    pub most_projections: usize,
    pub contact_gap: GapKind,
    /// Bounds the zones, mm.
    pub zone_threshold_mm: f64,
    /// What of the jaws is judged, if it is known.
    pub scope: ScopeKind,
    /// What was trimmed and is no part of it.
    pub trim: Trim,
    /// Poses nearby that are to be tried.
    pub uncertainty: Option<UncertaintySettings>,
    /// About which those turn, and the smallest move out of a deep bite; world coordinates. `None`: the middle of the occlusal
    /// plane that the pair was prepared with.
    pub centre: Option<DVec3>,
}

/// So many projections as serve; a given direction is exactly one.
pub fn most_projections(direction: Option<DVec3>) -> usize {
    if direction.is_some() { 1 } else { MAX_PROJECTIONS }
}

/// Why a record's question cannot be asked again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnaskableRecord(String);

impl PoseQuestion {
    /// A session's: `question` is what it asks an engine.
    pub fn of_session(question: Question, session: &Session) -> Self {
        let trim = session.trim().clone();
        Self { trim, ..Self::of_settings(question, session.settings(), session.frame().origin) }
    }

    /// Of settings by themselves; `centre`: the middle of the occlusal plane (world).
    pub fn of_settings(question: Question, settings: &Settings, centre: DVec3) -> Self {
        Self {
            question,
            most_projections: most_projections(settings.direction),
            contact_gap: GapKind::Closest,
            zone_threshold_mm: settings.threshold_mm,
            scope: settings.scope,
            trim: Trim::default(),
            uncertainty: None,
            centre: Some(centre),
        }
    }

    /// What a record answers; of what older files do not say, the usual. What was trimmed is known with the scans.
    ///
    /// # Errors
    /// When that cannot be asked.
    pub fn of_record(stored: &AnalysisRecord) -> Result<Self, UnaskableRecord> {
        let settings = &stored.settings;
        let pose = Rigid::from_rows(stored.upper_from_lower);
        let upper_from_lower = pose.map_err(|e| UnaskableRecord(format!("its pose: {e}")))?;
        ensure((8..=65536).contains(&settings.resolution), || format!("its resolution is {}", settings.resolution))?;
        let zone_threshold_mm = stored.zone_threshold_mm.unwrap_or_else(|| Settings::default().threshold_mm);
        let is_threshold = zone_threshold_mm.is_finite() && zone_threshold_mm > 0.0;
        ensure(is_threshold, || format!("its threshold of the zones is {zone_threshold_mm} mm"))?;
        let most_projections = settings.patches.map_or(MAX_PROJECTIONS, |n| n as usize);
        let is_number = (1..=MAX_PROJECTIONS).contains(&most_projections);
        ensure(is_number, || format!("its number of projections is {most_projections}"))?;
        settings.uncertainty.as_ref().map_or(Ok(()), check_nearby)?;
        Ok(Self {
            question: Question {
                upper_from_lower,
                direction: direction(stored)?,
                resolution: settings.resolution,
                range_mm: settings.range_mm,
                thresholds_mm: settings.thresholds_mm.clone(),
                counting: settings.counting,
            },
            most_projections,
            contact_gap: settings.contact_gap,
            zone_threshold_mm,
            // Older files are of whole scans.
            scope: settings.scope.unwrap_or(ScopeKind::Whole),
            trim: Trim::default(),
            uncertainty: settings.uncertainty.clone(),
            centre: centre(stored),
        })
    }

    /// Poses nearby, if they are all known already: of this very pose, and of contact by closest gap, by which alone they are
    /// looked at.
    pub fn with_known(self, known: Option<&Uncertainty>) -> Self {
        let known = known.filter(|known| known.is_complete() && self.contact_gap == GapKind::Closest);
        let asked = |known: &&Uncertainty| {
            let UncertaintyQuestion { settings, centre, scope, .. } = &known.asked;
            self.nearby_as(settings.clone(), *centre, scope.clone()) == known.asked
        };
        let uncertainty = known.filter(asked).map(|known| known.asked.settings.clone());
        Self { uncertainty, ..self }
    }

    /// What counts, of these teeth.
    pub fn scope(&self, teeth: &Teeth) -> ScopeAsked {
        ScopeAsked::new(self.scope, teeth).trimmed(self.trim.clone())
    }

    /// The contact by a gap, of these teeth.
    pub fn contact(&self, gap: GapKind, teeth: &Teeth) -> ContactQuestion {
        ContactQuestion::new(gap, vec![self.zone_threshold_mm]).of(self.scope(teeth))
    }

    /// Whether contacts by closest gap are those of this very pose, of these teeth, with the zones that are asked for.
    pub(super) fn is_answered_by(&self, zones: &ZonesAnswered, teeth: &Teeth) -> bool {
        let Question { upper_from_lower, thresholds_mm, range_mm, .. } = self.question.clone();
        let scope = self.scope(teeth);
        zones.asked == ZonesQuestion { upper_from_lower, thresholds_mm, scope, range_mm }
            && zones.contact.zones(self.zone_threshold_mm).is_some()
    }

    fn centre_of(&self, pair: &JawPair) -> DVec3 {
        self.centre.unwrap_or(pair.frame.origin)
    }

    pub(super) fn separating_motion(&self, pair: &JawPair, teeth: &Teeth) -> SeparatingMotionQuestion {
        let (upper_from_lower, centre) = (self.question.upper_from_lower, self.centre_of(pair));
        SeparatingMotionQuestion { upper_from_lower, centre, scope: self.scope(teeth) }
    }

    pub(super) fn nearby(&self, pair: &JawPair, teeth: &Teeth) -> Option<UncertaintyQuestion> {
        self.uncertainty.clone().map(|settings| self.nearby_as(settings, self.centre_of(pair), self.scope(teeth)))
    }

    fn nearby_as(&self, settings: UncertaintySettings, centre: DVec3, scope: ScopeAsked) -> UncertaintyQuestion {
        let mut thresholds_mm = self.question.thresholds_mm.clone();
        if !thresholds_mm.contains(&self.zone_threshold_mm) {
            thresholds_mm.push(self.zone_threshold_mm);
        }
        let upper_from_lower = self.question.upper_from_lower;
        UncertaintyQuestion { upper_from_lower, centre, settings, thresholds_mm, scope }
    }
}

fn ensure(holds: bool, why_not: impl FnOnce() -> String) -> Result<(), UnaskableRecord> {
    if holds { Ok(()) } else { Err(UnaskableRecord(why_not())) }
}

/// As the command line takes them.
fn check_nearby(nearby: &UncertaintySettings) -> Result<(), UnaskableRecord> {
    let is_number = (1..=10_000).contains(&nearby.runs);
    ensure(is_number, || format!("its number of positions nearby is {}", nearby.runs))?;
    let are_sizes = [nearby.shift_mm, nearby.turn_deg].iter().all(|x| x.is_finite() && *x >= 0.0);
    ensure(are_sizes, || "its positions nearby are at no distance".into())?;
    let is_known = nearby.known_by.as_ref().is_none_or(|known| known.is_sound());
    ensure(is_known, || "what its pose is known by is no covariance".into())
}

/// The direction that was given; older files have it with the projection alone.
fn direction(stored: &AnalysisRecord) -> Result<Option<DVec3>, UnaskableRecord> {
    let of_projection = stored.projection.as_ref().filter(|p| p.chosen_by == ChosenBy::Given).map(|p| p.direction);
    let given = stored.settings.direction.or(of_projection).map(DVec3::from_array);
    ensure(given.is_none_or(|d| d.is_finite() && d.is_normalized()), || "its direction is no unit vector".into())?;
    Ok(given)
}

/// The window's own occlusal plane stands with its view.
fn centre(stored: &AnalysisRecord) -> Option<DVec3> {
    let of_nearby = stored.uncertainty.as_ref().and_then(|s| s.centre);
    let of_window = stored.view.as_ref().map(|view| view.patient.origin);
    of_nearby.or(of_window).map(DVec3::from_array).filter(|c| c.is_finite())
}
