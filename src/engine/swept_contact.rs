//! What touches in a movement, and when: the contact by closest gap in every pose of a path, which one tracker follows from pose to
//! pose ([`super::ContactTracker`]), and what it comes to for every place of both jaws and for every pair of teeth.
use super::contact::{Contact, ContactQuestion};
use super::contact_tracker::ContactTracker;
use crate::base::words::say;
use crate::base::{Cancelled, Progress, Rigid};
use crate::exact::BvhEngine;
use crate::field::contact::{GapKind, ScopeAsked, ScopeKind, ToothPair};
use crate::field::{ContactArea, Question, Verdict};
use crate::jaw::motion::ReferencePlane;
use crate::jaw::motion::diagrams::Diagram;
use crate::jaw::teeth::less_sure;
use crate::jaw::{Fdi, OcclusalFrame, Teeth};
use glam::DVec2;
use std::collections::BTreeMap;

/// What is asked of every pose.
#[derive(Clone, Debug, PartialEq)]
pub struct SweptQuestion {
    pub thresholds_mm: Vec<f64>,
    /// Bounds the zones, and what counts as contact of a place or of a pair, mm.
    pub zone_threshold_mm: f64,
    pub scope: ScopeAsked,
}

/// The contact in one pose.
#[derive(Clone, Debug, PartialEq)]
pub struct StepContact {
    /// At each threshold, ascending.
    pub areas: Vec<ContactArea>,
    pub verdict: Verdict,
    pub max_depth_mm: f64,
    /// Between what is judged; `None` where nothing is.
    pub clearance_mm: Option<f64>,
    pub n_zones: usize,
    /// Pairs of numbered teeth in contact, the largest area first.
    pub pairs: Vec<ToothPair>,
    /// Of the upper and the lower jaw every triangle in contact.
    pub places: [Vec<StepPlace>; 2],
}

/// A triangle in contact in one pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepPlace {
    pub triangle: u32,
    pub min_gap_mm: f32,
}

/// A place of a jaw, a triangle of its mesh, that was in contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaceSweep {
    pub triangle: u32,
    /// Over all poses, mm.
    pub min_gap_mm: f64,
    /// The steps in which that is, in which it first is in contact, and in which it last is.
    pub nearest_step: usize,
    pub first_step: usize,
    pub last_step: usize,
    /// Of the path, 0 to 1.
    pub share: f64,
}

/// Two teeth that were in contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairSweep {
    pub upper: Fdi,
    pub lower: Fdi,
    /// How sure the upper and the lower number are where they are least sure, 0 to 1.
    pub confidences: [f64; 2],
    pub first_step: usize,
    pub last_step: usize,
    /// Of the path, 0 to 1.
    pub share: f64,
    /// 1: before all others.
    pub order: usize,
    pub min_gap_mm: f64,
    pub deepest_step: usize,
    pub max_area_mm2: f64,
    pub largest_step: usize,
}

impl PairSweep {
    /// 0 without interpenetration.
    pub fn max_depth_mm(&self) -> f64 {
        (-self.min_gap_mm).max(0.0)
    }
}

/// The contact of a whole path.
#[derive(Clone, Debug, PartialEq)]
pub struct SweptContact {
    pub scope: ScopeKind,
    /// Of every step; `None` in a hole of the path.
    pub steps: Vec<Option<StepContact>>,
    /// Places of the upper and the lower jaw, by triangle.
    pub places: [Vec<PlaceSweep>; 2],
    /// In the order in which they come into contact.
    pub pairs: Vec<PairSweep>,
}

/// The contact in every pose of a path. `at_mm`: where on it each is, ascending; `teeth` and `frame` (world coordinates) tell the
/// pairs.
///
/// # Errors
/// [`Cancelled`] within milliseconds when it is no longer wanted.
pub fn swept_contact(
    exact: &BvhEngine,
    poses: &[Option<Rigid>],
    at_mm: &[f64],
    asked: &SweptQuestion,
    told_by: (&Teeth, &OcclusalFrame),
    progress: &Progress,
) -> Result<SweptContact, Cancelled> {
    swept_contact_telling(exact, poses, at_mm, asked, told_by, (progress, &mut |_, _| {}))
}

