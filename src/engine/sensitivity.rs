//! Which contacts come and go over a range of settings that nobody knows exactly: the same movement with every inclination and every
//! Bennett angle of a grid, and of every pair of teeth in how many of them it touches.
use super::swept_contact::SweptContact;
use crate::base::Progress;
use crate::jaw::Fdi;
use crate::jaw::motion::{Articulator, BothSides, CondylarGuide, INTERCUSPAL_MM};
use std::collections::BTreeMap;

/// Settings that are gone through, degrees, to the articulator's plane.
#[derive(Clone, Debug, PartialEq)]
pub struct SettingsGrid {
    pub sci_deg: Vec<f64>,
    pub bennett_deg: Vec<f64>,
}

/// What populations have: 25 to 45, and 5 to 15.
impl Default for SettingsGrid {
    fn default() -> Self {
        Self { sci_deg: vec![25.0, 30.0, 35.0, 40.0, 45.0], bennett_deg: vec![5.0, 10.0, 15.0] }
    }
}

impl SettingsGrid {
    /// By inclination, then by Bennett angle.
    pub fn settings(&self) -> Vec<[f64; 2]> {
        self.sci_deg.iter().flat_map(|sci| self.bennett_deg.iter().map(|bennett| [*sci, *bennett])).collect()
    }

    /// An articulator with settings of the grid on both sides; all else as it was.
    pub fn set(articulator: &Articulator, [sagittal_deg, bennett_deg]: [f64; 2]) -> Articulator {
        let with = |guide: CondylarGuide| CondylarGuide { sagittal_deg, bennett_deg, ..guide };
        let BothSides { right, left } = articulator.guides;
        Articulator { guides: BothSides { right: with(right), left: with(left) }, ..*articulator }
    }
}

/// Two teeth that touch outside the bite with some of the settings.
#[derive(Clone, Debug, PartialEq)]
pub struct PairSensitivity {
    pub upper: Fdi,
    pub lower: Fdi,
    /// With each of the settings: from where to where on the path, mm.
    pub touches: Vec<Option<[f64; 2]>>,
}

impl PairSensitivity {
    pub fn n(&self) -> usize {
        self.touches.iter().flatten().count()
    }

