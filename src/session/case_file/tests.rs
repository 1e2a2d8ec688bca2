//! Round trips, older versions, every kind of damage.
mod bites;
#[cfg(test)]
mod scans;

use super::*;
use crate::base::Rigid;
use crate::base::json::RawJson;
use crate::base::palette::Palette;
use crate::export::stl::write_stl;
use crate::export::trim::TrimRecord;
use crate::field::contact::ScopeKind;
use crate::jaw::hinge::AVERAGE_ANATOMY;
use crate::jaw::teeth::landmarks::{Landmark, LandmarkKind};
use crate::jaw::{
    BiteOrigin, Fdi, HingeAnatomy, Jaw, JawPair, JawTrim, KeptSection, Mark, Measure, MeasureKind, OcclusalFrame, Pin,
    SectionKind, SectionPlace, Trim,
};
use crate::mesh::{RepairReport, TriMesh, shapes};
use crate::render::Camera;
use crate::session::settings::JawAppearance;
use crate::session::{BiteChange, Bites, Command, Directions, NamedView, Session, Settings};
use bites::bites;
use glam::{DQuat, DVec3};
use proptest::prelude::*;
use serde_json::{Value, json};

fn stl(mesh: &TriMesh) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_stl((0..mesh.triangles.len()).map(|t| mesh.corners(t)), &mut bytes).unwrap();
    bytes
}

fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

fn archived(name: &str, content: &[u8]) -> Vec<u8> {
    archive::write(&[(name.to_owned(), archive::Entry::Content(content))]).unwrap()
}

fn scan_bytes() -> [Vec<u8>; 2] {
    [stl(&shapes::sphere(6, 3.0)), stl(&shapes::patch(4))]
}

fn packed() -> [PackedScan; 2] {
    scan_bytes().map(|bytes| PackedScan::pack(&bytes, hash(&bytes)).unwrap())
}

pub fn pair() -> Arc<JawPair> {
    let jaw = |mesh: TriMesh| Jaw {
        name: "a".into(),
        blake3: hash(&stl(&mesh)),
        unit: LengthUnit::Inch,
        mesh: mesh.into(),
        report: RepairReport::default(),
    };
    let frame = OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, DVec3::Y).unwrap();
    Arc::new(JawPair {
        upper: jaw(shapes::sphere(6, 3.0)),
        lower: jaw(shapes::patch(4)),
        frame,
        occlusion: Rigid::IDENTITY,
        told: Default::default(),
    })
}

