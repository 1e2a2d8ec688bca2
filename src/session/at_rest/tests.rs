use super::*;
use crate::base::{LengthUnit, Progress, Rigid, Warning};
use crate::engine::{Analysis, Engine, PairForms, UncertaintySettings, open_bvh, open_native_shared};
use crate::exact::BvhEngine;
use crate::export::json::{AnalysisRecord, TimingRecord};
use crate::field::contact::GapKind;
use crate::field::{Question, SurfaceGaps};
use crate::jaw::{Jaw, JawPair, OcclusalFrame, Teeth};
use crate::mesh::{RepairReport, shapes};
use crate::session::zones::{self, ZonesFound, ZonesQuestion};
use crate::session::{Settings, ZonesAnswered};
use glam::DVec3;
use std::sync::Arc;

/// Two balls, one above the other, touching in their files.
fn pair() -> Arc<JawPair> {
    let jaw = |z: f32| {
        let mut mesh = shapes::sphere(24, 5.0);
        mesh.positions.iter_mut().for_each(|p| p.z += z);
        let report = RepairReport { closed: true, ..RepairReport::default() };
        Jaw { name: "ball".into(), blake3: String::new(), unit: LengthUnit::Millimetre, mesh: mesh.into(), report }
    };
    let frame = OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, DVec3::Y).expect("a frame");
    Arc::new(JawPair { upper: jaw(5.0), lower: jaw(-5.0), frame, occlusion: Rigid::IDENTITY, told: Default::default() })
}

/// Pressed 0.2 mm into each other.
fn asked() -> PoseQuestion {
    let upper_from_lower = Rigid::from_translation(DVec3::Z * 0.2);
    let question = Question { upper_from_lower, resolution: 96, ..Question::default() };
    let uncertainty = Some(UncertaintySettings { runs: 3, ..UncertaintySettings::default() });
    let centre = DVec3::new(0.0, 1.0, 0.0);
    // Balls have no teeth: whole scans are judged.
    PoseQuestion { uncertainty, ..PoseQuestion::of_settings(question, &Settings::default(), centre) }
}

fn ask(engine: &mut dyn Engine, pair: &Arc<JawPair>, asked: &PoseQuestion, known: Known) -> PoseAnswer {
    answer(engine, (pair, pair.frame), asked, known, &Progress::default()).expect("an answer")
}

fn record(answer: &PoseAnswer) -> AnalysisRecord {
    answer.record(Provenance { warnings: vec![Warning::new("odd")], ..Provenance::default() })
}

#[test]
fn a_record_holds_its_question() {
    let pair = pair();
    let mut engine = open_bvh(&pair).expect("a surface");
    for gap in [GapKind::Closest, GapKind::Projected] {
        let asked = PoseQuestion { contact_gap: gap, ..asked() };
        let found = ask(engine.as_mut(), &pair, &asked, Known::default());
        let stored = record(&found);
        assert_eq!(PoseQuestion::of_record(&stored), Ok(asked));
        assert!(stored.bite.is_some(), "by closest gap, whatever the areas are of");
        let zones = stored.zones.as_ref().map(Vec::len);
        assert!(zones == Some(found.zones().len()) && zones > Some(0), "{zones:?}");
        assert_eq!(stored.object_space.is_some(), stored.timing_ms.object_space.is_some());
        // What was said about the scans stands before what the pose gives rise to.
        assert_eq!(stored.warnings[0], "odd");
    }
}

#[test]
fn an_engine_that_shares_what_others_have_answers_the_same() {
    let (pair, asked) = (pair(), asked());
    let forms = PairForms::new(pair.clone());
    let trees = forms.trees(&Progress::default()).expect("nobody cancels");
    let known = || {
        let mut engine = open_native_shared(&forms).expect("a surface");
        let found = ask(engine.as_mut(), &pair, &asked, Known::default());
        let own = engine.trees(&Progress::default()).expect("nobody cancels");
        assert!(Arc::ptr_eq(&own, &trees), "the trees are made once");
        found
    };
    let (once, again) = (known(), known());
    assert_eq!((once.contact, &once.bite, &once.uncertainty), (again.contact, &again.bite, &again.uncertainty));
    // Poses nearby that are known are not tried again, and are of this pose alone.
    let uncertainty = once.uncertainty.expect("asked for");
    let plain = PoseQuestion { uncertainty: None, ..asked.clone() };
    assert_eq!(plain.clone().with_known(Some(&uncertainty)), asked);
    let mut moved = plain.clone();
    moved.question.upper_from_lower = Rigid::IDENTITY;
    for other in [moved, PoseQuestion { contact_gap: GapKind::Projected, ..plain }] {
        assert_eq!(other.with_known(Some(&uncertainty)).uncertainty, None);
    }
}

