//! Vertical dimension: the jaw opens or closes about its hinge axis, and what touches at each opening; in which order pairs of teeth meet
//! while it closes, and at which openings exactly.
use super::contact::{Contact, ContactQuestion};
use super::contact_tracker::ContactTracker;
use super::swept_contact::StepContact;
use crate::base::words::say;
use crate::base::{Cancelled, Progress, Rigid};
use crate::exact::{Ahead, BvhEngine, Motion};
use crate::field::Question;
use crate::field::contact::{GapKind, ScopeAsked};
use crate::jaw::motion::HingeFrame;
use crate::jaw::teeth::less_sure;
use crate::jaw::{Fdi, OcclusalFrame, Teeth};
use glam::DVec3;
use std::collections::{BTreeMap, BTreeSet};

/// What is asked: openings about an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct VerticalQuestion {
    pub hinge: HingeFrame,
    /// `upper_from_lower` at opening 0.
    pub bite: Rigid,
    /// Chords of the lower incisal point, mm, descending: the jaw closes. Negative beyond the bite.
    pub openings_mm: Vec<f64>,
    pub thresholds_mm: Vec<f64>,
    /// Bounds what counts as contact of a pair, mm.
    pub zone_threshold_mm: f64,
    pub scope: ScopeAsked,
}

/// One opening.
#[derive(Clone, Debug, PartialEq)]
pub struct VerticalStep {
    pub opening_mm: f64,
    pub opening_deg: f64,
    /// How far the lower incisal point is below where it is in the bite, along the occlusal normal, mm.
    pub incisal_down_mm: f64,
    pub upper_from_lower: Rigid,
    pub contact: StepContact,
}

/// When two teeth meet as the jaw closes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    pub upper: Fdi,
    pub lower: Fdi,
    /// How sure the upper and the lower number are, 0 to 1.
    pub confidences: [f64; 2],
    /// 1: before all others; pairs that cannot be told apart share their place.
    pub order: usize,
    /// The largest opening at which their gap is within the threshold, mm.
    pub within_mm: f64,
    /// The largest opening at which they touch, mm; `None`: they do not. Of those that meet first of all exactly, of others within
    /// [`RESOLUTION_MM`] of where their smallest gap is 0.
    pub meets_mm: Option<f64>,
    /// It was so already at the largest opening that was asked for.
    pub is_earlier: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct VerticalFound {
    pub steps: Vec<VerticalStep>,
    /// In the order in which they come within the threshold.
    pub meetings: Vec<Meeting>,
    /// The exact first contact of anything that counts while the jaw closes from the largest opening asked for, mm; `None`: none on the
    /// way, or it touches there already.
    pub first_contact_mm: Option<f64>,
}

impl VerticalFound {
    /// Whether something is inside the other jaw already where the closing begins.
    pub fn begins_inside(&self) -> bool {
        self.steps.first().is_some_and(|step| step.contact.max_depth_mm > 0.0)
    }
}

/// Meetings are told so exactly, mm of opening.
pub const RESOLUTION_MM: f64 = 0.001;

impl VerticalQuestion {
    /// From the axis to the lower incisal point, mm.
    pub fn radius_mm(&self) -> f64 {
        self.hinge.incisal.y.hypot(self.hinge.incisal.z)
    }

    /// The turn that opens by a chord of the incisal point, radians.
    pub fn angle_rad(&self, opening_mm: f64) -> f64 {
        2.0 * (opening_mm / (2.0 * self.radius_mm())).clamp(-1.0, 1.0).asin()
    }

    pub fn pose(&self, opening_mm: f64) -> Rigid {
        // About the patient's right, the front goes up: opening is the other way.
        let turn = Rigid::from_axis_angle(DVec3::ZERO, DVec3::X, -self.angle_rad(opening_mm));
        self.hinge.upper_from_lower(&turn, &self.bite)
    }
}

