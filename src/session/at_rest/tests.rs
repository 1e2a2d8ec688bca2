use super::*;
use crate::base::{LengthUnit, Progress, Rigid, Warning};
use crate::engine::{Engine, PairForms, UncertaintySettings, open_bvh, open_native_shared};
use crate::export::json::AnalysisRecord;
use crate::field::Question;
use crate::field::contact::GapKind;
use crate::jaw::{Jaw, JawPair, OcclusalFrame};
use crate::mesh::{RepairReport, shapes};
use crate::session::Settings;
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
    Arc::new(JawPair { upper: jaw(5.0), lower: jaw(-5.0), frame })
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
