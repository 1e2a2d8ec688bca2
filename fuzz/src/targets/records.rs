//! Records as JSON: read, asked again, written and read once more.
use super::{corpus, refused, same};
use crate::Target;
use occluscope::export::json::{AnalysisRecord, record_text};
use occluscope::session::PoseQuestion;

pub const TARGET: Target = Target { name: "records", seeds, most_bytes: 60_000, run };

pub fn seeds() -> Vec<Vec<u8>> {
    corpus!["apart.json", "overlap.json"]
}

fn run(bytes: &[u8]) -> bool {
    if let Err(why) = record_text(bytes) {
        return refused(why);
    }
    match AnalysisRecord::from_bytes(bytes) {
        Ok(record) => {
            if let Err(why) = PoseQuestion::of_record(&record) {
                refused(why);
            }
            let again = AnalysisRecord::from_text(&record.to_text()).expect("what is written is read");
            same(&record.to_text(), &again.to_text());
            true
        }
        Err(why) => refused(why),
    }
}
