//! Files of trimmed surface.
use super::{corpus, refused};
use crate::Target;
use occluscope::export::trim::TrimRecord;

pub const TARGET: Target = Target { name: "trims", seeds, most_bytes: 20_000, run };

fn seeds() -> Vec<Vec<u8>> {
    corpus!["trim.json"]
}

fn run(bytes: &[u8]) -> bool {
    match TrimRecord::read(bytes) {
        Ok(record) => {
            let swapped = record.swapped();
            assert_eq!(swapped.swapped(), record);
            true
        }
        Err(why) => refused(why),
    }
}