    /// Whether it touches with some settings and not with others.
    pub fn depends(&self) -> bool {
        self.n() < self.touches.len()
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Sensitivity {
    pub settings: Vec<[f64; 2]>,
    /// Pairs that no settings bring into contact are not among them.
    pub pairs: Vec<PairSensitivity>,
    /// Of triangles of both jaws that touch outside the bite: with how many of the settings.
    pub triangles: [BTreeMap<u32, usize>; 2],
    /// Of each of the settings the steps in which nothing guided the jaw.
    pub holes: Vec<usize>,
}

/// The contact of one movement, with where on it each step is, mm.
pub struct Run {
    pub swept: SweptContact,
    pub at_mm: Vec<f64>,
}

/// Runs a movement with all settings of a grid, one after the other: each takes all processors.
///
/// # Errors
/// What `run` says, and cancelling.
pub fn sensitivity<E>(
    grid: &SettingsGrid,
    progress: &Progress,
    mut run: impl FnMut([f64; 2], &Progress) -> Result<Run, E>,
) -> Result<Sensitivity, E> {
    let settings = grid.settings();
    let mut found = Sensitivity { settings, pairs: Vec::new(), triangles: Default::default(), holes: Vec::new() };
    let mut pairs: BTreeMap<(Fdi, Fdi), PairSensitivity> = BTreeMap::new();
    let n = found.settings.len();
    for (i, settings) in found.settings.clone().into_iter().enumerate() {
        let part = progress.part(i as f64 / n as f64, (i + 1) as f64 / n as f64);
        let Run { swept, at_mm } = run(settings, &part)?;
        found.holes.push(swept.steps.iter().filter(|step| step.is_none()).count());
        // What the bite has is not of the movement.
        for pair in swept.pairs.iter().filter(|pair| at_mm[pair.last_step] > INTERCUSPAL_MM) {
            let (upper, lower) = (pair.upper, pair.lower);
            let known = pairs.entry((upper, lower));
            let known = known.or_insert_with(|| PairSensitivity { upper, lower, touches: vec![None; n] });
            known.touches[i] = Some([at_mm[pair.first_step], at_mm[pair.last_step]]);
        }
        for (places, triangles) in swept.places.iter().zip(&mut found.triangles) {
            for place in places.iter().filter(|place| at_mm[place.last_step] > INTERCUSPAL_MM) {
                *triangles.entry(place.triangle).or_default() += 1;
            }
        }
    }
    found.pairs = pairs.into_values().collect();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cancelled, Rigid};
    use crate::engine::{SweptQuestion, swept_contact};
    use crate::exact::BvhEngine;
    use crate::field::contact::ScopeAsked;
    use crate::jaw::motion::{Course, Guide, HingeFrame, MotionPath, Movement, MovementKind, Refining, Side};
    use crate::jaw::teeth::split;
    use crate::jaw::{JawPair, JawSide, PairOptions, Scan, Teeth, incisal_point, prepare_pair, sample_case};

    fn sample() -> JawPair {
        let (upper, lower) = sample_case(&Progress::default()).expect("the sample case");
        let scan = |raw| Scan { name: "scan".into(), blake3: String::new(), raw, warnings: Vec::new() };
        prepare_pair(scan(upper), scan(lower), &PairOptions::default(), &Progress::default()).expect("a pair").0
    }

    #[test]
    fn every_cell_is_what_its_single_run_is() {
        let pair = sample();
        let of = |side: JawSide| split(&pair.jaw(side).mesh, side, &pair.frame, &Progress::default()).expect("teeth");
        let (exact, teeth) = (BvhEngine::new(&pair), Teeth { upper: of(JawSide::Upper), lower: of(JawSide::Lower) });
        let incisal = incisal_point(&pair.frame, &pair.lower.mesh).expect("incisors");
        let run = |[sci, bennett]: [f64; 2], progress: &Progress| -> Result<Run, Cancelled> {
            let articulator = SettingsGrid::set(&Articulator::default(), [sci, bennett]);
            let hinge = HingeFrame::average(&pair.frame, incisal, &articulator);
            let kind = MovementKind::Lateral { working: Side::Right, forward: 0.0 };
            let course = Course::new(&articulator, &hinge, Movement { kind, amount_mm: 2.0 });
            let refining = Refining { length_mm: 2.0, molars: hinge.molars(), steps: Some(9) };
            let path = MotionPath::without_teeth(&course, Guide::Free, &refining, progress)?;
            let pose = |motion| hinge.upper_from_lower(&motion, &Rigid::IDENTITY);
            let poses: Vec<_> = path.steps.iter().map(|step| step.motion().map(pose)).collect();
            let at_mm: Vec<f64> = path.steps.iter().map(|step| step.s_mm).collect();
            let asked = SweptQuestion { thresholds_mm: vec![0.1], zone_threshold_mm: 0.1, scope: ScopeAsked::whole() };
            let swept = swept_contact(&exact, &poses, &at_mm, &asked, (&teeth, &pair.frame), progress)?;
            Ok(Run { swept, at_mm })
        };
        let grid = SettingsGrid { sci_deg: vec![0.0, 45.0], bennett_deg: vec![5.0, 15.0] };
        let found = sensitivity(&grid, &Progress::default(), run).expect("not cancelled");
        assert_eq!(found.settings, [[0.0, 5.0], [0.0, 15.0], [45.0, 5.0], [45.0, 15.0]]);
        for (i, settings) in found.settings.iter().enumerate() {
            let Run { swept, at_mm } = run(*settings, &Progress::default()).expect("not cancelled");
            let single: BTreeMap<_, _> = swept
                .pairs
                .iter()
                .map(|p| ((p.upper, p.lower), [at_mm[p.first_step], at_mm[p.last_step]]))
                .filter(|(_, [_, last])| *last > INTERCUSPAL_MM)
                .collect();
            let cell: BTreeMap<_, _> =
                found.pairs.iter().filter_map(|p| Some(((p.upper, p.lower), p.touches[i]?))).collect();
            assert_eq!(cell, single, "{settings:?}");
        }
        // A level path keeps teeth together that a steep one parts: some contacts depend on it.
        assert!(found.pairs.iter().any(PairSensitivity::depends), "{:?}", found.pairs);
        let most = found.triangles[0].values().max().copied().unwrap_or_default();
        assert!((1..=4).contains(&most));
        // The twin: without the grid nothing depends on it.
        let same = SettingsGrid { sci_deg: vec![0.0, 0.0], bennett_deg: vec![5.0] };
        let same = sensitivity(&same, &Progress::default(), run).expect("not cancelled");
        assert!(!same.pairs.is_empty() && !same.pairs.iter().any(PairSensitivity::depends));
        let cancelled = Progress::default();
        cancelled.cancel();
        assert!(sensitivity(&grid, &cancelled, run).is_err());
    }
}
