//! How sure the contacts are: the pose of two scans is known to some hundredths of a millimetre at best, so the contact is
//! found again in many poses nearby, drawn by a seeded chance.
use super::contact::{Contact, ContactQuestion, contact_near};
use super::nearby_gaps::{Watched, WatchedGaps};
use super::poses_nearby::UncertaintyQuestion;
use crate::base::{Cancelled, Progress};
use crate::exact::BvhEngine;
use crate::field::contact::{GapKind, Levels, Zone};
use crate::field::{GapSpread, Question};
use std::sync::Arc;

/// A figure over all poses: 5 % of them are below `low` and 5 % above `high`.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Spread {
    pub low: f64,
    pub median: f64,
    pub high: f64,
}

/// The contact of one pose, as far as it is kept.
#[derive(Clone, Debug, PartialEq)]
struct Run {
    /// Of each jaw at each level, mm².
    areas_mm2: [Vec<f64>; 2],
    /// Every triangle in contact at the largest level with its smallest gap, ascending.
    triangles: [Vec<(u32, f32)>; 2],
    /// At the vertices that are watched, if any are, until all poses are there.
    gaps: WatchedGaps,
}

impl Run {
    fn without_gaps(&self) -> Self {
        let Self { areas_mm2, triangles, .. } = self;
        Self { areas_mm2: areas_mm2.clone(), triangles: triangles.clone(), gaps: WatchedGaps::default() }
    }
}

/// The contact by closest gap of many poses.
#[derive(Clone, Debug, PartialEq)]
pub struct Uncertainty {
    pub asked: UncertaintyQuestion,
    levels: Levels,
    /// In the order of the poses.
    runs: Vec<Arc<Run>>,
    /// Where gaps are measured; `None`: they are left out.
    watched: Option<Arc<Watched>>,
    spread: Option<Arc<GapSpread>>,
}

impl Uncertainty {
    /// All poses have been looked at.
    pub fn is_complete(&self) -> bool {
        self.runs.len() >= self.asked.settings.runs as usize
    }

    /// Poses that have been looked at so far.
    pub fn n_runs(&self) -> usize {
        self.runs.len()
    }

    /// How a jaw's area at a threshold is spread; `None` where it was not asked for.
    pub fn area_mm2(&self, side: usize, threshold_mm: f64) -> Option<Spread> {
        let level = self.levels.place(threshold_mm)?;
        let mut areas: Vec<f64> = self.runs.iter().map(|run| run.areas_mm2[side][level]).collect();
        areas.sort_by(f64::total_cmp);
        let at = |share: f64| areas.get(((areas.len().max(1) - 1) as f64 * share).round() as usize).copied();
        Some(Spread { low: at(0.05)?, median: at(0.5)?, high: at(0.95)? })
    }

    /// In what share of the poses any of a contact's triangles is in contact, 0 to 1.
    pub fn share(&self, zone: &Zone, threshold_mm: f64) -> f64 {
        let touches = |run: &&Arc<Run>| {
            [0, 1].into_iter().any(|side| any_within(&run.triangles[side], &zone.triangles[side], threshold_mm as f32))
        };
        self.runs.iter().filter(touches).count() as f64 / self.runs.len().max(1) as f64
    }

    /// By how much the gap differs in the poses that were looked at when it was last asked: after every tenth of them.
    pub fn spread(&self) -> Option<&Arc<GapSpread>> {
        self.spread.as_ref()
    }

    fn add(&mut self, run: Run) {
        self.runs.push(Arc::new(run));
        if let Some(watched) =
            self.watched.as_ref().filter(|_| self.is_complete() || self.runs.len().is_multiple_of(SPREAD_EVERY))
        {
            let poses: Vec<&WatchedGaps> = self.runs.iter().map(|run| &run.gaps).collect();
            self.spread = Some(Arc::new(watched.spread(&poses)));
        }
        if self.is_complete() {
            // Nobody asks for single poses' any more.
            self.runs.iter_mut().for_each(|run| *run = Arc::new(run.without_gaps()));
        }
    }
}

/// Whether poses nearby are to say more than areas and shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NearbyGaps {
    /// By how much the gap differs ([`Uncertainty::spread`]): for a picture alone.
    Measured,
    LeftOut,
}

/// What the picture shows follows after so many poses.
const SPREAD_EVERY: usize = 10;