/// Closes the jaw from opening to opening. `teeth` and `frame` (world coordinates) tell the pairs.
///
/// # Errors
/// [`Cancelled`] within milliseconds.
pub fn vertical(
    exact: &BvhEngine,
    asked: &VerticalQuestion,
    (teeth, frame): (&Teeth, &OcclusalFrame),
    progress: &Progress,
) -> Result<VerticalFound, Cancelled> {
    progress.enter(say!("stage-contact-along-path"), 0.0)?;
    let mut closing = Closing::new(exact, asked, (teeth, frame));
    let mut steps = Vec::with_capacity(asked.openings_mm.len());
    for (i, opening_mm) in asked.openings_mm.iter().enumerate() {
        progress.at(0.4 * i as f64 / asked.openings_mm.len() as f64)?;
        steps.push(closing.step(*opening_mm, progress)?);
    }
    let found = closing.meetings(&steps, &progress.part(0.4, 0.95))?;
    let mut meetings = in_order(&steps, found, asked.openings_mm.first().copied().unwrap_or(0.0));
    let first = first_contact(exact, asked, progress)?;
    // Two teeth that meet first of all do so where everything does.
    if let Some(FirstContact { opening_mm, triangles }) = first {
        let [upper, lower] =
            [0, 1].map(|side| [&teeth.upper, &teeth.lower][side].at(triangles[side]).and_then(|tooth| tooth.fdi));
        let meeting = meetings.iter_mut().find(|m| Some(m.upper) == upper && Some(m.lower) == lower);
        meeting.into_iter().for_each(|m| m.meets_mm = Some(opening_mm));
    }
    Ok(VerticalFound { steps, meetings, first_contact_mm: first.map(|first| first.opening_mm) })
}

/// Where anything meets first, told exactly.
#[derive(Clone, Copy)]
struct FirstContact {
    opening_mm: f64,
    /// Of the upper and the lower jaw.
    triangles: [u32; 2],
}

/// What becomes of two teeth: they come within the threshold, and they touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Within(Fdi, Fdi),
    Touching(Fdi, Fdi),
}

struct Closing<'a> {
    exact: &'a BvhEngine,
    asked: &'a VerticalQuestion,
    told_by: (&'a Teeth, &'a OcclusalFrame),
    contacts: ContactQuestion,
    tracker: ContactTracker,
}

impl<'a> Closing<'a> {
    fn new(exact: &'a BvhEngine, asked: &'a VerticalQuestion, told_by: (&'a Teeth, &'a OcclusalFrame)) -> Self {
        let contacts = ContactQuestion::new(GapKind::Closest, vec![asked.zone_threshold_mm]).of(asked.scope.clone());
        let contacts = ContactQuestion { curve_mm: Vec::new(), ..contacts };
        Self { exact, asked, told_by, contacts, tracker: ContactTracker::fine() }
    }

    fn contact(&mut self, opening_mm: f64, progress: &Progress) -> Result<Contact, Cancelled> {
        let (upper_from_lower, thresholds_mm) = (self.asked.pose(opening_mm), self.asked.thresholds_mm.clone());
        let question = Question { upper_from_lower, thresholds_mm, ..Question::default() };
        self.tracker.contact(self.exact, (&question, &self.contacts), progress)
    }

    fn step(&mut self, opening_mm: f64, progress: &Progress) -> Result<VerticalStep, Cancelled> {
        let found = self.contact(opening_mm, progress)?;
        let (thresholds_mm, zone_mm) = (&self.asked.thresholds_mm, self.asked.zone_threshold_mm);
        let upper_from_lower = self.asked.pose(opening_mm);
        let incisal = self.asked.hinge.world_from_hinge.transform_point(self.asked.hinge.incisal);
        let moved = (upper_from_lower * self.asked.bite.inverse()).transform_point(incisal) - incisal;
        Ok(VerticalStep {
            opening_mm,
            opening_deg: self.asked.angle_rad(opening_mm).to_degrees(),
            incisal_down_mm: -moved.dot(self.told_by.1.up),
            upper_from_lower,
            contact: StepContact::of(&found, (thresholds_mm, zone_mm), self.told_by),
        })
    }

    fn events(&mut self, opening_mm: f64, progress: &Progress) -> Result<BTreeSet<Event>, Cancelled> {
        Ok(events(&self.step(opening_mm, progress)?))
    }

    /// Of everything that becomes of pairs, the largest opening at which it is so.
    fn meetings(&mut self, steps: &[VerticalStep], progress: &Progress) -> Result<BTreeMap<Event, f64>, Cancelled> {
        let mut known = BTreeMap::new();
        let Some(first) = steps.first() else { return Ok(known) };
        events(first).into_iter().for_each(|event| _ = known.insert(event, first.opening_mm));
        for (i, pair) in steps.windows(2).enumerate() {
            progress.at(i as f64 / steps.len() as f64)?;
            let new: BTreeSet<Event> =
                events(&pair[1]).into_iter().filter(|event| !known.contains_key(event)).collect();
            self.narrow([pair[0].opening_mm, pair[1].opening_mm], new, &mut known, progress)?;
        }
        Ok(known)
    }

