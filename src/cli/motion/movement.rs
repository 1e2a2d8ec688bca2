//! What `--movement` asks for: a movement of its own, or a record in a file.
use crate::jaw::motion::Movement;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, PartialEq)]
pub enum MovementAsked {
    Computed(Movement),
    Recorded { file: PathBuf, name: Option<String> },
}

impl MovementAsked {
    pub fn file(&self) -> Option<&PathBuf> {
        match self {
            Self::Computed(_) => None,
            Self::Recorded { file, .. } => Some(file),
        }
    }
}

pub fn parse_movement(text: &str) -> Result<MovementAsked, String> {
    let (name, amount) = text.split_once(':').map_or((text, None), |(name, amount)| (name, Some(amount)));
    if let Some(usual) = Movement::named(name) {
        let amount_mm = amount.map_or(Ok(usual.amount_mm), parse_mm)?;
        return computed(Movement { amount_mm, ..usual }).map(MovementAsked::Computed);
    }
    let (file, name) = recorded(text);
    let ending = file.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
    if ["jawmotion", "xml", "csv", "txt"].contains(&ending.as_str()) || file.exists() {
        return Ok(MovementAsked::Recorded { file, name });
    }
    Err(format!(
        "\"{text}\" is no movement: opening, protrusion, retrusion, right, left, right-protrusion, left-protrusion with an amount like \
         :5mm, or a file (.jawMotion, .xml, .csv, .txt)"
    ))
}

fn parse_mm(text: &str) -> Result<f64, String> {
    let number =
        text.trim().trim_end_matches("mm").trim().parse::<f64>().ok().filter(|mm| mm.is_finite() && *mm >= 0.0);
    number.ok_or_else(|| format!("\"{text}\" is no amount; a number of mm like 5mm is needed"))
}

fn computed(movement: Movement) -> Result<Movement, String> {
    if movement.amount_mm > movement.most_mm() {
        return Err(format!(
            "{} mm are asked for, and at most {} mm are taken",
            movement.amount_mm,
            movement.most_mm()
        ));
    }
    Ok(movement)
}

/// A file and the name of a movement in it; a colon may be part of either.
fn recorded(text: &str) -> (PathBuf, Option<String>) {
    let whole = Path::new(text);
    match text.rsplit_once(':') {
        Some((file, name)) if !whole.exists() && file.len() > 1 => (file.into(), Some(name.to_owned())),
        _ => (whole.to_owned(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jaw::motion::{MovementKind, Side};

    #[test]
    fn movements_are_a_kind_and_an_amount_or_a_file() {
        let protrusion = Movement { kind: MovementKind::Protrusion, amount_mm: 5.0 };
        for text in ["protrusion", "protrusion:5mm", "protrusion:5", "protrusion: 5 mm"] {
            assert_eq!(parse_movement(text), Ok(MovementAsked::Computed(protrusion)), "{text}");
        }
        let right = Movement { kind: MovementKind::Lateral { working: Side::Right, forward: 0.0 }, amount_mm: 4.0 };
        assert_eq!(parse_movement("laterotrusion-right:4mm"), parse_movement("right:4mm"));
        assert_eq!(parse_movement("right:4mm"), Ok(MovementAsked::Computed(right)));
        let file = |file: &str, name: Option<&str>| {
            Ok(MovementAsked::Recorded { file: file.into(), name: name.map(Into::into) })
        };
        assert_eq!(parse_movement("a.jawMotion"), file("a.jawMotion", None));
        assert_eq!(parse_movement("a.jawMotion:chewing"), file("a.jawMotion", Some("chewing")));
        for (bad, said) in [
            ("chewing", "is no movement"),
            ("protrusion:x", "is no amount"),
            ("retrusion:3mm", "at most 2 mm"),
            ("opening:nan", "is no amount"),
            ("left:-1", "is no amount"),
        ] {
            assert!(parse_movement(bad).expect_err(bad).contains(said), "{bad}");
        }
    }
}
