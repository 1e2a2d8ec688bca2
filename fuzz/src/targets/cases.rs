//! What stands in a case beside its scans, as text; a case that is read is written and read once more, and a session goes through it.
use super::{refused, shapes, stl};
use crate::Target;
use occluscope::base::{LengthUnit, MeshFormat, Progress, RawMesh};
use occluscope::jaw::{PairOptions, Scan, prepare_pair};
use occluscope::session::case_file::PackedScan;
use occluscope::session::{CaseContent, CaseFile, Session, Settings};
use std::io::{Cursor, Read, Write};
use std::sync::{Arc, LazyLock, OnceLock};

pub const TARGET: Target = Target { name: "cases", seeds, most_bytes: 60_000, run };

const RECORD: &str = "case.json";

/// The tetrahedra of the case.
fn scans() -> [RawMesh; 2] {
    [0.0, 3.0].map(|z| {
        let positions =
            shapes::tetrahedron().into_iter().flatten().map(|p| (p + glam::DVec3::Z * z).as_vec3()).collect();
        RawMesh { format: MeshFormat::Generated, positions, triangles: shapes::in_threes(4), colors: None }
    })
}

/// A whole case of two tetrahedra.
pub fn case() -> Vec<u8> {
    let packed = scans().map(|mesh| {
        let bytes = stl(&mesh);
        PackedScan::pack(&bytes, blake3::hash(&bytes).to_hex().to_string()).expect("it packs")
    });
    let content = CaseContent { notes: "made for fuzzing".into(), ..CaseContent::default() };
    CaseFile::embedding(content, packed).to_bytes().expect("it is written")
}

fn seeds() -> Vec<Vec<u8>> {
    let mut text = Vec::new();
    let mut archive = zip::ZipArchive::new(Cursor::new(case())).expect("a case");
    archive.by_name(RECORD).expect("its record").read_to_end(&mut text).expect("read");
    // The same with everything that a window keeps.
    let kept = CaseFile::read(case()).expect("a case").content;
    let session = Session::new(pair(), kept.upper_from_lower, Settings::default());
    let full = CaseContent::of(&session, &kept);
    let mut full = CaseFile { content: full, ..CaseFile::read(case()).expect("a case") };
    full.content.views.clear();
    let mut all = Vec::new();
    let mut archive = zip::ZipArchive::new(Cursor::new(full.to_bytes().expect("written"))).expect("a case");
    archive.by_name(RECORD).expect("its record").read_to_end(&mut all).expect("read");
    vec![text, all]
}

/// The pair that the case's scans are.
fn pair() -> Arc<occluscope::jaw::JawPair> {
    static PAIR: OnceLock<Arc<occluscope::jaw::JawPair>> = OnceLock::new();
    let made = || {
        let [upper, lower] = scans().map(|raw| {
            let blake3 = blake3::hash(&stl(&raw)).to_hex().to_string();
            Scan { name: "scan.stl".into(), blake3, raw, warnings: Vec::new() }
        });
        let options = PairOptions { unit: Some(LengthUnit::Millimetre), ..PairOptions::default() };
        Arc::new(prepare_pair(upper, lower, &options, &Progress::default()).expect("a pair").0)
    };
    PAIR.get_or_init(made).clone()
}

/// The record in a case with the scans of [`case`].
fn with_record(record: &[u8]) -> Vec<u8> {
    static OTHERS: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(beside_record);
    let mut to = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let stored = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let others = OTHERS.iter().map(|(name, content)| (&**name, &**content));
    for (name, content) in std::iter::once((RECORD, record)).chain(others) {
        to.start_file(name, stored).expect("begun");
        to.write_all(content).expect("written");
    }
    to.finish().expect("whole").into_inner()
}

/// What else is in a case.
fn beside_record() -> Vec<(String, Vec<u8>)> {
    let mut from = zip::ZipArchive::new(Cursor::new(case())).expect("a case");
    let n = from.len();
    let entry = |i| {
        let mut entry = from.by_index(i).expect("there");
        let (name, mut content) = (entry.name().expect("UTF-8").into_owned(), Vec::new());
        entry.read_to_end(&mut content).expect("read");
        (name, content)
    };
    (0..n).map(entry).filter(|(name, _)| name != RECORD).collect()
}

fn run(bytes: &[u8]) -> bool {
    taken(with_record(bytes))
}

/// Reads a case, writes it, reads it again.
pub fn taken(bytes: Vec<u8>) -> bool {
    let case = match CaseFile::read(bytes) {
        Ok(case) => case,
        Err(why) => return refused(why),
    };
    // The scans' own bytes are looked at when they are needed.
    let written = match case.to_bytes() {
        Ok(written) => written,
        Err(why) => return refused(why),
    };
    let again = CaseFile::read(written).expect("what is written is read");
    // Directions are made square once more, which may cost their last bit.
    let up = |content: &CaseContent| content.directions.map_or(glam::DVec3::ZERO, |d| d.frame.up);
    assert!(up(&again.content).distance(up(&case.content)) < 1e-12, "directions are what they were");
    let plain = |content: &CaseContent| CaseContent { doubt: None, directions: None, ..content.clone() };
    assert_eq!(plain(&again.content), plain(&case.content), "what is written is what was read");
    let session = case.content.session(pair());
    let _ = CaseContent::of(&session, &case.content);
    true
}