/// The same; `tell` is handed the contact of every pose, with the pose's place.
///
/// # Errors
/// [`Cancelled`] within milliseconds when it is no longer wanted.
pub fn swept_contact_telling(
    exact: &BvhEngine,
    poses: &[Option<Rigid>],
    at_mm: &[f64],
    asked: &SweptQuestion,
    (teeth, frame): (&Teeth, &OcclusalFrame),
    (progress, tell): (&Progress, &mut dyn FnMut(usize, Contact)),
) -> Result<SweptContact, Cancelled> {
    progress.enter(say!("stage-contact-along-path"), 0.0)?;
    let (mut tracker, mut sums) = (ContactTracker::fine(), Sums::new(at_mm));
    let mut steps = Vec::with_capacity(poses.len());
    let contacts = ContactQuestion::new(GapKind::Closest, vec![asked.zone_threshold_mm]).of(asked.scope.clone());
    let contacts = ContactQuestion { curve_mm: Vec::new(), ..contacts };
    for (i, pose) in poses.iter().enumerate() {
        progress.at(i as f64 / poses.len() as f64)?;
        let Some(upper_from_lower) = *pose else {
            steps.push(None);
            continue;
        };
        let thresholds_mm = asked.thresholds_mm.clone();
        let question = Question { upper_from_lower, thresholds_mm, ..Question::default() };
        let found = tracker.contact(exact, (&question, &contacts), progress)?;
        let step = StepContact::of(&found, (&asked.thresholds_mm, asked.zone_threshold_mm), (teeth, frame));
        sums.add(i, &found, &step.pairs);
        steps.push(Some(step));
        tell(i, found);
    }
    let scope = exact.scope(&asked.scope).kind();
    let Sums { places, pairs, .. } = sums;
    Ok(SweptContact { scope, steps, places: places.map(|side| side.into_values().collect()), pairs: in_order(pairs) })
}

impl StepContact {
    /// At these thresholds, and with zones and pairs within another.
    pub(super) fn of(
        found: &Contact,
        (thresholds_mm, zone_threshold_mm): (&[f64], f64),
        (teeth, frame): (&Teeth, &OcclusalFrame),
    ) -> Self {
        let smallest_mm = thresholds_mm.iter().copied().fold(f64::INFINITY, f64::min);
        let by_tooth = found.by_tooth(zone_threshold_mm, teeth, frame);
        Self {
            areas: thresholds_mm.iter().filter_map(|mm| found.area(*mm)).collect(),
            verdict: found.verdict(smallest_mm),
            max_depth_mm: found.max_depth_mm(),
            clearance_mm: found.nearest.map(|nearest| nearest.distance_mm),
            n_zones: found.zones(zone_threshold_mm).map_or(0, <[_]>::len),
            pairs: by_tooth.map(|by_tooth| by_tooth.pairs).unwrap_or_default(),
            places: [0, 1].map(|side| {
                let triangles = found.sheet.sides[side].triangles.iter();
                triangles.map(|t| StepPlace { triangle: t.triangle, min_gap_mm: t.min_gap_mm as f32 }).collect()
            }),
        }
    }
}

impl SweptContact {
    /// The curves of contact area along the path, one for each threshold. `at_mm`: where on it each step is.
    pub fn area_diagram(&self, at_mm: &[f64], plane: ReferencePlane) -> Diagram {
        let Some(first) = self.steps.iter().flatten().next() else { return Diagram::of_areas(plane, &[]) };
        let curve = |(i, area): (usize, &ContactArea)| {
            let place = |(step, mm): (&Option<StepContact>, &f64)| {
                step.as_ref().and_then(|step| Some(DVec2::new(*mm, step.areas.get(i)?.area_upper_mm2)))
            };
            (area.threshold_mm, self.steps.iter().zip(at_mm).map(place).collect())
        };
        let curves: Vec<_> = first.areas.iter().enumerate().map(curve).collect();
        Diagram::of_areas(plane, &curves)
    }
}