/// What a window knows of the pose at which it rests.
fn zones_of(pair: &Arc<JawPair>, asked: &PoseQuestion) -> ZonesAnswered {
    let Question { upper_from_lower, thresholds_mm, range_mm, .. } = asked.question.clone();
    let scope = asked.scope(&Teeth::default());
    let question = ZonesQuestion { upper_from_lower, thresholds_mm, scope, range_mm };
    let exact = BvhEngine::new(pair);
    let ZonesFound { contact, gaps } = zones::answer(&exact, &question, &Progress::default()).expect("not cancelled");
    ZonesAnswered { asked: question, contact, gaps, took_ms: 0.0 }
}

#[test]
fn contacts_that_are_known_are_not_cut_again_and_are_of_this_pose_alone() {
    let (pair, asked) = (pair(), asked());
    let ask = |asked: &PoseQuestion, zones: Option<ZonesAnswered>| {
        let (mut engine, mut shown) = (open_bvh(&pair).expect("a surface"), None);
        let known = Known { zones, ..Known::default() };
        let show = |_: &Analysis, gaps: &SurfaceGaps| shown = Some(gaps.clone());
        let answer = answer_showing(engine.as_mut(), (&pair, pair.frame), asked, known, &Progress::default(), show);
        let found = answer.expect("an answer");
        assert_eq!(shown.as_ref(), found.gaps.as_deref());
        found
    };
    for gap in [GapKind::Closest, GapKind::Projected] {
        let asked = PoseQuestion { contact_gap: gap, ..asked.clone() };
        let (anew, zones) = (ask(&asked, None), zones_of(&pair, &asked));
        let known = ask(&asked, Some(zones.clone()));
        assert!(known.judged.as_ref().is_some_and(|judged| Arc::ptr_eq(judged, &zones.contact)));
        assert!(known.gaps.as_ref().is_some_and(|gaps| Arc::ptr_eq(gaps, &zones.gaps)));
        let said = |answer: &PoseAnswer| AnalysisRecord { timing_ms: TimingRecord::default(), ..record(answer) };
        assert_eq!(said(&known).to_text(), said(&anew).to_text());
        // The twins: another pose, and a threshold that was not cut.
        let moved = Rigid::from_translation(DVec3::Z * 0.19);
        let other = Question { upper_from_lower: moved, ..asked.question.clone() };
        for other in
            [PoseQuestion { question: other, ..asked.clone() }, PoseQuestion { zone_threshold_mm: 0.07, ..asked }]
        {
            let found = ask(&other, Some(zones.clone()));
            assert!(found.judged.is_some_and(|judged| !Arc::ptr_eq(&judged, &zones.contact)));
        }
    }
}

#[test]
fn what_cannot_be_asked_is_named() {
    let pair = pair();
    let good = record(&ask(open_bvh(&pair).expect("a surface").as_mut(), &pair, &asked(), Known::default()));
    type Spoil = fn(&mut AnalysisRecord);
    let spoils: [(Spoil, &str); 6] = [
        (|r| r.upper_from_lower[0][0] = 2.0, "pose"),
        (|r| r.settings.resolution = 4, "resolution"),
        (|r| r.zone_threshold_mm = Some(-0.1), "threshold"),
        (|r| r.settings.patches = Some(99), "projections"),
        (|r| r.settings.direction = Some([0.0, 0.0, 2.0]), "direction"),
        (
            |r| r.settings.uncertainty = Some(UncertaintySettings { runs: 0, ..UncertaintySettings::default() }),
            "nearby",
        ),
    ];
    for (spoil, named) in spoils {
        let mut spoilt = good.clone();
        spoil(&mut spoilt);
        let said = PoseQuestion::of_record(&spoilt).expect_err(named).to_string();
        assert!(said.contains(named), "{said}");
    }
}