/// Both ascending by triangle.
fn any_within(found: &[(u32, f32)], of: &[u32], threshold_mm: f32) -> bool {
    of.iter().any(|triangle| {
        let place = found.binary_search_by_key(triangle, |(t, _)| *t);
        place.is_ok_and(|place| found[place].1 <= threshold_mm)
    })
}

/// Looks at all the poses but for those that are known already (`so_far`, of the same question; without their gaps they serve nobody
/// who wants gaps); `tell` hears of what is known after each.
///
/// # Errors
/// [`Cancelled`] within some tenths of a second when it is no longer wanted.
pub fn uncertainty(
    exact: &BvhEngine,
    (asked, gaps): (&UncertaintyQuestion, NearbyGaps),
    so_far: Option<&Uncertainty>,
    progress: &Progress,
    tell: &mut dyn FnMut(&Uncertainty),
) -> Result<Uncertainty, Cancelled> {
    let thresholds_mm = &asked.thresholds_mm;
    let contact = ContactQuestion {
        gap: GapKind::Closest,
        zone_thresholds_mm: thresholds_mm.clone(),
        curve_mm: Vec::new(),
        scope: asked.scope.clone(),
    };
    let serves =
        |known: &&Uncertainty| known.asked == *asked && (known.watched.is_some() || gaps == NearbyGaps::LeftOut);
    let mut found = match so_far.filter(serves) {
        Some(so_far) => so_far.clone(),
        None => begun(exact, (asked, gaps), progress)?,
    };
    for (i, upper_from_lower) in asked.poses().enumerate().skip(found.runs.len()) {
        progress.at(i as f64 / f64::from(asked.settings.runs.max(1)))?;
        let question = Question { upper_from_lower, thresholds_mm: thresholds_mm.clone(), ..Question::default() };
        let contact = contact_near(exact, (&question, &contact), progress)?;
        let gaps = found.watched.as_ref().map(|w| w.gaps_in(exact, &upper_from_lower)).unwrap_or_default();
        found.add(run(&contact, &found.levels, gaps));
        tell(&found);
    }
    Ok(found)
}

/// No pose has been looked at.
fn begun(
    exact: &BvhEngine,
    (asked, gaps): (&UncertaintyQuestion, NearbyGaps),
    progress: &Progress,
) -> Result<Uncertainty, Cancelled> {
    let levels = Levels::new(asked.thresholds_mm.iter().copied());
    let watched = match gaps {
        NearbyGaps::Measured => Some(Arc::new(Watched::find(exact, asked, progress)?)),
        NearbyGaps::LeftOut => None,
    };
    Ok(Uncertainty { asked: asked.clone(), levels, runs: Vec::new(), watched, spread: None })
}

fn run(contact: &Contact, levels: &Levels, gaps: WatchedGaps) -> Run {
    let areas = |side: usize| levels.mm().iter().map(|mm| contact.sheet.within(side, *mm).unwrap_or(0.0)).collect();
    let triangles = |side: usize| {
        let found = contact.sheet.sides[side].triangles.iter();
        found.map(|t| (t.triangle, t.min_gap_mm as f32)).collect()
    };
    Run { areas_mm2: [areas(0), areas(1)], triangles: [triangles(0), triangles(1)], gaps }
}

#[cfg(test)]
mod tests {
    use super::super::poses_nearby::UncertaintySettings;
    use super::*;
    use crate::base::{LengthUnit, Rigid};
    use crate::field::contact::ScopeAsked;
    use crate::jaw::{Jaw, JawPair, OcclusalFrame};
    use crate::mesh::{RepairReport, shapes};
    use glam::DVec3;

    fn zone(upper: Vec<u32>) -> Zone {
        Zone {
            centroid: DVec3::ZERO,
            area_mm2: [1.0; 2],
            penetrating_mm2: [0.0; 2],
            min_gap_mm: 0.0,
            triangles: [upper, Vec::new()],
        }
    }

