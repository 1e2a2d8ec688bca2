//! Records of older schemas become records of this one, a step a version.
use super::error::CaseError;
use super::schema::{SCHEMA, VERSION};
use crate::base::json::JsonLimits;
use serde_json::{Value, json};

const PREFIX: &str = "occluscope/case/";
/// Drafts were small, and are made over in memory as a whole.
const DRAFT: JsonLimits = JsonLimits { objects: 5_000, lists: 50_000, values: 150_000, ..JsonLimits::RECORD };

/// Brings a record's text up to [`VERSION`].
///
/// # Errors
/// When it is no case's record, or a newer program's.
pub fn migrate(text: String) -> Result<String, CaseError> {
    let schema = schema_of(&text).ok_or(CaseError::NotACase)?;
    let version: Option<u32> = schema.strip_prefix(PREFIX).and_then(|v| v.parse().ok());
    let version = version.ok_or(CaseError::NotACase)?;
    if version > VERSION {
        return Err(CaseError::Newer { schema: version });
    }
    if version == VERSION {
        return Ok(text);
    }
    DRAFT.check(text.as_bytes())?;
    let mut record: Value = serde_json::from_str(&text).map_err(|_| CaseError::NotACase)?;
    one_from_zero(&mut record);
    Ok(record.to_string())
}

/// `None` of what is no JSON, or names none.
fn schema_of(text: &str) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Named {
        schema: String,
    }
    serde_json::from_str::<Named>(text).ok().map(|named| named.schema)
}

/// Version 0, of the drafts before the first release: the pose as six numbers (mm, degrees), the threshold in micrometres
/// beside them, the scans not in a group of their own.
fn one_from_zero(record: &mut Value) {
    let Some(fields) = record.as_object_mut() else { return };
    let six: Option<[f64; 6]> = fields.remove("pose").and_then(|p| serde_json::from_value(p).ok());
    if let Some(six) = six {
        fields.insert("upper_from_lower".into(), json!(crate::base::Rigid::from_six(six).to_rows()));
    }
    let scan = |value: Option<Value>| value.unwrap_or(Value::Null);
    let (upper, lower) = (scan(fields.remove("upper")), scan(fields.remove("lower")));
    fields.insert("scans".into(), json!({ "upper": upper, "lower": lower }));
    if let Some(um) = fields.remove("threshold_um").and_then(|t| t.as_f64()) {
        fields.insert("settings".into(), json!({ "threshold_mm": um / 1000.0 }));
    }
    fields.insert("schema".into(), SCHEMA.into());
}
