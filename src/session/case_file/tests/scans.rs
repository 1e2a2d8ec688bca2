//! The scans of a case: beside it or in it, packed, put aside on the disk, and swapped.
use super::*;

#[test]
fn scans_beside_the_case_are_found_compared_and_missed() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["scans/anna_upper.stl", "scans/anna_lower.stl"].map(|p| folder.path().join(p));
    std::fs::create_dir(folder.path().join("scans")).unwrap();
    std::fs::create_dir(folder.path().join("cases")).unwrap();
    let bytes = scan_bytes();
    for (path, bytes) in paths.iter().zip(&bytes) {
        std::fs::write(path, bytes).unwrap();
    }
    let cases = folder.path().join("cases");
    CaseFile::referring(content(), packed(), paths.clone(), &cases).save(&cases.join("a.occ")).unwrap();
    let small = std::fs::read(cases.join("a.occ")).unwrap();
    assert!(small.len() < file().to_bytes().unwrap().len());
    let read = |path: &Path| crate::base::files::read_file(path).map_err(|e| e.to_string());
    let open = || {
        let case = CaseFile::read(small.clone()).unwrap();
        let ScanPlace::Beside(place) = &case.scans[0].place else { panic!("it is beside the case") };
        assert_eq!(place, Path::new("../scans/anna_upper.stl"));
        [0, 1].map(|i| case.scans[i].read(SIDES[i].0, &cases, &read))
    };
    let [upper, lower] = open();
    assert_eq!([upper.unwrap(), lower.unwrap()], bytes);
    let mut changed = bytes[1].clone();
    changed[100] ^= 1;
    std::fs::write(&paths[1], changed).unwrap();
    std::fs::remove_file(&paths[0]).unwrap();
    let said = open().map(|scan| scan.unwrap_err().to_string());
    assert!(said[0].contains("upper jaw") && said[0].contains("no such file"), "{}", said[0]);
    assert!(said[1].contains("lower jaw") && said[1].contains("has changed since"), "{}", said[1]);
}

#[test]
fn names_of_the_scans_stay_out_of_the_case() {
    let bytes = file().to_bytes().unwrap();
    let mut archive = Archive::open(&bytes).unwrap();
    let record = String::from_utf8(archive.record().unwrap()).unwrap();
    assert!(record.contains("upper.stl") && !record.contains("\"a\""), "{record}");
}

#[test]
fn scans_that_were_put_aside_are_saved_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let whole = file().to_bytes().unwrap();
    let in_the_way = folder.path().join("file");
    std::fs::write(&in_the_way, b"").unwrap();
    for (place, is_aside) in [(Some(folder.path()), true), (Some(&*in_the_way), false), (None, false)] {
        let scans = PackedScan::put_both_aside(packed(), place);
        assert!(scans.iter().all(|s| s.archive.is_aside() == is_aside), "{place:?}");
        assert!(CaseFile::embedding(content(), scans).to_bytes().unwrap() == whole, "{place:?}");
    }
    // Of a case that was opened both scans are in one archive.
    let ScanPlace::Embedded(upper) = CaseFile::read(whole.clone()).unwrap().scans[0].place.clone() else { panic!() };
    let [a, b] = PackedScan::put_both_aside([upper.clone(), upper], Some(folder.path()));
    assert!(a.archive.is_aside() && Arc::ptr_eq(&a.archive, &b.archive));
}

#[test]
fn a_scan_that_waited_is_packed_as_one_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let in_the_way = folder.path().join("file");
    std::fs::write(&in_the_way, b"").unwrap();
    let [bytes, _] = scan_bytes();
    let at_once = PackedScan::pack(&bytes, hash(&bytes)).unwrap();
    let here = Spill::in_memory(bytes.clone());
    for content in [here.put_aside(folder.path()).unwrap(), here] {
        let scan = WaitingScan { content, blake3: hash(&bytes), extension: "stl" };
        for (place, is_aside) in [(Some(folder.path()), true), (Some(&*in_the_way), false), (None, false)] {
            let packed = PackedScan::pack_waiting(&scan, place).unwrap();
            assert_eq!(packed.archive.is_aside(), is_aside, "{place:?}");
            assert_eq!((&packed.blake3, packed.bytes, packed.extension), (&at_once.blake3, at_once.bytes, "stl"));
            assert!(packed.archive.read().unwrap() == at_once.archive.read().unwrap(), "{place:?}");
        }
    }
}

#[test]
fn a_swapped_pair_saves_its_scans_in_their_new_places() {
    let hashes = pair().hashes();
    let paths = ["u.stl", "l.stl"].map(PathBuf::from);
    let kept = KeptScans::new(hashes.clone(), Some(paths), || Ok(packed()));
    let mut session = Session::new(pair(), Rigid::IDENTITY, Settings::default());
    assert_eq!(kept.of(session.pair()).unwrap().map(|s| s.blake3), hashes);
    session.apply(&crate::session::Command::SwapJaws);
    let [upper, lower] = kept.of(session.pair()).unwrap();
    assert_eq!([lower.blake3, upper.blake3], hashes);
    assert_eq!(kept.paths_of(session.pair()).unwrap(), ["l.stl", "u.stl"].map(PathBuf::from));
    session.undo();
    assert_eq!(kept.of(session.pair()).unwrap().map(|s| s.blake3), hashes);
}
