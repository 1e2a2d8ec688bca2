//! Label files of teeth.
use super::refused;
use crate::Target;
use occluscope::import::read_labels;

pub const TARGET: Target = Target { name: "labels", seeds, most_bytes: 20_000, run };

fn seeds() -> Vec<Vec<u8>> {
    [
        r#"{"id_patient":"X","jaw":"lower","labels":[0,0,31,31,32,45,0],"instances":[0,0,1,1,2,3,0]}"#,
        r#"{"labels":[1,2,3,14,0.0,-1,255,256]}"#,
        r#"[{"labels":[1]},{"a":{"b":[[]]}}]"#,
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec()
}

fn run(bytes: &[u8]) -> bool {
    match read_labels(bytes) {
        Ok(labels) => !labels.values.is_empty(),
        Err(why) => refused(why),
    }
}
