//! Bites in a case file: they come back, and hostile ones do not.
use super::*;
use crate::jaw::{Bite, BiteFound, FoundBySeat};

/// Two bites; the jaw was in the second of them and has left it.
pub fn bites(upper_from_lower: Rigid) -> Bites {
    let found = FoundBySeat {
        threshold_mm: 0.1,
        tolerance_mm: 0.02,
        spread_mm2: 30.0,
        as_scanned_mm2: 20.0,
        max_depth_mm: 0.019,
    };
    let seated = Bite {
        name: "seated “1”".into(),
        origin: BiteOrigin::Seated,
        made: Some("2026-01-02 03:04".into()),
        notes: "of May".into(),
        upper_from_lower,
        found: Some(BiteFound::Seat(found)),
    };
    Bites::of(vec![Bite::as_scanned(), seated], 1, BiteOrigin::FirstContact).unwrap()
}

#[test]
fn the_bites_of_a_case_come_back_and_hostile_ones_do_not() {
    let mut session = content().session(pair());
    session.apply(&Command::Bite(BiteChange::Choose(1)));
    let read = |session: &Session| {
        let file = CaseFile::embedding(CaseContent::of(session, &CaseContent::default()), packed());
        CaseFile::read(file.to_bytes().unwrap()).unwrap().content
    };
    let again = read(&session).session(pair());
    let (bites, at) = (again.bites(), again.bite());
    assert_eq!((bites, bites.at(&at).map(|b| b.name.as_str())), (session.bites(), Some("seated “1”")), "still in it");
    session.undo();
    let again = read(&session).session(pair());
    let origin = again.bites().origin_of(&again.bite());
    assert_eq!((again.bites().place(), again.bites().at(&again.bite())), (1, None), "moved from it");
    assert_eq!(origin, BiteOrigin::FirstContact);

    let whole = serde_json::to_value(CaseRecord::of(&content(), scans_record())).unwrap();
    let said = |spoil: &dyn Fn(&mut Value)| {
        let mut record = whole.clone();
        spoil(&mut record);
        CaseFile::read(with_record(&record)).map_or_else(|e| e.to_string(), |_| "whole".into())
    };
    assert_eq!(said(&|_| {}), "whole");
    assert_eq!(said(&|r| drop(r.as_object_mut().unwrap().remove("bites"))), "whole", "a case of before");
    let is_bites = |said: String| assert!(said.contains("its bites"), "{said}");
    is_bites(said(&|r| r["bite"] = json!(2)));
    is_bites(said(&|r| r["bites"][0]["origin"] = json!("hand")));
    is_bites(said(&|r| r["bites"][1]["origin"] = json!("as_scanned")));
    is_bites(said(&|r| r["bites"][1]["name"] = json!(" ")));
    is_bites(said(&|r| r["bites"][1]["upper_from_lower"][0][0] = json!(2.0)));
    is_bites(said(&|r| r["bites"][0]["upper_from_lower"][0][3] = json!(0.5)));
    is_bites(said(&|r| r["bites"][1]["found"]["spread_mm2"] = json!(1e300)));
    let many = |n: usize| {
        let bite = |i: usize| {
            let mut bite = whole["bites"][1].clone();
            bite["name"] = json!(format!("{i}"));
            bite
        };
        let mut list = vec![whole["bites"][0].clone()];
        list.extend((1..n).map(bite));
        json!(list)
    };
    assert_eq!(said(&|r| r["bites"] = many(50)), "whole");
    is_bites(said(&|r| r["bites"] = many(51)));
    is_bites(said(&|r| r["bites"] = many(5_000)));
    let mut long = whole.clone();
    long["bites"][1]["name"] = json!("x".repeat(1 << 20));
    long["bites"][1]["notes"] = json!("y".repeat(1 << 20));
    let bite = CaseFile::read(with_record(&long)).unwrap().content.bites.list()[1].clone();
    assert_eq!((bite.name.len(), bite.notes.len()), (60, 400), "cut to what a bite holds");
}

fn scans_record() -> ScansRecord {
    let [upper, lower] = file().scans.map(|scan| ScanRecord {
        blake3: hash(scan.name.as_bytes()),
        embedded: true,
        ..scan.record(LengthUnit::Millimetre)
    });
    ScansRecord { upper, lower }
}