    /// Twenty poses: triangle 3 always within 0.05 mm, triangle 7 in every other pose, triangle 9 once.
    fn known() -> Uncertainty {
        let levels = Levels::new([0.05, 0.1]);
        let run = |i: u32| {
            let mut upper = vec![(3, 0.01)];
            if i.is_multiple_of(2) {
                upper.push((7, 0.08));
            }
            if i == 5 {
                upper.push((9, 0.05));
            }
            let area = f64::from(i) * 0.1;
            Arc::new(Run {
                areas_mm2: [vec![0.0, area, 1.0 + area], vec![0.0; 3]],
                triangles: [upper, Vec::new()],
                gaps: WatchedGaps::default(),
            })
        };
        let settings = UncertaintySettings::default();
        let asked = UncertaintyQuestion {
            upper_from_lower: Rigid::IDENTITY,
            centre: DVec3::ZERO,
            settings,
            thresholds_mm: vec![0.05, 0.1],
            scope: ScopeAsked::whole(),
        };
        Uncertainty { asked, levels, runs: (0..20).map(run).collect(), watched: None, spread: None }
    }

    #[test]
    fn shares_and_spreads_are_counted() {
        let found = known();
        assert_eq!([3, 7, 9].map(|t| found.share(&zone(vec![t]), 0.1)), [1.0, 0.5, 0.05]);
        assert_eq!(
            [3, 7, 9].map(|t| found.share(&zone(vec![t]), 0.06)),
            [1.0, 0.0, 0.05],
            "less at a smaller threshold"
        );
        assert_eq!(found.share(&zone(vec![7, 9]), 0.1), 0.55);
        assert_eq!(found.share(&zone(vec![7, 9]), 0.01), 0.0);
        let spread = found.area_mm2(0, 0.1).expect("asked for");
        assert!((spread.low - 1.1).abs() < 1e-9 && (spread.high - 2.8).abs() < 1e-9, "{spread:?}");
        assert_eq!(found.area_mm2(0, 0.15), None);
    }

    /// Two balls that touch with their poles.
    fn balls() -> JawPair {
        let jaw = |z_mm: f32| {
            let mut mesh = shapes::sphere(16, 5.0);
            mesh.positions.iter_mut().for_each(|p| p.z += z_mm);
            let report = RepairReport { closed: true, ..RepairReport::default() };
            Jaw { name: String::new(), blake3: String::new(), unit: LengthUnit::Millimetre, mesh: mesh.into(), report }
        };
        let frame = OcclusalFrame { origin: DVec3::ZERO, up: DVec3::Z, front: DVec3::Y, right: DVec3::X };
        JawPair { upper: jaw(5.0), lower: jaw(-4.98), frame, occlusion: Rigid::IDENTITY, told: Default::default() }
    }

    #[test]
    fn gaps_are_measured_only_where_they_are_wanted_and_change_no_figure() {
        let exact = BvhEngine::new(&balls());
        let settings = UncertaintySettings { runs: 12, ..UncertaintySettings::default() };
        let asked = UncertaintyQuestion { settings, ..known().asked };
        let find = |gaps: NearbyGaps, so_far: Option<&Uncertainty>| {
            let mut told = 0;
            let mut tell = |_: &Uncertainty| told += 1;
            let found = uncertainty(&exact, (&asked, gaps), so_far, &Progress::default(), &mut tell);
            (found.expect("nobody cancels"), told)
        };
        let (measured, _) = find(NearbyGaps::Measured, None);
        let (left_out, n_poses) = find(NearbyGaps::LeftOut, None);
        assert_eq!(n_poses, 12);
        assert!(measured.spread().is_some_and(|s| !s.vertices[0].is_empty()) && left_out.spread().is_none());
        assert!(measured.runs.iter().all(|run| run.gaps[0].is_empty()), "single poses' gaps are given back");
        let areas = |found: &Uncertainty| found.runs.iter().map(|r| r.areas_mm2.clone()).collect::<Vec<_>>();
        assert_eq!(areas(&measured), areas(&left_out));
        assert!(measured.area_mm2(0, 0.1).is_some_and(|spread| spread.low > 0.0));
        assert!(measured.runs.iter().zip(&left_out.runs).all(|(a, b)| a.triangles == b.triangles));
        // What is known with gaps serves both, what is known without them only who wants none.
        assert_eq!(find(NearbyGaps::LeftOut, Some(&measured)), (measured.clone(), 0));
        assert_eq!(find(NearbyGaps::LeftOut, Some(&left_out)), (left_out.clone(), 0));
        assert_eq!(find(NearbyGaps::Measured, Some(&left_out)), (measured, 12));
    }
}
