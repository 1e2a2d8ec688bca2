//! Cases as files hold them.
use super::cases;
use crate::Target;

pub const TARGET: Target = Target { name: "archives", seeds, most_bytes: 60_000, run };

fn seeds() -> Vec<Vec<u8>> {
    vec![cases::case()]
}

fn run(bytes: &[u8]) -> bool {
    cases::taken(bytes.to_vec())
}
