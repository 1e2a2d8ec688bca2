//! The named bites of a case.
use crate::export::comparison::BiteAsked;
use crate::session::CaseContent;
use serde::Deserialize;

/// A bite as a case has it.
#[derive(Deserialize)]
struct KeptBite {
    name: String,
    #[serde(default)]
    origin: serde_json::Value,
    upper_from_lower: serde_json::Value,
}

/// The bites of a case, and the place of its current one; of a case without named ones that in which it is.
///
/// # Errors
/// In words, when bites are there that are none.
pub fn kept_bites(content: &CaseContent) -> Result<(Vec<BiteAsked>, usize), BadBites> {
    let member =
        |names: &[&str]| content.others.iter().find(|(name, _)| names.contains(&name.as_str())).map(|(_, json)| json);
    let Some(kept) = member(&["bites"]) else {
        let bite = BiteAsked {
            name: "case".into(),
            origin: "the case's position".into(),
            upper_from_lower: content.upper_from_lower.to_rows(),
        };
        return Ok((vec![bite], 0));
    };
    let kept: Vec<KeptBite> = kept.read().ok_or(BadBites)?;
    let current = member(&["bite", "current_bite"]).and_then(|json| json.read::<usize>()).unwrap_or(0);
    let bites = kept.into_iter().map(asked).collect::<Option<Vec<_>>>().ok_or(BadBites)?;
    let current = current.min(bites.len().saturating_sub(1));
    Ok((bites, current))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("its bites are of a form that this program does not read; save the case again")]
pub struct BadBites;

fn asked(bite: KeptBite) -> Option<BiteAsked> {
    let origin = bite.origin.as_str().map_or_else(|| bite.origin.to_string(), str::to_owned);
    Some(BiteAsked { name: bite.name, origin, upper_from_lower: rows(bite.upper_from_lower)? })
}

/// Sixteen numbers, row after row, or four rows of them.
fn rows(value: serde_json::Value) -> Option<[[f64; 4]; 4]> {
    if let Ok(rows) = serde_json::from_value(value.clone()) {
        return Some(rows);
    }
    let flat: [f64; 16] = serde_json::from_value(value).ok()?;
    Some(std::array::from_fn(|row| std::array::from_fn(|column| flat[4 * row + column])))
}