/// Nothing in it is as it is by default.
fn content() -> CaseContent {
    let up = DVec3::new(0.2, -0.3, 0.9);
    let frame = OcclusalFrame::from_up_and_front(DVec3::new(1.0, 2.0, 1.0 / 3.0), up, DVec3::Y).unwrap();
    let camera = Camera {
        target: DVec3::new(0.1, -7.0, 3.0),
        orientation: DQuat::from_rotation_x(0.7) * DQuat::from_rotation_y(-0.3),
        height_mm: 31.7,
        fov_rad: Some(0.4),
    };
    CaseContent {
        unit: LengthUnit::Inch,
        closed: false,
        upper_from_lower: Rigid::from_six([1.0 / 3.0, -2.5, 0.017, 1.0, -2.0, 3.3]),
        bites: bites(Rigid::from_six([0.1, -0.2, 0.3, 0.0, 0.0, 0.0])),
        directions: Some(Directions {
            frame,
            occlusion: Rigid::from_six([0.1, 0.2, 0.3, 4.0, 5.0, 6.0]),
            anatomy: HingeAnatomy { incisal_to_condyle_mm: 91.5, intercondylar_mm: 104.0, balkwill_angle_rad: 0.41 },
        }),
        settings: Settings {
            threshold_mm: 0.02,
            range_mm: 4.0,
            resolution: 1024,
            direction: Some(DVec3::new(0.6, 0.0, -0.8)),
            scope: ScopeKind::Whole,
            iso_step_mm: Some(0.05),
            palette: Palette::Paper1995,
            paint: false,
            upper: JawAppearance { visible: false, opacity: 0.25 },
            lower: JawAppearance { visible: true, opacity: 0.5 },
            added_faces: false,
            x_ray: true,
        },
        notes: "first visit: “high” on 16\nzweite Zeile".into(),
        camera: Some(camera),
        solo: Some(JawSide::Lower),
        layout: "split".into(),
        views: vec![NamedView {
            name: "molars".into(),
            camera: Camera { height_mm: 9.0, ..camera },
            solo: Some(JawSide::Upper),
        }],
        teeth: Some(RawJson::new(r#"{ "16": { "triangles": [1, 2, 3] } }"#)),
        trim: TrimRecord::of(&trim(), &pair()),
        section: Some(KeptSection {
            place: SectionPlace {
                kind: SectionKind::Free,
                at_mm: -12.3,
                turn_deg: 31.0,
                tilt_deg: -4.5,
                through_mm: [1.0, 2.5, -3.0],
            },
            ruler_mm: Some([[0.5, 1.25], [-3.0, 4.0]]),
        }),
        measures: vec![Measure {
            kind: MeasureKind::Surface,
            name: "at 36".into(),
            marks: vec![Mark { side: JawSide::Lower, at: DVec3::new(0.1, -20.0, 3.0) }],
        }],
        motion: Some(RawJson::new(r#"{ "articulator": { "sci_deg": 40 }, "guide": "free" }"#)),
        pins: vec![Pin {
            mark: Mark { side: JawSide::Upper, at: DVec3::new(5.5, 0.0, -1.0) },
            text: "ask again\nin May".into(),
        }],
        placed: vec![Landmark {
            tooth: Fdi::new(21).unwrap(),
            kind: LandmarkKind::Mesial,
            at: DVec3::new(0.5, 1.0, 2.0),
            confidence: 1.0,
        }],
        recovery: Some(RecoveryRecord {
            case: Some("/a/b.occ".into()),
            scans: Some(["u".into(), "l".into()]),
            name: "b".into(),
        }),
        saved: "2026-02-28 14:03".into(),
        others: vec![("later".to_owned(), RawJson::new(r#"[1, { "x": null }]"#))],
        doubt: None,
    }
}

fn trim() -> Trim {
    Trim { upper: JawTrim::of([1, 2, 3, 7]), lower: JawTrim::of([0]) }
}

fn file() -> CaseFile {
    CaseFile::embedding(content(), packed())
}

fn nothing_beside(path: &Path) -> Result<Vec<u8>, String> {
    Err(format!("{}: there is no such file", path.display()))
}

fn read_scans(file: &CaseFile) -> Result<[Vec<u8>; 2], CaseError> {
    let read = |i: usize| file.scans[i].read(SIDES[i].0, Path::new("d"), &nothing_beside);
    Ok([read(0)?, read(1)?])
}

/// Numbers may come back in another last digit: JSON text, and rotations made orthonormal again.
fn near(a: &CaseContent, b: &CaseContent) -> bool {
    let numbers = |c: &CaseContent| {
        let d = c.directions.expect("it has directions");
        let rows = [c.upper_from_lower, d.occlusion].map(|r| r.to_rows());
        let vectors =
            [d.frame.origin, d.frame.up, d.frame.front, d.frame.right, c.settings.direction.unwrap_or_default()];
        let cameras = c.camera.iter().chain(c.views.iter().map(|v| &v.camera));
        let mut all: Vec<f64> = rows.as_flattened().as_flattened().to_vec();
        all.extend(vectors.iter().flat_map(|v| v.to_array()));
        for camera in cameras {
            all.extend(camera.target.to_array().iter().chain(&camera.orientation.to_array()));
            all.extend([camera.height_mm, camera.fov_rad.unwrap_or(-1.0)]);
        }
        all.extend([d.anatomy.incisal_to_condyle_mm, d.anatomy.intercondylar_mm, d.anatomy.balkwill_angle_rad]);
        all.extend([c.settings.threshold_mm, c.settings.range_mm]);
        all
    };
    // Ten units in the last place of lengths up to 128 mm.
    let same = numbers(a).iter().zip(numbers(b)).all(|(x, y)| (x - y).abs() < 10.0 * 128.0 * f64::EPSILON);
    let rest = |c: &CaseContent| {
        let settings = Settings { direction: None, threshold_mm: 0.0, range_mm: 0.0, ..c.settings.clone() };
        CaseContent {
            upper_from_lower: Rigid::IDENTITY,
            directions: None,
            camera: None,
            views: c
                .views
                .iter()
                .map(|v| NamedView { name: v.name.clone(), camera: Camera::default(), solo: v.solo })
                .collect(),
            settings,
            ..c.clone()
        }
    };
    same && numbers(a).len() == numbers(b).len() && rest(a) == rest(b)
}

#[test]
fn every_field_comes_back() {
    let before = file();
    let after = CaseFile::read(before.to_bytes().unwrap()).unwrap();
    assert!(near(&after.content, &before.content), "{:#?}", after.content);
    assert_eq!(read_scans(&after).unwrap(), scan_bytes());
    assert_eq!(after.scans.each_ref().map(|s| s.name.as_str()), ["upper.stl", "lower.stl"]);
    // Read and written again it is the same once more: what was packed is copied.
    let again = CaseFile::read(after.to_bytes().unwrap()).unwrap();
    assert!(near(&again.content, &before.content));
    assert_eq!(read_scans(&again).unwrap(), scan_bytes());
    // The twins: each kind of field makes a difference.
    type Spoil = fn(&mut CaseContent);
    let spoils: [Spoil; 22] = [
        |c| c.upper_from_lower.translation.x += 1e-9,
        |c| c.bites = Bites::default(),
        |c| c.bites = bites(Rigid::from_translation(DVec3::X)),
        |c| c.bites = Bites::of(c.bites.list().to_vec(), 0, BiteOrigin::Hand).unwrap(),
        |c| c.directions.as_mut().unwrap().anatomy.balkwill_angle_rad += 1e-9,
        |c| c.settings.upper.opacity = 0.26,
        |c| c.settings.palette = Palette::Default,
        |c| c.settings.scope = ScopeKind::Teeth,
        |c| c.notes.push('x'),
        |c| c.views[0].camera.height_mm += 1e-9,
        |c| c.teeth = None,
        |c| c.trim = None,
        |c| c.section = None,
        |c| c.section.as_mut().unwrap().ruler_mm = None,
        |c| c.measures[0].marks[0].at.x += 1e-9,
        |c| c.measures[0].name.push('x'),
        |c| c.pins[0].mark.at.z += 1e-9,
        |c| c.pins[0].text.push('x'),
        |c| c.placed[0].at.x += 1e-9,
        |c| c.placed[0].kind = LandmarkKind::Edge,
        |c| c.others.clear(),
        |c| c.closed = true,
    ];
    for (i, spoil) in spoils.into_iter().enumerate() {
        let mut spoilt = content();
        spoil(&mut spoilt);
        assert!(!near(&after.content, &spoilt), "{i}");
    }
}

#[test]
fn a_session_comes_back_from_its_file() {
    let pair = pair();
    let session = content().session(pair.clone());
    let kept = CaseContent { notes: "n".into(), layout: "map".into(), ..CaseContent::default() };
    let file = CaseFile::embedding(CaseContent::of(&session, &kept), packed());
    let read = CaseFile::read(file.to_bytes().unwrap()).unwrap().content;
    assert_eq!((read.layout.as_str(), read.unit), ("map", LengthUnit::Inch));
    assert_eq!(read.notes, content().notes, "what is written is the session's, not what it was opened with");
    let again = read.session(pair);
    let moved = again.upper_from_lower().translation - session.upper_from_lower().translation;
    assert!(moved.length() < 1e-12 && again.settings() == session.settings());
    assert_eq!((again.notes(), again.views().len()), (session.notes(), 1));
    assert!(again.hinge().point.distance(session.hinge().point) < 1e-9, "the hinge follows the directions");
    let estimated = CaseContent { directions: None, ..content() }.session(again.pair().clone());
    assert!(estimated.hinge().point.distance(session.hinge().point) > 1.0, "the twin");
    assert!(again.undo_name().is_none());
    assert_eq!((again.trim(), session.trim()), (&trim(), &trim()));
    assert_eq!((again.section(), again.measures()), (session.section(), session.measures()));
    assert!(again.section().is_some() && again.measures().len() == 1);
    assert_eq!((again.pins(), again.placed()), (session.pins(), session.placed()));
    assert!(again.pins().len() == 1 && again.placed().len() == 1);
}

#[test]
fn trimmed_surface_of_other_triangles_stays_in_the_case_until_something_is_trimmed_anew() {
    let kept = content();
    let mut other = (*pair()).clone();
    Arc::make_mut(&mut other.upper.mesh).positions[0].x += 0.01;
    let other = Arc::new(other);
    let mut session = kept.session(other.clone());
    assert!(session.trim().is_empty() && kept.doubts(&other).len() == 1);
    assert_eq!(CaseContent::of(&session, &kept).trim, kept.trim);
    // The scans of that day have it again.
    assert_eq!(CaseContent::of(&session, &kept).session(pair()).trim(), &trim());
    session.apply(&Command::SwapJaws);
    assert_eq!(CaseContent::of(&session, &kept).trim, kept.trim.as_ref().map(TrimRecord::swapped));
    session.undo();
    // The twins: something is trimmed anew, and taken back; surface that does fit is brought back by hand.
    session.apply(&Command::Trim { side: JawSide::Lower, trim: JawTrim::of([3]) });
    assert_eq!(CaseContent::of(&session, &kept).trim, TrimRecord::of(session.trim(), &other));
    session.undo();
    assert_eq!(CaseContent::of(&session, &kept).trim, kept.trim);
    let mut fits = kept.session(pair());
    for side in [JawSide::Upper, JawSide::Lower] {
        fits.apply(&Command::Trim { side, trim: JawTrim::default() });
    }
    assert_eq!((CaseContent::of(&fits, &kept).trim, kept.doubts(&pair())), (None, vec![]));
}

#[test]
fn nothing_but_the_scans_is_needed() {
    let record = json!({
        "schema": "occluscope/case/1",
        "scans": {
            "upper": { "name": "upper.stl", "blake3": hash(b"u"), "bytes": 1, "unit": "mm", "embedded": true },
            "lower": { "name": "lower.stl", "blake3": hash(b"l"), "bytes": 1, "unit": "mm", "embedded": true },
        },
        "settings": { "palette": "of a later program", "upper": { "visible": false } },
    });
    let file = CaseFile::read(with_record(&record)).unwrap();
    let hidden = JawAppearance { visible: false, opacity: 1.0 };
    let settings = Settings { upper: hidden, ..Settings::default() };
    assert_eq!(file.content, CaseContent { settings, ..CaseContent::default() });
    assert_eq!(AVERAGE_ANATOMY, file.content.session(pair()).directions().anatomy);
}

/// An archive with this record and two scans of one byte.
fn with_record(record: &Value) -> Vec<u8> {
    let record = record.to_string();
    let entries = [("case.json", record.as_bytes()), ("upper.stl", b"u"), ("lower.stl", b"l")];
    archive::write(&entries.map(|(name, content)| (name.to_owned(), Entry::Content(content)))).unwrap()
}

fn version_0() -> Value {
    let scan = |name: &str, bytes: &[u8]| json!({ "name": name, "blake3": hash(bytes), "bytes": 1, "unit": "mm", "embedded": true });
    json!({
        "schema": "occluscope/case/0",
        "version": "0.0.3",
        "upper": scan("upper.stl", b"u"),
        "lower": scan("lower.stl", b"l"),
        "pose": [1.5, -2.0, 0.25, 10.0, 0.0, 0.0],
        "threshold_um": 50.0,
        "notes": "old",
    })
}

fn migrated_draft() -> Value {
    serde_json::from_str(&migrate::migrate(version_0().to_string()).unwrap()).unwrap()
}

#[test]
fn an_old_case_is_migrated_and_a_newer_one_refused() {
    let file = CaseFile::read(with_record(&version_0())).unwrap();
    let wanted = Rigid::from_six([1.5, -2.0, 0.25, 10.0, 0.0, 0.0]);
    let off = (file.content.upper_from_lower.rotation - wanted.rotation).to_cols_array();
    assert!(off.iter().all(|x| x.abs() < 1e-12), "{off:?}");
    assert_eq!(file.content.upper_from_lower.translation, wanted.translation);
    assert_eq!((file.content.settings.threshold_mm, file.content.notes.as_str()), (0.05, "old"));
    assert_eq!(read_scans(&file).unwrap(), [b"u".to_vec(), b"l".to_vec()]);
    // What it was is written as what it is now.
    let again = CaseFile::read(file.to_bytes().unwrap()).unwrap();
    assert_eq!(again.content.notes, "old");
    let mut newer = version_0();
    newer["schema"] = json!("occluscope/case/2");
    let said = CaseFile::read(with_record(&newer)).unwrap_err().to_string();
    assert!(said.contains("newer Occluscope") && said.contains("update the program"), "{said}");
}

#[test]
fn every_damage_has_its_sentence() {
    let whole = file().to_bytes().unwrap();
    let said = |bytes: Vec<u8>| match CaseFile::read(bytes).and_then(|f| read_scans(&f)) {
        Ok(_) => "whole".to_owned(),
        Err(error) => error.to_string(),
    };
    assert_eq!(said(whole.clone()), "whole");
    for (bytes, wanted) in [
        (Vec::new(), "not a case"),
        (b"solid x\nendsolid x\n".to_vec(), "not a case"),
        (whole[..whole.len() / 2].to_vec(), "damaged (its table"),
        (archived("other.json", b"{}"), "not a case"),
        (archived("case.json", b"{"), "not a case"),
        (archived("case.json", b"{\"schema\":\"x\"}"), "not a case"),
        (archived("case.json", b"{\"schema\":\"occluscope/case/1\"}"), "impossible about a field"),
    ] {
        let text = said(bytes);
        assert!(text.contains(wanted) && !text.contains('\n'), "{text:?} is not about {wanted:?}");
    }
    type Spoil = fn(&mut Value);
    let spoils: [(Spoil, &str); 23] = [
        (|r| r["upper_from_lower"] = json!([[2, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]), "the pose"),
        (|r| r["upper_from_lower"] = json!([[1, 0], [0, 1]]), "a field"),
        (|r| r["settings"] = json!({ "threshold_mm": -1 }), "settings of the analysis"),
        (|r| r["settings"] = json!({ "resolution": 1_000_000 }), "settings of the analysis"),
        (|r| r["settings"] = json!({ "direction": [0, 0, 0] }), "projection's direction"),
        (|r| r["camera"] = json!({ "target": [0, 0, 0], "orientation": [0, 0, 0, 0], "height_mm": 1 }), "a view"),
        (|r| r["directions"] = json!({ "origin": [0, 0, 0], "up": [0, 0, 1], "front": [0, 0, 1] }), "directions"),
        (|r| r["scans"]["upper"]["name"] = json!("../upper.stl"), "a scan"),
        (|r| beside(r, "//host/share/u.stl"), "another machine"),
        (|r| beside(r, r"\\host\share\u.stl"), "another machine"),
        (|r| beside(r, "/dev/zero"), "another machine"),
        (|r| beside(r, "scans/u.stl"), "there is no such file"),
        (|r| r["scans"]["upper"]["blake3"] = json!("00".repeat(32)), "not what was saved"),
        (|r| r["scans"]["lower"]["name"] = json!("other.stl"), "a scan is missing"),
        (
            |r| {
                let jaw = json!({ "blake3": "", "mesh": "", "triangles": 3, "trimmed": [[0, 4]] });
                r["trim"] = json!({ "upper": jaw, "lower": jaw });
            },
            "trimmed surface",
        ),
        (|r| r["section"] = json!({ "kind": "frontal", "at_mm": 1e9 }), "place of the section"),
        (|r| r["measures"] = json!([{ "kind": "points", "name": "1", "marks": [] }]), "its measures"),
        (|r| r["pins"] = json!([{ "jaw": "upper", "at_mm": [1e9, 0, 0], "text": "x" }]), "its pins"),
        (|r| r["pins"] = json!(vec![json!({ "jaw": "upper", "at_mm": [0, 0, 0], "text": "x" }); 201]), "its pins"),
        (|r| r["placed"] = json!(vec![json!({ "tooth": 11, "point": "edge", "at_mm": [0, 0, 0] }); 2]), "its points"),
        (
            |r| {
                let mark = json!({ "jaw": "upper", "at_mm": [0, 0, 0] });
                r["measures"] = json!(vec![json!({ "kind": "surface", "name": "1", "marks": [mark] }); 201]);
            },
            "its measures",
        ),
        (|r| r["notes"] = json!("x".repeat((1 << 20) + 1)), "too many"),
        (
            |r| {
                let camera = json!({ "target": [0, 0, 0], "orientation": [0, 0, 0, 1], "height_mm": 1 });
                r["views"] = json!(vec![json!({ "name": "a", "camera": camera }); 1001]);
            },
            "too many",
        ),
    ];
    let fine = serde_json::to_value(CaseRecord::of(
        &CaseContent::default(),
        serde_json::from_value(migrated_draft()["scans"].clone()).unwrap(),
    ))
    .unwrap();
    assert_eq!(said(with_record(&fine)), "whole");
    for (i, (spoil, wanted)) in spoils.into_iter().enumerate() {
        let mut record = fine.clone();
        spoil(&mut record);
        let text = said(with_record(&record));
        assert!(text.contains(wanted), "{i}: {text:?} is not about {wanted:?}");
    }
}

#[test]
fn a_bomb_is_not_unpacked() {
    let zeros = vec![0; 64 << 20];
    let mut record = migrated_draft();
    record["scans"]["upper"]["blake3"] = json!(hash(&zeros));
    let record = record.to_string();
    let entries = [("case.json", record.as_bytes()), ("upper.stl", &zeros), ("lower.stl", b"l")];
    let bytes = archive::write(&entries.map(|(n, c)| (n.to_owned(), Entry::Content(c)))).unwrap();
    assert!(bytes.len() < 1 << 20);
    let refused = |bytes: Vec<u8>| CaseFile::read(bytes).and_then(|f| read_scans(&f)).unwrap_err();
    assert_eq!(refused(bytes.clone()), CaseError::TooLarge { bytes: 64 << 20 });
    // A table of contents that claims a lesser packing: "PK\x01\x02", the packed size at 20, the name at 46.
    let mut lying = bytes;
    let is_head = |w: &[u8]| w.starts_with(b"PK\x01\x02") && w[46..].starts_with(b"upper.stl");
    let head = lying.windows(46 + 9).position(is_head).expect("an entry");
    lying[head + 20..head + 24].copy_from_slice(&(8u32 << 20).to_le_bytes());
    assert_eq!(refused(lying), CaseError::TooLarge { bytes: 64 << 20 });
}

/// The upper scan is not in the case but at a place.
fn beside(record: &mut Value, place: &str) {
    let scan = &mut record["scans"]["upper"];
    (scan["embedded"], scan["path"]) = (false.into(), place.into());
}

/// A record of little text may ask for much memory, and a few packed bytes for much text.
#[test]
fn a_record_that_swells_is_refused_before_anything_is_made_of_it() {
    let with = |name: &str, value: String| {
        let plain = migrated_draft().to_string();
        let record = format!("{}, \"{name}\": {value}}}", &plain[..plain.len() - 1]);
        let entries = [("case.json", record.as_bytes()), ("upper.stl", b"u"), ("lower.stl", b"l")];
        archive::write(&entries.map(|(name, content)| (name.to_owned(), Entry::Content(content)))).unwrap()
    };
    let said = |bytes: Vec<u8>| CaseFile::read(bytes).map_or_else(|e| e.to_string(), |_| "whole".to_owned());
    let list = |item: &str, n: usize| format!("[{}]", vec![item; n].join(","));
    for (name, value, wanted) in [
        ("x", list(r#"{"":0}"#, 2_000_000), "unpacks to"),
        ("x", list(r#"{"":0}"#, 60_000), "more objects"),
        ("teeth", list(r#"{"":0}"#, 60_000), "more objects"),
        ("x", format!("{}{}", "[".repeat(40), "]".repeat(40)), "more levels"),
        ("x", list("1", 300_000), "another program"),
        ("x", list(r#"{"":0}"#, 1000), "whole"),
        ("teeth", list("[1,2]", 100_000), "whole"),
    ] {
        let text = said(with(name, value));
        assert!(text.contains(wanted), "{name}: {text:?} is not about {wanted:?}");
    }
}

/// The window cannot set them, and they would cost gigabytes.
#[test]
fn a_case_asks_for_no_more_than_a_hand_can() {
    let of = |settings: Value| {
        let mut record = migrated_draft();
        record["settings"] = settings;
        CaseFile::read(with_record(&record)).unwrap().content
    };
    let content = of(json!({ "resolution": 8192, "range_mm": 90.0, "threshold_mm": 9.0 }));
    let Settings { resolution, range_mm, threshold_mm, .. } = content.settings;
    assert_eq!((resolution, range_mm, threshold_mm), (2048, 4.0, 0.2));
    let said = content.doubts(&pair());
    assert!(said.len() == 1 && said[0].0.contains("2048 pixels instead of 8192"), "{said:?}");
    assert_eq!(CaseContent::of(&content.session(pair()), &content).doubt, None, "saved again it asks for what it gets");
    // The twin: what a hand can set is as it stands.
    let content = of(json!({ "resolution": 2048, "range_mm": 4.0, "threshold_mm": 0.2 }));
    assert_eq!((content.settings.resolution, content.doubts(&pair())), (2048, vec![]));
}

proptest! {
    /// Whatever the bytes, there is an answer; and what is read as whole is what was written.
    #[test]
    fn damaged_bytes_are_refused_or_harmless(
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        cut in any::<Option<prop::sample::Index>>(),
    ) {
        let mut bytes = file().to_bytes().unwrap();
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        for (place, value) in &damage {
            if !bytes.is_empty() {
                let i = place.index(bytes.len());
                bytes[i] = *value;
            }
        }
        if let Ok(read) = CaseFile::read(bytes)
            && let Ok(scans) = read_scans(&read)
        {
            prop_assert!(near(&read.content, &content()));
            prop_assert_eq!(scans, scan_bytes());
        }
    }

    #[test]
    fn strange_records_are_refused_or_sound(text in "[\\[\\]{}:,\"a-z0-9 .]{0,200}") {
        let bytes = archived("case.json", text.as_bytes());
        prop_assert!(CaseFile::read(bytes).is_err());
    }
}
