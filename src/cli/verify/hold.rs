//! One JSON value held against another, all the way down: figures of the same program on another machine differ by rounding alone.
use crate::export::compare::{Comparison, Difference};
use serde_json::{Map, Value};

const RELATIVE: f64 = 1e-6;
/// Names of scans, which are held by their hashes, and labels, whose teeth are held one by one.
pub const NAMES: [&str; 3] = ["file", "path", "labels"];
/// Records of before these do not have them; that one was taken out of a record its seal tells.
const LATER: [&str; 3] = ["confidence_upper", "confidence_lower", "verdict_threshold_mm"];

/// Holds one part against another; members that `is_left_out` names are none of it.
pub fn hold(name: &str, stored: &Value, now: &Value, is_left_out: &dyn Fn(&str) -> bool, found: &mut Comparison) {
    match (stored, now) {
        (Value::Object(a), Value::Object(b)) => {
            let all = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            let is_later = |key: &str| LATER.contains(&key) && !a.contains_key(key);
            for key in all.filter(|key| !is_left_out(key) && !is_later(key)) {
                let of = |side: &Map<String, Value>| side.get(key).cloned().unwrap_or(Value::Null);
                hold(&format!("{name}.{key}"), &of(a), &of(b), is_left_out, found);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).enumerate().for_each(|(i, (a, b))| hold(&format!("{name}[{i}]"), a, b, is_left_out, found));
        }
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap_or(f64::NAN), b.as_f64().unwrap_or(f64::NAN));
            let tolerance = RELATIVE * a.abs().max(1.0);
            tell(found, name, (stored, now), (a - b).abs() <= tolerance, tolerance);
        }
        _ => tell(found, name, (stored, now), stored == now, 0.0),
    }
}

fn tell(found: &mut Comparison, name: &str, (stored, now): (&Value, &Value), holds: bool, tolerance: f64) {
    found.n_figures += 1;
    if !holds {
        let (stored, recomputed) = (stored.clone(), now.clone());
        found.differences.push(Difference { name: name.to_owned(), stored, recomputed, tolerance });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_older_records_do_not_have_is_no_difference() {
        let now = json!({ "confidence": 0.3, "confidence_upper": 0.3, "confidence_lower": 0.9 });
        let names = |stored: Value| {
            let mut found = Comparison::default();
            hold("pair", &stored, &now, &|_| false, &mut found);
            found.differences.into_iter().map(|difference| difference.name).collect::<Vec<_>>()
        };
        assert!(names(json!({ "confidence": 0.3 })).is_empty());
        assert!(names(now.clone()).is_empty());
        // The twins: another figure, one that every record has, and one that none has.
        let changed = json!({ "confidence": 0.3, "confidence_upper": 0.5, "confidence_lower": 0.9 });
        assert_eq!(names(changed), ["pair.confidence_upper"]);
        assert_eq!(names(json!({ "confidence_upper": 0.3 })), ["pair.confidence"]);
        assert_eq!(names(json!({ "confidence": 0.3, "more": 1 })), ["pair.more"]);
    }
}
