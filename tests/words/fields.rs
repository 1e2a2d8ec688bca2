//! Fields for numbers read them as people of every language write them: with a point or a comma.
use crate::project::{files_below, root};
use std::fs;

/// What makes egui's own field, which takes no comma.
const OWN: &str = "DragValue::new(";

/// Whether a file may make one: the field of the program, and tests of what is seen.
fn may(path: &str) -> bool {
    path.ends_with("widgets/number_field.rs") || path.contains("/stats/")
}

#[test]
fn every_field_for_a_number_takes_a_comma() {
    let mut n_own = 0;
    for path in files_below(&root().join("src"), "rs") {
        let text = fs::read_to_string(&path).expect("a file");
        n_own += text.matches(OWN).count();
        let path = path.to_string_lossy().replace('\\', "/");
        assert!(may(&path) || !text.contains(OWN), "{path}: take `number_field`");
    }
    assert!(n_own > 0, "the twin: it is found where it is");
}