    /// Events that are not there at the first opening and are at the second: halves the way until it is short enough.
    fn narrow(
        &mut self,
        [open_mm, closed_mm]: [f64; 2],
        new: BTreeSet<Event>,
        known: &mut BTreeMap<Event, f64>,
        progress: &Progress,
    ) -> Result<(), Cancelled> {
        if new.is_empty() {
            return Ok(());
        }
        if open_mm - closed_mm <= RESOLUTION_MM {
            new.into_iter().for_each(|event| _ = known.insert(event, closed_mm));
            return Ok(());
        }
        progress.check()?;
        let middle_mm = (open_mm + closed_mm) / 2.0;
        let there = self.events(middle_mm, progress)?;
        let (before, after) = new.into_iter().partition(|event| there.contains(event));
        self.narrow([open_mm, middle_mm], before, known, progress)?;
        self.narrow([middle_mm, closed_mm], after, known, progress)
    }
}

fn events(step: &VerticalStep) -> BTreeSet<Event> {
    let pairs = step.contact.pairs.iter();
    pairs
        .flat_map(|pair| {
            let touching = (pair.min_gap_mm <= 0.0).then_some(Event::Touching(pair.upper, pair.lower));
            [Some(Event::Within(pair.upper, pair.lower)), touching]
        })
        .flatten()
        .collect()
}

fn in_order(steps: &[VerticalStep], found: BTreeMap<Event, f64>, from_mm: f64) -> Vec<Meeting> {
    let mut confidences: BTreeMap<(Fdi, Fdi), [f64; 2]> = BTreeMap::new();
    for pair in steps.iter().flat_map(|step| &step.contact.pairs) {
        let known = confidences.entry((pair.upper, pair.lower)).or_insert(pair.confidences);
        *known = less_sure(*known, pair.confidences);
    }
    let meeting = |(event, within_mm): (&Event, &f64)| {
        let Event::Within(upper, lower) = *event else { return None };
        Some(Meeting {
            upper,
            lower,
            confidences: confidences.get(&(upper, lower)).copied().unwrap_or_default(),
            order: 0,
            within_mm: *within_mm,
            meets_mm: found.get(&Event::Touching(upper, lower)).copied(),
            is_earlier: *within_mm >= from_mm,
        })
    };
    let mut meetings: Vec<Meeting> = found.iter().filter_map(meeting).collect();
    meetings.sort_by(|a, b| b.within_mm.total_cmp(&a.within_mm));
    for i in 0..meetings.len() {
        let is_tied = i > 0 && meetings[i - 1].within_mm - meetings[i].within_mm < RESOLUTION_MM / 2.0;
        meetings[i].order = if is_tied { meetings[i - 1].order } else { i + 1 };
    }
    meetings
}

/// By the search that is proven by the exact test, which owes nothing to the steps.
fn first_contact(
    exact: &BvhEngine,
    asked: &VerticalQuestion,
    progress: &Progress,
) -> Result<Option<FirstContact>, Cancelled> {
    let [Some(from_mm), Some(to_mm)] = [asked.openings_mm.first(), asked.openings_mm.last()] else { return Ok(None) };
    let world = &asked.hinge.world_from_hinge;
    let axis = world.transform_vector(DVec3::X);
    let Some(motion) = Motion::about(world.transform_point(DVec3::ZERO), axis) else { return Ok(None) };
    let scope = exact.scope(&asked.scope);
    let [from_rad, to_rad] = [asked.angle_rad(*from_mm), asked.angle_rad(*to_mm)];
    let found =
        exact.counted(&scope, progress)?.closing(&asked.pose(*from_mm), (&motion, from_rad - to_rad), progress)?;
    Ok(match found {
        Some(Ahead::Contact(contact)) => {
            let angle_rad = from_rad - contact.travel;
            let opening_mm = 2.0 * asked.radius_mm() * (angle_rad / 2.0).sin();
            Some(FirstContact { opening_mm, triangles: [contact.upper_triangle, contact.lower_triangle] })
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests;
