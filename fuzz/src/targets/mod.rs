//! One file a target.
pub mod archives;
pub mod arguments;
pub mod cases;
pub mod labels;
pub mod movements;
pub mod pairs;
pub mod pictures;
pub mod planted;
pub mod records;
pub mod scans;
mod shapes;
pub mod trims;

use occluscope::base::RawMesh;
use std::fmt::Display;

/// A person must be able to read why something was refused, however odd the input. What of it is no letter is left out by the faces.
fn refused(why: impl Display) -> bool {
    let said = why.to_string();
    assert!(!said.trim().is_empty() && said.len() < 2000, "{} bytes: {said:.300}", said.len());
    false
}

/// What is written and read again is what it was.
fn same(was: &str, is: &str) {
    if let Some(at) = (0..was.len().max(is.len())).find(|i| was.as_bytes().get(*i) != is.as_bytes().get(*i)) {
        let around = |text: &str| {
            let bytes = text.as_bytes();
            String::from_utf8_lossy(&bytes[at.saturating_sub(60).min(bytes.len())..(at + 60).min(bytes.len())])
                .into_owned()
        };
        panic!("it differs at byte {at}: {:?} and {:?}", around(was), around(is));
    }
}

/// Files of the corpus, and hard ones of the tests.
macro_rules! corpus {
    ($($name:literal),* $(,)?) => { vec![$(include_bytes!(concat!("../../corpus/", $name)).to_vec()),*] };
}
use corpus;

/// Two tetrahedra's file as STL.
fn stl(mesh: &RawMesh) -> Vec<u8> {
    let mut bytes = Vec::new();
    let corners = |t: &[u32; 3]| t.map(|i| mesh.positions[i as usize]);
    occluscope::export::stl::write_stl(mesh.triangles.iter().map(corners), &mut bytes).expect("memory takes it");
    bytes
}