/// What has come together so far.
struct Sums {
    /// Of each step the share of the path that is nearest to it.
    shares: Vec<f64>,
    places: [BTreeMap<u32, PlaceSweep>; 2],
    pairs: BTreeMap<(Fdi, Fdi), PairSweep>,
}

impl Sums {
    fn new(at_mm: &[f64]) -> Self {
        Self { shares: shares(at_mm), places: Default::default(), pairs: BTreeMap::new() }
    }

    fn add(&mut self, step: usize, found: &Contact, pairs: &[ToothPair]) {
        let share = self.shares[step];
        for (side, known) in found.sheet.sides.iter().zip(&mut self.places) {
            for t in &side.triangles {
                let (triangle, min_gap_mm) = (t.triangle, f64::INFINITY);
                let new = PlaceSweep {
                    triangle,
                    min_gap_mm,
                    nearest_step: step,
                    first_step: step,
                    last_step: step,
                    share: 0.0,
                };
                let place = known.entry(triangle).or_insert(new);
                (place.last_step, place.share) = (step, place.share + share);
                if t.min_gap_mm < place.min_gap_mm {
                    (place.min_gap_mm, place.nearest_step) = (t.min_gap_mm, step);
                }
            }
        }
        pairs.iter().for_each(|pair| self.add_pair(step, pair));
    }

    fn add_pair(&mut self, step: usize, pair: &ToothPair) {
        let known = self.pairs.entry((pair.upper, pair.lower)).or_insert(PairSweep {
            upper: pair.upper,
            lower: pair.lower,
            confidences: pair.confidences,
            first_step: step,
            last_step: step,
            share: 0.0,
            order: 0,
            min_gap_mm: f64::INFINITY,
            deepest_step: step,
            max_area_mm2: 0.0,
            largest_step: step,
        });
        known.last_step = step;
        known.share += self.shares[step];
        known.confidences = less_sure(known.confidences, pair.confidences);
        if pair.min_gap_mm < known.min_gap_mm {
            (known.min_gap_mm, known.deepest_step) = (pair.min_gap_mm, step);
        }
        if pair.area_mm2() > known.max_area_mm2 {
            (known.max_area_mm2, known.largest_step) = (pair.area_mm2(), step);
        }
    }
}

/// The earliest first; pairs that begin in the same step share their place.
fn in_order(pairs: BTreeMap<(Fdi, Fdi), PairSweep>) -> Vec<PairSweep> {
    let mut pairs: Vec<PairSweep> = pairs.into_values().collect();
    pairs.sort_by(|a, b| a.first_step.cmp(&b.first_step).then(b.max_area_mm2.total_cmp(&a.max_area_mm2)));
    for i in 0..pairs.len() {
        let is_tied = i > 0 && pairs[i].first_step == pairs[i - 1].first_step;
        pairs[i].order = if is_tied { pairs[i - 1].order } else { i + 1 };
    }
    pairs
}

/// Of each place on a path the share of it that is nearer to this place than to the others.
fn shares(at_mm: &[f64]) -> Vec<f64> {
    let n = at_mm.len();
    let whole = at_mm.last().zip(at_mm.first()).map_or(0.0, |(last, first)| last - first);
    if whole <= 0.0 {
        return vec![1.0 / n.max(1) as f64; n];
    }
    let middle = |i: usize| (at_mm[i] + at_mm[i + 1]) / 2.0;
    let from = |i: usize| if i == 0 { at_mm[0] } else { middle(i - 1) };
    let to = |i: usize| if i + 1 == n { at_mm[i] } else { middle(i) };
    (0..n).map(|i| (to(i) - from(i)) / whole).collect()
}

#[cfg(test)]
mod tests;
